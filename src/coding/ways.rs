//! Tables in which a key may be in any of a few places next to each other: what is kept depends less on chance than
//! where each key has but one.

/// Places next to each other: of sixteen bytes each, they are a line of the processor's cache.
pub const WAYS: usize = 4;

/// Which of the places is the one that `is_it`. All are looked at, for a processor could not foresee where to stop.
#[inline]
pub fn way_of<T>(set: &[T; WAYS], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let mut found = WAYS;
    for (way, place) in set.iter().enumerate() {
        if is_it(place) {
            found = way;
        }
    }
    (found < WAYS).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_found_and_no_other() {
        let set = [7, 8, 9, 10];
        for (way, wanted) in set.into_iter().enumerate() {
            assert_eq!(way_of(&set, |&place| place == wanted), Some(way));
        }
        assert_eq!(way_of(&set, |&place| place == 11), None);
    }
}

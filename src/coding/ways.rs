//! Set-associative hash tables: a key may be in any of a few neighbouring places. Which entries
//! survive depends less on chance than in a table where each key has only one place.

/// Places of a set. With entries of sixteen bytes, a set is one line of the processor's cache.
pub const WAYS: usize = 4;

/// The index of the place for which `is_it` holds. All places are looked at: leaving the loop early
/// would be a branch that the processor cannot predict.
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

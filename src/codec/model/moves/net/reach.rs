//! Which moves are worth a closer look.

use super::softmax::SCORE_BITS;

/// How far down from the likeliest move to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Moves at most.
    pub most: u8,
    /// Nats below the likeliest that a move is at most; less than 16.
    pub margin: u8,
}

impl Reach {
    /// Fills `chosen` with the numbers of the moves worth a closer look, in their order: those within the margin or, where they are too many,
    /// within as many quarters of a nat as leave no more than [`most`](Reach::most). Where even the first quarter holds more, all of it.
    #[inline(always)]
    pub(crate) fn choose(self, scores: &[i32], chosen: &mut Vec<u8>) {
        let mut top = i32::MIN;
        for &score in scores {
            top = top.max(score);
        }
        let quarters = |score: i32| (top.saturating_sub(score) >> (SCORE_BITS - 2)) as usize;
        let end = 4 * usize::from(self.margin).min(MOST_MARGIN);
        let mut counts = [0u8; 4 * MOST_MARGIN + 1];
        for &score in scores {
            counts[quarters(score).min(end)] += 1;
        }
        let (mut within, mut total) = (1, u32::from(counts[0]));
        while within < end && total + u32::from(counts[within]) <= u32::from(self.most) {
            total += u32::from(counts[within]);
            within += 1;
        }
        chosen.clear();
        chosen.resize(scores.len(), 0);
        let mut count = 0;
        for (index, &score) in scores.iter().enumerate() {
            chosen[count] = index as u8;
            count += usize::from(quarters(score) < within);
        }
        chosen.truncate(count);
    }
}

/// Margins beyond this many nats count as this.
const MOST_MARGIN: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_are_chosen_and_no_more_than_wanted(scores in prop::collection::vec(-60_000i32..60_000, 1..219), most in 1u8..40, margin in 1u8..20) {
            let mut chosen = Vec::new();
            Reach { most, margin }.choose(&scores, &mut chosen);
            let top = *scores.iter().max().unwrap();
            let worst = chosen.iter().map(|&i| scores[usize::from(i)]).min().unwrap();
            prop_assert!(chosen.is_sorted() && chosen.iter().any(|&i| scores[usize::from(i)] == top));
            prop_assert!(chosen.len() <= usize::from(most) || top - worst < 1 << (SCORE_BITS - 2));
            prop_assert!(top - worst < i32::from(margin) << SCORE_BITS);
            for (index, &score) in scores.iter().enumerate() {
                prop_assert!(chosen.contains(&(index as u8)) || score < worst);
            }
        }
    }
}

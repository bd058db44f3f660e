//! Which moves are worth a closer look.

use super::softmax::SCORE_BITS;

/// How far down from the likeliest move to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Moves at most.
    pub most: u8,
    /// Nats below the likeliest at most.
    pub margin: u8,
}

impl Reach {
    /// Every move: no position has more than 218.
    pub(crate) const ALL: Reach = Reach {
        most: u8::MAX,
        margin: u8::MAX,
    };

    /// Fills `chosen` with the numbers of the moves worth a closer look, in their order. Of equal moves at the edge, the first are taken.
    #[inline(always)]
    pub(crate) fn choose(self, scores: &[i32], chosen: &mut Vec<u8>) {
        chosen.clear();
        let mut top = i32::MIN;
        for &score in scores {
            top = top.max(score);
        }
        let least = top.saturating_sub(i32::from(self.margin) << SCORE_BITS);
        for (index, &score) in scores.iter().enumerate() {
            if score >= least {
                chosen.push(index as u8);
            }
        }
        let most = usize::from(self.most);
        if chosen.len() > most {
            // Scores with the place of the move as their last digits: no two are equal.
            let rank = |index: u8| (i64::from(scores[usize::from(index)]) << 8) - i64::from(index);
            let mut ranks = [0i64; 256];
            let ranks = &mut ranks[..chosen.len()];
            for (rank_of, &index) in ranks.iter_mut().zip(chosen.iter()) {
                *rank_of = -rank(index);
            }
            let (_, &mut last, _) = ranks.select_nth_unstable(most - 1);
            chosen.retain(|&index| -rank(index) <= last);
        }
    }
}

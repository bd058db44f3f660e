//! What lies between two times of the same game: nothing, or the length of the game.
//!
//! A game lasts as long as its players thought, and a little longer with each half-move, as servers
//! do not count the time that moves are on their way. If it was lost on time, the clock of the
//! player to move ran out besides; which endings mean that is learnt.

use super::duration::Lasted;
use crate::codec::model::tags::seen::lately::follow;
use rustc_hash::FxHashMap;

/// How many shifts there are.
const SHIFTS: usize = 5;
/// The delay of half-moves moves by this divided by the number of games so far, but by
/// [`LEAST_STEP`] at least. In thousandths of a second.
const FIRST_STEP: i64 = 256;
const LEAST_STEP: i64 = 4;
/// Longest delay of a half-move.
const LONGEST: i64 = 1000;

/// Chooses the shift between a time and another one of the same game, its base.
#[derive(Clone, Debug, Default)]
pub(crate) struct Between {
    /// What is known of games that ended in one way.
    by_ending: FxHashMap<u32, Known>,
    /// What is known of all games.
    of_all: Known,
}

/// What is known of some games.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The mean error lately of each shift, in binary digits.
    errors: [u32; SHIFTS],
    /// How much longer than the time thought a half-move takes, in thousandths of a second, if no
    /// clock ran out, and if one did.
    delays: [i64; 2],
    games: i64,
}

/// The length of a game, in units of the times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    pub(crate) lasted: Lasted,
    /// Units in a second.
    pub(crate) a_second: i64,
    /// A hash of how the game ended.
    pub(crate) ending: u32,
}

/// What becomes of the length of a game. The numbers are part of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    Nothing = 0,
    /// The base plus the length.
    Added = 1,
    /// The base less the length.
    Subtracted = 2,
}

impl Between {
    /// The best shift to add to the base for a game of this `length`.
    pub(crate) fn expect(&self, length: &Length) -> (i64, Shift) {
        self.known(length).expect(length)
    }

    fn known(&self, length: &Length) -> Known {
        let known = self.by_ending.get(&length.ending);
        known.copied().unwrap_or(Known {
            errors: self.of_all.errors,
            ..Known::default()
        })
    }

    /// Learns the difference `between` a time and its base, in a game of this `length`. Returns how
    /// long the game took in thousandths of a second, if the difference is that.
    pub(crate) fn learn(&mut self, between: i64, length: &Length) -> Option<i64> {
        let mut known = self.known(length);
        let (expected, _) = known.expect(length);
        known.learn(between, length);
        self.by_ending.insert(length.ending, known);
        self.of_all.learn(between, length);
        if expected == 0 {
            return None;
        }
        let took = i128::from(between.unsigned_abs()) * 1000 / i128::from(length.a_second);
        i64::try_from(took).ok()
    }
}

impl Known {
    /// The length of a game with the clock of the player to move as it stood, and run out, in units
    /// of the times. Started units count as whole ones.
    fn lengths(&self, length: &Length) -> [i64; 2] {
        let Lasted {
            thought,
            halfmoves,
            left,
        } = length.lasted;
        let mut lengths = [thought, thought.saturating_add(left)];
        for (time, delay) in lengths.iter_mut().zip(self.delays) {
            *time = time.saturating_add(delay * halfmoves);
            *time = time.saturating_mul(length.a_second).saturating_add(999) / 1000;
        }
        lengths
    }

    /// See [`Between::expect`].
    fn expect(&self, length: &Length) -> (i64, Shift) {
        use Shift::{Added, Nothing, Subtracted};
        let shifts = shifts(self.lengths(length)).into_iter();
        let kinds = [Nothing, Added, Subtracted, Added, Subtracted];
        let best = shifts
            .zip(kinds)
            .zip(self.errors)
            .min_by_key(|&(_, error)| error);
        best.map_or((0, Nothing), |(best, _)| best)
    }

    /// Learns the difference `between` a time and its base. Delays become such that as many games
    /// take longer as take shorter.
    fn learn(&mut self, between: i64, length: &Length) {
        let lengths = self.lengths(length);
        for (error, shift) in self.errors.iter_mut().zip(shifts(lengths)) {
            follow(error, between.abs_diff(shift));
        }
        self.games += 1;
        let step = (FIRST_STEP / self.games).max(LEAST_STEP);
        for (delay, expected) in self.delays.iter_mut().zip(lengths) {
            let longer = between.unsigned_abs().cmp(&expected.unsigned_abs()) as i64;
            *delay = (*delay + longer * step).clamp(0, LONGEST);
        }
    }
}

/// The shifts that there may be in a game of one of these lengths: nothing, or one of them added or
/// subtracted.
fn shifts([plain, out]: [i64; 2]) -> [i64; SHIFTS] {
    let [less_plain, less_out] = [plain, out].map(i64::saturating_neg);
    [0, plain, less_plain, out, less_out]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::random::Random;

    #[test]
    fn delays_and_clocks_that_run_out_are_learnt() {
        let mut between = Between::default();
        let (mut right, mut random) = (0, Random::new(1));
        for game in 0..100 {
            let lasted = Lasted {
                thought: 100_000 + random.below(1 << 20) as i64,
                halfmoves: 20 + random.below(64) as i64,
                left: random.below(1 << 18) as i64,
            };
            let ending = game % 3;
            let length = Length {
                lasted,
                a_second: 1,
                ending,
            };
            let out = if ending == 2 { lasted.left } else { 0 };
            let took = (lasted.thought + 250 * lasted.halfmoves + out) / 1000;
            right += u32::from(between.expect(&length).0.abs_diff(took) < 2);
            let told = between.learn(took, &length);
            assert!(told.is_none_or(|told| told == 1000 * took));
        }
        assert!(right > 85, "{right}");
    }
}

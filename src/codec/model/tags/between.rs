//! What lies between two times of the same game: nothing, or the length of the game.

use super::lately::follow;

/// Chooses the shift between a time and another one of the same game, its base.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Between {
    /// The mean error lately, in binary digits, of each shift: none, the length of the game added,
    /// and the same subtracted.
    off: [u32; 3],
}

impl Between {
    /// The best shift to add to the base, for a game that `lasted` so long, and the number of the
    /// shift.
    pub(super) fn expect(&self, lasted: i64) -> (i64, u32) {
        let shifts = [0, lasted, lasted.wrapping_neg()];
        let numbered = shifts.into_iter().zip(0..);
        let best = numbered.zip(self.off).min_by_key(|&(_, off)| off);
        best.map_or((0, 0), |(best, _)| best)
    }

    /// Learns the difference `between` a time and its base, in a game that `lasted` so long.
    pub(super) fn learn(&mut self, between: i64, lasted: i64) {
        for (off, shift) in self.off.iter_mut().zip([0, lasted, lasted.wrapping_neg()]) {
            follow(off, between.abs_diff(shift));
        }
    }
}

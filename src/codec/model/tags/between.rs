//! What lies between two times of the same game: nothing, or the game.

use super::lately::follow;

/// What lies between a time and another of its game that it is counted from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Between {
    /// How many binary digits the time was off lately where nothing lies between, or the game that the other began, or
    /// the game that the other ended.
    off: [u32; 3],
}

impl Between {
    /// What to add to the other where the game `lasted` so long, and a number for how that came about.
    pub(super) fn expect(&self, lasted: i64) -> (i64, u32) {
        let shifts = [0, lasted, lasted.wrapping_neg()];
        let numbered = shifts.into_iter().zip(0..);
        let best = numbered.zip(self.off).min_by_key(|&(_, off)| off);
        best.map_or((0, 0), |(best, _)| best)
    }

    /// Takes note of what lay between where the game `lasted` so long.
    pub(super) fn learn(&mut self, between: i64, lasted: i64) {
        for (off, shift) in self.off.iter_mut().zip([0, lasted, lasted.wrapping_neg()]) {
            follow(off, between.abs_diff(shift));
        }
    }
}

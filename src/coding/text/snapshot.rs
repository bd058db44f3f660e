//! What contexts saw of texts read long ago, as data: the table that a model falls back on.
//!
//! A snapshot holds the lines of a table that were visited most, a byte a cell. It is looked into where it lies: a program that
//! has one compiled in pays nothing at its start.

use super::table::{COUNT_BITS, FRESH, LINE, Line, check, place};
use crate::coding::mix::squash;
use std::sync::LazyLock;

/// Cells of a line.
pub(super) const CELLS: usize = LINE - 1;
/// Steps of a probability, in the logistic domain.
const LEVELS: usize = 51;
const STEP: i32 = 84;
/// What the classes of how often a cell was seen stand for.
const COUNTS: [u16; 5] = [1, 2, 4, 7, 12];

/// A cell for each byte of a snapshot: 0 for one never seen, else 1 + class · LEVELS + level.
static EXPANDED: LazyLock<[u16; 256]> = LazyLock::new(|| {
    std::array::from_fn(|code| match code.checked_sub(1) {
        None => FRESH,
        Some(code) => {
            let level = (code % LEVELS) as i32 - LEVELS as i32 / 2;
            let p = (squash(level * STEP) >> 4).min(4095) as u16;
            p << COUNT_BITS | COUNTS[code / LEVELS]
        }
    })
});

/// A view of the data of a snapshot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    /// Checks of the lines, two bytes each, least significant first; zero where there is none.
    checks: &'static [u8],
    /// Cells of the lines.
    cells: &'static [u8],
    mask: usize,
}

impl Snapshot {
    /// The snapshot in `data`: 2^n lines, first all checks, then all cells. Data of another size hold no lines.
    pub fn new(data: &'static [u8]) -> Snapshot {
        let lines = data.len() / (2 + CELLS);
        if !lines.is_power_of_two() || data.len() % (2 + CELLS) != 0 || lines < 2 {
            return Snapshot::default();
        }
        let (checks, cells) = data.split_at(2 * lines);
        Snapshot {
            checks,
            cells,
            mask: lines - 1,
        }
    }

    /// The line of a context if it is here.
    #[inline]
    pub(super) fn get(&self, hash: u32) -> Option<Line> {
        let first = place(hash, self.mask);
        [first, first ^ 1].into_iter().find_map(|place| {
            let held = self.checks.get(2 * place..2 * place + 2)?;
            (u16::from_le_bytes([held[0], held[1]]) == check(hash)).then(|| self.line(place, hash))
        })
    }

    #[inline]
    fn line(&self, place: usize, hash: u32) -> Line {
        let mut line = [0; LINE];
        line[0] = check(hash);
        let codes = &self.cells[place * CELLS..][..CELLS];
        for (cell, &code) in line[1..].iter_mut().zip(codes) {
            *cell = EXPANDED[usize::from(code)];
        }
        line
    }
}

/// The code of a cell that saw so many zeros and ones.
#[cfg(test)]
pub(super) fn code([zeros, ones]: [u32; 2]) -> u8 {
    use crate::coding::{mix::stretch, range::ONE};
    let seen = zeros + ones;
    if seen == 0 {
        return 0;
    }
    // A tenth of an observation more on each side: what was always so was not always so for long.
    let p = (u64::from(10 * ones + 1) * u64::from(ONE) / u64::from(10 * seen + 2)) as u32;
    let half = LEVELS as i32 / 2;
    let level = (stretch(p.min(ONE - 1)) + STEP * half + STEP / 2).div_euclid(STEP);
    let class = COUNTS.partition_point(|&count| u32::from(count) <= seen) - 1;
    1 + (class * LEVELS) as u8 + level.clamp(0, 2 * half) as u8
}

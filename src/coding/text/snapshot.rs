//! Statistics of contexts over a corpus, as data: the table that a model falls back on.
//!
//! A snapshot holds the most visited lines of a table, with each cell in one byte. Lines are read
//! from the data in place: a program that has one compiled in needs no time for it at its start.

use super::table::{COUNT_BITS, FRESH, LINE, Line, check, place};
use crate::coding::{fetch::fetch, mix::squash};
use std::sync::LazyLock;

/// Cells of a line.
pub(super) const CELLS: usize = LINE - 1;
/// Number of steps of a probability, and their distance in the logistic domain, in 1/256.
const LEVELS: usize = 51;
const STEP: i32 = 84;
/// The number of observations that each class of counts stands for.
const COUNTS: [u16; 5] = [1, 2, 4, 7, 12];

/// The cell of each code byte: 0 for one never seen, else 1 + class · LEVELS + level.
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
    /// The checks of the lines, two bytes each, least significant first; zero where there is no
    /// line.
    checks: &'static [u8],
    /// The cells of the lines, [`CELLS`] bytes each.
    cells: &'static [u8],
    mask: usize,
}

impl Snapshot {
    /// The snapshot in `data`: the checks of 2^n lines, then their cells. Data of any other size
    /// make an empty snapshot.
    pub fn new(data: &'static [u8]) -> Snapshot {
        let lines = data.len() / (2 + CELLS);
        if !lines.is_power_of_two() || !data.len().is_multiple_of(2 + CELLS) || lines < 2 {
            return Snapshot::default();
        }
        let (checks, cells) = data.split_at(2 * lines);
        Snapshot {
            checks,
            cells,
            mask: lines - 1,
        }
    }

    /// The line of a context, if it is here.
    #[inline]
    pub(super) fn get(&self, hash: u32) -> Option<Line> {
        let first = place(hash, self.mask);
        [first, first ^ 1].into_iter().find_map(|place| {
            let held = self.checks.get(2 * place..2 * place + 2)?;
            (u16::from_le_bytes([held[0], held[1]]) == check(hash)).then(|| self.line(place, hash))
        })
    }

    /// Prefetches what [`get`](Snapshot::get) will read.
    #[inline]
    pub(super) fn fetch(&self, hash: u32) {
        let place = place(hash, self.mask);
        if let (Some(check), Some(cell)) =
            (self.checks.get(2 * place), self.cells.get(place * CELLS))
        {
            fetch(check);
            fetch(cell);
        }
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

/// The code of a cell that has seen this many zeros and ones.
#[cfg(test)]
pub(super) fn code([zeros, ones]: [u32; 2]) -> u8 {
    use crate::coding::{mix::stretch, range::ONE};
    let seen = zeros + ones;
    if seen == 0 {
        return 0;
    }
    // A tenth of an observation is added on each side: what was always so in the corpus may still
    // turn out otherwise.
    let p = (u64::from(10 * ones + 1) * u64::from(ONE) / u64::from(10 * seen + 2)) as u32;
    let half = LEVELS as i32 / 2;
    let level = (stretch(p.min(ONE - 1)) + STEP * half + STEP / 2).div_euclid(STEP);
    let class = COUNTS.partition_point(|&count| u32::from(count) <= seen) - 1;
    1 + (class * LEVELS) as u8 + level.clamp(0, 2 * half) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::text::collect::{self, Document};

    #[test]
    fn a_snapshot_knows_what_many_documents_said() {
        let document = || Document {
            weight: 1,
            strings: vec![(3, b"Tarrasch".to_vec())],
        };
        let documents: Vec<Document> = std::iter::repeat_with(document).take(5).collect();
        let data: &'static [u8] = collect::snapshot(&documents, 10, 3).leak();
        let snapshot = Snapshot::new(data);
        let held = data[..2 << 10].chunks(2).filter(|check| *check != [0, 0]);
        let mut lines = 0;
        for high in 0..=16 {
            let hash = first_hash(3) ^ super::super::salt(high);
            lines += usize::from(snapshot.get(hash).is_some());
        }
        // What a word begins with: the first half of `T`, and the second after it.
        assert_eq!(lines, 2);
        assert!(held.count() > 16);
        assert_eq!(collect::snapshot(&documents, 10, 6), vec![0; 17 << 10]);
    }

    /// The hash of the last byte as a context where a string of kind `field` begins.
    fn first_hash(field: u32) -> u32 {
        let mut past = super::super::past::Past::new(12);
        past.begin(field);
        super::super::level::Context::Order(1).hash(&past)
    }

    #[test]
    fn data_of_another_size_hold_no_lines() {
        for len in [0, 16, 17, 35, 51] {
            let data: &'static [u8] = vec![1; len].leak();
            assert!((0..1000).all(|hash| Snapshot::new(data).get(hash << 16).is_none()));
        }
    }

    #[test]
    fn codes_stand_for_what_they_were_made_of() {
        assert_eq!(EXPANDED[usize::from(code([0, 0]))], FRESH);
        for (zeros, ones) in [(0, 1), (1, 0), (3, 3), (0, 100), (40, 2)] {
            let cell = EXPANDED[usize::from(code([zeros, ones]))];
            let seen = zeros + ones;
            assert!(cell & 15 <= 12 && u32::from(cell & 15) <= seen);
            let p = f64::from(cell >> COUNT_BITS) / 4096.0;
            let share = f64::from(ones) / f64::from(seen);
            assert!((p - share).abs() < 0.1, "{zeros} {ones} {p}");
        }
    }
}

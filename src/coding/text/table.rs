//! What contexts have seen of the bytes that followed them, in one hashed table.
//!
//! A *line* belongs to one context and one half of the coming byte: fifteen decisions, one for each run of bits that
//! the half may begin with, and a check that tells contexts with the same place apart. A line fills half a cache line,
//! so a context costs one miss for four bits (the arrangement of lpaq, Mahoney 2007).

use super::snapshot::Snapshot;
use crate::coding::{fetch::fetch, lined, mix::stretch};
use std::sync::Arc;

/// A decision: probability of a one in 1/4,096, and how often it was seen (15 at most).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u16);

/// Even chances, never seen.
pub(super) const FRESH: u16 = 0x8000;
pub(super) const COUNT_BITS: u32 = 4;
const COUNT_MAX: u16 = (1 << COUNT_BITS) - 1;
/// Cells are told apart by how often they were seen and six bits of their probability.
pub(super) const STATES: usize = 1 << 10;

/// 65,536 times the share by which the n-th observation moves a cell. The first moves it almost all the way: most of what
/// follows a long context follows it always.
const RATES: [i32; 16] = {
    let mut rates = [0; 16];
    let mut n = 0;
    while n < 16 {
        rates[n] = 65_536 * 10 / (10 * n as i32 + 11);
        n += 1;
    }
    rates
};

/// How much a cell counts that was seen so often, in 1/256.
const CONFIDENCE: [i32; 16] = [
    0, 110, 150, 175, 190, 205, 215, 225, 235, 240, 244, 248, 252, 256, 256, 256,
];

impl Cell {
    /// How often it was seen, 15 at most.
    #[inline]
    pub(super) fn count(self) -> u16 {
        self.0 & COUNT_MAX
    }

    /// The logarithm of the odds of a one.
    #[inline]
    pub(super) fn stretched(self) -> i32 {
        stretch(u32::from(self.0))
    }

    /// The same, but the less the less often it was seen.
    #[inline]
    pub(super) fn cautious(self) -> i32 {
        (self.stretched() * CONFIDENCE[usize::from(self.count())]) >> 8
    }

    /// How often it was seen and, roughly, its probability: below [`STATES`].
    #[inline]
    pub(super) fn state(self) -> usize {
        usize::from(self.0 >> 10 << COUNT_BITS | self.0 & COUNT_MAX)
    }

    /// The probability of a one (in 1/65,536) in the middle of a state.
    pub(super) fn middle(state: usize) -> u16 {
        ((state >> COUNT_BITS & 63) << 10 | 1 << 9) as u16
    }

    /// The same after it turned out to be `bit`.
    #[inline]
    pub(super) fn seen(self, bit: bool) -> Cell {
        let (p, count) = (i32::from(self.0 >> COUNT_BITS), self.0 & COUNT_MAX);
        let rate = RATES[usize::from(count)];
        // Rounded away from zero: a decision that never changes becomes certain.
        let (target, rounding) = if bit { (4095, 0xffff) } else { (0, 0) };
        let moved = p + (((target - p) * rate + rounding) >> 16);
        let count = count + u16::from(count < COUNT_MAX);
        Cell((moved as u16) << COUNT_BITS | count)
    }
}

/// Element 0 is the check; element `n` the [`Cell`] of the decision
/// after the bits of `n` below its leading one.
pub(super) type Line = [u16; LINE];

/// Elements of a line.
pub(super) const LINE: usize = 16;
/// Lines begin at multiples of so many bytes, two by two.
const ALIGNMENT: usize = lined::LINE;

/// Lines by the hash of their contexts.
#[derive(Debug)]
pub(super) struct Table {
    /// Lines one after another, `start` elements in.
    cells: Vec<u16>,
    /// Where the memory happens to be aligned; nothing but speed depends on it.
    start: usize,
    mask: usize,
    /// Where a line comes from that is not here yet: from there, or else from the snapshot.
    before: Option<Arc<Table>>,
    snapshot: Snapshot,
}

impl Table {
    /// A table of 2^`log2_lines` lines (two at least) of 32 bytes; memory is touched as it is used.
    pub(super) fn new(log2_lines: u32) -> Table {
        let lines = 2usize << (log2_lines.max(1) - 1);
        // Zeros straight from the system: a vector of aligned lines would be written to at once.
        let cells = vec![0; lines * LINE + ALIGNMENT / 2];
        let start = cells.as_ptr().align_offset(ALIGNMENT);
        Table {
            start: if start < ALIGNMENT / 2 { start } else { 0 },
            cells,
            mask: lines - 1,
            before: None,
            snapshot: Snapshot::default(),
        }
    }

    /// A table that begins with what `before` has seen: lines are taken from there when they are first looked for.
    pub(super) fn after(before: Arc<Table>, log2_lines: u32) -> Table {
        Table {
            snapshot: before.snapshot,
            before: Some(before),
            ..Table::new(log2_lines)
        }
    }

    /// The same table, but lines never looked for come from a snapshot.
    pub(super) fn over(self, snapshot: Snapshot) -> Table {
        Table { snapshot, ..self }
    }

    /// The line of a context if it is here.
    fn get(&self, hash: u32) -> Option<Line> {
        let first = place(hash, self.mask);
        [first, first ^ 1]
            .into_iter()
            .find(|&place| self.cells[self.start + place * LINE] == check(hash))
            .map(|place| self.line(place))
    }

    /// Where the line of a context is, unless it is beside that, and the check of the line that is there.
    #[inline]
    pub(super) fn peek(&self, hash: u32) -> (usize, u16) {
        let place = place(hash, self.mask);
        (place, self.cells[self.start + place * LINE])
    }

    /// Has what [`settle`](Table::settle) will look at brought near, if the line is not where it was looked for first.
    #[inline]
    pub(super) fn foresee(&self, hash: u32, (_, held): (usize, u16)) {
        if held == check(hash) {
            return;
        }
        if let Some(before) = &self.before {
            before.fetch(hash);
        }
        self.snapshot.fetch(hash);
    }

    /// Has the line of a context brought near.
    #[inline]
    pub(super) fn fetch(&self, hash: u32) {
        if let Some(cell) = self.cells.get(self.start + place(hash, self.mask) * LINE) {
            fetch(cell);
        }
    }

    /// Makes what [`peek`](Table::peek) returned the place of the context's line.
    #[inline]
    pub(super) fn settle(&mut self, hash: u32, (place, held): (usize, u16)) -> usize {
        if held == check(hash) {
            place
        } else {
            self.find_beside(place, hash)
        }
    }

    /// The place of the line of a context that is not at `first`: where it is not beside it either, the one of the two that
    /// was seen less often makes room for it.
    fn find_beside(&mut self, first: usize, hash: u32) -> usize {
        let places = [first, first ^ 1];
        // Another context may have taken the place since its check was read.
        if let Some(place) = places
            .into_iter()
            .find(|&place| self.cells[self.start + place * LINE] == check(hash))
        {
            return place;
        }
        let seen = |place: usize| self.cells[self.start + place * LINE + 1] & COUNT_MAX;
        let place = places[usize::from(seen(places[0]) > seen(places[1]))];
        let before = self.before.as_ref();
        let known = before
            .and_then(|before| before.get(hash))
            .or_else(|| self.snapshot.get(hash));
        let line = known.unwrap_or_else(|| {
            let mut line = [FRESH; LINE];
            line[0] = check(hash);
            line
        });
        self.put(place, line);
        place
    }

    /// The line at a place.
    #[inline]
    pub(super) fn line(&self, place: usize) -> Line {
        self.cells[self.start + place * LINE..]
            .first_chunk()
            .copied()
            .unwrap_or_default()
    }

    /// Puts a line back at its place.
    #[inline]
    pub(super) fn put(&mut self, place: usize, line: Line) {
        self.cells[self.start + place * LINE..][..LINE].copy_from_slice(&line);
    }
}

impl Clone for Table {
    fn clone(&self) -> Table {
        let mut copy = Table {
            before: self.before.clone(),
            snapshot: self.snapshot,
            ..Table::new(self.mask.count_ones())
        };
        // Other memory, aligned otherwise.
        let len = (self.mask + 1) * LINE;
        copy.cells[copy.start..][..len].copy_from_slice(&self.cells[self.start..][..len]);
        copy
    }
}

/// Where the line of a context belongs in a table of `mask` + 1 lines.
#[inline]
pub(super) fn place(hash: u32, mask: usize) -> usize {
    hash.wrapping_mul(0x9e37_79b1) as usize >> 7 & mask
}

/// What tells contexts with the same place apart. Never zero, so that memory never used belongs to no context.
#[inline]
pub(super) fn check(hash: u32) -> u16 {
    (hash >> 16) as u16 | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(table: &mut Table, hash: u32) -> usize {
        let seen = table.peek(hash);
        table.settle(hash, seen)
    }

    fn learn(table: &mut Table, place: usize) {
        let mut line = table.line(place);
        line[1] = Cell(line[1]).seen(true).0;
        table.put(place, line);
    }

    #[test]
    fn a_new_line_means_even_chances() {
        let mut table = Table::new(4);
        let place = find(&mut table, 12345);
        let cell = Cell(table.line(place)[7]);
        assert!(cell.count() == 0);
        assert!(cell.stretched().abs() < 4);
        assert!(Cell::middle(cell.state()).abs_diff(FRESH) <= 1 << 9);
    }

    #[test]
    fn a_cell_becomes_certain_and_changes_its_mind() {
        let mut cell = Cell(FRESH);
        for (bit, certain) in [(true, 0xfff), (false, 0)] {
            for _ in 0..200 {
                cell = cell.seen(bit);
            }
            assert_eq!(cell.0 >> COUNT_BITS, certain);
            assert!(cell.state() < STATES);
        }
    }

    #[test]
    fn a_context_finds_its_line_again() {
        let mut table = Table::new(12);
        let place = find(&mut table, 0xdead_beef);
        learn(&mut table, place);
        assert_eq!(find(&mut table, 0xdead_beef), place);
        assert_eq!(Cell(table.line(place)[1]).count(), 1);
    }

    #[test]
    fn a_table_after_another_begins_with_what_that_has_seen() {
        let mut before = Table::new(8);
        let place = find(&mut before, 0xdead_beef);
        learn(&mut before, place);
        let seen = before.line(place);
        let mut table = Table::after(Arc::new(before), 6);
        let place = find(&mut table, 0xdead_beef);
        assert_eq!(table.line(place), seen);
        let place = find(&mut table, 0x1234_5678);
        assert_eq!(Cell(table.line(place)[1]).count(), 0);
    }

    #[test]
    fn the_line_seen_less_often_makes_room() {
        let mut table = Table::new(1);
        let often = find(&mut table, 1 << 17);
        for _ in 0..5 {
            learn(&mut table, often);
        }
        for other in 2..50 {
            assert_ne!(find(&mut table, other << 17), often);
        }
        assert_eq!(find(&mut table, 1 << 17), often);
    }
}

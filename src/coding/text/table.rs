//! The hashed table of what contexts have seen of the bytes that followed them.
//!
//! A *line* belongs to one context and one half of the coming byte. It holds fifteen *cells*, the
//! adaptive probabilities of the nodes in the binary tree of four bits, and a check that detects
//! hash collisions. A line fills half a cache line, so a context costs one cache miss for four bits
//! (the arrangement of lpaq, Mahoney 2007).

use super::snapshot::Snapshot;
use crate::coding::{fetch::fetch, lined::Lined, mix::stretch};
use std::sync::Arc;

/// The statistics of one decision: the probability of a one in 1/4,096, and in the lowest bits the
/// number of observations (15 at most).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u16);

/// Never observed: probability one half.
pub(super) const FRESH: u16 = 0x8000;
pub(super) const COUNT_BITS: u32 = 4;
const COUNT_MAX: u16 = (1 << COUNT_BITS) - 1;
/// Number of states of a cell: its count and the upper six bits of its probability.
pub(super) const STATES: usize = 1 << 10;

/// By number of earlier observations: the share of its error by which the next one moves a cell, in
/// 1/65,536. The first observation moves it almost all the way: most of what follows a long context
/// always follows it.
const RATES: [i32; 16] = {
    let mut rates = [0; 16];
    let mut n = 0;
    while n < 16 {
        rates[n] = 65_536 * 10 / (10 * n as i32 + 11);
        n += 1;
    }
    rates
};

/// By number of observations: how much a cell's prediction counts, in 1/256.
const CONFIDENCE: [i32; 16] = [
    0, 110, 150, 175, 190, 205, 215, 225, 235, 240, 244, 248, 252, 256, 256, 256,
];

impl Cell {
    /// Number of observations, 15 at most.
    #[inline]
    pub(super) fn count(self) -> u16 {
        self.0 & COUNT_MAX
    }

    /// The log-odds of a one, in 1/256 (stretched).
    #[inline]
    pub(super) fn stretched(self) -> i32 {
        stretch(u32::from(self.0))
    }

    /// As [`stretched`](Cell::stretched), but shrunk towards zero when there are few observations.
    #[inline]
    pub(super) fn cautious(self) -> i32 {
        (self.stretched() * CONFIDENCE[usize::from(self.count())]) >> 8
    }

    /// The cell's count and rough probability as one number, below [`STATES`].
    #[inline]
    pub(super) fn state(self) -> usize {
        usize::from(self.0 >> 10 << COUNT_BITS | self.0 & COUNT_MAX)
    }

    /// The middle of the probabilities that share a state, in 1/65,536.
    pub(super) fn middle(state: usize) -> u16 {
        ((state >> COUNT_BITS & 63) << 10 | 1 << 9) as u16
    }

    /// The cell after another observation.
    #[inline]
    pub(super) fn seen(self, bit: bool) -> Cell {
        let (p, count) = (i32::from(self.0 >> COUNT_BITS), self.0 & COUNT_MAX);
        let rate = RATES[usize::from(count)];
        // Rounded towards the target, so that a decision that never changes becomes certain.
        let (target, rounding) = if bit { (4095, 0xffff) } else { (0, 0) };
        let moved = p + (((target - p) * rate + rounding) >> 16);
        let count = count + u16::from(count < COUNT_MAX);
        Cell((moved as u16) << COUNT_BITS | count)
    }
}

/// Element 0 is the check. Element `n` is the [`Cell`] of the decision after the bits of `n`, which
/// has a leading one.
pub(super) type Line = [u16; LINE];

/// Elements of a line.
pub(super) const LINE: usize = 16;

/// A hash table of lines; each has two possible places.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The lines one after another.
    cells: Lined<u16>,
    mask: usize,
    /// The table from which a missing line is copied, before the snapshot is asked.
    before: Option<Arc<Table>>,
    snapshot: Snapshot,
}

impl Table {
    /// A table of 2^`log2_lines` lines (two at least) of 32 bytes. The system provides the memory
    /// only as it is used.
    pub(super) fn new(log2_lines: u32) -> Table {
        let lines = 1usize << log2_lines.max(1);
        Table {
            cells: Lined::zeros(lines * LINE),
            mask: lines - 1,
            before: None,
            snapshot: Snapshot::default(),
        }
    }

    /// A table that begins with what `before` has seen, and what that began with: a line is copied
    /// from there when it is first looked up. It has hardly any room yet.
    pub(super) fn after(before: Arc<Table>) -> Table {
        Table {
            snapshot: before.snapshot,
            before: Some(before),
            ..Table::new(0)
        }
    }

    /// Makes the table one of 2^`log2_lines` lines, without those that it has itself.
    pub(super) fn resize(&mut self, log2_lines: u32) {
        *self = Table {
            before: self.before.take(),
            snapshot: self.snapshot,
            ..Table::new(log2_lines)
        };
    }

    /// The same table, with a snapshot for lines that were never looked up.
    pub(super) fn over(self, snapshot: Snapshot) -> Table {
        Table { snapshot, ..self }
    }

    /// The line of a context, if it is here.
    fn get(&self, hash: u32) -> Option<Line> {
        let first = place(hash, self.mask);
        [first, first ^ 1]
            .into_iter()
            .find(|&place| self.cells[place * LINE] == check(hash))
            .map(|place| self.line(place))
    }

    /// The line of a context, if it is here or in a table before this one.
    fn recall(&self, hash: u32) -> Option<Line> {
        self.get(hash).or_else(|| self.inherited(hash))
    }

    /// The line of a context, if it is in a table before this one.
    fn inherited(&self, hash: u32) -> Option<Line> {
        self.before.as_ref()?.recall(hash)
    }

    /// The first of the two places of a context's line, and the check of the line that is there.
    #[inline]
    pub(super) fn peek(&self, hash: u32) -> (usize, u16) {
        let place = place(hash, self.mask);
        (place, self.cells[place * LINE])
    }

    /// Prefetches what [`settle`](Table::settle) will read from other tables, if the line is not at
    /// its first place.
    #[inline]
    pub(super) fn foresee(&self, hash: u32, (_, held): (usize, u16)) {
        if held == check(hash) {
            return;
        }
        let mut table = self;
        while let Some(before) = &table.before {
            before.fetch(hash);
            table = before;
        }
        self.snapshot.fetch(hash);
    }

    /// Prefetches the line of a context.
    #[inline]
    pub(super) fn fetch(&self, hash: u32) {
        if let Some(cell) = self.cells.get(place(hash, self.mask) * LINE) {
            fetch(cell);
        }
    }

    /// The place of a context's line, given what [`peek`](Table::peek) returned. A missing line is
    /// brought in.
    #[inline]
    pub(super) fn settle(&mut self, hash: u32, (place, held): (usize, u16)) -> usize {
        if held == check(hash) {
            place
        } else {
            self.find_beside(place, hash)
        }
    }

    /// The place of a context's line that is not at `first`. If it is not at the neighbouring place
    /// either, it replaces the one of the two lines that was seen less often.
    fn find_beside(&mut self, first: usize, hash: u32) -> usize {
        let places = [first, first ^ 1];
        // Another context may have taken the place since its check was read.
        if let Some(place) = places
            .into_iter()
            .find(|&place| self.cells[place * LINE] == check(hash))
        {
            return place;
        }
        let seen = |place: usize| self.cells[place * LINE + 1] & COUNT_MAX;
        let place = places[usize::from(seen(places[0]) > seen(places[1]))];
        let known = self.inherited(hash);
        let known = known.or_else(|| self.snapshot.get(hash));
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
        self.cells[place * LINE..]
            .first_chunk()
            .copied()
            .unwrap_or_default()
    }

    /// Puts a line back at its place.
    #[inline]
    pub(super) fn put(&mut self, place: usize, line: Line) {
        self.cells[place * LINE..][..LINE].copy_from_slice(&line);
    }
}

/// The first place of a context's line in a table of `mask` + 1 lines.
#[inline]
pub(super) fn place(hash: u32, mask: usize) -> usize {
    hash.wrapping_mul(0x9e37_79b1) as usize >> 7 & mask
}

/// The check that tells contexts with the same place apart. Never zero, so unused memory belongs to
/// no context.
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
    fn a_table_begins_with_what_those_before_it_have_seen() {
        let mut first = Table::new(8);
        let place = find(&mut first, 0xdead_beef);
        learn(&mut first, place);
        let seen = first.line(place);
        let mut second = Table::after(Arc::new(first));
        second.resize(6);
        let mut third = Table::after(Arc::new(second.clone()));
        third.resize(6);
        for mut table in [second, third] {
            let place = find(&mut table, 0xdead_beef);
            assert_eq!(table.line(place), seen);
            let place = find(&mut table, 0x1234_5678);
            assert_eq!(Cell(table.line(place)[1]).count(), 0);
        }
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

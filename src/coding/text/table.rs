//! What contexts have seen of the bytes that followed them, in one hashed table.
//!
//! A *line* belongs to one context and one half of the coming byte: fifteen decisions, one for each run of bits that
//! the half may begin with, and a check that tells contexts with the same place apart. A line fills half a cache line,
//! so a context costs one miss for four bits (the arrangement of lpaq, Mahoney 2007).

/// A decision: probability of a one in 1/4,096, and how often it was seen (15 at most). Stored so that zero, what fresh
/// memory holds, means even chances and never seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u16);

/// Even chances as the memory of a cell holds them.
const EVEN: u16 = 0x8000;
const COUNT_BITS: u32 = 4;
pub(super) const COUNT_MAX: u16 = (1 << COUNT_BITS) - 1;

/// 65,536 times the share by which the n-th observation moves a cell.
const RATES: [i32; 16] = {
    let mut rates = [0; 16];
    let mut n = 0;
    while n < 16 {
        rates[n] = 65_536 * 2 / (2 * n as i32 + 4);
        n += 1;
    }
    rates
};

impl Cell {
    /// Probability of a one, in 1/4,096.
    #[inline]
    pub(super) fn p(self) -> u32 {
        u32::from((self.0 ^ EVEN) >> COUNT_BITS)
    }

    /// How often it was seen, 15 at most.
    #[inline]
    pub(super) fn count(self) -> u32 {
        u32::from(self.0 & COUNT_MAX)
    }

    /// A number below 1,024 that says how often the cell was seen and, roughly, its probability.
    #[inline]
    pub(super) fn state(self) -> usize {
        ((self.count() << 6) | (self.p() >> 6)) as usize
    }

    #[inline]
    fn seen(self, bit: bool, limit: u16) -> Cell {
        let stored = self.0 ^ EVEN;
        let (p, count) = (i32::from(stored >> COUNT_BITS), stored & COUNT_MAX);
        let rate = RATES[usize::from(count)];
        // Rounded away from zero: a decision that never changes becomes certain.
        let moved = if bit {
            p + (((4095 - p) * rate + 0xffff) >> 16)
        } else {
            p - ((p * rate + 0xffff) >> 16)
        };
        let count = count + u16::from(count < limit);
        Cell(((moved as u16) << COUNT_BITS | count) ^ EVEN)
    }
}

/// Cell 0 holds the check; cell `n` the decision after the bits of `n` below its leading one.
type Line = [u16; 16];

/// Lines by the hash of their contexts.
#[derive(Clone, Debug)]
pub(super) struct Table {
    lines: Vec<Line>,
    mask: usize,
}

impl Table {
    /// A table of 2^`log2_lines` lines of 32 bytes; memory is touched as it is used.
    pub(super) fn new(log2_lines: u32) -> Table {
        Table {
            lines: vec![[0; 16]; 1 << log2_lines],
            mask: (1 << log2_lines) - 1,
        }
    }

    /// The place of the line for a context; where neither of its two places holds it, the one seen less often is
    /// cleared for it.
    #[inline]
    pub(super) fn find(&mut self, hash: u32) -> usize {
        // A check is never zero, so fresh memory belongs to no context.
        let check = (hash >> 16) as u16 | 1;
        let first = hash.wrapping_mul(0x9e37_79b1) as usize >> 7 & self.mask;
        if self.lines[first][0] == check {
            return first;
        }
        let second = first ^ 1;
        if self.lines[second][0] == check {
            return second;
        }
        let seen = |line: &Line| line[1] & COUNT_MAX;
        let place = if seen(&self.lines[first]) <= seen(&self.lines[second]) {
            first
        } else {
            second
        };
        self.lines[place] = [0; 16];
        self.lines[place][0] = check;
        place
    }

    /// The decision of a line after the bits `node` (1 to 15).
    #[inline]
    pub(super) fn cell(&self, place: usize, node: usize) -> Cell {
        Cell(self.lines[place & self.mask][node & 15])
    }

    /// Learns that the decision was `bit`; a cell forgets observations older than about `limit` (15 at most).
    #[inline]
    pub(super) fn update(&mut self, place: usize, node: usize, bit: bool, limit: u16) {
        let cell = &mut self.lines[place & self.mask][node & 15];
        *cell = Cell(*cell).seen(bit, limit).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_memory_means_even_chances() {
        let mut table = Table::new(4);
        let place = table.find(12345);
        let cell = table.cell(place, 7);
        assert_eq!((cell.p(), cell.count()), (2048, 0));
    }

    #[test]
    fn a_cell_becomes_certain_and_changes_its_mind() {
        let mut cell = Cell(0);
        for _ in 0..200 {
            cell = cell.seen(true, COUNT_MAX);
        }
        assert_eq!((cell.p(), cell.count()), (4095, 15));
        for _ in 0..200 {
            cell = cell.seen(false, COUNT_MAX);
        }
        assert_eq!(cell.p(), 0);
    }

    #[test]
    fn a_context_finds_its_line_again() {
        let mut table = Table::new(12);
        let place = table.find(0xdead_beef);
        table.update(place, 1, true, COUNT_MAX);
        assert_eq!(table.find(0xdead_beef), place);
        assert_eq!(table.cell(place, 1).count(), 1);
    }
}

//! Section 3 of MODEL.md: the table of a text model. Numbers in comments are its clauses.

use super::snapshot;
use std::sync::Arc;

/// A probability of 12 bits, and how often it was seen.
#[derive(Clone, Copy)]
pub(crate) struct Cell(u16);

impl Cell {
    /// A cell that was never seen.
    pub(crate) fn new() -> Self {
        Cell(32_768)
    }

    /// A cell with the probability `p`, in 1/4,096, that was seen `count` times.
    pub(crate) fn seen(p: u64, count: u64) -> Self {
        Cell((16 * p + count) as u16)
    }

    /// The cell as a number of 16 bits.
    pub(crate) fn number(self) -> i64 {
        i64::from(self.0)
    }

    /// How often it was seen, 15 at most.
    pub(crate) fn count(self) -> i64 {
        self.number() % 16
    }

    /// 3.2: the number of its state.
    pub(crate) fn state(self) -> usize {
        (self.number() / 1_024 * 16 + self.count()) as usize
    }

    /// What it is after it has learnt `bit`.
    pub(crate) fn after(self, bit: bool) -> Self {
        let (p, c) = (self.number() / 16, self.count());
        let r = 655_360 / (10 * c + 11);
        let moved = if bit {
            p + (((4_095 - p) * r + 0xffff) >> 16)
        } else {
            p + ((-p * r) >> 16)
        };
        Cell::seen(moved as u64, (c as u64 + 1).min(15))
    }
}

/// A check and fifteen cells.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    /// Number 0.
    pub(crate) check: u16,
    /// Numbers 1 to 15, at their places.
    pub(crate) cells: [Cell; 16],
}

impl Default for Line {
    /// All zeros.
    fn default() -> Self {
        Line {
            check: 0,
            cells: [Cell(0); 16],
        }
    }
}

/// The line that a context holds, and its place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Held {
    /// The context's copy.
    pub(crate) line: Line,
    place: usize,
}

/// The lines of a model, and where those come from that it does not have.
#[derive(Clone)]
pub(crate) struct Table {
    lines: Vec<Line>,
    trained: Option<Arc<Table>>,
    snapshot: Option<&'static [u8]>,
}

impl Table {
    /// A table of so many lines, for a model that has read nothing.
    pub(crate) fn new(lines: usize, snapshot: Option<&'static [u8]>) -> Self {
        Table {
            lines: vec![Line::default(); lines],
            trained: None,
            snapshot,
        }
    }

    /// A table of so many lines, for a model that starts from the one with the table `trained`
    /// (6.2).
    pub(crate) fn starting(lines: usize, trained: &Arc<Table>) -> Self {
        Table {
            trained: Some(trained.clone()),
            ..Table::new(lines, trained.snapshot)
        }
    }

    /// 3.1: puts back what the contexts hold, and gives each the line of its *h*.
    pub(crate) fn look_up(&mut self, held: &mut [Held], hs: &[u32]) {
        let read: Vec<u16> = held
            .iter()
            .zip(hs)
            .map(|(held, &h)| {
                self.lines[held.place] = held.line;
                self.lines[self.place(h)].check
            })
            .collect();
        for ((held, &h), read) in held.iter_mut().zip(hs).zip(read) {
            held.place = self.settle(h, read);
            held.line = self.lines[held.place];
        }
    }

    /// 6.1, 3
    pub(crate) fn put_back(&mut self, held: &[Held]) {
        for held in held {
            self.lines[held.place] = held.line;
        }
    }

    fn place(&self, h: u32) -> usize {
        (h.wrapping_mul(0x9e37_79b1) >> 7) as usize % self.lines.len()
    }

    /// 3.1, 2: the place of *h*, where its line is from now on.
    fn settle(&mut self, h: u32, read: u16) -> usize {
        let (q, check) = (self.place(h), check(h));
        if read == check || self.lines[q].check == check {
            return q;
        }
        if self.lines[q ^ 1].check == check {
            return q ^ 1;
        }
        let seen = |place: usize| self.lines[place].cells[1].count();
        let replaced = if seen(q) > seen(q ^ 1) { q ^ 1 } else { q };
        self.lines[replaced] = self.replacement(h);
        replaced
    }

    fn replacement(&self, h: u32) -> Line {
        let trained = self.trained.as_ref().and_then(|table| table.find(h));
        let known = || snapshot::line(self.snapshot?, h, check(h));
        trained.or_else(known).unwrap_or(Line {
            check: check(h),
            cells: [Cell::new(); 16],
        })
    }

    /// The line of *h* here or in a table that this one starts from.
    fn find(&self, h: u32) -> Option<Line> {
        let q = self.place(h);
        let here = [q, q ^ 1].map(|place| self.lines[place]);
        let found = here.into_iter().find(|line| line.check == check(h));
        found.or_else(|| self.trained.as_ref()?.find(h))
    }
}

fn check(h: u32) -> u16 {
    (h >> 16 | 1) as u16
}

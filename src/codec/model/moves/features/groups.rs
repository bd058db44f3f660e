//! Groups of rows that are numbered by several facts.

use crate::codec::model::moves::net::eight::Eight;
use std::ops::Range;

/// The rows of eight moves in a group whose first row is `first`, from their numbers in it.
#[inline(always)]
pub(super) fn group<E: Eight>(first: usize, row: E) -> E {
    row + E::all(first as u64)
}

/// Rows numbered by several facts, the last of which changes fastest from row to row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    first: usize,
    /// How many values each fact has.
    pub(crate) sizes: &'static [usize],
}

impl Group {
    /// The rows from `first` up to `end`, of which there must be as many as `sizes` say.
    pub(crate) const fn new(first: usize, end: usize, sizes: &'static [usize]) -> Group {
        let (mut rows, mut fact) = (1, 0);
        while fact < sizes.len() {
            rows *= sizes[fact];
            fact += 1;
        }
        assert!(first + rows == end, "a group has another number of rows");
        Group { first, sizes }
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> Range<usize> {
        self.first..self.first + self.sizes.iter().product::<usize>()
    }
}

//! Shifts sets of squares, eight sets at a time.

use crate::codec::model::moves::{
    board::squares::{FILE_A, FILE_H},
    net::eight::Eight,
};

/// The squares to the left of those in each set.
#[inline(always)]
pub(super) fn left_of<E: Eight>(sets: E) -> E {
    sets.without(E::all(FILE_A)).right(E::all(1))
}

/// The squares to the right of those in each set.
#[inline(always)]
pub(super) fn right_of<E: Eight>(sets: E) -> E {
    sets.without(E::all(FILE_H)).left(E::all(1))
}

/// The squares `ranks` above those in each set, and as many below.
#[inline(always)]
pub(super) fn up_and_down<E: Eight>(sets: E, ranks: u64) -> E {
    sets.left(E::all(8 * ranks)) | sets.right(E::all(8 * ranks))
}

/// The squares around the only one in each set.
#[inline(always)]
pub(super) fn around<E: Eight>(at: E) -> E {
    let beside = left_of(at) | right_of(at);
    beside | up_and_down(at | beside, 1)
}

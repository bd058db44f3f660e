//! How a pawn stands after its move.

use crate::codec::model::moves::board::{
    squares::{FILE_A, FILE_H, bit, pawns_down, pawns_up, role},
    view::View,
};

/// What there is to say of a pawn on its new square.
pub(super) struct Pawn {
    /// No opponent's pawn stands ahead of it, on its file or beside.
    pub(super) passed: bool,
    /// One stands ahead of it on its file.
    pub(super) opposed: bool,
    /// An own pawn defends it.
    pub(super) protected: bool,
    /// One stands beside it.
    pub(super) beside: bool,
    /// It attacks a pawn.
    pub(super) lever: bool,
}

impl Pawn {
    #[inline(always)]
    pub(super) fn new(view: &View, from: usize, to: usize) -> Pawn {
        let at = bit(to);
        let files = at | (at & !FILE_A) >> 1 | (at & !FILE_H) << 1;
        let pawns = view.roles[role::PAWN];
        let (own, opp) = (pawns & view.own & !bit(from), pawns & view.opp);
        Pawn {
            passed: ahead(files) & opp == 0,
            opposed: ahead(at) & opp != 0,
            protected: pawns_down(at) & own != 0,
            beside: files & !at & own != 0,
            lever: pawns_up(at) & opp != 0,
        }
    }
}

/// All squares ahead of a set.
#[inline(always)]
fn ahead(set: u64) -> u64 {
    let mut span = set << 8;
    span |= span << 8;
    span |= span << 16;
    span | span << 32
}

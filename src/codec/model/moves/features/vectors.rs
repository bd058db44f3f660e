//! A number for every (role, from, to, promotion) that geometry allows, castling apart: the move's row in the output layer.

use crate::codec::model::moves::board::{candidate::Candidate, squares::role};

/// How many rows there are.
pub(crate) const COUNT: usize = NUMBERS.1 + 2;

/// The first rows of pawn moves that promote have three more behind them.
static NUMBERS: ([[[u16; 64]; 64]; 6], usize) = {
    let mut table = [[[0; 64]; 64]; 6];
    let mut next = 0;
    let mut role = 0;
    while role < 6 {
        let mut from = 0;
        while from < 64 {
            let mut to = 0;
            while to < 64 {
                if possible(role, from, to) {
                    table[role][from][to] = next as u16;
                    next += if role == role::PAWN && to >= 56 { 4 } else { 1 };
                }
                to += 1;
            }
            from += 1;
        }
        role += 1;
    }
    (table, next)
};

const fn possible(role: usize, from: usize, to: usize) -> bool {
    if from == to {
        return false;
    }
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    match role {
        role::PAWN => {
            let up = to / 8 == from / 8 + 1 && files <= 1;
            let two = from / 8 == 1 && to / 8 == 3 && files == 0;
            from / 8 != 0 && (up || two)
        }
        role::KNIGHT => files * ranks == 2,
        role::BISHOP => diagonal,
        role::ROOK => straight,
        role::QUEEN => straight || diagonal,
        _ => files <= 1 && ranks <= 1,
    }
}

/// The row of a move.
#[inline(always)]
pub(crate) fn number(c: Candidate) -> u16 {
    if c.castles() {
        return (NUMBERS.1 + usize::from(c.to() > c.from())) as u16;
    }
    let row = NUMBERS.0[c.role()][c.from()][c.to()];
    row + c.promotion().saturating_sub(1) as u16
}

//! A number for every (role, from, to, promotion) that geometry allows, castling apart: the move's row in the output layer.

use super::moves::Moves;
use crate::codec::model::moves::{
    board::{candidate::Candidates, squares::role},
    net::{arithmetic::Arithmetic, eight::Eight},
};

/// How many rows there are.
pub(crate) const COUNT: usize = NUMBERS.1 + 2;

/// The first rows of pawn moves that promote have three more behind them.
const NUMBERS: ([[[u16; 64]; 64]; 6], usize) = {
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

/// Castling stands in [`PLACES`] like moves of a seventh role.
const CASTLING: usize = role::COUNT;

/// The rows of moves, by role, origin and destination: six bits each, but for the role.
static PLACES: [u16; 8 << 12] = {
    let mut table = [0; 8 << 12];
    let mut role = 0;
    while role <= CASTLING {
        let mut from = 0;
        while from < 64 {
            let mut to = 0;
            while to < 64 {
                table[(role << 6 | from) << 6 | to] = match role {
                    CASTLING => NUMBERS.1 as u16 + (to > from) as u16,
                    _ => NUMBERS.0[role][from][to],
                };
                to += 1;
            }
            from += 1;
        }
        role += 1;
    }
    table
};

/// Fills `out` with the rows of all moves.
#[inline(always)]
pub(crate) fn fill<A: Arithmetic>(candidates: &Candidates, out: &mut Vec<u16>) {
    let eights = candidates.eights();
    out.clear();
    out.resize(8 * eights.len(), 0);
    for (words, rows) in eights.iter().zip(out.as_chunks_mut::<8>().0) {
        let moves = Moves::<A::Eight>::new(words);
        for (row, place) in rows.iter_mut().zip(places(&moves).store()) {
            *row = PLACES[place as usize % PLACES.len()] + (place >> 16) as u16;
        }
    }
    out.truncate(candidates.len());
}

/// Where eight moves stand in [`PLACES`] and, from the 16th bit on, how many rows further on.
#[inline(always)]
fn places<E: Eight>(moves: &Moves<E>) -> E {
    let role = moves.role + moves.castles;
    let place = (role.times(64) + moves.from).times(64) + moves.to;
    // The first of four rows is that of promotions to a knight, too.
    let further = moves.promotion - moves.promotion.some();
    place + further.left(E::all(16))
}

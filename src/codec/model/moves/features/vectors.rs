//! A number for every (role, from, to, promotion) that geometry allows, castling apart: the move's row in the output layer.
//!
//! NOTES. A table of 6 KiB, by role and origin and the way from there: no difference in time.

use super::moves::Moves;
use crate::codec::model::moves::{
    board::{candidate::Candidates, squares::role},
    net::{arithmetic::Arithmetic, eight::Eight},
};

/// How many rows there are.
pub(crate) const COUNT: usize = NUMBERS.1;

/// Castling is numbered like moves of a seventh role, by its side alone.
const CASTLING: usize = role::COUNT;

/// The rows of moves, six bits each for origin and destination and the rest for the role, and how many there are. The
/// first rows of pawn moves that promote have three more behind them.
static NUMBERS: ([u16; 8 << 12], usize) = {
    let mut table = [0; 8 << 12];
    let mut next = 0;
    let mut place = 0;
    while place < CASTLING << 12 {
        let (role, from, to) = (place >> 12, place >> 6 & 63, place & 63);
        if possible(role, from, to) {
            table[place] = next as u16;
            next += if role == role::PAWN && to >= 56 { 4 } else { 1 };
        }
        place += 1;
    }
    while place < (CASTLING + 1) << 12 {
        let (from, to) = (place >> 6 & 63, place & 63);
        table[place] = (next + (to > from) as usize) as u16;
        place += 1;
    }
    (table, next + 2)
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

/// Fills `out` with the rows of all moves.
#[inline(always)]
pub(crate) fn fill<A: Arithmetic>(candidates: &Candidates, out: &mut Vec<u16>) {
    let eights = candidates.eights();
    out.clear();
    out.resize(8 * eights.len(), 0);
    for (words, rows) in eights.iter().zip(out.as_chunks_mut::<8>().0) {
        let moves = Moves::<A::Eight>::new(words);
        for (row, place) in rows.iter_mut().zip(places(&moves).store()) {
            *row = NUMBERS.0[place as usize % NUMBERS.0.len()] + (place >> 16) as u16;
        }
    }
    out.truncate(candidates.len());
}

/// Where eight moves stand in [`NUMBERS`] and, from the 16th bit on, how many rows behind that theirs is.
#[inline(always)]
fn places<E: Eight>(moves: &Moves<E>) -> E {
    let role = moves.role + moves.castles;
    let place = (role.times(64) + moves.from).times(64) + moves.to;
    // The first of four rows is that of promotions to a knight, too.
    let further = moves.promotion - moves.promotion.some();
    place + further.left(E::all(16))
}

//! A number for every move (role, origin, destination, promotion) that geometry allows: the move's
//! vector in the output layer. Castling has two numbers, one for each side.

use super::moves::Moves;
use crate::codec::model::moves::{
    board::{candidate::Candidates, squares::role},
    net::{arithmetic::Arithmetic, eight::Eight},
};

/// How many vectors there are.
pub(crate) const COUNT: usize = NUMBERS.1;

/// Castling is numbered as moves of a seventh role, by its side alone.
const CASTLING: usize = role::COUNT;

/// The numbers of moves, and how many there are. The index has six bits for the destination, six
/// for the origin, and the role above them. A pawn's move to the last rank has four numbers in a
/// row, of which the table gives the first.
// A table of 6 KiB, by role, origin and direction, makes no difference in time.
static NUMBERS: ([u16; 8 << 12], usize) = {
    let mut table = [0; 8 << 12];
    let mut next = 0;
    let mut place = 0;
    while place < CASTLING << 12 {
        let (role, from, to) = (place >> 12, place >> 6 & 63, place & 63);
        if possible(role, from, to) {
            table[place] = next as u16;
            next += if promotes(role, to) { 4 } else { 1 };
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

const fn promotes(role: usize, to: usize) -> bool {
    role == role::PAWN && to >= 56
}

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

/// Every vector but those of castling: its number, and role, origin and destination of its move.
pub(crate) fn moves() -> impl Iterator<Item = (usize, [usize; 3])> {
    let places = (0..CASTLING << 12).map(|place| [place >> 12, place >> 6 & 63, place & 63]);
    let geometric = places.filter(|&[role, from, to]| possible(role, from, to));
    geometric.flat_map(|way @ [role, from, to]| {
        let first = usize::from(NUMBERS.0[(role << 6 | from) << 6 | to]);
        let promotions = if promotes(role, to) { 4 } else { 1 };
        (first..first + promotions).map(move |number| (number, way))
    })
}

/// Fills `out` with the vectors of all moves.
#[inline(always)]
pub(crate) fn fill<A: Arithmetic>(candidates: &Candidates, out: &mut Vec<u16>) {
    let eights = candidates.eights();
    out.resize(8 * eights.len(), 0);
    for (words, rows) in eights.iter().zip(out.as_chunks_mut::<8>().0) {
        let moves = Moves::<A::Eight>::new(words);
        for (row, place) in rows.iter_mut().zip(places(&moves).store()) {
            *row = NUMBERS.0[place as usize % NUMBERS.0.len()] + (place >> 16) as u16;
        }
    }
    out.truncate(candidates.len());
}

/// The indices of eight moves in [`NUMBERS`] and, from bit 16 on, what to add to the number found
/// there.
#[inline(always)]
fn places<E: Eight>(moves: &Moves<E>) -> E {
    let role = moves.role + moves.castles;
    let place = (role.times(64) + moves.from).times(64) + moves.to;
    // The first of the four numbers is that of promotions to a knight, and so nothing is added for
    // them.
    let further = moves.promotion - moves.promotion.some();
    place + further.left(E::all(16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_but_those_of_castling_is_that_of_one_move() {
        let numbers = moves().map(|(number, _)| number);
        assert!(numbers.eq(0..COUNT - 2));
    }
}

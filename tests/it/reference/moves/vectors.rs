//! The numbers of vectors. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::{
    board::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, Turned},
    weights::VECTORS,
};
use std::collections::HashMap;

/// The number of each move that geometry allows (8.2).
pub(crate) struct Vectors(HashMap<[usize; 3], usize>);

impl Vectors {
    /// Counts them.
    pub(crate) fn new() -> Vectors {
        let mut numbers = HashMap::new();
        let mut next = 0;
        for role in 0..6 {
            for from in 0..64 {
                for to in 0..64 {
                    if can_go(role, from, to) {
                        numbers.insert([role, from, to], next);
                        next += if role == PAWN && to >= 56 { 4 } else { 1 };
                    }
                }
            }
        }
        assert_eq!(next + 2, VECTORS);
        Vectors(numbers)
    }

    /// That of a move.
    pub(crate) fn of(&self, m: &Turned) -> usize {
        if m.castles {
            return VECTORS - 2 + usize::from(m.to > m.from);
        }
        self.0[&[m.role, m.from, m.to]] + m.promotion.map_or(0, |role| role - KNIGHT)
    }
}

fn can_go(role: usize, from: usize, to: usize) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    from != to
        && match role {
            PAWN => {
                let one = to / 8 == from / 8 + 1 && files <= 1;
                let two = from / 8 == 1 && to / 8 == 3 && files == 0;
                from >= 8 && (one || two)
            }
            KNIGHT => files * ranks == 2,
            BISHOP => diagonal,
            ROOK => straight,
            QUEEN => straight || diagonal,
            _ => files <= 1 && ranks <= 1,
        }
}

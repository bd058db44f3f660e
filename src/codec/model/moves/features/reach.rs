//! What the pieces of eight moves attack from their new squares.
//!
//! A line piece attacks the squares of a line up to and including the first occupied one. Take the
//! occupied squares of the line as one number: subtracting twice the bit of the piece's square
//! flips all bits from the next square up to the first blocker (the "o^(o-2r)" trick,
//! chessprogramming.org). For the other direction, the same is done on the board turned round, with
//! the last square first. No table of squares is read and nothing depends on which pieces move, so
//! eight moves take as long as one.

use super::{
    moves::Moves,
    steps::{around, left_of, right_of, up_and_down},
};
use crate::codec::model::moves::{
    board::squares::{FILE_A, FILE_H, role},
    net::eight::{Eight, excess},
};

/// The diagonals from a1 to h8 and from h1 to a8.
const RISING: u64 = 0x8040_2010_0804_0201;
const FALLING: u64 = 0x0102_0408_1020_4080;
const FIRST_RANK: u64 = 0xff;
const LAST_RANK: u64 = FIRST_RANK << 56;

/// By role: all bits where it moves in this way, none where it does not.
const DIAGONALLY: [u64; 8] = those(&[role::BISHOP, role::QUEEN]);
const STRAIGHT: [u64; 8] = those(&[role::ROOK, role::QUEEN]);
const AS_PAWN: [u64; 8] = those(&[role::PAWN]);
const AS_KNIGHT: [u64; 8] = those(&[role::KNIGHT]);
const AS_KING: [u64; 8] = those(&[role::KING]);

const fn those(roles: &[usize]) -> [u64; 8] {
    let mut table = [0; 8];
    let mut i = 0;
    while i < roles.len() {
        table[roles[i]] = !0;
        i += 1;
    }
    table
}

/// What the moved pieces attack after the moves, on a board where `occupied` squares have pieces
/// before them.
#[inline(always)]
pub(super) fn reach<E: Eight>(moves: &Moves<E>, occupied: u64) -> E {
    let square = moves.lands();
    let at = E::all(1).left(square);
    let left = left_of(at);
    let right = right_of(at);
    let beside = left | right;
    let two_beside = left_of(left) | right_of(right);
    let knight = up_and_down(beside, 2) | up_and_down(two_beside, 1);
    let pawn = beside.left(E::all(8));
    slides(moves, square, at, occupied)
        | (pawn & moves.standing.item(&AS_PAWN))
        | (knight & moves.standing.item(&AS_KNIGHT))
        | (around(at) & moves.standing.item(&AS_KING))
}

/// What the pieces that move along lines attack from the squares `at`; empty for others.
#[inline(always)]
fn slides<E: Eight>(moves: &Moves<E>, square: E, at: E, occupied: u64) -> E {
    let file = square & E::all(7);
    let ranks = square & E::all(56);
    let files = file.left(E::all(3));
    let sum = ranks + files;
    let middle = E::all(56);
    // How far the diagonals lie above or below the long ones, in bits: eight a rank.
    let rising = Shift {
        up: excess(ranks, files),
        down: excess(files, ranks),
    };
    let falling = Shift {
        up: excess(sum, middle),
        down: excess(middle, sum),
    };
    let ahead = Ways {
        rising: rising.of(RISING),
        falling: falling.of(FALLING),
        rank: E::all(FIRST_RANK).left(ranks),
        file: E::all(FILE_A).left(file),
        at,
        occupied: E::all(occupied).without(moves.at_from),
    };
    let first = E::all(1 << 63);
    let back = Ways {
        rising: rising.turned().of(RISING),
        falling: falling.turned().of(FALLING),
        rank: E::all(LAST_RANK).right(ranks),
        file: E::all(FILE_H).right(file),
        at: first.right(square),
        occupied: E::all(occupied.reverse_bits()).without(first.right(moves.from)),
    };
    let diagonally = moves.standing.item(&DIAGONALLY);
    let straight = moves.standing.item(&STRAIGHT);
    ahead.seen(diagonally, straight) | back.seen(diagonally, straight).reversed()
}

/// How far a diagonal lies from the long one, in bits.
#[derive(Clone, Copy)]
struct Shift<E> {
    up: E,
    down: E,
}

impl<E: Eight> Shift<E> {
    #[inline(always)]
    fn of(self, diagonal: u64) -> E {
        E::all(diagonal).left(self.up).right(self.down)
    }

    /// The same on the board turned by 180 degrees.
    #[inline(always)]
    fn turned(self) -> Shift<E> {
        Shift {
            up: self.down,
            down: self.up,
        }
    }
}

/// The lines through eight squares, on the board as it is or turned by 180 degrees.
struct Ways<E> {
    rising: E,
    falling: E,
    rank: E,
    file: E,
    at: E,
    occupied: E,
}

impl<E: Eight> Ways<E> {
    /// What pieces that move `diagonally` or `straight` attack in the directions of higher squares.
    #[inline(always)]
    fn seen(&self, diagonally: E, straight: E) -> E {
        let diagonals = self.seen_along(self.rising) | self.seen_along(self.falling);
        let lines = self.seen_along(self.rank) | self.seen_along(self.file);
        (diagonals & diagonally) | (lines & straight)
    }

    #[inline(always)]
    fn seen_along(&self, line: E) -> E {
        let blockers = self.occupied & line;
        (blockers ^ (blockers - (self.at + self.at))) & line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::codec::model::moves::{
        board::{
            candidate::{Candidate, Candidates},
            generate::legal_moves,
            squares::{bishop, bit, king, knight, pawns_up, rook},
            view::{Attacks, View},
        },
        net::{arithmetic::Plain, eight::InTurn},
        testing::each_position,
    };
    use proptest::{prelude::*, sample::Index};

    /// The same for one move, by the usual attack functions.
    fn reach_of(c: Candidate, occupied: u64) -> u64 {
        let occupied = occupied & !bit(c.from());
        let to = c.to();
        match c.standing() {
            role::PAWN => pawns_up(bit(to)),
            role::KNIGHT => knight(to),
            role::BISHOP => bishop(to, occupied),
            role::ROOK => rook(to, occupied),
            role::QUEEN => bishop(to, occupied) | rook(to, occupied),
            _ => king(c.lands()),
        }
    }

    fn assert_reached(position: &Position) {
        let view = View::new(position);
        let mut candidates = Candidates::default();
        legal_moves::<Plain>(&view, &Attacks::new(&view), &mut candidates);
        let eights = candidates.eights().iter();
        let reached =
            eights.flat_map(|words| reach(&Moves::<InTurn>::new(words), view.occupied()).store());
        for (c, reached) in candidates.iter().zip(reached) {
            assert_eq!(reached, reach_of(c, view.occupied()), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn every_piece_reaches_what_it_attacks(picks in prop::collection::vec(any::<Index>(), 1..150), start in 0usize..3) {
            let starts: [&[u8]; 3] = [
                b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
                b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                b"Q6Q/PPP4k/3b4/r7/8/B6b/4Kppp/R6q b - - 0 1",
            ];
            each_position(starts[start], &picks, assert_reached);
        }
    }
}

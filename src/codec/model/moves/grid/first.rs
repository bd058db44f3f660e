//! The first layer: what each square is told of the position and of the game, added up.

use super::{Buffers, TOP, UNIT_BITS, UNITS};
use crate::codec::model::moves::{
    board::{
        squares::{Squares, role},
        view::View,
    },
    features::{Situation, inputs},
    net::arithmetic::Arithmetic,
};
use crate::coding::lined::Lined;

/// Fractional bits of the rows of the first layer.
pub(super) const ROW_BITS: u32 = 9;

/// The pieces of the mover and of the opponent, and no piece.
const PIECES: usize = 2 * role::COUNT + 1;
/// By piece and square.
const PIECE: usize = 0;
/// By piece, and by how often (up to three times) the mover and the opponent attack the square.
const ATTACKED: usize = PIECE + PIECES * 64;
/// By the set of roles of the mover that attack the square, and of the opponent.
const OWN_ROLES: usize = ATTACKED + PIECES * 16;
const OPP_ROLES: usize = OWN_ROLES + 64;
/// A pinned piece, one that can give discovered check, a rook that may castle, and the en passant
/// square.
const MARKS: usize = OPP_ROLES + 64;
/// The target and the origin of each of the last moves, the latest first.
const PAST: usize = MARKS + 4;
/// The role captured by the last move, on its target.
const CAPTURED: usize = PAST + 2 * 4;
/// On all squares: classes of the mover's rating, of the opponent's, of the time control, of the
/// number of half-moves, and of those since the last irreversible move.
const RATING: usize = CAPTURED + 7;
const OPP_RATING: usize = RATING + inputs::RATINGS;
const SPEED: usize = OPP_RATING + inputs::RATINGS;
const PLY: usize = SPEED + inputs::SPEEDS;
const QUIET: usize = PLY + inputs::PLIES;
/// How many rows there are.
pub(super) const COUNT: usize = QUIET + inputs::QUIETS;

/// The rows, each of [`UNITS`] weights with [`ROW_BITS`] fractional bits.
#[derive(Debug)]
pub(super) struct Rows(pub(super) Lined<i16>);

impl Rows {
    #[inline(always)]
    fn row(&self, number: usize) -> &[i16; UNITS] {
        &self.0.as_chunks().0[number]
    }
}

/// A square's sums so far.
type Sums = [i16; UNITS];

#[inline(always)]
fn add(sums: &mut Sums, row: &Sums) {
    for k in 0..UNITS {
        sums[k] = sums[k].wrapping_add(row[k]);
    }
}

impl Buffers {
    /// Works out the units of all squares in the first layer.
    #[inline(always)]
    pub(super) fn begin<A: Arithmetic>(&mut self, rows: &Rows, situation: &Situation<'_>) {
        let &Situation { view, attacks, .. } = situation;
        let shared = of_game(rows, situation);
        let [own, opp] = [attacks.own.bits(), attacks.opp.bits()];
        let counts = A::by_square([opp[0], opp[1], own[0], own[1]]);
        let by_own = A::by_square(attacks.own_by);
        let by_opp = A::by_square(attacks.opp_by);
        for square in 0..64 {
            let sums = &mut self.sums[square];
            let piece = usize::from(view.board[square]);
            *sums = shared;
            add(sums, rows.row(PIECE + piece * 64 + square));
            add(
                sums,
                rows.row(ATTACKED + piece * 16 + usize::from(counts[square])),
            );
            add(sums, rows.row(OWN_ROLES + usize::from(by_own[square])));
            add(sums, rows.row(OPP_ROLES + usize::from(by_opp[square])));
        }
        self.mark(rows, situation);
        for square in 0..64 {
            let (units, sums) = (&mut self.units[square], &self.sums[square]);
            for k in 0..UNITS {
                const SHIFT: u32 = ROW_BITS - UNIT_BITS;
                let rounded = sums[k].wrapping_add(1 << (SHIFT - 1)) >> SHIFT;
                units[k] = rounded.clamp(0, TOP as i16) as u8;
            }
        }
    }

    /// Adds what few squares are told.
    #[inline(always)]
    fn mark(&mut self, rows: &Rows, situation: &Situation<'_>) {
        let &Situation { view, context, .. } = situation;
        for (number, set) in marks(view).into_iter().enumerate() {
            for square in Squares(set) {
                add(&mut self.sums[square], rows.row(MARKS + number));
            }
        }
        for (back, past) in context.past.iter().enumerate() {
            let Some(past) = past.map(|past| past.turned(view)) else {
                continue;
            };
            let to = &mut self.sums[usize::from(past.to & 63)];
            add(to, rows.row(PAST + 2 * back));
            if back == 0 {
                add(to, rows.row(CAPTURED + usize::from(past.captured)));
            }
            add(
                &mut self.sums[usize::from(past.from & 63)],
                rows.row(PAST + 2 * back + 1),
            );
        }
    }
}

/// The sets of squares that are marked.
#[inline(always)]
pub(super) fn marks(view: &View) -> [u64; 4] {
    [
        view.shields(view.king, view.opp),
        view.shields(view.opp_king, view.own),
        view.castling,
        view.passing,
    ]
}

/// What all squares are told.
#[inline(always)]
fn of_game(rows: &Rows, situation: &Situation<'_>) -> Sums {
    let firsts = [RATING, OPP_RATING, SPEED, PLY, QUIET];
    let mut sums = [0; UNITS];
    for (first, class) in firsts.into_iter().zip(inputs::classes(situation)) {
        add(&mut sums, rows.row(first + class));
    }
    sums
}

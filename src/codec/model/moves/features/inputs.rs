//! The rows of the first layer that a position switches on.
//!
//! 5.3 of MODEL.md names them, 8.1 numbers them.

use super::{Situation, groups::Group};
use crate::codec::model::moves::{
    board::{
        squares::{Squares, bit, role},
        view::{Attacks, View},
    },
    context::Past,
    net::{
        arithmetic::Arithmetic,
        eight::{Eight, has},
    },
};

/// How a piece is attacked (not, by pieces worth as much or more, by pieces worth less), and
/// whether it is defended.
const STATES: usize = 6;
const PIECES: usize = 0;
const CASTLING: usize = PIECES + 12 * 64 * STATES;
const PASSING: usize = CASTLING + 4;
/// The opponent's last move: destination by role, origin, captured role.
const LAST_TO: usize = PASSING + 8;
const LAST_FROM: usize = LAST_TO + 6 * 64;
const LAST_CAPTURE: usize = LAST_FROM + 64;
/// The mover's last move, likewise.
const OWN_TO: usize = LAST_CAPTURE + 7;
const OWN_FROM: usize = OWN_TO + 6 * 64;
const OWN_CAPTURE: usize = OWN_FROM + 64;
/// The two moves before those: destination by role.
const THIRD_TO: usize = OWN_CAPTURE + 7;
const FOURTH_TO: usize = THIRD_TO + 6 * 64;
const RATING: usize = FOURTH_TO + 6 * 64;
const OPP_RATING: usize = RATING + RATINGS;
const SPEED: usize = OPP_RATING + RATINGS;
const PLY: usize = SPEED + SPEEDS;
/// Half-moves since the last irreversible move.
const QUIET: usize = PLY + PLIES;
/// How many rows there are.
pub(crate) const COUNT: usize = QUIET + QUIETS;

/// The groups whose rows stand for several facts each: a piece, its square, and its state.
pub(crate) const GROUPS: [Group; 1] = [Group::new(PIECES, CASTLING, &[12, 64, STATES])];

pub(crate) const RATINGS: usize = 24;
pub(crate) const SPEEDS: usize = 6;
pub(crate) const PLIES: usize = 16;
pub(crate) const QUIETS: usize = 8;

/// Appends the numbers of the rows that the position switches on.
#[inline(always)]
pub(crate) fn rows<A: Arithmetic>(situation: &Situation<'_>, out: &mut Vec<u16>) {
    let &Situation {
        view,
        attacks,
        context,
        ..
    } = situation;
    piece_rows::<A>(view, attacks, out);
    let mut push = |row: usize| out.push(row as u16);
    for square in Squares(view.castling) {
        let (own, king) = if view.own & bit(square) != 0 {
            (0, view.king)
        } else {
            (2, view.opp_king)
        };
        push(CASTLING + own + usize::from(square > king));
    }
    if view.passing != 0 {
        push(PASSING + (view.passing.trailing_zeros() as usize & 7));
    }
    past_rows(view, &context.past, &mut push);
    let firsts = [RATING, OPP_RATING, SPEED, PLY, QUIET];
    for (first, class) in firsts.into_iter().zip(classes(situation)) {
        push(first + class);
    }
}

/// The classes of the mover's rating, the opponent's rating, the time control, the number of
/// half-moves, and the number of those since the last irreversible move.
#[inline(always)]
pub(crate) fn classes(situation: &Situation<'_>) -> [usize; 5] {
    let &Situation { view, context, .. } = situation;
    let [white, black] = context.ratings;
    let (own, opp) = if view.black {
        (black, white)
    } else {
        (white, black)
    };
    [
        rating_class(own),
        rating_class(opp),
        context.speed as usize,
        ply_class(context.ply),
        quiet_class(context.reversible()),
    ]
}

/// Appends the row of each piece, eight pieces at a time.
#[inline(always)]
fn piece_rows<A: Arithmetic>(view: &View, attacks: &Attacks, out: &mut Vec<u16>) {
    let mut squares = [0; 64];
    A::members(view.occupied(), &mut squares);
    let first = out.len();
    let count = view.occupied().count_ones() as usize;
    out.resize(first + count.next_multiple_of(8), 0);
    let rows = out[first..].as_chunks_mut::<8>().0;
    for (squares, rows) in squares.as_chunks().0.iter().zip(rows) {
        let squares = A::Eight::widened(squares);
        for (row, number) in rows.iter_mut().zip(rows_of(view, attacks, squares).store()) {
            *row = number as u16;
        }
    }
    out.truncate(first + count);
}

/// The rows of the pieces on eight squares; meaningless for empty squares.
#[inline(always)]
fn rows_of<E: Eight>(view: &View, attacks: &Attacks, squares: E) -> E {
    let piece = squares.byte(&view.board);
    let is_opp = has(E::all(view.opp), squares);
    let role = piece - is_opp.times(role::COUNT as u32);
    let by_own = has(E::all(attacks.own.once), squares);
    let by_opp = has(E::all(attacks.opp.once), squares);
    let attacked = is_opp.choose(by_own, by_opp);
    let defended = is_opp.choose(by_opp, by_own);
    let below = is_opp.choose(role.item(&attacks.own_below), role.item(&attacks.opp_below));
    let cheaply = attacked & has(below, squares);
    let state = (attacked + cheaply).times(2) + defended;
    (piece.times(64) + squares).times(STATES as u32) + state + E::all(PIECES as u64)
}

#[inline(always)]
fn past_rows(view: &View, past: &[Option<Past>; 4], push: &mut impl FnMut(usize)) {
    let past = past.map(|m| m.map(|m| m.turned(view)));
    let to = |m: Past| usize::from(m.role) * 64 + usize::from(m.to);
    if let Some(m) = past[0] {
        push(LAST_TO + to(m));
        push(LAST_FROM + usize::from(m.from));
        push(LAST_CAPTURE + usize::from(m.captured));
    }
    if let Some(m) = past[1] {
        push(OWN_TO + to(m));
        push(OWN_FROM + usize::from(m.from));
        push(OWN_CAPTURE + usize::from(m.captured));
    }
    if let Some(m) = past[2] {
        push(THIRD_TO + to(m));
    }
    if let Some(m) = past[3] {
        push(FOURTH_TO + to(m));
    }
}

/// 0 for an unknown rating, 1 up to 824, then one more every 125 points.
#[inline(always)]
fn rating_class(rating: u16) -> usize {
    if rating == 0 {
        return 0;
    }
    1 + (usize::from(rating).saturating_sub(700) / 125).min(RATINGS - 2)
}

#[inline(always)]
fn ply_class(ply: u32) -> usize {
    match ply {
        0..8 => ply as usize / 2,
        8..40 => 4 + (ply as usize - 8) / 6,
        40..60 => 10,
        60..80 => 11,
        80..110 => 12,
        110..150 => 13,
        150..200 => 14,
        _ => 15,
    }
}

#[inline(always)]
fn quiet_class(reversible: usize) -> usize {
    match reversible {
        0..4 => reversible,
        4..8 => 4,
        8..16 => 5,
        16..32 => 6,
        _ => 7,
    }
}

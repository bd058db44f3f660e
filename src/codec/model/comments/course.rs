//! The moves around a comment, as facts that networks are told of clocks and evaluations alike.

use super::{clock::what, expectation::LAST_CLASS, moment::Moment};
use crate::chess::{Move, Square};

/// Moves by role and by what they take.
const CAPTURES: u32 = 7;

/// Which moves they were and how surprising.
pub(super) fn moves(moment: &Moment) -> [u32; 11] {
    let Moment {
        ply, facts, course, ..
    } = moment;
    let stage = (ply / 12).min(3);
    let [third, fourth, next, third_next] = course.surprises.map(u32::from);
    let [kind_before, kind_last, kind_next, kind_after] = course.moves.map(kind);
    [
        4 * u32::from(facts.surprise) + stage,
        u32::from(facts.answered),
        third,
        fourth,
        next,
        third_next,
        4 * what(facts) + stage,
        kind_before,
        kind_last,
        kind_next,
        kind_after,
    ]
}

/// Where the move before the last went, and where the last came from and went.
pub(super) fn squares(moment: &Moment) -> [u32; 3] {
    let [before, last, ..] = moment.course.moves;
    [
        square(before.map(Move::to), moment.side),
        square(last.map(Move::to), moment.side),
        square(last.and_then(Move::from), moment.side),
    ]
}

/// A square as the player of a side sees it.
pub(super) fn square(square: Option<Square>, side: usize) -> u32 {
    square.map_or(0, |square| u32::from(square) ^ (56 * side as u32))
}

/// Who moved and what was taken.
fn kind(played: Option<Move>) -> u32 {
    played.map_or(0, |m| {
        CAPTURES * m.role() as u32 + m.capture().map_or(0, |role| role as u32)
    })
}

/// Half-moves in classes, which grow coarser.
pub(super) fn time_of(ply: u32) -> u32 {
    match ply {
        0..40 => ply,
        40..80 => 40 + (ply - 40) / 4,
        _ => 50 + (ply - 80) / 16,
    }
}

/// Classes of facts, one list after another, the highest standing for all beyond it.
pub(super) fn together<const FACTS: usize>(lists: &[&[u32]]) -> [u8; FACTS] {
    let mut together = [0; FACTS];
    let classes = lists.iter().copied().flatten();
    for (fact, &class) in together.iter_mut().zip(classes) {
        *fact = class.min(LAST_CLASS) as u8;
    }
    together
}

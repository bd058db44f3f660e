//! The moves around a comment, as facts for the networks of both clocks and evaluations.

use crate::{
    chess::{Move, Square},
    codec::model::comments::{expectation::LAST_CLASS, moment::Moment},
};

/// How many classes of captures there are: none, or one of six pieces.
const CAPTURES: u32 = 7;

/// What kinds of moves were played around the comment, and how surprising they were.
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
        4 * facts.kind() + stage,
        kind_before,
        kind_last,
        kind_next,
        kind_after,
    ]
}

/// The squares that the last move but one went to, that the last one went to, and that it came
/// from.
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

/// The class of a move by the piece that moves and the piece that it takes.
fn kind(played: Option<Move>) -> u32 {
    played.map_or(0, |m| {
        CAPTURES * m.role() as u32 + m.capture().map_or(0, |role| role as u32)
    })
}

/// A number of half-moves as a class; classes grow coarser.
pub(super) fn time_of(ply: u32) -> u32 {
    match ply {
        0..40 => ply,
        40..80 => 40 + (ply - 40) / 4,
        _ => 50 + (ply - 80) / 16,
    }
}

/// Lists of classes, `FACTS` together, as one list; the highest class stands for all beyond it.
pub(super) fn together<const FACTS: usize>(lists: &[&[u32]]) -> [u8; FACTS] {
    debug_assert_eq!(lists.iter().map(|list| list.len()).sum::<usize>(), FACTS);
    let mut together = [0; FACTS];
    let classes = lists.iter().copied().flatten();
    for (fact, &class) in together.iter_mut().zip(classes) {
        *fact = class.min(LAST_CLASS) as u8;
    }
    together
}

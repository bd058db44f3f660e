//! The facts about an evaluation to come, from which a
//! [network](crate::codec::model::comments::expectation) predicts how far it is from the best
//! guess. All are seen from the side of the player who has just moved, but for the last differences
//! of the other player, which are as that player saw them.

use super::{bucket::fine_log, course, evals::Prospect};
use crate::{
    chess::Move,
    codec::model::comments::{
        expectation::{CLASSES, LAST_CLASS},
        moment::toward,
    },
};

/// How many facts there are.
pub(crate) const FACTS: usize = 29;
/// The class of zero for numbers with signs.
const MIDDLE: i64 = CLASSES as i64 / 2;

/// What is known before an evaluation is coded.
pub(super) struct Appraisal<'a> {
    pub(super) prospect: &'a Prospect<'a>,
    /// By side: how far off the last two best guesses were.
    pub(super) last: [[i64; 2]; 2],
}

impl Appraisal<'_> {
    /// The class of each fact; their order is part of what a network has learnt.
    pub(super) fn facts(&self) -> [u8; FACTS] {
        let prospect = self.prospect;
        let moment = prospect.moment;
        let (side, around) = (moment.side, &moment.course);
        let [best, second, third] = prospect.guesses.map(|g| g.map_or(0, |guess| guess.value));
        let seen = |number: i64| signed(toward(number, side));
        let thought = prospect.thought.unsigned_abs() / 1000;
        let own = [
            // The best guess, how far the others are from it, and the errors of guesses.
            seen(best),
            seen(second.saturating_sub(best)),
            seen(third.saturating_sub(best)),
            prospect.error_class(),
            signed(self.last[side][0]),
            signed(self.last[side][1]),
            signed(self.last[1 - side][0]),
            // Whether it is among other numbers, whose it is, and what else is known of the move.
            u32::from(prospect.among) << 1 | side as u32,
            moment.glyph,
            fine_log(thought),
            // How far the game is, and what was won.
            course::time_of(moment.ply),
            fine_log(u64::from(around.rest)),
            (MIDDLE + toward(around.won.into(), side)).clamp(0, LAST_CLASS.into()) as u32,
        ];
        let [.., next, _] = around.moves;
        course::together(&[
            &own,
            &course::moves(moment),
            &[exchanges(around.moves)],
            &course::squares(moment),
            &[course::square(next.map(Move::to), side)],
        ])
    }
}

/// The class of a number by size and sign, zero in the middle.
fn signed(number: i64) -> u32 {
    let size = i64::from(fine_log(number.unsigned_abs()));
    (MIDDLE + size * number.signum()).clamp(0, LAST_CLASS.into()) as u32
}

/// Bits: which of the last and the next two moves capture, and which moves (of all four) end on the
/// square where the one before did.
fn exchanges(moves: [Option<Move>; 4]) -> u32 {
    let captures = moves.map(|m| u32::from(m.is_some_and(Move::is_capture)));
    let same = |a: usize| {
        let [first, second] = [a, a + 1].map(|number| moves[number].map(Move::to));
        u32::from(first.is_some() && first == second)
    };
    captures[1] << 5 | captures[2] << 4 | captures[3] << 3 | same(0) << 2 | same(1) << 1 | same(2)
}

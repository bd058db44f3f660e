//! What is known of how long a player thought: the facts from which a [network](super::expectation) tells what to expect.

use super::{
    bucket::{bucket_of, fine_log},
    clock::{Control, Side, what},
    expectation::CLASSES,
    moment::Moment,
};
use crate::chess::{Move, Square};

/// How many facts there are.
pub(super) const FACTS: usize = 33;
/// The highest class.
const LAST: u32 = CLASSES as u32 - 1;
/// Moves by role and by what they take.
const CAPTURES: u32 = 7;

/// What is known before a clock is.
pub(super) struct Thought<'a> {
    /// The player who thought, and the other.
    pub(super) sides: [&'a Side; 2],
    pub(super) control: Control,
    /// The clock if no time had been taken, and the other's, in ticks.
    pub(super) clocks: [i64; 2],
    /// Ticks in a second.
    pub(super) per_second: i64,
    pub(super) moment: &'a Moment,
}

impl Thought<'_> {
    /// The class of each fact.
    pub(super) fn facts(&self) -> [u8; FACTS] {
        let ([own, other], [left, left_other]) = (self.sides, self.clocks);
        let Moment {
            side,
            ply,
            facts,
            course,
            ..
        } = *self.moment;
        let quarters = |ticks: i64| fine_log((4 * ticks / self.per_second).max(0) as u64);
        let seconds = |thousandths: i64| fine_log((thousandths / 1000).max(0) as u64);
        let ahead = 16 * (left - left_other) / (left + left_other).max(1);
        let own_rest = i64::from(course.rest / 2 + 1);
        let even = bucket_of(left / own_rest).unwrap_or(LAST);
        let fraction = 4 * left.rem_euclid(self.per_second) / self.per_second;
        let [before, last, next, after] = course.moves;
        let stage = (ply / 12).min(3);
        let surprises = course.surprises.map(u32::from);
        let classes = [
            // How long both thought about their last moves, and as a rule.
            own.thought[0],
            own.thought[1],
            own.thought[2],
            own.thought[3..].iter().sum::<u32>() / 3,
            own.mean / 16,
            other.thought[0],
            other.thought[1],
            other.mean / 16,
            // What their clocks say, and what the time control gives them.
            quarters(left),
            quarters(left_other),
            (ahead + 16).clamp(0, 31) as u32,
            fraction as u32,
            u32::from(self.per_second > 1),
            seconds(self.control.base),
            seconds(self.control.increment),
            // How long the game has lasted and will last, and what that leaves for each move.
            time_of(ply),
            fine_log(u64::from(course.rest)),
            quarters(4 * left / own_rest),
            (32 + even).saturating_sub(own.mean / 16),
            // How surprising moves were.
            4 * u32::from(facts.surprise) + stage,
            u32::from(facts.answered),
            surprises[0],
            surprises[1],
            surprises[2],
            surprises[3],
            // Which moves they were.
            4 * what(&facts) + stage,
            kind(before),
            kind(last),
            kind(next),
            kind(after),
            square(before.map(Move::to), side),
            square(last.map(Move::to), side),
            square(last.and_then(Move::from), side),
        ];
        classes.map(|class| class.min(LAST) as u8)
    }
}

/// A square as the player of a side sees it.
pub(super) fn square(square: Option<Square>, side: usize) -> u32 {
    square.map_or(0, |square| u32::from(square) ^ (56 * side as u32))
}

/// Who moved and what was taken.
pub(super) fn kind(played: Option<Move>) -> u32 {
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

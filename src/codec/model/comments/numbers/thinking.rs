//! The facts about a clock to come, from which a
//! [network](crate::codec::model::comments::expectation) predicts how long the player thought.

use super::{
    bucket::{BEYOND, bucket_of, fine_log},
    clock::Side,
    course,
};
use crate::codec::model::comments::moment::Moment;

/// How many facts there are.
pub(crate) const FACTS: usize = 33;

/// What is known before a clock is coded.
pub(super) struct Thought<'a> {
    /// The player who thought, and the other.
    pub(super) sides: [&'a Side; 2],
    /// What the time control gives a player: time for the game, and with each move, in thousandths
    /// of a second.
    pub(super) base: i64,
    pub(super) increment: i64,
    /// What the player's clock would show if no time had been taken, and the other's clock, in
    /// seconds or tenths of these.
    pub(super) clocks: [i64; 2],
    /// 1 for seconds, 10 for tenths.
    pub(super) per_second: i64,
    pub(super) moment: &'a Moment,
}

impl Thought<'_> {
    /// The class of each fact; their order is part of what a network has learnt.
    pub(super) fn facts(&self) -> [u8; FACTS] {
        let ([player, other], [left, left_other]) = (self.sides, self.clocks);
        let Moment {
            ply,
            course: around,
            ..
        } = self.moment;
        let quarters = |time: i64| fine_log((4 * time / self.per_second).max(0) as u64);
        let seconds = |thousandths: i64| fine_log((thousandths / 1000).max(0) as u64);
        let ahead = 16 * (left - left_other) / (left + left_other).max(1);
        let own_rest = i64::from(around.rest / 2 + 1);
        let even = bucket_of(left / own_rest).unwrap_or(BEYOND);
        let fraction = 4 * left.rem_euclid(self.per_second) / self.per_second;
        let own = [
            // How long both thought about their last moves, and on average.
            player.thought[0],
            player.thought[1],
            player.thought[2],
            player.thought[3..].iter().sum::<u32>() / 3,
            player.mean / 16,
            other.thought[0],
            other.thought[1],
            other.mean / 16,
            // What their clocks say, and what the time control gives them.
            quarters(left),
            quarters(left_other),
            (ahead + 16).clamp(0, 31) as u32,
            fraction as u32,
            u32::from(self.per_second > 1),
            seconds(self.base),
            seconds(self.increment),
            // How long the game has lasted and will last, and what that leaves for each move.
            course::time_of(*ply),
            fine_log(u64::from(around.rest)),
            quarters(4 * left / own_rest),
            (32 + even).saturating_sub(player.mean / 16),
        ];
        course::together(&[
            &own,
            &course::moves(self.moment),
            &course::squares(self.moment),
        ])
    }
}

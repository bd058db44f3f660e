//! The contexts for the time thought: views of the moment.

use super::{
    super::{bucket::fine_log, thinking::Thought},
    timer::Side,
};
use crate::{
    codec::model::comments::{blend::ELECTORS, moment::Moment},
    coding::mix::hash32,
};

/// How many views start trained.
pub(super) const TRAINED: usize = 3;
// Where no others are used, these vote, which takes too long if they are any other number.
const _: () = assert!(TRAINED == ELECTORS);

/// A context for the time thought.
#[derive(Clone, Copy, Debug)]
pub(crate) enum View {
    /// The time control alone.
    Control,
    /// The kind of move, and how long the other player had thought.
    AnswerTo,
    /// The player, and the time there was.
    PlayerLeft,
    /// The time control and the number of the move.
    Opening,
    /// How long both players think on average, and the time control.
    Means,
    /// The time control, the time there was, and who had more.
    Pressure,
    /// The kind of move, how long the player thought about the last one, and how much time was
    /// left.
    Habit,
    /// The last time thought by the other, and the last two by the player.
    Exchange,
    /// The time control, the stage of the game, and how surprising the move was.
    Stage,
    /// The player, the kind of move, and how surprising it was.
    PlayerMove,
    /// The player, how long he thinks on average, and how surprising the move was.
    PlayerMean,
    /// The time control, the stage, how surprising the move was, and how long the player thinks on
    /// average.
    Fine,
}

/// What contexts for the time thought are made from.
pub(super) struct Scene<'a> {
    /// The player who moved.
    own: Side,
    /// The opponent.
    other: Side,
    /// The class of the time that there was, in seconds.
    pub(super) left: u32,
    /// By how much the player had more time than the other, in eighths of both together.
    ahead: u32,
    control: u32,
    moment: &'a Moment,
    /// What the move does, in four bits.
    what: u32,
}

impl<'a> Scene<'a> {
    pub(super) fn of(known: &Thought<'a>, control: u32) -> Scene<'a> {
        let ([&own, &other], [most, left_other]) = (known.sides, known.clocks);
        let ahead = (most - left_other) * 8 / (most + left_other).max(1);
        Scene {
            own,
            other,
            left: fine_log((most / known.per_second).max(0) as u64),
            ahead: ahead.clamp(-8, 8) as u32 & 31,
            control,
            moment: known.moment,
            what: known.moment.facts.kind(),
        }
    }

    /// The contexts that start trained: numbers below 2^9.
    pub(super) fn trained(&self) -> [usize; TRAINED] {
        let surprise = u32::from(self.moment.facts.surprise);
        let kind = [0, 1, 0, 2, 3, 4, 3, 4, 5, 6, 5, 6, 5, 7, 5, 7][self.what as usize & 15];
        let stage = match self.moment.ply {
            0..10 => 0,
            10..24 => 1,
            24..50 => 2,
            _ => 3,
        };
        let mean = self.own.mean;
        [
            surprise << 5 | (mean / 32).min(31),
            kind << 6 | (mean / 64).min(15) << 2 | stage,
            surprise << 5 | (self.left / 2).min(31),
        ]
        .map(|value| value as usize)
    }

    /// The context of another view.
    pub(super) fn see(&self, view: View) -> u32 {
        let (facts, player) = (&self.moment.facts, self.moment.player);
        let surprise = u32::from(facts.surprise);
        let ply = self.moment.ply;
        let stage = fine_log(u64::from(ply)).min(20);
        let (t, o) = (self.own.thought, self.other.thought);
        let (mean, other) = (self.own.mean, self.other.mean);
        let [a, b, c] = match view {
            View::Control => [self.control, 0, 0],
            View::AnswerTo => [self.what, o[0], 13],
            View::PlayerLeft => [player, self.left, 0],
            View::Opening => [self.control, ply.min(60), 0],
            View::Means => [((mean / 16) << 6) | (other / 32), self.control, 0],
            View::Pressure => [self.control, self.left, self.ahead],
            View::Habit => [self.what, t[0] / 2, self.left / 4],
            View::Exchange => [o[0], t[0], t[1] / 2],
            View::Stage => [self.control, stage, surprise],
            View::PlayerMove => [player, surprise, self.what],
            View::PlayerMean => [player, mean / 16, surprise / 2],
            View::Fine => [self.control << 8 | surprise, stage, mean / 32],
        };
        hash32(a, b, c)
    }
}

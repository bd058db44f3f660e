//! Clocks: predicts how long a player thought, from how long both have thought so far, the time
//! left, and what was played.
//!
//! The time thought is coded, and the clock follows from it (13.5 of MODEL.md). A
//! [`gauge`](super::gauge) codes it under many contexts (*views* of the moment).
//!
//! Some views mean the same in all games: what the move cost under the model of moves (a surprising
//! move was thought about, an only move was not), how long the player usually thinks, what kind of
//! move it was. Their cells start trained. A network is told all that is known of the moment
//! together, and gives a prediction more ([`thinking`](super::thinking)).

use super::{
    bucket::{BEYOND, bucket_of, fine_log},
    gauge::{Design, Gauge},
    grain::Grain,
    guess::{ERROR_BITS, Guess, Guesser, Setting},
    thinking::{FACTS, Thought},
};
use crate::{
    codec::model::{
        comments::{moment::Moment, plan::Plan},
        learnt::Prior,
    },
    coding::{
        mix::{hash_bytes, hash32},
        range::Coder,
    },
    pgn::time_control::TimeControl,
};

/// How many views start trained.
pub(crate) const TRAINED: usize = 3;

/// The column that a [`Guesser`] codes clocks in that are beyond the gauge's buckets.
const UNEXPECTED: u32 = 0xc10c;
/// The column of White's first clocks in games; that of Black's is one more.
const FIRST: u32 = 0xf125;
/// The error assumed of guesses at first clocks: one tick.
const FIRST_ERROR: u64 = 1 << ERROR_BITS;
/// The same at clocks beyond the gauge's buckets: four seconds, if a tick is a second.
const UNEXPECTED_ERROR: u64 = 4 << ERROR_BITS;

/// A time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Control {
    /// Time for the game, in thousandths of a second; 0 where the tag does not say.
    pub(super) base: i64,
    /// Time gained with each move, likewise.
    pub(super) increment: i64,
    /// A hash of the tag.
    id: u32,
}

impl Control {
    /// What a `TimeControl` tag says.
    pub(crate) fn of_tag(tag: &[u8]) -> Control {
        let control = TimeControl::read(tag);
        Control {
            base: control.map_or(0, |control| control.base),
            increment: control.map_or(0, |control| control.increment),
            id: hash_bytes(tag),
        }
    }
}

/// One player's clock in the game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side {
    /// The clock after the last move, in ticks; `None` before the first.
    clock: Option<i64>,
    /// Buckets of the last times thought, the latest first.
    pub(crate) thought: [u32; 6],
    /// A running mean of the buckets, in 1/16; recent ones weigh more.
    pub(super) mean: u32,
}

/// Predicts clocks.
#[derive(Debug)]
pub(crate) struct Clocks<'m> {
    pub(crate) gauge: Gauge<'m, FACTS>,
    views: &'static [View],
    sides: [Side; 2],
    control: Control,
    /// Decimals of the clocks that come at the moment.
    decimals: u8,
    /// How many of these tell nothing.
    grain: Grain,
    /// Ticks in a second, by the decimals that tell something.
    per_second: i64,
    /// The first clock of each side in the game before.
    first: [i64; 2],
    /// Time thought about the last move coded, in units of the last decimal.
    pub(crate) thought: i64,
}

impl<'m> Clocks<'m> {
    pub(crate) fn new(plan: &'static Plan, prior: &'m Prior) -> Clocks<'m> {
        let design = Design {
            signed: false,
            trained: TRAINED,
            views: plan.clock_views.len(),
        };
        Clocks {
            gauge: Gauge::new(design, plan, prior),
            views: plan.clock_views,
            sides: [Side::default(); 2],
            control: Control::default(),
            decimals: 0,
            grain: Grain::new(0),
            per_second: 1,
            first: [0; 2],
            thought: 0,
        }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self, control: Control) {
        self.sides = [Side::default(); 2];
        self.control = control;
        self.thought = 0;
    }

    /// Codes the clock of the player who made the move, in units of the last of its `decimals`.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        given: i64,
        decimals: u8,
        moment: &Moment,
    ) -> i64 {
        if decimals != self.decimals {
            self.decimals = decimals;
            self.grain = Grain::new(decimals);
        }
        let unit = self.grain.code(coder, given);
        let per_second = 10_i64.pow(decimals.into()) / unit;
        if per_second != self.per_second {
            self.per_second = per_second;
            self.sides = [Side::default(); 2];
        }
        let clock = self.code_ticks(coder, guesser, given / unit, moment);
        let clock = clock.saturating_mul(unit);
        self.thought = self.thought.saturating_mul(unit);
        self.grain.learn(clock);
        clock
    }

    /// Codes the clock, in ticks, of the player who made the move.
    fn code_ticks<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        ticks: i64,
        moment: &Moment,
    ) -> i64 {
        let per_second = self.per_second;
        let mover = moment.side;
        let Some(before) = self.sides[mover].clock else {
            return self.code_first(coder, guesser, ticks, mover);
        };
        let most = before + self.in_ticks(self.control.increment);
        let left = self.look(most, moment);
        let (own, other) = (&self.sides[mover], &self.sides[1 - mover]);
        let known = Thought {
            sides: [own, other],
            control: self.control,
            clocks: [most, other.clock.unwrap_or(0)],
            per_second,
            moment,
        };
        let gauge = &mut self.gauge;
        let thought = gauge.code(coder, most - ticks, left, || known.facts());
        let bucket = thought.and_then(bucket_of).unwrap_or(BEYOND);
        let thought = thought.unwrap_or_else(|| {
            let guess = |value| {
                Some(Guess {
                    value,
                    error: UNEXPECTED_ERROR * per_second as u64,
                })
            };
            let other = self.sides[1 - mover].clock;
            let guesses = [guess(most), guess(before), other.and_then(guess)];
            most - guesser.code(coder, ticks, UNEXPECTED, guesses, &Setting::default())
        });
        self.learn(mover, most - thought, bucket, thought);
        most - thought
    }

    /// Thousandths of a second in units of the clock.
    fn in_ticks(&self, thousandths: i64) -> i64 {
        thousandths * self.per_second / 1000
    }

    /// Codes the first clock of a player in a game.
    fn code_first<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        ticks: i64,
        mover: usize,
    ) -> i64 {
        let error = FIRST_ERROR;
        let guess = |value| Some(Guess { value, error });
        let base = self.in_ticks(self.control.base);
        let other = self.sides[1 - mover]
            .clock
            .unwrap_or(base + self.in_ticks(self.control.increment));
        let ticks = guesser.code(
            coder,
            ticks,
            FIRST + mover as u32,
            [guess(base), guess(other), guess(self.first[mover])],
            &Setting::default(),
        );
        self.sides[mover].clock = Some(ticks);
        self.first[mover] = ticks;
        self.thought = 0;
        ticks
    }

    /// Notes a clock, and the time thought, in ticks and as a bucket.
    fn learn(&mut self, mover: usize, clock: i64, bucket: u32, thought: i64) {
        let side = &mut self.sides[mover];
        side.clock = Some(clock);
        side.thought.rotate_right(1);
        side.thought[0] = bucket;
        side.mean = if side.mean == 0 {
            bucket * 16
        } else {
            (side.mean * 3 + bucket * 16) / 4
        };
        self.thought = thought;
    }

    /// Sets the contexts for a clock of `most` ticks if no time was thought. Returns the class of
    /// that time.
    fn look(&mut self, most: i64, moment: &Moment) -> u32 {
        let other = self.sides[1 - moment.side].clock.unwrap_or(0);
        let ahead = ((most - other) * 8 / (most + other).max(1)).clamp(-8, 8) as u32 & 31;
        let scene = Scene {
            own: self.sides[moment.side],
            other: self.sides[1 - moment.side],
            left: fine_log((most / self.per_second).max(0) as u64),
            ahead,
            control: self.control.id,
            moment,
            what: moment.facts.kind(),
        };
        // Clocks in seconds and those in smaller ticks are two kinds.
        let others = self.views.iter().map(|&view| scene.see(view));
        self.gauge
            .look(self.per_second > 1, scene.trained(), others);
        scene.left
    }
}

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
struct Scene<'a> {
    /// The player who moved.
    own: Side,
    /// The opponent.
    other: Side,
    /// The class of the time that there was, in seconds.
    left: u32,
    /// By how much the player had more time than the other, in eighths of both together.
    ahead: u32,
    control: u32,
    moment: &'a Moment,
    /// What the move does, in four bits.
    what: u32,
}

impl Scene<'_> {
    /// The contexts that start trained: numbers below 2^9.
    fn trained(&self) -> [usize; TRAINED] {
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
    fn see(&self, view: View) -> u32 {
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

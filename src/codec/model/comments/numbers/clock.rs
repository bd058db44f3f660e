//! Clocks: predicts how long a player thought, from how long both have thought so far, the time
//! left, and what was played.
//!
//! The time thought is coded, and the clock follows from it (13.5 of MODEL.md). Where no clock is
//! written but the time that a move took, the time left follows from the time control. A
//! [`gauge`](super::gauge) codes it under many contexts (*views* of the moment), as far as it is
//! seconds or tenths of these; finer digits are nearly uniform.
//!
//! Some views mean the same in all games: what the move cost under the model of moves (a surprising
//! move was thought about, an only move was not), how long the player usually thinks, what kind of
//! move it was. Their cells start trained. A network is told all that is known of the moment
//! together, and gives a prediction more ([`thinking`](super::thinking)).

use super::{
    allowance::Allowance,
    bucket::{BEYOND, bucket_of, fine_log},
    control::Control,
    gauge::{Design, Gauge},
    grain::{ENOUGH, Grain},
    guess::{ERROR_BITS, Guess, Guesser, Setting},
    thinking::{FACTS, Thought},
};
use crate::{
    codec::model::{
        comments::{moment::Moment, plan::Plan},
        learnt::Prior,
    },
    coding::{adaptive::Symbol, mix::hash32, range::Coder},
};

/// How many views start trained.
pub(crate) const TRAINED: usize = 3;

/// The column that a [`Guesser`] codes clocks in that are beyond the gauge's buckets; that of times
/// taken is one more.
const UNEXPECTED: u32 = 0xc10c;
/// The column of White's first clocks in games, before those of Black's, of White's first times
/// taken, and of Black's.
const FIRST: u32 = 0xf125;
/// The error assumed of guesses at first times: one tick.
const FIRST_ERROR: u64 = 1 << ERROR_BITS;
/// The same at times beyond the gauge's buckets: four seconds, if a tick is a second.
const UNEXPECTED_ERROR: u64 = 4 << ERROR_BITS;

/// One player's clock in the game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side {
    /// The clock after the last move, in ticks; `None` before the first. Where times taken are
    /// written, what it would be.
    clock: Option<i64>,
    /// Buckets of the last times thought, the latest first, by what the gauge was told of them.
    pub(crate) thought: [u32; 6],
    /// A running mean of the buckets, in 1/16; recent ones weigh more.
    pub(super) mean: u32,
}

/// What a time in a comment says of the player who moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The time left on the clock.
    Left,
    /// The time that the move took.
    Taken,
}

impl Reading {
    /// Converts between such a time and the time thought, where there were `most` ticks.
    fn convert(self, time: i64, most: i64) -> i64 {
        match self {
            Reading::Left => most - time,
            Reading::Taken => time,
        }
    }
}

/// Both players' clocks, as far as times of one [`Reading`] tell.
#[derive(Clone, Debug)]
struct Timer {
    /// In the game at hand.
    sides: [Side; 2],
    /// The first time of each side in the game before, in ticks.
    first: [i64; 2],
    /// Decimals of the times that come at the moment.
    decimals: u8,
    /// How many of these tell nothing.
    grain: Grain,
    /// Ticks in a second, by the decimals that tell something.
    per_second: i64,
}

impl Timer {
    fn new() -> Timer {
        Timer {
            sides: [Side::default(); 2],
            first: [0; 2],
            decimals: 0,
            grain: Grain::new(0, ENOUGH),
            per_second: 1,
        }
    }

    /// Codes how long a tick is, in units of the last decimal of the time that comes.
    fn code_tick<C: Coder>(&mut self, coder: &mut C, given: i64, decimals: u8) -> i64 {
        if decimals != self.decimals {
            self.decimals = decimals;
            self.grain = Grain::new(decimals, ENOUGH);
        }
        let tick = self.grain.code(coder, given);
        let per_second = 10_i64.pow(decimals.into()) / tick;
        if per_second != self.per_second {
            self.per_second = per_second;
            self.sides = [Side::default(); 2];
        }
        tick
    }

    /// How many ticks a tenth of a second has: the least time that the gauge is told of. 1 where a
    /// tick is longer than that.
    fn ticks_in_a_tenth(&self) -> i64 {
        (self.per_second / 10).max(1)
    }

    /// Thousandths of a second in ticks.
    fn in_ticks(&self, thousandths: i64) -> i64 {
        thousandths * self.per_second / 1000
    }

    /// Ticks in thousandths of a second.
    fn in_thousandths(&self, ticks: i64) -> i64 {
        ticks * 1000 / self.per_second
    }

    /// A guess at a time beyond the gauge's buckets.
    fn unexpected(&self, value: i64) -> Guess {
        let error = UNEXPECTED_ERROR * self.per_second as u64;
        Guess { value, error }
    }
}

impl Side {
    /// Notes a clock, in ticks, and the bucket of the time thought.
    fn learn(&mut self, clock: i64, bucket: u32) {
        self.clock = Some(clock);
        self.thought.rotate_right(1);
        self.thought[0] = bucket;
        self.mean = if self.mean == 0 {
            bucket * 16
        } else {
            (self.mean * 3 + bucket * 16) / 4
        };
    }
}

/// Predicts clocks and, where there are none, the times that moves took.
#[derive(Debug)]
pub(crate) struct Clocks<'m> {
    pub(crate) gauge: Gauge<'m, FACTS>,
    views: &'static [View],
    allowance: Allowance,
    /// By what they read.
    timers: [Timer; 2],
    finer: FinerDigits,
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
            allowance: Allowance::new(),
            timers: [Timer::new(), Timer::new()],
            finer: FinerDigits::new(),
        }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self, control: Control) {
        for timer in &mut self.timers {
            timer.sides = [Side::default(); 2];
        }
        self.allowance.begin(control);
    }

    /// Codes the `reading` of the player who made the move. Returns it and the time thought about
    /// the move, both in units of the last of its `decimals`.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        reading: Reading,
        given: i64,
        decimals: u8,
        moment: &Moment,
    ) -> (i64, i64) {
        let timer = &mut self.timers[reading as usize];
        let tick = timer.code_tick(coder, given, decimals);
        let ticks = given / tick;
        let (ticks, thought) = match timer.sides[moment.side].clock {
            None => self.code_first(coder, guesser, reading, ticks, moment.side),
            Some(before) => self.code_next(coder, guesser, reading, ticks, before, moment),
        };
        let time = ticks.saturating_mul(tick);
        self.timers[reading as usize].grain.learn(time);
        (time, thought.saturating_mul(tick))
    }

    /// Codes the first time of a player in a game. Returns it and the time thought, in ticks.
    fn code_first<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        reading: Reading,
        ticks: i64,
        mover: usize,
    ) -> (i64, i64) {
        let timer = &mut self.timers[reading as usize];
        let error = FIRST_ERROR;
        let guess = |value| Some(Guess { value, error });
        let base = timer.in_ticks(self.allowance.control.base);
        let again = guess(timer.first[mover]);
        let guesses = match reading {
            Reading::Left => {
                let other = timer.sides[1 - mover].clock;
                let increased = base + timer.in_ticks(self.allowance.control.increment);
                [guess(base), guess(other.unwrap_or(increased)), again]
            }
            Reading::Taken => [again, None, None],
        };
        let column = FIRST + 2 * reading as u32 + mover as u32;
        let ticks = guesser.code(coder, ticks, column, guesses, &Setting::default());
        timer.first[mover] = ticks;
        let (clock, thought) = match reading {
            Reading::Left => {
                self.allowance.meet(timer.in_thousandths(ticks));
                (ticks, 0)
            }
            Reading::Taken => ((base - ticks).max(0), ticks),
        };
        timer.sides[mover].clock = Some(clock);
        (ticks, thought)
    }

    /// Codes another time of the player who made the move, whose clock was at `before`. Returns it
    /// and the time thought, in ticks.
    fn code_next<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        reading: Reading,
        ticks: i64,
        before: i64,
        moment: &Moment,
    ) -> (i64, i64) {
        let timer = &self.timers[reading as usize];
        let number = moment.ply.div_ceil(2);
        let most = match reading {
            Reading::Left if self.allowance.control.is_for_each_move => {
                timer.in_ticks(self.allowance.control.base)
            }
            Reading::Left => before + timer.in_ticks(self.allowance.gain(number)),
            Reading::Taken => before + timer.in_ticks(self.allowance.control.increment),
        };
        let given = reading.convert(ticks, most);
        let thought = self.code_thought(coder, reading, given, most, moment);
        let timer = &mut self.timers[reading as usize];
        let bucket = thought.and_then(|thought| bucket_of(thought / timer.ticks_in_a_tenth()));
        let thought = thought.unwrap_or_else(|| {
            let guesses = match reading {
                Reading::Left => [Some(most), Some(before), timer.sides[1 - moment.side].clock],
                Reading::Taken => [Some(most), None, None],
            };
            let guesses = guesses.map(|value| value.map(|value| timer.unexpected(value)));
            let column = UNEXPECTED + reading as u32;
            let ticks = guesser.code(coder, ticks, column, guesses, &Setting::default());
            reading.convert(ticks, most)
        });
        timer.sides[moment.side].learn((most - thought).max(0), bucket.unwrap_or(BEYOND));
        let time = reading.convert(thought, most);
        if reading == Reading::Left {
            self.allowance.learn(timer.in_thousandths(time - before));
        }
        (time, thought)
    }

    /// Codes the time thought, in ticks, of which there were `most`; `None` where that is beyond
    /// the gauge's buckets. The gauge is told of seconds or tenths.
    fn code_thought<C: Coder>(
        &mut self,
        coder: &mut C,
        reading: Reading,
        thought: i64,
        most: i64,
        moment: &Moment,
    ) -> Option<i64> {
        let timer = &self.timers[reading as usize];
        let [own, other] = [moment.side, 1 - moment.side].map(|side| &timer.sides[side]);
        let tenth = timer.ticks_in_a_tenth();
        let known = Thought {
            sides: [own, other],
            base: self.allowance.control.base,
            increment: match reading {
                Reading::Left => self.allowance.increment(),
                Reading::Taken => self.allowance.control.increment,
            },
            clocks: [most, other.clock.unwrap_or(0)].map(|ticks| ticks / tenth),
            per_second: timer.per_second / tenth,
            moment,
        };
        let scene = Scene::of(&known, self.allowance.control.id);
        let others = self.views.iter().map(|&view| scene.see(view));
        // Times in seconds and those in tenths are two kinds.
        let is_fine = known.per_second > 1;
        self.gauge.look(is_fine, scene.trained(), others);
        let (coarse, rest) = (thought.div_euclid(tenth), thought.rem_euclid(tenth));
        let facts = || known.facts();
        let coarse = self.gauge.code(coder, coarse, scene.left, facts)?;
        Some(coarse * tenth + self.finer.code(coder, rest, tenth, coarse))
    }
}

/// The digits of times behind the tenth of a second, two at most. They are nearly uniform, but for
/// the least time that a server counts.
#[derive(Clone, Debug)]
struct FinerDigits {
    /// Of the last digit, and of the one before it; by whether that is 0, and by the tenths.
    digits: [Vec<Symbol<4>>; 2],
}

/// So many tenths of a second are told apart where finer digits are coded; the last stands for all
/// beyond it.
const TENTHS: usize = 4;

impl FinerDigits {
    fn new() -> FinerDigits {
        FinerDigits {
            digits: std::array::from_fn(|_| vec![Symbol::default(); 2 * TENTHS]),
        }
    }

    /// Codes the `rest` of a time behind so many `tenths`: a number below `end`, which is 1, 10 or
    /// 100.
    fn code<C: Coder>(&mut self, coder: &mut C, rest: i64, end: i64, tenths: i64) -> i64 {
        let tenths = (tenths as usize).min(TENTHS - 1);
        let mut coded = 0;
        for (place, unit) in [(1, 10), (0, 1)] {
            if unit < end {
                let set = usize::from(coded > 0) * TENTHS + tenths;
                let digit = (rest / unit % 10) as u32;
                coded += unit * i64::from(self.digits[place][set].code(coder, digit));
            }
        }
        coded
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

impl<'a> Scene<'a> {
    fn of(known: &Thought<'a>, control: u32) -> Scene<'a> {
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

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
//!
//! All that is about people. Where times are [`steady`], as those of engines may be, guesses that
//! they go on so are enough.

mod finer;
mod steady;
mod timer;
mod views;

use super::{
    allowance::Allowance,
    bucket::{BEYOND, bucket_of},
    control::Control,
    figures::Figures,
    gauge::{Design, Gauge},
    guess::{ERROR_BITS, Guess, Guesser, Setting},
    thinking::{FACTS, Thought},
};
use crate::{
    codec::model::{
        comments::{moment::Moment, plan::Plan},
        learnt::Prior,
    },
    coding::range::Coder,
};
use finer::FinerDigits;
use steady::Steadiness;
pub(crate) use timer::Reading;
pub(super) use timer::Side;
use timer::Timer;
pub(crate) use views::View;
use views::{Scene, TRAINED};

/// The column that a [`Guesser`] codes clocks in that are beyond the gauge's buckets; that of times
/// taken is one more.
const UNEXPECTED: u32 = 0xc10c;
/// The column of White's first clocks in games, before those of Black's, of White's first times
/// taken, and of Black's.
const FIRST: u32 = 0xf125;
/// The error assumed of guesses at first times: one tick.
const FIRST_ERROR: u64 = 1 << ERROR_BITS;

/// Predicts clocks and, where there are none, the times that moves took.
#[derive(Debug)]
pub(crate) struct Clocks<'m> {
    pub(crate) gauge: Gauge<'m, FACTS>,
    views: &'static [View],
    allowance: Allowance,
    /// By what they read.
    timers: [Timer; 2],
    finer: FinerDigits,
    steadiness: Steadiness,
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
            steadiness: Steadiness::default(),
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
        figures: &mut Figures,
        reading: Reading,
        given: i64,
        decimals: u8,
        moment: &Moment,
    ) -> (i64, i64) {
        let timer = &mut self.timers[reading as usize];
        let tick = timer.code_tick(coder, given, decimals);
        let ticks = given / tick;
        let (ticks, thought) = match timer.sides[moment.side].clock {
            None => {
                let guesser = &mut figures.guesser;
                self.code_first(coder, guesser, reading, ticks, moment.side)
            }
            Some(before) => self.code_next(coder, figures, reading, ticks, before, moment),
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
        figures: &mut Figures,
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
        let thought = match self.steadiness.is_enough() {
            true => {
                let given = reading.convert(ticks, most);
                steady::code(coder, figures, reading, given, timer.per_second, moment)
            }
            false => {
                let guesser = &mut figures.guesser;
                self.code_unsteady(coder, guesser, reading, ticks, [before, most], moment)
            }
        };
        let timer = &mut self.timers[reading as usize];
        let bucket = bucket_of(thought.div_euclid(timer.ticks_in_a_tenth()));
        let side = &mut timer.sides[moment.side];
        if let Some(last) = side.latest.replace(thought) {
            self.steadiness.learn(last, thought);
        }
        side.learn((most - thought).max(0), bucket.unwrap_or(BEYOND));
        let time = reading.convert(thought, most);
        if reading == Reading::Left {
            self.allowance.learn(timer.in_thousandths(time - before));
        }
        (time, thought)
    }

    /// Codes a time of so many `ticks`, and returns the time thought, by what is known of how people
    /// think. The clock was at `before`, and there were `most` ticks.
    fn code_unsteady<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        reading: Reading,
        ticks: i64,
        [before, most]: [i64; 2],
        moment: &Moment,
    ) -> i64 {
        let given = reading.convert(ticks, most);
        if let Some(thought) = self.code_gauged(coder, reading, given, most, moment) {
            return thought;
        }
        let timer = &self.timers[reading as usize];
        let guesses = match reading {
            Reading::Left => [Some(most), Some(before), timer.sides[1 - moment.side].clock],
            Reading::Taken => [Some(most), None, None],
        };
        let guesses = guesses.map(|value| value.map(|value| timer.unexpected(value)));
        let column = UNEXPECTED + reading as u32;
        let ticks = guesser.code(coder, ticks, column, guesses, &Setting::default());
        reading.convert(ticks, most)
    }

    /// Codes the time thought, in ticks, of which there were `most`; `None` where that is beyond
    /// the gauge's buckets. The gauge is told of seconds or tenths.
    fn code_gauged<C: Coder>(
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

//! Both players' clocks: what was read of them in the game at hand, and how long a tick is.

use super::super::{
    grain::{ENOUGH, Grain},
    guess::{ERROR_BITS, Guess},
};
use crate::coding::range::Coder;

/// The error assumed of guesses at times beyond the gauge's buckets: four seconds, if a tick is a
/// second.
const UNEXPECTED_ERROR: u64 = 4 << ERROR_BITS;

/// One player's clock in the game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    /// The clock after the last move, in ticks; `None` before the first. Where times taken are
    /// written, what it would be.
    pub(super) clock: Option<i64>,
    /// The last time thought, in ticks, if it was not about the first move.
    pub(super) latest: Option<i64>,
    /// Buckets of the last times thought, the latest first, by what the gauge was told of them.
    pub(crate) thought: [u32; 6],
    /// A running mean of the buckets, in 1/16; recent ones weigh more.
    pub(crate) mean: u32,
}

impl Side {
    /// Notes a clock, in ticks, and the bucket of the time thought.
    pub(super) fn learn(&mut self, clock: i64, bucket: u32) {
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
    pub(super) fn convert(self, time: i64, most: i64) -> i64 {
        match self {
            Reading::Left => most - time,
            Reading::Taken => time,
        }
    }
}

/// Both players' clocks, as far as times of one [`Reading`] tell.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    /// In the game at hand.
    pub(super) sides: [Side; 2],
    /// The first time of each side in the game before, in ticks.
    pub(super) first: [i64; 2],
    /// Decimals of the times that come at the moment.
    decimals: u8,
    /// How many of these tell nothing.
    pub(super) grain: Grain,
    /// Ticks in a second, by the decimals that tell something.
    pub(super) per_second: i64,
}

impl Timer {
    pub(super) fn new() -> Timer {
        Timer {
            sides: [Side::default(); 2],
            first: [0; 2],
            decimals: 0,
            grain: Grain::new(0, ENOUGH),
            per_second: 1,
        }
    }

    /// Codes how long a tick is, in units of the last decimal of the time that comes.
    pub(super) fn code_tick<C: Coder>(&mut self, coder: &mut C, given: i64, decimals: u8) -> i64 {
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
    pub(super) fn ticks_in_a_tenth(&self) -> i64 {
        (self.per_second / 10).max(1)
    }

    /// Thousandths of a second in ticks.
    pub(super) fn in_ticks(&self, thousandths: i64) -> i64 {
        thousandths * self.per_second / 1000
    }

    /// Ticks in thousandths of a second.
    pub(super) fn in_thousandths(&self, ticks: i64) -> i64 {
        ticks * 1000 / self.per_second
    }

    /// A guess at a time beyond the gauge's buckets.
    pub(super) fn unexpected(&self, value: i64) -> Guess {
        let error = UNEXPECTED_ERROR * self.per_second as u64;
        Guess { value, error }
    }
}

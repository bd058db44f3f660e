//! Clocks: how long a player thought, told from how long both have thought so far, what is left, and what was played.
//!
//! A clock after a move is the clock after the same player's last move plus the increment, less the time thought; the time
//! thought is coded. It falls into one of [`BUCKETS`] buckets (exact up to seven ticks, four to the doubling from there),
//! which many contexts predict; where in the bucket it lies is nearly chance.
//!
//! NOTES. On 54,000 clocks of blitz games: ten contexts in 2^10 rows of 64 cells, 3.33 bits a clock; in 2^14 rows, 3.23; rows of eight cells, found anew
//! after three decisions, and sixteen contexts, 3.17; refined by what came of the blend, 3.164. Captures and checks mixed into contexts that
//! otherwise serve: 2 % worse than without; in contexts of their own: 1 % better.

use super::{
    blend::{Blend, Shape},
    guess::{Guess, Guesser},
    moment::Moment,
};
use crate::coding::{adaptive::Bit, mix::hash3, range::Coder};

/// Number of buckets, the last of which says that the time is none that can be thought (clocks that jump).
const BUCKETS: u32 = 64;
const JUMP: u32 = BUCKETS - 1;
const CONTEXTS: usize = 16;
/// Digits of a time, below those that make the bucket, that have probabilities of their own.
const LEARNT_DIGITS: u32 = 2;

/// A time control as far as it matters here, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) base: i64,
    pub(super) increment: i64,
    /// Tells different controls apart.
    pub(super) id: u32,
}

impl Control {
    /// Reads a `TimeControl` tag: `180+2`, `600`, `40/5400+30:1800+30`.
    pub(super) fn of_tag(text: &[u8]) -> Control {
        let number = |from: usize| {
            text[from..]
                .iter()
                .take(7)
                .take_while(|b| b.is_ascii_digit())
                .fold(0, |n, b| n * 10 + i64::from(b - b'0'))
        };
        let after = |mark: u8| text.iter().position(|&b| b == mark).map(|at| at + 1);
        Control {
            base: number(after(b'/').unwrap_or(0)),
            increment: after(b'+').map_or(0, number),
            id: crate::coding::mix::hash_bytes(text),
        }
    }
}

/// One player's clock in the game at hand.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// After the last move, in ticks; none before the first.
    clock: Option<i64>,
    /// Buckets of the times thought, the latest first.
    thought: [u32; 3],
    /// Mean bucket so far, in 1/16, recent ones more.
    mean: u32,
}

/// Predicts clocks.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    buckets: Blend,
    digits: Vec<Bit>,
    sides: [Side; 2],
    control: Control,
    /// Ticks in a second of the clocks of this game.
    per_second: i64,
    /// First clocks of the game before.
    first: [i64; 2],
    /// Time thought about the last move coded, in ticks.
    pub(super) thought: i64,
}

impl Clocks {
    pub(super) fn new() -> Clocks {
        Clocks {
            buckets: Blend::new(Shape {
                contexts: CONTEXTS,
                extras: 0,
                log2_rows: 16,
                log2_nodes: 3,
                sets: [BUCKETS as usize, 64],
                memory: 250,
                rate: 12,
            }),
            digits: vec![Bit::default(); (BUCKETS as usize) << (LEARNT_DIGITS + 1)],
            sides: [Side::default(); 2],
            control: Control::default(),
            per_second: 1,
            first: [0; 2],
            thought: 0,
        }
    }

    /// A new game begins.
    pub(super) fn begin(&mut self, control: Control) {
        for (first, side) in self.first.iter_mut().zip(&self.sides) {
            *first = side.clock.unwrap_or(*first);
        }
        self.sides = [Side::default(); 2];
        self.control = control;
        self.thought = 0;
    }

    /// Codes the clock, in ticks of `1 / per_second`, of the player who made the move.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        ticks: i64,
        per_second: i64,
        moment: &Moment,
    ) -> i64 {
        if per_second != self.per_second {
            self.per_second = per_second;
            self.sides = [Side::default(); 2];
        }
        let mover = moment.side;
        let Some(before) = self.sides[mover].clock else {
            return self.code_first(coder, guesser, ticks, mover);
        };
        let most = before + self.control.increment * per_second;
        self.set_contexts(most, moment);
        let thought = most - ticks;
        let bucket = match bucket_of(thought) {
            Some(bucket) if !C::READS => bucket,
            _ => JUMP,
        };
        let seconds = (most / per_second).max(0) as u64;
        let set = fine_log(seconds).min(63) as usize;
        let bucket = self.buckets.symbol(coder, bucket, 6, set);
        let thought = if bucket == JUMP {
            let guess = |value| {
                Some(Guess {
                    value,
                    error: 64 * per_second as u64,
                })
            };
            let other = self.sides[1 - mover].clock;
            let ticks = guesser.code(
                coder,
                ticks,
                0xc10c,
                [guess(most), guess(before), other.and_then(guess)],
                0,
            );
            most - ticks
        } else {
            self.code_in_bucket(coder, bucket, thought)
        };
        self.learn(mover, most - thought, bucket, thought);
        most - thought
    }

    fn code_first<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        ticks: i64,
        mover: usize,
    ) -> i64 {
        let guess = |value| Some(Guess { value, error: 16 });
        let base = self.control.base * self.per_second;
        let other = self.sides[1 - mover]
            .clock
            .unwrap_or(base + self.control.increment * self.per_second);
        let ticks = guesser.code(
            coder,
            ticks,
            0xf125 + mover as u32,
            [guess(base), guess(other), guess(self.first[mover])],
            0,
        );
        self.sides[mover].clock = Some(ticks);
        self.thought = 0;
        ticks
    }

    fn learn(&mut self, mover: usize, clock: i64, bucket: u32, thought: i64) {
        let side = &mut self.sides[mover];
        side.clock = Some(clock);
        side.thought = [bucket, side.thought[0], side.thought[1]];
        side.mean = if side.mean == 0 {
            bucket * 16
        } else {
            (side.mean * 3 + bucket * 16) / 4
        };
        self.thought = thought;
    }

    fn set_contexts(&mut self, most: i64, moment: &Moment) {
        let (own, other) = (&self.sides[moment.side], &self.sides[1 - moment.side]);
        let seconds = most / self.per_second;
        let left = fine_log(seconds.max(0) as u64);
        let other_clock = other.clock.unwrap_or(0);
        let ahead =
            ((most - other_clock) * 8 / (most + other_clock).max(1)).clamp(-8, 8) as u32 & 31;
        let control = self.control.id;
        let ply = moment.ply;
        let stage = fine_log(u64::from(ply)).min(20);
        let facts = moment.facts;
        let what = u32::from(facts.capture)
            | u32::from(facts.recapture) << 1
            | u32::from(facts.check) << 2
            | u32::from(facts.evasion) << 3;
        let surprise = u32::from(facts.surprise);
        let choices = u32::from(facts.choices);
        let h = |a: u32, b: u32, c: u32| hash3(a, b, c) as u32;
        let means = ((own.mean / 16) << 6) | (other.mean / 32);
        let (t, o) = (own.thought, other.thought);
        self.buckets.select_all(&[
            h(control, ply.min(60), 0),
            h(t[0], t[1], control),
            h(control, left, ahead),
            h(t[0], o[0], left),
            h(choices, left, 4),
            h(moment.player, stage, t[0] / 4),
            h(left, stage, own.mean / 32),
            h(means, control, 0),
            h(surprise, own.mean / 32, 8),
            h(o[0], o[1] / 2, 9),
            h(what, t[0] / 2, left / 4),
            h(what, own.mean / 32, stage / 2),
            h(t[0] / 2, ((t[1] / 2) << 6) | (t[2] / 2), left / 4),
            h(moment.player, left, 0),
            h(what, o[0], 13),
            h((what << 8) | ply.min(80), control, 14),
        ]);
    }

    /// Codes where in its bucket a time lies.
    fn code_in_bucket<C: Coder>(&mut self, coder: &mut C, bucket: u32, thought: i64) -> i64 {
        let (start, width) = range_of(bucket);
        let offset = if C::READS {
            0
        } else {
            (thought - start) as u32
        };
        let learnt = width.min(LEARNT_DIGITS);
        let mut digits = 1;
        for index in 0..learnt {
            let cell = &mut self.digits[(bucket << (LEARNT_DIGITS + 1)) as usize + digits];
            let bit = cell.code(coder, offset >> (width - 1 - index) & 1 == 1);
            digits = digits << 1 | usize::from(bit);
        }
        let rest = width - learnt;
        let low = coder.raw(offset & ((1 << rest) - 1), rest);
        let high = digits as i64 - (1 << learnt);
        start + (high << rest) + i64::from(low)
    }
}

/// The bucket of a time thought; none for times that nobody can have thought.
fn bucket_of(ticks: i64) -> Option<u32> {
    let bucket = match ticks {
        0..8 => ticks as u32,
        8..0x20000 => {
            let octave = ticks.ilog2();
            8 + 4 * (octave - 3) + (ticks >> (octave - 2) & 3) as u32
        }
        _ => return None,
    };
    (bucket < JUMP).then_some(bucket)
}

/// The least time of a bucket, and how many binary digits tell its times apart.
fn range_of(bucket: u32) -> (i64, u32) {
    if bucket < 8 {
        return (i64::from(bucket), 0);
    }
    let octave = (bucket - 8) / 4 + 3;
    let quarter = i64::from(bucket % 4);
    ((4 + quarter) << (octave - 2), octave - 2)
}

/// A number's size: exact up to four, then four classes to the doubling.
fn fine_log(number: u64) -> u32 {
    match number {
        0..4 => number as u32,
        _ => {
            let octave = number.ilog2();
            4 * (octave - 1) + (number >> (octave - 2) & 3) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_one_another_without_a_gap() {
        let mut next = 0;
        for bucket in 0..JUMP {
            let (start, width) = range_of(bucket);
            assert_eq!(start, next);
            next = start + (1 << width);
            assert_eq!(bucket_of(start), Some(bucket));
            assert_eq!(bucket_of(next - 1), Some(bucket));
        }
        assert_eq!(bucket_of(next), None);
        assert_eq!(bucket_of(-1), None);
    }

    #[test]
    fn time_controls_are_read() {
        let read = |text: &str| {
            let control = Control::of_tag(text.as_bytes());
            (control.base, control.increment)
        };
        assert_eq!(read("180+2"), (180, 2));
        assert_eq!(read("600"), (600, 0));
        assert_eq!(read("40/5400+30:1800+30"), (5400, 30));
        assert_eq!(read("-"), (0, 0));
        assert_eq!(
            read("99999999999999999999+99999999999999999"),
            (9_999_999, 9_999_999)
        );
    }
}

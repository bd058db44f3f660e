//! Speeds that follow exactly from a count and a time: a program counts nodes, measures the time in
//! ticks, divides, and writes down both the count and the speed.
//!
//! The time that it divided by is seldom written exactly, and it is seldom the time that stands
//! beside it, as programs stop their clocks a little early or late. But it must be a whole number
//! of ticks. So once the numbers of a column have turned out to come of such a division with a
//! number before them, the next one is coded by its ticks, which can be guessed well, and by what
//! the division lost.

use crate::{
    codec::model::comments::syntax::number,
    coding::{
        adaptive::Bit,
        mix::hash32,
        range::{Coder, PROBABILITY_BITS},
    },
    error::{Error, Result},
};
use rustc_hash::FxHashMap;

/// How many numbers before a number it may be related to.
pub(super) const REACH: usize = 4;
/// What the number to be coded may be.
const PARTS: [Part; 2] = [Part::Count, Part::Speed];
/// The units that are tried: ticks in a second of the speed, and what speeds are multiples of
/// (thousands of nodes are written as thousands or as units).
const UNITS: [(u64, u64); 3] = [(1, 1), (1000, 1), (1000, 1000)];
/// How many relations there may be between a number and those before it.
const RELATIONS: usize = REACH * PARTS.len() * UNITS.len();
/// Trust in a relation goes up to this.
const MOST_TRUST: u8 = 15;
/// From which trust on a relation is used.
const ENOUGH_TRUST: u8 = 3;
/// Smaller numbers do not teach anything.
const LEAST: u64 = 1000;
/// Times are below this many ticks.
const LONGEST: u64 = 1 << 40;
// Counts are multiplied by the ticks in a second.
const _: () = assert!(number::LIMIT < u64::MAX / 1000);
/// A relation that holds adds to its trust only if chance would make it hold in at most one of so
/// many cases.
const TELLING: u64 = 4;

/// Whether a number is the count or the speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Count,
    Speed,
}

/// A way in which a number may follow from another one.
#[derive(Clone, Copy, Debug)]
struct Relation {
    part: Part,
    ticks_a_second: u64,
    unit: u64,
}

impl Relation {
    /// Relation number `index` between a number and one before it.
    fn of(index: usize) -> Relation {
        let (ticks_a_second, unit) = UNITS[index / PARTS.len() % UNITS.len()];
        Relation {
            part: PARTS[index % PARTS.len()],
            ticks_a_second,
            unit,
        }
    }

    /// The speed that a program writes for this count and time.
    fn speed(self, count: u64, ticks: u64) -> u64 {
        count * self.ticks_a_second / (ticks * self.unit) * self.unit
    }

    /// The ticks by which `number` follows from `other`, and whether that can hardly be chance;
    /// `None` if it does not follow.
    fn ticks(self, number: u64, other: u64) -> Option<(u64, bool)> {
        let (count, speed) = match self.part {
            Part::Count => (number, other),
            Part::Speed => (other, number),
        };
        let ticks = (count * self.ticks_a_second).checked_div(speed)?;
        if !(1..LONGEST).contains(&ticks) {
            return None;
        }
        let telling = ticks * self.unit <= speed / TELLING;
        (self.speed(count, ticks) == speed).then_some((ticks, telling))
    }

    /// The first number that follows from `other` by so many ticks, and how many in a row do;
    /// `None` if they are beyond 2^64.
    fn numbers(self, ticks: u64, other: u64) -> Option<(u64, u64)> {
        if self.part == Part::Speed {
            return Some((self.speed(other, ticks), 1));
        }
        let least = |speed: u64| {
            let product = u128::from(speed) * u128::from(ticks);
            u64::try_from(product.div_ceil(u128::from(self.ticks_a_second))).ok()
        };
        let first = least(other)?;
        Some((first, least(other + self.unit)? - first))
    }
}

/// A relation that is expected to hold with the number `other`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    relation: Relation,
    other: u64,
    trust: u8,
}

impl Expected {
    /// The ticks by which `number` follows; `None` if it does not.
    pub(super) fn ticks(&self, number: i64) -> Option<i64> {
        let number = u64::try_from(number).ok()?;
        let (ticks, _) = self.relation.ticks(number, self.other)?;
        Some(ticks as i64)
    }

    /// Codes which of the numbers that follow by so many `ticks` it is.
    ///
    /// # Errors
    /// If no number follows by them.
    pub(crate) fn code<C: Coder>(&self, coder: &mut C, number: i64, ticks: i64) -> Result<i64> {
        let ticks = u64::try_from(ticks).unwrap_or(0);
        if !(1..LONGEST).contains(&ticks) {
            return Err(Error::corrupt("a speed over no time"));
        }
        let (first, count) = self
            .relation
            .numbers(ticks, self.other)
            .filter(|&(_, count)| count > 0)
            .ok_or_else(|| Error::corrupt("a speed that nothing has"))?;
        let offset = (number as u64).wrapping_sub(first);
        i64::try_from(first + code_by_halves(coder, offset, count))
            .map_err(|_| Error::corrupt("a number is out of all bounds"))
    }
}

/// Codes a number below `count`, all about equally likely: in which half it is, again and again.
/// Counts are far larger than those that [`Coder::evenly`] takes.
fn code_by_halves<C: Coder>(coder: &mut C, number: u64, count: u64) -> u64 {
    let (mut low, mut left) = (0, count);
    while left > 1 {
        let upper = left / 2;
        let lower = left - upper;
        let share = (u128::from(upper) << PROBABILITY_BITS) / u128::from(left);
        if coder.bit(number >= low + lower, share as u32) {
            (low, left) = (low + lower, upper);
        } else {
            left = lower;
        }
    }
    low
}

/// How the numbers of each column follow from those before, for each player's program.
#[derive(Debug, Default)]
pub(super) struct Speeds {
    trust: FxHashMap<u32, [u8; RELATIONS]>,
    /// Whether a relation holds, by the trust in it.
    holds: [Bit; MOST_TRUST as usize + 1],
}

impl Speeds {
    /// The most trusted relation between the next number of `column` and one of those `before` it
    /// (the latest first); `None` if none is trusted enough.
    pub(super) fn expect(
        &self,
        column: u32,
        player: u32,
        before: [Option<u64>; REACH],
    ) -> Option<Expected> {
        let trust = self.trust.get(&key(column, player))?;
        let mut best: Option<Expected> = None;
        for (index, &trust) in trust.iter().enumerate() {
            if trust < best.map_or(ENOUGH_TRUST, |best| best.trust + 1) {
                continue;
            }
            if let Some(other) = before[index % REACH] {
                best = Some(Expected {
                    relation: Relation::of(index / REACH),
                    other,
                    trust,
                });
            }
        }
        best
    }

    /// Codes whether the relation holds.
    pub(super) fn code_holds<C: Coder>(
        &mut self,
        coder: &mut C,
        expected: &Expected,
        holds: bool,
    ) -> bool {
        self.holds[usize::from(expected.trust)].code(coder, holds)
    }

    /// Learns which relations a number has with those before it.
    pub(crate) fn learn(
        &mut self,
        column: u32,
        player: u32,
        number: i64,
        before: [Option<u64>; REACH],
    ) {
        let Some(number) = u64::try_from(number).ok().filter(|&number| number >= LEAST) else {
            return;
        };
        if before.iter().all(Option::is_none) {
            return;
        }
        let trust = self
            .trust
            .entry(key(column, player))
            .or_insert([0; RELATIONS]);
        for (index, trust) in trust.iter_mut().enumerate() {
            let Some(other) = before[index % REACH] else {
                continue;
            };
            match Relation::of(index / REACH).ticks(number, other) {
                Some((_, true)) => *trust = (*trust + 1).min(MOST_TRUST),
                Some((_, false)) => *trust = trust.saturating_sub(1),
                None => *trust /= 2,
            }
        }
    }
}

fn key(column: u32, player: u32) -> u32 {
    hash32(column, player, 0x59ee)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder, Meter};
    use proptest::prelude::*;

    fn relations() -> impl Iterator<Item = Relation> {
        (0..RELATIONS / REACH).map(Relation::of)
    }

    proptest! {
        #[test]
        fn what_follows_by_its_ticks_is_among_the_numbers_of_those_ticks(number in 1u64..1 << 40, other in 1u64..1 << 40, shift in 0u32..40, ticks in 1u64..1 << 22) {
            let number = number >> shift;
            for relation in relations() {
                let divided = relation.speed(number, ticks);
                let (count, speed) = (number, divided.max(1));
                for (number, other) in [(number, other), (count, speed), (speed, count)] {
                    if let Some((ticks, _)) = relation.ticks(number, other) {
                        let (first, count) = relation.numbers(ticks, other).unwrap();
                        prop_assert!((first..first + count).contains(&number));
                    }
                }
            }
        }

        #[test]
        fn numbers_come_back(number in 0u64..1 << 50, count in 1u64..1 << 50) {
            let mut encoder = Encoder::new();
            code_by_halves(&mut encoder, number % count, count);
            let bytes = encoder.finish();
            prop_assert_eq!(code_by_halves(&mut Decoder::new(&bytes), 0, count), number % count);
        }

        #[test]
        fn no_ticks_are_too_many_to_say_so(ticks in any::<i64>(), shift in 0u32..63, other in 1u64..1_000_000_000_000_000) {
            let ticks = ticks >> shift;
            for relation in relations() {
                let expected = Expected { relation, other, trust: 5 };
                if let Ok(number) = expected.code(&mut Meter::new(), 0, ticks) {
                    prop_assert!(number >= 0);
                    let mut encoder = Encoder::new();
                    expected.code(&mut encoder, number, ticks).unwrap();
                    let bytes = encoder.finish();
                    prop_assert_eq!(expected.code(&mut Decoder::new(&bytes), 0, ticks).unwrap(), number);
                }
            }
        }
    }

    #[test]
    fn a_division_is_found_out_and_a_product_by_chance_is_not() {
        let mut speeds = Speeds::default();
        for index in 0..20 {
            let (count, ticks) = (90_000_000 + index * 7_654_321, 700 + index * 31);
            let speed = count * 1000 / ticks;
            let before = [Some(5), Some(count), None, None];
            speeds.learn(1, 1, speed as i64, before);
            speeds.learn(2, 1, (speed + 17) as i64, before);
        }
        let before = [Some(5), Some(120_000_000), None, None];
        let expected = speeds.expect(1, 1, before).unwrap();
        assert_eq!(expected.ticks(120_000_000 / 4), Some(4000));
        assert_eq!(expected.ticks(120_000_000 / 4 + 1), None);
        assert!(speeds.expect(2, 1, before).is_none());
        assert!(speeds.expect(1, 2, before).is_none());
    }
}

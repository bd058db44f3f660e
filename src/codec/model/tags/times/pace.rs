//! Numbers that count up as time goes by, like those that servers give their games: predicts a
//! number from the time since the last game.
//!
//! Two ways of counting are known, steadily and in [`windows`](super::windows). The one that was
//! less wrong lately predicts the next number.

use super::windows::Windows;
use crate::coding::adaptive::binary_digits;

/// Rates have this many fractional bits.
const FINE: u32 = 16;
/// Rates are measured between games at least so many seconds apart.
const APART: i64 = 20;
/// The mean rate moves half the way to that of two games so many seconds apart.
const TELLING: i64 = 1 << 15;
/// Errors are kept as binary logarithms with eight fractional bits; they start as if of 20 bits,
/// and each new one moves the mean by 1 / 2^this.
const ERROR_RATE: u32 = 3;
const FIRST_ERROR: i32 = 20 << 8;
/// After so many even differences the next one is asked whether it is even, too.
const ENOUGH_EVEN: u8 = 4;

/// How a column's numbers count up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// When the last game began, in seconds, and its number.
    last: Option<(i64, i64)>,
    /// Numbers a second.
    rate: Option<i64>,
    windows: Windows,
    /// The mean errors of both ways of counting: steadily, and in windows.
    errors: [i32; 2],
    /// How many differences between a number and the next were even, since the last odd one:
    /// [`ENOUGH_EVEN`] at most.
    even: u8,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            last: None,
            rate: None,
            windows: Windows::default(),
            errors: [FIRST_ERROR; 2],
            even: 0,
        }
    }
}

/// A number expected, and a class of how sure it is: different for each way of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) number: i64,
    pub(crate) class: u32,
}

impl Pace {
    /// The number expected for a game that began at `second`.
    pub(crate) fn expect(&self, second: i64) -> Option<Expected> {
        let [steady, in_windows] = self.both(second);
        match in_windows {
            Some(_) if self.errors[1] < self.errors[0] => in_windows,
            _ => steady,
        }
    }

    /// The number before, if numbers have gone up in steps of two.
    pub(crate) fn by_twos(&self) -> Option<i64> {
        let (_, number) = self.last?;
        (self.even >= ENOUGH_EVEN).then_some(number)
    }

    /// What both ways of counting expect; nothing before there is a rate.
    fn both(&self, second: i64) -> [Option<Expected>; 2] {
        let steady = self.steady(second);
        [steady, steady.and_then(|_| self.in_windows(second))]
    }

    fn steady(&self, second: i64) -> Option<Expected> {
        let (then, number) = self.last?;
        let seconds = second.wrapping_sub(then);
        let steps = (i128::from(self.rate?) * i128::from(seconds)) >> FINE;
        let steps = i64::try_from(steps).ok()?;
        Some(Expected {
            number: number.wrapping_add(steps),
            class: binary_digits(steps.unsigned_abs()),
        })
    }

    fn in_windows(&self, second: i64) -> Option<Expected> {
        let last = self.last?;
        Some(Expected {
            number: self.windows.expect(last, second)?,
            class: 65 + binary_digits(second.wrapping_sub(last.0).unsigned_abs()),
        })
    }

    /// Learns the number of a game that began at `second`.
    pub(crate) fn learn(&mut self, second: i64, number: i64) {
        let expected = self.both(second);
        for (error, expected) in self.errors.iter_mut().zip(expected) {
            if let Some(expected) = expected {
                let apart = expected.number.wrapping_sub(number).unsigned_abs();
                let wrong = apart.saturating_add(1).ilog2() as i32;
                *error += ((wrong << 8) - *error) >> ERROR_RATE;
            }
        }
        let since = self
            .last
            .map(|(then, before)| (second.wrapping_sub(then), number.wrapping_sub(before)));
        if let Some((seconds, steps)) = since {
            self.learn_rate(seconds, steps);
            self.even = match steps % 2 {
                0 => (self.even + 1).min(ENOUGH_EVEN),
                _ => 0,
            };
        }
        self.windows.learn(second, number, since);
        self.last = Some((second, number));
    }

    /// Learns that there were so many `steps` in so many `seconds`.
    fn learn_rate(&mut self, seconds: i64, steps: i64) {
        let apart = seconds.saturating_abs();
        if apart < APART {
            return;
        }
        let Ok(rate) = i64::try_from((i128::from(steps) << FINE) / i128::from(seconds)) else {
            return;
        };
        self.rate = Some(match self.rate {
            None => rate,
            Some(old) => {
                let change = i128::from(rate) - i128::from(old);
                let moved = change * i128::from(apart) / (i128::from(apart) + i128::from(TELLING));
                old.saturating_add(moved as i64)
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(expected: Option<Expected>) -> Option<i64> {
        expected.map(|expected| expected.number)
    }

    #[test]
    fn numbers_are_expected_as_time_goes_by() {
        let mut pace = Pace::default();
        assert_eq!(pace.expect(5), None);
        pace.learn(1000, 29_000_000_000);
        assert_eq!(pace.expect(1100), None);
        pace.learn(1600, 29_000_060_000);
        assert_eq!(number(pace.expect(1700)), Some(29_000_070_000));
        assert_eq!(number(pace.expect(1500)), Some(29_000_050_000));
    }

    #[test]
    fn steps_of_two_are_noticed() {
        let mut pace = Pace::default();
        (0..5).for_each(|game| pace.learn(100 * game, 7 + 20 * game));
        assert_eq!(pace.by_twos(), Some(87));
        pace.learn(500, 100);
        assert_eq!(pace.by_twos(), None);
    }

    #[test]
    fn any_numbers_are_taken() {
        let mut pace = Pace::default();
        for second in [i64::MIN, 0, i64::MAX, 1, -1] {
            for number in [i64::MAX, i64::MIN, 7] {
                pace.expect(second);
                pace.learn(second, number);
                pace.expect(second.wrapping_add(30));
            }
        }
    }
}

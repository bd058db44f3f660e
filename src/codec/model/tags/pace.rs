//! Numbers that count up as time goes by, like those that servers give their games: predicts a
//! number from the time since the last game.
//!
//! NOTES. Numbers in links to chess.com, one user's games: 22.6 bits in place of 24.1. For years
//! they have counted thousandths of a second, give or take some minutes.

/// Rates are in 1/2^`FINE` a second; each new one moves the mean by 1/2^`RATE` of its error.
const FINE: u32 = 16;
const RATE: u32 = 1;
/// Rates are measured between games at least so many seconds apart.
const APART: i64 = 20;

/// How fast a column's numbers count up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// When the last game began, in seconds, and its number.
    last: Option<(i64, i64)>,
    /// Numbers a second.
    rate: Option<i64>,
}

impl Pace {
    /// The number expected for a game that began at `second`, and how far it is from the last one.
    pub(super) fn expect(&self, second: i64) -> Option<(i64, u64)> {
        let (then, number) = self.last?;
        let steps = (i128::from(self.rate?) * i128::from(second.wrapping_sub(then))) >> FINE;
        let steps = i64::try_from(steps).ok()?;
        Some((number.wrapping_add(steps), steps.unsigned_abs()))
    }

    /// Learns the number of a game that began at `second`.
    pub(super) fn learn(&mut self, second: i64, number: i64) {
        if let Some((then, before)) = self.last
            && let seconds = second.wrapping_sub(then)
            && (APART..).contains(&seconds.saturating_abs())
        {
            let steps = i128::from(number.wrapping_sub(before)) << FINE;
            if let Ok(rate) = i64::try_from(steps / i128::from(seconds)) {
                let old = self.rate.unwrap_or(rate);
                self.rate = Some(old.wrapping_add(rate.wrapping_sub(old) >> RATE));
            }
        }
        self.last = Some((second, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_expected_as_time_goes_by() {
        let mut pace = Pace::default();
        assert_eq!(pace.expect(5), None);
        pace.learn(1000, 29_000_000_000);
        assert_eq!(pace.expect(1100), None);
        pace.learn(1600, 29_000_600_000);
        assert_eq!(pace.expect(1700), Some((29_000_700_000, 100_000)));
        assert_eq!(pace.expect(1500), Some((29_000_500_000, 100_000)));
    }

    #[test]
    fn any_numbers_are_taken() {
        let mut pace = Pace::default();
        for second in [i64::MIN, 0, i64::MAX, 1, -1] {
            for number in [i64::MAX, i64::MIN, 7] {
                pace.expect(second);
                pace.learn(second, number);
            }
        }
    }
}

//! Numbers that a server gives out in windows of ten minutes: chess.com's, from March 2021 to 2024.
//!
//! A window begins with the time, in thousandths of a second; within it each game has the next odd
//! number, some hundred a second. So numbers fall behind the time, and catch up when the next
//! window begins. How far the last number was behind says how long its window had lasted, and from
//! that follows where in its window any other moment lies, even weeks later.

/// How long a window lasts, in thousandths of a second.
const LENGTH: i64 = 600_000;
/// By how much the first numbers of windows grow in a second.
const SPEED: i64 = 1000;
/// Fractional bits of the speed within windows.
const FINE: u32 = 8;
/// The speed within a window before it is known, and the highest, in numbers a second.
const USUAL_SPEED: i64 = 150;
const TOP_SPEED: i64 = 500;
/// The speed is measured between games so many seconds apart: as a rule, they share a window.
const APART: std::ops::Range<i64> = 20..540;
/// A number this far out of the range of lags says that windows begin elsewhere.
const LOST: i64 = 2 * LENGTH;
/// Most that the least lag falls at once: a single game may have been numbered early.
const STEP: i64 = LENGTH / 10;

/// Follows numbers that are given out in windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Numbers a second within a window, with [`FINE`] fractional bits.
    speed: i64,
    /// The least lag there was: that of the first number of a window. `None` before the first
    /// number.
    least: Option<i64>,
}

impl Default for Windows {
    fn default() -> Windows {
        Windows {
            speed: USUAL_SPEED << FINE,
            least: None,
        }
    }
}

/// How far a number is behind the time.
fn lag(second: i64, number: i64) -> i64 {
    second.wrapping_mul(SPEED).wrapping_sub(number)
}

impl Windows {
    /// The number expected at `second`, after the number `last.1` at second `last.0`.
    pub(crate) fn expect(&self, last: (i64, i64), second: i64) -> Option<i64> {
        let behind = i128::from(lag(last.0, last.1)) - i128::from(self.least?);
        let since = i128::from(second) - i128::from(last.0);
        // What a second adds to the lag within a window.
        let slope = i128::from((SPEED << FINE) - self.speed);
        let lasted = (behind << FINE) * 1000 / slope + since * 1000;
        let behind = (lasted.rem_euclid(LENGTH.into()) * slope / 1000) >> FINE;
        let first = i128::from(second) * i128::from(SPEED) - i128::from(self.least?);
        i64::try_from(first - behind).ok()
    }

    /// Learns the `number` at `second`, and from how many numbers, `steps`, there were in `seconds`
    /// since the last one.
    pub(crate) fn learn(&mut self, second: i64, number: i64, since: Option<(i64, i64)>) {
        if let Some((seconds, steps)) = since
            && APART.contains(&seconds)
            && (1..TOP_SPEED * seconds).contains(&steps)
        {
            let speed = (steps << FINE) / seconds;
            self.speed += (speed - self.speed) / 2;
        }
        let lag = lag(second, number);
        let least = self.least.unwrap_or(lag);
        self.least = Some(match lag.saturating_sub(least) {
            over if over < -LOST => lag,
            over if over < 0 => least.saturating_add(over.max(-STEP)),
            over if over > LENGTH => lag.saturating_sub(LENGTH / 2),
            _ => least,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of a game that began `second` seconds after a window, at 180 games a second.
    fn number(second: i64) -> i64 {
        let window = second.div_euclid(600);
        34_000_000_001 + window * LENGTH + 180 * second.rem_euclid(600)
    }

    #[test]
    fn windows_are_followed_for_days() {
        let mut windows = Windows::default();
        let mut last: Option<(i64, i64)> = None;
        let mut close = 0;
        for game in 0..200 {
            // Now and then a day passes.
            let second = 7 + 411 * game + 86_400 * (game / 20);
            let number = number(second);
            if let Some(last) = last {
                let expected = windows.expect(last, second).unwrap();
                close += u32::from(expected.abs_diff(number) < 4000);
            }
            let since = last.map(|last| (second - last.0, number - last.1));
            windows.learn(second, number, since);
            last = Some((second, number));
        }
        // Not the first ones, nor those that show that windows begin earlier.
        assert!(close > 180, "{close}");
    }
}

//! Numbers that another one counts down: clocks lose the time thought, and gain a fixed time with
//! each move.
//!
//! Clocks are cut off to whole units before they are written, so a single one predicts the next
//! with an error of up to a unit either way. Here the exact value is tracked as closely as all
//! numbers so far allow.

/// If a number is further than this many units from what was expected, tracking begins anew.
const LOST: i64 = 4;
/// The gain is corrected by 1 / 2^this of each error.
// One file's clocks with 1, 2, 3 and 4: 2,524, 2,118, 1,995 and 2,048 bytes.
const RATE: u32 = 3;

/// Tracks a number that another one counts down. All numbers are in thousandths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Countdown {
    /// The last number before it was cut off, as far as it is known.
    fine: i64,
    /// The first `fine` of the game plus what was taken off for it: the number before the game,
    /// plus one gain.
    start: i64,
    /// What is gained with each number.
    gain: i64,
    known: Knowledge,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Knowledge {
    /// No number yet.
    #[default]
    Nothing,
    /// A number, but not what it gains.
    Number,
    /// A number and its gain.
    Gain,
}

impl Countdown {
    /// The next number, a multiple of `unit`, if `source` is taken off; `None` as long as the gain
    /// is not known.
    pub(super) fn expect(&self, source: i64, unit: i64) -> Option<i64> {
        let exact = self.exactly(source);
        (self.known == Knowledge::Gain).then(|| exact.saturating_sub(exact.rem_euclid(unit)))
    }

    fn exactly(&self, source: i64) -> i64 {
        self.fine.saturating_sub(source).saturating_add(self.gain)
    }

    /// Learns the next number.
    pub(crate) fn learn(&mut self, value: i64, source: i64, unit: i64, is_first: bool) {
        let expected = self.exactly(source);
        let held = expected.clamp(value, value.saturating_add(unit - 1));
        let error = held.saturating_sub(expected);
        let middle = value.saturating_add(unit / 2);
        if self.known == Knowledge::Gain && error.unsigned_abs() <= (LOST * unit) as u64 {
            self.fine = held;
            self.gain = self.gain.saturating_add(error >> RATE);
        } else {
            let without_gain = expected.saturating_sub(self.gain);
            (self.gain, self.known) = match self.known {
                Knowledge::Nothing => (0, Knowledge::Number),
                _ => (middle.saturating_sub(without_gain), Knowledge::Gain),
            };
            self.fine = middle;
        }
        if is_first {
            self.start = self.fine.saturating_add(source);
        }
    }

    /// Begins a new game, and expects it to begin as the last one did.
    pub(crate) fn begin_game(&mut self) {
        self.fine = self.start.saturating_sub(self.gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_cut_off_to_seconds_is_told_from_tenths() {
        let mut countdown = Countdown::default();
        let mut right = 0;
        for game in 0..4 {
            countdown.begin_game();
            let mut clock = 60_000;
            for index in 0..50 {
                let thought = 100 * (5 + (index * 7 + game) % 23);
                clock += 1500 - thought;
                let written = clock / 1000 * 1000;
                right += u32::from(countdown.expect(thought, 1000) == Some(written));
                countdown.learn(written, thought, 1000, index == 0);
            }
        }
        assert!(right > 170, "{right}");
    }

    #[test]
    fn numbers_of_any_size_are_taken() {
        let mut countdown = Countdown::default();
        for value in [i64::MIN, i64::MAX, 0, -1, 1 << 60, -(1 << 60)] {
            for source in [i64::MAX, i64::MIN, 5] {
                countdown.begin_game();
                countdown.learn(value, source, 1000, source == 5);
                countdown.expect(source, 1000);
            }
        }
    }
}

//! Numbers that follow from those before and from times. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::memory::binary_digits;
use std::collections::HashMap;

/// How wrong something was lately (11.2).
fn follow(off: &mut u32, amount: u64) {
    *off = *off - (*off >> 4) + 16 * binary_digits(amount);
}

/// Of equals the first of those with the least `off`.
fn least<T>(all: impl Iterator<Item = (T, u32)>) -> Option<T> {
    all.min_by_key(|(_, off)| *off).map(|(least, _)| least)
}

/// The last numbers of a column (11.2).
#[derive(Clone, Default)]
pub(crate) struct Lately {
    /// The latest last.
    kept: Vec<i64>,
    off: [u32; 6],
}

impl Lately {
    /// The base, and its number. Times are those of this game and of *took before*.
    pub(crate) fn base(&self, own: Option<i64>, prev: Option<i64>) -> Option<(i64, u32)> {
        let bases = self.bases(own, prev)?;
        let known = (0..6).filter_map(|i| Some(((bases[i]?, i as u32), self.off[i])));
        least(known)
    }

    fn bases(&self, own: Option<i64>, prev: Option<i64>) -> Option<[Option<i64>; 6]> {
        let last = *self.kept.last()?;
        Some([
            Some(last),
            self.kept.iter().max().copied(),
            prev.map(|prev| last.wrapping_add(prev)),
            own.map(|own| last.wrapping_sub(own)),
            own,
            own.map(|own| last.wrapping_add(own)),
        ])
    }

    /// Learns a number.
    pub(crate) fn learn(&mut self, x: i64, afresh: bool, own: Option<i64>, prev: Option<i64>) {
        if afresh {
            self.empty();
        }
        if let Some(bases) = self.bases(own, prev) {
            for (i, base) in bases.into_iter().enumerate() {
                match base {
                    Some(base) => follow(&mut self.off[i], x.abs_diff(base)),
                    None => self.off[i] = self.off[0],
                }
            }
        }
        if self.kept.len() == 16 {
            self.kept.remove(0);
        }
        self.kept.push(x);
    }

    /// Loses the numbers.
    pub(crate) fn empty(&mut self) {
        self.kept.clear();
    }
}

/// How long a game lasted (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasted {
    pub(crate) thought: i64,
    pub(crate) half_moves: i64,
    pub(crate) left: i64,
}

/// A length (11.3).
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) lasted: Lasted,
    pub(crate) a_second: i64,
    pub(crate) ending: u32,
}

/// What is known of some games (11.4).
#[derive(Clone, Copy, Default)]
struct Known {
    off: [u32; 5],
    delays: [i64; 2],
    count: i64,
}

impl Known {
    fn lengths(&self, length: &Length) -> [i64; 2] {
        let Lasted {
            thought,
            half_moves,
            left,
        } = length.lasted;
        [(thought, 0), (thought.saturating_add(left), 1)].map(|(time, i)| {
            let time = time.saturating_add(self.delays[i] * half_moves);
            time.saturating_mul(length.a_second).saturating_add(999) / 1_000
        })
    }

    fn shifts(&self, length: &Length) -> [i64; 5] {
        let [zero, one] = self.lengths(length);
        [0, zero, zero.saturating_neg(), one, one.saturating_neg()]
    }

    fn expects(&self, length: &Length) -> (i64, u32) {
        let numbered = self.shifts(length).into_iter().zip([0, 1, 2, 1, 2]);
        least(numbered.zip(self.off)).unwrap()
    }

    fn learn(&mut self, x: i64, length: &Length) {
        let (lengths, shifts) = (self.lengths(length), self.shifts(length));
        for (off, shift) in self.off.iter_mut().zip(shifts) {
            follow(off, x.abs_diff(shift));
        }
        self.count += 1;
        let step = (256 / self.count).max(4);
        for (delay, length) in self.delays.iter_mut().zip(lengths) {
            let longer = x.unsigned_abs().cmp(&length.unsigned_abs()) as i64;
            *delay = (*delay + longer * step).clamp(0, 1_000);
        }
    }
}

/// What lies between the numbers of two columns (11.4).
#[derive(Clone, Default)]
pub(crate) struct Between {
    all: Known,
    by_ending: HashMap<u32, Known>,
}

impl Between {
    fn of(&self, ending: u32) -> Known {
        let new = Known {
            off: self.all.off,
            ..Known::default()
        };
        self.by_ending.get(&ending).copied().unwrap_or(new)
    }

    /// The shift, and its kind.
    pub(crate) fn shift(&self, length: &Length) -> (i64, u32) {
        self.of(length.ending).expects(length)
    }

    /// Learns a difference; says what becomes of *took*, if anything.
    pub(crate) fn learn(&mut self, x: i64, length: &Length) -> Option<i64> {
        let mut known = self.of(length.ending);
        let (shift, _) = known.expects(length);
        known.learn(x, length);
        self.by_ending.insert(length.ending, known);
        self.all.learn(x, length);
        let took = i128::from(x.unsigned_abs()) * 1_000 / i128::from(length.a_second);
        i64::try_from(took).ok().filter(|_| shift != 0)
    }
}

/// How numbers count up with time (11.5).
#[derive(Clone)]
pub(crate) struct Pace {
    /// *then* and *number*
    before: Option<(i64, i64)>,
    rate: Option<i64>,
    speed: i64,
    least: Option<i64>,
    wrong: [i64; 2],
    even: u8,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            before: None,
            rate: None,
            speed: 150 * 256,
            least: None,
            wrong: [20 * 256; 2],
            even: 0,
        }
    }
}

fn lag(second: i64, number: i64) -> i64 {
    second.wrapping_mul(1_000).wrapping_sub(number)
}

impl Pace {
    /// The number expected for a game that began then, and its class.
    pub(crate) fn expects(&self, x: i64) -> Option<(i64, u32)> {
        let [steady, windows] = self.both(x);
        match windows {
            Some(_) if self.wrong[1] < self.wrong[0] => windows,
            _ => steady,
        }
    }

    /// The number before, if numbers have gone up by twos.
    pub(crate) fn by_twos(&self) -> Option<i64> {
        self.before
            .map(|(_, number)| number)
            .filter(|_| self.even == 4)
    }

    fn both(&self, x: i64) -> [Option<(i64, u32)>; 2] {
        let steady = self.steady(x);
        [steady, steady.and_then(|_| self.in_windows(x))]
    }

    fn steady(&self, x: i64) -> Option<(i64, u32)> {
        let (then, number) = self.before?;
        let s = x.wrapping_sub(then);
        let steps = (i128::from(self.rate?) * i128::from(s)) >> 16;
        let steps = i64::try_from(steps).ok()?;
        Some((
            number.wrapping_add(steps),
            binary_digits(steps.unsigned_abs()),
        ))
    }

    fn in_windows(&self, x: i64) -> Option<(i64, u32)> {
        let (then, number) = self.before?;
        let least = i128::from(self.least?);
        let slope = i128::from(256_000 - self.speed);
        let s = i128::from(x) - i128::from(then);
        let behind = i128::from(lag(then, number)) - least;
        let lasted = behind * 256 * 1_000 / slope + 1_000 * s;
        let first = 1_000 * i128::from(x) - least;
        let number = first - ((lasted.rem_euclid(600_000) * slope / 1_000) >> 8);
        let class = 65 + binary_digits(x.wrapping_sub(then).unsigned_abs());
        Some((i64::try_from(number).ok()?, class))
    }

    /// Learns the number of a game that began then.
    pub(crate) fn learn(&mut self, x: i64, n: i64) {
        let both = self.both(x);
        for (wrong, expected) in self.wrong.iter_mut().zip(both) {
            if let Some((number, _)) = expected {
                let off = number.wrapping_sub(n).unsigned_abs().saturating_add(1);
                *wrong += (256 * i64::from(off.ilog2()) - *wrong) >> 3;
            }
        }
        if let Some((then, number)) = self.before {
            let (s, k) = (x.wrapping_sub(then), n.wrapping_sub(number));
            self.learn_rate(s, k);
            self.even = match k % 2 {
                0 => (self.even + 1).min(4),
                _ => 0,
            };
            if (20..540).contains(&s) && (1..500 * s).contains(&k) {
                self.speed += (256 * k / s - self.speed) / 2;
            }
        }
        self.learn_lag(lag(x, n));
        self.before = Some((x, n));
    }

    fn learn_rate(&mut self, s: i64, k: i64) {
        let apart = i128::from(s.saturating_abs());
        if apart < 20 {
            return;
        }
        let Ok(q) = i64::try_from((i128::from(k) << 16) / i128::from(s)) else {
            return;
        };
        self.rate = Some(match self.rate {
            None => q,
            Some(rate) => {
                let moved = (i128::from(q) - i128::from(rate)) * apart / (apart + 32_768);
                rate.saturating_add(moved as i64)
            }
        });
    }

    fn learn_lag(&mut self, lag: i64) {
        let Some(least) = self.least else {
            self.least = Some(lag);
            return;
        };
        let over = lag.saturating_sub(least);
        self.least = Some(match over {
            ..-1_200_000 => lag,
            -1_200_000..0 => least.saturating_add(over.max(-60_000)),
            600_001.. => lag.saturating_sub(300_000),
            _ => least,
        });
    }
}

//! Countdowns and rates: 15.6 and 15.7 of the document.

/// How much a countdown knows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Knows {
    #[default]
    Nothing,
    Number,
    Gain,
}

/// A countdown.
#[derive(Clone, Copy, Default)]
pub(crate) struct Countdown {
    fine: i64,
    start: i64,
    gain: i64,
    knows: Knows,
}

impl Countdown {
    fn exactly(&self, source: i64) -> i64 {
        self.fine.saturating_sub(source).saturating_add(self.gain)
    }

    /// What it expects for a source.
    pub(crate) fn expects(&self, source: i64, unit: i64) -> Option<i64> {
        let exactly = self.exactly(source);
        let expected = exactly.saturating_sub(exactly.rem_euclid(unit));
        (self.knows == Knows::Gain).then_some(expected)
    }

    /// Learns a number from a source.
    pub(crate) fn learn(&mut self, value: i64, source: i64, unit: i64, is_first: bool) {
        let exactly = self.exactly(source);
        let held = exactly.clamp(value, value.saturating_add(unit - 1));
        let error = held.saturating_sub(exactly);
        if self.knows == Knows::Gain && error.unsigned_abs() <= 4 * unit as u64 {
            self.fine = held;
            self.gain = self.gain.saturating_add(error >> 3);
        } else {
            let middle = value.saturating_add(unit / 2);
            if self.knows == Knows::Nothing {
                self.gain = 0;
                self.knows = Knows::Number;
            } else {
                self.gain = middle.saturating_sub(exactly.saturating_sub(self.gain));
                self.knows = Knows::Gain;
            }
            self.fine = middle;
        }
        if is_first {
            self.start = self.fine.saturating_add(source);
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.fine = self.start.saturating_sub(self.gain);
    }
}

/// A rate of hits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rate {
    hits: i64,
    turns: i64,
    numbers: i64,
}

fn share(hits: i64, turns: i64) -> i64 {
    1_000 * hits / turns.max(1)
}

impl Rate {
    /// What it says, in tenths of a percent.
    pub(crate) fn says(&self) -> [i64; 2] {
        [0, 1].map(|hit| share(self.hits + hit, self.turns + 1))
    }

    /// Learns a rate.
    pub(crate) fn learn(&mut self, x: i64) {
        self.numbers += 1;
        let said = self.says();
        if let Some(hit) = said.iter().position(|&said| said == x) {
            self.hits += hit as i64;
            self.turns += 1;
        } else if x != share(self.hits, self.turns) {
            (self.hits, self.turns) = self.afresh(x).unwrap_or((0, 0));
        }
    }

    fn afresh(&self, x: i64) -> Option<(i64, i64)> {
        let x = (0..=1_000).contains(&x).then_some(x)?;
        let hits = |turns: i64| (x * turns + 999) / 1_000;
        let turns = (1..=300).find(|&turns| share(hits(turns), turns) == x)?;
        (turns <= self.numbers).then(|| (hits(turns), turns))
    }
}

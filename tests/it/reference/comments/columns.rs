//! Section 15 of the document: columns. Numbers in comments are its clauses.

use super::{
    guesser::{Guess, Guesses},
    sources::{All, MOST, SOURCES, in_thousandths},
    trackers::{Countdown, Rate},
};
use std::collections::HashMap;

/// How many rules there are.
const RULES: usize = 278;
/// The first rule of pairs, and that of the sum.
const PAIRS: usize = 232;
const SUM: usize = 277;
/// The size from which pairs have a say.
const LARGE: i64 = 1_000_000;

/// 15.3
#[derive(Clone)]
struct Side {
    count: u64,
    last: i64,
    before: i64,
    sources: [i64; SOURCES],
    drifts: [i64; SOURCES],
    units: [i64; SOURCES],
    countdowns: [Countdown; SOURCES],
    first: (i64, [i64; SOURCES]),
    restored: bool,
    wrong: [Vec<u64>; 2],
    ratios: Vec<(i128, i128)>,
    rate: Rate,
}

/// A column.
struct Column {
    game: u64,
    sides: [Side; 2],
    latest: usize,
}

/// What a column was asked.
pub(crate) struct Question {
    column: usize,
    side: usize,
    sources: All,
    decimals: u32,
    has_rates: bool,
    /// Rules, and what they said.
    said: Vec<(usize, i64)>,
    pub(crate) guesses: Guesses,
}

/// The columns of a block.
#[derive(Default)]
pub(crate) struct Columns {
    columns: Vec<Column>,
    by_name: HashMap<u32, usize>,
    games: u64,
}

impl Columns {
    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.games += 1;
    }

    /// 15.1 and 15.2
    fn find(&mut self, name: u32) -> usize {
        let next = self.columns.len();
        let place = match self.by_name.get(&name) {
            Some(&place) => place,
            None if next == 1_024 => name as usize % 1_024,
            None => {
                self.by_name.insert(name, next);
                self.columns.push(Column::new());
                next
            }
        };
        let column = &mut self.columns[place];
        if column.game != self.games {
            column.game = self.games;
            column.sides.iter_mut().for_each(Side::begin_game);
        }
        place
    }

    /// 15.8: the last numbers of the side and of the other.
    pub(crate) fn last(&mut self, name: u32, side: usize) -> [i64; 2] {
        let place = self.find(name);
        [side, 1 - side].map(|side| self.columns[place].sides[side].last)
    }

    /// 15.8
    pub(crate) fn size(&mut self, name: u32, side: usize) -> u32 {
        if !self.by_name.contains_key(&name) {
            return 63;
        }
        let [last, _] = self.last(name, side);
        (size(last.unsigned_abs()) >> 7).min(62) as u32
    }

    /// 15.4 and 15.5: asks for guesses at a number.
    pub(crate) fn ask(
        &mut self,
        name: u32,
        side: usize,
        sources: All,
        decimals: u32,
        is_eval: bool,
    ) -> Question {
        let place = self.find(name);
        let column = &self.columns[place];
        let unit = unit(decimals);
        let has_rates = unit == 100 && !is_eval;
        let mut said = Vec::new();
        if has_rates {
            let rates = column.sides[side].rate.says();
            said.extend((5..).zip(rates.map(|rate| 100 * rate)));
        }
        said.extend(column.says(side, &sources, unit));
        let own = &column.sides[side];
        let wrong = &own.wrong[usize::from(own.restored)];
        Question {
            guesses: guesses(&said, wrong, decimals),
            column: place,
            side,
            sources,
            decimals,
            has_rates,
            said,
        }
    }

    /// 15.6
    pub(crate) fn learn(&mut self, question: &Question, value: i64) {
        let value = in_thousandths(value, question.decimals);
        let column = &mut self.columns[question.column];
        let own = &mut column.sides[question.side];
        let wrong = &mut own.wrong[usize::from(own.restored)];
        for &(rule, said) in &question.said {
            let e = size(said.abs_diff(value));
            let wrong = &mut wrong[rule];
            *wrong = match *wrong {
                7_680 => e + 256,
                wrong => wrong - wrong / 8 + e / 8,
            };
        }
        own.learn(value, &question.sources, unit(question.decimals));
        column.latest = question.side;
        if question.has_rates {
            column.sides[question.side].rate.learn(value / 100);
        }
    }
}

/// *unit*
fn unit(decimals: u32) -> i64 {
    10_i64.pow(3_u32.saturating_sub(decimals))
}

/// `size` of 15.6
fn size(n: u64) -> u64 {
    let x = n.saturating_add(1);
    let l = x.ilog2();
    let behind = (u128::from(x) << 8 >> l) as u64 % 256;
    256 * u64::from(l) + behind
}

/// 15.5
fn guesses(said: &[(usize, i64)], wrong: &[u64], decimals: u32) -> Guesses {
    let mut all: Vec<(u64, i64)> = said
        .iter()
        .map(|&(rule, value)| (wrong[rule], value))
        .collect();
    all.sort_by_key(|&(wrong, _)| wrong);
    let mut best: Vec<(u64, i64)> = Vec::new();
    for (wrong, value) in all {
        if best.iter().all(|&(_, other)| other != value) {
            best.push((wrong, value));
        }
    }
    [0, 1, 2].map(|i| best.get(i).map(|&(w, value)| guess(w, value, decimals)))
}

fn guess(w: u64, value: i64, decimals: u32) -> Guess {
    let error = ((256 + w % 256) << (w / 256).min(50) >> 4) - 16;
    if decimals <= 3 {
        let m = 10_i64.pow(3 - decimals);
        Guess {
            value: (value + value.signum() * (m / 2)) / m,
            error: error / m as u64,
        }
    } else {
        let m = 10_i64.pow((decimals - 3).min(6));
        Guess {
            value: value.saturating_mul(m).clamp(-MOST, MOST),
            error: error.saturating_mul(m as u64).min(1 << 62),
        }
    }
}

impl Column {
    fn new() -> Column {
        let side = Side {
            count: 0,
            last: 0,
            before: 0,
            sources: [0; SOURCES],
            drifts: [0; SOURCES],
            units: [0; SOURCES],
            countdowns: [Countdown::default(); SOURCES],
            first: (0, [0; SOURCES]),
            restored: false,
            wrong: [vec![7_680; RULES], vec![7_680; RULES]],
            ratios: vec![(0, 0); SUM - PAIRS],
            rate: Rate::default(),
        };
        Column {
            game: 0,
            sides: [side.clone(), side],
            latest: 0,
        }
    }

    /// 15.4, 2 to 5
    fn says(&self, side: usize, sources: &All, unit: i64) -> Vec<(usize, i64)> {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let mut said = plain_rules(own, other);
        for (i, source) in sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let rules = own.source_rules(i, source.value, source.is_other, unit);
            said.extend(rules.into_iter().map(|(k, value)| (7 + 9 * i + k, value)));
            if other.count > 0 && self.latest != side {
                let value = other.last + (source.value - other.sources[i]);
                said.push((7 + 9 * i + 5, value));
            }
        }
        let used = used(sources);
        if own.count > 0 && used > 1 {
            let change = |place: usize| value_of(sources, place) - own.sources[place];
            said.push((SUM, own.last - change(used - 1) - change(used - 2)));
        }
        if own.last.abs() >= LARGE {
            said.extend(own.pair_rules(sources));
        }
        said.retain(|&(_, value)| value.unsigned_abs() <= MOST as u64);
        said
    }
}

/// 15.4, 2
fn plain_rules(own: &Side, other: &Side) -> Vec<(usize, i64)> {
    let mut said = Vec::new();
    if own.count > 0 {
        said.push((0, own.last));
    }
    if own.count > 1 {
        said.push((1, 2 * own.last - own.before));
    }
    if other.count > 0 {
        said.push((2, other.last));
        said.push((3, -other.last));
    }
    if own.count > 0 && other.count > 0 {
        said.push((4, (own.last + other.last) / 2));
    }
    said
}

/// How many places there are up to the last source that is there.
fn used(sources: &All) -> usize {
    sources
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1)
}

fn value_of(sources: &All, place: usize) -> i64 {
    sources[place].map_or(0, |known| known.value)
}

/// For each rule of pairs: its multiplier and its divisor, if both sources are large enough.
fn pairs(sources: &All) -> Vec<Option<(i128, i128)>> {
    let used = used(sources);
    let value = |back: usize| {
        let value = value_of(sources, used - 1 - back);
        (value >= 1_000).then_some(i128::from(value))
    };
    let mut pairs = Vec::new();
    for b in 1..used.min(6) {
        for a in 0..b {
            let both = value(a).zip(value(b));
            pairs.push(both.map(|(a, b)| (a * b / 1_024, 1)));
            pairs.push(both);
            pairs.push(both.map(|(a, b)| (b, a)));
        }
    }
    pairs
}

impl Side {
    /// 15.2
    fn begin_game(&mut self) {
        self.rate = Rate::default();
        if self.count > 0 {
            (self.last, self.sources) = self.first;
            self.count = 1;
            self.restored = true;
            self.countdowns.iter_mut().for_each(Countdown::begin_game);
        }
    }

    /// 15.4, 3, but for the other side's number
    fn source_rules(&self, i: usize, v: i64, is_other: bool, unit: i64) -> Vec<(usize, i64)> {
        let mut said = vec![(0, v), (1, -v)];
        if v.rem_euclid(unit) != 0 {
            said.push((7, v - v.rem_euclid(unit)));
        }
        if self.units[i] > 1 {
            said.push((8, v.saturating_mul(self.units[i])));
        }
        if self.count > 0 {
            let change = v - self.sources[i];
            said.push((2, self.last + change));
            said.push((3, self.last - change));
            said.push((4, self.last - v + self.drifts[i]));
            let expected = self.countdowns[i].expects(v, unit).filter(|_| is_other);
            said.extend(expected.map(|value| (6, value)));
        }
        said
    }

    /// 15.4, 5
    fn pair_rules(&self, sources: &All) -> Vec<(usize, i64)> {
        let mut said = Vec::new();
        for (i, pair) in pairs(sources).into_iter().enumerate() {
            let (n, p) = self.ratios[i];
            if let Some((multiplier, divisor)) = pair
                && p > 0
            {
                let value = n.saturating_mul(multiplier) / p.saturating_mul(divisor).max(1);
                let most = i128::from(MOST) + 1;
                said.push((PAIRS + i, value.clamp(-most, most) as i64));
            }
        }
        said
    }

    /// 15.6, 2 to 5
    fn learn(&mut self, value: i64, sources: &All, unit: i64) {
        if value.abs() >= LARGE {
            for (i, pair) in pairs(sources).into_iter().enumerate() {
                if let Some((multiplier, divisor)) = pair {
                    let (n, p) = self.ratios[i];
                    let more = i128::from(value).saturating_mul(divisor);
                    let n = (n - (n >> 3)).saturating_add(more);
                    self.ratios[i] = (n, (p - (p >> 3)).saturating_add(multiplier));
                }
            }
        }
        let is_first = self.count == 0 || self.restored;
        for (i, source) in sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let s = source.value;
            if !is_first {
                self.drifts[i] = value - self.last + s;
            }
            self.sources[i] = s;
            let is_unit = |&factor: &i64| s != 0 && s.saturating_mul(factor) == value;
            if let Some(factor) = [10, 100, 1_000].into_iter().find(is_unit) {
                self.units[i] = factor;
            }
            if source.is_other {
                self.countdowns[i].learn(value, s, unit, is_first);
            }
        }
        if is_first {
            self.first = (value, self.sources);
        }
        self.count = if is_first { 1 } else { self.count + 1 };
        self.restored = false;
        self.before = self.last;
        self.last = value;
    }
}

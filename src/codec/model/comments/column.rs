//! Numbers by their meaning: a *column* is the numbers that stand beside the same words (`d=`, `tl=`, `%eval`), and what is
//! known of the next one.
//!
//! No relation between columns is known beforehand. Many simple *rules* make a guess each time: the same player's last number, the
//! other's, a number earlier in the same comment, that number's change added to the last one, the last number less it (clocks), the product of two (nodes are
//! speed times time), …; those that were least wrong in this column so far guide the coding.

use super::{
    guess::{GUESSES, Guess},
    template::Sort,
};
use rustc_hash::FxHashMap;

/// Numbers earlier in the comment, or otherwise known, that rules look at.
pub(super) const SOURCES: usize = 16;
/// Numbers are compared in thousandths.
const SCALE_DIGITS: u32 = 3;
/// Rules that look at no source.
const PLAIN_RULES: usize = 5;
/// Rules that look at one source.
const SOURCE_RULES: usize = 5;
/// Sources that products are made of: the last so many, two at a time.
const FACTORS: usize = 6;
const PAIRS: usize = FACTORS * (FACTORS - 1) / 2;
const RULES: usize = PLAIN_RULES + SOURCES * SOURCE_RULES + PAIRS;
/// How wrong a rule is taken to be before it was tried, as a logarithm.
const UNTRIED: u32 = 30 << 8;
/// No number is beyond this.
const LIMIT: i64 = 1 << 60;

/// A number in thousandths.
pub(super) fn normal(value: i64, decimals: u32) -> i64 {
    if decimals <= SCALE_DIGITS {
        value
            .saturating_mul(10_i64.pow(SCALE_DIGITS - decimals))
            .clamp(-LIMIT, LIMIT)
    } else {
        value / 10_i64.pow((decimals - SCALE_DIGITS).min(18))
    }
}

/// A number known when another is coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// In thousandths.
    pub(super) value: i64,
    /// What it tells.
    pub(super) sort: Sort,
}

/// What one column has seen.
#[derive(Clone, Debug)]
struct Column {
    /// For each side, its last number, the one before, and the sources at the last.
    sides: [Past; 2],
    /// Which side's number was the last.
    latest: usize,
    /// How wrong each rule was: logarithms of the error, in 1/256.
    wrong: Box<[u32]>,
    /// Sums of numbers and of the products that are said to be proportional to them, for the ratios.
    ratios: Box<[(i128, i128)]>,
}

#[derive(Clone, Debug, Default)]
struct Past {
    count: u32,
    last: i64,
    before: i64,
    sources: [i64; SOURCES],
}

/// All columns of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    columns: Vec<Column>,
    by_name: FxHashMap<u32, usize>,
    /// What each rule said about the number being coded.
    said: Vec<(usize, i64)>,
    current: usize,
}

impl Columns {
    /// Makes the guesses at the next number of column `name`, from the `sources` that its stream may look at. The number has so many
    /// `decimals`.
    pub(super) fn guess(
        &mut self,
        name: u32,
        side: usize,
        sources: &[Option<Source>; SOURCES],
        decimals: u32,
    ) -> [Option<Guess>; GUESSES] {
        let fresh = self.columns.len();
        self.current = *self.by_name.entry(name).or_insert(fresh);
        if self.current == fresh {
            self.columns.push(Column::new());
        }
        let column = &self.columns[self.current];
        self.said.clear();
        column.apply_rules(side, sources, &mut self.said);
        let mut best: [Option<(u32, i64)>; GUESSES] = [None; GUESSES];
        for &(rule, value) in &self.said {
            let wrong = column.wrong[rule];
            if best.iter().flatten().any(|b| b.1 == value && b.0 <= wrong) {
                continue;
            }
            let Some(place) = best.iter().position(|b| b.is_none_or(|b| wrong < b.0)) else {
                continue;
            };
            // The same value from a worse rule gives way, else the worst.
            let gone = best
                .iter()
                .position(|b| b.is_some_and(|b| b.1 == value))
                .unwrap_or(GUESSES - 1);
            best[place..=gone.max(place)].rotate_right(1);
            best[place] = Some((wrong, value));
        }
        best.map(|best| best.map(|(wrong, value)| denormal_guess(value, wrong, decimals)))
    }

    /// Takes note of the number for which guesses were made.
    pub(super) fn learn(&mut self, value: i64, side: usize, sources: &[Option<Source>; SOURCES]) {
        let column = &mut self.columns[self.current];
        for &(rule, said) in &self.said {
            let error = logarithm(said.abs_diff(value));
            let wrong = &mut column.wrong[rule];
            *wrong = if *wrong == UNTRIED {
                error + 256
            } else {
                *wrong - *wrong / 8 + error / 8
            };
        }
        column.learn(value, side, sources);
    }
}

impl Column {
    fn new() -> Column {
        Column {
            sides: [Past::default(), Past::default()],
            latest: 0,
            wrong: vec![UNTRIED; RULES].into(),
            ratios: vec![(0, 0); PAIRS].into(),
        }
    }

    fn apply_rules(
        &self,
        side: usize,
        sources: &[Option<Source>; SOURCES],
        said: &mut Vec<(usize, i64)>,
    ) {
        let mut say = |rule: usize, value: i64| {
            if value.unsigned_abs() <= LIMIT as u64 {
                said.push((rule, value));
            }
        };
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let latest = &self.sides[self.latest];
        if own.count > 0 {
            say(0, own.last);
        }
        if own.count > 1 {
            say(1, 2 * own.last - own.before);
        }
        if other.count > 0 {
            say(2, other.last);
            say(3, -other.last);
        }
        if own.count > 0 && other.count > 0 {
            say(4, own.last.midpoint(other.last));
        }
        for (index, source) in sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let rule = PLAIN_RULES + index * SOURCE_RULES;
            say(rule, source.value);
            say(rule + 1, -source.value);
            if own.count > 0 {
                say(rule + 2, own.last + source.value - own.sources[index]);
            }
            if own.count > 1 {
                let drift = own.last - own.before + own.sources[index];
                say(rule + 3, own.last - source.value + drift);
            }
            if latest.count > 0 && self.latest != side {
                say(rule + 4, latest.last + source.value - latest.sources[index]);
            }
        }
        for (index, (first, second)) in pairs(sources).enumerate() {
            let Some(product) = product_of(sources, first, second) else {
                continue;
            };
            let (numbers, products) = self.ratios[index];
            if products > 0 {
                let value = (product.saturating_mul(numbers) / products)
                    .clamp(-(LIMIT as i128), LIMIT as i128);
                say(PLAIN_RULES + SOURCES * SOURCE_RULES + index, value as i64);
            }
        }
    }

    fn learn(&mut self, value: i64, side: usize, sources: &[Option<Source>; SOURCES]) {
        for (index, (first, second)) in pairs(sources).enumerate() {
            let Some(product) = product_of(sources, first, second) else {
                continue;
            };
            let (numbers, products) = &mut self.ratios[index];
            *numbers += i128::from(value);
            *products += product;
            if *products > 1 << 60 {
                *numbers /= 2;
                *products /= 2;
            }
        }
        let past = &mut self.sides[side];
        past.before = past.last;
        past.last = value;
        past.count += 1;
        for (kept, source) in past.sources.iter_mut().zip(sources) {
            *kept = source.map_or(0, |source| source.value);
        }
        self.latest = side;
    }
}

/// The pairs of sources that are multiplied, as places in the list: those of the last few.
fn pairs(sources: &[Option<Source>; SOURCES]) -> impl Iterator<Item = (usize, usize)> {
    let used = sources
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    let count = used.min(FACTORS);
    let back = move |place: usize| used - 1 - place;
    (0..count).flat_map(move |second| (0..second).map(move |first| (back(first), back(second))))
}

fn product_of(sources: &[Option<Source>; SOURCES], first: usize, second: usize) -> Option<i128> {
    let (first, second) = (sources[first]?, sources[second]?);
    let product = i128::from(first.value) * i128::from(second.value);
    // Large enough for a ratio to mean something, small enough not to overflow.
    (product > 1 << 20).then_some(product >> 10)
}

/// log2(error + 1) in 1/256.
fn logarithm(error: u64) -> u32 {
    let error = error.saturating_add(1);
    let whole = error.ilog2();
    let fraction = if whole >= 8 {
        error >> (whole - 8)
    } else {
        error << (8 - whole)
    } as u32
        & 255;
    whole << 8 | fraction
}

/// A guess in units of the number's last decimal.
fn denormal_guess(value: i64, wrong: u32, decimals: u32) -> Guess {
    let error = (u64::from(256 + (wrong & 255)) << (wrong >> 8).min(50) >> 4) - 16;
    if decimals <= SCALE_DIGITS {
        let scale = 10_i64.pow(SCALE_DIGITS - decimals);
        Guess {
            value: (value + value.signum() * scale / 2) / scale,
            error: error / scale as u64,
        }
    } else {
        let scale = 10_i64.pow((decimals - SCALE_DIGITS).min(6));
        Guess {
            value: value.saturating_mul(scale),
            error: error.saturating_mul(scale as u64),
        }
    }
}

impl Columns {
    /// About how large the last number of a column was for a side: a class below 64.
    pub(super) fn size(&self, name: u32, side: usize) -> u32 {
        let Some(&index) = self.by_name.get(&name) else {
            return 63;
        };
        let past = &self.columns[index].sides[side];
        (logarithm(past.last.unsigned_abs()) >> 7).min(62)
    }
}

//! Guesses at numbers by their meaning. A *column* is all numbers of a block that stand beside the
//! same words (`d=`, `tl=`, `%eval`).
//!
//! How columns relate to one another is not known beforehand. So many simple *rules* guess at each
//! number: the same player's last number; the other player's; a number earlier in the same comment
//! (a *source*); the last number plus the change of a source; the last number less a source
//! (clocks); the product of two sources (nodes are speed times time); and so on. The guesses of the
//! rules that were least wrong in this column so far guide the coding ([`guess`](super::guess)).

use super::{
    countdown::Countdown,
    guess::{ERROR_BITS, GUESSES, Guess},
    rate::Rate,
};
use crate::{
    codec::model::comments::syntax::column::Sort, coding::cost::rough_log2, listed::listed,
};
use rustc_hash::FxHashMap;

/// Most sources: numbers earlier in the comment, or otherwise known, that rules look at.
pub(super) const SOURCES: usize = 25;
/// Decimals of the common unit in which numbers are compared: thousandths.
const SCALE_DIGITS: u32 = 3;
/// A tenth, in thousandths: rates are multiples of it.
const TENTH: i64 = 100;
/// The number of the first rule for rates.
const FIRST_RATE_RULE: usize = PlainRule::ALL.len();
/// How many rules for rates there are.
const RATE_RULES: usize = 2;
/// How many rules look at no source, those for rates included.
const PLAIN_RULES: usize = FIRST_RATE_RULE + RATE_RULES;
/// How many [`SourceRule`]s there are.
const SOURCE_RULES: usize = SourceRule::ALL.len();
/// Products and quotients are made of the last so many sources, two at a time.
const FACTORS: usize = 6;
/// How many pairs they make.
const PAIRS: usize = FACTORS * (FACTORS - 1) / 2;
/// Rules for each pair of sources: the product, and the quotient either way.
const PAIR_RULES: usize = 3;
/// The number of the first such rule.
const FIRST_PAIR_RULE: usize = PLAIN_RULES + SOURCES * SOURCE_RULES;
/// The rule that the number and the two before it add up to what they added up to last: chances to
/// win, to draw and to lose.
const SUM_RULE: usize = FIRST_PAIR_RULE + PAIRS * PAIR_RULES;
/// How many rules there are in all.
const RULES: usize = SUM_RULE + 1;
/// Rules of pairs apply only to columns whose numbers are at least this large, in thousandths.
const LARGE: i64 = 1_000_000;
/// The error of a rule that has not been tried, as a [`magnitude`].
const UNTRIED: u32 = 30 << 8;
/// The sums of [`Past::ratios`] lose 1 / 2^this with each number.
const FADE: u32 = 3;
/// Most columns of a block, some 11 KB each; names that come later share them.
const MOST_COLUMNS: usize = 1 << 10;
/// Largest magnitude of a number, in thousandths.
pub(crate) const LIMIT: i64 = 1 << 60;
/// Rules add up at most five such numbers.
const _: () = assert!(5 * (LIMIT as i128) < 1 << 63);
/// Largest error of a guess; it leaves room for adding a little.
const MOST_ERROR: u64 = 1 << 62;

/// Bits of a folded column.
const FOLDED_BITS: u32 = 10;
/// How many folded columns there are.
pub(super) const FOLDED: usize = 1 << FOLDED_BITS;

/// The column whose name has the hash `column`, folded: a place for the little that is kept of each
/// column in tables of [`FOLDED`] entries, which columns may share.
pub(super) fn fold(column: u32) -> usize {
    (column ^ column >> FOLDED_BITS ^ column >> (2 * FOLDED_BITS)) as usize & (FOLDED - 1)
}

/// Converts a number with so many `decimals` to thousandths, within [`LIMIT`].
pub(crate) fn in_thousandths(value: i64, decimals: u32) -> i64 {
    if decimals <= SCALE_DIGITS {
        value
            .saturating_mul(10_i64.pow(SCALE_DIGITS - decimals))
            .clamp(-LIMIT, LIMIT)
    } else {
        value / 10_i64.pow(decimals - SCALE_DIGITS)
    }
}

/// The unit of numbers with so many decimals, in thousandths (1 at least).
fn unit_of(decimals: u32) -> i64 {
    10_i64.pow(SCALE_DIGITS.saturating_sub(decimals))
}

/// A number that is known when another one is coded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// In thousandths.
    pub(crate) value: i64,
    /// Whether it is the rate of hits, or a number of a comment that is no clock, no time taken and
    /// no evaluation. Evaluations do not depend on it.
    pub(super) is_other: bool,
}

/// What one column has seen.
#[derive(Clone, Debug)]
struct History {
    /// The game (counted from the block's first) that it was last used in.
    game: u32,
    /// What is known of each side's numbers.
    sides: [Past; 2],
    /// The side of its last number.
    latest: usize,
}

/// What a column has seen of one side's numbers.
#[derive(Clone, Debug)]
struct Past {
    /// How many numbers this game had so far; a game that is not the first begins with one, the
    /// first number of the game before.
    count: u32,
    /// Follows the numbers as hit rates.
    rate: Rate,
    /// Whether `last` is the first number of the game before.
    restored: bool,
    /// The last number.
    last: i64,
    /// The number before the last.
    before: i64,
    /// What the sources were at the last number, in thousandths.
    sources: [i64; SOURCES],
    /// For each source: what the number last gained if the source was taken off it (a clock's
    /// increment).
    drifts: [i64; SOURCES],
    /// For each source: 10, 100 or 1,000 if the number was once the source times that (the same
    /// quantity in another unit), else 0.
    units: [i64; SOURCES],
    /// For each source that is another number of a comment: follows the number as counted down by
    /// it.
    countdowns: [Countdown; SOURCES],
    /// The first number of the game and its sources.
    first: (i64, [i64; SOURCES]),
    /// For each rule: how wrong it was by and large, as a [`magnitude`] of the error. First numbers
    /// of games have estimates of their own: a clock begins a game in another way than it goes on.
    wrong: [Box<[u32]>; 2],
    /// For each rule of a pair of sources: two sums that fade, of the numbers and of what the rule
    /// says. Their quotient is the rule's constant factor.
    ratios: Box<[(i128, i128)]>,
}

/// All columns of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    columns: Vec<History>,
    /// How many games have begun.
    games: u32,
    by_name: FxHashMap<u32, usize>,
    /// A buffer, kept to be used again.
    room: Vec<(usize, i64)>,
}

/// A number to be coded: the guesses at it, and what the column learns from when the number is
/// known.
#[derive(Debug)]
pub(crate) struct Question {
    /// The best guesses, the best one first.
    pub(crate) guesses: [Option<Guess>; GUESSES],
    column: usize,
    side: usize,
    sources: [Option<Source>; SOURCES],
    decimals: u32,
    may_be_rate: bool,
    /// The rules that apply, and their guesses in thousandths.
    said: Vec<(usize, i64)>,
}

impl Columns {
    /// Makes the guesses at the next number, which has so many `decimals`, of the column `name`;
    /// `sources` are the numbers that it may depend on.
    pub(crate) fn ask(
        &mut self,
        (name, sort): (u32, Sort),
        side: usize,
        sources: [Option<Source>; SOURCES],
        decimals: u32,
    ) -> Question {
        let place = self.find(name);
        let column = &self.columns[place];
        let mut said = std::mem::take(&mut self.room);
        said.clear();
        let unit = unit_of(decimals);
        let may_be_rate = unit == TENTH && sort == Sort::Other;
        if may_be_rate {
            for (rule, rate) in (FIRST_RATE_RULE..).zip(column.sides[side].rate.expect()) {
                said.push((rule, rate * TENTH));
            }
        }
        column.apply_rules(side, &sources, unit, &mut said);
        let mut best: [Option<(u32, i64)>; GUESSES] = [None; GUESSES];
        for &(rule, value) in &said {
            let wrong = column.sides[side].wrong()[rule];
            if best.iter().flatten().any(|b| b.1 == value && b.0 <= wrong) {
                continue;
            }
            let Some(place) = best.iter().position(|b| b.is_none_or(|b| wrong < b.0)) else {
                continue;
            };
            // Drop the same value from a worse rule if it is there, else the worst guess: neither
            // stands before `place`.
            let gone = best
                .iter()
                .position(|b| b.is_some_and(|b| b.1 == value))
                .unwrap_or(GUESSES - 1);
            best[place..=gone].rotate_right(1);
            best[place] = Some((wrong, value));
        }
        let guess = |(wrong, value)| in_last_decimals(value, wrong, decimals);
        Question {
            guesses: best.map(|best| best.map(guess)),
            column: place,
            side,
            sources,
            decimals,
            may_be_rate,
            said,
        }
    }

    /// Begins a new game. Columns follow when they are next used, since a game may use few of many.
    pub(crate) fn begin_game(&mut self) {
        self.games += 1;
    }

    /// The place of a column in the list, made if need be and brought to the current game.
    fn find(&mut self, name: u32) -> usize {
        let fresh = self.columns.len();
        let place = match self.by_name.get(&name) {
            Some(&place) => place,
            None if fresh == MOST_COLUMNS => name as usize % MOST_COLUMNS,
            None => {
                self.by_name.insert(name, fresh);
                self.columns.push(History::new());
                fresh
            }
        };
        let column = &mut self.columns[place];
        if column.game != self.games {
            column.game = self.games;
            column.begin_game();
        }
        place
    }

    /// Learns the number that was asked about, in units of its last decimal.
    pub(crate) fn learn(&mut self, question: Question, value: i64) {
        let value = in_thousandths(value, question.decimals);
        let column = &mut self.columns[question.column];
        let side = question.side;
        for &(rule, said) in &question.said {
            let error = magnitude(said.abs_diff(value));
            let wrong = &mut column.sides[side].wrong_mut()[rule];
            *wrong = if *wrong == UNTRIED {
                error + 256
            } else {
                *wrong - *wrong / 8 + error / 8
            };
        }
        let unit = unit_of(question.decimals);
        column.learn(value, side, &question.sources, unit);
        if question.may_be_rate {
            column.sides[side].rate.learn(value / TENTH);
        }
        self.room = question.said;
    }

    /// The last numbers of a column, of this side and of the other, in thousandths; 0 if there is
    /// none.
    pub(crate) fn last(&mut self, name: u32, side: usize) -> [i64; 2] {
        let column = self.find(name);
        [side, 1 - side].map(|side| self.columns[column].sides[side].last)
    }

    /// The size class of a side's last number in a column: twice its binary logarithm, at most 62;
    /// 63 for a name that has no column of its own.
    pub(crate) fn size(&mut self, name: u32, side: usize) -> u32 {
        if !self.by_name.contains_key(&name) {
            return 63;
        }
        let column = self.find(name);
        let past = &self.columns[column].sides[side];
        (magnitude(past.last.unsigned_abs()) >> 7).min(62)
    }
}

listed! {
    /// A rule that looks only at the last numbers of the column. The discriminants are the rules'
    /// numbers.
    #[derive(Clone, Copy)]
    enum PlainRule {
        /// This side's last number.
        Same,
        /// This side's last number plus its last change.
        Trend,
        /// The other side's last number.
        Others,
        /// The other side's last number, negated.
        OthersNegative,
        /// Halfway between both sides' last numbers.
        Midpoint,
    }
}

listed! {
    /// A rule that looks at one source.
    #[derive(Clone, Copy)]
    enum SourceRule {
        Same,
        Negative,
        /// The last number plus the change of the source since then.
        ChangesAlike,
        ChangesAgainst,
        /// The last number less the source, plus a gain: see [`Past::drifts`].
        IsTakenOff,
        /// The opponent's last number plus the change of the source since then.
        ChangesSinceOther,
        /// What a [`Countdown`] by the source expects.
        CountsDown,
        /// The source, cut off to units of the number's last decimal.
        Rounded,
        /// The source times 10, 100 or 1,000: tenths or thousandths of a second of a source in
        /// seconds.
        OtherUnit,
    }
}

impl Past {
    /// How wrong rules were at numbers such as the next.
    fn wrong(&self) -> &[u32] {
        &self.wrong[usize::from(self.restored)]
    }

    fn wrong_mut(&mut self) -> &mut [u32] {
        &mut self.wrong[usize::from(self.restored)]
    }

    fn apply_pair_rules(
        &self,
        sources: &[Option<Source>; SOURCES],
        say: &mut impl FnMut(usize, i64),
    ) {
        for (index, of_pair) in combinations(sources).enumerate() {
            let (numbers, parts) = self.ratios[index];
            if let Some((multiplier, divisor)) = of_pair
                && parts > 0
            {
                let value =
                    numbers.saturating_mul(multiplier) / parts.saturating_mul(divisor).max(1);
                let value = value.clamp(-(LIMIT as i128) * 2, LIMIT as i128 * 2);
                say(FIRST_PAIR_RULE + index, value as i64);
            }
        }
    }
}

impl History {
    fn new() -> History {
        let past = Past {
            count: 0,
            rate: Rate::default(),
            restored: false,
            last: 0,
            before: 0,
            sources: [0; SOURCES],
            drifts: [0; SOURCES],
            units: [0; SOURCES],
            countdowns: [Countdown::default(); SOURCES],
            first: (0, [0; SOURCES]),
            wrong: [0, 1].map(|_| vec![UNTRIED; RULES].into()),
            ratios: vec![(0, 0); PAIRS * PAIR_RULES].into(),
        };
        History {
            game: 0,
            sides: [past.clone(), past],
            latest: 0,
        }
    }

    fn apply_rules(
        &self,
        side: usize,
        sources: &[Option<Source>; SOURCES],
        unit: i64,
        said: &mut Vec<(usize, i64)>,
    ) {
        let mut say = |rule: usize, value: i64| {
            if value.unsigned_abs() <= LIMIT as u64 {
                said.push((rule, value));
            }
        };
        self.apply_plain_rules(side, &mut say);
        for (index, source) in sources.iter().enumerate() {
            if let Some(source) = source {
                self.apply_source_rules(side, (index, source), unit, &mut say);
            }
        }
        let own = &self.sides[side];
        if own.count > 0
            && let Some((last, before)) = pairs(sources).next()
        {
            let change = [last, before].map(|place| {
                let value = sources[place].map_or(0, |source| source.value);
                value - own.sources[place]
            });
            say(SUM_RULE, own.last - change[0] - change[1]);
        }
        if own.last.abs() >= LARGE {
            own.apply_pair_rules(sources, &mut say);
        }
    }

    fn apply_plain_rules(&self, side: usize, say: &mut impl FnMut(usize, i64)) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let mut say = |rule: PlainRule, value: i64| say(rule as usize, value);
        if own.count > 0 {
            say(PlainRule::Same, own.last);
        }
        if own.count > 1 {
            say(PlainRule::Trend, 2 * own.last - own.before);
        }
        if other.count > 0 {
            say(PlainRule::Others, other.last);
            say(PlainRule::OthersNegative, -other.last);
        }
        if own.count > 0 && other.count > 0 {
            say(PlainRule::Midpoint, own.last.midpoint(other.last));
        }
    }

    fn apply_source_rules(
        &self,
        side: usize,
        (index, &Source { value, is_other }): (usize, &Source),
        unit: i64,
        say: &mut impl FnMut(usize, i64),
    ) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let first = PLAIN_RULES + index * SOURCE_RULES;
        let mut say = |rule: SourceRule, value: i64| say(first + rule as usize, value);
        say(SourceRule::Same, value);
        say(SourceRule::Negative, -value);
        if value % unit != 0 {
            say(SourceRule::Rounded, value.div_euclid(unit) * unit);
        }
        let factor = own.units[index];
        if factor > 1 {
            say(SourceRule::OtherUnit, value.saturating_mul(factor));
        }
        if own.count > 0 {
            let change = value - own.sources[index];
            say(SourceRule::ChangesAlike, own.last + change);
            say(SourceRule::ChangesAgainst, own.last - change);
            say(SourceRule::IsTakenOff, own.last - value + own.drifts[index]);
            if is_other && let Some(expected) = own.countdowns[index].expect(value, unit) {
                say(SourceRule::CountsDown, expected);
            }
        }
        if other.count > 0 && self.latest != side {
            let change = value - other.sources[index];
            say(SourceRule::ChangesSinceOther, other.last + change);
        }
    }

    fn learn(&mut self, value: i64, side: usize, sources: &[Option<Source>; SOURCES], unit: i64) {
        let past = &mut self.sides[side];
        let is_first = past.count == 0 || past.restored;
        if value.abs() >= LARGE {
            for (index, of_pair) in combinations(sources).enumerate() {
                let Some((multiplier, divisor)) = of_pair else {
                    continue;
                };
                let (numbers, parts) = &mut past.ratios[index];
                let number = i128::from(value).saturating_mul(divisor);
                *numbers = (*numbers - (*numbers >> FADE)).saturating_add(number);
                *parts = (*parts - (*parts >> FADE)).saturating_add(multiplier);
            }
        }
        for (index, source) in sources.iter().enumerate() {
            let Some(source) = source else { continue };
            if !is_first {
                past.drifts[index] = value - past.last + source.value;
            }
            past.sources[index] = source.value;
            if let Some(factor) = units_in(value, source.value) {
                past.units[index] = factor;
            }
            if source.is_other {
                past.countdowns[index].learn(value, source.value, unit, is_first);
            }
        }
        if is_first {
            past.first = (value, past.sources);
        }
        past.count = if is_first { 1 } else { past.count + 1 };
        past.restored = false;
        past.before = past.last;
        past.last = value;
        self.latest = side;
    }

    /// Begins a new game, and expects it to begin as the last one did.
    fn begin_game(&mut self) {
        for past in &mut self.sides {
            past.rate = Rate::default();
            if past.count > 0 {
                (past.last, past.sources) = past.first;
                past.count = 1;
                past.restored = true;
                past.countdowns.iter_mut().for_each(Countdown::begin_game);
            }
        }
    }
}

/// The pairs among the last few sources, as places in the list.
fn pairs(sources: &[Option<Source>; SOURCES]) -> impl Iterator<Item = (usize, usize)> {
    let used = sources
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    let count = used.min(FACTORS);
    let back = move |place: usize| used - 1 - place;
    (0..count).flat_map(move |second| (0..second).map(move |first| (back(first), back(second))))
}

/// For each rule of a pair of sources: a factor and a divisor; `None` if the sources are too small
/// to mean anything.
fn combinations(sources: &[Option<Source>; SOURCES]) -> impl Iterator<Item = Option<(i128, i128)>> {
    pairs(sources).flat_map(|(first, second)| {
        let value = |place: usize| {
            let value = sources[place].map_or(0, |source| source.value);
            (value >= 1000).then_some(i128::from(value))
        };
        let both = value(first).zip(value(second));
        [
            both.map(|(a, b)| ((a * b) >> 10, 1)),
            both,
            both.map(|(a, b)| (b, a)),
        ]
    })
}

/// 10, 100 or 1,000 if `number` is that many times `source`.
fn units_in(number: i64, source: i64) -> Option<i64> {
    const FACTORS: [i64; 3] = [10, 100, 1000];
    let mut factors = FACTORS.into_iter();
    factors.find(|factor| source != 0 && source.saturating_mul(*factor) == number)
}

/// How large a number is: log2(number + 1) in 1/256, roughly.
fn magnitude(number: u64) -> u32 {
    rough_log2(number.saturating_add(1))
}

/// A guess converted from thousandths to units of the number's last decimal; `wrong` is its rule's
/// error as a [`magnitude`].
fn in_last_decimals(value: i64, wrong: u32, decimals: u32) -> Guess {
    // The inverse of `magnitude`, with the fractional bits of an error in place of eight.
    let number = u64::from(256 + (wrong & 255)) << (wrong >> 8).min(50);
    let error = (number >> (8 - ERROR_BITS)) - (1 << ERROR_BITS);
    if decimals <= SCALE_DIGITS {
        let scale = 10_i64.pow(SCALE_DIGITS - decimals);
        Guess {
            value: (value + value.signum() * scale / 2) / scale,
            error: error / scale as u64,
        }
    } else {
        let scale = 10_i64.pow(decimals - SCALE_DIGITS);
        Guess {
            value: value.saturating_mul(scale).clamp(-LIMIT, LIMIT),
            error: error.saturating_mul(scale as u64).min(MOST_ERROR),
        }
    }
}

#[cfg(test)]
mod tests;

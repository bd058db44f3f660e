//! Values that are numbers, or patterns with numbers: numbers are coded as differences from a
//! *base*.

use super::{
    cell::Scene,
    coder::TagCoder,
    kind::Kind,
    models::{CONTEXTS, Set, salt},
    names::Phase,
    roles::Role,
    seen::{lately::Mark, values::ValueId},
    spelling::{
        format::{Notation, SECONDS_A_DAY},
        shape::{MAX_FIELDS, Shape, Width},
        start::{self, Start},
    },
    times::between::{Length, Shift},
};
use crate::{
    codec::text::priming::field,
    coding::{
        mix::{hash_bytes, hash32},
        range::Coder,
    },
    error::{Error, Result},
};

/// Most patterns of a column that are kept in its list. Others are spelt out each time, since a
/// list of any length would take quadratic time.
const MOST_PATTERNS: usize = 1 << 12;

/// What a number is coded as the difference from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Zero,
    /// What [`Lately`](super::seen::lately::Lately) has found best, of the last numbers and the
    /// lengths of games.
    Lately(Mark),
    /// The number in the player's game before.
    Player,
    /// The opponent's number in this game.
    Opponent,
    /// A number of another column in this game, and what becomes of the length of the game.
    Column(Shift),
    /// The number that [`Pace`](super::times::pace::Pace) expects for the time that has passed
    /// since the game before; with its class.
    Paced(u32),
}

impl Base {
    /// A number for contexts: different for each base.
    fn number(self) -> u32 {
        match self {
            Base::Zero => 0,
            Base::Player => 1,
            Base::Opponent => 2,
            Base::Paced(_) => 3,
            Base::Column(shift) => 4 + shift as u32,
            Base::Lately(mark) => 8 + mark as u32,
        }
    }
}

/// `number`, or the one below or above it, so that it is even if `other` is (`is_even` says that
/// they differ by an even number), or so that it is not.
fn alike(number: i64, other: i64, is_even: bool) -> i64 {
    let parity = (other & 1) ^ i64::from(!is_even);
    number & !1 | parity
}

impl TagCoder {
    /// Codes the number in `given`. Returns its spelling when reading, else nothing.
    pub(super) fn code_number<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> Result<Vec<u8>> {
        let this = &self.columns[scene.column];
        let number = this.number_of(self.values.get(given)).unwrap_or(0);
        let (base, from) = self.base(scene.column);
        let salt = hash32(scene.column as u32, salt::DIFFERENCE, base.number());
        let mut contexts = self.contexts(scene, salt);
        let set = Set::of_column(scene.column);
        match base {
            Base::Column(_) => contexts[1] = hash32(salt, self.ending(), 8),
            Base::Paced(class) => contexts[1] = hash32(salt, class, 7),
            _ => {}
        }
        let (from, unit) = match this.pace.by_twos() {
            Some(last) if matches!(base, Base::Paced(_)) => {
                let is_even = number.wrapping_sub(last) % 2 == 0;
                let told = [hash32(salt, 0, 8); CONTEXTS];
                let is_even = self.models.flag(coder, is_even, |n| told[n], set);
                (alike(from, last, is_even), 2)
            }
            _ => (from, 1),
        };
        let difference = number.wrapping_sub(from) / unit;
        let difference = self.models.signed(coder, difference, &contexts, set);
        self.note_distance(scene.column, difference);
        let difference = difference.wrapping_mul(unit);
        let (this, number) = (&self.columns[scene.column], from.wrapping_add(difference));
        let mut out = Vec::new();
        match !C::READS || this.spell(number, &mut out) {
            true => Ok(out),
            false => Err(Error::corrupt("a number that cannot be")),
        }
    }

    /// The base of the current game's number in `column`, and its value.
    fn base(&self, column: usize) -> (Base, i64) {
        let this = &self.columns[column];
        let current = |column: usize| self.current.number(column);
        // Its contexts tell the difference itself, not how far it is from another one.
        if this.meaning.role == Role::RatingDiff {
            return (Base::Zero, 0);
        }
        if this.side.is_some() {
            if let Some(number) = self.memory.recall_number(self.player_key(column)) {
                return (Base::Player, number);
            }
            if let Some(number) = this.sibling.and_then(current) {
                return (Base::Opponent, number);
            }
        }
        let lasted = self.lasted_by(column);
        if let Some(number) = this.plan.base.and_then(current) {
            let length = self.length(column);
            let expected = length.map(|length| this.between.expect(&length));
            let (by, shift) = expected.unwrap_or((0, Shift::Nothing));
            return (Base::Column(shift), number.wrapping_add(by));
        }
        if let Some(expected) = self
            .began(column)
            .and_then(|second| this.pace.expect(second))
        {
            return (Base::Paced(expected.class), expected.number);
        }
        match this.lately.base(lasted) {
            Some((number, mark)) if self.same_day(column) => (Base::Lately(mark), number),
            _ => (Base::Zero, 0),
        }
    }

    /// How many units a second has in a column of times of day or moments; `None` for other
    /// columns.
    pub(super) fn a_second(&self, column: usize) -> Option<i64> {
        match &self.columns[column].plan.kind {
            Kind::Number(format) => format.notation.a_second(),
            _ => None,
        }
    }

    /// When the game began, in seconds, for a late column of plain numbers; `None` for others, and
    /// if it is not known. It is the earliest of the game's times of day, with their dates.
    fn began(&self, column: usize) -> Option<i64> {
        let this = &self.columns[column];
        if this.meaning.phase != Phase::Late
            || !matches!(&this.plan.kind, Kind::Number(format) if format.notation == Notation::Plain)
        {
            return None;
        }
        let number = |column: usize| self.current.number(column);
        let times = self.columns.iter().enumerate();
        let began = times.filter_map(|(time, of_time)| {
            let date = of_time.plan.date?;
            if self.a_second(time) != Some(1) {
                return None;
            }
            let midnight = number(date)?.wrapping_mul(SECONDS_A_DAY);
            Some(midnight.wrapping_add(number(time)?))
        });
        began.min()
    }

    /// How long the players thought in this game, and how long the one before took, in units of the
    /// column's numbers, if these are times.
    fn lasted_by(&self, column: usize) -> [Option<i64>; 2] {
        let a_second = self.a_second(column);
        let thought = self.current.lasted.map(|lasted| lasted.thought);
        [thought, self.current.took_before].map(|time| Some(time?.saturating_mul(a_second?) / 1000))
    }

    /// The length of this game for a column of times, if it is known.
    fn length(&self, column: usize) -> Option<Length> {
        Some(Length {
            lasted: self.current.lasted?,
            a_second: self.a_second(column)?,
            ending: self.ending(),
        })
    }

    /// A hash of the last word of the tag `Termination`: how the game ended.
    fn ending(&self) -> u32 {
        let told = self.column_in(Role::Termination);
        let told = told.map_or(&[][..], |column| {
            self.values.get(self.current.value(column))
        });
        hash_bytes(told.rsplit(|&byte| byte == b' ').next().unwrap_or_default())
    }

    /// Learns the current game's number in `column`, or that its value is none.
    pub(super) fn note_number(&mut self, column: usize, number: Option<i64>) {
        let Some(number) = number else {
            self.columns[column].lately.forget();
            return;
        };
        let afresh = !self.same_day(column);
        let lasted = self.lasted_by(column);
        let began = self.began(column);
        let length = self.length(column);
        let this = &mut self.columns[column];
        if let Some(second) = began {
            this.pace.learn(second, number);
        }
        let base = this.plan.base.and_then(|base| self.current.number(base));
        if let (Some(base), Some(length)) = (base, length)
            && let Some(took) = this.between.learn(number.wrapping_sub(base), &length)
        {
            self.current.took = Some(took);
        }
        this.lately.push(number, afresh, lasted);
    }

    /// Whether the date of the number in `column` [stands](TagCoder::date_stands); true if it has no
    /// date.
    fn same_day(&self, column: usize) -> bool {
        let date = self.columns[column].plan.date;
        date.is_none_or(|date| self.date_stands(date))
    }

    /// Whether the date is that of the game before. Before the moves are known, whether the last two
    /// dates coded are equal, which are older ones where this game's comes later.
    fn date_stands(&self, date: usize) -> bool {
        let Some(column) = self.columns.get(date) else {
            return false;
        };
        if self.current.is_late {
            let before = self.current.number.checked_sub(1);
            let before = before.map_or(ValueId::NONE, |before| self.value_in(before, date));
            return self.current.value(date) == before;
        }
        column.last == column.before
    }

    /// Codes the Chess960 start in `given`, and returns its FEN.
    pub(super) fn code_start<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> Vec<u8> {
        let start = Start::of(self.values.get(given)).unwrap_or(Start {
            number: 0,
            by_file: false,
        });
        let context = hash32(scene.column as u32, salt::START, 0);
        let set = Set::of_column(scene.column);
        let by_file = self.models.flag(coder, start.by_file, |_| context, set);
        let number = start::code_number(coder, start.number);
        Start { number, by_file }.fen()
    }

    /// Codes the pattern and the numbers of `given`. Returns its spelling when reading, else
    /// nothing.
    pub(super) fn code_pattern<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        width: Width,
        given: ValueId,
    ) -> Result<Vec<u8>> {
        let column = scene.column;
        let shape = Shape::of(self.values.get(given), width).unwrap_or_default();
        let pattern = self.code_which_pattern(coder, scene, &shape.pattern)?;
        let bytes = self.values.get(pattern).to_vec();
        let count = Shape::count(&bytes);
        if count > MAX_FIELDS {
            return Err(Error::corrupt("a pattern of too many numbers"));
        }
        let same = self.columns[column].last_pattern == pattern;
        let mut fields = Vec::with_capacity(count);
        let mut changed = 0u32;
        for index in 0..count {
            let last = self.columns[column].last_fields.get(index).copied();
            let from = match last {
                Some(last) if same && changed == 0 => last,
                _ => 0,
            };
            let number = shape.fields.get(index).copied().unwrap_or(0);
            let what = hash32(index as u32, changed, u32::from(same));
            let salt = hash32(column as u32, salt::FIELD, what);
            let mut contexts = self.contexts(scene, salt);
            contexts[1] = hash32(salt, last.unwrap_or(-1) as u32, 1);
            let difference = self.models.signed(
                coder,
                number.wrapping_sub(from),
                &contexts,
                Set::of_column(column),
            );
            if index == 0 || changed == 0 && difference != 0 {
                self.note_distance(column, difference);
            }
            changed = changed << 1 | u32::from(difference != 0);
            let number = from.wrapping_add(difference);
            if number < 0 {
                return Err(Error::corrupt("a number that cannot be"));
            }
            fields.push(number);
        }
        let mut out = Vec::new();
        if C::READS {
            Shape::write(&bytes, &fields, &mut out);
        }
        Ok(out)
    }

    fn code_which_pattern<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: &[u8],
    ) -> Result<ValueId> {
        let column = scene.column;
        let salt = hash32(column as u32, salt::PATTERN, 0);
        let last = self.values.hash(self.columns[column].last_pattern);
        let mut contexts = self.contexts(scene, salt);
        contexts[1] = hash32(salt, last, 1);
        let (given, known) = match C::READS {
            true => (ValueId::NONE, None),
            false => {
                let given = self.values.intern(given);
                let mut patterns = self.columns[column].patterns.iter();
                (given, patterns.position(|&pattern| pattern == given))
            }
        };
        match self
            .models
            .place(coder, known, &contexts, Set::of_column(column))
        {
            Some(index) => self.columns[column]
                .patterns
                .get(index)
                .copied()
                .ok_or_else(|| Error::corrupt("a pattern that there is not")),
            None => {
                let field = field::of_patterns(self.columns[column].group);
                let spelt = self.models.string(coder, self.values.get(given), field)?;
                let pattern = self.values.intern(&spelt);
                let patterns = &mut self.columns[column].patterns;
                if patterns.len() < MOST_PATTERNS {
                    patterns.push(pattern);
                }
                Ok(pattern)
            }
        }
    }

    /// Remembers the pattern and the numbers of a value; one without a pattern joins the list of
    /// values.
    pub(super) fn learn_pattern(&mut self, column: usize, value: ValueId, width: Width) {
        match Shape::of(self.values.get(value), width) {
            Some(shape) => {
                let pattern = self.values.intern(&shape.pattern);
                let this = &mut self.columns[column];
                this.last_pattern = pattern;
                this.last_fields = shape.fields;
            }
            None => self.columns[column].list_value(value),
        }
    }
}

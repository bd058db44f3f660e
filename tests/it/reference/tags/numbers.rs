//! Numbers and patterns. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{
    block::Block,
    cell::Scene,
    column::{Phase, Role},
    memory::{Value, bytes, hash, value},
    models::set_of,
    source::Coder,
    spelling::{Format, PLAIN, Shape},
    times::Length,
};
use crate::reference::models::coder::{fnv, hash32};

/// A base (8.2).
enum Base {
    Player,
    Opponent,
    Column(u32),
    /// With its class.
    Pace(u32),
    Lately(u32),
    Zero,
}

impl Base {
    fn number(&self) -> u32 {
        match self {
            Base::Player => 1,
            Base::Opponent => 2,
            Base::Column(kind) => 4 + kind,
            Base::Pace(_) => 3,
            Base::Lately(number) => 8 + number,
            Base::Zero => 0,
        }
    }
}

impl Block {
    /// 8.2
    pub(crate) fn number(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        format: &Format,
        given: &[u8],
    ) -> Vec<u8> {
        let set = set_of(scene.column);
        let given = format.read(given).unwrap_or(0);
        let (base, mut from) = self.base(scene.column);
        let s = hash32(scene.column as u32, 0x500, base.number());
        let mut contexts = self.contexts(scene, s);
        let mut unit = 1;
        match base {
            Base::Column(_) => contexts[1] = hash32(s, self.ending(), 8),
            Base::Pace(class) => {
                contexts[1] = hash32(s, class, 7);
                if let Some(last) = self.columns[scene.column].pace.by_twos() {
                    let is_even = given.wrapping_sub(last) % 2 == 0;
                    let contexts = [hash32(s, 0, 8); 7];
                    let is_even = self.models.decision(coder, is_even, &contexts, set);
                    from = from & !1 | (last & 1) ^ i64::from(!is_even);
                    unit = 2;
                }
            }
            _ => {}
        }
        let difference = given.wrapping_sub(from) / unit;
        let difference = self.models.signed(coder, difference, &contexts, set);
        self.note_distance(scene.column, difference);
        let number = from.wrapping_add(difference.wrapping_mul(unit));
        format.write(number).expect("a number that can be spelt")
    }

    fn number_in(&self, column: Option<usize>) -> Option<i64> {
        self.current.numbers.get(column?).copied().flatten()
    }

    /// The first base that there is, and its number.
    fn base(&self, column: usize) -> (Base, i64) {
        let this = &self.columns[column];
        if this.role == Role::RatingDifference {
            return (Base::Zero, 0);
        }
        if this.side.is_some() {
            let recalled = self.memory.recall_number(self.player_key(column));
            if let Some(number) = recalled {
                return (Base::Player, number);
            }
            if let Some(number) = self.number_in(this.sibling) {
                return (Base::Opponent, number);
            }
        }
        if let Some(number) = self.number_in(this.plan.base) {
            let length = self.length(column);
            let (shift, kind) = length.map_or((0, 0), |length| this.between.shift(&length));
            return (Base::Column(kind), number.wrapping_add(shift));
        }
        let began = self.began(column);
        if let Some((number, class)) = began.and_then(|second| this.pace.expects(second)) {
            return (Base::Pace(class), number);
        }
        let [own, prev] = self.times(column);
        match this.lately.base(own, prev) {
            Some((number, which)) if self.date_stands(column) => (Base::Lately(which), number),
            _ => (Base::Zero, 0),
        }
    }

    /// *own* and *prev* (11.2).
    fn times(&self, column: usize) -> [Option<i64>; 2] {
        let own = self.current.lasted.map(|lasted| lasted.thought);
        let a_second = self.columns[column].a_second();
        [own, self.current.took_before].map(|time| Some(time?.saturating_mul(a_second?) / 1_000))
    }

    /// 11.1
    pub(crate) fn learn_number(&mut self, column: usize, number: Option<i64>) {
        let Some(number) = number else {
            self.columns[column].lately.empty();
            return;
        };
        let afresh = !self.date_stands(column);
        let [own, prev] = self.times(column);
        let (began, length) = (self.began(column), self.length(column));
        let base = self.number_in(self.columns[column].plan.base);
        let this = &mut self.columns[column];
        if let Some(second) = began {
            this.pace.learn(second, number);
        }
        if let (Some(base), Some(length)) = (base, length) {
            let took = this.between.learn(number.wrapping_sub(base), &length);
            self.current.took = took.or(self.current.took);
        }
        this.lately.learn(number, afresh, own, prev);
    }

    /// 11.1: whether the date stands.
    fn date_stands(&self, column: usize) -> bool {
        let Some(date) = self.columns[column].plan.date else {
            return true;
        };
        let Some(of_date) = self.columns.get(date) else {
            return false;
        };
        match self.current.outcomes_of {
            Some(0) => self.current.values[date].is_none(),
            Some(game) => self.current.values[date] == self.value_in(game - 1, date),
            None => of_date.last == of_date.before,
        }
    }

    /// 11.3
    pub(crate) fn length(&self, column: usize) -> Option<Length> {
        Some(Length {
            lasted: self.current.lasted?,
            a_second: self.columns[column].a_second()?,
            ending: self.ending(),
        })
    }

    fn ending(&self) -> u32 {
        let told = self.column_of(Role::Termination);
        let told = told.map_or(&[][..], |column| bytes(&self.current.values[column]));
        let last = told.rsplit(|&byte| byte == b' ').next();
        fnv(last.unwrap_or_default())
    }

    /// 11.5: when the game began.
    fn began(&self, column: usize) -> Option<i64> {
        let this = &self.columns[column];
        if this.phase != Phase::Late || this.format()?.notation != PLAIN {
            return None;
        }
        let times = (0..self.columns.len()).filter_map(|time| {
            let date = self.columns[time].plan.date?;
            let second = self.number_in(Some(time))?;
            let day = self.number_in(Some(date))?.wrapping_mul(86_400);
            (self.columns[time].a_second() == Some(1)).then(|| day.wrapping_add(second))
        });
        times.min()
    }

    /// 8.3
    pub(crate) fn pattern(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        given: Option<Shape>,
    ) -> Vec<u8> {
        let column = scene.column;
        let given = given.unwrap_or_default();
        let pattern = self.which_pattern(coder, scene, &given.pattern);
        let same = u32::from(self.columns[column].last_pattern == pattern);
        let mut shape = Shape {
            pattern: bytes(&pattern).to_vec(),
            fields: Vec::new(),
        };
        let count = Shape::count(&shape.pattern);
        assert!(count <= 10, "damage: too many numbers");
        let mut changed = 0_u32;
        for i in 0..count {
            let f = self.columns[column].last_fields.get(i).copied();
            let from = f.filter(|_| same == 1 && changed == 0).unwrap_or(0);
            let s = hash32(column as u32, 0x600, hash32(i as u32, changed, same));
            let mut contexts = self.contexts(scene, s);
            contexts[1] = hash32(s, f.unwrap_or(-1) as u32, 1);
            let given = given.fields.get(i).copied().unwrap_or(0);
            let given = given.wrapping_sub(from);
            let difference = self.models.signed(coder, given, &contexts, set_of(column));
            if i == 0 || changed == 0 && difference != 0 {
                self.note_distance(column, difference);
            }
            changed = changed << 1 | u32::from(difference != 0);
            let number = from.wrapping_add(difference);
            assert!(number >= 0, "damage: a number");
            shape.fields.push(number);
        }
        shape.write()
    }

    fn which_pattern(&mut self, coder: &mut Coder, scene: &Scene, given: &[u8]) -> Value {
        let s = hash32(scene.column as u32, 0x601, 0);
        let mut contexts = self.contexts(scene, s);
        let this = &self.columns[scene.column];
        contexts[1] = hash32(s, hash(&this.last_pattern), 1);
        let known = this.patterns.iter().position(|known| bytes(known) == given);
        let known = known.map_or(0, |known| known as u64 + 1);
        let place = self
            .models
            .number(coder, known, &contexts, set_of(scene.column));
        let this = &mut self.columns[scene.column];
        if place > 0 {
            return this.patterns[place as usize - 1].clone();
        }
        let pattern = value(&self.models.string(coder, given, 32_768 + this.group % 997));
        if this.patterns.len() < 4_096 {
            this.patterns.push(pattern.clone());
        }
        pattern
    }
}

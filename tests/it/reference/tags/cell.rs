//! A value. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{
    block::Block,
    column::{Kind, SOURCES},
    hints::Hints,
    memory::{Value, binary_digits, bytes, hash, key, value},
    models::{Contexts, set_of},
    outcomes::Played,
    source::Coder,
    spelling::{ALPHABETS, Identifier, Shape, path_of, start, start_of},
};
use crate::reference::models::coder::hash32;

/// A guess, and the trust in it.
#[derive(Clone)]
pub(crate) struct Guess {
    pub(crate) value: Value,
    pub(crate) trust: u8,
}

/// What is known before a value (7.1, 9.1).
pub(crate) struct Scene {
    pub(crate) column: usize,
    pub(crate) guesses: Vec<Option<Guess>>,
    keys: Vec<Option<u64>>,
    /// The contexts by role.
    pub(crate) roles: [u32; 3],
}

impl Scene {
    /// A guess of an own source (9.1).
    pub(crate) fn own(&mut self, own: usize, value: Value, trust: u8) {
        self.guesses[6 + own] = Some(Guess { value, trust });
    }

    /// A recalled guess of a source.
    pub(crate) fn recall(&mut self, block: &Block, source: usize, key: u64) {
        self.keys[source] = Some(key);
        let recalled = block.memory.recall(key);
        self.guesses[source] = recalled.map(|(value, trust)| Guess { value, trust });
    }
}

impl Block {
    /// The value of a column, with names (6.3).
    pub(crate) fn cell(
        &mut self,
        coder: &mut Coder,
        column: usize,
        given: &Value,
        played: Option<&Played>,
    ) {
        if !self.columns[column].plan.named {
            return self.plain_cell(coder, column, given, played);
        }
        let players = [1, 2].map(|player: usize| self.current.values[player].clone());
        let given = self.without_names(given, &players);
        self.plain_cell(coder, column, &given, played);
        self.put_names(column);
    }

    /// The value of a column, as it is learnt (7).
    pub(crate) fn plain_cell(
        &mut self,
        coder: &mut Coder,
        column: usize,
        given: &Value,
        played: Option<&Played>,
    ) {
        let scene = self.scene(column, played);
        let (right, missed) = self.guesses(coder, &scene, given);
        let found = match right {
            Some(right) => right,
            None => {
                let missed = missed.clone().unwrap_or_default();
                self.unguessed(coder, &scene, given, (&missed, played))
            }
        };
        self.learn(&scene, &found, missed.is_some());
    }

    /// The key *k* of 7.1.
    pub(crate) fn player_key(&self, column: usize) -> u64 {
        let this = &self.columns[column];
        let player = self.hash_of(self.player_of(column));
        key(this.group, player, self.rating_class(column))
    }

    /// 7.1
    fn scene(&self, column: usize, played: Option<&Played>) -> Scene {
        let this = &self.columns[column];
        let mut scene = Scene {
            column,
            guesses: vec![None; SOURCES],
            keys: vec![None; SOURCES],
            roles: [0; 3],
        };
        if this.last.is_some() {
            scene.guesses[0] = Some(Guess {
                value: this.last.clone(),
                trust: (this.history & 3) as u8,
            });
        }
        if column >= 3 && this.side.is_some() {
            scene.recall(self, 1, self.player_key(column));
        } else if column >= 3 {
            for source in 1..3 {
                let key = key(this.group, self.hash_of(source), source as u32);
                scene.recall(self, source, key);
            }
        }
        for (i, parent) in this.plan.parents.into_iter().enumerate() {
            if let Some(parent) = parent {
                let key = key(column as u32, self.hash_of(parent), 0x200 + i as u32);
                scene.recall(self, 3 + i, key);
            }
        }
        if let Some(equal) = this.plan.equal {
            let said = self.current.values.get(equal).cloned().flatten();
            let said = said.map(|said| match this.plan.kind.is_bare() {
                true => path_of(&said).1.into(),
                false => said,
            });
            scene.guesses[5] = said.is_some().then_some(Guess {
                value: said,
                trust: 0,
            });
        }
        self.by_role(&mut scene, played);
        scene
    }

    /// 7.2: the value, if a guess is right, and the missed one.
    fn guesses(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        given: &Value,
    ) -> (Option<Value>, Option<Value>) {
        let experts = &self.columns[scene.column].experts;
        let guesses = scene.guesses.iter().enumerate();
        let mut order: Vec<(i64, usize, &Guess)> = guesses
            .filter_map(|(source, guess)| {
                let guess = guess.as_ref()?;
                let p = experts[source][usize::from(guess.trust)].p;
                Some((p.clamp(24, 65_512), source, guess))
            })
            .collect();
        order.sort_by_key(|&(p, source, _)| (-p, source));
        let mut asked: Vec<&Value> = Vec::new();
        for (p, source, guess) in order {
            if p < 6_553 || asked.len() == 4 {
                break;
            }
            if asked.contains(&&guess.value) {
                continue;
            }
            let contexts = self.guess_contexts(scene, source, guess, asked.len());
            let is_right = guess.value == *given;
            let set = set_of(scene.column);
            if self.models.decision(coder, is_right, &contexts, set) {
                return (
                    Some(guess.value.clone()),
                    asked.first().map(|&missed| missed.clone()),
                );
            }
            asked.push(&guess.value);
        }
        (None, asked.first().map(|&missed| missed.clone()))
    }

    fn guess_contexts(
        &self,
        scene: &Scene,
        source: usize,
        guess: &Guess,
        asked: usize,
    ) -> Contexts {
        let bits = |is: &dyn Fn(&Guess) -> bool| {
            let sources = scene.guesses.iter().enumerate();
            sources.fold(0, |bits, (i, guess)| {
                bits | u32::from(guess.as_ref().is_some_and(is)) << i
            })
        };
        let a = bits(&|other| other.value == guess.value);
        let t = bits(&|_| true);
        let s = hash32(scene.column as u32, asked as u32, 0x300);
        let w = source as u32 * 16 + u32::from(guess.trust);
        let h = hash(&guess.value);
        let [one, two, three] = scene.roles.map(|role| hash32(s, role, h));
        [
            hash32(s, (a << 16) + t, w),
            hash32(s, h, 1),
            hash32(s, self.columns[scene.column].history & 31, w),
            hash32(s, self.current.hits & 15, a),
            one,
            two,
            three,
        ]
    }

    /// 7.3: contexts with a salt.
    pub(crate) fn contexts(&self, scene: &Scene, s: u32) -> Contexts {
        let this = &self.columns[scene.column];
        let parent = this.plan.parents[0].map_or(0, |parent| self.hash_of(parent));
        let [d, e] = this.deltas;
        let [one, two, three] = scene.roles;
        [
            s,
            hash32(s, hash(&this.last), 1),
            hash32(s, parent, 2),
            hash32(s, one, 3),
            hash32(s, two, 4),
            hash32(s, three, 5),
            hash32(s, 256 * d + e, self.current.hits & 3),
        ]
    }

    /// 7.3
    fn unguessed(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        given: &Value,
        (missed, played): (&Value, Option<&Played>),
    ) -> Value {
        let kind = self.columns[scene.column].plan.kind.clone();
        if matches!(kind, Kind::Few | Kind::Many | Kind::Player) {
            return self.listed(coder, scene, given, (missed, played));
        }
        let fits = given.as_deref().is_some_and(|given| kind.fits(given));
        if !self.models.simple(coder, fits, set_of(scene.column)) {
            return self.listed(coder, scene, given, (missed, played));
        }
        let given = bytes(given);
        value(&match &kind {
            Kind::Number(format) => self.number(coder, scene, format, given),
            Kind::Pattern(fixed) => self.pattern(coder, scene, Shape::of(given, *fixed)),
            Kind::Identifier(identifier) => self.identifier(coder, scene, identifier, given),
            _ => self.start(coder, scene, given),
        })
    }

    /// 7.4
    fn listed(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        given: &Value,
        (missed, played): (&Value, Option<&Played>),
    ) -> Value {
        let s = hash32(scene.column as u32, 0x400, 0);
        let mut contexts = self.contexts(scene, s);
        contexts[6] = hash32(s, hash(missed), 6);
        let this = &self.columns[scene.column];
        let list = match this.plan.kind {
            Kind::Player => self.players.recency.values(),
            Kind::Many => this.recency.values(),
            _ => &this.list,
        };
        let place = list.iter().position(|known| known == given);
        let place = place.map_or(0, |place| place as u64 + 1);
        let place = self
            .models
            .number(coder, place, &contexts, set_of(scene.column));
        let found = match place {
            0 => None,
            _ => Some(list[place as usize - 1].clone()),
        };
        let found = found.unwrap_or_else(|| self.spelt(coder, scene, given, (missed, played)));
        self.note_distance(scene.column, place as i64);
        found
    }

    /// 7.4: spelt out.
    fn spelt(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        given: &Value,
        (missed, played): (&Value, Option<&Played>),
    ) -> Value {
        let this = &self.columns[scene.column];
        let field = match this.plan.kind {
            Kind::Player => 2,
            _ => this.field(),
        };
        if this.name == b"FEN" {
            return value(&self.models.fen(coder, field));
        }
        let given = bytes(given);
        let Some(played) = played else {
            return value(&self.models.string(coder, given, field));
        };
        let mut hints = Hints {
            missed: bytes(missed).to_vec(),
            ..Hints::default()
        };
        if this.role.names_opening() {
            let found = self.current.found[0].as_ref();
            hints.name = found.map_or(String::new(), |found| found.name.clone());
            hints.moves = played.facts.spelt.clone();
        }
        value(&self.models.guided_string(coder, given, field, hints))
    }

    /// 7.5
    pub(crate) fn note_distance(&mut self, column: usize, distance: i64) {
        let class = 2 * binary_digits(distance.unsigned_abs()) + u32::from(distance < 0);
        let this = &mut self.columns[column];
        this.deltas = [class, this.deltas[0]];
    }

    /// 8.4
    fn identifier(
        &mut self,
        coder: &mut Coder,
        scene: &Scene,
        identifier: &Identifier,
        given: &[u8],
    ) -> Vec<u8> {
        let mut value = match &identifier.prefix {
            Some(prefix) => prefix.clone(),
            None => {
                let contexts = self.contexts(scene, hash32(scene.column as u32, 0x603, 0));
                let this = &self.columns[scene.column];
                let last = path_of(bytes(&this.last)).0.to_vec();
                let (own, field) = (path_of(given).0, this.field());
                let set = set_of(scene.column);
                match self.models.decision(coder, own == last, &contexts, set) {
                    true => last,
                    false => self.models.string(coder, own, field),
                }
            }
        };
        let alphabet = ALPHABETS[identifier.alphabet];
        let code = identifier.of(given).unwrap_or_default();
        for i in 0..identifier.len {
            let place = |byte: &u8| alphabet.iter().position(|other| other == byte);
            let place = code.get(i).and_then(place).unwrap_or(0);
            value.push(alphabet[coder.one_of(place, alphabet.len())]);
        }
        value.extend(&identifier.suffix);
        value
    }

    /// 8.5
    fn start(&mut self, coder: &mut Coder, scene: &Scene, given: &[u8]) -> Vec<u8> {
        let (n, by_file) = start_of(given).unwrap_or_default();
        let contexts = [hash32(scene.column as u32, 0x602, 0); 7];
        let set = set_of(scene.column);
        let by_file = self.models.decision(coder, by_file, &contexts, set);
        let high = coder.one_of(n / 64, 15);
        let low = coder.raw_bits(n as u64 % 64, 6) as usize;
        start(64 * high + low, by_file)
    }

    /// 7.6
    fn learn(&mut self, scene: &Scene, found: &Value, missed: bool) {
        let column = scene.column;
        let this = &mut self.columns[column];
        let number = this.plan.kind.number_of(bytes(found));
        let mut is_guess = false;
        for (source, guess) in scene.guesses.iter().enumerate() {
            if let Some(guess) = guess {
                let is_right = guess.value == *found;
                this.experts[source][usize::from(guess.trust)].learn(is_right);
                is_guess |= is_right;
            }
        }
        for &key in scene.keys.iter().flatten() {
            self.memory.learn(key, found, number);
        }
        let guessed = u32::from(is_guess && !missed);
        self.current.hits = self.current.hits << 1 | guessed;
        self.learn_number(column, number);
        let this = &mut self.columns[column];
        this.history = this.history << 1 | guessed;
        this.before = std::mem::replace(&mut this.last, found.clone());
        self.learn_kind(column, found);
        self.current.values[column] = found.clone();
        self.current.numbers[column] = number;
        self.learn_role(column);
    }

    /// 7.6, 6
    fn learn_kind(&mut self, column: usize, found: &Value) {
        let this = &mut self.columns[column];
        let is_repeated = this.before == *found;
        match &this.plan.kind {
            Kind::Few => this.enlist(found),
            Kind::Many => this.recency.touch(found),
            Kind::Player => self.players.recency.touch(found),
            _ if is_repeated => {}
            Kind::Pattern(fixed) => match Shape::of(bytes(found), *fixed) {
                Some(shape) => {
                    this.last_pattern = value(&shape.pattern);
                    this.last_fields = shape.fields;
                }
                None => this.enlist(found),
            },
            kind if kind.fits(bytes(found)) => {}
            _ => this.enlist(found),
        }
    }
}

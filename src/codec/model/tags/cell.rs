//! One value: first guessed from all that is known, then, if no guess is right, coded by the kind
//! of its column.

use super::{
    block::Block,
    column::EXPERTS,
    hints::Hints,
    kind::Kind,
    models::CONTEXTS,
    names::{self, PLAYERS},
    seen::{memory::Key, values::ValueId},
    spelling::code::{Prefix, split_path},
};
use crate::{
    codec::{model::facts::Played, text::priming::field},
    coding::{
        adaptive::binary_digits,
        mix::hash32,
        range::{Coder, ONE},
    },
    error::{Error, Result},
};

/// Guesses with a lower probability than this, in 1/65,536, are not asked about, as every wrong one
/// makes the value dearer.
const WORTH_ASKING: u32 = ONE / 10;
/// Most guesses that are asked about: each is a decision under all contexts, which takes time.
const ATTEMPTS: usize = 4;
/// The sources of guesses (*experts*) that every column has: the last value, the last values of the
/// player and of the other player, the last value beside the same value of a parent column (two of
/// these), and the value of the column that is mostly equal.
const PREVIOUS: usize = 0;
/// The expert that remembers the value beside the same player.
const PLAYER: usize = 1;
/// The same for Black, in columns that belong to neither side.
const OTHER_PLAYER: usize = 2;
/// The first of two experts that remember the value beside the same value of another column.
const PARENT: usize = 3;
/// The expert that says the value of another column of this game.
const EQUAL: usize = 5;
/// The first source that depends on the role of the column.
pub(super) const OWN: usize = 6;
/// An expert's rate of right guesses is a mean over about so many of its last ones, since columns
/// change within a block.
const EXPERT_MEMORY: u8 = 60;
/// Sets of weights before those of the columns: those for plans, for templates, and for games whose
/// tags are spelt out.
const FIRST_SET: usize = 3;

/// A guess at a value.
#[derive(Clone, Copy, Debug)]
struct Guess {
    value: ValueId,
    trust: u8,
}

/// What is known before a value is coded: the guesses and the contexts.
pub(super) struct Scene {
    pub(super) column: usize,
    guesses: [Option<Guess>; EXPERTS],
    keys: [Option<Key>; EXPERTS],
    /// Three more contexts, chosen by the role of the column.
    pub(super) roles: [u32; 3],
}

/// A value that no guess hit.
#[derive(Clone, Copy)]
struct Unguessed<'g> {
    given: ValueId,
    /// The first guess that was asked about, and was wrong; none if there was none.
    missed: ValueId,
    played: Option<Played<'g>>,
}

impl Scene {
    /// Adds a guess from one of the sources that depend on the role, numbered from 0.
    pub(super) fn guess(&mut self, own: usize, value: ValueId, trust: u8) {
        self.guesses[OWN + own] = Some(Guess { value, trust });
    }

    /// Adds the guess that the memory has for `key`, and has the memory learn the right value.
    fn recall(&mut self, block: &Block, expert: usize, key: Key) {
        self.keys[expert] = Some(key);
        if let Some((value, trust)) = block.memory.recall(key) {
            self.guesses[expert] = Some(Guess { value, trust });
        }
    }

    /// The same for one of the sources that depend on the role.
    pub(super) fn recall_own(&mut self, block: &Block, own: usize, key: Key) {
        self.recall(block, OWN + own, key);
    }
}

impl Block {
    /// Codes the value of a column in the current game, whose players are known.
    pub(super) fn code_cell<C: Coder>(
        &mut self,
        coder: &mut C,
        column: usize,
        given: ValueId,
        played: Option<Played>,
    ) -> Result<()> {
        if !self.columns[column].plan.named {
            return self.code_plain(coder, column, given, played);
        }
        let names = PLAYERS.map(|player| self.current.value(player));
        let given = match given.is_some() {
            true => self.without_names(given, names),
            false => given,
        };
        self.code_plain(coder, column, given, played)?;
        self.put_names(column, C::READS)
    }

    /// Codes the value of a column in the current game, with marks for names if it has any.
    pub(super) fn code_plain<C: Coder>(
        &mut self,
        coder: &mut C,
        column: usize,
        given: ValueId,
        played: Option<Played>,
    ) -> Result<()> {
        let scene = self.scene(column, played);
        let (guessed, missed) = self.code_guesses(coder, &scene, given);
        let value = match guessed {
            Some(value) => value,
            None => {
                let missed = missed.unwrap_or(ValueId::NONE);
                let value = Unguessed {
                    given,
                    missed,
                    played,
                };
                self.code_unguessed(coder, &scene, value)?
            }
        };
        self.learn(&scene, value, missed.is_some());
        if C::READS {
            self.models.budget().take(self.values.get(value).len())?;
        }
        Ok(())
    }

    /// Replaces the marks in the current game's value of a column by the names.
    pub(super) fn put_names(&mut self, column: usize, reads: bool) -> Result<()> {
        let value = self.with_names(self.current.value(column), reads)?;
        self.current.respell(column, value);
        Ok(())
    }

    /// All guesses at a value, and what else is known before it.
    fn scene(&mut self, column: usize, played: Option<Played>) -> Scene {
        let mut scene = Scene {
            column,
            guesses: [None; EXPERTS],
            keys: [None; EXPERTS],
            roles: [0; 3],
        };
        let this = &self.columns[column];
        if this.last.is_some() {
            scene.guesses[PREVIOUS] = Some(Guess {
                value: this.last,
                trust: (this.history & 3) as u8,
            });
        }
        if column >= names::HEADS.len() {
            match this.side {
                Some(_) => {
                    scene.recall(self, PLAYER, self.player_key(column));
                }
                None => {
                    let players = names::PLAYERS.map(|player| self.value_hash(player));
                    for (expert, player) in [PLAYER, OTHER_PLAYER].into_iter().zip(players) {
                        let key = Key::new(this.group, player, expert as u32);
                        scene.recall(self, expert, key);
                    }
                }
            }
        }
        for (index, parent) in self.columns[column].plan.parents.into_iter().enumerate() {
            if let Some(parent) = parent {
                let company = self.value_hash(parent);
                let key = Key::new(column as u32, company, 0x200 + index as u32);
                scene.recall(self, PARENT + index, key);
            }
        }
        if let Some(equal) = self.columns[column].plan.equal {
            let value = self.current.value(equal);
            if value.is_some() {
                scene.guesses[EQUAL] = Some(Guess { value, trust: 0 });
            }
        }
        self.play_role(&mut scene, played);
        scene
    }

    /// The set of weights for a column.
    pub(super) fn set_of(column: usize) -> usize {
        FIRST_SET + column
    }

    /// A hash of the current game's value in `column`.
    pub(super) fn value_hash(&self, column: usize) -> u32 {
        self.values.hash(self.current.value(column))
    }

    /// Codes for each guess in turn, the likeliest first, whether it is right. Returns the right
    /// one, and the first wrong one.
    fn code_guesses<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> (Option<ValueId>, Option<ValueId>) {
        let this = &self.columns[scene.column];
        let mut open = [(0u32, 0usize); EXPERTS];
        let mut count = 0;
        for (expert, guess) in scene.guesses.iter().enumerate() {
            if let Some(guess) = guess {
                open[count] = (this.experts[expert][usize::from(guess.trust)].p(), expert);
                count += 1;
            }
        }
        open[..count].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut missed = None;
        let mut asked = [ValueId::NONE; ATTEMPTS];
        let mut attempts = 0;
        for &(p, expert) in &open[..count] {
            let Some(guess) = scene.guesses[expert] else {
                continue;
            };
            if attempts == ATTEMPTS || p < WORTH_ASKING {
                break;
            }
            if asked[..attempts].contains(&guess.value) {
                continue;
            }
            let contexts = self.guess_contexts(scene, expert, attempts);
            let set = Block::set_of(scene.column);
            let hit = self
                .models
                .flag(coder, guess.value == given, &contexts, set);
            if hit {
                return (Some(guess.value), missed);
            }
            missed = missed.or(Some(guess.value));
            asked[attempts] = guess.value;
            attempts += 1;
        }
        (None, missed)
    }

    fn guess_contexts(&self, scene: &Scene, expert: usize, attempt: usize) -> [u32; CONTEXTS] {
        let guess = scene.guesses[expert].map_or(ValueId::NONE, |guess| guess.value);
        let trust = scene.guesses[expert].map_or(0, |guess| u32::from(guess.trust));
        let agree = scene
            .guesses
            .iter()
            .enumerate()
            .fold(0, |mask, (index, g)| {
                mask | u32::from(g.is_some_and(|g| g.value == guess)) << index
            });
        let there = scene
            .guesses
            .iter()
            .enumerate()
            .fold(0, |mask, (index, g)| mask | u32::from(g.is_some()) << index);
        let this = &self.columns[scene.column];
        let salt = hash32(scene.column as u32, attempt as u32, 0x300);
        let who = (expert as u32) << 4 | trust;
        let hash = self.values.hash(guess);
        [
            hash32(salt, agree << 16 | there, who),
            hash32(salt, hash, 1),
            hash32(salt, this.history & 31, who),
            hash32(salt, self.current.outcomes(4), agree),
            hash32(salt, scene.roles[0], hash),
            hash32(salt, scene.roles[1], hash),
            hash32(salt, scene.roles[2], hash),
        ]
    }

    /// Codes a value that was not guessed.
    fn code_unguessed<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<ValueId> {
        let set = Block::set_of(scene.column);
        let this = &self.columns[scene.column];
        let spelt_by_kind = !matches!(this.plan.kind, Kind::Few | Kind::Many | Kind::Player) && {
            let fits = !C::READS && this.fits(self.values.get(value.given));
            self.models.simple(coder, fits, set)
        };
        if !spelt_by_kind {
            return self.code_listed(coder, scene, value);
        }
        let bytes = match &self.columns[scene.column].plan.kind {
            Kind::Identifier(code) => match &code.prefix {
                Prefix::Fixed(prefix) => code.code(coder, prefix, self.values.get(value.given)),
                Prefix::Path => self.code_behind_path(coder, scene, value.given)?,
            },
            Kind::Number(_) => self.code_number(coder, scene, value.given)?,
            Kind::Start => self.code_start(coder, scene, value.given),
            _ => self.code_pattern(coder, scene, value.given)?,
        };
        Ok(if C::READS {
            self.values.intern(&bytes)
        } else {
            value.given
        })
    }

    /// Codes an identifier behind a path, and before it whether the path is that of the last value.
    fn code_behind_path<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> Result<Vec<u8>> {
        let contexts = self.contexts(scene, hash32(scene.column as u32, 0x603, 0));
        let Block {
            models,
            values,
            columns,
            ..
        } = self;
        let this = &columns[scene.column];
        let Kind::Identifier(identifier) = &this.plan.kind else {
            return Ok(Vec::new());
        };
        let value = values.get(given);
        let [path, own] = [values.get(this.last), value].map(|value| split_path(value).0);
        let set = Block::set_of(scene.column);
        if models.flag(coder, own == path, &contexts, set) {
            return Ok(identifier.code(coder, path, value));
        }
        let path = models.string(coder, own, field::of_tag(&this.name))?;
        Ok(identifier.code(coder, &path, value))
    }

    /// Codes a value by its place in a list of earlier values, or else spells it out.
    fn code_listed<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<ValueId> {
        let set = Block::set_of(scene.column);
        let salt = hash32(scene.column as u32, 0x400, 0);
        let mut contexts = self.contexts(scene, salt);
        contexts[6] = hash32(salt, self.values.hash(value.missed), 6);
        let this = &self.columns[scene.column];
        let (known, by_rank) = match this.plan.kind {
            Kind::Player => {
                let recency = &self.players.recency;
                (recency.rank(value.given), Some(recency))
            }
            Kind::Many => (this.recency.rank(value.given), Some(&this.recency)),
            _ => (
                this.listed.get(&value.given).map(|&index| index as usize),
                None,
            ),
        };
        let number = known.map_or(0, |index| index as u64 + 1);
        let number = self.models.number(coder, number, &contexts, set);
        let Some(index) = (number as usize).checked_sub(1) else {
            let spelt = self.code_spelt(coder, scene, value)?;
            self.note_distance(scene.column, 0);
            return Ok(match C::READS {
                true => self.values.intern(&spelt),
                false => value.given,
            });
        };
        let value = match by_rank {
            Some(recency) if index < recency.len() => recency.at(index),
            None if index < this.list.len() => this.list[index],
            _ => return Err(Error::corrupt("a value that was not there before")),
        };
        self.note_distance(scene.column, index as i64 + 1);
        Ok(value)
    }

    /// Spells out a value.
    fn code_spelt<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<Vec<u8>> {
        let this = &self.columns[scene.column];
        let field = match this.plan.kind {
            Kind::Player => field::PLAYER,
            _ => field::of_tag(&this.name),
        };
        if names::is_start(&this.name) {
            return self.models.fen(coder, self.values.get(value.given), field);
        }
        let Some(Played { game, .. }) = value.played else {
            return self
                .models
                .string(coder, self.values.get(value.given), field);
        };
        let names_opening = this.role.names_opening();
        let opening = names_opening.then(|| (self.opening_name(), game));
        let hints = Hints {
            guess: self.values.get(value.missed),
            opening,
        };
        let given = self.values.get(value.given);
        self.models.hinted_string(coder, given, field, hints)
    }

    /// The contexts for a value that was not guessed.
    pub(super) fn contexts(&self, scene: &Scene, salt: u32) -> [u32; CONTEXTS] {
        let this = &self.columns[scene.column];
        let parent = this.plan.parents[0].map_or(0, |parent| self.value_hash(parent));
        let [last, before] = this.last_deltas.map(u32::from);
        [
            salt,
            hash32(salt, self.values.hash(this.last), 1),
            hash32(salt, parent, 2),
            hash32(salt, scene.roles[0], 3),
            hash32(salt, scene.roles[1], 4),
            hash32(salt, scene.roles[2], 5),
            hash32(salt, last << 8 | before, self.current.outcomes(2)),
        ]
    }

    /// Remembers the class of a coded difference, or of a place in a list plus one.
    pub(super) fn note_distance(&mut self, column: usize, distance: i64) {
        let size = binary_digits(distance.unsigned_abs());
        let class = (size as u8) << 1 | u8::from(distance < 0);
        let this = &mut self.columns[column];
        this.last_deltas = [class, this.last_deltas[0]];
    }

    /// Learns the value from all sides: guesses, memory, numbers, lists.
    fn learn(&mut self, scene: &Scene, value: ValueId, missed: bool) {
        let column = scene.column;
        let number = self.columns[column].number_of(self.values.get(value));
        for (expert, guess) in scene.guesses.iter().enumerate() {
            if let Some(guess) = guess {
                let right = guess.value == value;
                self.columns[column].experts[expert][usize::from(guess.trust)]
                    .update(right, EXPERT_MEMORY);
            }
        }
        for key in scene.keys.iter().flatten() {
            self.memory.learn(*key, value, number);
        }
        let guessed = !missed && scene.guesses.iter().flatten().any(|g| g.value == value);
        self.current.note_guess(guessed);
        self.note_number(column, number);
        let this = &mut self.columns[column];
        this.history = this.history << 1 | u32::from(guessed);
        this.before = this.last;
        this.last = value;
        match this.plan.kind {
            Kind::Few => this.list_value(value),
            Kind::Many => this.recency.touch(value),
            Kind::Player => self.players.recency.touch(value),
            Kind::Pattern(width) if this.last != this.before => {
                self.learn_pattern(column, value, width);
            }
            Kind::Number(_) if number.is_some() => {}
            _ if this.last == this.before || this.fits(self.values.get(value)) => {}
            _ => this.list_value(value),
        }
        self.current.set(column, value, number);
        self.learn_role(column);
    }
}

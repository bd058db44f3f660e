//! One value: first guessed from all that is known, then, if no guess is right, coded by the kind
//! of its column.

use super::{
    coder::TagCoder,
    hints::Hints,
    kind::Kind,
    models::{CONTEXTS, Set, salt},
    names::{self, PLAYERS, Phase},
    seen::{memory::Key, values::ValueId},
    source::Source,
    spelling::identifier::{Prefix, split_path},
};
use crate::{
    codec::{model::facts::Played, text::priming::field},
    coding::{
        adaptive::binary_digits,
        mix::hash32,
        range::{Coder, ONE},
    },
    error::{Error, Result},
    limits::charges,
};
use std::ops::Range;

/// Guesses with a lower probability than this, in 1/65,536, are not asked about, as every wrong one
/// makes the value dearer.
const WORTH_ASKING: u32 = ONE / 10;
/// Most guesses that are asked about: each is a decision under all contexts, which takes time.
const ATTEMPTS: usize = 4;
/// A source's rate of right guesses is a mean over about so many of its last ones, since columns
/// change within a block.
const SOURCE_MEMORY: u8 = 60;

/// A guess at a value.
#[derive(Clone, Copy, Debug)]
struct Guess {
    value: ValueId,
    trust: u8,
}

/// What is known before a value is coded: the guesses and the contexts.
pub(super) struct Scene {
    pub(super) column: usize,
    guesses: [Option<Guess>; Source::COUNT],
    keys: [Option<Key>; Source::COUNT],
    /// Three more contexts, chosen by the role of the column.
    pub(super) roles: [u32; 3],
    /// How many bytes were spelt to make guesses.
    pub(super) spelt: usize,
}

/// What is known about a guess that is asked about.
struct Guessed<'s> {
    scene: &'s Scene,
    salt: u32,
    /// The source, and the trust in it.
    who: u32,
    /// A hash of the value.
    hash: u32,
    /// Which sources guess the same.
    agreeing: u32,
    /// Which of the column's last values were those before them.
    history: u32,
    /// Which of the tags before were guessed.
    hits: u32,
}

impl Guessed<'_> {
    /// The context of that number, below [`CONTEXTS`].
    #[inline]
    fn context(&self, number: usize) -> u32 {
        let Guessed {
            scene, salt, hash, ..
        } = *self;
        match number {
            0 => {
                let there = scene.sources(|_| true);
                hash32(salt, self.agreeing << 16 | there, self.who)
            }
            1 => hash32(salt, hash, 1),
            2 => hash32(salt, self.history, self.who),
            3 => hash32(salt, self.hits, self.agreeing),
            _ => hash32(salt, scene.roles[number - 4], hash),
        }
    }
}

/// What came of the guesses at a value that were asked about.
struct Asked {
    /// The one that was right.
    right: Option<ValueId>,
    /// The first of those before it, or of all, that were wrong. It may have been that there is no
    /// value.
    missed: Option<ValueId>,
}

/// A guess that may be asked about.
#[derive(Clone, Copy)]
struct Open {
    /// How often guesses such as this one are right.
    p: u32,
    /// The number of its [`Source`].
    source: usize,
    guess: Guess,
}

impl Open {
    /// No guess.
    const NONE: Open = Open {
        p: 0,
        source: 0,
        guess: Guess {
            value: ValueId::NONE,
            trust: 0,
        },
    };
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
    /// Adds a guess.
    pub(super) fn guess(&mut self, source: Source, value: ValueId, trust: u8) {
        self.guesses[source.number()] = Some(Guess { value, trust });
    }

    /// The sources whose guesses count, a bit each.
    fn sources(&self, counts: impl Fn(&Guess) -> bool) -> u32 {
        let guesses = self.guesses.iter().enumerate();
        guesses.fold(0, |mask, (index, guess)| {
            mask | u32::from(guess.as_ref().is_some_and(&counts)) << index
        })
    }

    /// Adds the guess that the memory has for `key`, and has the memory learn the right value.
    pub(super) fn recall(&mut self, block: &TagCoder, source: Source, key: Key) {
        self.keys[source.number()] = Some(key);
        if let Some((value, trust)) = block.memory.recall(key) {
            self.guess(source, value, trust);
        }
    }
}

impl TagCoder {
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
        self.put_names(column)
    }

    /// Codes the value of a column in the current game, with marks for names if it has any.
    pub(super) fn code_plain<C: Coder>(
        &mut self,
        coder: &mut C,
        column: usize,
        given: ValueId,
        played: Option<Played>,
    ) -> Result<()> {
        let known = self.values.len();
        let mut scene = self.scene(column, played);
        let guesses = known..self.values.len();
        let Asked { right, missed } = self.code_guesses(coder, &scene, given)?;
        let value = match right {
            Some(value) => value,
            None => {
                let value = Unguessed {
                    given,
                    missed: missed.unwrap_or(ValueId::NONE),
                    played,
                };
                self.code_unguessed(coder, &scene, value)?
            }
        };
        let value = self.forget_guesses(&mut scene, guesses, value);
        self.learn(&scene, value, missed.is_some());
        self.charge_new(known)?;
        let bytes = self.values.get(value).len() + scene.spelt;
        self.models.budget().take(bytes + charges::VALUE)
    }

    /// Forgets the `guesses` that were new in a column of numbers, but for `value` itself, and
    /// returns the number of that from then on. They are spelt with what all numbers of the column
    /// begin and end with, of any length, and would have to be paid for as long as they are kept.
    fn forget_guesses(
        &mut self,
        scene: &mut Scene,
        guesses: Range<usize>,
        value: ValueId,
    ) -> ValueId {
        let is_number = matches!(self.columns[scene.column].plan.kind, Kind::Number(_));
        if guesses.is_empty() || !is_number {
            return value;
        }
        // In such a column no value is new but the guesses and the value itself.
        let is_new = |value: ValueId| value.is_some() && value.0 as usize >= guesses.start;
        let right = is_new(value).then(|| self.values.get(value).to_vec());
        self.values.truncate(guesses.start);
        let right = right.map_or(value, |right| self.values.intern(&right));
        for guess in scene.guesses.iter_mut().flatten() {
            if is_new(guess.value) {
                let is_right = guess.value == value;
                guess.value = if is_right { right } else { ValueId::NONE };
            }
        }
        right
    }

    /// Charges a reader for what is kept of all values but the first `known`, beside their bytes.
    /// The bytes of guesses that were wrong are bounded by that, too: those that are kept are as
    /// long as an entry of a book, a position or a result, or the end of a value that was charged.
    fn charge_new(&self, known: usize) -> Result<()> {
        let new = self.values.len() - known;
        self.models.budget().take(new * charges::NEW_VALUE)
    }

    /// Replaces the marks in the current game's value of a column by the names.
    pub(super) fn put_names(&mut self, column: usize) -> Result<()> {
        let known = self.values.len();
        let value = self.with_names(self.current.value(column))?;
        self.current.respell(column, value);
        self.charge_new(known)
    }

    /// All guesses at a value, and what else is known before it.
    fn scene(&mut self, column: usize, played: Option<Played>) -> Scene {
        let mut scene = Scene {
            column,
            guesses: [None; Source::COUNT],
            keys: [None; Source::COUNT],
            roles: [0; 3],
            spelt: 0,
        };
        let this = &self.columns[column];
        if this.last.is_some() {
            scene.guess(Source::PREVIOUS, this.last, (this.history & 3) as u8);
        }
        if this.meaning.phase != Phase::Head {
            match this.side {
                Some(_) => {
                    scene.recall(self, Source::PLAYER, self.player_key(column));
                }
                None => {
                    let players = PLAYERS.map(|player| self.value_hash(player));
                    let sources = [Source::PLAYER, Source::BLACK];
                    for (source, player) in sources.into_iter().zip(players) {
                        let key = Key::new(this.group, player, source.number() as u32);
                        scene.recall(self, source, key);
                    }
                }
            }
        }
        for (index, parent) in self.columns[column].plan.parents.into_iter().enumerate() {
            if let Some(parent) = parent {
                let company = self.value_hash(parent);
                let key = Key::new(column as u32, company, salt::PARENTS + index as u32);
                scene.recall(self, Source::PARENTS[index], key);
            }
        }
        if let Some(equal) = self.columns[column].plan.equal {
            let value = self.current.value(equal);
            if value.is_some() {
                let value = self.as_said_by(column, value);
                scene.guess(Source::EQUAL, value, 0);
            }
        }
        self.guess_by_role(&mut scene, played);
        scene
    }

    /// What the `value` of its equal column says of the value in `column`.
    fn as_said_by(&mut self, column: usize, value: ValueId) -> ValueId {
        if !self.columns[column].plan.kind.is_bare() {
            return value;
        }
        let identifier = split_path(self.values.get(value)).1.to_vec();
        self.values.intern(&identifier)
    }

    /// A hash of the current game's value in `column`.
    pub(super) fn value_hash(&self, column: usize) -> u32 {
        self.values.hash(self.current.value(column))
    }

    /// Codes for each guess in turn, the likeliest first, whether it is right.
    ///
    /// # Errors
    /// Corrupt where the guess that there is no value is said to be right.
    fn code_guesses<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> Result<Asked> {
        let mut wrong = [ValueId::NONE; ATTEMPTS];
        let mut attempts = 0;
        let mut right = None;
        let mut open = [Open::NONE; Source::COUNT];
        for &Open { p, source, guess } in self.open_guesses(scene, &mut open) {
            if attempts == ATTEMPTS || p < WORTH_ASKING {
                break;
            }
            if wrong[..attempts].contains(&guess.value) {
                continue;
            }
            let told = self.guessed(scene, source, guess, attempts);
            let set = Set::of_column(scene.column);
            let hit = self
                .models
                .flag(coder, guess.value == given, |n| told.context(n), set);
            if hit && !guess.value.is_some() {
                return Err(Error::corrupt("a tag has no value"));
            }
            if hit {
                right = Some(guess.value);
                break;
            }
            wrong[attempts] = guess.value;
            attempts += 1;
        }
        let missed = wrong[..attempts].first().copied();
        Ok(Asked { right, missed })
    }

    /// The guesses of a scene, the likeliest first, in a part of `room`.
    #[inline]
    fn open_guesses<'o>(&self, scene: &Scene, room: &'o mut [Open; Source::COUNT]) -> &'o [Open] {
        let experts = &self.columns[scene.column].experts;
        let mut count = 0;
        for (source, guess) in scene.guesses.iter().enumerate() {
            if let Some(guess) = *guess {
                let p = experts[source][usize::from(guess.trust)].p();
                room[count] = Open { p, source, guess };
                count += 1;
            }
        }
        let open = &mut room[..count];
        open.sort_unstable_by(|a, b| b.p.cmp(&a.p).then(a.source.cmp(&b.source)));
        open
    }

    /// What is known about a guess of a source, after so many `attempts`.
    fn guessed<'s>(
        &self,
        scene: &'s Scene,
        source: usize,
        guess: Guess,
        attempts: usize,
    ) -> Guessed<'s> {
        Guessed {
            scene,
            salt: hash32(scene.column as u32, attempts as u32, salt::GUESS),
            who: (source as u32) << 4 | u32::from(guess.trust),
            hash: self.values.hash(guess.value),
            agreeing: scene.sources(|other| other.value == guess.value),
            history: self.columns[scene.column].history & 31,
            hits: self.current.hits(4),
        }
    }

    /// Codes a value that was not guessed.
    fn code_unguessed<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<ValueId> {
        let set = Set::of_column(scene.column);
        let this = &self.columns[scene.column];
        let by_kind = this.plan.kind.is_list() || {
            let fits = !C::READS && this.fits(self.values.get(value.given));
            self.models.simple(coder, fits, set)
        };
        match by_kind {
            true => self.code_by_kind(coder, scene, value),
            false => self.code_listed(coder, scene, value),
        }
    }

    /// Codes a value as those of the column's kind are spelt; those of lists are in a list.
    fn code_by_kind<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<ValueId> {
        let bytes = match &self.columns[scene.column].plan.kind {
            Kind::Identifier(identifier) => match &identifier.prefix {
                Prefix::Fixed(prefix) => {
                    identifier.code(coder, prefix, self.values.get(value.given))
                }
                Prefix::Path => {
                    let identifier = identifier.clone();
                    let path = self.code_path(coder, scene, value.given)?;
                    identifier.code(coder, &path, self.values.get(value.given))
                }
            },
            Kind::Number(_) => self.code_number(coder, scene, value.given)?,
            Kind::Start => self.code_start(coder, scene, value.given),
            Kind::Pattern(width) => {
                let width = *width;
                self.code_pattern(coder, scene, width, value.given)?
            }
            Kind::Few | Kind::Many | Kind::Player => return self.code_listed(coder, scene, value),
        };
        Ok(if C::READS {
            self.values.intern(&bytes)
        } else {
            value.given
        })
    }

    /// Codes the path that an identifier stands behind: mostly that of the last value.
    fn code_path<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        given: ValueId,
    ) -> Result<Vec<u8>> {
        let contexts = self.contexts(scene, hash32(scene.column as u32, salt::PATH, 0));
        let this = &self.columns[scene.column];
        let [last, own] = [this.last, given].map(|value| split_path(self.values.get(value)).0);
        let set = Set::of_column(scene.column);
        match self.models.flag(coder, own == last, |n| contexts[n], set) {
            true => Ok(last.to_vec()),
            false => self.models.string(coder, own, field::of_tag(&this.name)),
        }
    }

    /// Codes a value by its place in a list of earlier values, or else spells it out.
    fn code_listed<C: Coder>(
        &mut self,
        coder: &mut C,
        scene: &Scene,
        value: Unguessed,
    ) -> Result<ValueId> {
        let set = Set::of_column(scene.column);
        let salt = hash32(scene.column as u32, salt::LISTED, 0);
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
        let Some(index) = self.models.place(coder, known, &contexts, set) else {
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
        let names_opening = this.meaning.role.names_opening();
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
            hash32(salt, last << 8 | before, self.current.hits(2)),
        ]
    }

    /// Remembers the class of a coded difference, or of a place in a list plus one.
    pub(super) fn note_distance(&mut self, column: usize, distance: i64) {
        let size = binary_digits(distance.unsigned_abs());
        let class = (size as u8) << 1 | u8::from(distance < 0);
        let this = &mut self.columns[column];
        this.last_deltas = [class, this.last_deltas[0]];
    }

    /// Learns the value from all sides: guesses, memory, numbers, lists. It was guessed if some
    /// source had it and no guess that was asked about `missed` (7.6 of MODEL.md).
    fn learn(&mut self, scene: &Scene, value: ValueId, missed: bool) {
        let column = scene.column;
        let number = self.columns[column].number_of(self.values.get(value));
        for (source, guess) in scene.guesses.iter().enumerate() {
            if let Some(guess) = guess {
                let right = guess.value == value;
                self.columns[column].experts[source][usize::from(guess.trust)]
                    .update(right, SOURCE_MEMORY);
            }
        }
        for key in scene.keys.iter().flatten() {
            self.memory.learn(*key, value, number);
        }
        let guessed = !missed && scene.guesses.iter().flatten().any(|g| g.value == value);
        self.current.note_hit(guessed);
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

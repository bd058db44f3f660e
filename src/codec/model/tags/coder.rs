//! All tags of a block, game after game: first the early ones of all games, which do not follow
//! from the moves, then the late ones.

use super::{
    CUT_SHORT,
    column::Column,
    current::Current,
    gather::Gathered,
    models::{CONTEXTS, Models, Set, salt},
    names::{EVENT, HEADS, PLAYERS, Phase},
    ratings::Ratings,
    roles::ByRole,
    seen::{
        memory::Memory,
        players::Players,
        values::{ValueId, Values},
    },
    template::{Templates, Which},
    times::duration,
};
use crate::{
    codec::{Level, model::facts::Played, text::priming::field},
    coding::{mix::hash32, range::Coder},
    error::Result,
    limits::{Budget, charges},
    pgn::game::{Game, Tags},
};

/// Binary logarithm of the slots of a block's memory: the least and the most.
const LOG2_MEMORY: [u32; 2] = [12, 18];
/// Binary logarithm of the slots for each game, in between.
// With 16 slots, games with many tags push each other out. 1,000 games over the board, with 20 tags
// each, at level 6: 33,710 bytes; with 32 slots 33,265, 64 33,137, 128 33,117; of FICS 27,605,
// 27,560, 27,544, 27,538.
const LOG2_SLOTS_A_GAME: u32 = 6;

/// All state of coding a block's tags, the same for writer and reader.
#[derive(Clone)]
pub(super) struct TagCoder {
    pub(super) models: Models,
    pub(super) values: Values,
    pub(super) columns: Vec<Column>,
    /// The columns whose meaning is known.
    pub(super) by_role: ByRole,
    pub(super) templates: Templates,
    pub(super) memory: Memory,
    pub(super) players: Players,
    pub(super) ratings: Ratings,
    /// The game being coded.
    pub(super) current: Current,
    /// How many of the games are those of another block that this one began with; its own follow.
    first: usize,
    games: Vec<CodedTags>,
}

/// One game's tags as coded.
#[derive(Clone, Debug)]
enum CodedTags {
    /// Those of a template.
    Table {
        template: usize,
        /// In the order of the template's columns.
        values: Vec<ValueId>,
    },
    /// Spelt out, names included.
    Odd(Tags),
}

/// A block keeps this of each game beside its values. Only the reader of a lead charges it to its
/// budget; for the games of a document it comes on top of what is charged for pieces.
const _: () = assert!(size_of::<CodedTags>() + Ratings::EACH_GAME <= charges::GAME_OF_LEAD);

impl TagCoder {
    /// A new block, whose tables are made for about `room` games.
    pub(super) fn new(values: Values, room: usize, level: Level, budget: &Budget) -> TagCoder {
        TagCoder {
            models: Models::new(room, level, budget),
            values,
            columns: Vec::new(),
            by_role: ByRole::default(),
            templates: Templates::default(),
            memory: Memory::new(
                (room.saturating_add(1).ilog2() + LOG2_SLOTS_A_GAME)
                    .clamp(LOG2_MEMORY[0], LOG2_MEMORY[1]),
            ),
            players: Players::default(),
            ratings: Ratings::default(),
            current: Current::default(),
            first: 0,
            games: Vec::new(),
        }
    }

    /// Makes this a block that others begin with: only [copies](TagCoder::copy) are to be used from
    /// then on.
    pub(super) fn share(&mut self) {
        self.models.share();
    }

    /// A copy of a shared block, with room for the tags of about `room` games more. It takes memory
    /// from another budget.
    pub(super) fn copy(&self, room: usize, budget: &Budget) -> TagCoder {
        let mut copy = self.clone();
        copy.models.make_room(room, budget);
        copy
    }

    /// A new block that begins with all that this one has learnt, with room for about `room` games
    /// more.
    pub(super) fn successor(&self, room: usize, budget: &Budget) -> TagCoder {
        let mut next = self.copy(room, budget);
        next.first = self.games.len();
        next
    }

    /// How many games were coded, with those of the block that it began with.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Adds the columns that every block has, the [`HEADS`].
    fn begin<C: Coder>(&mut self, coder: &mut C, gathered: &Gathered) -> Result<()> {
        for head in HEADS {
            self.new_column(coder, gathered, head.as_bytes().to_vec())?;
        }
        Ok(())
    }

    /// Codes the early tags of `count` games: a writer's are rows of `gathered`, or `game` tells
    /// them if they are spelt out.
    ///
    /// # Errors
    /// If what is read is no tags, or the budget of a reader does not allow them.
    pub(super) fn code_all_early<'g, C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        count: usize,
        game: impl Fn(usize) -> Option<&'g Game>,
    ) -> Result<()> {
        let begun = !self.columns.is_empty(); // by the block that this one began with
        if count > 0 && !begun {
            self.begin(coder, gathered)?;
        }
        for index in 0..count {
            self.code_early(coder, gathered, index, game(index))?;
        }
        Ok(())
    }

    /// Codes the early tags of one game: a writer's are row `index` of `gathered`, or `game` if
    /// they are spelt out.
    fn code_early<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        index: usize,
        game: Option<&Game>,
    ) -> Result<()> {
        coder.expect_more(CUT_SHORT)?;
        self.current.begin_early();
        let value = |column: usize| gathered.value(index, column);
        self.code_heads(coder, value)?;
        let columns = gathered.row(index).map(|row| row.columns.as_slice());
        match self.code_template(coder, gathered, columns)? {
            Which::Template(template) => {
                for place in 0..self.templates[template].early().len() {
                    let column = self.templates[template].early()[place];
                    self.code_cell(coder, column, value(column), None)?;
                }
                self.keep(template)?;
                self.note_ratings();
            }
            Which::Odd => {
                let tags = self.code_odd(coder, game.map(|game| &game.tags))?;
                self.games.push(CodedTags::Odd(tags));
                self.note_ratings();
            }
        }
        Ok(())
    }

    /// Codes the values of the [`HEADS`] that a game has. An event may name the players, but comes
    /// before them: the names are put into it when they are known.
    fn code_heads<C: Coder>(
        &mut self,
        coder: &mut C,
        value: impl Fn(usize) -> ValueId,
    ) -> Result<()> {
        let is_named = self.columns[EVENT].plan.named;
        let event = match is_named && value(EVENT).is_some() {
            true => self.without_names(value(EVENT), PLAYERS.map(&value)),
            false => value(EVENT),
        };
        for head in 0..HEADS.len() {
            let given = if head == EVENT { event } else { value(head) };
            if self
                .models
                .simple(coder, given.is_some(), Set::of_head(head))
            {
                self.code_plain(coder, head, given, None)?;
            }
        }
        match is_named && self.current.value(EVENT).is_some() {
            true => self.put_names(EVENT),
            false => Ok(()),
        }
    }

    /// Codes the late tags of game `index`; returns whether there can be any.
    pub(super) fn code_late<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        index: usize,
        played: Played,
    ) -> Result<bool> {
        coder.expect_more("the outcomes end too early")?;
        let number = self.first + index;
        let CodedTags::Table { template, .. } = self.games[number] else {
            return Ok(false);
        };
        if self.templates[template].late().is_empty() {
            return Ok(false);
        }
        self.restore(number);
        let late = self.templates[template].late();
        let names_opening = |&column: &usize| self.columns[column].meaning.role.names_opening();
        let is_time = |&column: &usize| self.a_second(column).is_some();
        let lasted = late
            .iter()
            .any(is_time)
            .then(|| duration::lasted(played))
            .flatten();
        if late.iter().any(names_opening) {
            self.meet_neighbour(number, played.facts);
        }
        self.current.note_length(lasted);
        for place in 0..self.templates[template].late().len() {
            let column = self.templates[template].late()[place];
            let value = gathered.value(index, column);
            self.code_cell(coder, column, value, Some(played))?;
        }
        if let CodedTags::Table { values, .. } = &mut self.games[number] {
            let columns = &*self.templates[template].columns;
            for (value, &column) in values.iter_mut().zip(columns) {
                *value = self.current.value(column);
            }
        }
        Ok(true)
    }

    /// The tags of game `index` that are coded so far, in the order of the text.
    ///
    /// # Errors
    /// Where they take more than `budget`.
    pub(super) fn tags(&self, index: usize, budget: &Budget) -> Result<Tags> {
        match &self.games[self.first + index] {
            CodedTags::Odd(tags) => {
                budget.take(tags.size())?;
                Ok(tags.clone())
            }
            CodedTags::Table { template, values } => {
                let columns = self.templates[*template].columns.iter();
                let pairs = columns.zip(values).filter(|(_, value)| value.is_some());
                let pairs = pairs
                    .map(|(&column, &value)| (&*self.columns[column].name, self.values.get(value)));
                let count = pairs.clone().count();
                let bytes = pairs.clone().map(|(name, value)| name.len() + value.len());
                let bytes = bytes.sum();
                budget.take(count * Tags::EACH + bytes)?;
                Tags::check_size(bytes)?;
                let mut tags = Tags::with_room(count, bytes);
                for (name, value) in pairs {
                    tags.push(name, value);
                }
                Ok(tags)
            }
        }
    }

    /// The value of a column in game `number`, counted from the first game of the block that this
    /// one began with; none if it is not coded yet.
    pub(super) fn value_in(&self, number: usize, column: usize) -> ValueId {
        match self.games.get(number) {
            Some(CodedTags::Table { template, values }) => self.templates[*template]
                .columns
                .iter()
                .position(|&c| c == column)
                .map_or(ValueId::NONE, |place| values[place]),
            _ => ValueId::NONE,
        }
    }

    /// Keeps the values of the current game.
    fn keep(&mut self, template: usize) -> Result<()> {
        let columns = &self.templates[template].columns;
        self.models.budget().take(columns.len() * charges::CELL)?;
        let values = self.current.values_in(columns);
        self.games.push(CodedTags::Table { template, values });
        Ok(())
    }

    /// Loads the early values of game `number`, counted likewise, so that its late tags can be
    /// coded.
    fn restore(&mut self, number: usize) {
        self.current.begin_late(number);
        let CodedTags::Table { template, values } = &self.games[number] else {
            return;
        };
        for (&column, &value) in self.templates[*template].columns.iter().zip(values) {
            let this = &self.columns[column];
            if this.meaning.phase != Phase::Late {
                let number = this.number_of(self.values.get(value));
                self.current.set(column, value, number);
            }
        }
        self.note_rated_as();
    }

    /// Codes tags that fit no template.
    fn code_odd<C: Coder>(&mut self, coder: &mut C, given: Option<&Tags>) -> Result<Tags> {
        let contexts = [hash32(salt::ODD, 0, 0); CONTEXTS];
        let len = self.models.number(
            coder,
            given.map_or(0, Tags::len) as u64,
            &contexts,
            Set::SPELT_OUT,
        );
        let mut tags = Tags::default();
        for index in 0..len {
            let tag = given.and_then(|given| given.get(index as usize));
            let name = tag.map_or(&[][..], |tag| tag.name);
            let value = tag.map_or(&[][..], |tag| tag.value);
            self.models.budget().take(Tags::EACH)?;
            let name = self.models.string(coder, name, field::TAG)?;
            let value = self.models.string(coder, value, field::VALUE)?;
            tags.try_push(&name, &value)?;
        }
        Ok(tags)
    }
}

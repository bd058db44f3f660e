//! Which tags a game has, and in which order: a *template*, mostly that of an earlier game.

use super::{
    CUT_SHORT,
    coder::TagCoder,
    column::Column,
    gather::Gathered,
    models::{CONTEXTS, Set, salt},
    names::{BLACK, EVENT, PLAYERS, Phase, WHITE},
    plan::Plan,
    seen::{memory::Key, values::ValueId},
};
use crate::{
    chess::side_index,
    codec::text::priming::field,
    coding::{mix::hash32, range::Coder},
    error::{Error, Result},
    limits::charges,
    pgn::tag_names,
};
use rustc_hash::FxHashMap;
use std::{collections::HashMap, ops::Index};

/// Which tags a game has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Template {
    /// Columns in the order of the text.
    pub(super) columns: Box<[usize]>,
    /// The same without [`HEADS`](super::names::HEADS), in the order of coding.
    coded: Box<[usize]>,
    /// How many of these are coded before the moves.
    early: usize,
}

/// What is kept for a template: itself and its number by its columns, which are in both.
const _: () = {
    assert!(size_of::<Template>() + size_of::<(Box<[usize]>, usize)>() <= charges::TAG_TEMPLATE);
    assert!(3 * size_of::<usize>() <= charges::TAG_COLUMN);
};

/// Most columns of a block, and most tags of a game with a template, that a reader accepts.
pub(super) const MAX_COLUMNS: usize = 1024;

/// How a game's tags are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// As those of the template with this number.
    Template(usize),
    /// Spelt out, names included.
    Odd,
}

impl Template {
    fn new(columns: Box<[usize]>, all: &[Column]) -> Template {
        let meaning = |column: usize| &all[column].meaning;
        let is_late = |column: usize| meaning(column).phase == Phase::Late;
        let is_head = |column: usize| meaning(column).phase == Phase::Head;
        let coded = columns.iter().copied();
        let mut coded: Box<[usize]> = coded.filter(|&column| !is_head(column)).collect();
        coded.sort_by_key(|&column| (is_late(column), meaning(column).rank));
        Template {
            early: coded.partition_point(|&column| !is_late(column)),
            coded,
            columns,
        }
    }

    /// The columns that are coded before the moves, in the order of coding.
    pub(super) fn early(&self) -> &[usize] {
        &self.coded[..self.early]
    }

    /// The columns that are coded after the moves, in the order of coding.
    pub(super) fn late(&self) -> &[usize] {
        &self.coded[self.early..]
    }
}

/// The templates that games had.
#[derive(Clone, Debug, Default)]
pub(super) struct Templates {
    all: Vec<Template>,
    /// The number of a template, by its columns. (Hashed so that no text can make them collide.)
    numbers: HashMap<Box<[usize]>, usize>,
    /// The numbers of the templates of the last two games, the latest first.
    last: [usize; 2],
    /// By column: the one that came after it in the last new template that had it.
    successors: FxHashMap<usize, usize>,
}

impl Templates {
    /// The numbers of the templates of the last two games, the latest first.
    pub(super) fn last(&self) -> [usize; 2] {
        self.last
    }

    /// Adds a template and gives it a number.
    fn push(&mut self, template: Template) -> usize {
        let number = self.all.len();
        self.numbers.insert(template.columns.clone(), number);
        self.all.push(template);
        number
    }
}

impl Index<usize> for Templates {
    type Output = Template;

    fn index(&self, number: usize) -> &Template {
        &self.all[number]
    }
}

impl TagCoder {
    /// Codes which tags the current game has; the values of the [`HEADS`](super::names::HEADS) are
    /// coded already. `given` is `None` for a game whose tags are spelt out.
    pub(super) fn code_template<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        given: Option<&[usize]>,
    ) -> Result<Which> {
        const NEW: u64 = 0;
        const ODD: u64 = 1;
        const FIRST: u64 = 2;
        let contexts = self.template_contexts();
        let number = match given {
            None => ODD,
            Some(columns) => match self.templates.numbers.get(columns) {
                Some(&number) => FIRST + number as u64,
                None => NEW,
            },
        };
        let number = match self.models.number(coder, number, &contexts, Set::TEMPLATES) {
            NEW => self.code_new_template(coder, gathered, given.unwrap_or_default())?,
            ODD => return Ok(Which::Odd),
            number if number - FIRST < self.templates.all.len() as u64 => (number - FIRST) as usize,
            _ => return Err(Error::corrupt("a template that there is not")),
        };
        self.templates.last = [number, self.templates.last[0]];
        self.learn_presence(number);
        Ok(Which::Template(number))
    }

    fn template_contexts(&self) -> [u32; CONTEXTS] {
        let presence = |player: usize| {
            let key = Key::new(salt::PRESENCE, self.value_hash(player), 0);
            let known = self.memory.recall_number(key);
            known.map_or(0, |hash| hash as u32)
        };
        let players = hash32(presence(WHITE), presence(BLACK), 0);
        let event = self.value_hash(EVENT);
        let [last, before] = self.templates.last.map(|number| number as u32);
        [
            hash32(last, 0, salt::TEMPLATE),
            hash32(last, before, salt::TEMPLATE + 1),
            hash32(players, last, salt::TEMPLATE + 2),
            hash32(event, 0, salt::TEMPLATE + 3),
            hash32(event, last, salt::TEMPLATE + 4),
            hash32(event, players, salt::TEMPLATE + 5),
            salt::TEMPLATE + 6,
        ]
    }

    /// Remembers for each player which tags of his own (`WhiteElo`, …) this game has.
    fn learn_presence(&mut self, template: usize) {
        let mut presence = [1u32; 2];
        for &column in &*self.templates[template].columns {
            if let Some(side) = self.columns[column].side {
                let presence = &mut presence[side_index(side)];
                // A sum, so that the order does not matter.
                *presence = presence.wrapping_add(self.columns[column].group | 1);
            }
        }
        for (player, presence) in PLAYERS.into_iter().zip(presence) {
            let key = Key::new(salt::PRESENCE, self.value_hash(player), 0);
            self.memory
                .learn(key, ValueId::NONE, Some(i64::from(presence)));
        }
    }

    fn code_new_template<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        given: &[usize],
    ) -> Result<usize> {
        let context = |salt: u32, value: usize| {
            let mut contexts = [salt; CONTEXTS];
            contexts[1] = hash32(salt, value as u32, 1);
            contexts
        };
        let last = self.templates.all.get(self.templates.last[0]);
        let last = last.map_or(0, |template| template.columns.len());
        let len = self.models.number(
            coder,
            given.len() as u64,
            &context(salt::COLUMNS, last),
            Set::TEMPLATES,
        );
        if len > MAX_COLUMNS as u64 {
            return Err(Error::corrupt("a game has too many tags"));
        }
        let mut columns = Vec::new();
        let mut before = usize::MAX;
        for index in 0..len as usize {
            coder.expect_more(CUT_SHORT)?;
            let column = given.get(index).copied().unwrap_or(0);
            let guess = self.templates.successors.get(&before).copied();
            let told = context(salt::SUCCESSOR, before);
            let is_next = guess == Some(column);
            let hit = self
                .models
                .flag(coder, is_next, |n| told[n], Set::TEMPLATES);
            let column = match (hit, guess) {
                (true, Some(guess)) => guess,
                _ => self.code_column(coder, gathered, column, &context(salt::COLUMN, before))?,
            };
            if columns.contains(&column) {
                return Err(Error::corrupt("a template has a column twice"));
            }
            self.templates.successors.insert(before, column);
            columns.push(column);
            before = column;
        }
        let bytes = charges::TAG_COLUMN * columns.len() + charges::TAG_TEMPLATE;
        self.models.budget().take(bytes)?;
        let template = Template::new(columns.into(), &self.columns);
        Ok(self.templates.push(template))
    }

    /// Codes the number of a column; a new one is coded with its name and plan.
    fn code_column<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        given: usize,
        contexts: &[u32; CONTEXTS],
    ) -> Result<usize> {
        let number = self
            .models
            .number(coder, given as u64, contexts, Set::TEMPLATES);
        if number < self.columns.len() as u64 {
            return Ok(number as usize);
        }
        let number = self.columns.len();
        if number >= MAX_COLUMNS {
            return Err(Error::corrupt("a block has too many columns"));
        }
        let name = gathered.names.get(number).map_or(&[][..], |name| name);
        let name = self.code_name(coder, name)?;
        self.new_column(coder, gathered, name)?;
        Ok(number)
    }

    fn code_name<C: Coder>(&mut self, coder: &mut C, given: &[u8]) -> Result<Vec<u8>> {
        let known = tag_names::NAMES
            .iter()
            .position(|name| name.as_bytes() == given);
        let contexts = [salt::NAME; CONTEXTS];
        let Some(place) = self.models.place(coder, known, &contexts, Set::TEMPLATES) else {
            return self.models.string(coder, given, field::TAG);
        };
        let name = tag_names::NAMES
            .get(place)
            .map(|name| name.as_bytes().to_vec());
        name.ok_or_else(|| Error::corrupt("a name that there is not"))
    }

    /// Codes the plan of a new column called `name`, and adds the column.
    pub(super) fn new_column<C: Coder>(
        &mut self,
        coder: &mut C,
        gathered: &Gathered,
        name: Vec<u8>,
    ) -> Result<()> {
        let nothing = Plan::default();
        let plan = gathered.plans.get(self.columns.len()).unwrap_or(&nothing);
        let plan = Plan::code(coder, plan, &mut self.models)?;
        let occurrence = self.columns.iter().filter(|c| c.name == name).count();
        let mut column = Column::new(name, occurrence, plan);
        let number = self.columns.len();
        column.sibling = self.columns.iter().position(|other| {
            other.side.is_some()
                && other.side == column.side.map(|side| !side)
                && other.group == column.group
                && other.occurrence == occurrence
        });
        if let Some(sibling) = column.sibling {
            self.columns[sibling].sibling = Some(number);
        }
        self.by_role.note(number, &column);
        self.columns.push(column);
        self.current.add_column();
        Ok(())
    }
}

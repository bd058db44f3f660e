//! The tags of a block, game by game. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::{
    column::{Column, NAMES, Phase, Plan, Role},
    memory::{Memory, Players, Value, bytes, hash, key, value},
    models::{Contexts, Models},
    openings::Found,
    outcomes::Rated,
    source::Coder,
    table::{Row, Table},
    times::Lasted,
};
use crate::reference::models::coder::hash32;
use std::collections::HashMap;

/// The heads (1.3).
const HEADS: [&str; 3] = ["Event", "White", "Black"];

/// The tags of a game.
pub(crate) type Tags = Vec<(Vec<u8>, Vec<u8>)>;

/// A template (6.4).
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) columns: Vec<usize>,
    early: Vec<usize>,
    pub(crate) late: Vec<usize>,
}

/// What is known of a game.
#[derive(Clone)]
pub(crate) enum Coded {
    /// Its template, and its values in the order of that.
    InTable(usize, Vec<Value>),
    SpeltOut(Tags),
}

/// The game at hand (4.4, 10.1).
#[derive(Clone, Default)]
pub(crate) struct Current {
    pub(crate) values: Vec<Value>,
    pub(crate) numbers: Vec<Option<i64>>,
    pub(crate) speed: u32,
    pub(crate) hits: u32,
    /// Its number; `None` in the stream *tags*.
    pub(crate) outcomes_of: Option<usize>,
    pub(crate) lasted: Option<Lasted>,
    pub(crate) took: Option<i64>,
    pub(crate) took_before: Option<i64>,
    pub(crate) neighbour: Option<(usize, usize)>,
    /// What books 0 to 4 find.
    pub(crate) found: Vec<Option<Found>>,
}

/// The models of a block, and what they have learnt from.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) models: Models,
    pub(crate) memory: Memory,
    pub(crate) columns: Vec<Column>,
    pub(crate) templates: Vec<Template>,
    /// The templates of the last two games, the latest first.
    pub(crate) last: [usize; 2],
    successors: HashMap<u32, usize>,
    pub(crate) players: Players,
    pub(crate) ratings: Vec<[Rated; 2]>,
    pub(crate) current: Current,
    /// All games that were learnt from.
    pub(crate) games: Vec<Coded>,
}

impl Block {
    /// Fresh models for so many games (2.1).
    pub(crate) fn new(level: u8, games: usize) -> Block {
        let l = (games + 1).ilog2();
        Block {
            models: Models::new(level, games),
            memory: Memory::new(1 << (l + 6).clamp(12, 18)),
            columns: Vec::new(),
            templates: Vec::new(),
            last: [0; 2],
            successors: HashMap::new(),
            players: Players::default(),
            ratings: Vec::new(),
            current: Current::default(),
            games: Vec::new(),
        }
    }

    /// A block of so many games that begins with what this one has learnt (2.3).
    pub(crate) fn starting(&self, games: usize) -> Block {
        Block {
            models: self.models.starting(games),
            ..self.clone()
        }
    }

    /// The stream *tags* of so many games (6.1).
    pub(crate) fn early(&mut self, coder: &mut Coder, table: &Table, games: usize) {
        if games > 0 && self.columns.is_empty() {
            for head in HEADS {
                self.new_column(coder, table, head.into());
            }
        }
        for game in 0..games {
            self.early_game(coder, table, table.rows.get(game));
            assert!(coder.is_sound(), "cut short");
        }
    }

    fn early_game(&mut self, coder: &mut Coder, table: &Table, given: Option<&Row>) {
        self.current = Current {
            values: vec![None; self.columns.len()],
            numbers: vec![None; self.columns.len()],
            ..Current::default()
        };
        self.heads(coder, given);
        let Some(template) = self.template(coder, table, given) else {
            let tags = self.spelt_out(coder);
            self.games.push(Coded::SpeltOut(tags));
            self.keep_ratings();
            return;
        };
        for column in self.templates[template].early.clone() {
            self.cell(coder, column, &of_row(given, column), None);
        }
        let columns = self.templates[template].columns.iter();
        let values = columns.map(|&column| self.current.values[column].clone());
        self.games.push(Coded::InTable(template, values.collect()));
        self.keep_ratings();
    }

    /// 6.2
    fn heads(&mut self, coder: &mut Coder, given: Option<&Row>) {
        let players = [1, 2].map(|column| of_row(given, column));
        for head in 0..HEADS.len() {
            let mut given = of_row(given, head);
            if head == 0 && self.columns[0].plan.named {
                given = self.without_names(&given, &players);
            }
            if self.models.simple(coder, given.is_some(), head) {
                self.plain_cell(coder, head, &given, None);
            }
        }
        if self.columns[0].plan.named {
            self.put_names(0);
        }
    }

    /// 6.3: the bytes that stand for White and Black.
    pub(crate) fn marks(&self) -> [u8; 2] {
        let result = self.column_of(Role::Result);
        match result.map(|column| bytes(&self.current.values[column])) {
            Some(b"1-0") => [1, 2],
            Some(b"0-1") => [2, 1],
            _ => [3, 4],
        }
    }

    /// 6.3: puts the names into the game's value of a column.
    pub(crate) fn put_names(&mut self, column: usize) {
        let marks = self.marks();
        let Some(marked) = self.current.values[column].clone() else {
            return;
        };
        let mut named = Vec::new();
        for &byte in &*marked {
            match marks.iter().position(|&mark| mark == byte) {
                Some(side) => named.extend(bytes(&self.current.values[1 + side])),
                None => named.push(byte),
            }
        }
        self.current.values[column] = value(&named);
    }

    /// The value that 6.3 makes `named` of.
    pub(crate) fn without_names(&self, named: &Value, players: &[Value; 2]) -> Value {
        named.as_deref()?;
        let players = players.each_ref().map(bytes);
        value(&super::table::without_names(
            bytes(named),
            players,
            self.marks(),
        ))
    }

    /// The hash of a column's value in this game.
    pub(crate) fn hash_of(&self, column: usize) -> u32 {
        self.current.values.get(column).map_or(0, hash)
    }

    /// The column of a role (5.2).
    pub(crate) fn column_of(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.role == role)
    }

    /// The hash of the value in the column of a role.
    pub(crate) fn hash_of_role(&self, role: Role) -> u32 {
        self.column_of(role)
            .map_or(0, |column| self.hash_of(column))
    }

    /// 6.4: presence of the player in a head.
    fn presence(&self, head: usize) -> u32 {
        let key = key(0x7072_6573, self.hash_of(head), 0);
        self.memory
            .recall_number(key)
            .map_or(0, |number| number as u32)
    }

    /// 6.4; `None` for a game that is spelt out.
    fn template(&mut self, coder: &mut Coder, table: &Table, given: Option<&Row>) -> Option<usize> {
        let [last, before] = self.last.map(|number| number as u32);
        let e = self.hash_of(0);
        let p = hash32(self.presence(1), self.presence(2), 0);
        let contexts = [
            hash32(last, 0, 0x100),
            hash32(last, before, 0x101),
            hash32(p, last, 0x102),
            hash32(e, 0, 0x103),
            hash32(e, last, 0x104),
            hash32(e, p, 0x105),
            0x106,
        ];
        let known = given.and_then(|row| {
            let mut all = self.templates.iter();
            all.position(|template| template.columns == row.columns)
        });
        let number = known.map_or(0, |known| known as u64 + 2);
        let number = self.models.number(coder, number, &contexts, 1);
        let number = match number {
            0 => self.new_template(coder, table, given),
            1 => return None,
            number => number as usize - 2,
        };
        assert!(number < self.templates.len(), "damage: a template");
        self.last = [number, self.last[0]];
        self.learn_presence(number);
        Some(number)
    }

    fn learn_presence(&mut self, template: usize) {
        for side in 0..2 {
            let columns = self.templates[template].columns.iter();
            let of_side = columns.filter(|&&column| self.columns[column].side == Some(side));
            let presence = of_side.fold(1_u32, |sum, &column| {
                sum.wrapping_add(self.columns[column].group | 1)
            });
            let key = key(0x7072_6573, self.hash_of(1 + side), 0);
            self.memory.learn(key, &None, Some(presence.into()));
        }
    }

    fn new_template(&mut self, coder: &mut Coder, table: &Table, given: Option<&Row>) -> usize {
        let given = given.map_or(&[][..], |row| &row.columns);
        let last = self.templates.get(self.last[0]);
        let last = last.map_or(0, |template| template.columns.len());
        let contexts = of(0x110, last as u32);
        let len = self.models.number(coder, given.len() as u64, &contexts, 1);
        assert!(len <= 1_024, "damage: a length");
        let mut columns = Vec::new();
        let mut x = u32::MAX;
        for place in 0..len as usize {
            let given = given.get(place).copied().unwrap_or(0);
            let successor = self.successors.get(&x).copied();
            let follows = successor == Some(given);
            let follows = self.models.decision(coder, follows, &of(0x111, x), 1);
            let column = match successor {
                Some(successor) if follows => successor,
                _ => self.column(coder, table, given, x),
            };
            assert!(!columns.contains(&column), "damage: a column twice");
            self.successors.insert(x, column);
            columns.push(column);
            x = column as u32;
        }
        let in_phase = |phase: Phase| -> Vec<usize> {
            let is = |&column: &usize| self.columns[column].phase == phase;
            let mut found: Vec<usize> = columns.iter().copied().filter(is).collect();
            found.sort_by_key(|&column| self.columns[column].rank);
            found
        };
        let template = Template {
            early: in_phase(Phase::Early),
            late: in_phase(Phase::Late),
            columns,
        };
        self.templates.push(template);
        self.templates.len() - 1
    }

    /// 6.4, 2: a column by its number.
    fn column(&mut self, coder: &mut Coder, table: &Table, given: usize, x: u32) -> usize {
        let number = self.models.number(coder, given as u64, &of(0x112, x), 1) as usize;
        if number < self.columns.len() {
            return number;
        }
        let number = self.columns.len();
        assert!(number < 1_024, "damage: too many columns");
        let given = table.names.get(number).map_or(&[][..], |name| name);
        let known = NAMES.iter().position(|name| name.as_bytes() == given);
        let known = known.map_or(0, |known| known as u64 + 1);
        let name = match self.models.number(coder, known, &[0x113; 7], 1) {
            0 => self.models.string(coder, given, 6),
            known => NAMES[known as usize - 1].into(),
        };
        self.new_column(coder, table, name);
        number
    }

    /// 5
    fn new_column(&mut self, coder: &mut Coder, table: &Table, name: Vec<u8>) {
        let number = self.columns.len();
        let given = table.plans.get(number).cloned().unwrap_or_default();
        let plan = Plan::code(coder, &mut self.models, &given);
        let same = self
            .columns
            .iter()
            .filter(|other| other.name == name)
            .count();
        let mut column = Column::new(name, same, plan);
        column.sibling = self.columns.iter().position(|other| {
            let sides = other.side.zip(column.side);
            sides.is_some_and(|(one, other)| one != other)
                && other.group == column.group
                && other.occurrence == column.occurrence
        });
        if let Some(sibling) = column.sibling {
            self.columns[sibling].sibling = Some(number);
        }
        self.columns.push(column);
        self.current.values.push(None);
        self.current.numbers.push(None);
    }

    /// 6.5
    fn spelt_out(&mut self, coder: &mut Coder) -> Tags {
        let contexts = [hash32(0x120, 0, 0); 7];
        let tags = self.models.number(coder, 0, &contexts, 2);
        let mut tag = |_| {
            let name = self.models.string(coder, &[], 6);
            (name, self.models.string(coder, &[], 15))
        };
        (0..tags).map(&mut tag).collect()
    }

    /// The tags of a game (6.6).
    pub(crate) fn tags(&self, game: usize) -> Tags {
        let (template, values) = match &self.games[game] {
            Coded::InTable(template, values) => (template, values),
            Coded::SpeltOut(tags) => return tags.clone(),
        };
        let columns = self.templates[*template].columns.iter();
        let tags = columns.zip(values).filter_map(|(&column, value)| {
            Some((self.columns[column].name.clone(), value.as_deref()?.into()))
        });
        tags.collect()
    }

    /// The value of a column in a game, as far as it is known.
    pub(crate) fn value_in(&self, game: usize, column: usize) -> Value {
        let Some(Coded::InTable(template, values)) = self.games.get(game) else {
            return None;
        };
        let mut columns = self.templates[*template].columns.iter();
        let place = columns.position(|&other| other == column)?;
        values[place].clone()
    }
}

/// Contexts of *w*, *x* (6.4).
fn of(w: u32, x: u32) -> Contexts {
    let mut contexts = [w; 7];
    contexts[1] = hash32(w, x, 1);
    contexts
}

/// The value that a game whose tags are known has in a column.
pub(crate) fn of_row(row: Option<&Row>, column: usize) -> Value {
    let row = row?;
    let place = row.columns.iter().position(|&other| other == column)?;
    value(&row.values[place])
}

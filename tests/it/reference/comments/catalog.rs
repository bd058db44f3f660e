//! Section 8 of the document: which template a comment follows. Numbers in comments are its
//! clauses.

use super::{
    blend::{Blend, Contexts, Mixing, Shape},
    levels::Level,
    streaks::Streaks,
    template::Template,
};
use crate::reference::models::{
    coder::{Source, hash3, hash32 as h},
    payload,
    text::TextModel,
};
use std::collections::HashMap;

/// What is remembered (8.1), and the models.
pub(crate) struct Catalog {
    level: Level,
    templates: Vec<Template>,
    recent: [Vec<u32>; 2],
    last: [[u32; 2]; 2],
    after: HashMap<u32, u32>,
    streaks: Streaks,
    ranks: Blend,
    spelling: Option<TextModel>,
}

impl Catalog {
    /// That of a block.
    pub(crate) fn new(level: Level) -> Catalog {
        Catalog {
            level,
            templates: Vec::new(),
            recent: [vec![1, 0], vec![1, 0]],
            last: [[1, 1]; 2],
            after: HashMap::new(),
            streaks: Streaks::new(),
            ranks: Blend::new(Shape::new(5, [16, 2], level.mixing(Mixing::Twice))),
            spelling: None,
        }
    }

    /// A template.
    pub(crate) fn get(&self, number: usize) -> &Template {
        &self.templates[number]
    }

    /// The number of the template that the next comment follows; `None` for prose.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        side: usize,
        since: u32,
        ended: bool,
    ) -> Option<usize> {
        let ended = u32::from(ended);
        let [own, other] = [side, 1 - side].map(|side| self.last[side][0]);
        let situation = hash3(since ^ ended, own, other);
        let entry = self.streaks.decode(source, situation).unwrap_or_else(|| {
            let entry = self.ranked(source, side, since, ended);
            self.streaks.note(situation, entry);
            entry
        });
        self.come(entry, side, since);
        match entry {
            0 => None,
            1 => Some(self.decode_new(source, side)),
            _ => Some(entry as usize - 2),
        }
    }

    /// 8.2: an entry that is not of a streak.
    fn ranked(&mut self, source: &mut dyn Source, side: usize, since: u32, ended: u32) -> u32 {
        let list = &self.recent[side];
        let after = self.after.get(&since);
        let ahead = after.and_then(|after| list.iter().position(|entry| entry == after));
        let ahead = ahead.unwrap_or(0);
        let kind = ended | u32::from(ahead > 0) << 1;
        let ([a, b], [c, _]) = (self.last[side], self.last[1 - side]);
        let contexts = Contexts::hashed(&[
            h(a, kind, 0),
            h(a, c, kind),
            h(a, b, c ^ kind << 30),
            h(since, a, kind),
            h(kind, 1, 0),
        ]);
        let mut rank = self.ranks.symbol(source, &contexts, 4, side) as usize;
        if rank == 15 {
            rank += source.raw(list.len().ilog2() + 1) as usize;
        }
        match rank {
            0 => list[ahead],
            rank if rank <= ahead => list[rank - 1],
            rank => list[rank],
        }
    }

    /// 8.3
    fn come(&mut self, entry: u32, side: usize, since: u32) {
        let list = &mut self.recent[side];
        list.retain(|&other| other != entry);
        list.insert(0, entry);
        self.last[side] = [entry, self.last[side][0]];
        if entry > 1 && (self.after.len() < 4_000 || self.after.contains_key(&since)) {
            self.after.insert(since, entry);
        }
    }

    /// 8.4
    fn decode_new(&mut self, source: &mut dyn Source, side: usize) -> usize {
        let strength = self.level.templates();
        let spelling = self
            .spelling
            .get_or_insert_with(|| payload::templates(strength, 2_048));
        let bytes = spelling.decode_string(source, 7);
        assert!(bytes.len() <= 4_096 && self.templates.len() < 4_000);
        let number = self.templates.len();
        self.templates.push(Template::read(&bytes));
        let entry = number as u32 + 2;
        self.recent[side].insert(0, entry);
        self.recent[1 - side].insert(1, entry);
        self.last[side][0] = entry;
        number
    }
}

//! One column: its plan, and what was seen in it so far.

use super::{
    kind::Kind,
    names::{self, Meaning},
    plan::Plan,
    seen::{lately::Lately, recency::Recency, values::ValueId},
    source::Source,
    spelling::{shape::Shape, start::Start},
    times::{between::Between, pace::Pace},
};
use crate::{
    chess::Color,
    coding::{adaptive::Bit, mix::hash_bytes},
};
use rustc_hash::FxHashMap;

/// Degrees of trust in a guess.
pub(super) const TRUSTS: usize = super::seen::memory::MAX_TRUST as usize + 1;

/// A tag that games have.
#[derive(Clone)]
pub(super) struct Column {
    pub(super) name: Vec<u8>,
    /// How many tags of the same name come before this one in a game.
    pub(super) occurrence: usize,
    pub(super) plan: Plan,
    pub(super) meaning: Meaning,
    /// The player's colour, if it is a tag of one player (`WhiteElo`).
    pub(super) side: Option<Color>,
    /// The same tag of the other player.
    pub(super) sibling: Option<usize>,
    /// A hash of the name without `White` or `Black`: the same for the tags of both players.
    pub(super) group: u32,
    /// The last value.
    pub(super) last: ValueId,
    /// The value before `last`.
    pub(super) before: ValueId,
    /// The last numbers; empty if `last` is no number.
    pub(super) lately: Lately,
    /// How its numbers count up with time, if they are coded after the time of the game.
    pub(super) pace: Pace,
    /// For times: whether the length of the game lies between them and the times that they are
    /// counted from.
    pub(super) between: Between,
    /// Classes of the last two differences coded (of numbers, or places in a list), the latest
    /// first.
    pub(super) last_deltas: [u8; 2],
    pub(super) last_pattern: ValueId,
    pub(super) last_fields: Vec<i64>,
    /// Whether the value was a hit (as in [`Current`](super::current::Current)): a bit for each
    /// game, the latest lowest.
    pub(super) history: u32,
    /// The probability that each source of guesses is right, by the trust in the guess.
    pub(super) experts: [[Bit; TRUSTS]; Source::COUNT],
    /// The places in `list` of the values that it holds.
    pub(super) listed: FxHashMap<ValueId, u32>,
    pub(super) list: Vec<ValueId>,
    pub(super) recency: Recency,
    pub(super) patterns: Vec<ValueId>,
}

impl Column {
    /// A new column.
    pub(super) fn new(name: Vec<u8>, occurrence: usize, plan: Plan) -> Column {
        let side = names::side(&name);
        Column {
            occurrence,
            plan,
            meaning: Meaning::of(&name, occurrence),
            side: side.map(|(color, _)| color),
            group: hash_bytes(side.map_or(&name, |(_, rest)| rest)),
            sibling: None,
            last: ValueId::NONE,
            before: ValueId::NONE,
            lately: Lately::default(),
            pace: Pace::default(),
            between: Between::default(),
            last_deltas: [0; 2],
            last_pattern: ValueId::NONE,
            last_fields: Vec::new(),
            history: 0,
            experts: [[Bit::default(); TRUSTS]; Source::COUNT],
            listed: FxHashMap::default(),
            list: Vec::new(),
            recency: Recency::default(),
            patterns: Vec::new(),
            name,
        }
    }

    /// Adds a value to the list if it is not there.
    pub(super) fn list_value(&mut self, value: ValueId) {
        let next = self.list.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(entry) = self.listed.entry(value) {
            entry.insert(next);
            self.list.push(value);
        }
    }

    /// The number in `value`, if this is a column of numbers and it is spelt as one.
    pub(super) fn number_of(&self, value: &[u8]) -> Option<i64> {
        number_in(&self.plan.kind, value)
    }

    /// Spells a number as this column does; false if it cannot.
    pub(super) fn spell(&self, number: i64, out: &mut Vec<u8>) -> bool {
        match &self.plan.kind {
            Kind::Number(format) => format.write(number, out),
            _ => false,
        }
    }

    /// Whether `value` can be coded by the kind of the column; always false for kinds that are only
    /// lists.
    pub(super) fn fits(&self, value: &[u8]) -> bool {
        match &self.plan.kind {
            Kind::Few | Kind::Many | Kind::Player => false,
            Kind::Number(format) => format.parse(value).is_some(),
            Kind::Pattern(width) => Shape::of(value, *width).is_some(),
            Kind::Identifier(code) => code.of(value).is_some(),
            Kind::Start => Start::of(value).is_some(),
        }
    }
}

/// The number in `value`, for a column of this kind.
pub(super) fn number_in(kind: &Kind, value: &[u8]) -> Option<i64> {
    match kind {
        Kind::Number(format) => format.parse(value),
        _ => None,
    }
}

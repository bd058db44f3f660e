//! The tags of all games of a block, column by column.
//!
//! Owns everything between `[` and `]`. A column is a tag name; a value is guessed from the games before (the last one, the same players', those that
//! agree in other tags) and from the tags of the same game coded earlier, and only what no guess hits is coded by what kind of values the column holds.
//!
//! * [`gather`]: tags into a table; [`plan`]: what kind of values its columns hold, found out by the writer and written down ([`kind`]);
//! * [`block`]: the order of coding: some columns first, then which tags a game has ([`template`]), then the rest;
//! * [`cell`]: one value; [`numbers`], [`code`], [`start`], [`fens`]: kinds that are more than a list; [`naming`]: values that speak of the players; [`roles`], [`openings`], [`ratings`]: what is known of certain tags;
//! * [`mod@column`], [`memory`], [`recency`], [`values`]: what was seen; [`models`]: the mixers behind all decisions;
//! * [`names`]: what names of tags say; [`mod@format`], [`shape`]: how numbers are spelt.

mod block;
mod cell;
mod code;
mod column;
mod fens;
mod format;
mod gather;
mod kind;
mod memory;
mod models;
mod names;
mod naming;
mod numbers;
mod openings;
mod plan;
mod ratings;
mod recency;
mod roles;
mod shape;
pub(crate) mod spelling;
mod start;
mod template;
mod values;

use super::facts::Facts;
use crate::{
    codec::Level,
    coding::{range::Coder, text::Strength},
    error::Result,
    limits::Budget,
    pgn::game::Game,
};
use block::Block;
use gather::Gathered;
use values::Values;

/// How hard names are spelt at a level. They are short and few of them are new: it matters little, and costs time.
fn strength(level: Level) -> Strength {
    match level.number() {
        0..6 => Strength::Fast,
        6..9 => Strength::Full,
        _ => Strength::Most,
    }
}

/// Whether a name or a value is so long that this codec has no words for it.
pub(super) fn are_too_long(game: &Game) -> bool {
    let longest = models::MAX_STRING;
    game.tags
        .iter()
        .any(|tag| tag.name.len() > longest || tag.value.len() > longest)
}

/// The tags of a block.
pub(super) struct Tags<'b> {
    gathered: Gathered,
    block: Block<'b>,
}

impl<'b> Tags<'b> {
    /// The tags of `games` games: those `given`, or none where they are to be read.
    pub(super) fn new(given: &[&Game], games: usize, level: Level, budget: &'b Budget) -> Tags<'b> {
        let mut values = Values::default();
        let gathered = Gathered::new(given, &mut values);
        Tags {
            gathered,
            block: Block::new(values, games, strength(level), budget),
        }
    }

    /// Codes all tags that do not follow from the moves. A reader puts them into `read`.
    pub(super) fn code_early<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[&Game],
        read: &mut [&mut Game],
    ) -> Result<()> {
        let games = given.len().max(read.len());
        if games > 0 {
            self.block.begin(coder, &self.gathered)?;
        }
        for index in 0..games {
            let game = given.get(index).copied();
            self.block.code_early(coder, &self.gathered, index, game)?;
            if let Some(game) = read.get_mut(index) {
                game.tags = self.block.tags(index);
            }
        }
        Ok(())
    }

    /// Codes the tags that follow from the moves, which both sides know by now.
    pub(super) fn code_late<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[&Game],
        read: &mut [&mut Game],
    ) -> Result<()> {
        self.block.ratings.link();
        for index in 0..given.len().max(read.len()) {
            let facts = match (given.get(index), read.get(index)) {
                (Some(game), _) => Facts::of(game),
                (None, Some(game)) => Facts::of(game),
                (None, None) => continue,
            };
            self.block.code_late(coder, &self.gathered, index, &facts)?;
            if let Some(game) = read.get_mut(index) {
                game.tags = self.block.tags(index);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

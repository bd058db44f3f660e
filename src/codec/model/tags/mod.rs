//! The tags of all games of a block, column by column.
//!
//! Owns everything between `[` and `]`. A column is a tag name; a value is guessed from the games before (the last one,
//! the same players', those that agree in other tags) and from the tags of the same game coded earlier, and only what
//! no guess hits is coded by what kind of values the column holds.
//!
//! * [`gather`]: tags into a table; [`plan`]: what kind of values its columns hold, found out by the writer and written down ([`kind`]);
//! * [`block`]: the order of coding: some columns first, then which tags a game has ([`template`]), then the rest; [`current`]: the game being coded;
//! * [`cell`]: one value; [`numbers`], [`code`], [`start`], [`fens`]: kinds that are more than a list; [`naming`]:
//!   values that speak of the players; [`roles`], [`openings`], [`ratings`]: what is known of certain tags;
//! * [`duration`]: how long a game took by its comments, which lies [`between`] the times at which games begin and end;
//!   [`pace`]: numbers that count up as time goes by;
//! * [`mod@column`], [`players`], [`lately`], [`memory`], [`recency`], [`values`]: what was seen; [`models`]: the mixers behind all decisions;
//! * [`primers`]: what a block of few games begins with;
//! * [`hints`]: what to expect of a value that is spelt out, [`telling`] of moves in it among others;
//! * [`names`]: what names of tags say; [`mod@format`], [`shape`], [`affix`]: how numbers are spelt.

mod affix;
mod between;
mod block;
mod cell;
mod code;
mod column;
mod current;
mod duration;
mod fens;
mod format;
mod gather;
mod hints;
mod kind;
mod lately;
mod memory;
mod models;
mod names;
mod naming;
mod numbers;
mod openings;
mod pace;
mod plan;
mod players;
mod primers;
mod ratings;
mod recency;
mod roles;
mod shape;
mod start;
mod telling;
mod template;
mod values;

use super::facts::{GameFacts, Played};
use crate::{
    codec::Level,
    coding::range::{Coder, Encoder},
    error::{Error, Result},
    limits::Budget,
    pgn::game::Game,
};
use block::Block;
use gather::Gathered;
pub(super) use primers::Primer;
use std::borrow::Cow;
use values::Values;

/// Whether a name or a value is so long that this codec has no words for it.
pub(super) fn are_too_long(game: &Game) -> bool {
    let longest = models::MAX_STRING;
    game.tags
        .iter()
        .any(|tag| tag.name.len() > longest || tag.value.len() > longest)
}

/// Tags of games as far as they do not follow from the moves, and all that they taught. Blocks may begin with it.
pub(super) struct Taught {
    block: Block,
}

impl Taught {
    /// Codes the tags of `games` games: those `given`, or none where they are read.
    pub(super) fn code<C: Coder>(
        coder: &mut C,
        given: &[&Game],
        games: usize,
        level: Level,
        budget: &Budget,
    ) -> Result<Taught> {
        if C::READS {
            budget.take(games.saturating_mul(block::EACH_GAME))?;
        }
        let mut values = Values::default();
        let gathered = Gathered::new(given, &[], &mut values);
        // There must be room for what the blocks that begin with it learn, too.
        let room = games.saturating_mul(2);
        let mut block = Block::new(values, room, level, budget);
        block.begin(coder, &gathered)?;
        for index in 0..games {
            block.code_early(coder, &gathered, index, given.get(index).copied())?;
        }
        Ok(Taught { block })
    }

    /// Learns from all tags of `games`, whose moves say `facts`. There is room for `room` games in all.
    fn primed(games: &[&Game], facts: &[GameFacts], room: usize, level: Level) -> Taught {
        // A writer takes nothing out of its budget, and is given what it writes: it cannot fail.
        let budget = Budget::new(0);
        let mut coder = Encoder::new();
        let mut values = Values::default();
        let gathered = Gathered::new(games, &[], &mut values);
        let mut tags = Tags {
            gathered,
            block: Cow::Owned(Block::new(values, room, level, &budget)),
            budget: &budget,
        };
        let _ = tags.code_early(&mut coder, games, &mut []);
        let _ = tags.code_late(&mut coder, games, &mut [], facts);
        Taught {
            block: tags.block.into_owned(),
        }
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.block.games()
    }
}

/// The tags of a block.
pub(super) struct Tags<'l> {
    gathered: Gathered,
    /// Borrowed are tags that are known already, until those that follow from the moves are coded.
    block: Cow<'l, Block>,
    budget: &'l Budget,
}

impl<'l> Tags<'l> {
    /// The tags of `games` games: those `given`, or none where they are to be read.
    pub(super) fn new(given: &[&Game], games: usize, level: Level, budget: &'l Budget) -> Tags<'l> {
        let mut values = Values::default();
        let gathered = Gathered::new(given, &[], &mut values);
        Tags {
            gathered,
            block: Cow::Owned(Block::new(values, games, level, budget)),
            budget,
        }
    }

    /// The same, beginning with what other games have taught.
    pub(super) fn after(taught: &Taught, given: &[&Game], budget: &'l Budget) -> Tags<'l> {
        let mut block = taught.block.successor(budget);
        Tags {
            gathered: Gathered::new(given, &block.columns, &mut block.values),
            block: Cow::Owned(block),
            budget,
        }
    }

    /// The tags of those other games themselves: nothing is left to code of them but what follows from the moves.
    pub(super) fn of_taught(taught: &'l Taught, budget: &'l Budget) -> Tags<'l> {
        Tags {
            gathered: Gathered::default(),
            block: Cow::Borrowed(&taught.block),
            budget,
        }
    }

    /// Codes all tags that do not follow from the moves. A reader puts them into `read`.
    ///
    /// # Errors
    /// Where tags are read that cannot be, or the games are not those whose tags are known.
    pub(super) fn code_early<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[&Game],
        read: &mut [&mut Game],
    ) -> Result<()> {
        let games = given.len().max(read.len());
        match &mut self.block {
            Cow::Borrowed(known) if games != known.games() => {
                return Err(Error::corrupt("there are tags of other games"));
            }
            Cow::Borrowed(_) => {}
            Cow::Owned(block) => {
                if games > 0 && block.columns.is_empty() {
                    block.begin(coder, &self.gathered)?; // no other games have taught it
                }
                for index in 0..games {
                    let game = given.get(index).copied();
                    block.code_early(coder, &self.gathered, index, game)?;
                }
            }
        }
        for index in 0..games {
            if let Some(game) = read.get_mut(index) {
                game.tags = self.block.tags(index, self.budget)?;
            }
        }
        Ok(())
    }

    /// Codes the tags that follow from the moves and what stands between them, which both sides know by now: `facts` are those of each game.
    pub(super) fn code_late<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[&Game],
        read: &mut [&mut Game],
        facts: &[GameFacts],
    ) -> Result<()> {
        let block = match &mut self.block {
            Cow::Owned(block) => block,
            // Only now is there something to learn, and need of a copy.
            Cow::Borrowed(taught) => {
                let mut block = taught.copy(self.budget);
                self.gathered = Gathered::again(given, &block.columns, &mut block.values);
                self.block = Cow::Owned(block);
                self.block.to_mut()
            }
        };
        block.ratings.link();
        for (index, facts) in facts.iter().enumerate() {
            let game = match (given.get(index), read.get(index)) {
                (Some(game), _) => *game,
                (None, Some(game)) => &**game,
                (None, None) => continue,
            };
            let played = Played { facts, game };
            block.code_late(coder, &self.gathered, index, played)?;
            if let Some(game) = read.get_mut(index) {
                self.budget.give_back(game.tags.size());
                game.tags = block.tags(index, self.budget)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

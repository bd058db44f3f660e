//! The tags of all games of a block, column by column.
//!
//! This module codes everything between `[` and `]`. Most values are guessed, from the games before
//! and from the other tags of the game; only what no guess hits is coded by the kind of values that
//! its column holds.
//!
//! * [`gather`] puts the tags of a block into a table; [`planning`] finds out what kind of values
//!   each column holds ([`kind`]), and [`plan`] writes that down for the reader;
//! * [`coder`] sets the order of coding: a few columns first, then which tags the game has
//!   ([`template`]), then the rest; [`current`] is the game being coded;
//! * [`cell`] codes one value, with [`numbers`] for kinds that are more than a list, and [`naming`]
//!   for values that name the players; [`roles`], [`openings`], [`ratings`] and [`studies`] know
//!   what certain tags mean, and [`names`] knows tags by their names;
//! * [`spelling`] reads and writes values that are more than text: numbers, positions, identifiers;
//! * [`times`] knows how long games took, and how numbers grow with time;
//! * [`seen`] and [`mod@column`] remember what was seen; [`source`] numbers the sources of guesses
//!   at a value; [`models`] holds the mixers behind all decisions;
//! * [`primers`] are the games whose tags a block of few games may begin with;
//! * [`hints`] says what to expect of a value that is spelt out, [`telling`] of moves in it among
//!   others.
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod cell;
mod coder;
mod column;
mod current;
mod gather;
mod hints;
mod kind;
mod models;
mod names;
mod naming;
mod numbers;
mod openings;
mod plan;
mod planning;
mod primers;
mod ratings;
mod roles;
mod seen;
mod source;
mod spelling;
mod studies;
mod telling;
mod template;
mod times;

use super::{
    coded::{Coded, CodedGames},
    facts::{GameFacts, Played},
};
use crate::{
    codec::Level,
    coding::range::{Coder, Listener},
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::game::Game,
};
use coder::TagCoder;
use gather::Gathered;
pub(super) use primers::Primer;
use seen::values::Values;
use std::borrow::Cow;

/// Whether the name or the value of a tag is too long for this codec.
pub(super) fn are_too_long(game: &Game) -> bool {
    let longest = models::MAX_STRING;
    game.tags
        .iter()
        .any(|tag| tag.name.len() > longest || tag.value.len() > longest)
}

/// What is wrong where a decoder has read more tags than there were.
const CUT_SHORT: &str = "the tags end too early";

/// The tags of some games (of a lead those that are coded before the moves, of a primer all), and
/// what the models learnt from them. Blocks may begin with this state.
pub(super) struct Taught {
    block: TagCoder,
}

impl Taught {
    /// Codes the early tags of `games` games: a writer gives all games in `given`, a reader none.
    ///
    /// # Errors
    /// If what is read is no tags, or the budget of a reader does not allow them.
    pub(super) fn code<C: Coder>(
        coder: &mut C,
        given: &[&Game],
        games: usize,
        level: Level,
        budget: &Budget,
    ) -> Result<Taught> {
        budget.take(games.saturating_mul(charges::GAME_OF_LEAD))?;
        let mut values = Values::default();
        let gathered = Gathered::new(given, &[], &mut values);
        // Tables must have room for what the blocks that begin with it learn.
        let room = games.saturating_mul(2);
        let mut block = TagCoder::new(values, room, level, budget);
        block.code_all_early(coder, &gathered, games, |index| given.get(index).copied())?;
        Ok(Taught::by(block))
    }

    /// Learns from all tags of `games`; `facts` are about their moves. Tables are made for `room`
    /// games in all.
    fn primed(games: &[&Game], facts: &[GameFacts], room: usize, level: Level) -> Taught {
        let budget = Budget::of_writer();
        let mut tags = Tags::new(games, room, level, &budget);
        let mut games = CodedGames::Given(games.to_vec());
        let written = tags
            .code_early(&mut Listener, &mut games)
            .and_then(|()| tags.code_late(&mut Listener, &mut games, facts));
        written.expect("a writer takes nothing out of its budget, and all that it writes is given");
        Taught::by(tags.block.into_owned())
    }

    /// What `block` has learnt so far.
    fn by(mut block: TagCoder) -> Taught {
        block.share();
        Taught { block }
    }

    /// How many games they are of.
    pub(super) fn games(&self) -> usize {
        self.block.games()
    }
}

/// The tags of a block.
pub(super) struct Tags<'l> {
    gathered: Gathered,
    /// Borrowed if the early tags are known already (they are the lead), until the late ones are
    /// coded.
    block: Cow<'l, TagCoder>,
    budget: &'l Budget,
}

impl<'l> Tags<'l> {
    /// The tags of some games: a writer gives all games in `given`, a reader none. Tables are made
    /// for `room` games.
    pub(super) fn new(given: &[&Game], room: usize, level: Level, budget: &'l Budget) -> Tags<'l> {
        let mut values = Values::default();
        let gathered = Gathered::new(given, &[], &mut values);
        Tags {
            gathered,
            block: Cow::Owned(TagCoder::new(values, room, level, budget)),
            budget,
        }
    }

    /// The same, but the models begin with what other games have taught.
    pub(super) fn after(
        taught: &Taught,
        given: &[&Game],
        games: usize,
        budget: &'l Budget,
    ) -> Tags<'l> {
        let mut block = taught.block.successor(games, budget);
        Tags {
            gathered: Gathered::new(given, &block.columns, &mut block.values),
            block: Cow::Owned(block),
            budget,
        }
    }

    /// The tags of those other games themselves: only their late tags are left to code.
    pub(super) fn of_taught(taught: &'l Taught, budget: &'l Budget) -> Tags<'l> {
        Tags {
            gathered: Gathered::default(),
            block: Cow::Borrowed(&taught.block),
            budget,
        }
    }

    /// Codes the early tags of all games: those that do not follow from the moves. A reader puts
    /// them into the games.
    ///
    /// # Errors
    /// If what is read is no tags, or the games are not those whose tags are known.
    pub(super) fn code_early<C: Coder>(
        &mut self,
        coder: &mut C,
        games: &mut CodedGames,
    ) -> Result<()> {
        let count = games.len();
        match &mut self.block {
            Cow::Borrowed(known) if count != known.games() => {
                return Err(Error::corrupt("there are tags of other games"));
            }
            Cow::Borrowed(_) => {}
            Cow::Owned(block) => {
                let given = |index| games.given().get(index).copied();
                block.code_all_early(coder, &self.gathered, count, given)?;
            }
        }
        for index in 0..count {
            if let Coded::Read(game) = games.at(index) {
                game.tags = self.block.tags(index, self.budget)?;
            }
        }
        Ok(())
    }

    /// Codes the late tags of all games: those that depend on the moves and the annotations, which
    /// both sides know by now. `facts` are about the moves of each game.
    pub(super) fn code_late<C: Coder>(
        &mut self,
        coder: &mut C,
        games: &mut CodedGames,
        facts: &[GameFacts],
    ) -> Result<()> {
        let block = match &mut self.block {
            Cow::Owned(block) => block,
            // Only now does it learn anything, so only now is a copy needed.
            Cow::Borrowed(taught) => {
                let mut block = taught.copy(facts.len(), self.budget);
                self.gathered = Gathered::again(games.given(), &block.columns, &mut block.values);
                self.block = Cow::Owned(block);
                self.block.to_mut()
            }
        };
        block.ratings.link();
        for (index, facts) in facts.iter().enumerate() {
            let game = games.at(index);
            let played = Played {
                facts,
                game: game.known(),
            };
            let has_more = block.code_late(coder, &self.gathered, index, played)?;
            if let Coded::Read(game) = game
                && has_more
            {
                self.budget.give_back(game.tags.size());
                game.tags = block.tags(index, self.budget)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

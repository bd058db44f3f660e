//! Annotations: the comments, annotation glyphs (NAGs) and variations that stand between the moves
//! of a game.
//!
//! This module codes where each annotation stands and everything inside comments. The moves of the
//! main line are coded before (by the model of moves), so everything here may depend on them;
//! nothing here says anything about them. The annotations go into six streams (2.1 of MODEL.md),
//! which a decoder reads side by side, comment after comment:
//!
//! * notes: [`structure`], [`catalog`], [`verdict`];
//! * clocks: [`numbers::clock`];
//! * evals: [`numbers::evals`];
//! * numbers: [`numbers::figures`], [`marks`];
//! * lines: [`play`], with probabilities from [`odds`];
//! * prose: [`prose`].
//!
//! [`plan`] sets how many contexts each compression level spends on all this. What always comes in
//! the same place costs one cheap decision ([`streak`]). Whatever is less certain mixes the
//! predictions of several contexts ([`blend`]), and of a small neural network ([`expectation`]).
//!
//! [`annotator`] walks through one game and codes what comes next there. [`comment`] drives the
//! coding of one comment: it codes a person's words as prose, and [`fields`] hands each other field
//! to its coder, clocks and evaluations first. [`survey`] is what a writer knows of all comments
//! before the first, and [`keys`] tell positions that come again. Each folder has a front page of
//! its own:
//!
//! * [`syntax`]: what a comment consists of. Parsing and writing come first and know nothing of
//!   coding;
//! * [`numbers`]: the three coders of numbers, and where their guesses come from;
//! * [`prose`]: what a person wrote, and what it says about moves;
//! * [`expectation`]: the network of clocks and evaluations, and how it learns.
//!
//! What is known when something is coded is handed on in these types, from the widest to the
//! narrowest:
//!
//! | name | what it holds | made by | used by |
//! |---|---|---|---|
//! | [`structure::Place`] | where in a game the next item comes | [`walk`] | [`structure`] |
//! | [`moment::Moment`] | side, ply, player and facts of the last move, and the course of the game | [`walk`] | all coders of fields |
//! | [`branch::Branch`] | the positions that lines of play may start from | [`walk`] | [`syntax`], [`fields`], [`numbers`] |
//! | [`fields::Around`] | the moment, the branch, what the game plays next | [`comment`] | [`fields`] |
//!
//! [`numbers`] goes on with what is known of one number.
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod annotator;
mod blend;
mod branch;
mod catalog;
mod comment;
mod expectation;
mod fields;
mod keys;
mod marks;
mod moment;
mod numbers;
mod odds;
pub(in crate::codec) mod plan;
mod play;
mod prose;
mod streak;
mod structure;
mod survey;
mod syntax;
mod verdict;
mod walk;

pub(super) use moment::Told;

use super::{
    channels::Channels,
    coded::Coded,
    learnt::{Learnt, Priors},
};
use crate::{
    codec::{
        level::{Level, Row},
        streams::Stream,
    },
    coding::{adaptive::Bit, range::Coder},
    error::Result,
    limits::Budget,
    pgn::game::{Game, Item, steps},
};
use annotator::Annotator;
use survey::Survey;
use walk::BareGame;

/// Deepest nesting of variations: below the parser's limit, because each level takes more memory
/// here. Games with deeper ones are kept as text.
pub const MAX_DEPTH: usize = 200;

/// The models of the annotations of one block, shared by all its games.
pub struct Comments<'m> {
    /// Whether a game has nothing but moves; by whether the game before had.
    plain: [Bit; 2],
    was_plain: bool,
    survey: Survey,
    row: &'static Row,
    learnt: &'m Learnt,
    /// Made when the first game comes that has more than moves: to make it takes a twentieth of the
    /// time of a game alone.
    annotator: Option<Box<Annotator<'m>>>,
}

/// What the moves of a game have told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FromMoves<'a> {
    /// What the steps of the main line cost; may be shorter than that.
    pub(crate) told: &'a [Told],
    /// The first positions, as [`opening::path`](super::opening::path) has them.
    pub(crate) path: &'a [u32],
}

impl<'m> Comments<'m> {
    /// Fresh models for one block. A writer passes all games of the block as `given`, a reader
    /// none. What is `learnt` in advance serves clocks, evaluations and moves: of lines of play, of
    /// variations and in prose.
    pub(crate) fn new(level: Level, given: &[&Game], learnt: &'m Learnt) -> Comments<'m> {
        Comments {
            plain: [Bit::default(); 2],
            was_plain: true,
            survey: Survey::on(given),
            row: level.row(),
            learnt,
            annotator: None,
        }
    }

    fn annotator(&mut self) -> &mut Annotator<'m> {
        let make = || Box::new(Annotator::new(self.row, self.survey, self.learnt));
        self.annotator.get_or_insert_with(make)
    }

    /// From now on keeps training samples for the networks of clocks and evaluations.
    pub(super) fn listen(&mut self) {
        self.annotator().listen();
    }

    /// What has been learnt of clocks and evaluations so far, as priors for a model file.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(super) fn take_priors(&mut self) -> Result<Priors> {
        self.annotator().take_priors()
    }

    /// Codes the annotations of a game. When reading, `game` holds its tags and its main line, and
    /// its items are completed here.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    pub(crate) fn code_annotations<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        game: Coded,
        known: FromMoves,
        budget: &Budget,
    ) -> Result<()> {
        let notes = &mut channels[Stream::Notes];
        let is_plain = |game: &Game| game.items.iter().all(Item::is_move);
        let plain = game.given().is_some_and(is_plain);
        self.was_plain = self.plain[usize::from(self.was_plain)].code(notes, plain);
        if self.was_plain {
            return Ok(()); // a reader has the main line already
        }
        let start = game.known().start().unwrap_or_default();
        match game {
            Coded::Given(game) => {
                let main: Vec<Item> = steps(&game.items).cloned().collect();
                let bare = BareGame {
                    tags: &game.tags,
                    start: &start,
                    main: &main,
                    known,
                };
                self.annotator()
                    .code_game(channels, &bare, &game.items, budget)?;
            }
            Coded::Read(game) => {
                let bare = BareGame {
                    tags: &game.tags,
                    start: &start,
                    main: &game.items,
                    known,
                };
                let all = self.annotator().code_game(channels, &bare, &[], budget)?;
                let main = std::mem::replace(&mut game.items, all);
                budget.give_back(main.iter().map(Item::size).sum());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

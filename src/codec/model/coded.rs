//! Games on either side of a coder: given to a writer or filled in by a reader, so that one
//! function can code both ways.

use crate::pgn::game::Game;

/// A game being coded.
#[derive(Debug)]
pub(crate) enum Coded<'g> {
    /// The game that is written.
    Given(&'g Game),
    /// The game that is read: it holds what was read so far, and the rest is added to it.
    Read(&'g mut Game),
}

impl<'g> Coded<'g> {
    /// What both sides know of the game: all of it where it is written, what was read so far where
    /// it is read.
    pub(super) fn known(&self) -> &Game {
        match self {
            Coded::Given(game) => game,
            Coded::Read(game) => game,
        }
    }

    /// The game, where it is written.
    pub(super) fn given(&self) -> Option<&'g Game> {
        match self {
            Coded::Given(game) => Some(game),
            Coded::Read(_) => None,
        }
    }
}

/// The games of a block being coded.
pub(super) enum CodedGames<'g> {
    /// They are written.
    Given(Vec<&'g Game>),
    /// They are read.
    Read(Vec<&'g mut Game>),
}

impl<'g> CodedGames<'g> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        match self {
            CodedGames::Given(games) => games.len(),
            CodedGames::Read(games) => games.len(),
        }
    }

    /// Game number `index`.
    pub(super) fn at(&mut self, index: usize) -> Coded<'_> {
        match self {
            CodedGames::Given(games) => Coded::Given(games[index]),
            CodedGames::Read(games) => Coded::Read(games[index]),
        }
    }

    /// The games where they are written; empty where they are read.
    pub(super) fn given(&self) -> &[&'g Game] {
        match self {
            CodedGames::Given(games) => games,
            CodedGames::Read(_) => &[],
        }
    }
}

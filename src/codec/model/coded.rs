//! Games on either side of a coder: given to a writer, or made by a reader, never both.

use crate::pgn::game::Game;

/// A game being coded.
#[derive(Debug)]
pub(crate) enum Coded<'g> {
    /// It is written.
    Given(&'g Game),
    /// It has what was read of it so far, and gets the rest.
    Read(&'g mut Game),
}

impl<'g> Coded<'g> {
    /// What is known of it: where it is read, what was read so far.
    pub(super) fn known(&self) -> &Game {
        match self {
            Coded::Given(game) => game,
            Coded::Read(game) => game,
        }
    }

    /// The game that is written.
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

    /// Those that are written; none where they are read.
    pub(super) fn given(&self) -> &[&'g Game] {
        match self {
            CodedGames::Given(games) => games,
            CodedGames::Read(_) => &[],
        }
    }

    /// Those that are written, and those that are read: none of one of them.
    pub(super) fn sides(&mut self) -> (&[&'g Game], &mut [&'g mut Game]) {
        match self {
            CodedGames::Given(games) => (games, &mut []),
            CodedGames::Read(games) => (&[], games),
        }
    }
}

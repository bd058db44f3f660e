//! What the moves of a game tell about the tags that are coded after them (`ECO`, `PlyCount`,
//! `Result`).

use super::opening::path::Path;
use crate::{
    chess::{Color, Position, Rules, legal, material, pass},
    error::{Error, Result},
    limits::charges,
    pgn::game::{Game, Item, steps},
};

/// How long a game's main line is, which opening it takes and how it ends. Those of all games of a
/// block wait together for the last tags, so they are small.
#[derive(Clone, Debug)]
pub(super) struct GameFacts {
    /// Half-moves played.
    pub(super) plies: u32,
    /// The first positions, as [`Path`] numbers them.
    pub(super) path: Box<[u32]>,
    /// Whose turn it is at the end.
    pub(super) turn: Color,
    /// Whether the rules end the game there.
    pub(super) ending: Ending,
    /// White's material minus Black's at the end, in pawns.
    pub(super) material: i32,
}

const _: () = assert!(size_of::<GameFacts>() <= charges::FACTS);
const _: () = assert!(size_of::<u32>() <= charges::PATH_KEY);

/// A game whose moves are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<'g> {
    /// The facts of its main line.
    pub(super) facts: &'g GameFacts,
    pub(super) game: &'g Game,
}

/// Whether the rules end the game in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// The game could go on.
    #[default]
    Open,
    /// The player to move is mated.
    Mate,
    /// The player to move is not in check and has no legal move.
    Stalemate,
    /// Neither player has enough material to mate.
    Dead,
}

impl GameFacts {
    /// What they count for in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        charges::FACTS + charges::PATH_KEY * self.path.len()
    }

    /// Those of a game whose moves are not those of chess: it counts as one that never began.
    pub(super) fn of_unplayable() -> GameFacts {
        Track::new(Position::default()).facts()
    }

    /// The facts of a game, by replaying its main line.
    pub(super) fn of(game: &Game) -> GameFacts {
        Track::of(game).facts()
    }
}

/// The position at the end of a game's main line.
pub(super) fn last_position(game: &Game) -> Position {
    Track::of(game).position
}

/// What has come of a main line so far.
pub(super) struct Track {
    pub(super) position: Position,
    /// Moves and null moves.
    plies: u32,
    /// The positions after the moves.
    path: Path,
}

impl Track {
    /// A line that begins at `position`.
    pub(super) fn new(position: Position) -> Track {
        Track {
            position,
            plies: 0,
            path: Path::default(),
        }
    }

    /// The main line of a game, as far as it can be played.
    fn of(game: &Game) -> Track {
        let mut track = Track::new(game.start().unwrap_or_default());
        let _ = steps(&game.items).try_for_each(|step| track.take(step));
        track
    }

    /// Takes a step.
    ///
    /// # Errors
    /// Corrupt for a null move where none is possible.
    pub(super) fn take(&mut self, step: &Item) -> Result<()> {
        match step {
            Item::Move(m) => {
                self.position.play_unchecked(*m);
                self.path.push(&self.position);
            }
            Item::Null => {
                self.position = pass(&self.position)
                    .ok_or_else(|| Error::corrupt("a null move where none is possible"))?;
            }
            _ => return Ok(()),
        }
        self.plies += 1;
        Ok(())
    }

    /// The facts of the line.
    pub(super) fn facts(&self) -> GameFacts {
        GameFacts {
            plies: self.plies,
            path: self.path.positions().into(),
            turn: self.position.turn(),
            ending: ending(&self.position),
            material: material::balance(&self.position),
        }
    }
}

fn ending(position: &Position) -> Ending {
    if position.is_insufficient_material() {
        Ending::Dead
    } else if legal::can_move(position) {
        Ending::Open
    } else if legal::is_check(position) {
        Ending::Mate
    } else {
        Ending::Stalemate
    }
}

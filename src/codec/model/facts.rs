//! What the moves of a game tell about the tags that are coded after them (`ECO`, `PlyCount`,
//! `Result`).

use super::opening::path::Path;
use crate::{
    chess::{Color, Position, Rules, legal, material, pass},
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
    /// The facts of a line of `plies` half-moves that passed through `path` and ended in `last`.
    pub(super) fn new(plies: u32, path: &Path, last: &Position) -> GameFacts {
        GameFacts {
            plies,
            path: path.positions().into(),
            turn: last.turn(),
            ending: ending(last),
            material: material::balance(last),
        }
    }

    /// The bytes that they occupy.
    pub(super) fn size(&self) -> usize {
        size_of::<GameFacts>() + size_of_val(&*self.path)
    }

    /// The facts of a game, by replaying its main line.
    pub(super) fn of(game: &Game) -> GameFacts {
        let mut position = game.start().unwrap_or_default();
        let (mut plies, mut path) = (0, Path::default());
        for step in steps(&game.items) {
            plies += u32::from(play(&mut position, step));
            if matches!(step, Item::Move(_)) {
                path.push(&position);
            }
        }
        GameFacts::new(plies, &path, &position)
    }
}

/// The position at the end of a game's main line.
pub(super) fn last_position(game: &Game) -> Position {
    let mut position = game.start().unwrap_or_default();
    for step in steps(&game.items) {
        play(&mut position, step);
    }
    position
}

/// Takes a step where it is possible; returns whether it counts as a half-move.
fn play(position: &mut Position, step: &Item) -> bool {
    match step {
        Item::Move(m) => position.play_unchecked(*m),
        Item::Null => {
            if let Some(after) = pass(position) {
                *position = after;
            }
        }
        _ => return false,
    }
    true
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

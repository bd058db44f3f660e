//! What the moves of a game say about tags that are coded after them.

use super::opening::path::Path;
use crate::{
    chess::{Color, Move, Position, Role, Rules, legal, pass},
    pgn::game::{Game, Item, steps},
};

/// How the main line of a game goes, and how it ends. Many of them wait together for their games' last tags, so they are small.
#[derive(Clone, Debug)]
pub(super) struct GameFacts {
    /// Half-moves played.
    pub(super) plies: u32,
    /// The positions at the beginning, as [`Path`] numbers them.
    pub(super) path: Box<[u32]>,
    /// Who stands to move at the end.
    pub(super) turn: Color,
    /// What the rules say of the position at the end.
    pub(super) ending: Ending,
    /// White's pieces less Black's, in pawns.
    pub(super) material: i32,
}

/// A game whose moves are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<'g> {
    /// What they say.
    pub(super) facts: &'g GameFacts,
    pub(super) game: &'g Game,
}

/// What the rules say of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// The game could go on.
    #[default]
    Open,
    /// Who stands to move is mated.
    Mate,
    /// Who stands to move has no move.
    Stalemate,
    /// Nobody can mate.
    Dead,
}

impl GameFacts {
    /// What a line of `plies` half-moves says that passed through `path` and ended in `last`.
    pub(super) fn new(plies: u32, path: &Path, last: &Position) -> GameFacts {
        GameFacts {
            plies,
            path: path.positions().into(),
            turn: last.turn(),
            ending: ending(last),
            material: material(last),
        }
    }

    /// What the moves of `game` say.
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

/// Takes a step, if it is one that can be taken; whether it is a half-move.
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

/// White's pieces less Black's, in pawns.
pub(super) fn material(position: &Position) -> i32 {
    let board = position.board();
    let more = |role: Role| {
        let of = |color: Color| (board.by_role(role) & board.by_color(color)).count() as i32;
        of(Color::White) - of(Color::Black)
    };
    Role::ALL.iter().map(|&role| worth(role) * more(role)).sum()
}

/// What a move wins by a capture and a promotion, in pawns.
pub(super) fn won_by(m: Move) -> i32 {
    let captured = m.capture().map_or(0, worth);
    let promoted = m
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    captured + promoted
}

/// What a piece is worth, in pawns.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

//! What the moves of a game say about tags that are coded after them.

use super::opening::path::Path;
use crate::{
    chess::{Color, Position, Role, Rules, legal},
    pgn::game::{Game, Item, steps},
};

/// How the main line of a game ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Half-moves played.
    pub(super) plies: u32,
    /// The positions at the beginning.
    pub(super) path: Path,
    /// The position at the end.
    pub(super) last: Position,
    /// What the rules say of it.
    pub(super) ending: Ending,
    /// White's pieces less Black's, in pawns.
    pub(super) material: i32,
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

impl Facts {
    /// What the moves of `game` say.
    pub(super) fn of(game: &Game) -> Facts {
        let mut position = game.start().unwrap_or_default();
        let mut plies = 0;
        let mut path = Path::default();
        for step in steps(&game.items) {
            match step {
                Item::Move(m) => {
                    position.play_unchecked(*m);
                    path.push(&position);
                    plies += 1;
                }
                Item::Null => {
                    if let Some(after) = crate::chess::pass(&position) {
                        position = after;
                    }
                    plies += 1;
                }
                _ => {}
            }
        }
        Facts {
            plies,
            path,
            ending: ending(&position),
            material: material(&position),
            last: position,
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

/// White's pieces less Black's, in pawns.
pub(super) fn material(position: &Position) -> i32 {
    const VALUES: [(Role, i32); 5] = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let board = position.board();
    VALUES
        .iter()
        .map(|&(role, value)| {
            let of = |color: Color| (board.by_role(role) & board.by_color(color)).count() as i32;
            value * (of(Color::White) - of(Color::Black))
        })
        .sum()
}

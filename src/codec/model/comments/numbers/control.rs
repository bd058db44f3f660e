//! What the tag `TimeControl` tells clocks.

use crate::{coding::mix::hash_bytes, pgn::time_control::TimeControl};

/// A time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Control {
    /// Time for the game, in thousandths of a second; 0 where the tag does not say.
    pub(super) base: i64,
    /// Time gained with each move, likewise.
    pub(super) increment: i64,
    /// Whether a player has the base for each move, as in correspondence chess.
    pub(super) is_for_each_move: bool,
    /// The number of the move with which a second period begins, and its time.
    pub(super) second: Option<(u32, i64)>,
    /// A hash of the tag.
    pub(super) id: u32,
}

impl Control {
    /// What a `TimeControl` tag says.
    pub(crate) fn of_tag(tag: &[u8]) -> Control {
        let id = hash_bytes(tag);
        let Some(control) = TimeControl::read(tag) else {
            return Control {
                id,
                ..Control::default()
            };
        };
        let moves = control.moves.filter(|&moves| moves > 0);
        Control {
            base: control.base,
            increment: control.increment,
            is_for_each_move: control.moves == Some(1),
            second: moves.map(|moves| (moves, control.second)),
            id,
        }
    }
}

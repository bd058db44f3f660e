//! The moment that a comment belongs to: whose move it follows, and what kind of move that was.

use crate::chess::{Move, Position, Rules};

/// What is known about a move of the game beside the move itself. The coder of moves knows most of it anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the move captures.
    pub capture: bool,
    /// Whether it captures where the last move captured.
    pub recapture: bool,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it answers a check.
    pub evasion: bool,
    /// How many legal moves there were: 0 for one, 1 for two, 2 for up to 5, 3 for up to 15, 4 for up to 30, 5 for more.
    pub choices: u8,
    /// What the move cost the coder of moves, in bits, 15 at most; 0 where nothing is known of it.
    pub surprise: u8,
}

impl Facts {
    /// The facts about `m`, played in `position` (where `choices` moves were legal) after a move to the square of which `last` captured.
    pub fn new(
        position: &Position,
        m: Move,
        choices: usize,
        last: Option<Move>,
        after: &Position,
        surprise: u8,
    ) -> Facts {
        Facts {
            capture: m.is_capture(),
            recapture: m.is_capture()
                && last.is_some_and(|last| last.is_capture() && last.to() == m.to()),
            check: after.is_check(),
            evasion: position.is_check(),
            choices: match choices {
                0..=1 => 0,
                2 => 1,
                3..=5 => 2,
                6..=15 => 3,
                16..=30 => 4,
                _ => 5,
            },
            surprise: surprise.min(15),
        }
    }
}

/// Where in a game a comment stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// Who made the last move: 0 for White, 1 for Black.
    pub(super) side: usize,
    /// Half-moves played.
    pub(super) ply: u32,
    /// Tells players apart.
    pub(super) player: u32,
    /// About the last move.
    pub(super) facts: Facts,
}

//! The first positions of a game, as numbers.

use crate::{
    chess::{Color, Position, Role, Rules},
    coding::mix::{GOLDEN, hash32},
};

/// Positions after more half-moves than this name no opening.
pub(in crate::codec::model) const MAX_PLIES: usize = 40;

/// The first positions of a game.
#[derive(Clone, Debug)]
pub(in crate::codec::model) struct Path {
    positions: [u32; MAX_PLIES],
    len: usize,
}

impl Default for Path {
    fn default() -> Path {
        Path {
            positions: [0; MAX_PLIES],
            len: 0,
        }
    }
}

impl Path {
    /// Appends the position that the next half-move led to.
    pub(in crate::codec::model) fn push(&mut self, position: &Position) {
        if self.len < MAX_PLIES {
            self.push_number(number(position));
        }
    }

    /// Appends a position that is a number already.
    pub(in crate::codec::model) fn push_number(&mut self, number: u32) {
        if self.len < MAX_PLIES {
            self.positions[self.len] = number;
            self.len += 1;
        }
    }

    /// The positions after the first, second, … move that is no null move, [`MAX_PLIES`] at most,
    /// or some of these.
    pub(in crate::codec::model) fn positions(&self) -> &[u32] {
        &self.positions[..self.len]
    }
}

/// A hash of a position: its pieces, whose turn it is and who may castle. The compiled tables are
/// made with it, so it must never change.
pub(super) fn number(position: &Position) -> u32 {
    let board = position.board();
    let turn = u64::from(position.turn().is_white());
    let sets = [
        u64::from(board.by_color(Color::White)),
        u64::from(board.by_role(Role::Pawn)),
        u64::from(board.by_role(Role::Knight)),
        u64::from(board.by_role(Role::Bishop)),
        u64::from(board.by_role(Role::Rook)),
        u64::from(board.by_role(Role::Queen)),
        u64::from(board.by_role(Role::King)),
        u64::from(position.castles().castling_rights()),
        turn,
    ];
    let mut sum = 0u64;
    for set in sets {
        sum = (sum.rotate_left(23) ^ set).wrapping_mul(GOLDEN);
    }
    hash32(sum as u32, (sum >> 32) as u32, 0)
}

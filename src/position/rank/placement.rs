//! The placement of kings and pawns.

use super::pawns::{shape_of, squares_of};
use crate::chess::{Bitboard, Color, File, Rank, Role, Square};
use crate::position::state::{Rights, Squares, king_home, king_of};

/// The squares that black's pawn in `file` has just passed (in a view, white is to move).
pub(super) fn passed_squares(file: File) -> Bitboard {
    Bitboard::from(Square::from_coords(file, Rank::Sixth))
        | Bitboard::from(Square::from_coords(file, Rank::Seventh))
}

/// The squares of kings and pawns.
pub(super) struct Placement {
    pub(super) kings: [Square; 2],
    /// The pawn shapes of the files.
    pub(super) files: [u16; 8],
    /// The file of the pawn that has just moved two squares.
    pub(super) en_passant: Option<File>,
}

impl Placement {
    /// The placement on a board with white to move.
    pub(super) fn of(squares: &Squares, en_passant: Option<File>) -> Placement {
        let king = |color| king_of(squares, color).unwrap_or(king_home(color));
        let digit = |place: usize| match squares[place] {
            Some(man) if man.role == Role::Pawn => 1 + u8::from(man.color.is_black()),
            _ => 0,
        };
        Placement {
            kings: [king(Color::White), king(Color::Black)],
            files: std::array::from_fn(|file| {
                shape_of(std::array::from_fn(|row| digit((row + 1) * 8 + file)))
            }),
            en_passant,
        }
    }

    /// The board with these men and the rooks that may castle.
    pub(super) fn squares(&self, rights: Rights) -> Squares {
        let mut squares = [None; 64];
        for (file, &shape) in self.files.iter().enumerate() {
            for (row, digit) in squares_of(shape).into_iter().enumerate() {
                if digit > 0 {
                    squares[(row + 1) * 8 + file] =
                        Some(Role::Pawn.of(Color::from_black(digit == 2)));
                }
            }
        }
        for (king, color) in self.kings.into_iter().zip([Color::White, Color::Black]) {
            squares[king.to_usize()] = Some(Role::King.of(color));
        }
        for rook in rights.rooks() {
            squares[rook.to_usize()] =
                Some(Role::Rook.of(Color::from_black(rook.rank() == Rank::Eighth)));
        }
        squares
    }

    /// The squares of all pawns.
    pub(super) fn pawn_squares(&self) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        for (file, &shape) in self.files.iter().enumerate() {
            for (row, digit) in squares_of(shape).into_iter().enumerate() {
                if digit > 0 {
                    pawns.add(Square::new(((row + 1) * 8 + file) as u32));
                }
            }
        }
        pawns
    }
}

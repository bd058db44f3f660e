//! A position seen from the side to move, split into the parts that the ranking numbers.

use super::KINDS;
use super::placement::passed_squares;
use crate::chess::{Bitboard, Color, File, Role, Square};
use crate::error::Result;
use crate::position::count::{rank_subset, spread, unrank_subset};
use crate::position::{Facts, Rights, Squares, State};

/// A position with white to move: the original, or turned round with colours exchanged.
pub(super) struct View {
    pub(super) squares: Squares,
    pub(super) rights: Rights,
    pub(super) en_passant: Option<File>,
}

fn turned(squares: &Squares) -> Squares {
    std::array::from_fn(|index| squares[index ^ 56].map(|piece| piece.role.of(!piece.color)))
}

fn swapped(rights: Rights) -> Rights {
    Rights::from_sides(rights.of(Color::Black), rights.of(Color::White))
}

impl View {
    /// The view of a position: turned round if black is to move.
    pub(super) fn of(state: &State) -> Result<View> {
        let rights = state.rights()?;
        let en_passant = state.keep(Facts::CAPTURABLE).en_passant();
        let white = state.turn().is_white();
        Ok(View {
            squares: if white {
                *state.squares()
            } else {
                turned(state.squares())
            },
            rights: if white { rights } else { swapped(rights) },
            en_passant,
        })
    }

    /// The position of this view, where `turn` is the side to move.
    pub(super) fn state(self, turn: Color) -> Result<State> {
        match turn {
            Color::White => State::standard(self.squares, turn, self.rights, self.en_passant),
            Color::Black => State::standard(
                turned(&self.squares),
                turn,
                swapped(self.rights),
                self.en_passant,
            ),
        }
    }

    /// The squares on which pieces may stand: not those of kings, pawns and castling rooks, nor
    /// those that a pawn has just passed.
    pub(super) fn free(&self) -> u64 {
        let mut taken = self.rights.rooks();
        for (index, man) in self.squares.iter().enumerate() {
            if man.is_some_and(|man| matches!(man.role, Role::King | Role::Pawn)) {
                taken.add(Square::new(index as u32));
            }
        }
        if let Some(file) = self.en_passant {
            taken |= passed_squares(file);
        }
        !u64::from(taken)
    }

    /// The squares and kinds of one side's pieces on free squares.
    pub(super) fn pieces(&self, color: Color, free: u64) -> (u64, Vec<usize>) {
        let (mut mask, mut word) = (0, Vec::new());
        for (index, man) in self.squares.iter().enumerate() {
            let kind = man.and_then(|man| KINDS.iter().position(|&role| man == role.of(color)));
            if let Some(kind) = kind.filter(|_| free >> index & 1 == 1) {
                mask |= 1 << index;
                word.push(kind);
            }
        }
        (mask, word)
    }

    /// Puts pieces of these kinds on the squares of `mask`.
    pub(super) fn put(&mut self, color: Color, mask: u64, word: &[usize]) {
        for (square, &kind) in Bitboard(mask).into_iter().zip(word) {
            self.squares[square.to_usize()] = Some(KINDS[kind].of(color));
        }
    }

    /// Number of one side's pawns.
    pub(super) fn pawns(&self, color: Color) -> usize {
        let pawn = Some(Role::Pawn.of(color));
        self.squares.iter().filter(|&&man| man == pawn).count()
    }
}

/// The number of a subset of the squares in `free`.
pub(super) fn rank_squares(mask: u64, free: u64) -> u64 {
    let place = |square: Square| (free & ((1 << square.to_u32()) - 1)).count_ones() as usize;
    rank_subset(Bitboard(mask).into_iter().map(place))
}

/// The inverse of [`rank_squares`] for `count` squares.
pub(super) fn unrank_squares(rank: u64, count: usize, free: u64) -> u64 {
    spread(unrank_subset(rank, count), free)
}

//! The questions that a position is asked, one after the other, and the shape of the network that expects the answers.
//!
//! The squares are gone through in a fixed order. Each is asked whether it is occupied; a man is asked for its colour,
//! then whether it is a pawn, a knight, a bishop, a rook, a king, until one is answered with yes (a queen otherwise).
//! Every question has a row of weights of its own.

use crate::chess::{Color, File, Role, Square};

/// Hidden units.
pub const HIDDEN: usize = 128;

/// Kinds in the order in which they are asked for; a queen is what is left.
pub const ASKED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::King,
];

/// Questions a square: occupied, black, and the kinds for either colour.
const A_SQUARE: usize = 2 + 2 * ASKED.len();
/// First question about en passant.
const EN_PASSANT: usize = 64 * A_SQUARE;
/// Number of questions: those of the squares, and for either turn and each file whether its pawn has just moved two squares.
pub const QUESTIONS: usize = EN_PASSANT + 16;

/// First fact about rights and turn.
const CONTEXT: usize = 64 * 12;
/// Number of facts that the hidden units listen to: a man on a square, and each of 32 combinations of rights and turn.
pub const FACTS: usize = CONTEXT + 32;

/// The order of the squares: the first and last ranks, where the men come from, then inwards.
pub fn order() -> [Square; 64] {
    const RANKS: [usize; 8] = [0, 7, 1, 6, 2, 5, 3, 4];
    std::array::from_fn(|index| Square::new((RANKS[index / 8] * 8 + index % 8) as u32))
}

/// Whether the square is occupied.
pub fn occupied(square: Square) -> usize {
    square.to_usize() * A_SQUARE
}

/// Whether the man on the square is black.
pub fn black(square: Square) -> usize {
    occupied(square) + 1
}

/// Whether the man of that colour is of the kind `ASKED[kind]`.
pub fn is_kind(square: Square, color: Color, kind: usize) -> usize {
    occupied(square) + 2 + ASKED.len() * usize::from(color.is_black()) + kind
}

/// Whether the pawn in `file` that could be captured en passant by `turn` has just moved two squares.
pub fn jumped(turn: Color, file: File) -> usize {
    EN_PASSANT + 8 * usize::from(turn.is_black()) + file.to_usize()
}

/// A man on a square.
pub fn man(square: Square, color: Color, role: Role) -> usize {
    square.to_usize() * 12 + 6 * usize::from(color.is_black()) + role as usize - 1
}

/// Rights (four bits) and turn.
pub fn context(rights: usize, turn: Color) -> usize {
    CONTEXT + 2 * rights + usize::from(turn.is_black())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_asked_once() {
        let mut squares = order().to_vec();
        squares.sort_unstable();
        assert_eq!(squares, Square::ALL);
    }

    #[test]
    fn questions_and_facts_have_rows_of_their_own() {
        let last = is_kind(Square::H8, Color::Black, ASKED.len() - 1);
        assert_eq!(last + 1, jumped(Color::White, File::A));
        assert_eq!(jumped(Color::Black, File::H) + 1, QUESTIONS);
        assert_eq!(
            man(Square::H8, Color::Black, Role::King) + 1,
            context(0, Color::White)
        );
        assert_eq!(context(15, Color::Black) + 1, FACTS);
    }
}

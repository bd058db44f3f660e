//! The questions that are asked of a position, one after the other, and the shape of the network
//! that predicts the answers.
//!
//! The squares are visited in a fixed order. The questions of a square are whether it is occupied;
//! if so, whether the man is black; then whether it is a pawn, a knight, a bishop, a rook or a
//! king, until the answer is yes (otherwise it is a queen). Each question has its own row of
//! weights.

use crate::chess::{Color, File, Role, Square};
use crate::position::state::Rights;

/// Number of hidden units.
pub const HIDDEN: usize = 128;

/// The kinds in the order in which they are asked for; the one that is left is a queen.
pub const ASKED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::King,
];

/// Number of questions a square: occupied, black, and the kinds for either colour.
const A_SQUARE: usize = 2 + 2 * ASKED.len();
/// The first question about en passant.
const EN_PASSANT: usize = 64 * A_SQUARE;
/// Number of questions: those of the squares, and for each turn and file whether the pawn there has
/// just moved two squares.
pub const QUESTIONS: usize = EN_PASSANT + 16;

/// The first fact about rights and turn.
const CONTEXT: usize = 64 * 12;
/// Number of facts that feed the hidden units: each man on each square, and each combination of
/// rights and turn.
pub const FACTS: usize = CONTEXT + RIGHTS_AND_TURN;

/// Combinations of four castling rights and the turn.
pub const RIGHTS_AND_TURN: usize = 32;

/// The number of a combination of rights and turn.
pub fn rights_and_turn(rights: Rights, turn: Color) -> usize {
    2 * usize::from(rights.to_bits()) + usize::from(turn.is_black())
}

/// The inverse of [`rights_and_turn`].
pub fn of_rights_and_turn(number: usize) -> (Rights, Color) {
    let rights = Rights::of_bits((number / 2) as u8);
    (rights, Color::from_black(number % 2 == 1))
}

/// The order of the squares: the first and last ranks, where the men start, then inwards.
pub fn order() -> [Square; 64] {
    const RANKS: [usize; 8] = [0, 7, 1, 6, 2, 5, 3, 4];
    std::array::from_fn(|index| Square::new((RANKS[index / 8] * 8 + index % 8) as u32))
}

/// The question whether the square is occupied.
pub fn occupied(square: Square) -> usize {
    square.to_usize() * A_SQUARE
}

/// The question whether the man on the square is black.
pub fn black(square: Square) -> usize {
    occupied(square) + 1
}

/// The question whether the man of that colour on the square is of the kind `ASKED[kind]`.
pub fn is_kind(square: Square, color: Color, kind: usize) -> usize {
    occupied(square) + 2 + ASKED.len() * usize::from(color.is_black()) + kind
}

/// The question whether the pawn in `file`, which `turn` could capture en passant, has just moved
/// two squares.
pub fn jumped(turn: Color, file: File) -> usize {
    EN_PASSANT + 8 * usize::from(turn.is_black()) + file.to_usize()
}

/// The fact that a man stands on a square.
pub fn man(square: Square, color: Color, role: Role) -> usize {
    square.to_usize() * 12 + 6 * usize::from(color.is_black()) + role as usize - 1
}

/// The fact that these are the rights and the turn.
pub fn context(rights: Rights, turn: Color) -> usize {
    CONTEXT + rights_and_turn(rights, turn)
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
            context(Rights::of_bits(0), Color::White)
        );
        assert_eq!(context(Rights::of_bits(15), Color::Black) + 1, FACTS);
        for number in 0..RIGHTS_AND_TURN {
            let (rights, turn) = of_rights_and_turn(number);
            assert_eq!(rights_and_turn(rights, turn), number);
        }
    }
}

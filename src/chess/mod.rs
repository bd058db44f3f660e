//! The rules of chess as the rest of the crate sees them: a thin layer over `shakmaty`.
//!
//! Owns the vocabulary (positions, moves, squares), walking along lines and variations
//! ([`mod@line`], [`branching`]), the spelling of moves ([`san`]), the legality of single moves
//! ([`legal`]), the frozen order of legal moves ([`order`]), the attacks of sliding pieces
//! ([`sliders`]), moves as two squares ([`ends`]), the identity of each man ([`identity`]), what
//! men are worth ([`material`]), the letters of pieces in other languages ([`language`]), set-up
//! positions ([`setup`]), the numbered starting positions of Chess960 ([`chess960`]) and games by
//! other rules ([`variants`]). Knows nothing of PGN text beyond one move, and nothing of how
//! anything is stored.

pub mod branching;
pub mod chess960;
pub mod ends;
pub mod identity;
pub mod language;
pub mod legal;
pub mod line;
pub mod material;
pub mod order;
pub mod san;
pub mod setup;
pub mod sliders;
pub mod variants;

pub use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, CastlingSide, Color, EnPassantMode, File, Move,
    MoveList, Piece, Position as Rules, Rank, Role, Setup, Square, attacks,
};

/// A legal position of standard chess or Chess960.
pub type Position = shakmaty::Chess;

/// The most half-moves of a game by the rules, which end it after 75 moves of each side without a
/// capture or a move of a pawn.
pub const MOST_HALF_MOVES: usize = 17_697;

/// The most legal moves of a position. Those who pack the number of a move into a byte check that
/// it fits by this; positions of [`variants`] may have more.
pub const MOST_LEGAL_MOVES: usize = 218;

/// The place of a side in pairs by side: 0 for White, 1 for Black.
pub fn side_index(side: Color) -> usize {
    usize::from(side == Color::Black)
}

/// The name of a square: `e4`.
pub fn square_name(square: Square) -> [u8; 2] {
    [square.file().char() as u8, square.rank().char() as u8]
}

/// Passes the turn, as a null move (`--`) does. `None` where that would leave a king in check or
/// break another rule.
pub fn pass(position: &Position) -> Option<Position> {
    position.clone().swap_turn().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_nine_queens_has_the_most_legal_moves() {
        let fen = b"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
        let position = setup::start_of_fen(fen).unwrap();
        assert_eq!(position.legal_moves().len(), MOST_LEGAL_MOVES);
    }
}

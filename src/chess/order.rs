//! Orders of legal moves: that which the format fixes (FORMAT.md 10), and that of codes in which a
//! player sees the board from the own side.
//!
//! `shakmaty` promises no order of its own, so that a rank in its list would not be a fact that a
//! file could rely on.

use super::{Color, Move, MoveList, Position, Role, Rules, ends::ends};

/// The number that moves are sorted by. Castling goes to the own rook's square, which no other move
/// can do, so no two legal moves have the same.
pub fn key(m: Move) -> u16 {
    let from = m.from().map_or(0, u16::from);
    from << 9 | u16::from(m.to()) << 3 | promotion_number(m.promotion())
}

/// The number that moves are sorted by where squares are seen from the mover's side: origin,
/// destination, promotion. Castling goes where the king does, under the rules of Chess960 to its
/// rook ([`ends`]).
pub fn key_of_mover(position: &Position, m: Move) -> u16 {
    let (from, to) = ends(position, m);
    let [from, to] = [from, to].map(|square| match position.turn() {
        Color::White => u16::from(square),
        Color::Black => 63 - u16::from(square),
    });
    from << 9 | to << 3 | promotion_number(m.promotion())
}

/// The pieces that a pawn may become, in the order of their numbers.
pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What a move promotes to as a number: 0 for nothing, 1 for the first of [`PROMOTIONS`], and so
/// on.
pub fn promotion_number(role: Option<Role>) -> u16 {
    let place = PROMOTIONS.iter().position(|&piece| Some(piece) == role);
    place.map_or(0, |place| place as u16 + 1)
}

/// The legal moves in the format's order.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|&m| key(m));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_moves_of_a_game_have_their_fixed_order() {
        let order: Vec<String> = legal_moves(&Position::default())
            .iter()
            .map(|m| m.to_string())
            .collect();
        assert_eq!(
            order.join(" "),
            "Nb1-a3 Nb1-c3 Ng1-f3 Ng1-h3 a2-a3 a2-a4 b2-b3 b2-b4 c2-c3 c2-c4 d2-d3 d2-d4 e2-e3 e2-e4 f2-f3 f2-f4 g2-g3 g2-g4 h2-h3 h2-h4"
        );
    }
}

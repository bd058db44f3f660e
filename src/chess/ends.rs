//! Moves as two squares, their ends, and the squares where kings land.
//!
//! Castling is the move of the king, e1 to g1. Under the rules of Chess960, where the king may move
//! by one square, by many or by none, castling is the king going onto its own rook, which no other
//! move does.

use super::{
    CastlingMode, CastlingSide, Move, MoveList, Position, Role, Rules, Square, square_name,
};

/// Where the legal move `m` begins and ends.
pub fn ends(position: &Position, m: Move) -> (Square, Square) {
    let to = match position.castles().mode() {
        CastlingMode::Standard => king_or_to(m),
        CastlingMode::Chess960 => m.to(),
    };
    // Only moves that put a piece on the board have no origin; chess has none of them.
    (m.from().unwrap_or(to), to)
}

/// The square where the moving piece lands; for castling, where the king does, whatever the rules.
pub fn king_or_to(m: Move) -> Square {
    match (m, m.castling_side()) {
        (Move::Castle { king, .. }, Some(side)) => {
            Square::from_coords(side.king_to_file(), king.rank())
        }
        _ => m.to(),
    }
}

/// Appends a move as UCI has it, with `to` as its second square: `e7e8q`.
pub fn write_uci(m: Move, to: Square, out: &mut Vec<u8>) {
    if let Some(from) = m.from() {
        out.extend(square_name(from));
    }
    out.extend(square_name(to));
    out.extend(m.promotion().map(|role| role.char() as u8));
}

/// The legal moves with these ends: none, one, or the four promotions of a pawn.
pub fn moves_between(position: &Position, from: Square, to: Square) -> MoveList {
    let mut moves = candidates(position, from, to);
    moves.retain(|m| ends(position, *m) == (from, to));
    moves
}

/// The legal moves to `to` of pieces like the one on `from`, and if that is a king, castling behind
/// them.
pub(super) fn candidates(position: &Position, from: Square, to: Square) -> MoveList {
    let Some(role) = position.board().role_at(from) else {
        return MoveList::new();
    };
    let mut moves = position.san_candidates(role, to);
    if role == Role::King {
        for side in CastlingSide::ALL {
            moves.extend(position.castling_moves(side));
        }
    }
    moves
}

//! Zobrist keys: of pieces on squares, and of nothing else (12.1 of MODEL.md). A move changes them
//! by what it moves (Zobrist 1970).

use super::board::squares::Squares;
use crate::{
    chess::{CastlingSide, Color, Move, Role, Rules, Square},
    coding::random::Random,
};

/// Keys of pieces on squares: rows 0 to 5 for White's pawn to king, 6 to 11 for Black's.
static PLACEMENT: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = random.next();
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The key of one piece (0 to 5, 6 more for Black's) on a square.
#[inline]
pub(crate) fn piece_key(piece: usize, square: usize) -> u64 {
    PLACEMENT[piece][square & 63]
}

/// The key of a piece of such a colour and role.
#[inline]
fn key_of(color: Color, role: Role, square: Square) -> u64 {
    let first = color.fold_wb(0, 6);
    piece_key(first + role as usize - 1, usize::from(square))
}

/// The key of all pieces on their squares.
#[inline]
pub(crate) fn placement_key(position: &impl Rules) -> u64 {
    let board = position.board();
    let mut key = 0;
    for (offset, color) in [(0, Color::White), (6, Color::Black)] {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let set = board.by_color(color).0 & board.by_role(role).0;
            for square in Squares(set) {
                key ^= piece_key(index + offset, square);
            }
        }
    }
    key
}

/// What a move of chess, played by `turn`, changes in the key, xor.
#[inline]
pub(crate) fn placement_changes(turn: Color, m: Move) -> u64 {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let taken = capture.map_or(0, |role| key_of(!turn, role, to));
            key_of(turn, role, from) ^ key_of(turn, promotion.unwrap_or(role), to) ^ taken
        }
        Move::EnPassant { from, to } => {
            let victim = Square::from_coords(to.file(), from.rank());
            let pawn = |square| key_of(turn, Role::Pawn, square);
            pawn(from) ^ pawn(to) ^ key_of(!turn, Role::Pawn, victim)
        }
        Move::Castle { king, rook } => {
            let side = m.castling_side().unwrap_or(CastlingSide::KingSide);
            let at = |file| Square::from_coords(file, king.rank());
            key_of(turn, Role::King, king)
                ^ key_of(turn, Role::Rook, rook)
                ^ key_of(turn, Role::King, at(side.king_to_file()))
                ^ key_of(turn, Role::Rook, at(side.rook_to_file()))
        }
        Move::Put { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use proptest::{prelude::*, sample::Index};

    proptest! {
        #[test]
        fn moves_change_keys_to_those_of_the_positions_they_lead_to(
            start in prop::sample::select(&[
                "r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
                "1r2k2r/2P1p1p1/8/pP1pPpP1/8/8/8/1R2K2R w HBhb a6 0 1",
            ]),
            picks in prop::collection::vec(any::<Index>(), 1..150),
        ) {
            let mut position = position_of_fen(start.as_bytes()).unwrap();
            let mut key = placement_key(&position);
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[pick.index(moves.len())];
                key ^= placement_changes(position.turn(), m);
                position.play_unchecked(m);
                prop_assert_eq!(key, placement_key(&position));
            }
        }
    }
}

//! `nibble`: a map of the occupied squares and four bits a man. The answer "192 bits (worst case)".
//!
//! Layout: 64 bits, a1 b1 … h8, set where a man stands; then four bits for each man in the same
//! order: the colour (1 black) and 0 pawn, 1 rook, 2 knight, 3 bishop, 4 queen, 5 king of the side
//! to move, 6 king of the other side, and 7 for a rook that may castle (on the first or last rank)
//! or a pawn that has just moved two squares (on the fourth or fifth).
//!
//! Keeps every fact. Worst case: 32 men, 64 + 4·32 = 192 bits, which the position before the first
//! move takes. The claim holds.

use super::common::place_of;
use crate::{
    chess::{Color, Piece, Rank, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Rights, Scheme,
        exact::code,
        state::{Squares, State, king_home, note_jump, rook_homes},
    },
};

/// The scheme.
pub struct Nibble;

const KING_OF_MOVER: u64 = 5;
const KING_OF_OTHER: u64 = 6;
const SPECIAL: u64 = 7;
/// The roles of codes 0 to 4.
const ROLES: [Role; 5] = [
    Role::Pawn,
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
];

impl Scheme for Nibble {
    fn name(&self) -> &'static str {
        "nibble"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(192)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        state.rights()?;
        let man = |square: Square, piece: Piece| {
            let special =
                state.castling().contains(square) || state.en_passant_pawn() == Some(square);
            let kind = match place_of(piece.role, &ROLES) {
                Some(_) if special => SPECIAL,
                Some(kind) => kind as u64,
                None if piece.color == state.turn() => KING_OF_MOVER,
                None => KING_OF_OTHER,
            };
            u64::from(piece.color.is_black()) << 3 | kind
        };
        Ok(code(|writer| {
            for square in Square::ALL {
                writer.write(u64::from(state.at(square).is_some()), 1);
            }
            for (square, piece) in state.men() {
                writer.write(man(square, piece), 4);
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let map = fields.take(64)?;
        let mut squares = [None; 64];
        let mut movers = Vec::new();
        let mut castling = Vec::new();
        let mut jumped = Vec::new();
        for square in Square::ALL {
            if map >> (63 - square.to_u32()) & 1 == 0 {
                continue;
            }
            let nibble = fields.take(4)?;
            let color = Color::from_black(nibble >> 3 == 1);
            let role = match nibble & 7 {
                KING_OF_MOVER => {
                    movers.push(color);
                    Role::King
                }
                KING_OF_OTHER => Role::King,
                SPECIAL if matches!(square.rank(), Rank::First | Rank::Eighth) => {
                    castling.push((color, square));
                    Role::Rook
                }
                SPECIAL => {
                    jumped.push((color, square));
                    Role::Pawn
                }
                kind => ROLES[kind as usize],
            };
            squares[square.to_usize()] = Some(role.of(color));
        }
        fields.finish()?;
        let &[turn] = movers.as_slice() else {
            return Err(Error::corrupt("not one king to move"));
        };
        let mut en_passant = None;
        for (color, square) in jumped {
            note_jump(&mut en_passant, color, square, turn)?;
        }
        State::standard(squares, turn, rights(&squares, &castling)?, en_passant)
    }
}

/// The castling rights that these rooks stand for.
fn rights(squares: &Squares, rooks: &[(Color, Square)]) -> Result<Rights> {
    let of = |color: Color| rook_homes(color).map(|home| rooks.contains(&(color, home)));
    let rights = Rights::from_sides(of(Color::White), of(Color::Black));
    let kings_at_home = rooks
        .iter()
        .all(|&(color, _)| squares[king_home(color).to_usize()] == Some(Role::King.of(color)));
    if rights.rooks().count() != rooks.len() || !kings_at_home {
        return Err(Error::corrupt("a rook out of place may castle"));
    }
    Ok(rights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::TextForm;

    #[test]
    fn the_initial_position_is_the_string_of_the_answer() {
        let start = State::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").unwrap();
        let given = "FFFF 0000 0000 FFFF 7234 5327 0000 0000 8888 8888 FABC EBAF";
        let bits = Nibble.encode(&start).unwrap();
        assert_eq!(bits, Bits::parse(given, TextForm::Hex).unwrap());
        assert_eq!(bits.len(), Nibble.worst_case_bits().unwrap());
    }
}

//! `base11`: one digit a square. The answer "256 242 bits".
//!
//! Layout: 5 bits (black to move; black castles queen's side, king's side; white castles queen's
//! side, king's side); rank and file of the white king, then of the black one, three bits each;
//! then a number of 225 bits: 64 digits in base 11, a1 most significant, times 9 plus the file of
//! the pawn that has just moved two squares (1 to 8, 0 for none). The digits: 0 empty or a king, 1
//! pawn, 2 knight, 3 bishop, 4 rook, 5 queen, black ones 5 higher.
//!
//! Keeps every fact. Every code has 5 + 12 + ceil(log2(9 · 11^64)) = 242 bits. The claim holds (the
//! answer calls the en-passant files ranks).

use super::common::{PAWN_FIRST, place_of, read_sides, write_sides};
use crate::{
    chess::{Color, File, Rank, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Rights, Scheme,
        exact::{code, read_number, take_digit, write_number},
        state::State,
    },
};
use num_bigint::BigUint;

/// The scheme.
pub struct Base11;

const NUMBER_BITS: usize = 225;
/// The roles of digits 1 to 5.
const ROLES: [Role; 5] = PAWN_FIRST;

impl Scheme for Base11 {
    fn name(&self) -> &'static str {
        "base11"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(5 + 12 + NUMBER_BITS)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let mut number = BigUint::ZERO;
        for square in Square::ALL {
            let digit = state.at(square).map_or(0, |piece| {
                let kind = place_of(piece.role, &ROLES);
                kind.map_or(0, |kind| 1 + kind + 5 * usize::from(piece.color.is_black()))
            });
            number = number * 11u32 + digit;
        }
        number = number * 9u32 + state.en_passant().map_or(0, |file| 1 + file.to_u32());
        Ok(code(|writer| {
            writer.write(u64::from(state.turn().is_black()), 1);
            for color in [Color::Black, Color::White] {
                write_sides(writer, rights.of(color));
            }
            for color in [Color::White, Color::Black] {
                let king = state.king(color);
                writer.write(u64::from(king.rank().to_u32()), 3);
                writer.write(u64::from(king.file().to_u32()), 3);
            }
            write_number(writer, &number, NUMBER_BITS);
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_black(fields.flag()?);
        let black = read_sides(&mut fields)?;
        let rights = Rights::from_sides(read_sides(&mut fields)?, black);
        let mut squares = [None; 64];
        let mut kings = Vec::new();
        for color in [Color::White, Color::Black] {
            let rank = Rank::new(fields.take(3)? as u32);
            let file = File::new(fields.take(3)? as u32);
            kings.push((Square::from_coords(file, rank), Role::King.of(color)));
        }
        let mut number = read_number(&mut fields, NUMBER_BITS)?;
        fields.finish()?;
        let en_passant = match take_digit(&mut number, 9) {
            0 => None,
            file => Some(File::new(file - 1)),
        };
        for square in Square::ALL.into_iter().rev() {
            squares[square.to_usize()] = match take_digit(&mut number, 11) {
                0 => None,
                digit => Some(ROLES[(digit as usize - 1) % 5].of(Color::from_black(digit > 5))),
            };
        }
        if number != BigUint::ZERO {
            return Err(Error::corrupt("the number is too large"));
        }
        for (square, king) in kings {
            if squares[square.to_usize()].replace(king).is_some() {
                return Err(Error::corrupt("a king shares its square"));
            }
        }
        State::standard(squares, turn, rights, en_passant)
    }
}

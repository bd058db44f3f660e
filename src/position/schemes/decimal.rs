//! `decimal`: kings, occupied squares, and a decimal digit a man. The answer "178 bits (174 at a
//! pinch!) worst case".
//!
//! Layout: the squares of the white and the black king, six bits each (rank, then file); 62 bits
//! for which other squares are occupied; the turn (1 black); and a number: six times the decimal
//! number of the men, plus which of the pawns that could be captured en passant has just moved two
//! squares (0 none, 1 to 5 from the a-file). Squares are scanned rank by rank: the first, then the
//! eighth down to the second. In the map each rank runs from a to h; in the number the last square
//! scanned is the most significant digit, and within a rank h is the least significant. Digits: 0
//! pawn (on the first or last rank: a rook that may castle), 2 knight, 4 bishop, 6 rook, 8 queen,
//! and 1 more for black. With all 32 men on the board nothing was promoted, so that the most
//! significant digit follows from the others and is left out.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. The map,
//! the digits and the rest of the example after 1. e4 are right, but its kings are written as 03
//! and 73, one file too low (e1 is 04, e8 is 74). The digit that is left out is never a corner with
//! a right to castle: 32 men fill more than the two outer ranks. Worst case: 12 + 62 + 1 +
//! ceil(log2(6 · 10^29)) = 174 bits as claimed, for all positions of 31 or 32 men; two kings take
//! 78.

use super::common::{PAWN_FIRST, missing_man, place_of, take_rights};
use crate::{
    chess::{Bitboard, Color, File, Piece, Rank, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Scheme,
        exact::{code, read_number, take_digit, width_below, write_number},
        material,
        state::{EN_PASSANT_CHOICES, State, en_passant_chosen},
    },
};
use num_bigint::BigUint;

/// The scheme.
pub struct Decimal;

/// The roles of digits 0, 2, 4, 6 and 8.
const ROLES: [Role; 5] = PAWN_FIRST;
/// Number of men beside the kings before any capture.
const BESIDE_KINGS: usize = 30;

/// The ranks in the order in which they are scanned.
fn ranks() -> impl Iterator<Item = Rank> {
    (0..8).map(|index| Rank::new((8 - index) % 8))
}

/// The squares in the order of the map.
fn map_order() -> impl Iterator<Item = Square> {
    ranks().flat_map(|rank| File::ALL.map(|file| Square::from_coords(file, rank)))
}

/// The squares in the order of the digits, least significant first.
fn digit_order() -> impl Iterator<Item = Square> {
    ranks().flat_map(|rank| File::ALL.map(|file| Square::from_coords(file.flip_horizontal(), rank)))
}

fn digit(state: &State, square: Square, piece: Piece) -> u32 {
    let kind = match state.castling().contains(square) {
        true => 0,
        false => place_of(piece.role, &ROLES).unwrap_or(0) as u32,
    };
    2 * kind + u32::from(piece.color.is_black())
}

/// Width in bits of the number with this many digits.
fn width(digits: usize) -> usize {
    width_below(&(BigUint::from(10u32).pow(digits as u32) * EN_PASSANT_CHOICES))
}

/// The digits of the men beside the kings, least significant first. With 32 men the most
/// significant one is left out, because it follows from the others.
fn digits(state: &State) -> Vec<u32> {
    let men = digit_order().filter_map(|square| state.at(square).map(|piece| (square, piece)));
    let men = men.filter(|(_, piece)| piece.role != Role::King);
    let digits: Vec<u32> = men
        .map(|(square, piece)| digit(state, square, piece))
        .collect();
    digits.into_iter().take(BESIDE_KINGS - 1).collect()
}

impl Scheme for Decimal {
    fn name(&self) -> &'static str {
        "decimal"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(174)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        state.rights()?;
        material::check(state.squares())?;
        let digits = digits(state);
        let number = digits
            .iter()
            .rev()
            .fold(BigUint::ZERO, |number, digit| number * 10u32 + digit);
        let number = number * EN_PASSANT_CHOICES + state.en_passant_choice();
        let kings = [Color::White, Color::Black].map(|color| state.king(color));
        Ok(code(|writer| {
            for king in kings {
                writer.write(u64::from(king.to_u32()), 6);
            }
            for square in map_order().filter(|square| !kings.contains(square)) {
                writer.write(u64::from(state.at(square).is_some()), 1);
            }
            writer.write(u64::from(state.turn().is_black()), 1);
            write_number(writer, &number, width(digits.len()));
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let kings = [fields.take(6)?, fields.take(6)?].map(|index| Square::new(index as u32));
        if kings[0] == kings[1] {
            return Err(Error::corrupt("the kings share a square"));
        }
        let mut occupied = Bitboard::EMPTY;
        for square in map_order().filter(|square| !kings.contains(square)) {
            if fields.flag()? {
                occupied.add(square);
            }
        }
        let turn = Color::from_black(fields.flag()?);
        let men: Vec<Square> = digit_order()
            .filter(|&square| occupied.contains(square))
            .collect();
        if men.len() > BESIDE_KINGS {
            return Err(Error::corrupt("there are more than 32 men"));
        }
        let told = men.len().min(BESIDE_KINGS - 1);
        let mut number = read_number(&mut fields, width(told))?;
        fields.finish()?;
        let mut take = |base| take_digit(&mut number, base);
        let jumped = take(EN_PASSANT_CHOICES) as usize;
        let mut squares = [None; 64];
        for &square in &men[..told] {
            let digit = take(10);
            squares[square.to_usize()] =
                Some(ROLES[digit as usize / 2].of(Color::from_black(digit % 2 == 1)));
        }
        if number != BigUint::ZERO {
            return Err(Error::corrupt("the number is too large"));
        }
        for (king, color) in kings.into_iter().zip([Color::White, Color::Black]) {
            squares[king.to_usize()] = Some(Role::King.of(color));
        }
        let rights = take_rights(&mut squares)?;
        if let Some(&last) = men.get(told) {
            squares[last.to_usize()] = Some(missing_man(&squares)?);
        }
        let en_passant = en_passant_chosen(&squares, turn, jumped)?;
        material::checked(State::standard(squares, turn, rights, en_passant)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::{binary, length};

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";

    #[test]
    fn the_position_after_e4_is_the_one_of_the_answer() {
        let state = State::parse(AFTER_E4).unwrap();
        let shown: String = digits(&state)
            .iter()
            .rev()
            .map(|digit| digit.to_string())
            .collect();
        assert_eq!(shown, "0000000 11111111 1359531 0248420".replace(' ', ""));
        let code = binary(&Decimal, AFTER_E4);
        let given = "1111 111 1111 111 11111111 00000000 00000000 00001000 00000000 11110111 1";
        assert_eq!(code[12..75], given.replace(' ', ""));
        // The answer writes the kings as octal 03 and 73.
        assert_eq!(&code[..12], "000100111100");
        assert_eq!(code.len(), 174);
    }

    #[test]
    fn two_kings_take_78_bits() {
        assert_eq!(length(&Decimal, "k7/8/8/8/8/8/8/7K w - -"), 78);
    }

    #[test]
    fn thirty_two_men_with_a_promoted_one_are_refused() {
        let state = State::parse("rnbqkbnr/ppppppp1/8/8/7q/8/PPPPPPPP/RNBQKBNR w KQkq -").unwrap();
        let error = Decimal.encode(&state).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1 promotion after only 0 captures, which no game can bring about"
        );
    }
}

//! `kings-first`: kings, occupied squares, colours, and the men as numbers in bases 6, 4 and 5. The
//! answer "177 bits worst case".
//!
//! Layout:
//! - the turn (1 black); file and rank of the white king, then of the black one, three bits each;
//! - unless the code ends here (two kings alone), 62 bits for which other squares a1 b1 … h8 are
//!   occupied;
//! - a bit for each of these men, 1 black;
//! - the men of the side that does not move on its fourth rank that have a man of the side to move
//!   beside them (a king does not count), a to h, in base 6;
//! - the men on b1 – g1 and b8 – g8, two bits each;
//! - all others, a1 h1, then a2 … h7, then a8 h8, in base 5.
//!
//! The digits are 0 queen, 1 rook, 2 bishop, 3 knight, 4 pawn (in a corner: a rook that may
//! castle), 5 pawn that has just moved two squares. A number in base b of n digits takes ceil(log2
//! b^n) bits, first digit most significant.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. Two kings
//! take 13 bits as claimed; with more men, a code has at least 78 bits. Worst case 177 as claimed:
//! there are at most 30 men beside the kings, and however they are split into base 6 (five of them
//! at most), two bits and base 5, they take at most 72 bits (the tests try all splits, and have a
//! position of 177 bits).

use super::common::{place_of, take_rights};
use crate::{
    chess::{Bitboard, Color, File, Rank, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Fields, Rights, Scheme,
        exact::{code, read_number, take_digit, width_below, write_number},
        material::KINDS,
        state::{Squares, State, en_passant_named},
    },
};
use num_bigint::BigUint;

/// The scheme.
pub struct KingsFirst;

/// The roles of digits 0 to 4.
const ROLES: [Role; 5] = KINDS;
const PAWN: u32 = 4;
const JUMPED_PAWN: u32 = 5;

/// The squares whose men are written in the same base, in order.
struct Areas {
    en_passant: Vec<Square>,
    ends: Vec<Square>,
    rest: Vec<Square>,
}

impl Areas {
    /// Determines the areas from the squares and colours of the men, which the decoder knows before
    /// their kinds.
    fn new(men: &[(Square, Color)], turn: Color) -> Areas {
        let fourth = turn.relative_rank(Rank::Fifth);
        let own = |file: File, step| {
            let beside = file
                .offset(step)
                .map(|file| Square::from_coords(file, fourth));
            beside.is_some_and(|square| men.contains(&(square, turn)))
        };
        let corner_file = |square: Square| matches!(square.file(), File::A | File::H);
        let mut areas = Areas {
            en_passant: Vec::new(),
            ends: Vec::new(),
            rest: Vec::new(),
        };
        for &(square, color) in men {
            let file = square.file();
            if square.rank() == fourth && color != turn && (own(file, -1) || own(file, 1)) {
                areas.en_passant.push(square);
            } else if matches!(square.rank(), Rank::First | Rank::Eighth) && !corner_file(square) {
                areas.ends.push(square);
            } else {
                areas.rest.push(square);
            }
        }
        areas
    }

    /// The squares and the base of each of the three numbers.
    fn numbers(&self) -> [(&[Square], u32); 3] {
        [(&self.en_passant, 6), (&self.ends, 4), (&self.rest, 5)]
    }
}

/// Width in bits of a number of `digits` digits in `base`.
fn width(base: u32, digits: usize) -> usize {
    width_below(&BigUint::from(base).pow(digits as u32))
}

impl Scheme for KingsFirst {
    fn name(&self) -> &'static str {
        "kings-first"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(177)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        state.rights()?;
        let state = &state.keep(self.facts());
        let men: Vec<(Square, Color)> = state
            .men()
            .filter(|(_, piece)| piece.role != Role::King)
            .map(|(square, piece)| (square, piece.color))
            .collect();
        let digit = |square: Square| {
            let role = state.at(square).map_or(Role::Pawn, |piece| piece.role);
            if state.castling().contains(square) {
                PAWN
            } else if state.en_passant_pawn() == Some(square) {
                JUMPED_PAWN
            } else {
                place_of(role, &ROLES).unwrap_or(0) as u32
            }
        };
        Ok(code(|writer| {
            writer.write(u64::from(state.turn().is_black()), 1);
            let kings = [Color::White, Color::Black].map(|color| state.king(color));
            for king in kings {
                writer.write(u64::from(king.file().to_u32()), 3);
                writer.write(u64::from(king.rank().to_u32()), 3);
            }
            if men.is_empty() {
                return;
            }
            for square in Square::ALL
                .into_iter()
                .filter(|square| !kings.contains(square))
            {
                writer.write(u64::from(state.at(square).is_some()), 1);
            }
            for &(_, color) in &men {
                writer.write(u64::from(color.is_black()), 1);
            }
            for (squares, base) in Areas::new(&men, state.turn()).numbers() {
                let digits = squares.iter().map(|&square| digit(square));
                let number = digits.fold(BigUint::ZERO, |number, digit| number * base + digit);
                write_number(writer, &number, width(base, squares.len()));
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_black(fields.flag()?);
        let mut squares = [None; 64];
        let mut kings = Bitboard::EMPTY;
        for color in [Color::White, Color::Black] {
            let file = File::new(fields.take(3)? as u32);
            let king = Square::from_coords(file, Rank::new(fields.take(3)? as u32));
            squares[king.to_usize()] = Some(Role::King.of(color));
            kings.add(king);
        }
        if kings.count() != 2 {
            return Err(Error::corrupt("the kings share a square"));
        }
        if fields.only_padding_left() {
            return State::standard(squares, turn, Rights::default(), None);
        }
        let mut occupied = Vec::new();
        for square in !kings {
            if fields.flag()? {
                occupied.push(square);
            }
        }
        let mut men = Vec::new();
        for square in occupied {
            men.push((square, Color::from_black(fields.flag()?)));
        }
        let jumped = read_men(&mut fields, &men, turn, &mut squares)?;
        fields.finish()?;
        let rights = take_rights(&mut squares)?;
        let en_passant = en_passant_named(&squares, turn, jumped)?;
        State::standard(squares, turn, rights, en_passant)
    }
}

/// Reads the men and puts them on the board. Rooks that may castle become pawns in the corners.
/// Returns the file of the pawn that has just moved two squares.
fn read_men(
    fields: &mut Fields<'_>,
    men: &[(Square, Color)],
    turn: Color,
    squares: &mut Squares,
) -> Result<Option<File>> {
    let mut en_passant = None;
    for (area, base) in Areas::new(men, turn).numbers() {
        let mut number = read_number(fields, width(base, area.len()))?;
        for &square in area.iter().rev() {
            let digit = take_digit(&mut number, base);
            if digit == JUMPED_PAWN && en_passant.replace(square.file()).is_some() {
                return Err(Error::corrupt("two pawns have just moved two squares"));
            }
            let role = ROLES[digit.min(PAWN) as usize];
            let color = men.iter().find(|man| man.0 == square).map(|man| man.1);
            squares[square.to_usize()] = color.map(|color| role.of(color));
        }
        if number != BigUint::ZERO {
            return Err(Error::corrupt("a number is too large"));
        }
    }
    Ok(en_passant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::length;

    #[test]
    fn two_kings_take_13_bits() {
        assert_eq!(length(&KingsFirst, "k7/8/8/8/8/8/8/7K w - -"), 13);
    }

    #[test]
    fn thirty_men_take_72_bits_however_they_stand() {
        let mut worst = 0;
        for en_passant in 0..=5 {
            for ends in 0..=12 {
                for rest in 0..=30 - en_passant - ends {
                    let bits = width(6, en_passant) + width(4, ends) + width(5, rest);
                    // A man less also saves its bit of colour.
                    worst = worst.max(bits + en_passant + ends + rest);
                }
            }
        }
        assert_eq!(1 + 12 + 62 + worst, KingsFirst.worst_case_bits().unwrap());
    }

    #[test]
    fn the_worst_case_is_reached() {
        let fen = "4k3/rnbqbnrp/pp6/pPppPpPp/8/PPPP4/RNBQBNRP/4K3 w - -";
        let state = State::parse_lenient(fen).unwrap();
        assert_eq!(state.men().count(), 32);
        assert_eq!(
            length(&KingsFirst, fen),
            KingsFirst.worst_case_bits().unwrap()
        );
    }
}

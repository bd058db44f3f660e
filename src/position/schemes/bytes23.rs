//! `bytes23`: occupied squares, colours, and one number of everything else. The answer "184 bits =
//! 23 bytes worst case", as its second paragraph refines it.
//!
//! Layout: 64 bits for which squares a1 b1 … h8 are occupied, a bit for each man's colour (1
//! black), and a number. Its choices, from the least significant up: the turn, of 2; en passant, of
//! 6 (0 none, else which candidate has just moved two squares); kings and castling; and the other
//! men in the order of their squares, of 5 each (pawn, knight, bishop, rook, queen). With n men,
//! kings and castling are one of n(n - 1) + 3(n - 1) + 3(n - 1) + 9 cases: nobody may castle, and
//! the white king is the i-th man and the black one the j-th of the others; white may castle in one
//! of three ways, and the black king is the j-th man other than the one on e1; black may castle,
//! likewise; both may.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. Worst
//! case: 64 + 32 + ceil(log2(5^30 · 2 · 6 · 1187)) = 180 bits as claimed, for all positions of 32
//! men. The first paragraph's 184 bits are the same with 32 · 31 · 2 · 4 · 4 · 9 in place of the
//! last three factors.

use super::common::{PAWN_FIRST, number_of_sides, place_of, sides_of_number};
use crate::{
    chess::{Color, Piece, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Rights, Scheme,
        exact::{code, read_number, take_digit, width_below, write_number},
        state::{EN_PASSANT_CHOICES, State, en_passant_chosen, king_home},
    },
};
use num_bigint::BigUint;

/// The scheme.
pub struct Bytes23;

/// The roles of digits 0 to 4.
const ROLES: [Role; 5] = PAWN_FIRST;
const EN_PASSANT: usize = EN_PASSANT_CHOICES as usize;
/// Number of ways in which a side may castle: king's side, queen's side, both.
const WAYS: usize = 3;

/// Number of choices for kings and castling among `n` men.
fn king_choices(n: usize) -> usize {
    n * (n - 1) + 2 * WAYS * (n - 1) + WAYS * WAYS
}

/// The bound of the number for `n` men.
fn bound(n: usize) -> BigUint {
    BigUint::from(5u32).pow(n as u32 - 2) * (2 * EN_PASSANT * king_choices(n))
}

/// How each side may castle (0: not at all), and the kings' indices among the men.
struct Kings {
    ways: [usize; 2],
    places: [usize; 2],
}

impl Kings {
    fn rank(&self, n: usize) -> usize {
        let [white, black] = self.places;
        let [white_way, black_way] = self.ways;
        let one_castles = WAYS * (n - 1);
        let free = n * (n - 1);
        // The index of a man when the man at `other` is left out.
        let without = |place: usize, other: usize| place - usize::from(place > other);
        match self.ways {
            [0, 0] => white * (n - 1) + without(black, white),
            [_, 0] => free + (white_way - 1) * (n - 1) + without(black, white),
            [0, _] => free + one_castles + (black_way - 1) * (n - 1) + without(white, black),
            _ => free + 2 * one_castles + (white_way - 1) * WAYS + black_way - 1,
        }
    }

    /// The inverse of `rank`; `homes` are the indices of the men on the kings' first squares, if
    /// these are occupied.
    fn unrank(rank: usize, n: usize, homes: [Option<usize>; 2]) -> Result<Kings> {
        let home = |color: usize| {
            homes[color]
                .ok_or_else(|| Error::corrupt("a side may castle whose king is not at home"))
        };
        let with = |place: usize, other: usize| place + usize::from(place >= other);
        let free = n * (n - 1);
        let one_castles = WAYS * (n - 1);
        if rank < free {
            let white = rank / (n - 1);
            return Ok(Kings {
                ways: [0, 0],
                places: [white, with(rank % (n - 1), white)],
            });
        }
        let rank = rank - free;
        if rank < 2 * one_castles {
            let color = rank / one_castles;
            let rank = rank % one_castles;
            let (mut ways, mut places) = ([0; 2], [0; 2]);
            ways[color] = 1 + rank / (n - 1);
            places[color] = home(color)?;
            places[1 - color] = with(rank % (n - 1), places[color]);
            return Ok(Kings { ways, places });
        }
        let rank = rank - 2 * one_castles;
        Ok(Kings {
            ways: [1 + rank / WAYS, 1 + rank % WAYS],
            places: [home(0)?, home(1)?],
        })
    }
}

impl Scheme for Bytes23 {
    fn name(&self) -> &'static str {
        "bytes23"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(180)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let men: Vec<(Square, Piece)> = state.men().collect();
        let n = men.len();
        let sides = [Color::White, Color::Black];
        let place = |color| {
            men.iter()
                .position(|man| man.1 == Role::King.of(color))
                .unwrap_or(0)
        };
        let kings = Kings {
            ways: sides.map(|color| number_of_sides(rights.of(color))),
            places: sides.map(place),
        };
        let mut number = BigUint::ZERO;
        for &(_, piece) in men.iter().rev() {
            if let Some(digit) = place_of(piece.role, &ROLES) {
                number = number * 5u32 + digit;
            }
        }
        number = number * king_choices(n) + kings.rank(n);
        number = number * EN_PASSANT + state.en_passant_choice();
        number = number * 2u32 + usize::from(state.turn().is_black());
        Ok(code(|writer| {
            for contents in state.squares() {
                writer.write(u64::from(contents.is_some()), 1);
            }
            for &(_, piece) in &men {
                writer.write(u64::from(piece.color.is_black()), 1);
            }
            write_number(writer, &number, width_below(&bound(n)));
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let map = fields.take(64)?.reverse_bits();
        let n = map.count_ones() as usize;
        if !(2..=32).contains(&n) {
            return Err(Error::corrupt("no two kings, or more than 32 men"));
        }
        let occupied: Vec<usize> = (0..64).filter(|place| map >> place & 1 == 1).collect();
        let mut colors = Vec::new();
        for _ in 0..n {
            colors.push(Color::from_black(fields.flag()?));
        }
        let mut number = read_number(&mut fields, width_below(&bound(n)))?;
        fields.finish()?;
        if number >= bound(n) {
            return Err(Error::corrupt("the number is too large"));
        }
        let mut take = |base: usize| take_digit(&mut number, base as u32) as usize;
        let turn = Color::from_black(take(2) == 1);
        let jumped = take(EN_PASSANT);
        let sides = [Color::White, Color::Black];
        let home = |color| {
            occupied
                .iter()
                .position(|&place| place == king_home(color).to_usize())
        };
        let kings = Kings::unrank(take(king_choices(n)), n, sides.map(home))?;
        let mut squares = [None; 64];
        for (index, &place) in occupied.iter().enumerate() {
            let role = match kings.places.contains(&index) {
                true => Role::King,
                false => ROLES[take(5)],
            };
            squares[place] = Some(role.of(colors[index]));
        }
        let [white, black] = kings.ways.map(sides_of_number);
        let rights = Rights::from_sides(white, black);
        let en_passant = en_passant_chosen(&squares, turn, jumped)?;
        if kings.places[0] == kings.places[1] || colors[kings.places[0]].is_black() {
            return Err(Error::corrupt("the kings do not have their colours"));
        }
        State::standard(squares, turn, rights, en_passant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::length;

    #[test]
    fn the_number_of_everything_else_is_the_one_of_the_answer() {
        assert_eq!(2 * EN_PASSANT * king_choices(32), 14244);
        assert_eq!(
            64 + 32 + width_below(&bound(32)),
            Bytes23.worst_case_bits().unwrap()
        );
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(length(&Bytes23, start), Bytes23.worst_case_bits().unwrap());
    }
}

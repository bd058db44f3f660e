//! `piece-lists-arithmetic`: the lists of [`super::piece_lists`] as one exact number. The second
//! half of the answer "229 / 226 bits".
//!
//! The choices ([`Choices`]), in order: the turn, of 2; white's and black's rights to castle, of
//! 16; en passant, of 6 (none, or which of up to five candidates has just moved two squares); the
//! white king, of 64; the black king, of the squares that are not next to it; then the lists, kind
//! by kind, white before black. The first entry of a list is one of the free squares or "none";
//! before each later one, a choice of 2 says whether there is one, and the entry is one of the free
//! squares. Free squares are counted from a1. An empty list needs no "no more". Once a side's
//! sixteenth man is listed, nothing more is said of that side.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn; kings must
//! not be neighbours. Where the answer is wrong:
//! - It allows later entries of a list one square more than are free, and leaves out the very last
//!   "no more", which an exact number cannot do, since its end is not marked.
//! - Its worst sum, over lg n for n from 32 to 63, has 32 terms for the 30 men beside the kings:
//!   with 30 it is 215.8 bits, not 225.8.
//!
//! Worst case: 216 bits, with both queens captured and nothing else. (Capturing a man saves little,
//! since the entry "none" costs almost as much; searched in the tests over all men that the law of
//! promotion allows, with that position.)

use super::piece_lists::{LISTS, squares_of};
use crate::{
    chess::{Bitboard, Color, Role, Square, attacks},
    error::{Error, Result},
    position::{
        Bits, Facts, Rights, Scheme,
        exact::{ChoiceReader, Choices, code},
        state::{EN_PASSANT_CHOICES, State, en_passant_chosen},
    },
};

/// The scheme.
pub struct PieceListsArithmetic;

const EN_PASSANT: u128 = EN_PASSANT_CHOICES as u128;
/// The most men that a side can have.
const FULL: usize = 16;

/// The index of a square among the free ones.
fn place(square: Square, free: Bitboard) -> u128 {
    let before = free.into_iter().take_while(|&other| other != square);
    before.count() as u128
}

/// The free square with an index.
fn at(place: u128, free: Bitboard) -> Result<Square> {
    let square = free.into_iter().nth(place as usize);
    square.ok_or_else(|| Error::corrupt("there are no free squares left"))
}

/// The squares on which the black king may stand.
fn for_black_king(white: Square) -> Bitboard {
    !(attacks::king_attacks(white) | Bitboard::from(white))
}

impl Scheme for PieceListsArithmetic {
    fn name(&self) -> &'static str {
        "piece-lists-arithmetic"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(216)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let mut choices = Choices::default();
        choices.push(u128::from(state.turn().is_black()), 2);
        choices.push(rights.to_bits().into(), 16);
        choices.push(state.en_passant_choice() as u128, EN_PASSANT);
        let [white, black] = [Color::White, Color::Black].map(|color| state.king(color));
        choices.push(u128::from(white.to_u32()), 64);
        let squares = for_black_king(white);
        if !squares.contains(black) {
            return Err(Error::unsupported("the kings are neighbours"));
        }
        choices.push(place(black, squares), squares.count() as u128);
        let mut free = !(Bitboard::from(white) | Bitboard::from(black));
        let mut men = [1, 1];
        for role in LISTS {
            for (color, men) in [Color::White, Color::Black].into_iter().zip(&mut men) {
                if *men < FULL {
                    let list = squares_of(state, role, color);
                    push_list(&mut choices, &list, &mut free, *men);
                    *men += list.len();
                }
            }
        }
        Ok(code(|writer| choices.write(writer)))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut reader = ChoiceReader::new(bits.fields())?;
        let turn = Color::from_black(reader.take(2) == 1);
        let rights = Rights::of_bits(reader.take(16) as u8);
        let jumped = reader.take(EN_PASSANT) as usize;
        let white = Square::new(reader.take(64) as u32);
        let for_black = for_black_king(white);
        let black = at(reader.take(for_black.count() as u128), for_black)?;
        let mut free = !(Bitboard::from(white) | Bitboard::from(black));
        let mut squares = [None; 64];
        squares[white.to_usize()] = Some(Role::King.of(Color::White));
        squares[black.to_usize()] = Some(Role::King.of(Color::Black));
        let mut men = [1, 1];
        for role in LISTS {
            for (color, men) in [Color::White, Color::Black].into_iter().zip(&mut men) {
                if *men < FULL {
                    let list = take_list(&mut reader, &mut free, *men)?;
                    *men += list.len();
                    for square in list {
                        squares[square.to_usize()] = Some(role.of(color));
                    }
                }
            }
        }
        reader.finish()?;
        let en_passant = en_passant_chosen(&squares, turn, jumped)?;
        State::standard(squares, turn, rights, en_passant)
    }
}

/// Adds one list; `men` is the number of the side's men listed before it, king included.
fn push_list(choices: &mut Choices, list: &[Square], free: &mut Bitboard, men: usize) {
    let first = list
        .first()
        .map_or(free.count() as u128, |&square| place(square, *free));
    choices.push(first, free.count() as u128 + 1);
    for (index, &square) in list.iter().enumerate() {
        if index > 0 {
            choices.push(1, 2);
            choices.push(place(square, *free), free.count() as u128);
        }
        free.discard(square);
    }
    if !list.is_empty() && men + list.len() < FULL {
        choices.push(0, 2);
    }
}

/// Reads one list.
fn take_list(reader: &mut ChoiceReader, free: &mut Bitboard, men: usize) -> Result<Vec<Square>> {
    let mut list = Vec::new();
    let first = reader.take(free.count() as u128 + 1);
    if first == free.count() as u128 {
        return Ok(list);
    }
    let mut square = at(first, *free)?;
    loop {
        free.discard(square);
        list.push(square);
        if men + list.len() == FULL || reader.take(2) == 0 {
            return Ok(list);
        }
        square = at(reader.take(free.count() as u128), *free)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::length;

    /// Cost in bits of a list of `entries` men, after `men` men of its side and `all` of both.
    fn cost(entries: usize, men: usize, all: usize) -> f64 {
        let free = 64 - all;
        let mut bits = ((free + 1) as f64).log2();
        for index in 1..entries {
            bits += 1.0 + ((free - index) as f64).log2();
        }
        bits + f64::from(u8::from(entries > 0 && men + entries < FULL))
    }

    /// The most expensive position for each number of men, promotions and pawns of either side,
    /// list by list. Positions that break the law of promotion are dropped at the end.
    #[test]
    fn no_men_take_more_than_the_worst_case() {
        use std::collections::BTreeMap;
        let kings = 5.0 + 6f64.log2() + 6.0 + 60f64.log2();
        let mut most = BTreeMap::from([(([1, 1], [0, 0], [0, 0]), kings)]);
        for list in 0..2 * LISTS.len() {
            let side = list % 2;
            let from_the_start = [1, 2, 2, 2, 8][list / 2];
            let mut next = BTreeMap::new();
            for (&(men, promoted, pawns), &bits) in &most {
                for entries in 0..=FULL - men[side] {
                    let (mut men_after, mut promoted_after, mut pawns_after) =
                        (men, promoted, pawns);
                    men_after[side] += entries;
                    promoted_after[side] += entries.saturating_sub(from_the_start);
                    if list / 2 == 4 {
                        pawns_after[side] = entries;
                    }
                    if promoted_after[side] + pawns_after[side] > 8 {
                        break;
                    }
                    let own = men[side];
                    let more = if own == FULL {
                        0.0
                    } else {
                        cost(entries, own, men[0] + men[1])
                    };
                    let best = next
                        .entry((men_after, promoted_after, pawns_after))
                        .or_insert(0.0);
                    *best = f64::max(*best, bits + more);
                }
            }
            most = next;
        }
        let lawful = |(men, promoted, pawns): &([usize; 2], [usize; 2], [usize; 2])| {
            let captures = 32 - men[0] - men[1];
            (0..2).all(|side| promoted[side] + pawns[1 - side] + promoted[1 - side] <= captures + 8)
        };
        let lawful = most.into_iter().filter(|(heap, _)| lawful(heap));
        let worst = lawful.map(|(_, bits)| bits).fold(0.0, f64::max);
        assert_eq!(
            worst.ceil() as usize,
            PieceListsArithmetic.worst_case_bits().unwrap()
        );
    }

    #[test]
    fn the_worst_case_is_reached() {
        let without_queens = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/KNB1RBNR w kq -";
        assert_eq!(
            length(&PieceListsArithmetic, without_queens),
            PieceListsArithmetic.worst_case_bits().unwrap()
        );
    }
}

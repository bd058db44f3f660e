//! `swap160`: writes en passant and castling as impossible placements, the turn by inverting the
//! map of occupied squares, and the men as one number. The answer "160 bits worst case".
//!
//! Layout, for the men after the two exchanges described below:
//! - 64 bits a1 b1 … h8: 1 for a man where white moves, 0 for a man where black moves; with all 32
//!   men on the board 1 for a man, and a bit for the turn (1 black);
//! - a number below the number of ways to give colours and kinds to that many men: by the number of
//!   white men, which men are white, and the order of white's and of black's men. Only pairs of
//!   armies are counted that the law of promotion allows ([`crate::position::material`]), white's
//!   army first.
//!
//! En passant: consider the squares of the fourth rank of the side that has just moved which are
//! next to a pawn of the side to move and hold none of its pawns. There are at most five. A pawn
//! that has just moved two squares to the i-th of them is exchanged with what is on the i-th of a8
//! b8 c8 g8 h8 or, if that brought two kings next to each other, of a1 b1 c1 g1 h1. The decoder
//! recognises the pawn by its place on the first or last rank.
//!
//! Castling, after that: there are 420 placements of two kings next to each other. If a side may
//! castle, its king is at home, and the other king is on one of 58 squares, or at home with rights
//! of its own: 357 cases. The number of the case selects a placement, and each king is exchanged
//! with what stands on its new square, white's first.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn; kings must
//! not be neighbours. Worst case: 160 bits as claimed, for 29 men. The tests count all pairs of
//! armies exactly, and confirm the answer's own numbers of orders for 16 against 15 and 15 against
//! 14 men.

use super::enumerate::{heap, put_word, word};
use crate::{
    chess::{Color, File, Rank, Role, Square, attacks},
    error::{Error, Result},
    position::{
        Bits, Facts, Rights, Scheme,
        count::{
            arrangements, choose, rank_arrangement, rank_subset, spread, unrank_arrangement,
            unrank_subset,
        },
        exact::{code, read_number, width_below, write_number},
        material::{self, Army},
        state::{Squares, State, is_beside_captor, is_captor, king_home, king_of, men},
    },
};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// The scheme.
pub struct Swap160;

/// Where a pawn is hidden on the first to fifth of these squares, unless that brings the kings
/// together.
const FIRST_CHOICE: [Square; 5] = [Square::A8, Square::B8, Square::C8, Square::G8, Square::H8];
const SECOND_CHOICE: [Square; 5] = [Square::A1, Square::B1, Square::C1, Square::G1, Square::H1];
const ALL_MEN: usize = 32;

/// The files of the squares beside pawns of the side to move, on the rank where it captures en
/// passant.
fn beside_pawns(squares: &Squares, turn: Color) -> Vec<File> {
    File::ALL
        .into_iter()
        .filter(|&file| !is_captor(squares, turn, file) && is_beside_captor(squares, turn, file))
        .collect()
}

fn king(squares: &Squares, color: Color) -> Result<Square> {
    king_of(squares, color).ok_or_else(|| Error::corrupt("a king is missing"))
}

fn neighbours(squares: &Squares) -> Result<bool> {
    let [white, black] = [king(squares, Color::White)?, king(squares, Color::Black)?];
    Ok(white.distance(black) == 1)
}

/// Hides en passant: moves the pawn that has just moved two squares to the first or last rank.
fn hide_en_passant(squares: &mut Squares, turn: Color, file: File) -> Result<()> {
    let pawn = Square::from_coords(file, turn.relative_rank(Rank::Fifth));
    let Some(index) = beside_pawns(squares, turn)
        .iter()
        .position(|&other| other == file)
    else {
        return Ok(());
    };
    squares.swap(pawn.to_usize(), FIRST_CHOICE[index].to_usize());
    if neighbours(squares)? {
        squares.swap(pawn.to_usize(), FIRST_CHOICE[index].to_usize());
        squares.swap(pawn.to_usize(), SECOND_CHOICE[index].to_usize());
    }
    Ok(())
}

/// Undoes [`hide_en_passant`].
fn find_en_passant(squares: &mut Squares, turn: Color) -> Result<Option<File>> {
    let hidden: Vec<usize> = (0..64)
        .filter(|place| !(8..56).contains(place))
        .filter(|&place| squares[place].is_some_and(|man| man.role == Role::Pawn))
        .collect();
    let &[place] = hidden.as_slice() else {
        return match hidden.is_empty() {
            true => Ok(None),
            false => Err(Error::corrupt("two pawns have just moved two squares")),
        };
    };
    let choice =
        |squares: [Square; 5]| squares.iter().position(|square| square.to_usize() == place);
    let index = choice(FIRST_CHOICE).or(choice(SECOND_CHOICE));
    let file = index.and_then(|index| beside_pawns(squares, turn).get(index).copied());
    let Some(file) = file else {
        return Err(Error::corrupt("a pawn stands on the first or last rank"));
    };
    squares.swap(
        place,
        Square::from_coords(file, turn.relative_rank(Rank::Fifth)).to_usize(),
    );
    Ok(Some(file))
}

/// The placements of two kings next to each other; white's square comes first.
static NEIGHBOURS: LazyLock<Vec<(Square, Square)>> = LazyLock::new(|| {
    let beside = |white| {
        attacks::king_attacks(white)
            .into_iter()
            .map(move |black| (white, black))
    };
    Square::ALL.into_iter().flat_map(beside).collect()
});

/// The cases of castling: the rights, and the squares of the white and the black king.
static CASTLING: LazyLock<Vec<(Rights, [Square; 2])>> = LazyLock::new(|| {
    let ways = [[true, false], [false, true], [true, true]];
    let homes = [king_home(Color::White), king_home(Color::Black)];
    let mut cases = Vec::new();
    for way in ways {
        for square in Square::ALL {
            if square.distance(homes[0]) > 1 {
                cases.push((Rights::from_sides(way, [false; 2]), [homes[0], square]));
            }
            if square.distance(homes[1]) > 1 {
                cases.push((Rights::from_sides([false; 2], way), [square, homes[1]]));
            }
        }
        for other in ways {
            cases.push((Rights::from_sides(way, other), homes));
        }
    }
    cases
});

fn hide_castling(squares: &mut Squares, rights: Rights) -> Result<()> {
    if rights == Rights::default() {
        return Ok(());
    }
    let kings = [king(squares, Color::White)?, king(squares, Color::Black)?];
    let Some(case) = CASTLING.iter().position(|&case| case == (rights, kings)) else {
        return Err(Error::unsupported("the kings are neighbours"));
    };
    let (white, black) = NEIGHBOURS[case];
    squares.swap(kings[0].to_usize(), white.to_usize());
    let king = king(squares, Color::Black)?;
    squares.swap(king.to_usize(), black.to_usize());
    Ok(())
}

/// Undoes [`hide_castling`].
fn find_castling(squares: &mut Squares) -> Result<Rights> {
    let [white, black] = [king(squares, Color::White)?, king(squares, Color::Black)?];
    let Some(index) = NEIGHBOURS.iter().position(|&pair| pair == (white, black)) else {
        return Ok(Rights::default());
    };
    let Some(&(rights, kings)) = CASTLING.get(index) else {
        return Err(Error::corrupt("neighbouring kings that stand for nothing"));
    };
    // If the black king stood where the white king went, white's exchange has moved it to the white
    // king's home.
    let between = if white == kings[1] {
        kings[0]
    } else {
        kings[1]
    };
    squares.swap(black.to_usize(), between.to_usize());
    squares.swap(white.to_usize(), kings[0].to_usize());
    Ok(rights)
}

/// Armies with the same numbers of men, pawns and promotions, which the law of promotion treats
/// alike.
struct Class {
    /// Any member, to apply the law to.
    army: Army,
    /// All members, each with the number of orders of its men.
    members: Vec<(Army, u64)>,
    orders: u128,
}

/// The classes, by number of men.
static CLASSES: LazyLock<Vec<Vec<Class>>> = LazyLock::new(|| {
    let mut by_men: Vec<Vec<Class>> = (0..=16).map(|_| Vec::new()).collect();
    for army in Army::all() {
        let orders = arrangements(&heap(army));
        let classes = &mut by_men[army.men()];
        let alike = |class: &&mut Class| {
            class.army.promoted() == army.promoted() && class.army.pawns() == army.pawns()
        };
        match classes.iter_mut().find(alike) {
            Some(class) => {
                class.members.push((army, orders));
                class.orders += u128::from(orders);
            }
            None => classes.push(Class {
                army,
                members: vec![(army, orders)],
                orders: u128::from(orders),
            }),
        }
    }
    by_men
});

/// The pairs of classes with these numbers of white and black men that can meet.
fn meetings(white: usize, black: usize) -> impl Iterator<Item = (&'static Class, &'static Class)> {
    let pair = move |a: &'static Class| CLASSES[black].iter().map(move |b| (a, b));
    CLASSES[white]
        .iter()
        .flat_map(pair)
        .filter(|(a, b)| material::can_meet(a.army, b.army))
}

/// By numbers of white and black men: number of orders of both sides' men together.
static ORDERS: LazyLock<Vec<Vec<u128>>> = LazyLock::new(|| {
    let orders = |white, black| {
        meetings(white, black)
            .map(|(a, b)| a.orders * b.orders)
            .sum()
    };
    (0..=16)
        .map(|white| (0..=16).map(|black| orders(white, black)).collect())
        .collect()
});

/// The possible numbers of white men among `men` men.
fn splits(men: usize) -> impl Iterator<Item = usize> {
    (1..=16).filter(move |&white| (white + 1..=white + 16).contains(&men))
}

/// Number of ways to give colours and kinds to `men` men.
fn ways(men: usize) -> u128 {
    splits(men).map(|white| ways_with(men, white)).sum()
}

/// Of these, with so many men being `white`.
fn ways_with(men: usize, white: usize) -> u128 {
    u128::from(choose(men, white)) * ORDERS[white][men - white]
}

/// The number of the order of a side's men within its class.
fn rank_in_class(class: &Class, army: Army, word: &[usize]) -> u128 {
    let earlier = class.members.iter().take_while(|member| member.0 != army);
    let before: u128 = earlier.map(|member| u128::from(member.1)).sum();
    before + u128::from(rank_arrangement(word, 6))
}

fn unrank_in_class(class: &Class, mut rank: u128) -> Vec<usize> {
    for &(army, orders) in &class.members {
        if rank < u128::from(orders) {
            return unrank_arrangement(rank as u64, &heap(army));
        }
        rank -= u128::from(orders);
    }
    Vec::new()
}

/// The number of the men's colours and kinds, taken in the order of their squares.
fn rank_men(squares: &Squares) -> Result<u128> {
    let (white, black) = material::check(squares)?;
    let all = white.men() + black.men();
    let earlier = splits(all).take_while(|&fewer| fewer < white.men());
    let mut rank: u128 = earlier.map(|fewer| ways_with(all, fewer)).sum();
    let whites = men(squares)
        .enumerate()
        .filter(|(_, man)| man.1.color.is_white());
    let mask = rank_subset(whites.map(|(place, _)| place));
    rank += u128::from(mask) * ORDERS[white.men()][black.men()];
    for (a, b) in meetings(white.men(), black.men()) {
        let there = a.members.iter().any(|member| member.0 == white)
            && b.members.iter().any(|member| member.0 == black);
        if there {
            let a_rank = rank_in_class(a, white, &word(squares, Color::White));
            let b_rank = rank_in_class(b, black, &word(squares, Color::Black));
            return Ok(rank + a_rank * b.orders + b_rank);
        }
        rank += a.orders * b.orders;
    }
    Err(Error::corrupt("the men are not counted"))
}

/// Puts the men with number `rank` on the squares of `map` (bit 0 is a1).
fn unrank_men(mut rank: u128, map: u64) -> Squares {
    let men = map.count_ones() as usize;
    let mut squares = [None; 64];
    for white in splits(men) {
        let orders = ORDERS[white][men - white];
        let here = ways_with(men, white);
        if rank >= here {
            rank -= here;
            continue;
        }
        let whites = spread(unrank_subset((rank / orders) as u64, white), map);
        rank %= orders;
        for (a, b) in meetings(white, men - white) {
            let both = a.orders * b.orders;
            if rank < both {
                put_word(
                    &unrank_in_class(a, rank / b.orders),
                    whites,
                    Color::White,
                    &mut squares,
                );
                put_word(
                    &unrank_in_class(b, rank % b.orders),
                    map & !whites,
                    Color::Black,
                    &mut squares,
                );
                return squares;
            }
            rank -= both;
        }
    }
    squares
}

impl Scheme for Swap160 {
    fn name(&self) -> &'static str {
        "swap160"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(160)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let mut squares = *state.squares();
        if neighbours(&squares)? {
            return Err(Error::unsupported("the kings are neighbours"));
        }
        if let Some(file) = state.keep(self.facts()).en_passant() {
            hide_en_passant(&mut squares, state.turn(), file)?;
        }
        hide_castling(&mut squares, rights)?;
        let rank = rank_men(&squares)?;
        let count = men(&squares).count();
        let width = width_below(&BigUint::from(ways(count)));
        Ok(code(|writer| {
            for contents in squares {
                let upright = count == ALL_MEN || state.turn().is_white();
                writer.write(u64::from(contents.is_some() == upright), 1);
            }
            if count == ALL_MEN {
                writer.write(u64::from(state.turn().is_black()), 1);
            }
            write_number(writer, &BigUint::from(rank), width);
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let map = fields.take(64)?.reverse_bits();
        let ones = map.count_ones() as usize;
        let (map, turn) = match ones.cmp(&ALL_MEN) {
            std::cmp::Ordering::Less => (map, Color::White),
            std::cmp::Ordering::Equal => (map, Color::from_black(fields.flag()?)),
            std::cmp::Ordering::Greater => (!map, Color::Black),
        };
        let ways = ways(map.count_ones() as usize);
        if ways == 0 {
            return Err(Error::corrupt("there are no two kings"));
        }
        let number = read_number(&mut fields, width_below(&BigUint::from(ways)))?;
        fields.finish()?;
        let rank = u128::try_from(number).unwrap_or(ways);
        if rank >= ways {
            return Err(Error::corrupt("the number is too large"));
        }
        let mut squares = unrank_men(rank, map);
        let rights = find_castling(&mut squares)?;
        let en_passant = find_en_passant(&mut squares, turn)?;
        State::standard(squares, turn, rights, en_passant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_enough_placements_of_neighbouring_kings() {
        assert_eq!(NEIGHBOURS.len(), 420);
        assert_eq!(CASTLING.len(), 357);
    }

    #[test]
    fn no_number_of_men_takes_more_than_the_worst_case() {
        let widths = (2..=ALL_MEN).map(|men| {
            let turn = usize::from(men == ALL_MEN);
            64 + turn + width_below(&BigUint::from(ways(men)))
        });
        assert_eq!(widths.max(), Swap160.worst_case_bits());
    }

    #[test]
    fn the_orders_stay_below_those_of_the_answer() {
        // 16 against 15 and 15 against 14 men, the answer's last lines of its tables.
        assert!(ORDERS[16][15] as f64 <= 2.25072e18);
        assert!(ORDERS[15][14] as f64 <= 2.57600e20);
    }
}

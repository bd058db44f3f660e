//! `enumerate`: as one exact number, which squares each side's men occupy and in what order its men
//! stand. The answer "166 bits".
//!
//! The choices ([`Choices`]), in order:
//! - the turn, of 2;
//! - the castling rights of the side to move, of 4;
//! - en passant, of 6: none, or which of up to five candidates has just moved two squares;
//! - the squares of both sides' men, of the sum over i, j from 1 to 16 of
//!   `64! / (i! j! (64 - i - j)!)` = 3629590441720924477681996172 ways: by i and j, then white's
//!   squares, then black's among the rest;
//! - white's men in the order of their squares, of all orders of all armies with as many men (a
//!   king, the men of a game's start, and as many promotions as allowed); then black's.
//!
//! If at most three men a side are missing, the number of captures limits the promotions: with c
//! captures in all, and d men of the other side missing, to c + d. Otherwise eight are allowed.
//! That is the answer's table.
//!
//! Keeps the castling rights of the side to move, and en passant where an enemy pawn stands beside
//! the pawn. Worst case 166 bits as claimed: 1 + 2 + lg 6 + 91.552 + 68.613 = 165.75, with 15 men
//! against 14; every such position takes 166.

use super::common::{number_of_sides, place_of, sides_of_number};
use crate::{
    chess::{Color, Role, Square},
    error::Result,
    position::{
        Bits, Facts, Rights, Scheme,
        count::{
            arrangements, choose, rank_arrangement, rank_subset, spread, unrank_arrangement,
            unrank_subset,
        },
        exact::{ChoiceReader, Choices, code},
        material::{self, Army, KINDS},
        state::{EN_PASSANT_CHOICES, Squares, State, en_passant_chosen, men},
    },
};
use std::sync::LazyLock;

/// The scheme.
pub struct Enumerate;

const EN_PASSANT: u128 = EN_PASSANT_CHOICES as u128;

/// Number of ways to place these numbers of white and black men on 64 squares.
fn placements(white: usize, black: usize) -> u128 {
    u128::from(choose(64, white)) * u128::from(choose(64 - white, black))
}

/// The number of all placements.
static ALL_PLACEMENTS: LazyLock<u128> =
    LazyLock::new(|| pairs().map(|(white, black)| placements(white, black)).sum());

/// All pairs of numbers of white and black men.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..=16).flat_map(|white| (1..=16).map(move |black| (white, black)))
}

/// By number of men: all armies, each with its number of promotions and of orders (king included).
static ARMIES: LazyLock<Vec<Vec<(Army, usize, u64)>>> = LazyLock::new(|| {
    let mut by_men = vec![Vec::new(); 17];
    for army in Army::all() {
        by_men[army.men()].push((army, army.promoted(), arrangements(&heap(army))));
    }
    by_men
});

/// The counts of an army's queens, rooks, bishops, knights, pawns and kings.
pub(super) fn heap(army: Army) -> [usize; 6] {
    let [q, r, b, n, p] = army.counts.map(usize::from);
    [q, r, b, n, p, 1]
}

/// The most promotions that a side can have had, by both sides' numbers of men.
fn most_promotions(own: usize, other: usize) -> usize {
    if own < 13 || other < 13 {
        return 8;
    }
    let captures = 32 - own - other;
    (captures + 16 - other).min(8)
}

/// Number of orders of all armies of `men` men with at most this many promotions.
fn orders(men: usize, promotions: usize) -> u128 {
    let armies = ARMIES[men].iter();
    let allowed = armies.filter(|army| army.1 <= promotions);
    allowed.map(|army| u128::from(army.2)).sum()
}

impl Scheme for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn facts(&self) -> Facts {
        Facts::MOVER_CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(166)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let sides = number_of_sides(state.rights()?.of(state.turn()));
        material::check(state.squares())?;
        let mut choices = Choices::default();
        choices.push(u128::from(state.turn().is_black()), 2);
        choices.push(sides as u128, 4);
        choices.push(state.en_passant_choice() as u128, EN_PASSANT);
        let men = [Color::White, Color::Black].map(|color| state.count_color(color));
        choices.push(rank_placement(state, men), *ALL_PLACEMENTS);
        for (own, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let promotions = most_promotions(men[own], men[1 - own]);
            let rank = rank_men(state.squares(), color, promotions);
            choices.push(rank, orders(men[own], promotions));
        }
        Ok(code(|writer| choices.write(writer)))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut reader = ChoiceReader::new(bits.fields())?;
        let turn = Color::from_black(reader.take(2) == 1);
        let rights = Rights::of_mover(turn, sides_of_number(reader.take(4) as usize));
        let en_passant = reader.take(EN_PASSANT) as usize;
        let masks = unrank_placement(reader.take(*ALL_PLACEMENTS));
        let men = masks.map(|mask| mask.count_ones() as usize);
        let mut squares = [None; 64];
        for (own, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let promotions = most_promotions(men[own], men[1 - own]);
            let rank = reader.take(orders(men[own], promotions));
            unrank_men(rank, masks[own], color, promotions, &mut squares);
        }
        reader.finish()?;
        let en_passant = en_passant_chosen(&squares, turn, en_passant)?;
        material::checked(State::standard(squares, turn, rights, en_passant)?)
    }
}

fn rank_placement(state: &State, men: [usize; 2]) -> u128 {
    let earlier = pairs().take_while(|&(white, black)| [white, black] != men);
    let before: u128 = earlier.map(|(white, black)| placements(white, black)).sum();
    let is = |square: Square, color| state.at(square).is_some_and(|piece| piece.color == color);
    let white = Square::ALL
        .into_iter()
        .filter(|&square| is(square, Color::White));
    let white = rank_subset(white.map(Square::to_usize));
    let rest = Square::ALL
        .into_iter()
        .filter(|&square| !is(square, Color::White));
    let black = rest
        .enumerate()
        .filter(|&(_, square)| is(square, Color::Black));
    let black = rank_subset(black.map(|(place, _)| place));
    before + u128::from(white) * u128::from(choose(64 - men[0], men[1])) + u128::from(black)
}

/// The squares of white's and black's men as masks, bit 0 for a1.
fn unrank_placement(mut rank: u128) -> [u64; 2] {
    for (white, black) in pairs() {
        let here = placements(white, black);
        if rank < here {
            let among_rest = u128::from(choose(64 - white, black));
            let white = unrank_subset((rank / among_rest) as u64, white);
            let black = unrank_subset((rank % among_rest) as u64, black);
            return [white, spread(black, !white)];
        }
        rank -= here;
    }
    [0, 0]
}

/// The number of the order of a side's men among all orders of all armies with as many men and at
/// most this many promotions.
fn rank_men(squares: &Squares, color: Color, promotions: usize) -> u128 {
    let army = Army::of(squares, color);
    let allowed = ARMIES[army.men()]
        .iter()
        .filter(|other| other.1 <= promotions);
    let earlier = allowed.take_while(|other| other.0 != army);
    let before: u128 = earlier.map(|other| u128::from(other.2)).sum();
    before + u128::from(rank_arrangement(&word(squares, color), 6))
}

/// A side's men in the order of their squares, as indices into [`heap`].
pub(super) fn word(squares: &Squares, color: Color) -> Vec<usize> {
    let men = men(squares).filter(|(_, piece)| piece.color == color);
    men.map(|(_, piece)| place_of(piece.role, &KINDS).unwrap_or(5))
        .collect()
}

fn unrank_men(mut rank: u128, mask: u64, color: Color, promotions: usize, squares: &mut Squares) {
    let men = mask.count_ones() as usize;
    for &(army, promoted, orders) in &ARMIES[men] {
        if promoted > promotions {
            continue;
        }
        if rank < u128::from(orders) {
            put_word(
                &unrank_arrangement(rank as u64, &heap(army)),
                mask,
                color,
                squares,
            );
            return;
        }
        rank -= u128::from(orders);
    }
}

/// Puts men on the squares of `mask`, in order.
pub(super) fn put_word(word: &[usize], mask: u64, color: Color, squares: &mut Squares) {
    let occupied = (0..64).filter(|place| mask >> place & 1 == 1);
    for (place, &kind) in occupied.zip(word) {
        let role = KINDS.get(kind).copied().unwrap_or(Role::King);
        squares[place] = Some(role.of(color));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::exact::width_below;
    use num_bigint::BigUint;

    #[test]
    fn the_counts_are_those_of_the_answer() {
        assert_eq!(*ALL_PLACEMENTS, 3629590441720924477681996172);
        assert_eq!(orders(16, 0), 64864800);
        assert_eq!(orders(16, 1), 843242400);
        assert_eq!(orders(16, 8), 253686232800);
        assert_eq!(orders(15, 3), 12144582450);
        assert_eq!(orders(13, 6), 3107861328);
        assert_eq!(orders(2, 5), 10);
        assert_eq!(most_promotions(15, 14), 5);
        assert_eq!(most_promotions(14, 13), 8);
        assert_eq!(most_promotions(13, 14), 7);
        assert_eq!(most_promotions(16, 15), 2);
    }

    #[test]
    fn no_number_of_men_takes_more_than_the_worst_case() {
        let widths = pairs().map(|(white, black)| {
            let product = BigUint::from(2u32 * 4)
                * EN_PASSANT
                * *ALL_PLACEMENTS
                * orders(white, most_promotions(white, black))
                * orders(black, most_promotions(black, white));
            width_below(&product)
        });
        assert_eq!(widths.max(), Enumerate.worst_case_bits());
    }
}

//! `rank`: the number of a position among all that are not impossible for simple reasons.
//!
//! The idea is John Tromp's ranking of chess positions
//! (8726713169886222032347729969256422370854716254 of them, 152.6 bits), whose program needs half
//! an hour to start. The numbering here is a different one and has fewer numbers. It counts
//! positions with:
//! - men that the law of promotion allows: with c captures in all, at least 8 - c - (captured
//!   pawns) files hold a white pawn with a black one above it ("opposed"), because every capture,
//!   and every captured pawn, frees the pawns of at most one file. Placements of pawns are counted
//!   exactly by their opposed files (`pawns`), so no position has two numbers, as 3.6 % of Tromp's
//!   have;
//! - kings that are not neighbours (except where a pawn can be captured en passant, which few
//!   positions are);
//! - castling rights only with king and rooks at home; en passant only with an enemy pawn beside
//!   the pawn and both squares behind it empty.
//!
//! A number consists of these parts, the most significant first: the turn; castling rights, and
//! whether a pawn can be captured en passant; white's and black's class of army (`armies`); the
//! file of that pawn, or else the squares of the kings; the pawns, file by file; the kings' squares
//! if not yet known; the squares of white's pieces, then of black's; the order of white's pieces,
//! then of black's. With black to move the position is turned round, so [`size`] is twice the
//! number of positions with white to move.
//!
//! Every number below [`size`] stands for exactly one position, and every position counted has
//! exactly one number: `rank(unrank(n)) = n`. The code has 153 bits for all positions. Keeps all
//! castling rights, and en passant where an enemy pawn stands beside the pawn. Positions with
//! neighbouring kings (without en passant), or with men that the law of promotion forbids, have no
//! number.

mod armies;
mod ground;
mod number;
mod pawns;
mod placement;
mod tables;
mod view;

use super::count::choose;
use super::exact::{code, read_number, write_number};
use super::state::{Rights, State};
use super::{Bits, Facts, Scheme};
use crate::chess::{Color, Role};
use crate::error::{Error, Result};
use armies::{Armies, Class, PIECES};
use ground::{Ground, index_of};
use num_bigint::BigUint;
use number::Number;
use pawns::Need;
use placement::Placement;
use std::sync::LazyLock;
use view::{View, rank_squares, unrank_squares};

/// The scheme.
pub struct Rank;

/// Number of bits of a code.
const WIDTH: usize = 153;

/// The kinds of pieces, in the order of [`armies`].
const KINDS: [Role; PIECES] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The armies of a side that has 0, 1 or 2 rooks with castling rights.
static ARMIES: LazyLock<[Armies; 3]> = LazyLock::new(|| [0, 1, 2].map(Armies::new));

/// The cases with white to move, in the order of their numbers.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let grounds = [false, true].into_iter().flat_map(|en_passant| {
        (0..16).map(move |rights| Ground::new(Rights::of_bits(rights), en_passant))
    });
    let mut start = Number::default();
    let mut cases: Vec<Case> = Vec::new();
    for ground in grounds {
        // Which side the rook castles on does not change the counts.
        let rooks = ground.castling_rooks();
        let twin = cases.iter().find(|case| {
            case.ground.castling_rooks() == rooks && case.ground.en_passant() == ground.en_passant()
        });
        let sums = twin.map(|twin| twin.sums.clone());
        let sums = sums.unwrap_or_else(|| class_sums(&ground));
        let total = sums[sums.len() - 1];
        cases.push(Case {
            ground,
            start,
            sums,
        });
        start = start.plus(total);
    }
    cases
});

/// Number of positions with white to move.
static HALF: LazyLock<Number> = LazyLock::new(|| {
    let last = &CASES[CASES.len() - 1];
    last.start.plus(last.sums[last.sums.len() - 1])
});

/// The number of positions that have a number.
pub fn size() -> BigUint {
    HALF.times(2, 0).to_big()
}

/// The positions with white to move, the same castling rights, and en passant either possible or
/// not.
struct Case {
    ground: Ground,
    /// The first number of the case.
    start: Number,
    /// For each class of white's army, how many of the case's numbers come before it; and at the
    /// end, their total.
    sums: Vec<Number>,
}

/// The two armies, with all that the count of positions depends on beside the ground.
#[derive(Clone, Copy)]
struct Pair<'a> {
    white: &'a Class,
    black: &'a Class,
    /// Number of squares left for pieces.
    free: usize,
    need: Need,
}

impl<'a> Pair<'a> {
    /// The pair of these classes; `None` if there are too few captures for so many promotions.
    fn new(ground: &Ground, white: &'a Class, black: &'a Class) -> Option<Pair<'a>> {
        let rooks = ground.castling_rooks();
        let men = 2 + rooks[0] + rooks[1] + white.pieces + black.pieces + white.pawns + black.pawns;
        let captures = 32 - men;
        let freed = white.pawns_lost() + black.pawns_lost() + captures;
        let need = Need {
            white: white.pawns,
            black: black.pawns,
            opposed: 8usize.saturating_sub(freed),
        };
        // The same as `material::can_meet` says of armies.
        let enough = need.opposed <= need.white.min(need.black);
        let pawns = white.pawns + black.pawns;
        enough.then(|| Pair {
            white,
            black,
            free: ground.free_squares() - pawns,
            need,
        })
    }

    /// The radices of the parts from the squares of white's pieces down.
    fn radices(self) -> [u64; 4] {
        [
            choose(self.free, self.white.pieces),
            choose(self.free - self.white.pieces, self.black.pieces),
            self.white.orders,
            self.black.orders,
        ]
    }

    /// The number of positions.
    fn count(self, ground: &Ground) -> Number {
        let foundations = ground.count(self.need, self.free);
        if foundations == 0 {
            return Number::default();
        }
        let product = |number: Number, radix| number.times(radix, 0);
        self.radices()
            .into_iter()
            .fold(Number::from(foundations), product)
    }
}

fn class_sums(ground: &Ground) -> Vec<Number> {
    let [white, black] = ground.castling_rooks().map(|rooks| &ARMIES[rooks]);
    let mut sums = vec![Number::default()];
    for a in &white.classes {
        let pairs = black.classes.iter().filter_map(|b| Pair::new(ground, a, b));
        let sum = pairs.fold(sums[sums.len() - 1], |sum, pair| {
            sum.plus(pair.count(ground))
        });
        sums.push(sum);
    }
    sums
}

fn unlawful() -> Error {
    Error::unsupported("no game can bring these men about")
}

/// The number of a position.
fn rank(state: &State) -> Result<Number> {
    let view = View::of(state)?;
    let index = index_of(view.rights, view.en_passant.is_some());
    let case = &CASES[index];
    let armies = case.ground.castling_rooks().map(|rooks| &ARMIES[rooks]);
    let free = view.free();
    let (white_mask, white_word) = view.pieces(Color::White, free);
    let (black_mask, black_word) = view.pieces(Color::Black, free);
    let class = |side: usize, color, word: &[usize]| {
        let promoted =
            armies::promoted(armies::counts_of(word), case.ground.castling_rooks()[side]);
        let index = armies[side].class_of(word.len(), view.pawns(color), promoted);
        index.ok_or_else(unlawful)
    };
    let white = class(0, Color::White, &white_word)?;
    let black = class(1, Color::Black, &black_word)?;
    let a = &armies[0].classes[white];
    let earlier = armies[1].classes[..black]
        .iter()
        .filter_map(|b| Pair::new(&case.ground, a, b));
    let before = earlier.fold(case.start.plus(case.sums[white]), |sum, pair| {
        sum.plus(pair.count(&case.ground))
    });
    let pair = Pair::new(&case.ground, a, &armies[1].classes[black]).ok_or_else(unlawful)?;
    let placement = Placement::of(&view.squares, view.en_passant);
    let foundation = case.ground.rank(&placement, pair.need, pair.free)?;
    let digits = [
        rank_squares(white_mask, free),
        rank_squares(black_mask, free & !white_mask),
        pair.white.rank(&white_word),
        pair.black.rank(&black_word),
    ];
    let within = pair.radices().into_iter().zip(digits);
    let number = within.fold(Number::from(foundation), |number, (radix, digit)| {
        number.times(radix, digit)
    });
    let number = before.plus(number);
    Ok(if state.turn().is_black() {
        number.plus(*HALF)
    } else {
        number
    })
}

/// The position with a number below the size.
fn unrank(number: Number) -> Result<State> {
    let (turn, number) = match number >= *HALF {
        true => (Color::Black, number.minus(*HALF)),
        false => (Color::White, number),
    };
    let case = CASES
        .partition_point(|case| case.start <= number)
        .checked_sub(1);
    let case = &CASES[case.unwrap_or(0)];
    let number = number.minus(case.start);
    let armies = case.ground.castling_rooks().map(|rooks| &ARMIES[rooks]);
    let white = case.sums.partition_point(|&sum| sum <= number) - 1;
    let Some(a) = armies[0].classes.get(white) else {
        return Err(Error::corrupt("no position has this number"));
    };
    let mut rest = number.minus(case.sums[white]);
    for pair in armies[1]
        .classes
        .iter()
        .filter_map(|b| Pair::new(&case.ground, a, b))
    {
        let here = pair.count(&case.ground);
        if rest < here {
            return unrank_pair(&case.ground, pair, rest)?.state(turn);
        }
        rest = rest.minus(here);
    }
    Err(Error::corrupt("no position has this number"))
}

fn unrank_pair(ground: &Ground, pair: Pair<'_>, mut rest: Number) -> Result<View> {
    let mut digits = [0; 4];
    for (digit, radix) in digits.iter_mut().zip(pair.radices()).rev() {
        (rest, *digit) = rest.divide(radix);
    }
    let placement = ground.unrank(rest.to_u128(), pair.need, pair.free)?;
    let mut view = View {
        squares: placement.squares(ground.rights()),
        rights: ground.rights(),
        en_passant: placement.en_passant,
    };
    let free = view.free();
    let white = unrank_squares(digits[0], pair.white.pieces, free);
    let black = unrank_squares(digits[1], pair.black.pieces, free & !white);
    view.put(Color::White, white, &pair.white.unrank(digits[2]));
    view.put(Color::Black, black, &pair.black.unrank(digits[3]));
    Ok(view)
}

/// The number of a position, below [`size`].
///
/// # Errors
/// Unsupported if it has none: castling rights that standard chess does not have, neighbouring
/// kings, or men that the law of promotion forbids.
pub fn number_of(state: &State) -> Result<BigUint> {
    rank(state).map(Number::to_big)
}

/// The position with this number.
///
/// # Errors
/// Corrupt if the number is not below [`size`].
pub fn position_of(number: &BigUint) -> Result<State> {
    match Number::from_big(number) {
        Some(number) if number < HALF.times(2, 0) => unrank(number),
        _ => Err(Error::corrupt("no position has this number")),
    }
}

/// How many words hold a number where it is written in words, and the bits of each.
pub(super) const WORDS: usize = 5;
pub(super) const WORD_BITS: u32 = 31;
const _: () = assert!(WORDS * WORD_BITS as usize >= WIDTH);

/// The number of a position in words of [`WORD_BITS`] bits, most significant first.
pub(super) fn words(state: &State) -> Result<[u32; WORDS]> {
    let mut number = rank(state)?;
    let mut words = [0; WORDS];
    for word in words.iter_mut().rev() {
        let low;
        (number, low) = number.divide(1 << WORD_BITS);
        *word = low as u32;
    }
    Ok(words)
}

/// The inverse of [`words`].
pub(super) fn of_words(words: [u32; WORDS]) -> Result<State> {
    let join = |number: Number, word| number.times(1 << WORD_BITS, u64::from(word));
    unrank(words.into_iter().fold(Number::default(), join))
}

impl Scheme for Rank {
    fn name(&self) -> &'static str {
        "rank"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(WIDTH)
    }

    fn is_numbering(&self) -> bool {
        true
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let number = number_of(state)?;
        Ok(code(|writer| write_number(writer, &number, WIDTH)))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let number = read_number(&mut fields, WIDTH)?;
        fields.finish()?;
        position_of(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::random::Random;
    use crate::position::testing::{edge_cases, random_game};

    const TROMP: &str = "8726713169886222032347729969256422370854716254";

    #[test]
    fn there_are_fewer_numbers_than_in_the_ranking_of_the_answer() {
        assert_eq!(
            size().to_string(),
            "7727436556280457375998636533450895134115430226"
        );
        assert!(size() < TROMP.parse().unwrap());
        assert_eq!((size() - 1u32).bits() as usize, WIDTH);
    }

    #[test]
    fn positions_have_numbers_that_name_them() {
        for state in edge_cases()
            .into_iter()
            .chain((0..20).flat_map(|seed| random_game(seed, 300)))
        {
            let number = rank(&state).unwrap();
            assert!(number < HALF.times(2, 0));
            assert_eq!(unrank(number).unwrap(), state.keep(Facts::CAPTURABLE));
        }
    }

    #[test]
    fn every_number_is_that_of_the_position_it_names() {
        let mut random = Random::new(7);
        let size = HALF.times(2, 0);
        for round in 0..20_000 {
            let mut number = Number::default();
            for _ in 0..5 {
                number = number.times(1 << 31, random.below(1 << 31) as u64);
            }
            // Random numbers would hardly ever hit the small grounds (castling, en passant), so
            // some numbers start there.
            let case = &CASES[random.below(CASES.len())];
            number = match round % 2 {
                0 => number,
                _ => case.start.plus(number.divide(1 << (8 + round % 40)).0),
            };
            while number >= size {
                number = number.divide(2).0;
            }
            let state = unrank(number).unwrap();
            assert_eq!(rank(&state).unwrap(), number, "{}", state.epd());
        }
    }

    #[test]
    fn the_first_and_the_last_number_are_positions() {
        for number in [
            Number::default(),
            HALF.minus(Number::from(1)),
            *HALF,
            HALF.times(2, 0).minus(Number::from(1)),
        ] {
            assert_eq!(rank(&unrank(number).unwrap()).unwrap(), number);
        }
        let beyond = code(|writer| write_number(writer, &size(), WIDTH));
        assert!(Rank.decode(&beyond).is_err());
    }
}

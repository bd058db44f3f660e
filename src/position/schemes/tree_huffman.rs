//! `tree-huffman`: the optimal prefix code for the men on the board. The first part of the answer
//! "Min: 12 bits", revision 3 (82 to 199 bits).
//!
//! Layout: white to move; the two castling rights of the side to move (left, right as the board
//! lies); whether a pawn has just moved two squares, and if so its file in three bits; the number
//! of a tree in 12 bits; the squares a8 b8 … h1, each the tree's code for empty, pawn, rook,
//! bishop, knight, queen or king, men followed by their colour (1 white).
//!
//! A tree is identified by the lengths of its seven codes, which are canonical codes in the order
//! above. The trees are numbered in a sorted list of all lengths that Huffman's method yields for
//! any numbers of men of both sides together. There are 681 of them, so ten bits would do; the
//! answer's twelve are kept.
//!
//! Keeps the turn, the castling rights of the side to move and every en-passant file. Where the
//! answer is wrong:
//! - There are 184,603 different numbers of men, not 164,603 (a slip of one digit; the logarithm it
//!   gives fits neither).
//! - The 12 bits of its title come from giving a king's square five bits of the six that it needs.
//!   The 82 bits of revision 3 for two kings hold.
//!
//! Worst case: 199 bits as claimed, 180 of them for the board, with six each of pawns, rooks,
//! bishops, knights and queens (searched over all numbers of men in the tests). The search ignores
//! the law of promotion, so this is only an upper bound: no game brings those men about.

use super::common::{from_the_top, place_of, read_sides, write_sides};
use crate::{
    chess::{Color, File, Role, identity::originals},
    error::{Error, Result},
    position::{Bits, Facts, Fields, Rights, Scheme, exact::code, state::State},
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The scheme.
pub struct TreeHuffman;

const TREE_BITS: usize = 12;
/// The roles of symbols 1 to 6; symbol 0 is an empty square.
const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Queen,
    Role::King,
];
const SYMBOLS: usize = 1 + ROLES.len();

/// The code length of each symbol; 0 where there is no such man.
type Lengths = [u8; SYMBOLS];

/// All trees, sorted.
static TREES: LazyLock<Vec<Lengths>> = LazyLock::new(|| {
    let trees: BTreeSet<Lengths> = totals().into_iter().map(lengths).collect();
    trees.into_iter().collect()
});

/// The possible frequencies of the symbols on one board: all sums of two sides' men.
fn totals() -> BTreeSet<[u8; SYMBOLS]> {
    let mut sums = BTreeSet::new();
    for total in sum_ranges() {
        if splits(total) {
            let [p, r, b, n, q] = total;
            let empty = 64 - 2 - total.iter().sum::<u8>();
            sums.insert([empty, p, r, b, n, q, 2]);
        }
    }
    sums
}

/// Candidate numbers of pawns, rooks, bishops, knights and queens of both sides together;
/// [`splits`] tells which are possible.
fn sum_ranges() -> impl Iterator<Item = [u8; 5]> {
    (0..=16u8).flat_map(|p| {
        (0..=20u8).flat_map(move |r| {
            (0..=20u8).flat_map(move |b| {
                (0..=20u8).flat_map(move |n| (0..=18u8).map(move |q| [p, r, b, n, q]))
            })
        })
    })
}

/// Whether these pawns, rooks, bishops, knights and queens can be split between two sides, with at
/// most eight pawns and promoted men a side.
fn splits(total: [u8; 5]) -> bool {
    let [p, r, b, n, q] = total;
    let promoted = |count: u8, role| count.saturating_sub(2 * originals(role));
    let pieces = [
        (r, Role::Rook),
        (b, Role::Bishop),
        (n, Role::Knight),
        (q, Role::Queen),
    ];
    let promoted: u8 = pieces
        .map(|(count, role)| promoted(count, role))
        .iter()
        .sum();
    p + promoted <= 2 * originals(Role::Pawn)
}

/// The code lengths that Huffman's method gives to symbols of these frequencies: it joins the two
/// rarest trees again and again, and takes the older one of equal trees first.
fn lengths(frequencies: [u8; SYMBOLS]) -> Lengths {
    let mut trees: Vec<(u8, u8)> = Vec::new();
    for (symbol, &frequency) in frequencies.iter().enumerate() {
        if frequency > 0 {
            trees.push((frequency, 1 << symbol));
        }
    }
    let mut lengths = [0; SYMBOLS];
    while trees.len() > 1 {
        let mut rarest = || {
            let index = (0..trees.len()).min_by_key(|&index| (trees[index].0, index));
            trees.remove(index.unwrap_or(0))
        };
        let (a, b) = (rarest(), rarest());
        let joined = (a.0 + b.0, a.1 | b.1);
        for (symbol, length) in lengths.iter_mut().enumerate() {
            *length += joined.1 >> symbol & 1;
        }
        trees.push(joined);
    }
    lengths
}

/// The canonical code of each symbol: shorter ones first, then by symbol, counting up.
fn codes(lengths: &Lengths) -> [u64; SYMBOLS] {
    let mut codes = [0; SYMBOLS];
    let mut next = 0;
    for length in 1..=SYMBOLS as u8 {
        next <<= 1;
        for symbol in 0..SYMBOLS {
            if lengths[symbol] == length {
                codes[symbol] = next;
                next += 1;
            }
        }
    }
    codes
}

impl Scheme for TreeHuffman {
    fn name(&self) -> &'static str {
        "tree-huffman"
    }

    fn facts(&self) -> Facts {
        Facts::MOVER
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(199)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let sides = state.rights()?.of(state.turn());
        let symbol = |role| 1 + place_of(role, &ROLES).unwrap_or(0);
        let mut frequencies = [0; SYMBOLS];
        for contents in state.squares() {
            frequencies[contents.map_or(0, |piece| symbol(piece.role))] += 1;
        }
        let lengths = lengths(frequencies);
        let Ok(tree) = TREES.binary_search(&lengths) else {
            return Err(Error::corrupt("the men have no tree"));
        };
        let codes = codes(&lengths);
        Ok(code(|writer| {
            writer.write(u64::from(state.turn().is_white()), 1);
            write_sides(writer, sides);
            writer.write(u64::from(state.en_passant().is_some()), 1);
            if let Some(file) = state.en_passant() {
                writer.write(u64::from(file.to_u32()), 3);
            }
            writer.write(tree as u64, TREE_BITS);
            for square in from_the_top() {
                let contents = state.at(square);
                let symbol = contents.map_or(0, |piece| symbol(piece.role));
                writer.write(codes[symbol], usize::from(lengths[symbol]));
                if let Some(piece) = contents {
                    writer.write(u64::from(piece.color.is_white()), 1);
                }
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_white(fields.flag()?);
        let rights = Rights::of_mover(turn, read_sides(&mut fields)?);
        let en_passant = match fields.flag()? {
            true => Some(File::new(fields.take(3)? as u32)),
            false => None,
        };
        let Some(lengths) = TREES.get(fields.take(TREE_BITS)? as usize) else {
            return Err(Error::corrupt("no tree has this number"));
        };
        let codes = codes(lengths);
        let mut squares = [None; 64];
        for square in from_the_top() {
            let symbol = read_symbol(&mut fields, lengths, &codes)?;
            if symbol > 0 {
                let color = Color::from_white(fields.flag()?);
                squares[square.to_usize()] = Some(ROLES[symbol - 1].of(color));
            }
        }
        fields.finish()?;
        State::standard(squares, turn, rights, en_passant)
    }
}

fn read_symbol(
    fields: &mut Fields<'_>,
    lengths: &Lengths,
    codes: &[u64; SYMBOLS],
) -> Result<usize> {
    let mut code = 0;
    for length in 1..=SYMBOLS as u8 {
        code = code << 1 | fields.take(1)?;
        let found = (0..SYMBOLS).find(|&symbol| lengths[symbol] == length && codes[symbol] == code);
        if let Some(symbol) = found {
            return Ok(symbol);
        }
    }
    Err(Error::corrupt("no man has this code"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::length;

    #[test]
    fn two_kings_take_82_bits() {
        assert_eq!(length(&TreeHuffman, "k7/8/8/8/8/8/8/7K w - -"), 82);
    }

    #[test]
    fn there_are_so_many_heaps_of_men_and_trees() {
        assert_eq!((totals().len(), TREES.len()), (184_603, 681));
    }

    #[test]
    fn no_men_cost_more_than_the_worst_case() {
        let worst = totals()
            .into_iter()
            .max_by_key(|&frequencies| board_bits(frequencies))
            .unwrap();
        assert_eq!(
            7 + TREE_BITS + board_bits(worst),
            TreeHuffman.worst_case_bits().unwrap()
        );
    }

    fn board_bits(frequencies: [u8; SYMBOLS]) -> usize {
        let men = 64 - usize::from(frequencies[0]);
        let codes: usize = frequencies
            .iter()
            .zip(lengths(frequencies))
            .map(|(&frequency, length)| usize::from(frequency) * usize::from(length))
            .sum();
        codes + men
    }
}

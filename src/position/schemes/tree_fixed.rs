//! `tree-fixed`: a prefix code for all men, another one once there are no pawns, and a header only
//! as long as needed. The second half of the answer "Min: 12 bits" (75 – 216 bits).
//!
//! Layout: four flags: white to move, castling possible, pawns on the board, a pawn has just moved
//! two squares. Then
//! - if castling is possible, four bits: black's left and right side, white's left and right side;
//! - if a pawn has just moved two squares, its file in three bits;
//! - if there are no pawns, five bits for which of rooks, bishops, knights, queens and kings are on
//!   the board;
//! - the squares a8 b8 … h1: `0` empty, else `1`, the colour (1 white), and the kind.
//!
//! With pawns on the board, the kinds are `0` pawn, `100` rook, `101` knight, `110` bishop, `1110`
//! queen, `1111` king. Without pawns, the kinds on the board, in the order rook, bishop, knight,
//! queen, king, get the codes of a tree with as many leaves: one empty code; `0 1`; `0 10 11`;
//! `00 01 10 11`; `00 01 10 110 111`.
//!
//! Keeps every fact. Where the answer is wrong:
//! - The initial board takes 16·3 + 12·5 + 4·6 + 32 = 164 bits by the answer's own tree, not 166,
//!   so 169 with its first header (171 claimed), and 172 with the header of its improvements, which
//!   is the one here (four flags and four castling bits).
//! - Its tree shows bishops before knights, but its board shows knights before bishops; this module
//!   follows the board.
//! - Its condition for the en-passant file is "if pawns are present", which the fourth flag makes
//!   superfluous.
//!
//! Two kings take 75 bits as claimed, two kings and a queen each 81; both codes are the answer's
//! strings bit for bit. Worst case: 200 bits. Four captured pawns let eleven others become queens
//! while the twelfth has just moved two squares: 189 bits for the board (found by search in the
//! tests) and a header of 4 + 4 + 3.

use super::{
    common::{from_the_top, read_sides, write_sides},
    prefix,
};
use crate::{
    chess::{Color, File, Role},
    error::Result,
    position::{Bits, Facts, Rights, Scheme, exact::code, state::State},
};

/// The scheme.
pub struct TreeFixed;

type Leaf = prefix::Entry<Role>;

const WITH_PAWNS: [Leaf; 6] = [
    (Role::Pawn, 0b0, 1),
    (Role::Rook, 0b100, 3),
    (Role::Knight, 0b101, 3),
    (Role::Bishop, 0b110, 3),
    (Role::Queen, 0b1110, 4),
    (Role::King, 0b1111, 4),
];
const WITHOUT_PAWNS: [Role; 5] = [
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Queen,
    Role::King,
];

/// Code and width of each leaf of the tree with this many leaves.
fn shape(leaves: usize) -> &'static [(u64, usize)] {
    match leaves {
        0 | 1 => &[(0, 0)],
        2 => &[(0, 1), (1, 1)],
        3 => &[(0, 1), (0b10, 2), (0b11, 2)],
        4 => &[(0b00, 2), (0b01, 2), (0b10, 2), (0b11, 2)],
        _ => &[(0b00, 2), (0b01, 2), (0b10, 2), (0b110, 3), (0b111, 3)],
    }
}

/// The code of the kinds in `present`, a mask over [`WITHOUT_PAWNS`] with rooks in bit 4.
fn tree_without_pawns(present: u64) -> Vec<Leaf> {
    let kinds = WITHOUT_PAWNS
        .into_iter()
        .enumerate()
        .filter(|(index, _)| present >> (4 - index) & 1 == 1);
    let leaves = shape(present.count_ones() as usize);
    kinds
        .zip(leaves)
        .map(|((_, role), &(code, width))| (role, code, width))
        .collect()
}

impl Scheme for TreeFixed {
    fn name(&self) -> &'static str {
        "tree-fixed"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(200)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let has = |role| state.men().any(|(_, piece)| piece.role == role);
        let pawns = has(Role::Pawn);
        let present = WITHOUT_PAWNS
            .iter()
            .fold(0, |mask, &role| mask << 1 | u64::from(has(role)));
        let tree = match pawns {
            true => WITH_PAWNS.to_vec(),
            false => tree_without_pawns(present),
        };
        Ok(code(|writer| {
            writer.write(u64::from(state.turn().is_white()), 1);
            writer.write(u64::from(state.castling().any()), 1);
            writer.write(u64::from(pawns), 1);
            writer.write(u64::from(state.en_passant().is_some()), 1);
            if state.castling().any() {
                for color in [Color::Black, Color::White] {
                    // White's left is the queen's side, and so is black's in the way the answer
                    // shows the board.
                    write_sides(writer, rights.of(color));
                }
            }
            if let Some(file) = state.en_passant() {
                writer.write(u64::from(file.to_u32()), 3);
            }
            if !pawns {
                writer.write(present, 5);
            }
            for square in from_the_top() {
                let Some(piece) = state.at(square) else {
                    writer.write(0, 1);
                    continue;
                };
                writer.write(2 | u64::from(piece.color.is_white()), 2);
                prefix::write(writer, &tree, &piece.role);
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_white(fields.flag()?);
        let [castling, pawns, jumped] = [fields.flag()?, fields.flag()?, fields.flag()?];
        let mut sides = || match castling {
            true => read_sides(&mut fields),
            false => Ok([false; 2]),
        };
        let black = sides()?;
        let rights = Rights::from_sides(sides()?, black);
        let en_passant = match jumped {
            true => Some(File::new(fields.take(3)? as u32)),
            false => None,
        };
        let tree = match pawns {
            true => WITH_PAWNS.to_vec(),
            false => tree_without_pawns(fields.take(5)?),
        };
        let mut squares = [None; 64];
        for square in from_the_top() {
            if fields.flag()? {
                let color = Color::from_white(fields.flag()?);
                squares[square.to_usize()] = Some(prefix::read(&mut fields, &tree)?.of(color));
            }
        }
        fields.finish()?;
        State::standard(squares, turn, rights, en_passant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::{binary, length, worst_armies};

    #[test]
    fn the_initial_board_is_the_one_of_the_answer() {
        let code = binary(
            &TreeFixed,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        );
        let given = [
            "1110 1111",
            "10100 10101 10110 101110 101111 10110 10101 10100",
            "100 100 100 100 100 100 100 100",
            "00000000 00000000 00000000 00000000",
            "110 110 110 110 110 110 110 110",
            "11100 11101 11110 111110 111111 11110 11101 11100",
        ];
        assert_eq!(code, given.concat().replace(' ', ""));
        assert_eq!(code.len(), 172);
    }

    #[test]
    fn two_kings_are_the_string_of_the_answer() {
        let given = "000000001100000000000000000000000000000000000000000000000000000000000000011";
        assert_eq!(binary(&TreeFixed, "k7/8/8/8/8/8/8/7K b - -"), given);
        assert_eq!(given.len(), 75);
    }

    #[test]
    fn kings_and_queens_take_81_bits() {
        assert_eq!(length(&TreeFixed, "qk6/8/8/8/8/8/8/6QK b - -"), 81);
    }

    #[test]
    fn no_men_cost_more_than_the_worst_case() {
        // Positions without pawns use the second tree and stay far below; by symmetry only white
        // needs to have a pawn.
        let (board, _, _) = worst_armies(
            |color, army| {
                let [q, r, b, n, p] = army.counts.map(usize::from);
                match color {
                    Color::White if p == 0 => 0,
                    _ => 6 + 6 * q + 5 * (r + b + n) + 3 * p,
                }
            },
            |men| 64 - men,
        );
        assert_eq!(4 + 4 + 3 + board, TreeFixed.worst_case_bits().unwrap());
        let worst = "r3k2r/qqqq1qqq/nnbb1q2/4p3/8/QQQQ4/QNNBB3/R3K2R w KQkq e6";
        assert_eq!(
            length(&TreeFixed, worst),
            TreeFixed.worst_case_bits().unwrap()
        );
    }
}

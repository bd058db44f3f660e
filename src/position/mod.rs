//! One chess position as few bits as possible: schemes side by side behind one trait.
//!
//! Owns what a position is ([`State`]: all that the next move depends on), its codes ([`Bits`]) and the schemes, one
//! file each, most of them answers to the question "smallest chess board compression" put on a site of programming
//! puzzles in 2014. Each says in its module's documentation what its layout is, which facts it keeps, how long it gets
//! at worst, and where its author's claim did not hold. Knows nothing of games, files or the command line.

mod base11;
mod bits;
mod bytes23;
mod classes;
mod count;
mod decimal;
mod enumerate;
mod exact;
mod facts;
mod fen;
mod gaps;
pub mod history;
mod implied_colour;
mod kings_first;
pub mod list;
mod material;
pub mod model;
mod nibble;
mod pawn_swap;
mod piece_lists;
mod piece_lists_arithmetic;
pub mod rank;
pub mod report;
mod state;
mod swap160;
#[cfg(test)]
mod testing;
mod tree_fixed;
mod tree_huffman;
mod two_phase;

pub use bits::{Bits, Fields, TextForm};
pub use facts::Facts;
pub use state::{Rights, State};

use crate::error::Result;

/// A way of writing one position as bits.
pub trait Scheme: Sync {
    /// The name that the command line knows it by.
    fn name(&self) -> &'static str;

    /// The facts of a position that come back.
    fn facts(&self) -> Facts;

    /// The most bits that a position takes whose men can have come about; `None` for a scheme that does not know every position.
    fn worst_case_bits(&self) -> Option<usize>;

    /// Whether a position is written as the moves that lead to it, so that its length is known to whoever knows them.
    fn is_line(&self) -> bool {
        false
    }

    /// Whether positions are numbered, those that come about in no game among them: every number is meant to be one.
    fn is_numbering(&self) -> bool {
        false
    }

    /// Writes a position.
    ///
    /// # Errors
    /// Unsupported where the scheme cannot express the position.
    fn encode(&self, state: &State) -> Result<Bits>;

    /// Reads a position. Up to seven zero bits after the code are allowed, so that it can live in whole bytes.
    ///
    /// # Errors
    /// Truncated or corrupt where the bits are no code of this scheme, usage where they are one of no position.
    fn decode(&self, bits: &Bits) -> Result<State>;
}

/// All schemes, in the order of the question's answers.
pub static ALL: &[&dyn Scheme] = &[
    &tree_fixed::TreeFixed,
    &tree_huffman::TreeHuffman,
    &nibble::Nibble,
    &swap160::Swap160,
    &kings_first::KingsFirst,
    &enumerate::Enumerate,
    &decimal::Decimal,
    &base11::Base11,
    &two_phase::TwoPhase,
    &gaps::Gaps,
    &classes::Classes,
    &implied_colour::ImpliedColour,
    &pawn_swap::PawnSwap,
    &piece_lists::PieceLists,
    &piece_lists_arithmetic::PieceListsArithmetic,
    &bytes23::Bytes23,
    &history::History,
    &rank::Rank,
    &model::Model,
];

/// The scheme of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Scheme> {
    ALL.iter().copied().find(|scheme| scheme.name() == name)
}

#[cfg(test)]
mod tests {
    use super::testing::{check_round_trip, edge_cases, random_game};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_unique() {
        for scheme in ALL {
            assert_eq!(
                ALL.iter()
                    .filter(|other| other.name() == scheme.name())
                    .count(),
                1
            );
        }
    }

    /// The schemes that know every position.
    fn complete() -> impl Iterator<Item = &'static dyn Scheme> {
        ALL.iter()
            .copied()
            .filter(|scheme| scheme.worst_case_bits().is_some())
    }

    #[test]
    fn positions_at_the_edge_come_back() {
        for scheme in complete() {
            for state in edge_cases() {
                check_round_trip(scheme, &state);
            }
        }
    }

    #[test]
    fn positions_of_random_games_come_back() {
        for seed in 0..12 {
            for state in random_game(seed, 300) {
                for scheme in complete() {
                    check_round_trip(scheme, &state);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn random_bits_are_an_error_or_a_position(bytes in prop::collection::vec(any::<u8>(), 0..40), cut in 0usize..8) {
            let len = (bytes.len() * 8).saturating_sub(cut);
            let bits = Bits::new(bytes, Some(len)).unwrap();
            for scheme in ALL {
                if let Ok(state) = scheme.decode(&bits) {
                    prop_assert!(State::parse_lenient(&state.fen()).unwrap() == state);
                }
            }
        }
    }
}

//! Encodes one chess position in as few bits as possible: many schemes side by side behind one
//! trait.
//!
//! Owns the type of a position ([`State`]: all that the next move depends on), that of its code
//! ([`Bits`]), and the schemes: [`rank`] and [`model`], and the older ones in [`schemes`], a file
//! each. The documentation of each says what the scheme's layout is, which facts it keeps, and how
//! long its code gets at worst. Knows nothing of games, files or the command line.

mod bits;
mod count;
mod counters;
mod exact;
mod facts;
mod fen;
pub mod list;
mod material;
pub mod model;
pub mod rank;
pub mod report;
pub mod schemes;
mod state;
#[cfg(test)]
mod testing;

pub use bits::{Bits, Fields, TextForm};
pub(crate) use counters::Counters;
pub use facts::Facts;
pub use state::{Rights, Squares, State};

use crate::error::Result;
use std::fmt;

/// A way of writing one position as bits.
pub trait Scheme: Sync {
    /// The scheme's name on the command line.
    fn name(&self) -> &'static str;

    /// The facts of a position that survive encoding and decoding.
    fn facts(&self) -> Facts;

    /// The length in bits of the longest code, over all positions whose men can have come about in
    /// a game; `None` for a scheme that cannot encode every such position. (That of
    /// [`model`] may be longer where `rank` cannot say all of the position.) A claim of whoever
    /// thought of the scheme; tests hold each scheme to it.
    fn worst_case_bits(&self) -> Option<usize>;

    /// Whether the code is that of a line of moves to the position. Its length is then known at
    /// once to a caller who knows such moves.
    fn is_line(&self) -> bool {
        false
    }

    /// Whether the scheme numbers positions, some of which no game brings about, and means every
    /// number to be a position.
    fn is_numbering(&self) -> bool {
        false
    }

    /// Encodes a position.
    ///
    /// # Errors
    /// Unsupported if the scheme cannot express the position.
    fn encode(&self, state: &State) -> Result<Bits>;

    /// Decodes a position. Up to seven zero bits may follow the code, so that it can be stored in
    /// whole bytes.
    ///
    /// # Errors
    /// Truncated or corrupt if the bits are not a code of this scheme; usage if they describe no
    /// possible position. An older scheme that spells out what it keeps may have several codes for
    /// a position, of which [`encode`](Scheme::encode) writes one and this reads all.
    fn decode(&self, bits: &Bits) -> Result<State>;
}

impl fmt::Debug for dyn Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All schemes: those of the question's answers, in their order, and then those of this program.
pub static ALL: &[&dyn Scheme] = &[
    &schemes::tree_fixed::TreeFixed,
    &schemes::tree_huffman::TreeHuffman,
    &schemes::nibble::Nibble,
    &schemes::swap160::Swap160,
    &schemes::kings_first::KingsFirst,
    &schemes::enumerate::Enumerate,
    &schemes::decimal::Decimal,
    &schemes::base11::Base11,
    &schemes::two_phase::TwoPhase,
    &schemes::gaps::Gaps,
    &schemes::classes::Classes,
    &schemes::implied_colour::ImpliedColour,
    &schemes::pawn_swap::PawnSwap,
    &schemes::piece_lists::PieceLists,
    &schemes::piece_lists_arithmetic::PieceListsArithmetic,
    &schemes::bytes23::Bytes23,
    &schemes::history::History,
    &rank::Rank,
    &model::Model,
];

/// The scheme with that name.
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

    /// The schemes that can encode every position.
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
        /// Few bits at random are a code; of these, many are.
        #[test]
        fn changed_codes_are_an_error_or_a_position(seed in 0u64..1000, ply in 0usize..80, flips in prop::collection::vec(any::<prop::sample::Index>(), 1..4)) {
            let states = random_game(seed, 80);
            let state = &states[ply % states.len()];
            for scheme in complete() {
                let code = scheme.encode(state).unwrap();
                let mut bytes = code.bytes().to_vec();
                for flip in &flips {
                    let at = flip.index(code.len());
                    bytes[at / 8] ^= 0x80 >> (at % 8);
                }
                if let Ok(state) = scheme.decode(&Bits::new(bytes, Some(code.len())).unwrap()) {
                    prop_assert!(State::parse_lenient(&state.fen()).unwrap() == state);
                    check_round_trip(scheme, &state);
                    prop_assert!(state.keep(scheme.facts()) == state, "{}", scheme.name());
                }
            }
        }

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

#![doc = include_str!("FORMAT.md")]
//!
//! # In this folder
//!
//! `offsets` numbers the displacements of a piece as the document's drawings do, `moves` codes
//! moves, and `encode` and `decode` handle everything else in a game.

mod decode;
mod encode;
mod moves;
mod offsets;

use super::{by_game::GameCodec, encodings::standard_start, tape::Tape};
use crate::{
    chess::Color,
    error::Result,
    limits::Budget,
    pgn::{
        game::{Game, Outcome},
        layout::Reason,
    },
};

/// A glyph (NAG), whose number is the next byte. Glyphs below [`SHORT_GLYPHS`] take one byte: this
/// one plus their number.
const LONG_GLYPH: u8 = 0xb0;
const SHORT_GLYPHS: u8 = 32;
const RESULT: u8 = 0xd0;
/// A comment. The codes after it are error records, one for each
/// [`FaultKind`](crate::pgn::game::FaultKind).
const COMMENT: u8 = 0xe0;
const VARIATION_BEGINS: u8 = 0xf0;
const VARIATION_ENDS: u8 = 0xf1;
const END: u8 = 0xff;

/// The number of the tag `Result` in the notes: the only tag that the bytes can say.
const RESULT_TAG: usize = 0;

/// Results in the order of their codes.
const RESULTS: [Outcome; 4] = [
    Outcome::Won(Color::Black),
    Outcome::Drawn,
    Outcome::Won(Color::White),
    Outcome::Unknown,
];

/// The codec `jose`.
#[derive(Clone, Copy, Debug)]
pub struct Jose;

impl GameCodec for Jose {
    fn objection(&self, game: &Game) -> Option<Reason> {
        standard_start(game).err()
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        encode::game(game, tape, notes);
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        decode::game(bits, notes, budget)
    }
}

#![doc = include_str!("FORMAT.md")]
//!
//! # In this folder
//!
//! `code` translates the bytes of both notations, `geometry` relates their meaning to the board,
//! and [`encode`] and [`decode`] know the order of things in a game.

mod code;
mod decode;
mod encode;
mod geometry;

use self::code::Other;
use super::{
    by_game::GameCodec,
    encodings::{objection_to_items, standard_start},
    tape::Tape,
};
use crate::{
    chess::{Color, Position, identity::MenLine},
    error::Result,
    limits::Budget,
    pgn::{
        cursor::follow,
        game::{Game, Item, Outcome},
        layout::Reason,
    },
};
pub use code::Notation;

/// The tags that have a header of their own, and the letters of these.
const SAID_TAGS: [(&str, u8); 6] = [
    ("White", b'W'),
    ("Black", b'B'),
    ("Date", b'D'),
    ("Site", b'L'),
    ("Event", b'T'),
    ("Opening", b'V'),
];

/// The number that stands in the notes for the tag that the last byte expresses.
const RESULT: usize = SAID_TAGS.len();

/// The codec `brenner` or `brenner-alt`, by notation.
#[derive(Clone, Copy, Debug)]
pub struct Brenner(pub Notation);

impl GameCodec for Brenner {
    fn objection(&self, game: &Game) -> Option<Reason> {
        match standard_start(game) {
            Err(reason) => Some(reason),
            Ok(start) => objection_to_items(&game.items)
                .or_else(|| too_many_men(start, game).then_some(Reason::Unsayable)),
        }
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        encode::game(self.0, game, tape, notes);
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        decode::game(self.0, bits, notes, budget)
    }
}

/// Whether a man moves, or comes about by promotion, whose number is too high for the encoding.
/// Only promotions and set-up positions lead to such men.
fn too_many_men(start: Position, game: &Game) -> bool {
    let promotes = |item: &Item| matches!(item, Item::Move(m) if m.is_promotion());
    if game.tag("FEN").is_none() && !game.items.iter().any(promotes) {
        return false;
    }
    let mut line = MenLine::new(start);
    game.items.iter().any(|item| {
        let wordless = matches!(item, Item::Move(m) if geometry::words(&line, *m).is_none());
        follow(&mut line, item);
        wordless
    })
}

/// The codes of the glyphs (NAGs) 1 to 6: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const GLYPHS: [&[Other]; 6] = {
    use Other::{Exclamation, Question};
    [
        &[Exclamation],
        &[Question],
        &[Exclamation, Exclamation],
        &[Question, Question],
        &[Exclamation, Question],
        &[Question, Exclamation],
    ]
};

/// The codes of glyph `number`, if it has any.
fn glyphs(number: u8) -> Option<&'static [Other]> {
    GLYPHS.get(usize::from(number).checked_sub(1)?).copied()
}

/// The number of the glyph with these codes; 0 if there is none.
fn number_of(first: Other, second: Option<Other>) -> u8 {
    let has_bytes = |glyph: &&[Other]| glyph[0] == first && glyph.get(1).copied() == second;
    GLYPHS
        .iter()
        .position(has_bytes)
        .map_or(0, |index| index as u8 + 1)
}

/// The PGN token of a result.
fn token(result: Other) -> &'static str {
    let outcome = match result {
        Other::BlackWins => Outcome::Won(Color::Black),
        Other::WhiteWins => Outcome::Won(Color::White),
        _ => Outcome::Drawn,
    };
    outcome.token()
}

/// The result with that PGN token.
fn result_of(text: &[u8]) -> Option<Other> {
    let results = [Other::BlackWins, Other::WhiteWins, Other::Draw];
    results
        .into_iter()
        .find(|&result| token(result).as_bytes() == text)
}

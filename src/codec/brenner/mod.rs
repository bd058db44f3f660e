#![doc = include_str!("FORMAT.md")]
//!
//! # In this folder
//!
//! `code` knows the bytes of both notations, `geometry` what they mean on a board, [`encode`] and [`decode`] the order of things in
//! a game.

mod code;
mod decode;
mod encode;
mod geometry;

use self::code::Other;
use super::{
    by_game::{GameCodec, standard_start},
    moves_only,
    tape::Tape,
    walk::Walk,
};
use crate::{
    chess::identity::MenLine,
    error::Result,
    limits::Budget,
    pgn::{
        game::{Game, Item},
        layout::Reason,
    },
};
pub use code::Notation;

/// The tags that are headers, and their letters.
const SAID_TAGS: [(&str, u8); 6] = [
    ("White", b'W'),
    ("Black", b'B'),
    ("Date", b'D'),
    ("Site", b'L'),
    ("Event", b'T'),
    ("Opening", b'V'),
];

/// The number in the notes of the tag that the last byte says.
const RESULT: usize = SAID_TAGS.len();

/// The codec, in one of its notations.
#[derive(Clone, Copy, Debug)]
pub struct Brenner(pub Notation);

impl GameCodec for Brenner {
    fn objection(&self, game: &Game) -> Option<Reason> {
        standard_start(game)
            .err()
            .or_else(|| moves_only::objection(game))
            .or_else(|| too_many_men(game).then_some(Reason::Unsayable))
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        encode::game(self.0, game, tape, notes);
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        decode::game(self.0, bits, notes, budget)
    }
}

/// Whether a man moves or is made that has no number here. Only promotions and set-up positions bring such men about.
fn too_many_men(game: &Game) -> bool {
    let promotes = |item: &Item| matches!(item, Item::Move(m) if m.is_promotion());
    if game.tag("FEN").is_none() && !game.items.iter().any(promotes) {
        return false;
    }
    let mut line = MenLine::new(game.start().unwrap_or_default());
    game.items.iter().any(|item| {
        let wordless = matches!(item, Item::Move(m) if geometry::words(&line, *m).is_none());
        line.follow(item);
        wordless
    })
}

/// The bytes of the glyphs `!`, `?`, `!!`, `??`, `!?`, `?!`, which have the numbers 1 to 6.
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

/// The bytes of glyph `number`, if it has any.
fn glyphs(number: u8) -> Option<&'static [Other]> {
    GLYPHS.get(usize::from(number).checked_sub(1)?).copied()
}

/// The number of the glyph with these bytes.
fn number_of(first: Other, second: Option<Other>) -> u8 {
    let has_bytes = |glyph: &&[Other]| glyph[0] == first && glyph.get(1).copied() == second;
    GLYPHS
        .iter()
        .position(has_bytes)
        .map_or(0, |index| index as u8 + 1)
}

/// A result's token.
fn token(result: Other) -> &'static str {
    match result {
        Other::BlackWins => "0-1",
        Other::WhiteWins => "1-0",
        _ => "1/2-1/2",
    }
}

/// The result with that token.
fn result_of(text: &[u8]) -> Option<Other> {
    let results = [Other::BlackWins, Other::WhiteWins, Other::Draw];
    results
        .into_iter()
        .find(|&result| token(result).as_bytes() == text)
}

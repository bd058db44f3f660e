#![doc = include_str!("FORMAT.md")]
//!
//! # The module
//!
//! The fallback for whatever is not a game.
//!
//! Owns the payload of a block that is text altogether, and the texts on which models are trained
//! in advance ([`priming`]), which other codecs use, too, to spell names and comments. Does not
//! know what a game is.

mod pieces;
pub mod priming;

pub use pieces::{CodedTexts, code_pieces};

use super::{
    Codec, CodecId, Level, Outline,
    streams::{Stream, StreamsIn, StreamsOut},
};
use crate::{
    coding::{
        range::{Coder, Decoder, Encoder},
        text::Strength,
        varint,
    },
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::{
        game::Game,
        layout::{Document, KeptAsText, Piece, Reason},
    },
};

/// Stands in the place of the level when the text is stored uncompressed.
const STORED: u8 = 0;
/// The decoder checks once in this many bytes that it has not run past its input.
const CHECKED_EVERY: usize = 1 << 12;

/// The codec `text`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text;

impl Codec for Text {
    fn id(&self) -> CodecId {
        CodecId::Text
    }

    fn objection(&self, _: &Game) -> Option<Reason> {
        Some(Reason::Unsayable)
    }

    fn encode(&self, document: &Document, level: Level) -> Result<Vec<u8>> {
        if !document.repeats.is_empty() {
            return Err(Error::usage(
                "the text codec has no words for what comes again",
            ));
        }
        // How the text is coded stands first.
        let mut pieces = vec![STORED];
        let mut text = Vec::new();
        for piece in &document.pieces {
            let Piece::Text(bytes, reason) = piece else {
                return Err(Error::usage("the text codec was given a game"));
            };
            pieces.push(*reason as u8);
            varint::write(&mut pieces, bytes.len() as u64);
            text.extend_from_slice(bytes);
        }
        let mut model = priming::model(level.row().text, text.len());
        let mut encoder = Encoder::new();
        for &byte in &text {
            model.code(&mut encoder, byte);
        }
        let coded = encoder.finish();
        let (method, text) = if coded.len() < text.len() {
            (level.number(), coded)
        } else {
            (STORED, text)
        };
        pieces[0] = method;
        let mut streams = StreamsOut::new();
        streams.put(Stream::Layout, pieces);
        streams.put(Stream::Text, text);
        Ok(streams.into_payload())
    }

    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
        let streams = StreamsIn::new(payload)?;
        let mut layout = streams.get(Stream::Layout);
        let level = take_level(&mut layout)?;
        let lengths = lengths(layout, budget)?;
        let mut text = streams.get(Stream::Text);
        let decoded;
        if let Some(level) = level {
            let total = lengths.iter().map(|&(_, len)| len).sum();
            decoded = read_text(text, level.row().text, total)?;
            text = &decoded;
        }
        let mut document = Document::default();
        for (reason, len) in lengths {
            let bytes = varint::take(&mut text, len)?.to_vec();
            document.pieces.push(Piece::Text(bytes, reason));
        }
        match text {
            [] => Ok(document),
            _ => Err(Error::corrupt("there is more text than pieces")),
        }
    }

    fn outline(&self, mut layout: &[u8], budget: &Budget) -> Result<Outline> {
        let level = take_level(&mut layout)?;
        let mut kept_as_text = KeptAsText::default();
        for (reason, _) in lengths(layout, budget)? {
            kept_as_text.count(reason, 1);
        }
        Ok(Outline {
            level,
            kept_as_text,
        })
    }
}

/// The reasons and the lengths of all pieces, from what follows the level in the layout stream.
///
/// # Errors
/// Where they claim more than the budget has, or more text than the block.
fn lengths(mut layout: &[u8], budget: &Budget) -> Result<Vec<(Reason, usize)>> {
    let mut lengths = Vec::new();
    let mut total = 0;
    while let Some((reason, len)) = next_piece(&mut layout)? {
        budget.take(len)?;
        budget.take(charges::PIECE)?;
        total += len;
        if total as u64 > budget.text() {
            return Err(Error::corrupt("the pieces hold more text than the block"));
        }
        lengths.push((reason, len));
    }
    Ok(lengths)
}

/// Takes the first byte off the layout stream: the level; none where the text is stored
/// uncompressed.
fn take_level(layout: &mut &[u8]) -> Result<Option<Level>> {
    match varint::take(layout, 1)?[0] {
        STORED => Ok(None),
        number => Level::read(number).map(Some),
    }
}

/// Reads the next piece's entry in the layout stream: why it is text, and its length.
fn next_piece(layout: &mut &[u8]) -> Result<Option<(Reason, usize)>> {
    let Some((&number, rest)) = layout.split_first() else {
        return Ok(None);
    };
    *layout = rest;
    let reason = Reason::ALL.get(usize::from(number)).copied();
    let reason = reason.ok_or_else(|| Error::corrupt("a piece of no known kind"))?;
    Ok(Some((reason, varint::read_len(layout)?)))
}

fn read_text(coded: &[u8], strength: Strength, len: usize) -> Result<Vec<u8>> {
    let mut model = priming::model(strength, len);
    let mut decoder = Decoder::new(coded);
    let mut text = Vec::new();
    while text.len() < len {
        for _ in 0..CHECKED_EVERY.min(len - text.len()) {
            text.push(model.code(&mut decoder, 0));
        }
        decoder.expect_more("the text ends too early")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests;

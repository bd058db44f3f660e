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

pub use pieces::code_pieces;

use super::{
    Codec, CodecId, Level, Outline,
    streams::{Stream, StreamsIn, StreamsOut},
};
use crate::{
    coding::{
        range::{Coder, Decoder, Encoder, ONE, cost},
        text::Strength,
        varint,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::Game,
        layout::{Document, Piece, Reason},
    },
};

/// Bytes in which the frequencies of single bytes are looked at. In fewer, chance decides how
/// frequent they are; in the text as a whole, a few games at its end hardly change them.
const PART: usize = 1 << 12;

/// Whether `text` is noise, such as what another program has packed: no model makes it smaller, and
/// all take their time to find that out. Some hundred bytes of something else may be among it.
pub fn is_noise(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<PART>() else {
        return false;
    };
    /// 7.6 bits a byte. Packed data seem to have 7.95 in a part, pictures 7.8, texts 4 to 6.
    const NOISY: u64 = 76 * 256 * PART as u64 / 10;
    let is_noisy = |part: &[u8; PART]| information(part) > NOISY;
    // Noise may come again, which zstd would find.
    let zstd_gains = || match zstd::bulk::compress(text, 3) {
        Ok(packed) => packed.len() < text.len() - text.len() / 128,
        Err(_) => true,
    };
    text.as_chunks().0.iter().all(is_noisy) && is_noisy(last) && !zstd_gains()
}

/// What the bytes of `part` tell, each by how frequent it is there, in 1/256 bit.
fn information(part: &[u8; PART]) -> u64 {
    let mut counts = [0u32; 256];
    for &byte in part {
        counts[usize::from(byte)] += 1;
    }
    let told = |count: u32| u64::from(count) * cost(count * (ONE / PART as u32));
    counts
        .into_iter()
        .filter(|&count| count > 0)
        .map(told)
        .sum()
}

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
        let level = level_of(varint::take(&mut layout, 1)?[0])?;
        let mut lengths = Vec::new();
        let mut total = 0;
        while let Some((reason, len)) = next_piece(&mut layout)? {
            budget.take(len)?;
            budget.take(size_of::<Piece>())?;
            total += len;
            if total as u64 > budget.text() {
                return Err(Error::corrupt("the pieces hold more text than the block"));
            }
            lengths.push((reason, len));
        }
        let mut text = streams.get(Stream::Text);
        let decoded;
        if let Some(level) = level {
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
        let level = level_of(varint::take(&mut layout, 1)?[0])?;
        let mut reasons = Vec::new();
        while let Some((reason, _)) = next_piece(&mut layout)? {
            budget.take(size_of::<Reason>())?;
            reasons.push(reason);
        }
        Ok(Outline { level, reasons })
    }
}

/// The level in the first byte of the layout stream; none where the text is stored uncompressed.
fn level_of(method: u8) -> Result<Option<Level>> {
    match method {
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
        if decoder.overrun() {
            return Err(Error::truncated("the text ends too early"));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests;

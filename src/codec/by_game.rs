//! The framework of the historical codecs, each of which writes one game at a time.
//!
//! Owns the trait that each of them implements, [`GameCodec`], and [`ByGame`], which makes such a
//! codec into one of blocks, with the streams of FORMAT.md 7.G. Knows nothing of any encoding.

use super::{
    Codec, CodecId, Level, Outline, layout,
    streams::{Stream, StreamsIn, StreamsOut},
    tape::Tape,
};
use crate::{
    coding::varint,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::Game,
        layout::{Document, Piece, Reason},
    },
};
use std::io::{self, Read};

/// A codec that turns one game into bits, and writes notes of what these bits cannot express.
pub trait GameCodec: Sync {
    /// The reason why the encoding cannot express `game`; `None` if it can.
    fn objection(&self, game: &Game) -> Option<Reason>;

    /// Encodes a game that [`objection`](GameCodec::objection) accepts. What the game holds but the
    /// encoding cannot express (tags that it has no letter for, comments where it knows only moves)
    /// goes into `notes`.
    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>);

    /// Decodes one game. `bits` are those of this game, zero-padded to a byte; `notes` begin with
    /// those of this game and are advanced past them.
    ///
    /// # Errors
    /// For what the codec's FORMAT.md calls an error or damage, or does not speak of.
    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game>;
}

/// A [`Codec`] of blocks, made from a codec of games.
#[derive(Clone, Copy, Debug)]
pub struct ByGame<C> {
    id: CodecId,
    /// The codec of each game.
    games: C,
}

impl<C> ByGame<C> {
    /// The codec with the number `id` that codes each game by `games`.
    pub const fn new(id: CodecId, games: C) -> ByGame<C> {
        ByGame { id, games }
    }
}

impl<C: GameCodec> Codec for ByGame<C> {
    fn id(&self) -> CodecId {
        self.id
    }

    fn objection(&self, game: &Game) -> Option<Reason> {
        self.games.objection(game)
    }

    fn encode(&self, document: &Document, _: Level) -> Result<Vec<u8>> {
        let (mut moves, mut notes, mut text) = (Vec::new(), Vec::new(), Vec::new());
        for piece in &document.pieces {
            match piece {
                Piece::Game(game, _) => {
                    let mut tape = Tape::new();
                    self.games.encode(game, &mut tape, &mut notes);
                    varint::write(&mut moves, tape.len().div_ceil(8) as u64);
                    tape.append_to(&mut moves);
                }
                Piece::Text(bytes, _) => {
                    varint::write(&mut text, bytes.len() as u64);
                    text.extend_from_slice(bytes);
                }
            }
        }
        let mut streams = StreamsOut::new();
        streams.put(Stream::Layout, layout::write(document)?);
        streams.put(Stream::Moves, moves);
        streams.put(Stream::Notes, squeeze(&notes)?);
        streams.put(Stream::Text, squeeze(&text)?);
        streams.put(Stream::Edits, layout::write_edits(document)?);
        Ok(streams.into_payload())
    }

    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
        let streams = StreamsIn::new(payload)?;
        let (notes, text) = (
            unsqueeze(streams.get(Stream::Notes), budget)?,
            unsqueeze(streams.get(Stream::Text), budget)?,
        );
        let (mut moves, mut notes, mut text) = (streams.get(Stream::Moves), &notes[..], &text[..]);
        let mut document = layout::read(streams.get(Stream::Layout), budget)?;
        for piece in &mut document.pieces {
            match piece {
                Piece::Game(game, _) => {
                    let len = varint::read_len(&mut moves)?;
                    let bits = varint::take(&mut moves, len)?;
                    **game = self.games.decode(bits, &mut notes, budget)?;
                }
                Piece::Text(bytes, _) => {
                    let len = varint::read_len(&mut text)?;
                    budget.take(len)?;
                    bytes.extend_from_slice(varint::take(&mut text, len)?);
                }
            }
        }
        if ![moves, notes, text].iter().all(|rest| rest.is_empty()) {
            return Err(Error::corrupt("a stream is longer than its games"));
        }
        layout::read_edits(streams.get(Stream::Edits), &mut document, budget)?;
        Ok(document)
    }

    fn games(&self) -> Option<&dyn GameCodec> {
        Some(&self.games)
    }

    fn outline(&self, layout: &[u8], budget: &Budget) -> Result<Outline> {
        Ok(Outline {
            level: None,
            kept_as_text: layout::kept_as_text(layout, budget)?,
        })
    }
}

/// Zstandard level of notes and text.
const ZSTD_LEVEL: i32 = 19;
/// The base-2 logarithm of the largest window of a frame: no level up to that one has a larger one,
/// and a decoder makes room for as much as a frame asks for.
const ZSTD_WINDOW_LOG: u32 = 23;

/// Compresses a stream: its length, then a Zstandard frame. An empty stream stays empty.
fn squeeze(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    if !bytes.is_empty() {
        varint::write(&mut out, bytes.len() as u64);
        out.extend(zstd::bulk::compress(bytes, ZSTD_LEVEL)?);
    }
    Ok(out)
}

fn unsqueeze(mut bytes: &[u8], budget: &Budget) -> Result<Vec<u8>> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let len = varint::read_len(&mut bytes)?;
    budget.take(len)?;
    // The buffer grows as it is read into, so a frame that lies about its size cannot make it
    // larger than `len` + 1.
    let mut out = Vec::new();
    let mut inflate = || -> io::Result<&[u8]> {
        let mut frame = zstd::Decoder::with_buffer(bytes)?.single_frame();
        frame.window_log_max(ZSTD_WINDOW_LOG)?;
        frame.by_ref().take(len as u64 + 1).read_to_end(&mut out)?;
        Ok(frame.finish())
    };
    let rest = inflate().map_err(|_| Error::corrupt("a stream cannot be decompressed"))?;
    match out.len() == len && rest.is_empty() {
        true => Ok(out),
        false => Err(Error::corrupt("a stream has another length than it says")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn unsqueezed(bytes: &[u8]) -> Result<Vec<u8>> {
        unsqueeze(bytes, &Budget::new(1 << 40))
    }

    #[test]
    fn a_stream_longer_than_the_largest_window_comes_back() {
        let text = vec![b' '; (1 << ZSTD_WINDOW_LOG) + 1];
        assert!(unsqueezed(&squeeze(&text).unwrap()).unwrap() == text);
    }

    #[test]
    fn a_frame_with_a_large_window_is_refused() {
        let text = b"a few bytes";
        for (window_log, is_read) in [(ZSTD_WINDOW_LOG, true), (ZSTD_WINDOW_LOG + 1, false)] {
            let mut squeezed = Vec::new();
            varint::write(&mut squeezed, text.len() as u64);
            let mut encoder = zstd::Encoder::new(squeezed, 1).unwrap();
            encoder.window_log(window_log).unwrap();
            encoder.write_all(text).unwrap();
            // Before the length is known, a frame asks for its whole window.
            encoder.flush().unwrap();
            let squeezed = encoder.finish().unwrap();
            assert_eq!(unsqueezed(&squeezed).is_ok(), is_read, "{window_log}");
        }
    }

    #[test]
    fn a_stream_is_one_frame_of_the_length_that_it_says() {
        let text = b"the same again, the same again".repeat(40);
        let squeezed = squeeze(&text).unwrap();
        assert_eq!(unsqueezed(&squeezed).unwrap(), text);
        let frame = zstd::bulk::compress(&text, ZSTD_LEVEL).unwrap();
        for (len, frames) in [(1199, 1), (1201, 1), (1 << 32, 1), (1200, 2), (2400, 2)] {
            let mut other = Vec::new();
            varint::write(&mut other, len);
            other.extend(frame.repeat(frames));
            assert!(unsqueezed(&other).is_err(), "{len} bytes in {frames}");
        }
    }
}

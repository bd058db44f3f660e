//! What the historical codecs have in common: each writes one game at a time.
//!
//! Owns the trait that each of them implements and [`ByGame`], which makes a block's payload of such games: which pieces are
//! games and how they are laid out (stream layout), the bits of each game behind their length in bytes (moves), what the bits do not say
//! (notes) and the pieces that are no games (text). Knows nothing of any encoding.

use super::{
    Codec, CodecId, Level,
    streams::{Stream, StreamsIn, StreamsOut},
    tape::Tape,
};
use crate::{
    coding::varint,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Outcome},
        layout::{Document, Edit, Layout, Piece, Reason, Termination},
        style::Style,
    },
};

/// A codec that turns one game into bits, and what it has no words for into notes beside them.
pub trait GameCodec: Sync {
    /// Why the encoding has no words for `game`, if that is so.
    fn objection(&self, game: &Game) -> Option<Reason>;

    /// Writes a game without objection. What the encoding itself cannot say but the game holds (tags that it has no letter
    /// for, comments where it has moves alone) goes into `notes`.
    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>);

    /// Reads one game: `bits` are all its own, zero-padded to a byte; `notes` begin with its own and are moved past them.
    ///
    /// # Errors
    /// For anything that [`encode`](GameCodec::encode) does not write.
    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game>;
}

/// A [`Codec`] of blocks made of a codec of games.
#[derive(Clone, Copy, Debug)]
pub struct ByGame<C> {
    /// Its number in the format.
    pub id: CodecId,
    /// What writes each game.
    pub games: C,
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
                Piece::Text(bytes, _) => text.extend_from_slice(bytes),
            }
        }
        let mut streams = StreamsOut::new();
        streams.put(Stream::Layout, write_layout(document));
        streams.put(Stream::Moves, moves);
        streams.put(Stream::Notes, squeeze(&notes)?);
        streams.put(Stream::Text, squeeze(&text)?);
        Ok(streams.into_payload())
    }

    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
        let streams = StreamsIn::new(payload)?;
        let (notes, text) = (
            unsqueeze(streams.get(Stream::Notes), budget)?,
            unsqueeze(streams.get(Stream::Text), budget)?,
        );
        let mut layout = streams.get(Stream::Layout);
        let (mut moves, mut notes, mut text) = (streams.get(Stream::Moves), &notes[..], &text[..]);
        let mut document = read_layout(&mut layout, &mut text, budget)?;
        for piece in &mut document.pieces {
            if let Piece::Game(game, _) = piece {
                let len = varint::read_len(&mut moves)?;
                let bits = varint::take(&mut moves, len)?;
                **game = self.games.decode(bits, &mut notes, budget)?;
            }
        }
        match [layout, moves, notes, text]
            .iter()
            .all(|rest| rest.is_empty())
        {
            true => Ok(document),
            false => Err(Error::corrupt("a stream is longer than its games")),
        }
    }
}

/// Compression level of notes and text.
const ZSTD_LEVEL: i32 = 19;

/// Compresses the bytes of a stream: their number, then a Zstandard frame. Nothing stays nothing.
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
    let out = zstd::bulk::decompress(bytes, len)
        .map_err(|_| Error::corrupt("a stream cannot be decompressed"))?;
    match out.len() == len {
        true => Ok(out),
        false => Err(Error::corrupt("a stream has another length than it says")),
    }
}

const REASONS: [Reason; 5] = [
    Reason::NoGame,
    Reason::Start,
    Reason::Layout,
    Reason::Fault,
    Reason::Unsayable,
];

const TERMINATIONS: [Termination; 6] = [
    Termination::AsTagged,
    Termination::Missing,
    Termination::Token(Outcome::ALL[0]),
    Termination::Token(Outcome::ALL[1]),
    Termination::Token(Outcome::ALL[2]),
    Termination::Token(Outcome::ALL[3]),
];

fn write_layout(document: &Document) -> Vec<u8> {
    let mut out = Vec::new();
    varint::write(&mut out, document.styles.len() as u64);
    for style in &document.styles {
        write_style(&mut out, style);
    }
    varint::write(&mut out, document.pieces.len() as u64);
    for piece in &document.pieces {
        match piece {
            Piece::Game(_, layout) => {
                let termination = TERMINATIONS.iter().position(|&t| t == layout.termination);
                varint::write(&mut out, termination.unwrap_or_default() as u64);
                varint::write(&mut out, layout.style as u64);
                varint::write(&mut out, layout.edits.len() as u64);
                for edit in &layout.edits {
                    for number in [edit.keep, edit.drop, edit.insert.len()] {
                        varint::write(&mut out, number as u64);
                    }
                    out.extend_from_slice(&edit.insert);
                }
            }
            Piece::Text(bytes, reason) => {
                let reason = REASONS.iter().position(|r| r == reason).unwrap_or_default();
                varint::write(&mut out, (TERMINATIONS.len() + reason) as u64);
                varint::write(&mut out, bytes.len() as u64);
            }
        }
    }
    out
}

/// The document with its games still empty.
fn read_layout(input: &mut &[u8], text: &mut &[u8], budget: &Budget) -> Result<Document> {
    let mut document = Document::default();
    for _ in 0..varint::read_len(input)? {
        budget.take(size_of::<Style>())?;
        document.styles.push(read_style(input)?);
    }
    for _ in 0..varint::read_len(input)? {
        budget.take(size_of::<Piece>() + size_of::<Game>())?;
        let kind = varint::read_len(input)?;
        document
            .pieces
            .push(if let Some(&termination) = TERMINATIONS.get(kind) {
                let mut layout = Layout {
                    style: varint::read_len(input)?,
                    termination,
                    edits: Vec::new(),
                };
                for _ in 0..varint::read_len(input)? {
                    budget.take(size_of::<Edit>())?;
                    let (keep, drop) = (varint::read_len(input)?, varint::read_len(input)?);
                    let len = varint::read_len(input)?;
                    budget.take(len)?;
                    let insert = varint::take(input, len)?.to_vec();
                    layout.edits.push(Edit { keep, drop, insert });
                }
                if layout.style >= document.styles.len() {
                    return Err(Error::corrupt("no such style"));
                }
                Piece::Game(Box::default(), layout)
            } else {
                let reason = REASONS.get(kind - TERMINATIONS.len());
                let reason = reason.ok_or_else(|| Error::corrupt("no such kind of piece"))?;
                let len = varint::read_len(input)?;
                budget.take(len)?;
                Piece::Text(varint::take(text, len)?.to_vec(), *reason)
            });
    }
    Ok(document)
}

/// A style as its differences from the default: for each the numbers of the style passed over, plus one, and the value.
fn write_style(out: &mut Vec<u8>, style: &Style) {
    let mut usual = Vec::new();
    Style::default().pass(|value, _| {
        usual.push(value);
        value
    });
    let (mut usual, mut passed) = (usual.into_iter(), 1);
    style.clone().pass(|value, _| {
        if usual.next() == Some(value) {
            passed += 1;
        } else {
            varint::write(out, passed);
            varint::write(out, u64::from(value));
            passed = 1;
        }
        value
    });
    varint::write(out, 0);
}

fn read_style(input: &mut &[u8]) -> Result<Style> {
    let mut style = Style::default();
    let mut until_next = varint::read(input)?;
    let mut failure = None;
    style.pass(|value, values| match until_next {
        0 => value,
        1 => match read_difference(input, values) {
            Ok((value, next)) => {
                until_next = next;
                value
            }
            Err(error) => {
                until_next = 0;
                failure = Some(error);
                value
            }
        },
        _ => {
            until_next -= 1;
            value
        }
    });
    match failure {
        None if until_next == 0 => Ok(style),
        None => Err(Error::corrupt("a style has more habits than there are")),
        Some(error) => Err(error),
    }
}

fn read_difference(input: &mut &[u8], values: u32) -> Result<(u32, u64)> {
    let value = u32::try_from(varint::read(input)?).ok();
    let value = value.filter(|&value| value < values);
    let value = value.ok_or_else(|| Error::corrupt("no such habit"))?;
    Ok((value, varint::read(input)?))
}

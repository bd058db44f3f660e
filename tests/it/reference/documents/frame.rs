//! The frame of the codecs 1 to 7 (7.G), and notes (7.N).

use super::{
    bits::Bits,
    brenner::Brenner,
    game::{self, Game, Item, Line},
    jose::Jose,
    moves,
};
use crate::reference::container::{self, Bytes, ensure};
use std::io::Read;

/// The streams of a block, taken apart.
pub(super) struct Frame {
    pub(super) layout: Vec<u8>,
    pub(super) edits: Vec<u8>,
    pub(super) games: Vec<Game>,
    pub(super) texts: Vec<Vec<u8>>,
}

/// Undoes *squeezed* (7.G).
pub(super) fn unsqueezed(stream: &[u8]) -> Result<Vec<u8>, String> {
    if stream.is_empty() {
        return Ok(Vec::new());
    }
    let mut bytes = Bytes { all: stream, at: 0 };
    let len = bytes.varint()? as usize;
    let frame = zstd::Decoder::with_buffer(&stream[bytes.at..]);
    let mut frame = frame.map_err(|error| error.to_string())?.single_frame();
    // At most 8 MiB.
    let bounded = frame.window_log_max(23);
    bounded.map_err(|error| error.to_string())?;
    let mut held = Vec::new();
    let read = frame.read_to_end(&mut held);
    read.map_err(|error| error.to_string())?;
    ensure(frame.finish().is_empty(), "something behind a frame")?;
    ensure(held.len() == len, "length of what is squeezed")?;
    Ok(held)
}

/// 7.G: reads as many games and pieces of text as the streams hold.
pub(super) fn read(codec: u8, streams: &[(u64, &[u8])]) -> Result<Frame, String> {
    let stream = |wanted: u64| {
        let found = streams.iter().find(|(number, _)| *number == wanted);
        found.map_or(&[][..], |(_, bytes)| bytes)
    };
    let (notes, text) = (
        unsqueezed(stream(container::NOTES))?,
        unsqueezed(stream(container::TEXT))?,
    );
    let mut moves = Bytes {
        all: stream(container::MOVES),
        at: 0,
    };
    let mut notes = Bytes { all: &notes, at: 0 };
    let mut text = Bytes { all: &text, at: 0 };
    let mut games = Vec::new();
    while moves.at < moves.all.len() {
        let len = moves.varint()? as usize;
        games.push(game(codec, moves.take(len)?, &mut notes)?);
    }
    ensure(notes.at == notes.all.len(), "notes behind the last game")?;
    let mut texts = Vec::new();
    while text.at < text.all.len() {
        let len = text.varint()? as usize;
        texts.push(text.take(len)?.to_vec());
    }
    Ok(Frame {
        layout: stream(container::LAYOUT).to_vec(),
        edits: stream(container::EDITS).to_vec(),
        games,
        texts,
    })
}

/// A tag: a name and a value.
pub(super) type Tag = (Vec<u8>, Vec<u8>);

/// What a codec reads of a game's bits.
pub(super) trait Reader {
    /// Is told whether the game is one of Chess960 (9.2).
    fn begin(&mut self, _: bool) {}

    /// The tag that the bits say under this number.
    fn tag(&mut self, _: u64) -> Result<Tag, String> {
        Err("a tag that the bits do not say".into())
    }

    /// The next of the things that a run counts, behind the items of the game so far.
    fn next(&mut self, line: &Line, items: &[Item]) -> Result<Item, String>;

    /// Whether notes may say this.
    fn allows(&self, item: &Item) -> bool {
        !matches!(item, Item::Null | Item::Fault(_))
    }

    /// Checks that nothing is left.
    fn end(&mut self) -> Result<(), String>;
}

fn game(codec: u8, bytes: &[u8], notes: &mut Bytes<'_>) -> Result<Game, String> {
    let bits = Bits { bytes, at: 0 };
    let mut reader: Box<dyn Reader + '_> = match codec {
        1 => return super::bitpack::game(bits),
        2 | 3 => Box::new(Brenner::new(bytes, codec == 3)),
        4 => Box::new(Jose::new(bytes)?),
        5 => Box::new(moves::Index::new(bytes)?),
        6 => Box::new(moves::Squares(bits, false)),
        7 => Box::new(moves::Dense11(bits, false)),
        _ => return Err("no such codec".into()),
    };
    noted(reader.as_mut(), notes, codec)
}

/// Bytes up to a `00`, which is passed over.
fn text(notes: &mut Bytes<'_>) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    loop {
        match notes.fixed(1)? as u8 {
            0 => return Ok(text),
            byte => text.push(byte),
        }
    }
}

/// 7.N
fn noted(reader: &mut dyn Reader, notes: &mut Bytes<'_>, codec: u8) -> Result<Game, String> {
    let mut game = Game::default();
    loop {
        match notes.varint()? {
            0 => break,
            1 => game.tags.push((text(notes)?, text(notes)?)),
            said => game.tags.push(reader.tag(said - 2)?),
        }
    }
    ensure(!game::by_other_rules(&game.tags), "other rules")?; // 9.2
    let start = game::start(&game.tags);
    let chess960 = game::is_chess960(&start);
    ensure(!chess960 || !matches!(codec, 2..=4), "Chess960")?;
    reader.begin(chess960);
    let mut line = Line::new(start);
    loop {
        for _ in 0..notes.varint()? {
            let item = reader.next(&line, &game.items)?;
            line.go(&item)?;
            game.items.push(item);
        }
        let item = match notes.varint()? {
            0 => break,
            1 => {
                let glyph = notes.varint()?;
                Item::Glyph(u8::try_from(glyph).map_err(|error| error.to_string())?)
            }
            2 => Item::Comment(text(notes)?),
            3 => Item::Open,
            4 => Item::Close,
            5 => Item::Null,
            6 => {
                ensure(notes.varint()? <= 3, "kind of a move")?;
                Item::Fault(text(notes)?)
            }
            _ => return Err("no such item".into()),
        };
        ensure(reader.allows(&item), "what the notes may not say")?;
        line.go(&item)?;
        game.items.push(item);
    }
    ensure(line.depth() == 0, "a bracket too few")?;
    reader.end()?;
    Ok(game)
}

//! `src/codec/text/FORMAT.md`: the payload of codec 0, and what its models have read.

use super::{
    coder::{AdaptiveBit, RangeDecoder, Source},
    text::{Strength, TextModel, Trained},
};
use crate::reference::{
    container::{self, Bytes, ensure, streams},
    positions::Lists,
};
use std::sync::LazyLock;

/// A folder of the data that the document names.
macro_rules! priming {
    ($name:literal) => {
        include_bytes!(concat!("../../../../src/codec/text/priming/", $name))
    };
}

/// The snapshot.
pub(crate) static SNAPSHOT: &[u8] = priming!("snapshot.bin");

/// The texts that are read line by line, in order, each with its field.
const LINES: [(u32, &[u8]); 7] = [
    (7, priming!("templates.txt")),
    (15, priming!("values.txt")),
    (6, priming!("tags.txt")),
    (1, priming!("french.txt")),
    (1, priming!("spanish.txt")),
    (1, priming!("german.txt")),
    (1, priming!("english.txt")),
];

/// The text that is read as one string, and its field.
const PLAIN: (u32, &[u8]) = (0, priming!("plain.txt"));

/// The model that has read what the document calls *pieces*.
fn trained(strength: Strength) -> Trained {
    let lines = &LINES[..3];
    let bytes: usize = lines.iter().map(|(_, text)| text.len()).sum();
    let mut model = TextModel::new(strength, bytes + PLAIN.1.len(), Some(SNAPSHOT));
    model.read(PLAIN.0, PLAIN.1);
    read_lines(&mut model, lines);
    model.trained()
}

/// A model that has read *pieces*, for `bytes` bytes, as a method or a level says.
fn model(method: u64, bytes: usize) -> TextModel {
    static FAST: LazyLock<Trained> = LazyLock::new(|| trained(Strength::Fast));
    static FULL: LazyLock<Trained> = LazyLock::new(|| trained(Strength::Full));
    static MOST: LazyLock<Trained> = LazyLock::new(|| trained(Strength::Most));
    let trained = match method {
        1..=3 => &FAST,
        4..=7 => &FULL,
        _ => &MOST,
    };
    trained.start(bytes)
}

/// A model for `bytes` bytes that has read templates of comments, and the snapshot
/// (`src/codec/model/comments/MODEL.md`, 8.4).
pub(crate) fn templates(strength: Strength, bytes: usize) -> TextModel {
    trained_on(strength, &LINES[..1]).start(bytes)
}

/// A model for `bytes` bytes of prose that has read some, if these are 64 at least, and the snapshot
/// (`src/codec/model/comments/MODEL.md`, 20.1).
pub(crate) fn prose(strength: Strength, bytes: usize) -> TextModel {
    if bytes < 64 {
        return templates(strength, bytes);
    }
    trained_on(strength, &LINES[3..]).start(bytes)
}

/// The model that has read what the document of codec `text` calls *tags*
/// (`src/codec/model/tags/MODEL.md`, 2.1), and the snapshot.
pub(crate) fn tags(strength: Strength) -> Trained {
    trained_on(strength, &LINES[1..3])
}

/// The model that has read texts line by line, and the snapshot.
fn trained_on(strength: Strength, texts: &[(u32, &[u8])]) -> Trained {
    let bytes = texts.iter().map(|(_, text)| text.len()).sum();
    let mut model = TextModel::new(strength, bytes, Some(SNAPSHOT));
    read_lines(&mut model, texts);
    model.trained()
}

/// Has a model read texts line by line.
fn read_lines(model: &mut TextModel, texts: &[(u32, &[u8])]) {
    for (field, text) in texts {
        let text = text.strip_suffix(b"\n").expect("a line end at the end");
        for line in text.split(|&byte| byte == b'\n') {
            model.read(*field, line);
        }
    }
}

/// A piece: the number of the reason why it is text, and its bytes.
pub(crate) type Piece = (u64, Vec<u8>);

/// The pieces of a payload of codec 0, of a block whose text has `text_bytes` bytes, or what is
/// wrong with it.
pub(crate) fn decode(payload: &[u8], text_bytes: u64) -> Result<Vec<Piece>, String> {
    let (mut layout, mut text) = (&[][..], &[][..]);
    for (number, stream) in streams(payload)? {
        match number {
            container::LAYOUT => layout = stream,
            container::TEXT => text = stream,
            _ => {}
        }
    }
    let mut layout = Bytes { all: layout, at: 0 };
    let method = layout.fixed(1)?;
    ensure(method <= 9, "method")?;
    let pieces = pieces(&mut layout, text_bytes)?;
    let bytes = pieces.iter().map(|&(_, bytes)| bytes).sum();
    let text = match method {
        0 => text.to_vec(),
        _ => decode_text(method, text, bytes)?,
    };
    ensure(text.len() == bytes, "length of the text")?;
    let mut rest = text.as_slice();
    let mut cut = |(reason, bytes)| {
        let (piece, behind) = rest.split_at(bytes);
        rest = behind;
        (reason, piece.to_vec())
    };
    Ok(pieces.into_iter().map(&mut cut).collect())
}

/// The reasons and lengths of the pieces.
fn pieces(layout: &mut Bytes<'_>, most: u64) -> Result<Vec<(u64, usize)>, String> {
    let mut pieces = Vec::new();
    let mut left = most;
    while layout.at < layout.all.len() {
        let reason = layout.fixed(1)?;
        ensure(reason <= 5, "reason")?;
        let bytes = layout.varint()?;
        left = left.checked_sub(bytes).ok_or("lengths of the pieces")?;
        pieces.push((reason, bytes as usize));
    }
    Ok(pieces)
}

fn decode_text(method: u64, stream: &[u8], bytes: usize) -> Result<Vec<u8>, String> {
    let mut source = RangeDecoder::new(stream);
    let mut model = model(method, bytes);
    let mut text = Vec::new();
    for _ in 0..bytes {
        text.push(model.decode_byte(&mut source));
        ensure(source.is_sound(), "the text is cut short")?;
    }
    Ok(text)
}

/// The pieces inside another codec, of which there are `count`, or what is wrong with them (*Pieces
/// inside other codecs*, and 7.8.4 of the format).
pub(crate) fn decode_inside(
    source: &mut RangeDecoder<'_>,
    level: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, String> {
    let mut is_list = AdaptiveBit::new();
    let are_lists: Vec<bool> = (0..count).map(|_| is_list.decode(source)).collect();
    let mut pieces = vec![Vec::new(); count];
    if are_lists.contains(&false) {
        let mut model = model(level, size(source)?);
        for (piece, _) in pieces
            .iter_mut()
            .zip(&are_lists)
            .filter(|(_, is_list)| !**is_list)
        {
            *piece = model.decode_string(source, 0);
        }
    }
    if are_lists.contains(&true) {
        let mut model = model(level, size(source)?);
        let mut lists = Lists::new(level as u8);
        for (piece, _) in pieces
            .iter_mut()
            .zip(&are_lists)
            .filter(|(_, is_list)| **is_list)
        {
            *piece = lists.decode(source, |source, field| model.decode_string(source, field));
        }
    }
    Ok(pieces)
}

/// The size of a model.
fn size(source: &mut RangeDecoder<'_>) -> Result<usize, String> {
    let s = source.raw(5);
    ensure(s <= 24, "size of the model")?;
    Ok(1 << s)
}

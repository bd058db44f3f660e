//! `src/codec/text/FORMAT.md`: the payload of codec 0, and what its models have read.

use super::{
    coder::RangeDecoder,
    text::{Strength, TextModel, Trained},
};
use crate::reference::{Bytes, ensure, streams};
use std::sync::LazyLock;

/// A folder of the data that the document names.
macro_rules! priming {
    ($name:literal) => {
        include_bytes!(concat!("../../../src/codec/text/priming/", $name))
    };
}

static SNAPSHOT: &[u8] = priming!("snapshot.bin");

/// The texts that are read line by line, in order, each with its field.
const LINES: [(u32, &[u8]); 11] = [
    (7, priming!("templates.txt")),
    (15, priming!("values.txt")),
    (6, priming!("tags.txt")),
    (5, priming!("openings.txt")),
    (4, priming!("sites.txt")),
    (3, priming!("events.txt")),
    (2, priming!("players.txt")),
    (1, priming!("french.txt")),
    (1, priming!("spanish.txt")),
    (1, priming!("german.txt")),
    (1, priming!("english.txt")),
];

/// The text that is read as one string, and its field.
const PLAIN: (u32, &[u8]) = (0, priming!("plain.txt"));

/// The model that has read *all*.
fn trained(strength: Strength) -> Trained {
    let bytes: usize = LINES.iter().map(|(_, text)| text.len()).sum();
    let mut model = TextModel::new(strength, bytes + PLAIN.1.len(), Some(SNAPSHOT));
    model.read(PLAIN.0, PLAIN.1);
    for (field, text) in LINES {
        let text = text.strip_suffix(b"\n").expect("a line end at the end");
        for line in text.split(|&byte| byte == b'\n') {
            model.read(field, line);
        }
    }
    model.trained()
}

/// A model that has read *all*, for `bytes` bytes, as the method says.
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

/// The text of a payload of codec 0, which has `text_bytes` bytes, or what is wrong.
pub(crate) fn decode(payload: &[u8], text_bytes: u64) -> Result<Vec<u8>, String> {
    let (mut layout, mut text) = (Vec::new(), Vec::new());
    for (number, stream) in streams(payload)? {
        match number {
            0 => layout = stream,
            9 => text = stream,
            _ => {}
        }
    }
    let mut layout = Bytes {
        all: &layout,
        at: 0,
    };
    let method = layout.fixed(1)?;
    ensure(method <= 9, "method")?;
    let bytes = pieces(&mut layout, text_bytes)?;
    if method == 0 {
        ensure(text.len() as u64 == bytes, "length of the stored text")?;
        return Ok(text);
    }
    let mut source = RangeDecoder::new(&text);
    let mut model = model(method, bytes as usize);
    let text = (0..bytes).map(|_| model.decode_byte(&mut source)).collect();
    ensure(source.beyond() <= 5, "the text is cut short")?;
    Ok(text)
}

/// How many bytes the pieces have together.
fn pieces(layout: &mut Bytes<'_>, most: u64) -> Result<u64, String> {
    let mut bytes = 0_u64;
    while layout.at < layout.all.len() {
        ensure(layout.fixed(1)? <= 5, "reason")?;
        bytes = bytes.saturating_add(layout.varint()?);
        ensure(bytes <= most, "lengths of the pieces")?;
    }
    Ok(bytes)
}

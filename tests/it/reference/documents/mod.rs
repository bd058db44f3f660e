//! A second decoder of documents, written from the documents alone: from the payload of a block to
//! its text. Slow and plain; it shares no code with the first. Numbers in comments are sections of
//! FORMAT.md.
//!
//! Chess itself is that of the crate `shakmaty`, the frames of Zstandard are those of the crate
//! `zstd`.

mod atoms;
mod bitpack;
mod bits;
mod brenner;
mod drawn;
mod edits;
mod fold;
mod frame;
mod game;
mod jose;
mod layout;
mod loose;
mod model;
mod model_tests;
mod moves;
mod payloads;
mod properties;
mod render;
mod spell;
mod style;
mod tests;

use crate::reference::{
    container::{self, ensure},
    models::coder::RangeDecoder,
};

/// The text of a block that codec `codec`, one of 1 to 7, wrote.
fn decode(codec: u8, payload: &[u8]) -> Result<Vec<u8>, String> {
    // 7.S: a payload of no bytes has no streams.
    let streams = match payload {
        [] => Vec::new(),
        _ => container::streams(payload)?,
    };
    let frame = frame::read(codec, &streams)?;
    let layout = layout::read(&mut RangeDecoder::new(&frame.layout))?;
    let mut edits = RangeDecoder::new(&frame.edits);
    rendered(&layout, &frame.games, &frame.texts, &mut edits)
}

/// The text of all pieces, and of those that come again (9). `edits` is the stream of edits.
fn rendered(
    layout: &layout::Layout,
    games: &[game::Game],
    texts: &[Vec<u8>],
    edits: &mut RangeDecoder<'_>,
) -> Result<Vec<u8>, String> {
    let is_game = |piece: &&layout::Piece| matches!(piece, layout::Piece::Game(_));
    let count = layout.pieces.iter().filter(is_game).count();
    ensure(games.len() == count, "games for other pieces")?;
    let written = edits::written(edits, layout, games)?;
    let (mut written, mut texts) = (written.iter(), texts.iter());
    let mut pieces = Vec::new();
    for piece in &layout.pieces {
        pieces.push(match piece {
            layout::Piece::Text => texts.next().ok_or("no text is left")?.clone(),
            layout::Piece::Game(_) => written.next().ok_or("no game is left")?.clone(),
        });
    }
    ensure(texts.next().is_none(), "texts behind the last piece")?;
    let mut text = Vec::new();
    for place in 0..=pieces.len() {
        for repeat in layout.repeats.iter().filter(|r| r.at == place as u64) {
            let row = &pieces[repeat.from as usize..][..repeat.count as usize];
            ensure(row.iter().all(|piece| !piece.is_empty()), "nothing again")?;
            for _ in 0..repeat.times {
                text.extend(row.concat());
                ensure(text.len() <= MOST_TEXT, "more text than these tests read")?;
            }
        }
        text.extend(pieces.get(place).into_iter().flatten());
    }
    Ok(text)
}

/// Hostile payloads may say that a text comes again 2^32 times.
const MOST_TEXT: usize = 1 << 26;

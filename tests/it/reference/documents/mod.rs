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
    rendered(&layout, &frame.games, &frame.texts)
}

/// The text of all pieces, and of those that come again (9).
fn rendered(
    layout: &layout::Layout,
    games: &[game::Game],
    texts: &[Vec<u8>],
) -> Result<Vec<u8>, String> {
    let (mut games, mut texts) = (games.iter(), texts.iter());
    let mut pieces = Vec::new();
    for piece in &layout.pieces {
        pieces.push(match piece {
            layout::Piece::Text => texts.next().ok_or("no text is left")?.clone(),
            layout::Piece::Game(form) => {
                let game = games.next().ok_or("no game is left")?;
                written(game, &layout.styles[form.style], form)?
            }
        });
    }
    let rest = games.next().is_none() && texts.next().is_none();
    ensure(rest, "games or texts behind the last piece")?;
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

/// The text of a game: its plain rendering in its style, with its edits made (9).
fn written(
    game: &game::Game,
    style: &style::Style,
    form: &layout::Form,
) -> Result<Vec<u8>, String> {
    let plain = render::render(game, style, form)?;
    let loose = match &form.loose[..] {
        [] => plain,
        edits => loose::edited(&plain, edits, style)?,
    };
    fold::edited(&fold::fold(&loose, style), &form.folded)
}

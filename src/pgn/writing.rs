//! [`Document`] → the text that it was read from, to the byte.

use super::{
    departure::{Room, Unfolded},
    game::Game,
    layout::{Document, Edit, Layout, Piece, Repeat},
    page::Unwritten,
    render::{Rendering, Spellings},
    style::Style,
};
use crate::{
    chess::san::Spelling,
    error::{Error, Result},
    limits::{MOST_BLOCK_SIZE, most_rendered_together},
};
use std::ops::Range;

/// The text that [`read`](super::read) made `document` from.
///
/// # Errors
/// Where the document names a style that it does not have, edits beyond the end of a game, or
/// repeats what is not there: no document made by [`read`](super::read) does.
pub fn write(document: &Document) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    append(document, u64::MAX, &mut out)?;
    Ok(out)
}

/// As [`write()`], for a document whose text should have at most `most` bytes: what a style puts
/// around each game may be many times as long as the game. Takes memory for `most` bytes at once
/// ([`MOST_BLOCK_SIZE`] at most): a text that grows takes a page fault for each small page, a large piece
/// one for each large page.
///
/// # Errors
/// As [`write()`], corrupt as soon as a piece takes the text beyond `most` bytes, and limit where the
/// renderings of games have [far more](most_rendered_together) together.
pub fn write_at_most(document: &Document, most: u64) -> Result<Vec<u8>> {
    // The last move of a full text must not make it grow, either.
    let mut out = Vec::with_capacity(most.min(MOST_BLOCK_SIZE) as usize + Spelling::ROOM);
    append(document, most, &mut out)?;
    Ok(out)
}

/// The text of the `pieces` of a document with these `styles`, one after another.
///
/// # Errors
/// As [`write()`].
pub fn write_pieces<'p>(
    styles: &[Style],
    pieces: impl IntoIterator<Item = &'p Piece>,
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut scribe = Scribe::new(u64::MAX);
    for piece in pieces {
        scribe.append(styles, piece, &mut out)?;
    }
    Ok(out)
}

fn append(document: &Document, most: u64, out: &mut Vec<u8>) -> Result<()> {
    let mut scribe = Scribe::new(most);
    let mut repeats = document.repeats.as_slice();
    // Where the text of each piece is, if any come again.
    let mut spans = Vec::new();
    for (number, piece) in document.pieces.iter().enumerate() {
        repeats = repeat(repeats, number, &spans, most, out)?;
        let start = out.len();
        scribe.append(&document.styles, piece, out)?;
        check(out.len(), most)?;
        if !repeats.is_empty() {
            spans.push(start..out.len());
        }
    }
    match repeat(repeats, document.pieces.len(), &spans, most, out)? {
        [] => Ok(()),
        _ => Err(absent()),
    }
}

/// Appends what comes again behind the first `number` pieces, whose texts are at `spans`. Returns
/// the repeats that follow.
fn repeat<'r>(
    repeats: &'r [Repeat],
    number: usize,
    spans: &[Range<usize>],
    most: u64,
    out: &mut Vec<u8>,
) -> Result<&'r [Repeat]> {
    let here = repeats
        .iter()
        .take_while(|repeat| repeat.at == number)
        .count();
    let (here, later) = repeats.split_at(here);
    for repeat in here {
        let end = repeat.from.checked_add(repeat.count);
        let spans = end.and_then(|end| spans.get(repeat.from..end));
        let start = out.len();
        for span in spans.ok_or_else(absent)? {
            // So that what comes again takes no more time than the text has bytes.
            if span.is_empty() {
                return Err(Error::corrupt("a piece without text comes again"));
            }
            check(out.len().saturating_add(span.len()), most)?;
            out.extend_from_within(span.clone());
        }
        let row = start..out.len();
        check(
            start.saturating_add(row.len().saturating_mul(repeat.times)),
            most,
        )?;
        for _ in 1..repeat.times {
            out.extend_from_within(row.clone());
        }
    }
    Ok(later)
}

/// The error for a repeat of pieces that do not stand before it.
fn absent() -> Error {
    Error::corrupt("a piece comes again before it was there")
}

/// # Errors
/// Corrupt where a text of `len` bytes has more than `most`.
fn check(len: usize, most: u64) -> Result<()> {
    match len as u64 <= most {
        true => Ok(()),
        false => Err(Error::corrupt("there is more text than there should be")),
    }
}

/// Writes games, one after another in the same buffers.
pub struct Scribe {
    room: Room,
    spellings: Spellings,
    /// How many bytes the renderings of the next games may have together.
    left: usize,
}

impl Scribe {
    /// For a text that should have at most `most` bytes.
    pub fn new(most: u64) -> Scribe {
        Scribe {
            room: Room::default(),
            spellings: Spellings::default(),
            left: most_rendered_together(most),
        }
    }

    /// The rendering of a game before its lines are folded: what its loose edits change.
    ///
    /// # Errors
    /// Corrupt where its style is not among the `styles`, limit where games are too long.
    pub fn unfolded<'s>(
        &'s mut self,
        styles: &'s [Style],
        game: &'s Game,
        layout: &Layout,
    ) -> Result<Unfolded<'s>> {
        self.spell(game, layout);
        let rendering = rendering(&self.spellings, self.left, styles, game, layout)?;
        let unfolded = self.room.unfolded(rendering).map_err(Unwritten::tell)?;
        self.left -= unfolded.text().len();
        Ok(unfolded)
    }

    /// The rendering of a game with its lines folded: what its folded edits change if it has no
    /// others.
    ///
    /// # Errors
    /// As [`unfolded`](Scribe::unfolded).
    pub fn folded(&mut self, styles: &[Style], game: &Game, layout: &Layout) -> Result<&[u8]> {
        self.spell(game, layout);
        let rendering = rendering(&self.spellings, self.left, styles, game, layout)?;
        let text = self.room.folded(rendering).map_err(Unwritten::tell)?;
        self.left -= text.len();
        Ok(text)
    }

    /// Appends the text of a piece.
    fn append(&mut self, styles: &[Style], piece: &Piece, out: &mut Vec<u8>) -> Result<()> {
        match piece {
            Piece::Text(text, _) => out.extend_from_slice(text),
            Piece::Game(game, layout) => self.write(styles, game, layout, out)?,
        }
        Ok(())
    }

    /// Appends the text of a game.
    fn write(
        &mut self,
        styles: &[Style],
        game: &Game,
        layout: &Layout,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.spell(game, layout);
        let rendering = rendering(&self.spellings, self.left, styles, game, layout)?;
        let written = self.room.write(rendering, &layout.edits, out);
        self.left -= written.map_err(Unwritten::tell)?;
        Ok(())
    }

    fn spell(&mut self, game: &Game, layout: &Layout) {
        self.spellings.respell(game);
        self.spellings.renumber(layout.first_number);
    }
}

impl<'s> Unfolded<'s> {
    /// The rendering with these `loose` edits made and its lines folded: what folded edits change.
    ///
    /// # Errors
    /// Limit where games are too long, corrupt where an edit reaches beyond the end.
    pub fn refolded(self, loose: &[Edit]) -> Result<&'s [u8]> {
        self.edited(loose).map_err(Unwritten::tell)
    }
}

/// The rendering of a game in the style that its `layout` names, of at most `most` bytes.
///
/// # Errors
/// Corrupt where there is no such style.
fn rendering<'a>(
    spellings: &'a Spellings,
    most: usize,
    styles: &'a [Style],
    game: &'a Game,
    layout: &Layout,
) -> Result<Rendering<'a>> {
    let style = styles.get(layout.style);
    let style = style.ok_or_else(|| Error::corrupt("a game names a style that is not there"))?;
    Ok(Rendering {
        game,
        spellings,
        style,
        termination: layout.termination,
        most,
    })
}

impl Unwritten {
    /// The error that a reader is told.
    fn tell(self) -> Error {
        match self {
            Unwritten::TooLong => {
                Error::limit("games are too long before what leads to their text")
            }
            Unwritten::BeyondEnd => Error::corrupt("an edit reaches beyond the end of its game"),
        }
    }
}

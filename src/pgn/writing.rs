//! [`Document`] → the text that it was read from, to the byte.

use super::{
    departure::Room,
    layout::{Document, Piece},
    render::{Rendering, Spellings},
    style::Style,
};
use crate::{
    error::{Error, Result},
    limits::{MOST_BLOCK_TEXT, most_rendered},
};

/// The text that [`read`](super::read) made `document` from.
///
/// # Errors
/// Where the document names a style that it does not have or edits beyond the end of a game: no
/// document made by [`read`](super::read) does.
pub fn write(document: &Document) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    append(document, u64::MAX, &mut out)?;
    Ok(out)
}

/// As [`write()`], for a document whose text should have at most `most` bytes: what a style puts
/// around each game may be many times as long as the game. Takes memory for `most` bytes at once
/// ([`MOST_BLOCK_TEXT`] at most): a text that grows takes a page fault for each small page, a large piece
/// one for each large page.
///
/// # Errors
/// As [`write()`], and corrupt as soon as a piece takes the text beyond `most` bytes, or is rendered
/// as [far more](most_rendered) than those.
pub fn write_at_most(document: &Document, most: u64) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(most.min(MOST_BLOCK_TEXT) as usize);
    append(document, most, &mut out)?;
    Ok(out)
}

fn append(document: &Document, most: u64, out: &mut Vec<u8>) -> Result<()> {
    let mut scribe = Scribe {
        most: usize::try_from(most).map_or(usize::MAX, most_rendered),
        ..Scribe::default()
    };
    for piece in &document.pieces {
        scribe.write(&document.styles, piece, out)?;
        if out.len() as u64 > most {
            return Err(Error::corrupt("there is more text than there should be"));
        }
    }
    Ok(())
}

/// Writes pieces, one after another in the same buffers.
#[derive(Default)]
struct Scribe {
    room: Room,
    spellings: Spellings,
    /// The most bytes of the rendering of a game.
    most: usize,
}

impl Scribe {
    /// Appends the text of one piece.
    fn write(&mut self, styles: &[Style], piece: &Piece, out: &mut Vec<u8>) -> Result<()> {
        let (game, layout) = match piece {
            Piece::Text(text, _) => {
                out.extend_from_slice(text);
                return Ok(());
            }
            Piece::Game(game, layout) => (game, layout),
        };
        let style = styles
            .get(layout.style)
            .ok_or_else(|| Error::corrupt("a game names a style that is not there"))?;
        self.spellings.respell(game);
        self.spellings.renumber(layout.first_number);
        let rendering = Rendering {
            game,
            spellings: &self.spellings,
            style,
            termination: layout.termination,
            most: self.most,
        };
        self.room
            .write(rendering, &layout.edits, out)
            .ok_or_else(|| Error::corrupt("a game is too long, or an edit reaches beyond its end"))
    }
}

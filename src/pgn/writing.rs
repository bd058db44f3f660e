//! [`Document`] → the text that it was read from, to the byte.

use super::{
    departure::Room,
    layout::{Document, Piece},
    page::Unwritten,
    render::{Rendering, Spellings},
    style::Style,
};
use crate::{
    error::{Error, Result},
    limits::{MOST_BLOCK_TEXT, most_rendered_together},
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
/// As [`write()`], corrupt as soon as a piece takes the text beyond `most` bytes, and limit where the
/// renderings of games have [far more](most_rendered_together) together.
pub fn write_at_most(document: &Document, most: u64) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(most.min(MOST_BLOCK_TEXT) as usize);
    append(document, most, &mut out)?;
    Ok(out)
}

fn append(document: &Document, most: u64, out: &mut Vec<u8>) -> Result<()> {
    let mut scribe = Scribe::new(most);
    for piece in &document.pieces {
        scribe.write(&document.styles, piece, out)?;
        if out.len() as u64 > most {
            return Err(Error::corrupt("there is more text than there should be"));
        }
    }
    Ok(())
}

/// Writes pieces, one after another in the same buffers.
struct Scribe {
    room: Room,
    spellings: Spellings,
    /// How many bytes the renderings of the next games may have together.
    left: usize,
}

impl Scribe {
    /// For a text that should have at most `most` bytes.
    fn new(most: u64) -> Scribe {
        Scribe {
            room: Room::default(),
            spellings: Spellings::default(),
            left: most_rendered_together(most),
        }
    }

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
            most: self.left,
        };
        let written = self.room.write(rendering, &layout.edits, out);
        self.left -= written.map_err(|why| match why {
            Unwritten::TooLong => {
                Error::limit("games are too long before what leads to their text")
            }
            Unwritten::BeyondEnd => Error::corrupt("an edit reaches beyond the end of its game"),
        })?;
        Ok(())
    }
}

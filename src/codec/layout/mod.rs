//! The layout of a block, the same in every codec: which of its pieces are games, and how the text
//! of each game differs from its plain rendering.
//!
//! There are two streams. What pieces there are, and in which styles, is known before anything else
//! ([`code`]); edits are read when the games are known, as they are made in renderings of these
//! ([`code_edits`]).
//!
//! One function codes both directions. Everything is coded under adaptive models, so that what was
//! seen before is cheap: a game that is exactly as its style says, after others that were too,
//! takes a hundredth of a bit; a departure that comes again wherever there is reason for it hardly
//! more.
//!
//! What games and texts hold is stored elsewhere. NOTES.md says what was tried.
//!
//! * `styles`: the styles that games name;
//! * `pieces`: which pieces are games, in which style, and how they end;
//! * `repeats`: which pieces come again;
//! * `edits`: which games have edits;
//! * `script`: one list of edits, in the text that they change.

mod edits;
mod pieces;
mod repeats;
mod script;
mod styles;
#[cfg(test)]
mod tests;

use crate::{
    coding::{
        adaptive::Number,
        range::{Coder, Decoder, Encoder},
    },
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::{
        layout::{self, Document, KeptAsText, Piece},
        style::Style,
    },
};
pub use edits::code_edits;
use pieces::Pieces;
use styles::StyleChanges;

/// What is wrong where a decoder has read more than there was.
const CUT_SHORT: &str = "the layout of a block ends too early";

/// The most styles of a block that a decoder accepts: many more than
/// [`pgn::read`](crate::pgn::read) makes. There is a limit because each piece may name any of them,
/// and the one that it names moves to the front of a list.
const MOST_STYLES: usize = 1 << 13;

/// The document of a block being coded.
#[derive(Debug)]
pub enum CodedDocument<'d> {
    /// It is written.
    Given(&'d Document),
    /// It is read: what there is of it so far.
    Read(&'d mut Document),
}

impl CodedDocument<'_> {
    fn given(&self) -> Option<&Document> {
        match self {
            CodedDocument::Given(document) => Some(document),
            CodedDocument::Read(_) => None,
        }
    }
}

/// The bytes of everything in `document` but the contents of its pieces.
///
/// # Errors
/// Where it has more styles than a block may have, or a game names one that is not there.
pub fn write(document: &Document) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new();
    let mut document = CodedDocument::Given(document);
    code(&mut encoder, &mut document, &Budget::of_writer())?;
    Ok(encoder.finish())
}

/// Reads what [`write()`] wrote: a document whose games and texts are still empty.
///
/// # Errors
/// For any other bytes that make no sense or claim more than the budget allows.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<Document> {
    let mut document = Document::default();
    let mut read = CodedDocument::Read(&mut document);
    code(&mut Decoder::new(bytes), &mut read, budget)?;
    Ok(document)
}

/// The bytes of the edits of all games in `document`; none where there are no edits.
///
/// # Errors
/// Where one reaches beyond the end of its game.
pub fn write_edits(document: &Document) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new();
    let budget = Budget::of_writer();
    code_edits(&mut encoder, CodedDocument::Given(document), &budget)?;
    Ok(encoder.finish())
}

/// Reads what [`write_edits`] wrote for the games of `document`, which are complete.
///
/// # Errors
/// For any other bytes that make no sense or claim more than the budget allows.
pub fn read_edits(bytes: &[u8], document: &mut Document, budget: &Budget) -> Result<()> {
    code_edits(
        &mut Decoder::new(bytes),
        CodedDocument::Read(document),
        budget,
    )
}

/// How many pieces were kept as text, and why, from what [`write()`] wrote. Those that come again
/// count each time. This claims as much of the budget as [`read`], but keeps of each piece only why
/// it was kept as text.
///
/// # Errors
/// As [`read`].
pub fn kept_as_text(bytes: &[u8], budget: &Budget) -> Result<KeptAsText> {
    let mut decoder = Decoder::new(bytes);
    let mut reasons = Vec::new();
    code_each(&mut decoder, None, budget, |piece| {
        reasons.push(match piece {
            Piece::Text(_, reason) => Some(reason),
            Piece::Game(..) => None,
        });
    })?;
    let repeats = repeats::code(&mut decoder, &[], reasons.len(), budget)?;
    let times = layout::times(reasons.len(), &repeats);
    let mut kept = KeptAsText::default();
    for (reason, times) in reasons.into_iter().zip(times) {
        if let Some(reason) = reason {
            kept.count(reason, times);
        }
    }
    Ok(kept)
}

/// Codes everything of a document but the contents of its pieces: where it is read, its games and
/// texts are still empty.
///
/// # Errors
/// Where there are too many styles, an encoder is given a style that is not there, or a decoder's
/// bytes end too early, make no sense or claim too much.
pub fn code<C: Coder>(coder: &mut C, document: &mut CodedDocument, budget: &Budget) -> Result<()> {
    let given = document.given();
    let mut pieces = Vec::new();
    let styles = code_each(coder, given, budget, |piece| pieces.push(piece))?;
    let count = given.map_or(pieces.len(), |given| given.pieces.len());
    let given = given.map_or(&[][..], |given| &given.repeats);
    let repeats = repeats::code(coder, given, count, budget)?;
    if let CodedDocument::Read(document) = document {
        **document = Document {
            styles,
            pieces,
            repeats,
        };
    }
    Ok(())
}

/// The same, but a decoder hands each piece to `keep`, and returns the styles.
fn code_each<C: Coder>(
    coder: &mut C,
    given: Option<&Document>,
    budget: &Budget,
    mut keep: impl FnMut(Piece),
) -> Result<Vec<Style>> {
    let mut read = Vec::new();
    let styles = given.map_or(&[][..], |given| &given.styles);
    let count = Number::expecting(1).code(coder, styles.len() as u32);
    if styles.len() > MOST_STYLES || count as usize > MOST_STYLES {
        return Err(Error::corrupt("a block has too many styles"));
    }
    let mut changes = StyleChanges::default();
    for index in 0..count as usize {
        budget.take(charges::STYLE)?;
        let style = changes.code(coder, styles.get(index), &read);
        read.push(style);
        coder.expect_more(CUT_SHORT)?;
    }
    let mut pieces = Pieces::new(count as usize);
    let mut given = given.map(|given| given.pieces.iter());
    loop {
        let piece = given.as_mut().and_then(Iterator::next);
        let more = pieces.code_more(coder, piece.is_some());
        coder.expect_more(CUT_SHORT)?;
        if !more {
            return Ok(read);
        }
        let piece = pieces.code(coder, piece)?;
        if C::READS {
            budget.take(charges::PIECE + charges::GAME)?;
            keep(piece);
        }
    }
}

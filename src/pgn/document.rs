//! A text as a document, and back to the same bytes.
//!
//! [`read`] renders whatever it understood and compares that with the text: what it returns is right by construction, and a weakness of the
//! parser costs bytes, never data.

use super::{
    edits,
    game::Game,
    layout::{Document, Layout, Piece, Reason},
    parse::{CommentHabit, NoGame, Parsed, parse},
    render::{Spellings, render},
    split,
    style::Style,
};
use crate::error::{Error, Result};

/// Understands any text at all, as far as it can be understood.
pub fn read(text: &[u8]) -> Document {
    let mut reader = Reader::default();
    for game in split::games(text) {
        reader.read_game(game);
    }
    reader.document
}

/// The text that `read` made `document` from.
///
/// # Errors
/// Where the document names a style that it does not have or edits beyond the end of a game: no document made by [`read`] does.
pub fn write(document: &Document) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut plain = Vec::new();
    for piece in &document.pieces {
        write_piece(&document.styles, piece, &mut plain, &mut out)?;
    }
    Ok(out)
}

/// Appends the text of one piece. `plain` is room to work in.
fn write_piece(
    styles: &[Style],
    piece: &Piece,
    plain: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<()> {
    match piece {
        Piece::Text(text, _) => out.extend_from_slice(text),
        Piece::Game(game, layout) => {
            let style = styles
                .get(layout.style)
                .ok_or_else(|| Error::corrupt("a game names a style that is not there"))?;
            let spellings = Spellings::of(game);
            if layout.edits.is_empty() {
                render(game, &spellings, style, layout.termination, out);
            } else {
                plain.clear();
                render(game, &spellings, style, layout.termination, plain);
                edits::apply(plain, &layout.edits, out)
                    .ok_or_else(|| Error::corrupt("an edit reaches beyond the end of its game"))?;
            }
        }
    }
    Ok(())
}

/// A document being read.
#[derive(Default)]
struct Reader {
    document: Document,
    /// Room to render in.
    rendered: Vec<u8>,
    /// The style of the last game.
    last_style: usize,
}

impl Reader {
    fn read_game(&mut self, text: &[u8]) {
        if self.document.styles.is_empty() {
            self.document.styles.push(Style::default());
        }
        let style = &self.document.styles[self.last_style];
        match parse(text, CommentHabit::of(style)) {
            Ok(parsed) => {
                let layout = self.lay_out(&parsed, text);
                if edits::cost(&layout.edits) > text.len() / 2 || !self.leads_to(text, &layout) {
                    self.keep(text, Reason::Layout);
                } else {
                    self.document
                        .pieces
                        .push(Piece::Game(Box::new(parsed.game), layout));
                }
            }
            Err(NoGame::Unreadable) => self.keep(text, Reason::NoGame),
            Err(NoGame::Start) => self.keep(text, Reason::Start),
        }
    }

    fn lay_out(&mut self, parsed: &Parsed, text: &[u8]) -> Layout {
        self.rendered.clear();
        render(
            &parsed.game,
            &parsed.spellings,
            &self.document.styles[self.last_style],
            parsed.termination,
            &mut self.rendered,
        );
        Layout {
            style: self.last_style,
            termination: parsed.termination,
            edits: edits::diff(&self.rendered, text),
        }
    }

    /// Whether the edits of a layout do turn what was rendered into `text`.
    fn leads_to(&self, text: &[u8], layout: &Layout) -> bool {
        let mut edited = Vec::with_capacity(text.len());
        layout.edits.is_empty() && self.rendered == text
            || edits::apply(&self.rendered, &layout.edits, &mut edited).is_some() && edited == text
    }

    /// Keeps a text as it is, together with the piece before it if that was kept for the same reason.
    fn keep(&mut self, text: &[u8], reason: Reason) {
        match self.document.pieces.last_mut() {
            Some(Piece::Text(kept, why)) if *why == reason => kept.extend_from_slice(text),
            _ => self
                .document
                .pieces
                .push(Piece::Text(text.to_vec(), reason)),
        }
    }
}

/// The text of one game alone, as `document` lays it out.
///
/// # Errors
/// As [`write`].
pub fn write_game(styles: &[Style], game: &Game, layout: &Layout) -> Result<Vec<u8>> {
    let piece = Piece::Game(Box::new(game.clone()), layout.clone());
    let mut out = Vec::new();
    write_piece(styles, &piece, &mut Vec::new(), &mut out)?;
    Ok(out)
}

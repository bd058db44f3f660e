//! Codes the edits of games: how their texts differ from their renderings. Whoever reads them knows
//! the games, and so the renderings.

use super::{CUT_SHORT, CodedDocument, script::Script};
use crate::{
    coding::{adaptive::Bit, range::Coder},
    error::{Error, Result},
    limits::{Budget, most_walked_together},
    pgn::{
        Scribe,
        game::Game,
        layout::{Document, Edits, Layout, Piece},
        style::Style,
    },
};

/// This many games before a game are the context for whether it has edits.
const HISTORY: usize = 4;
/// How likely it is, in 1/65,536, that no game of a block has edits.
const NO_EDITS: u32 = 64_000;

/// Codes the edits of all games, which are complete but for these.
///
/// # Errors
/// Where an edit reaches beyond the end of its game, or a decoder's bytes end too early or claim too
/// much.
pub fn code_edits<C: Coder>(coder: &mut C, document: CodedDocument, budget: &Budget) -> Result<()> {
    let has_edits = |piece: &Piece| match piece {
        Piece::Game(_, layout) => !layout.edits.is_empty(),
        Piece::Text(..) => false,
    };
    let none = match &document {
        CodedDocument::Given(document) => !document.pieces.iter().any(has_edits),
        CodedDocument::Read(_) => true,
    };
    if coder.bit(none, NO_EDITS) {
        return Ok(());
    }
    let mut models = EditModels::new(budget);
    match document {
        CodedDocument::Given(Document { styles, pieces, .. }) => {
            for piece in pieces {
                if let Piece::Game(game, layout) = piece {
                    models.code(coder, styles, game, layout)?;
                }
            }
            Ok(())
        }
        CodedDocument::Read(Document { styles, pieces, .. }) => {
            for piece in pieces {
                if let Piece::Game(game, layout) = piece {
                    layout.edits = models.code(coder, styles, game, layout)?;
                }
            }
            coder.expect_more(CUT_SHORT)
        }
    }
}

/// The models for the edits of games.
struct EditModels<'b> {
    budget: &'b Budget,
    /// How many bytes of renderings may still be walked.
    left: usize,
    scribe: Scribe,
    /// Whether the last games had edits, a bit each.
    history: usize,
    has_edits: Vec<Bit>,
    /// Whether a game has edits that are made before lines are folded; if so, whether it has others
    /// that are made after that.
    kinds: [Bit; 2],
    loose: Script,
    folded: Script,
}

impl EditModels<'_> {
    /// Only common changes are known.
    fn new(budget: &Budget) -> EditModels<'_> {
        EditModels {
            budget,
            left: most_walked_together(budget.text()),
            scribe: Scribe::new(budget.text()),
            history: 0,
            has_edits: vec![Bit::primed(8_000, 2); 1 << HISTORY],
            kinds: [Bit::default(); 2],
            loose: Script::new(),
            folded: Script::new(),
        }
    }

    /// Codes the edits of a game: an encoder those in its `layout`.
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        styles: &[Style],
        game: &Game,
        layout: &Layout,
    ) -> Result<Edits> {
        let given = &layout.edits;
        let some = self.has_edits[self.history].code(coder, !given.is_empty());
        self.history = (self.history << 1 | usize::from(some)) % (1 << HISTORY);
        let mut edits = Edits::default();
        if !some {
            return Ok(edits);
        }
        let [is_loose, is_both] = &mut self.kinds;
        let text = if is_loose.code(coder, !given.loose.is_empty()) {
            let unfolded = self.scribe.unfolded(styles, game, layout)?;
            let loose = unfolded.text();
            take_walked(loose, &mut self.left)?;
            edits.loose = self.loose.code(coder, loose, &given.loose, self.budget)?;
            if !is_both.code(coder, !given.folded.is_empty()) {
                return Ok(edits);
            }
            unfolded.refolded(if C::READS { &edits.loose } else { &given.loose })?
        } else {
            self.scribe.folded(styles, game, layout)?
        };
        take_walked(text, &mut self.left)?;
        edits.folded = self.folded.code(coder, text, &given.folded, self.budget)?;
        Ok(edits)
    }
}

/// Takes the bytes of a `text` that is walked off what is `left`.
///
/// # Errors
/// If there are more than that.
fn take_walked(text: &[u8], left: &mut usize) -> Result<()> {
    let less = left.checked_sub(text.len());
    *left = less.ok_or_else(|| Error::limit("edits are made in renderings that are too long"))?;
    Ok(())
}

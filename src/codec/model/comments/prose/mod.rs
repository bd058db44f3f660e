//! What a person wrote: prose, and the text of moves that cannot be played.
//!
//! It is coded by the model of text. [`foresight`] corrects each bit of prose by what words may say
//! about moves and players: [`reader`] follows which position the text speaks about, [`listing`]
//! lists the moves, spelt in the annotator's [`language`], the move numbers and the names that may
//! come next, and [`tree`] holds the positions.

mod foresight;
pub(super) mod language;
mod listing;
mod reader;
pub(super) mod tree;

use crate::{
    chess::language::Language,
    codec::{bytes::refuse_nul, level::Row, model::learnt::Learnt, text::priming},
    coding::{range::Coder, text::TextModel},
    error::Result,
    limits::Budget,
    pgn::tags::Tags,
};
use foresight::{Foresight, Guidance};
use tree::{NodeId, Tree};

/// Longest prose and longest text of a move that cannot be played, in bytes.
const LONGEST_TEXT: usize = 1 << 26;

/// The models of prose: of its text, and of the moves that it may speak of.
pub(super) struct Prose<'m> {
    model: TextModel,
    foresight: Foresight<'m>,
}

impl<'m> Prose<'m> {
    /// Makes the models, and codes what a reader must know for that: the size of the table (a
    /// writer tells about how many `bytes` of prose there are), and the `language` of the moves.
    pub(super) fn begin<C: Coder>(
        coder: &mut C,
        bytes: usize,
        language: Language,
        row: &Row,
        learnt: &'m Learnt,
    ) -> Result<Prose<'m>> {
        let bytes = priming::code_size(coder, bytes)?;
        let language = language::code(language, coder)?;
        Ok(Prose {
            model: priming::prose(row.text, bytes),
            foresight: Foresight::new(language, learnt.moves(), row.prose_moves),
        })
    }

    /// Begins the game with these tags.
    pub(super) fn begin_game(&mut self, tags: &Tags) {
        self.foresight.begin_game(tags);
    }

    /// Codes a text of the kind `field`; `head` says at which node of the tree of positions prose
    /// begins, if its position is known.
    ///
    /// # Errors
    /// When what is read is damaged, or takes more than `budget`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        field: u32,
        budget: &Budget,
        head: impl FnOnce(&mut Tree) -> Option<NodeId>,
    ) -> Result<Vec<u8>> {
        let Prose { model, foresight } = self;
        let most = match C::READS {
            true => {
                usize::try_from(budget.text()).map_or(LONGEST_TEXT, |text| text.min(LONGEST_TEXT))
            }
            false => LONGEST_TEXT,
        };
        let mut text = Vec::new();
        if field == priming::field::PROSE {
            let head = head(&mut foresight.tree);
            let mut guide = Guidance::new(foresight, head);
            model.code_string_guided(coder, given, field, most, &mut text, &mut guide)?;
        } else {
            model.code_string(coder, given, field, most, &mut text)?;
        }
        if C::READS {
            budget.take_spelt(text.len() + 1)?; // with its end
            refuse_nul(&text)?;
        }
        Ok(text)
    }
}

//! Section 20 of the document: prose. Numbers in comments are its clauses.

use super::{
    guide::{Foresight, Guidance},
    levels::Level,
    listing::names,
    walk::Walk,
};
use crate::reference::models::{
    coder::{RangeDecoder, Source},
    payload,
    text::TextModel,
};
use pgnpack::chess::language::Language;

/// The models of prose.
pub(crate) struct Prose {
    model: TextModel,
    foresight: Foresight,
}

impl Prose {
    /// 20.1: as the first text of a block begins.
    pub(crate) fn begin(source: &mut RangeDecoder, level: Level) -> Prose {
        let size = source.raw(5);
        assert!(size <= 24);
        let language = match source.raw(1) {
            0 => Language::English,
            _ => Language::ALL[source.raw(5) as usize],
        };
        Prose {
            model: payload::prose(level.text(), 1 << size),
            foresight: Foresight::new(language, level),
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.foresight.begin_game();
    }

    /// 20.2: a person's words.
    pub(crate) fn decode(&mut self, source: &mut RangeDecoder, walk: &Walk) -> Vec<u8> {
        let head = walk.head(&mut self.foresight.tree);
        self.foresight.names = names(walk.bare.game);
        let mut guide = Guidance::new(&mut self.foresight, head);
        self.model.decode_string_guided(source, 1, &mut guide)
    }

    /// The text of a move that cannot be played.
    pub(crate) fn decode_fault(&mut self, source: &mut RangeDecoder) -> Vec<u8> {
        self.model.decode_string(source, 0)
    }
}

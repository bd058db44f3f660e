//! The moves that prose may speak of, as it spells them: 20.5 of the document. Numbers in comments
//! are its clauses.

use super::{shares, walk::Root};
use crate::reference::moves::{ordinary::Moves, weights};
use pgnpack::chess::language::Language;
use shakmaty::{Move, Position, san::SanPlus};
use std::collections::HashMap;

/// 20.5: the most bytes that a move takes without its check mark.
const LONGEST: usize = 8;

/// A legal move, spelt.
#[derive(Clone)]
pub(crate) struct Spelt {
    pub(crate) m: Move,
    /// Without its check mark.
    pub(crate) text: Vec<u8>,
    /// `+` or `#`, if it gives check.
    pub(crate) check: Option<u8>,
    /// In 1/2^32.
    pub(crate) share: u64,
}

/// What spells the moves of a block's prose.
pub(crate) struct Speller {
    /// 20.2
    language: Language,
    moves: Moves,
    /// The moves of this game's nodes that were asked for.
    spelt: HashMap<usize, Vec<Spelt>>,
}

impl Speller {
    /// That of a block. It asks as at level 7 where the level is above that (6.13 of the model of
    /// moves).
    pub(crate) fn new(language: Language, level: u8) -> Speller {
        Speller {
            language,
            moves: Moves::new(level.min(7), &weights::standard()),
            spelt: HashMap::new(),
        }
    }

    /// The language of a block.
    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// A game begins: nodes have new numbers.
    pub(crate) fn begin_game(&mut self) {
        self.spelt.clear();
    }

    /// 20.5: the legal moves of a node that has this position.
    pub(crate) fn moves_of(&mut self, node: usize, root: &Root) -> &[Spelt] {
        let Speller {
            language,
            moves,
            spelt,
        } = self;
        spelt.entry(node).or_insert_with(|| {
            let shares = shares::in_order(moves, &root.position, &root.context);
            let all = shares.into_iter();
            all.map(|(m, share)| spell(*language, root, m, share))
                .collect()
        })
    }
}

/// 20.2: a move as the language spells it.
fn spell(language: Language, root: &Root, m: Move, share: u64) -> Spelt {
    let SanPlus { san, suffix } = SanPlus::from_move(root.position.clone(), m);
    let mut text = Vec::new();
    let standard = san.to_string();
    language.translate(standard.as_bytes(), m, root.position.turn(), &mut text);
    assert!(text.len() <= LONGEST, "{standard}");
    Spelt {
        m,
        text,
        check: suffix.map(|suffix| suffix.char() as u8),
        share,
    }
}

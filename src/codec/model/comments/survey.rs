//! What a writer knows of a block's comments before it codes the first one: it looks at all of them,
//! but only at what they are by and large.

use super::prose::language;
use crate::{
    chess::language::Language,
    coding::mix::hash_bytes,
    pgn::{
        command,
        game::{Game, Item},
    },
};
use rustc_hash::FxHashSet;

/// What only a writer knows of the comments to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    /// About how many bytes of prose the block has.
    pub(super) prose_bytes: usize,
    /// The language of the piece letters in the comments.
    pub(super) language: Language,
}

impl Survey {
    /// That of these games.
    pub(super) fn on(games: &[&Game]) -> Survey {
        let texts: Vec<&[u8]> = comments(games)
            .filter(|text| !may_be_commands(text))
            .collect();
        Survey {
            prose_bytes: prose_in(&texts),
            language: language::of_texts(&texts),
        }
    }
}

/// Estimates how many bytes of the comments are prose: the different ones that are mostly letters.
/// The rest will follow templates. The estimate only sets the size of the text model's table.
fn prose_in(texts: &[&[u8]]) -> usize {
    let mut met = FxHashSet::default();
    let worded = texts.iter().filter(|text| is_mostly_letters(text));
    let different = worded.filter(|text| met.insert(hash_bytes(text)));
    different.map(|text| text.len()).sum()
}

fn comments<'a>(games: &'a [&Game]) -> impl Iterator<Item = &'a [u8]> {
    let items = games.iter().flat_map(|game| &game.items);
    items.filter_map(Item::as_comment)
}

/// Whether a comment looks as if it held nothing but commands: `[%eval 0.25] [%clk 0:03:00]`. Only
/// its ends are looked at: that is enough to estimate how much prose there is, and which of two
/// comments is better coded first, which the reader is told; and all comments of a block are asked
/// before the first is coded. How one is coded is decided by what is between, too:
/// [`tokenize_beside_words`](super::syntax::template::tokenize_beside_words).
pub(super) fn may_be_commands(text: &[u8]) -> bool {
    text.starts_with(command::BEGIN) && text.ends_with(b"]")
}

/// Whether at least half of a comment is letters.
fn is_mostly_letters(text: &[u8]) -> bool {
    let letters = text
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    letters.count() * 2 >= text.len()
}

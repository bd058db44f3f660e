//! Other spellings of a game's source, in which the parser understands more of its moves.
//!
//! It knows two ways, [`repair()`] and [`mend()`], and when either is worth a parse; what they do is
//! theirs.

use super::{
    mend::mend,
    parse::{Parsed, parse},
    repair::{names_both_squares, repair},
    unfold::Unfolding,
};
use crate::chess::language::Language;
use std::mem;

/// A game's source respelt for the parser, and its parse.
pub(super) type Respelt = (Vec<u8>, Parsed);

/// What has become of the repair of a game's source.
enum Attempt {
    /// It was not tried yet.
    Untried,
    /// It was tried, and what came of it is not taken yet.
    Kept(Respelt),
    /// It was tried, and nothing came of it, or that is taken.
    Over,
}

/// The repair of the moves in a game's source, which takes a parse and is tried once.
pub(super) struct Repair<'s> {
    /// The source as it is.
    source: &'s [u8],
    unfolding: Unfolding,
    /// The language that moves are most likely written in.
    language: Language,
    attempt: Attempt,
}

impl<'s> Repair<'s> {
    pub(super) fn new(source: &'s [u8], unfolding: Unfolding, language: Language) -> Repair<'s> {
        Repair {
            source,
            unfolding,
            language,
            attempt: Attempt::Untried,
        }
    }

    /// Takes the source with its moves repaired, if any had to be and its parse `is_better`. What
    /// is not better now is kept, and may be later.
    pub(super) fn take(&mut self, is_better: impl FnOnce(&Parsed) -> bool) -> Option<Respelt> {
        let respelt = match mem::replace(&mut self.attempt, Attempt::Over) {
            Attempt::Untried => self.respelt()?,
            Attempt::Kept(respelt) => respelt,
            Attempt::Over => return None,
        };
        if is_better(&respelt.1) {
            return Some(respelt);
        }
        self.attempt = Attempt::Kept(respelt);
        None
    }

    /// The source with its moves repaired, and its parse, if any had to be.
    fn respelt(&self) -> Option<Respelt> {
        let repaired = repair(self.source, self.language)?;
        let parsed = parse(&repaired, self.unfolding)?;
        Some((repaired, parsed))
    }
}

/// The source with its moves repaired, and its parse, where that makes a game of what is none: a
/// game without tags is known by its moves alone.
pub(super) fn game_once_repaired(repair: &mut Repair) -> Option<Respelt> {
    match names_both_squares(repair.source) {
        true => repair.take(|parsed| parsed.moves() > 1),
        false => None,
    }
}

/// The source with its moves respelt for the parser, and its parse, if that has more moves than
/// `known`, that of `source`, which may be repaired already. `None` otherwise, and always where the
/// game is played by other rules than those of chess.
pub(super) fn better_source(source: &[u8], known: &Parsed, repair: &mut Repair) -> Option<Respelt> {
    let start = known.game.start()?;
    let unfolding = repair.unfolding;
    let repaired = repair.take(|parsed| parsed.moves() > known.moves());
    let (source, known) = match &repaired {
        Some((source, parsed)) => (source.as_slice(), parsed),
        None => (source, known),
    };
    let mended = || {
        let mended = mend(source, start)?;
        let parsed = parse(&mended, unfolding)?;
        (parsed.moves() > known.moves()).then_some((mended, parsed))
    };
    let mended = known.has_faults().then(mended).flatten();
    mended.or(repaired)
}

//! How much a text model looks at: one row a level.

use super::past::Past;
use crate::coding::mix::hash3;

/// Something known about the past under which the coming byte is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// So many of the last bytes.
    Order(u32),
    /// The letters of the word so far and the last byte.
    Word,
    /// The word so far and the one before.
    TwoWords,
    /// The word so far and the one before the last.
    SkipWord,
    /// The second and third byte back.
    Skip,
    /// What followed the last byte the last times.
    IndirectOne,
    /// What followed the last two bytes the last times.
    IndirectTwo,
    /// The byte above in the line before, and the last byte.
    Above,
}

impl Context {
    /// A hash of what the context sees.
    #[inline]
    pub(super) fn hash(self, past: &Past, index: u32) -> u32 {
        let recent = past.recent;
        let pair = |a: u32, b: u32| hash3(a, b, index) as u32;
        match self {
            // Low orders differ between kinds of text; what is longer speaks for itself.
            Context::Order(bytes @ 0..=2) => {
                let seen = recent as u32 & ((1u32 << (8 * bytes)) - 1);
                pair(seen, past.field)
            }
            Context::Order(bytes) => {
                let seen = recent << (64 - 8 * bytes);
                pair(seen as u32, (seen >> 32) as u32)
            }
            Context::Word => pair(past.word, recent as u32 & 0xff),
            Context::TwoWords => pair(past.word, past.words_before[0]),
            Context::SkipWord => pair(past.word, past.words_before[1]),
            Context::Skip => pair(recent as u32 & 0xff_ff00, 1),
            Context::IndirectOne => pair(past.indirect_one(), 2),
            Context::IndirectTwo => pair(past.indirect_two(), 3),
            Context::Above => pair(u32::from(past.above()), recent as u32 & 0xff),
        }
    }
}

/// One row of the table of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) contexts: &'static [Context],
    /// Log2 of the lines of the table at most.
    pub(super) log2_lines: u32,
}

use Context::*;

const FAST: &[Context] = &[Order(1), Order(2), Order(3), Order(4), Order(6)];

const FULL: &[Context] = &[
    Order(0),
    Order(1),
    Order(2),
    Order(3),
    Order(4),
    Order(5),
    Order(6),
    Word,
    TwoWords,
    SkipWord,
    Skip,
    IndirectOne,
    IndirectTwo,
    Above,
];

/// Most contexts in a row.
pub(super) const MAX_CONTEXTS: usize = 16;

/// How hard a text model works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A few orders: several megabytes a second.
    Fast,
    /// About a megabyte a second.
    Full,
}

impl Strength {
    pub(super) fn row(self) -> Row {
        match self {
            Strength::Fast => Row {
                contexts: FAST,
                log2_lines: 18,
            },
            Strength::Full => Row {
                contexts: FULL,
                log2_lines: 20,
            },
        }
    }
}

//! The strengths of a text model: which contexts it has, and how they are blended.

use super::past::Past;
use crate::{
    coding::{light, mix::hash32, weighing::Weighing},
    listed::listed,
};

/// A kind of context: a function of the past under which the coming byte is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// The last bytes, this many.
    Order(u32),
    /// The last bytes, this many, with all digits alike and letters in lower case.
    Folded(u32),
    /// The kinds of the last characters (this many; a run of small letters counts once), and the
    /// last byte.
    Shape(u32),
    /// The letters of the word so far and the last byte.
    Word,
    /// The word so far and the one before.
    TwoWords,
    /// The word so far and the one before the last.
    SkipWord,
    /// The second and third byte back.
    Skip,
    /// The last byte, and what followed it the last two times.
    IndirectOne,
    /// The last byte, and what followed the last two bytes the last two times.
    IndirectTwo,
    /// The byte in the same column of the line before, and the last byte.
    Above,
}

impl Context {
    /// A number that identifies the context, the same at all strengths.
    fn number(self) -> u32 {
        match self {
            Context::Order(bytes) => bytes,
            Context::Folded(bytes) => 16 + bytes,
            Context::Shape(runs) => 32 + runs,
            Context::Word => 48,
            Context::TwoWords => 49,
            Context::SkipWord => 50,
            Context::Skip => 51,
            Context::IndirectOne => 52,
            Context::IndirectTwo => 53,
            Context::Above => 54,
        }
    }

    /// A hash of what the context sees.
    #[inline]
    pub(super) fn hash(self, past: &Past) -> u32 {
        let recent = past.recent as u32;
        let last = |word: u64, bits: u32| word & u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        let (a, b) = match self {
            // What follows few bytes depends on the kind of text; longer contexts are specific
            // enough.
            Context::Order(bytes @ 0..=2) => (last(past.recent, 8 * bytes), past.field),
            Context::Order(bytes) => (last(past.recent, 8 * bytes), 0),
            Context::Folded(bytes) => (last(past.folded, 8 * bytes), 0),
            Context::Shape(runs) => (last(past.shape, 4 * runs), recent & 0xff),
            Context::Word => (past.word.into(), recent & 0xff),
            Context::TwoWords => (past.word.into(), past.words_before[0]),
            Context::SkipWord => (past.word.into(), past.words_before[1]),
            Context::Skip => (last(past.recent >> 8, 16), 1),
            Context::IndirectOne => (past.indirect_one().into(), 2),
            Context::IndirectTwo => (past.indirect_two().into(), 3),
            Context::Above => (past.above().into(), recent & 0xff),
        };
        hash32(a as u32, b ^ (a >> 32) as u32, self.number())
    }
}

/// Log2 of the number of places of repetitions that are remembered, at most.
const MOST_PLACES: u32 = 20;

/// The parts of a text model of some strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Composition {
    pub(super) contexts: &'static [Context],
    /// How the predictions of the contexts are blended. The light way has room for
    /// [`LIGHT_CONTEXTS`].
    pub(super) weighing: Weighing,
    /// Log2 of the largest number of lines in the table.
    most_lines: u32,
}

impl Composition {
    /// Whether the match model is used: votes have no room for it.
    #[inline]
    pub(super) fn has_repeats(&self) -> bool {
        self.weighing != Weighing::Votes
    }

    /// Whether any context looks at the details of the [past](super::past).
    pub(super) fn needs_details(&self) -> bool {
        use Context::{Folded, IndirectOne, IndirectTwo, Shape};
        let is_detail =
            |context: &Context| matches!(context, Folded(_) | Shape(_) | IndirectOne | IndirectTwo);
        self.contexts.iter().any(is_detail)
    }

    /// Log2 of the number of places of repetitions that are remembered in a window of
    /// 2^`log2_window` bytes; 0 without the match model.
    pub(super) fn log2_places(&self, log2_window: u32) -> u32 {
        match self.has_repeats() {
            true => log2_window.min(MOST_PLACES),
            false => 0,
        }
    }

    /// Log2 of the number of lines in a table for 2^`log2_bytes` bytes of text.
    pub(super) fn log2_lines(&self, log2_bytes: u32) -> u32 {
        (log2_bytes + 4).min(self.most_lines)
    }
}

listed! {
    /// How hard a text model works.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Strength {
        /// Three contexts that vote with equal weights: about three times as fast as `Fast`.
        Quick,
        /// Six contexts, blended with a single weighted sum: two to three times as fast as `Full`,
        /// for 5 % to 10 % more bytes.
        Fast,
        /// Thirteen contexts with two predictions each, blended by several weighted sums.
        Full,
        /// All nineteen contexts, blended likewise: half as much time again, for 1 % to 4 % fewer
        /// bytes.
        Most,
    }
}

impl Strength {
    /// The parts of a model of this strength.
    pub(super) const fn composition(self) -> Composition {
        use Context::*;
        match self {
            Strength::Quick => Composition {
                contexts: &[Order(1), Order(3), Word],
                weighing: Weighing::Votes,
                most_lines: 13,
            },
            Strength::Fast => Composition {
                contexts: &[Order(1), Order(2), Order(3), TwoWords, Order(6), Word],
                weighing: Weighing::Light,
                most_lines: 17,
            },
            Strength::Full => Composition {
                weighing: Weighing::Full,
                contexts: &[
                    Order(1),
                    Order(2),
                    Order(3),
                    Order(4),
                    Order(6),
                    Shape(6),
                    Folded(5),
                    Word,
                    TwoWords,
                    SkipWord,
                    Skip,
                    IndirectTwo,
                    Above,
                ],
                most_lines: 20,
            },
            Strength::Most => Composition {
                weighing: Weighing::Full,
                contexts: &[
                    Order(0),
                    Order(1),
                    Order(2),
                    Order(3),
                    Order(4),
                    Order(5),
                    Order(6),
                    Shape(6),
                    Shape(15),
                    Folded(3),
                    Folded(5),
                    Folded(8),
                    Word,
                    TwoWords,
                    SkipWord,
                    Skip,
                    IndirectOne,
                    IndirectTwo,
                    Above,
                ],
                most_lines: 21,
            },
        }
    }
}

/// Most contexts of a model.
const MAX_CONTEXTS: usize = 19;
/// The same where they are blended in the light way: the match model and a constant take two
/// inputs.
pub(super) const LIGHT_CONTEXTS: usize = light::INPUTS - 2;
const _: () = {
    let mut strength = 0;
    while strength < Strength::ALL.len() {
        let parts = Strength::ALL[strength].composition();
        let room = match parts.weighing {
            Weighing::Light => LIGHT_CONTEXTS,
            _ => MAX_CONTEXTS,
        };
        assert!(parts.contexts.len() <= room);
        strength += 1;
    }
};
/// Predictions from one context: that of its cell, and the statistics of the cell's state.
pub(super) const PER_CONTEXT: usize = 2;
/// Other predictions: two from the match model, and a constant.
pub(super) const OTHERS: usize = 3;
/// Room for all predictions.
pub(super) const MAX_INPUTS: usize = (PER_CONTEXT * MAX_CONTEXTS + OTHERS).next_multiple_of(8);

//! Moves that cannot be played: of which kind they are, and what stands there.

use crate::{
    codec::text::priming,
    coding::{
        adaptive::Symbol,
        range::Coder,
        text::{Strength, TextModel},
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{FaultKind, Item},
};

/// Codes of which kind faults are.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultKinds(Symbol<2>);

impl FaultKinds {
    /// Codes the kind of the fault `given`, or of the one that is read.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Item>) -> FaultKind {
        let number = match given {
            Some(Item::Fault(fault)) => fault.kind as u32,
            _ => 0,
        };
        FaultKind::ALL[self.0.code(coder, number) as usize]
    }
}

/// About how many bytes of moves that cannot be played a block has, if it has many.
const USUAL_BYTES: usize = 1 << 16;

/// What ends a text.
const END: u8 = 0;

/// Codes what stands in the place of moves in main lines: one text after another, as if they were one.
#[derive(Debug)]
pub(super) struct FaultTexts<'b> {
    budget: &'b Budget,
    strength: Strength,
    /// Made when the first comes.
    model: Option<Box<TextModel>>,
}

impl<'b> FaultTexts<'b> {
    /// A model that has seen nothing.
    pub(super) fn new(strength: Strength, budget: &'b Budget) -> FaultTexts<'b> {
        FaultTexts {
            budget,
            strength,
            model: None,
        }
    }

    /// Codes `given`; returns it where `C` reads, nothing else.
    ///
    /// # Errors
    /// Truncated where a decoder has nothing left to read; Limit where a text takes more than the budget has.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: &[u8]) -> Result<Vec<u8>> {
        let model = self
            .model
            .get_or_insert_with(|| Box::new(priming::nothing(self.strength, USUAL_BYTES)));
        let mut read = Vec::new();
        let mut given = given.iter();
        loop {
            if coder.overrun() {
                return Err(Error::truncated("a move's text ends too early"));
            }
            let byte = model.code(coder, given.next().copied().unwrap_or(END));
            if byte == END {
                return Ok(read);
            }
            if C::READS {
                self.budget.take(1)?;
                read.push(byte);
            }
        }
    }
}

/// What stands in the place of a move; nothing where `given` is no fault.
pub(super) fn text_of(given: Option<&Item>) -> &[u8] {
    match given {
        Some(Item::Fault(fault)) => &fault.text,
        _ => &[],
    }
}

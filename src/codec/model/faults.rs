//! Moves that cannot be played (*faults*): their kinds, and the texts that stand in their place.

use crate::{
    codec::text::priming,
    coding::{
        adaptive::Symbol,
        range::Coder,
        text::{Strength, TextModel},
    },
    error::Result,
    limits::Budget,
    pgn::game::{Fault, FaultKind, Item},
};

/// Codes the kinds of faults.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultKinds(Symbol<2>);

impl FaultKinds {
    /// Codes the kind of a fault: that of `given`, or the one that is read.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Item>) -> FaultKind {
        let number = match given {
            Some(Item::Fault(fault)) => fault.kind as u32,
            _ => 0,
        };
        const { assert!(FaultKind::ALL.len() == 1 << 2) };
        FaultKind::ALL[self.0.code(coder, number) as usize]
    }
}

/// About how many bytes of such texts a block has if it has many: sets the size of the model's
/// tables.
const USUAL_BYTES: usize = 1 << 16;

/// The byte that ends a text.
const END: u8 = 0;

/// Codes the faults in the main lines of a block: their kinds, and their texts with one model for
/// all, as if they were one text.
#[derive(Debug)]
pub(super) struct FaultCoder<'b> {
    budget: &'b Budget,
    pub(super) kinds: FaultKinds,
    strength: Strength,
    /// Made when the first fault comes: most blocks have none.
    model: Option<Box<TextModel>>,
}

impl<'b> FaultCoder<'b> {
    /// Models that have seen nothing.
    pub(super) fn new(strength: Strength, budget: &'b Budget) -> FaultCoder<'b> {
        FaultCoder {
            budget,
            kinds: FaultKinds::default(),
            strength,
            model: None,
        }
    }

    /// Codes a fault: `given`, or the one that is read.
    ///
    /// # Errors
    /// As [`code_text`](FaultCoder::code_text).
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Item>) -> Result<Item> {
        let kind = self.kinds.code(coder, given);
        let text = self.code_text(coder, text_of(given))?;
        Ok(Item::Fault(Box::new(Fault { kind, text })))
    }

    /// What texts are taken out of.
    pub(super) fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Codes the text `given`. Returns the text that was read where `C` reads, and nothing
    /// otherwise.
    ///
    /// # Errors
    /// Truncated where a decoder has nothing left to read; Limit where a text takes more memory
    /// than `budget` has left.
    pub(super) fn code_text<C: Coder>(&mut self, coder: &mut C, given: &[u8]) -> Result<Vec<u8>> {
        let model = self
            .model
            .get_or_insert_with(|| Box::new(priming::nothing(self.strength, USUAL_BYTES)));
        let mut read = Vec::new();
        let mut given = given.iter();
        loop {
            coder.expect_more("a move's text ends too early")?;
            let byte = model.code(coder, given.next().copied().unwrap_or(END));
            self.budget.take_spelt(1)?;
            if byte == END {
                return Ok(read);
            }
            if C::READS {
                read.push(byte);
            }
        }
    }
}

/// The text of a fault; empty where `given` is none.
pub(super) fn text_of(given: Option<&Item>) -> &[u8] {
    match given {
        Some(Item::Fault(fault)) => &fault.text,
        _ => &[],
    }
}

//! Moves that cannot be played: of which kind they are, and what stands there.

use crate::{
    coding::{
        adaptive::{Number, Symbol},
        range::Coder,
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

/// Codes what stands in the place of moves in main lines, each byte under the one before.
#[derive(Debug)]
pub(super) struct FaultTexts<'b> {
    budget: &'b Budget,
    len: Number,
    bytes: Vec<Symbol<8>>,
}

impl<'b> FaultTexts<'b> {
    /// A model that has seen nothing.
    pub(super) fn new(budget: &'b Budget) -> FaultTexts<'b> {
        FaultTexts {
            budget,
            len: Number::default(),
            bytes: vec![Symbol::default(); 256],
        }
    }

    /// Codes `given`; returns it where `C` reads, nothing else.
    ///
    /// # Errors
    /// Truncated where a decoder has nothing left to read; Limit where a text takes more than the budget has.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: &[u8]) -> Result<Vec<u8>> {
        let len = self.len.code(coder, given.len() as u32) as usize;
        let mut read = Vec::new();
        let mut last = 0;
        for index in 0..len {
            if coder.overrun() {
                return Err(Error::truncated("a move's text ends too early"));
            }
            let byte = given.get(index).copied().unwrap_or(0);
            let byte = self.bytes[last].code(coder, u32::from(byte)) as u8;
            if C::READS {
                self.budget.take(1)?;
                read.push(byte);
            }
            last = usize::from(byte);
        }
        Ok(read)
    }
}

/// What stands in the place of a move; nothing where `given` is no fault.
pub(super) fn text_of(given: Option<&Item>) -> &[u8] {
    match given {
        Some(Item::Fault(fault)) => &fault.text,
        _ => &[],
    }
}

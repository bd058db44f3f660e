//! Strings seen for the first time.

use crate::{
    coding::{
        adaptive::{Number, Symbol},
        range::Coder,
    },
    error::{Error, Result},
    limits::Budget,
};

/// Spells strings out.
pub(crate) struct Spelling<'b> {
    budget: &'b Budget,
    len: Number,
    bytes: Vec<Symbol<8>>,
}

impl<'b> Spelling<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Spelling<'b> {
        Spelling {
            budget,
            len: Number::default(),
            bytes: vec![Symbol::default(); 256],
        }
    }

    /// Codes `given`; returns it where `C` reads, nothing else.
    pub(crate) fn code_bytes<C: Coder>(&mut self, coder: &mut C, given: &[u8]) -> Result<Vec<u8>> {
        let len = self.len.code(coder, given.len() as u32) as usize;
        let mut read = Vec::new();
        let mut last = 0;
        for index in 0..len {
            if coder.overrun() {
                return Err(Error::truncated("a string ends too early"));
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

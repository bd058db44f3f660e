//! Codes pieces of text inside a stream of another codec.

use super::priming::{self, field};
use crate::{
    coding::{range::Coder, text::Strength},
    error::Result,
    limits::Budget,
};

/// Pieces of text being coded.
#[derive(Debug)]
pub enum CodedTexts<'t> {
    /// They are written.
    Given(Vec<&'t [u8]>),
    /// They are read: their number is known, and all are empty.
    Read(Vec<&'t mut Vec<u8>>),
}

impl CodedTexts<'_> {
    fn is_empty(&self) -> bool {
        match self {
            CodedTexts::Given(texts) => texts.is_empty(),
            CodedTexts::Read(texts) => texts.is_empty(),
        }
    }

    /// How many bytes are written.
    fn bytes(&self) -> usize {
        match self {
            CodedTexts::Given(texts) => texts.iter().map(|text| text.len()).sum(),
            CodedTexts::Read(_) => 0,
        }
    }
}

/// Codes pieces of text.
///
/// # Errors
/// For damaged input, also when there is more text than `budget` says, and when that allows less.
pub fn code_pieces<C: Coder>(
    coder: &mut C,
    strength: Strength,
    texts: CodedTexts,
    budget: &Budget,
) -> Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let size = priming::code_size(coder, texts.bytes() + 1)?;
    let mut model = priming::model(strength, size);
    match texts {
        CodedTexts::Given(texts) => {
            let mut written = Vec::new();
            for text in texts {
                written.clear();
                model.code_string(coder, text, field::PLAIN, text.len(), &mut written)?;
            }
        }
        CodedTexts::Read(texts) => {
            let mut left = budget.text();
            for text in texts {
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                model.code_string(coder, &[], field::PLAIN, most, text)?;
                budget.take(text.len())?;
                left -= text.len() as u64;
            }
        }
    }
    Ok(())
}

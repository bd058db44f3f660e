//! Codes pieces of text inside a stream of another codec.

use super::priming::{self, field};
use crate::{
    coding::{range::Coder, text::Strength},
    error::Result,
    limits::Budget,
};

/// Codes pieces of text: writes those of `given` or, where `C` reads, fills those of `read`, whose
/// number is known.
///
/// # Errors
/// For damaged input, also when there is more text than `budget` says, and when that allows less.
pub fn code_pieces<C: Coder>(
    coder: &mut C,
    strength: Strength,
    given: &[&[u8]],
    read: &mut [&mut Vec<u8>],
    budget: &Budget,
) -> Result<()> {
    if given.is_empty() && read.is_empty() {
        return Ok(());
    }
    let bytes: usize = given.iter().map(|text| text.len()).sum();
    let mut model = priming::model(strength, priming::code_size(coder, bytes + 1)?);
    let mut written = Vec::new();
    for text in given {
        written.clear();
        model.code_string(coder, text, field::PLAIN, text.len(), &mut written)?;
    }
    let mut left = budget.text();
    for text in read {
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        model.code_string(coder, &[], field::PLAIN, most, text)?;
        budget.take(text.len())?;
        left -= text.len() as u64;
    }
    Ok(())
}

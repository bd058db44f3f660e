//! How much memory a decoder may take on the word of the data it reads.
//!
//! Every vector whose size comes from a file grows by reading or asks a [`Budget`] first: a file of forty bytes must
//! not be able to claim a gigabyte. Not asked for is what no file can make larger than the program means it to be:
//! models and their tables, whose sizes are those of a level or follow from the length of a text that the header claims
//! and [`decompress`](crate::pipeline::decompress()) has agreed to.

use crate::error::{Error, ErrorKind, Result};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// How much larger than its text a document may be, and a lead.
const DOCUMENT: u64 = 64;
const LEAD: u64 = 8;
/// What the smallest text is granted, in bytes.
const LEAST: u64 = 1 << 20;
/// A lead is granted no more than one for so many bytes of text.
const MOST_TEXT_OF_LEAD: u64 = 8 << 20;

/// A number of bytes that may still be taken. One budget belongs to one block being decoded; clones of it are the same
/// one. One thread at a time takes from it: that its count is atomic lets it go from one thread to another, and no
/// more.
#[derive(Clone, Debug)]
pub struct Budget {
    left: Arc<AtomicU64>,
    text: u64,
}

impl Budget {
    /// A budget of `bytes`, for any length of text.
    pub fn new(bytes: u64) -> Budget {
        Budget::for_text(bytes, u64::MAX)
    }

    /// A budget of `bytes` for what becomes so many bytes of `text`.
    pub fn for_text(bytes: u64, text: u64) -> Budget {
        Budget {
            left: Arc::new(AtomicU64::new(bytes)),
            text,
        }
    }

    /// What a decoder may take for a block of so many bytes of text.
    pub fn of_block(text: u64) -> Budget {
        Budget::for_text(LEAST + text.saturating_mul(DOCUMENT), text)
    }

    /// What a decoder may take for a lead in a file whose blocks have so many bytes of text at most. It keeps the lead,
    /// and begins each block with a copy: real ones take a tenth to three quarters of their block's text.
    pub fn of_lead(text: u64) -> Budget {
        Budget::new(LEAST + text.min(MOST_TEXT_OF_LEAD) * LEAD)
    }

    /// How many bytes the text has that all this is for: to decode more of it would be in vain.
    pub fn text(&self) -> u64 {
        self.text
    }

    /// How many bytes may still be taken.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Puts back `bytes` that were taken and are free again.
    pub fn give_back(&self, bytes: usize) {
        let left = self.left().saturating_add(bytes as u64);
        self.left.store(left, Ordering::Relaxed);
    }

    /// Takes `bytes` out of the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when less is left.
    pub fn take(&self, bytes: usize) -> Result<()> {
        match self.left().checked_sub(bytes as u64) {
            Some(left) => {
                self.left.store(left, Ordering::Relaxed);
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::Limit,
                "the data claims more than its block may hold",
            )),
        }
    }
}

//! How much memory a decoder may take on the word of the data it reads.
//!
//! Every vector whose size comes from a file grows by reading or asks a [`Budget`] first: a file of forty bytes
//! must not be able to claim a gigabyte.

use crate::error::{Error, ErrorKind, Result};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// A number of bytes that may still be taken. One budget belongs to one block being decoded; clones of it are the same one.
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

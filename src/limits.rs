//! How much memory a decoder may take on the word of the data it reads.
//!
//! Every vector whose size comes from a file grows by reading or asks a [`Budget`] first: a file of forty bytes
//! must not be able to claim a gigabyte.

use crate::error::{Error, ErrorKind, Result};
use std::cell::Cell;

/// A number of bytes that may still be taken. One budget belongs to one block being decoded.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
}

impl Budget {
    /// A budget of `bytes`.
    pub fn new(bytes: u64) -> Budget {
        Budget {
            left: Cell::new(bytes),
        }
    }

    /// How many bytes may still be taken.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Puts back `bytes` that were taken and are free again.
    pub fn give_back(&self, bytes: usize) {
        self.left.set(self.left.get().saturating_add(bytes as u64));
    }

    /// Takes `bytes` out of the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when less is left.
    pub fn take(&self, bytes: usize) -> Result<()> {
        match self.left.get().checked_sub(bytes as u64) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::Limit,
                "the data claims more than its block may hold",
            )),
        }
    }
}

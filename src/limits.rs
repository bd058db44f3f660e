//! Limits on the memory, and in places the time, that a decoder takes because its input asks for it.
//!
//! A vector whose size comes from a file either grows as bytes arrive or asks a [`Budget`] first: a
//! file of forty bytes must not be able to claim a gigabyte. These do not ask:
//!
//! * the text of a block, whose length the block's header states and its reader has compared with
//!   what the caller allows ([`MOST_BLOCK_SIZE`] unless told otherwise): room for all of it is made
//!   at once;
//! * models and their tables: their sizes follow from the level, from that length, from the number of
//!   games, or from five bits of the payload (a model of text for 2^24 bytes at most);
//! * model files, those within packed files too: 8 MiB at most, each section of which unpacks to 16
//!   MiB at most;
//! * maps of the models of tags and comments that get a few dozen bytes with a game, or with a large
//!   number in a comment, which ask for as many themselves;
//! * columns of numbers in comments: a thousand at most, each of some 11 kB, and columns of tags: as
//!   many, each of some kB;
//! * where the games wanted of a block are: sixteen bytes for each, which has two bytes of text and
//!   more;
//! * the positions of one game that its prose may speak of, and their legal moves: a few thousand
//!   positions at most, which are dropped when the next game begins.

use crate::error::{Error, Result};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The most bytes of text in a block that the command line writes, and that readers accept unless
/// told otherwise.
pub const MOST_BLOCK_SIZE: u64 = 64 << 20;

/// Bytes of memory that a document may take for each byte of its text.
const DOCUMENT: u64 = 64;
/// Bytes that the rendering of a game, before its edits, may have for each byte of its text.
const RENDERED: usize = 16;
/// Bytes of renderings that may be walked to say where edits are made in them, for each byte of text.
/// That takes much time, and damaged data could have far more of them than sound data.
const WALKED: usize = 4;
/// What a place where a line may be folded counts for, in bytes, and so a byte that an edit puts in,
/// which may be one: about what it takes, but the same on every machine.
pub const FOLD_PLACE: usize = 16;
/// What a byte counts for in a block that a model of text spells, or that stands in a comment made of
/// numbers: it takes little memory, but so much time that damaged data could take a hundred times as
/// long as sound ones. What is spelt is found in the text, which has 64 for each of its bytes.
pub const SPELT: usize = 16;
/// What a half-move of a main line counts for, beside its memory, where a model codes it: it takes
/// much time, and damaged data could have more of them than sound data, which have one for every
/// three bytes of text at most.
pub const HALF_MOVE: usize = 96;
/// Bytes of memory that a lead may take for each byte of text.
const LEAD: u64 = 8;
/// As [`SPELT`], in a lead.
const SPELT_IN_LEAD: usize = 4;
/// Bytes that are added to every budget, so that the smallest text has enough.
const LEAST: u64 = 1 << 20;
/// The budget of a lead stops growing at this many bytes of text.
const MOST_TEXT_OF_LEAD: u64 = 8 << 20;

/// The most bytes that the rendering of a game, before its edits, may have where its text has `text`
/// bytes. What a style puts around a game may be many times as long as what the game takes in
/// memory.
pub fn most_rendered(text: usize) -> usize {
    text.saturating_mul(RENDERED)
}

/// The most bytes that the renderings of all games in a block, before their edits, may have
/// together where its text has `text` bytes: no less than those of the games alone.
pub fn most_rendered_together(text: u64) -> usize {
    together(most_rendered, text)
}

/// The most bytes of renderings that may be walked to say where the edits of a game are made, where
/// its text has `text` bytes.
pub fn most_walked(text: usize) -> usize {
    text.saturating_mul(WALKED)
}

/// The same for all games of a block together.
pub fn most_walked_together(text: u64) -> usize {
    together(most_walked, text)
}

/// The bound for all games of a block whose text has `text` bytes, where `most` is that for one: no
/// less than for each of them by itself.
fn together(most: fn(usize) -> usize, text: u64) -> usize {
    let text = usize::try_from(text).unwrap_or(usize::MAX);
    most(text).saturating_add(LEAST as usize)
}

/// The number of bytes that may still be allocated for one block being decoded. Clones share one
/// count. Only one thread at a time takes from it; the count is atomic so that a budget can move
/// between threads.
#[derive(Clone, Debug)]
pub struct Budget {
    left: Arc<AtomicU64>,
    text: u64,
    /// As [`SPELT`].
    spelt: usize,
}

impl Budget {
    /// A budget of `bytes`, for any length of text.
    pub fn new(bytes: u64) -> Budget {
        Budget::for_text(bytes, u64::MAX)
    }

    /// The budget of a writer, which takes nothing out of it.
    pub fn of_writer() -> Budget {
        Budget::new(0)
    }

    /// A budget of `bytes` for data that decodes to `text` bytes of text.
    pub fn for_text(bytes: u64, text: u64) -> Budget {
        Budget {
            left: Arc::new(AtomicU64::new(bytes)),
            text,
            spelt: 1,
        }
    }

    /// The budget for decoding a block of `text` bytes of text.
    pub fn of_block(text: u64) -> Budget {
        Budget {
            spelt: SPELT,
            ..Budget::for_text(text.saturating_mul(DOCUMENT).saturating_add(LEAST), text)
        }
    }

    /// The budget for decoding the lead of a file whose blocks have at most `text` bytes of text. A
    /// decoder keeps the lead and starts each block with a copy of it. Real leads take a tenth to
    /// three quarters of their block's text.
    pub fn of_lead(text: u64) -> Budget {
        Budget {
            spelt: SPELT_IN_LEAD,
            ..Budget::new(LEAST + text.min(MOST_TEXT_OF_LEAD) * LEAD)
        }
    }

    /// The length in bytes of the text that the data should decode to; decoding more than that is
    /// pointless.
    pub fn text(&self) -> u64 {
        self.text
    }

    /// What `bytes` bytes count for that a model of text spells.
    pub fn of_spelt(&self, bytes: usize) -> usize {
        bytes.saturating_mul(self.spelt)
    }

    /// How many bytes may still be taken.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Returns `bytes` that were taken and have been freed.
    pub fn give_back(&self, bytes: usize) {
        let left = self.left().saturating_add(bytes as u64);
        self.left.store(left, Ordering::Relaxed);
    }

    /// Takes `bytes` out of the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) when less is left.
    pub fn take(&self, bytes: usize) -> Result<()> {
        match self.left().checked_sub(bytes as u64) {
            Some(left) => {
                self.left.store(left, Ordering::Relaxed);
                Ok(())
            }
            None => Err(Error::limit("the data claims more than its block may hold")),
        }
    }
}

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
//! * the sections of a packed file's header for a model and a lead: 16 MiB at most each, as they are
//!   packed;
//! * models: 8 MiB at most, each section of which unpacks to 16 MiB at most;
//! * maps of the models of tags and comments that get a few dozen bytes with a game, or with a large
//!   number in a comment, which ask for as many themselves;
//! * columns of numbers in comments: a thousand at most, each of some 11 kB, and columns of tags: as
//!   many, each of some kB;
//! * where the games wanted of a block are: sixteen bytes for each, which has a byte of text and more;
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
/// What a byte counts for in a block that a model of text spells within a game or a list, or that
/// stands in a comment made of numbers: it takes little memory, but so much time that damaged data
/// could take a hundred times as long as sound ones. What is spelt is found in the text, which has
/// 64 for each of its bytes. (A piece of text counts 1 for each byte: all pieces together have no
/// more of them than the text.)
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

/// What things count for in memory, in bytes: as much as they take on a machine of 64 bits.
///
/// These are part of the format (8.2 of FORMAT.md): which files can be read must not depend on the
/// machine, nor on how the compiler lays out a type. Beside each type a check sees to it that it
/// takes no more anywhere. A type that grows beyond its charge has to become smaller again: with a
/// larger charge, files that were read before would be refused.
pub mod charges {
    /// A style.
    pub const STYLE: usize = 330;
    /// A piece.
    pub const PIECE: usize = 72;
    /// The game of a piece, which all codecs but that of text make room for even if it is none.
    pub const GAME: usize = 72;
    /// A repeat.
    pub const REPEAT: usize = 32;
    /// An edit, beside the bytes that it puts in.
    pub const EDIT: usize = 40;
    /// A tag, beside its bytes.
    pub const TAG: usize = 8;
    /// An item of a game, beside its text.
    pub const ITEM: usize = 24;
    /// How much more a move that cannot be played counts for.
    pub const FAULT: usize = 32;
    /// A variation, as long as it is open.
    pub const OPEN: usize = 312;
    /// The same in an encoding that names the men.
    pub const OPEN_WITH_MEN: usize = 872;
    /// The same where a model codes the moves.
    pub const OPEN_WITH_CONTEXT: usize = 944;
    /// What is known of a main line.
    pub const FACTS: usize = 32;
    /// Each of the first positions of a main line.
    pub const PATH_KEY: usize = 4;
    /// A move in a comment.
    pub const COMMENT_MOVE: usize = 5;
    /// An evaluation in a run of them.
    pub const RUN_EVALUATION: usize = 8;
    /// A template of comments.
    pub const TEMPLATE: usize = 80;
    /// Each text and each field of such a template.
    pub const TEMPLATE_PIECE: usize = 56;
    /// How much more each field counts for.
    pub const TEMPLATE_FIELD: usize = 12;
    /// Each byte of such a template, which is kept in more than one place.
    pub const TEMPLATE_BYTE: usize = 4;
    /// What a value of a tag may add to the lists of its column, wherever else it was before.
    pub const VALUE: usize = 48;
    /// A value that its block did not have, beside its bytes.
    pub const NEW_VALUE: usize = 56;
    /// A template of tags.
    pub const TAG_TEMPLATE: usize = 64;
    /// Each column of such a template.
    pub const TAG_COLUMN: usize = 32;
    /// What a game has for each column of its template.
    pub const CELL: usize = 4;
    /// What is kept of each game of a lead.
    pub const GAME_OF_LEAD: usize = 160;
}

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

    /// The budget of a writer, who has what is coded, and may take whatever that asks for.
    pub fn of_writer() -> Budget {
        Budget::new(u64::MAX)
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

    /// Takes what `bytes` bytes count for that a model of text spells.
    ///
    /// # Errors
    /// As [`take`](Budget::take).
    pub fn take_spelt(&self, bytes: usize) -> Result<()> {
        self.take(self.of_spelt(bytes))
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

#[cfg(test)]
mod tests {
    use super::{charges::*, *};

    /// The numbers in the second column of the tables in 8.2 of the format.
    fn numbers_of_the_format() -> Vec<Vec<usize>> {
        let format = include_str!("container/FORMAT.md");
        let (_, section) = format.split_once("**8.2").unwrap();
        let (section, _) = section.split_once("\n## 9").unwrap();
        let rows = section.lines().filter_map(|line| line.split(" | ").nth(1));
        let numbers = |row: &str| {
            let words = row.split(|symbol: char| !symbol.is_ascii_digit());
            let numbers = words.filter_map(|word| word.parse().ok());
            numbers.filter(|&number| number > 0).collect() // but for the `00` behind a string
        };
        rows.map(numbers)
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect()
    }

    #[test]
    fn the_format_says_what_everything_counts_for() {
        let expected: [&[usize]; 32] = [
            &[STYLE],
            &[PIECE],
            &[GAME],
            &[REPEAT],
            &[EDIT, FOLD_PLACE],
            &[1],
            &[TAG, 1],
            &[ITEM],
            &[FAULT],
            // In the codecs 1 to 7.
            &[1],
            &[1],
            &[1],
            &[OPEN],
            &[OPEN_WITH_MEN],
            // In codec 8.
            &[HALF_MOVE],
            &[FACTS, PATH_KEY],
            &[1],
            &[OPEN_WITH_CONTEXT],
            &[1],
            &[TEMPLATE, TEMPLATE_PIECE, TEMPLATE_FIELD, TEMPLATE_BYTE],
            &[COMMENT_MOVE],
            &[RUN_EVALUATION],
            &[HALF_MOVE],
            &[1],
            &[VALUE, 1],
            &[1],
            &[1],
            &[NEW_VALUE],
            &[TAG_TEMPLATE, TAG_COLUMN],
            &[CELL],
            &[TAG],
            &[GAME_OF_LEAD],
        ];
        assert_eq!(numbers_of_the_format(), expected);
        let spelt = format!("*s* is {SPELT}, and {SPELT_IN_LEAD} in a lead");
        assert!(include_str!("container/FORMAT.md").contains(&spelt));
    }
}

//! The options of packing and unpacking.

use super::models::{ModelChoice, ModelFile};
use crate::{
    codec::{CodecId, Level},
    container::header::BLOCK_BOUND_LOG2,
    error::{Error, Result},
    limits::MOST_BLOCK_SIZE,
};
use std::{num::NonZero, sync::Arc};

/// How to compress.
#[derive(Clone, Debug)]
pub struct CompressOptions {
    /// The codec for games.
    pub codec: CodecId,
    /// The model of moves, for the codec `model`.
    pub model: ModelChoice,
    /// How hard to try.
    pub level: Level,
    /// Threads that encode; where it is one, it is the caller's. The bytes written are the same for
    /// every number.
    pub threads: NonZero<usize>,
    /// Whether each block is decoded and compared with the text before it is written.
    pub verify: bool,
    /// Most bytes of text in one block; the level's own size where none is given. Whoever makes
    /// blocks of more than [`MOST_BLOCK_SIZE`] must raise
    /// [`DecompressOptions::block_limit`] to read them.
    pub block_size: Option<usize>,
}

impl CompressOptions {
    /// Most bytes of text in a block, as asked for or else as the level has it.
    pub fn wanted_block_size(&self) -> usize {
        self.block_size.unwrap_or(self.level.block_size())
    }

    /// The same, checked.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) for a size that the format does not
    /// have: it goes from 1 byte to 1 GiB.
    pub(super) fn checked_block_size(&self) -> Result<usize> {
        let bytes = self.wanted_block_size();
        match (1..=1 << BLOCK_BOUND_LOG2.end()).contains(&bytes) {
            true => Ok(bytes),
            false => Err(Error::usage(format!(
                "a block cannot hold {bytes} bytes of text"
            ))),
        }
    }
}

impl Default for CompressOptions {
    /// What the command line does without options, but on one thread: the codec `model` at the
    /// default level, with verification.
    fn default() -> CompressOptions {
        CompressOptions {
            codec: CodecId::DEFAULT,
            model: ModelChoice::BuiltIn,
            level: Level::DEFAULT,
            threads: NonZero::<usize>::MIN,
            verify: true,
            block_size: None,
        }
    }
}

/// How to decompress.
#[derive(Clone, Debug)]
pub struct DecompressOptions {
    /// Threads that decode; where it is one, it is the caller's.
    pub threads: NonZero<usize>,
    /// Most bytes of text that a block may hold: a file that claims more is refused
    /// ([`ErrorKind::Limit`](crate::error::ErrorKind::Limit)) before anything is allocated for it.
    pub block_limit: u64,
    /// Models of moves, beside the built-in one, for files that name one.
    pub models: Vec<Arc<ModelFile>>,
}

impl Default for DecompressOptions {
    /// One thread, blocks of at most [`MOST_BLOCK_SIZE`].
    fn default() -> DecompressOptions {
        DecompressOptions {
            threads: NonZero::<usize>::MIN,
            block_limit: MOST_BLOCK_SIZE,
            models: Vec::new(),
        }
    }
}

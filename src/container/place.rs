//! Places in the input, as errors name them.

use crate::error::{Error, ErrorKind};

/// A place in the input, for an error message.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The block of that number (from 0).
    Block {
        /// Its number.
        number: u64,
        /// Where it begins, in bytes.
        offset: u64,
    },
    /// The index.
    Index {
        /// Where it begins, in bytes.
        offset: u64,
    },
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Block { number, offset } => write!(f, "block {number} at byte {offset}"),
            Place::Index { offset } => write!(f, "index at byte {offset}"),
        }
    }
}

/// Says of a header error at `start` that it is behind another file, if so. Where there is no header
/// there at all, the whole is damaged.
pub(super) fn header_error(error: Error, start: u64) -> Error {
    let error = match (start, error.kind()) {
        (0, _) => return error,
        (_, ErrorKind::NotPacked) => Error::corrupt(error.to_string()),
        _ => error,
    };
    error.at(format_args!("what follows a packed file, at byte {start}"))
}

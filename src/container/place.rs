//! Places in the input, as errors name them.

use crate::error::{Error, ErrorKind};

/// A place in the input, for an error message.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    block: Option<u64>,
    offset: u64,
}

impl Place {
    /// The block of that number (from 0) at that offset.
    pub fn block(number: u64, offset: u64) -> Place {
        Place {
            block: Some(number),
            offset,
        }
    }

    /// The index at that offset.
    pub fn index(offset: u64) -> Place {
        Place {
            block: None,
            offset,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            Some(number) => write!(f, "block {number} at byte {}", self.offset),
            None => write!(f, "index at byte {}", self.offset),
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

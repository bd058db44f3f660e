//! The one error type of the library.
//!
//! Rules: an error is made where the fact is known and says what is wrong in plain words; whoever knows the
//! place (a block, a file) adds it on the way up; nothing in the library prints.

use std::{borrow::Cow, fmt, io};

/// What kind of trouble this is: the question a caller asks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The operating system refused to read or write.
    Io,
    /// The data ends before it should.
    Truncated,
    /// The data contradicts itself or a checksum: it was damaged.
    Corrupt,
    /// The data is whole but this program does not know how to read it: made by a newer one, or with a model that is missing.
    Unsupported,
    /// The data asks for more memory than allowed.
    Limit,
    /// What was asked for makes no sense.
    Usage,
    /// This program went wrong.
    Fault,
}

/// A failure, its kind and one line that says what is wrong.
#[derive(Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    what: Cow<'static, str>,
    /// Part of the sentence, and so not a source that would be printed once more.
    cause: Option<io::Error>,
}

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A failure of `kind`, described by `what` (lower case, no full stop).
    pub fn new(kind: ErrorKind, what: impl Into<Cow<'static, str>>) -> Error {
        Error {
            kind,
            what: what.into(),
            cause: None,
        }
    }

    /// Damaged data.
    pub fn corrupt(what: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Corrupt, what)
    }

    /// Data that ends too early.
    pub fn truncated(what: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Truncated, what)
    }

    /// The kind of trouble.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether the data is not what it was when it was written.
    pub fn is_damage(&self) -> bool {
        matches!(self.kind, ErrorKind::Corrupt | ErrorKind::Truncated)
    }

    /// What the operating system said, where it was the operating system.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.cause.as_ref().map(io::Error::kind)
    }

    /// The same failure with the place where it happened put before it (`block 17 at byte 8000`).
    pub fn at(self, place: impl fmt::Display) -> Error {
        let what = match &*self.what {
            "" => place.to_string(),
            what => format!("{place}: {what}"),
        };
        Error {
            what: what.into(),
            ..self
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) if self.what.is_empty() => write!(f, "{cause}"),
            Some(cause) => write!(f, "{}: {cause}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Error {
        let kind = match source.kind() {
            io::ErrorKind::UnexpectedEof => ErrorKind::Truncated,
            _ => ErrorKind::Io,
        };
        Error {
            kind,
            what: Cow::Borrowed(""),
            cause: Some(source),
        }
    }
}

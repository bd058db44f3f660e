//! The one error type of the library.
//!
//! Rules: the code that finds a failure creates the error and says in plain words what is wrong.
//! Callers that know the place (a block, a file) add it on the way up. Only [`cli`](crate::cli)
//! prints errors.

use std::{borrow::Cow, fmt, io};

/// The kind of a failure, for callers that treat kinds differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The operating system refused to read or write.
    Io,
    /// The data is not what this program packs.
    NotPacked,
    /// The data ends before it should.
    Truncated,
    /// The data contradicts itself or a checksum: it was damaged.
    Corrupt,
    /// The data is sound, but this program cannot read it: a newer one made it, or it needs a model
    /// that is missing.
    Unsupported,
    /// The data asks for more memory than allowed.
    Limit,
    /// The request makes no sense: the wrong options or arguments.
    Usage,
    /// A bug in this program, such as a panic that was caught.
    Fault,
}

/// What the user of a command can do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Give the model that the data needs.
    Model,
    /// Allow blocks of more text.
    BlockLimit,
    /// Take what is sound in a damaged file.
    Salvage,
    /// Get the file once more: there is nothing in this copy.
    AnotherCopy,
}

/// A failure: its kind, and one line that says what is wrong.
#[derive(Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    what: Cow<'static, str>,
    remedy: Option<Remedy>,
    /// Not exposed as `source`: `Display` includes it, and callers that print sources would repeat
    /// it.
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
            remedy: None,
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

    /// A request that makes no sense.
    pub fn usage(what: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Usage, what)
    }

    /// Sound data that this program cannot read.
    pub fn unsupported(what: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Unsupported, what)
    }

    /// Data that asks for too much memory.
    pub fn limit(what: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Limit, what)
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What the user can do about it, if there is anything.
    pub fn remedy(&self) -> Option<Remedy> {
        self.remedy
    }

    /// The same failure, against which `remedy` helps.
    pub fn with_remedy(self, remedy: Remedy) -> Error {
        Error {
            remedy: Some(remedy),
            ..self
        }
    }

    /// The failure once more, for something else that it prevents; what the system said becomes a
    /// part of the message.
    pub fn again(&self) -> Error {
        Error {
            remedy: self.remedy,
            ..Error::new(self.kind, self.to_string())
        }
    }

    /// Whether data was damaged or cut short since it was written.
    pub fn is_damage(&self) -> bool {
        matches!(self.kind, ErrorKind::Corrupt | ErrorKind::Truncated)
    }

    /// The operating system's error kind, if the failure came from there.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.cause.as_ref().map(io::Error::kind)
    }

    /// The same failure, its message preceded by the place where it happened (`block 17 at byte
    /// 8000`).
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
        Error {
            kind: ErrorKind::Io,
            what: Cow::Borrowed(""),
            remedy: None,
            cause: Some(source),
        }
    }
}

/// A number of things, formatted for people: `1,790 games`, `1 game`.
pub struct Count(pub u64, pub &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        write!(f, " {}{}", self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// A text from outside, formatted so that a message stays one line: its control characters are
/// escaped.
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .chars()
            .try_for_each(|character| match character.is_control() {
                true => write!(f, "{}", character.escape_default()),
                false => write!(f, "{character}"),
            })
    }
}

/// A word of the user's, formatted for messages: in quotes, [`Escaped`], and of a long one the
/// beginning.
pub struct Quoted<'t>(pub &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 40;
        match self.0.char_indices().nth(MOST) {
            None => write!(f, "'{}'", Escaped(self.0)),
            Some((end, _)) => write!(f, "'{}…'", Escaped(&self.0[..end])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_no_damage() {
        for kind in [io::ErrorKind::UnexpectedEof, io::ErrorKind::Other] {
            let error = Error::from(io::Error::from(kind));
            assert_eq!((error.kind(), error.io_kind()), (ErrorKind::Io, Some(kind)));
            assert!(!error.is_damage());
        }
    }

    #[test]
    fn words_cannot_break_a_line() {
        assert_eq!(Quoted("é\n\u{1b}").to_string(), "'é\\n\\u{1b}'");
        let [all, long] = [40, 41].map(|count| Quoted(&"ü".repeat(count)).to_string());
        assert_eq!(all, format!("'{}'", "ü".repeat(40)));
        assert_eq!(long, format!("'{}…'", "ü".repeat(40)));
    }
}

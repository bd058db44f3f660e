//! The words of the command line for what is to be done: inputs, outputs, and the way between them.

use std::path::{Path, PathBuf};

/// The suffix of packed files.
pub(super) const PACKED: &str = "pgz";
/// The suffix of text, which packing replaces.
pub(super) const PLAIN: &str = "pgn";

/// Where bytes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// What a name on the command line means.
    pub fn of(path: &Path) -> Source {
        match is_dash(path) {
            true => Source::Stdin,
            false => Source::File(path.to_owned()),
        }
    }

    /// What names on the command line mean, one by one; standard input if there are none.
    pub fn of_all(paths: &[PathBuf]) -> Vec<Source> {
        match paths {
            [] => vec![Source::Stdin],
            paths => paths.iter().map(|path| Source::of(path)).collect(),
        }
    }

    /// The file, where it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin => None,
            Source::File(path) => Some(path),
        }
    }
}

/// Where bytes go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// The file, where it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Target::Stdout => None,
            Target::File(path) => Some(path),
        }
    }
}

/// One input and its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Input.
    pub source: Source,
    /// Output.
    pub target: Target,
}

/// Packing or unpacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Text to packed.
    Pack,
    /// Packed to text.
    Unpack,
}

impl Direction {
    /// The suffix of the files that are usually read, without its dot.
    pub fn suffix_read(self) -> &'static str {
        match self {
            Direction::Pack => PLAIN,
            Direction::Unpack => PACKED,
        }
    }
}

/// Whether `path` is `-`, a standard stream.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

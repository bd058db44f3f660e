//! Where a codec that works game by game writes its bits, and what `explain` shows of them.

use crate::{
    chess::{Move, line::Line, san},
    coding::bits::BitWriter,
};

/// Bits, and on request a row for each thing that they say.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    bits: BitWriter,
    rows: Option<Vec<Row>>,
}

/// One thing coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its bits end before this one; they begin where the row before ends.
    pub end: usize,
    /// What they mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// A move among the things coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which half-move of the game it is, 1 for the first.
    pub ply: u32,
    /// How many variations surround it.
    pub depth: usize,
    /// How it is spelt.
    pub san: String,
}

impl Tape {
    /// A tape that keeps bits alone.
    pub fn new() -> Tape {
        Tape::default()
    }

    /// A tape that keeps rows, too.
    pub fn explaining() -> Tape {
        Tape {
            rows: Some(Vec::new()),
            ..Tape::default()
        }
    }

    /// Whether rows are kept: what goes into them need not be made otherwise.
    pub fn explains(&self) -> bool {
        self.rows.is_some()
    }

    /// Appends the `width` lowest bits of `value`, highest first.
    pub fn write(&mut self, value: u64, width: usize) {
        self.bits.write(value, width);
    }

    /// Appends whole bytes.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.bits.write(u64::from_be_bytes(*word), 64);
        }
        for &byte in rest {
            self.bits.write(u64::from(byte), 8);
        }
    }

    /// Ends a row: the bits since the last one mean `what`.
    pub fn row(&mut self, what: impl FnOnce() -> String) {
        if self.explains() {
            self.end_row(what(), None);
        }
    }

    /// Ends a row whose bits are the move `m` that continues `line`.
    pub fn move_row(&mut self, line: &Line, m: Move) {
        if self.explains() {
            self.played(line, san::spell(line.position(), m));
        }
    }

    /// Ends a row whose bits are a null move that continues `line`.
    pub fn null_row(&mut self, line: &Line) {
        if self.explains() {
            self.played(line, "--".to_owned());
        }
    }

    fn played(&mut self, line: &Line, san: String) {
        let played = Played {
            ply: line.ply() + 1,
            depth: line.depth(),
            san: san.clone(),
        };
        self.end_row(san, Some(played));
    }

    fn end_row(&mut self, what: String, played: Option<Played>) {
        let end = self.bits.len();
        if let Some(rows) = &mut self.rows {
            rows.push(Row { end, what, played });
        }
    }

    /// Bits written so far.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The rows kept.
    pub fn rows(&self) -> &[Row] {
        self.rows.as_deref().unwrap_or_default()
    }

    /// Appends the bits, filled up to a whole byte with zeros, to `out`.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        self.bits.append_to(out);
    }

    /// The bits, filled up to a whole byte with zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bits.into_bytes()
    }
}

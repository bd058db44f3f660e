//! The output of codecs that work game by game: bits, with labels for `explain`.

use crate::{
    chess::{Move, line::Line, san},
    coding::bits::BitWriter,
};

/// A string of bits and, on request, a label for each thing that was coded.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    bits: BitWriter,
    labels: Option<Vec<Label>>,
}

/// The meaning of a run of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The position after the last of these bits. They begin at the end of the label before.
    pub end: usize,
    /// What they mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// A move among the things coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Number of the half-move in the game, 1 for the first.
    pub ply: u32,
    /// How deeply it is nested in variations; 0 in the main line.
    pub depth: usize,
    /// The move in SAN, or `--` for a null move.
    pub san: String,
}

impl Tape {
    /// A tape that keeps no labels.
    pub fn new() -> Tape {
        Tape::default()
    }

    /// A tape that keeps labels.
    pub fn explaining() -> Tape {
        Tape {
            labels: Some(Vec::new()),
            ..Tape::default()
        }
    }

    /// Whether labels are kept; if not, callers can skip the work of making them.
    pub fn explains(&self) -> bool {
        self.labels.is_some()
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

    /// Labels the bits written since the last label: they mean `what`.
    pub fn label(&mut self, what: impl FnOnce() -> String) {
        if self.explains() {
            self.push_label(what(), None);
        }
    }

    /// Labels these bits as the move `m`, which continues `line`.
    pub fn label_move(&mut self, line: &Line, m: Move) {
        if self.explains() {
            self.played(line, san::spell(line.position(), m));
        }
    }

    /// Labels these bits as a null move, which continues `line`.
    pub fn label_null(&mut self, line: &Line) {
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
        self.push_label(san, Some(played));
    }

    fn push_label(&mut self, what: String, played: Option<Played>) {
        let end = self.bits.len();
        if let Some(labels) = &mut self.labels {
            labels.push(Label { end, what, played });
        }
    }

    /// Number of bits written so far.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Appends the bits, padded with zeros to a whole byte, to `out`.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        self.bits.append_to(out);
    }

    /// The bits, padded with zeros to a whole byte.
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_parts().0
    }

    /// The same and the labels; none where none were asked for.
    pub(super) fn into_parts(self) -> (Vec<u8>, Vec<Label>) {
        (self.bits.into_bytes(), self.labels.unwrap_or_default())
    }
}

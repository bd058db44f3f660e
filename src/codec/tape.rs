//! Where a codec that works game by game writes its bits, and what `explain` shows of them.

use crate::coding::bits::BitWriter;

/// Bits, and on request a row for each thing that they say.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    bits: BitWriter,
    rows: Option<Vec<Row>>,
    /// Bits that a row already covers.
    explained: usize,
}

/// One thing coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its bits end before this one; they begin where the row before ends.
    pub end: usize,
    /// What they mean.
    pub what: String,
    /// For a move: which half-move of the game it is (1 for the first) and how it is spelt.
    pub san: Option<(u32, String)>,
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
        self.end_row(|| (what(), None));
    }

    /// Ends a row whose bits are half-move `ply` (1 for the first of the game), spelt `san`.
    pub fn move_row(&mut self, ply: u32, san: impl FnOnce() -> String) {
        self.end_row(|| {
            let san = san();
            (san.clone(), Some((ply, san)))
        });
    }

    fn end_row(&mut self, make: impl FnOnce() -> (String, Option<(u32, String)>)) {
        if let Some(rows) = &mut self.rows {
            let (what, san) = make();
            self.explained = self.bits.len();
            rows.push(Row {
                end: self.explained,
                what,
                san,
            });
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

//! Strings of bits (1.5).

use crate::reference::container::ensure;

/// Bits from the most significant one of the first byte.
pub(super) struct Bits<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Bits<'_> {
    pub(super) fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    pub(super) fn take(&mut self, count: usize) -> Result<usize, String> {
        ensure(count <= self.left(), "too few bits")?;
        let mut value = 0;
        for _ in 0..count {
            value = value * 2 + usize::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Ok(value)
    }

    /// Bytes up to a `00`, which is passed over.
    pub(super) fn text(&mut self) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        loop {
            match self.take(8)? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }

    /// 7.G: nothing is left but the zeros that fill up a byte.
    pub(super) fn end(&mut self) -> Result<(), String> {
        let left = self.left();
        ensure(left < 8 && self.take(left)? == 0, "bits behind the game")
    }
}

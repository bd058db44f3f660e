//! Strings of bits, first bit first. The only file that names `bitvec`.
//!
//! In memory and in the file, bits fill each byte from the most significant one down, so that a hex
//! dump reads in the order in which they were written. The last byte is padded with zeros.

use crate::error::{Error, Result};
use bitvec::field::BitField;
use bitvec::prelude::{BitSlice, BitVec, Msb0};

/// The writer grows by at least this many bits.
const GROW_BITS: usize = 4096;

/// Writes fields of bits one after another.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    // Words of the machine: `bitvec` has none of 64 bits where those are of 32.
    bits: BitVec<usize, Msb0>,
    len: usize,
}

impl BitWriter {
    /// A writer with nothing written.
    pub fn new() -> BitWriter {
        BitWriter::default()
    }

    /// Appends the `width` lowest bits of `value`, most significant first.
    ///
    /// # Panics
    /// If `width` is over 64 or `value` does not fit in it.
    pub fn write(&mut self, value: u64, width: usize) {
        assert!(width <= 64 && (width == 64 || value >> width == 0));
        if width == 0 {
            return;
        }
        let end = self.len + width;
        if end > self.bits.len() {
            self.bits
                .resize((end + GROW_BITS).max(self.bits.len() * 2), false);
        }
        // `bitvec`'s obvious methods (`push`, `extend_from_bitslice`) cost 17 to 40 ns a symbol,
        // storing a whole field into words that are there a fraction of that.
        self.bits[self.len..end].store_be(value);
        self.len = end;
    }

    /// Number of bits written.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends all bits to `out`, padded with zeros to a whole byte.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let words = self.bits.as_raw_slice();
        let bytes = self.len.div_ceil(8);
        out.reserve(bytes);
        let mut left = bytes;
        for word in words {
            let take = left.min(size_of::<usize>());
            out.extend_from_slice(&word.to_be_bytes()[..take]);
            left -= take;
            if left == 0 {
                break;
            }
        }
    }

    /// All bits, padded with zeros to a whole byte.
    pub fn into_bytes(self) -> Vec<u8> {
        let mut out = Vec::new();
        self.append_to(&mut out);
        out
    }
}

/// Reads fields of bits one after another.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bits: &'a BitSlice<u8, Msb0>,
    position: usize,
}

impl<'a> BitReader<'a> {
    /// A reader at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader {
            bits: BitSlice::from_slice(bytes),
            position: 0,
        }
    }

    /// Takes the next `width` bits (64 at most) as a number, most significant first.
    ///
    /// # Errors
    /// Truncated when fewer bits are left.
    pub fn read(&mut self, width: usize) -> Result<u64> {
        if width == 0 {
            return Ok(0);
        }
        let end = self.position + width;
        let Some(field) = self.bits.get(self.position..end) else {
            return Err(Error::truncated("the bits end inside a field"));
        };
        self.position = end;
        Ok(field.load_be())
    }

    /// Reads the bytes of a text up to a terminating zero byte, which is consumed but not returned.
    /// Reads eight bytes at a time: texts are long, and each read of a field has its overhead.
    ///
    /// # Errors
    /// Truncated when no zero byte is left.
    pub fn read_text(&mut self) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let bytes = self.left().min(64) / 8;
            if bytes == 0 {
                return Err(Error::truncated("the bits end inside a text"));
            }
            let word = self.read(bytes * 8)? << (64 - bytes * 8);
            let word = &word.to_be_bytes()[..bytes];
            match word.iter().position(|&byte| byte == 0) {
                None => text.extend_from_slice(word),
                Some(end) => {
                    text.extend_from_slice(&word[..end]);
                    self.position -= (bytes - end - 1) * 8;
                    return Ok(text);
                }
            }
        }
    }

    /// Number of bits read so far.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Number of bits left, padding included.
    pub fn left(&self) -> usize {
        self.bits.len() - self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fields_fill_bytes_from_the_top_bit_down() {
        let mut writer = BitWriter::new();
        writer.write(0b100, 3);
        writer.write(0b011, 3);
        writer.write(0b001, 3);
        assert_eq!(writer.len(), 9);
        assert_eq!(
            writer.into_bytes(),
            [
                0b100_011_00, // 100, 011, and the first two bits of 001
                0b1_0000000,  // its last bit and padding
            ]
        );
    }

    proptest! {
        #[test]
        fn texts_come_back(texts in prop::collection::vec(prop::collection::vec(1u8.., 0..30), 0..5), shift in 0usize..8) {
            let mut writer = BitWriter::new();
            writer.write(0, shift);
            for &byte in texts.iter().flat_map(|text| text.iter().chain(&[0])) {
                writer.write(u64::from(byte), 8);
            }
            let bytes = writer.into_bytes();
            let mut reader = BitReader::new(&bytes);
            reader.read(shift).unwrap();
            for text in texts {
                prop_assert_eq!(reader.read_text().unwrap(), text);
            }
            prop_assert!(reader.left() < 8);
            prop_assert!(reader.read_text().is_err());
        }

        #[test]
        fn fields_come_back(fields in prop::collection::vec((any::<u64>(), 0usize..=64), 0..200)) {
            let fields: Vec<(u64, usize)> = fields.into_iter()
                .map(|(value, width)| (if width == 0 { 0 } else { value >> (64 - width) }, width)).collect();
            let mut writer = BitWriter::new();
            for &(value, width) in &fields {
                writer.write(value, width);
            }
            let total = writer.len();
            let bytes = writer.into_bytes();
            prop_assert_eq!(bytes.len(), total.div_ceil(8));
            let mut reader = BitReader::new(&bytes);
            for &(value, width) in &fields {
                prop_assert_eq!(reader.read(width).unwrap(), value);
            }
            prop_assert_eq!(reader.position(), total);
            prop_assert!(reader.left() < 8);
            prop_assert!(reader.read(8).is_err());
        }
    }
}

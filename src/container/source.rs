//! Buffered input that counts its bytes, and tells a clean end from a file that is cut short.

use crate::{
    coding::varint,
    error::{Error, Result},
};
use std::io::{self, BufRead, BufReader, Read};

/// An input and the offset of its next byte.
#[derive(Debug)]
pub struct Source<R> {
    input: BufReader<R>,
    offset: u64,
}

impl<R: Read> Source<R> {
    /// Reads `input`, whose next byte is at `offset` from the beginning of the whole.
    pub fn new(input: R, offset: u64) -> Source<R> {
        Source {
            input: BufReader::new(input),
            offset,
        }
    }

    /// Offset of the next byte, from the beginning.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the input is at its end.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn at_end(&mut self) -> Result<bool> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.is_empty()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The next byte.
    ///
    /// # Errors
    /// Errors of reading; truncated at the end.
    pub fn byte(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// Errors of reading; truncated where there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.input
            .read_exact(&mut bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => cut_short(),
                _ => error.into(),
            })?;
        self.offset += N as u64;
        Ok(bytes)
    }

    /// The next `len` bytes. The vector grows as they arrive, so a false length costs no memory.
    ///
    /// # Errors
    /// Errors of reading; truncated where there are fewer.
    pub fn bytes(&mut self, len: u64) -> Result<Vec<u8>> {
        let bytes = self.bytes_at_most(len)?;
        match bytes.len() as u64 == len {
            true => Ok(bytes),
            false => Err(cut_short()),
        }
    }

    /// The next `len` bytes, or as many as there are.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn bytes_at_most(&mut self, len: u64) -> Result<Vec<u8>> {
        /// Most bytes that are allocated before any have arrived.
        const TRUSTED: u64 = 1 << 16;
        let mut bytes = Vec::with_capacity(len.min(TRUSTED) as usize);
        self.input.by_ref().take(len).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        Ok(bytes)
    }

    /// Appends the bytes of a varint to `to` without decoding it.
    ///
    /// # Errors
    /// Errors of reading; truncated at the end; corrupt where the number has too many bytes.
    pub fn copy_number(&mut self, to: &mut Vec<u8>) -> Result<()> {
        for _ in 0..varint::MAX_BYTES {
            let byte = self.byte()?;
            to.push(byte);
            if byte & 0x80 == 0 {
                return Ok(());
            }
        }
        Err(Error::corrupt("a number is too large"))
    }
}

/// The error of a file that ends too early.
pub(super) fn cut_short() -> Error {
    Error::truncated("the file is cut short")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn bytes_are_counted_and_their_end_is_noticed() {
        let mut source = Source::new(&b"abcdef"[..], 10);
        assert_eq!(source.byte().unwrap(), b'a');
        assert_eq!(source.array::<2>().unwrap(), *b"bc");
        assert_eq!(source.bytes(3).unwrap(), b"def");
        assert_eq!(source.offset(), 16);
        assert!(source.at_end().unwrap());
        assert_eq!(source.byte().unwrap_err().kind(), ErrorKind::Truncated);
    }

    #[test]
    fn a_length_that_is_not_true_is_an_error_and_no_allocation() {
        let mut source = Source::new(&b"abc"[..], 0);
        let error = source.bytes(u64::MAX >> 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated);
    }

    #[test]
    fn a_number_ends_with_the_first_byte_below_128() {
        let mut source = Source::new(&[0xac, 0x02, 0xff][..], 0);
        let mut copied = Vec::new();
        source.copy_number(&mut copied).unwrap();
        assert_eq!(copied, [0xac, 0x02]);
        let mut source = Source::new(&[0x80; 10][..], 0);
        assert_eq!(
            source.copy_number(&mut copied).unwrap_err().kind(),
            ErrorKind::Corrupt
        );
    }
}

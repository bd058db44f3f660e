//! Whole bytes and texts, as the historical codecs write and read them: a text is terminated by a
//! NUL. The texts of no codec contain one.

use super::tape::Tape;
use crate::{
    error::{Error, Result},
    limits::Budget,
};
use memchr::memchr;

/// Writes one byte.
pub(super) fn write_byte(byte: u8, tape: &mut Tape) {
    tape.write(u64::from(byte), 8);
}

/// Writes a text and the NUL that ends it.
pub(super) fn write_text(text: &[u8], tape: &mut Tape) {
    tape.write_bytes(text);
    write_byte(0, tape);
}

/// Reads a game that is coded as a string of bytes.
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// A reader of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { bytes }
    }

    /// Whether all bytes have been read.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte, without consuming it.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.first().copied()
    }

    /// The next byte.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn byte(&mut self) -> Result<u8> {
        let (&byte, rest) = self
            .bytes
            .split_first()
            .ok_or_else(|| Error::truncated("the bytes of a game end too early"))?;
        self.bytes = rest;
        Ok(byte)
    }

    /// The next text, without its NUL.
    ///
    /// # Errors
    /// When it has no terminating NUL, or is longer than `budget` allows.
    pub(super) fn text(&mut self, budget: &Budget) -> Result<&'a [u8]> {
        take_text(&mut self.bytes, budget)
    }
}

/// Refuses a text that holds a NUL.
///
/// # Errors
/// When it does.
pub(super) fn refuse_nul(text: &[u8]) -> Result<()> {
    match memchr(0, text) {
        Some(_) => Err(Error::corrupt("a text holds a NUL")),
        None => Ok(()),
    }
}

/// Appends a text, which has no NUL, and the NUL that ends it.
pub(super) fn put_text(text: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(text);
    bytes.push(0);
}

/// Takes a text and its NUL off the front of `bytes`; returns it without the NUL.
///
/// # Errors
/// When it has no terminating NUL, or is longer than `budget` allows.
pub(super) fn take_text<'a>(bytes: &mut &'a [u8], budget: &Budget) -> Result<&'a [u8]> {
    let len = memchr(0, bytes).ok_or_else(|| Error::truncated("a text does not end"))?;
    budget.take(len)?;
    let (text, rest) = bytes.split_at(len);
    *bytes = &rest[1..];
    Ok(text)
}

//! Sections of the model file: a length of four bytes, then as many bytes compressed with
//! Zstandard.

use crate::{
    coding::varint,
    error::{Error, Result},
};
use std::{borrow::Cow, sync::OnceLock};

/// The most bytes that a section unpacks to.
pub(super) const MOST_BYTES: usize = 16 << 20;
/// Level of compression: higher ones gain nothing on weights.
const ZSTD_LEVEL: i32 = 3;

/// Compresses the contents of a section.
pub(super) fn pack(plain: &[u8]) -> Result<Vec<u8>> {
    Ok(zstd::bulk::compress(plain, ZSTD_LEVEL)?)
}

/// Appends a section, given its packed contents.
pub(super) fn put(packed: &[u8], file: &mut Vec<u8>) {
    file.extend((packed.len() as u32).to_le_bytes());
    file.extend(packed);
}

/// Takes a section off the front of `bytes`; its contents stay packed.
pub(super) fn take<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    *bytes = rest;
    front(bytes, u32::from_le_bytes(*length) as usize)
}

/// Takes `count` bytes off the front of a section's contents.
fn front<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    varint::take(bytes, count).map_err(|_| damaged())
}

/// Takes `count` numbers of one byte off the front.
pub(super) fn i8s<'a>(
    bytes: &mut &'a [u8],
    count: usize,
) -> Result<impl ExactSizeIterator<Item = i8> + use<'a>> {
    Ok(front(bytes, count)?.iter().map(|&byte| byte as i8))
}

/// Takes `count` numbers of two bytes, the lowest first, off the front.
pub(super) fn i16s<'a>(
    bytes: &mut &'a [u8],
    count: usize,
) -> Result<impl ExactSizeIterator<Item = i16> + use<'a>> {
    let (numbers, _) = front(bytes, 2 * count)?.as_chunks();
    Ok(numbers.iter().map(|&number| i16::from_le_bytes(number)))
}

/// Takes `count` numbers of four bytes, the lowest first, off the front.
pub(super) fn i32s<'a>(
    bytes: &mut &'a [u8],
    count: usize,
) -> Result<impl ExactSizeIterator<Item = i32> + use<'a>> {
    let (numbers, _) = front(bytes, 4 * count)?.as_chunks();
    Ok(numbers.iter().map(|&number| i32::from_le_bytes(number)))
}

/// Unpacks the contents of a section.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    // Zstandard would take no bytes at all for an empty frame.
    if packed.is_empty() {
        return Err(damaged());
    }
    zstd::bulk::decompress(packed, MOST_BYTES).map_err(|_| damaged())
}

/// A type that a section can hold.
pub(super) trait Section: Sized {
    /// Reads a value off the front of `bytes`.
    fn read(bytes: &mut &[u8]) -> Result<Self>;

    /// Appends its bytes to `plain`.
    fn write(&self, plain: &mut Vec<u8>);
}

/// A section of any bytes.
impl Section for Vec<u8> {
    fn read(bytes: &mut &[u8]) -> Result<Vec<u8>> {
        Ok(std::mem::take(bytes).to_vec())
    }

    fn write(&self, plain: &mut Vec<u8>) {
        plain.extend(self);
    }
}

/// A section that is unpacked when it is first needed: no level needs all sections.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed<T> {
    bytes: Cow<'static, [u8]>,
    plain: OnceLock<T>,
}

impl<T: Section> Packed<T> {
    /// The section with these packed bytes, which are not checked.
    pub(super) const fn of_bytes(bytes: Cow<'static, [u8]>) -> Packed<T> {
        Packed {
            bytes,
            plain: OnceLock::new(),
        }
    }

    /// A section that holds `plain`.
    pub(super) fn new(plain: &T) -> Result<Packed<T>> {
        let mut bytes = Vec::new();
        plain.write(&mut bytes);
        Ok(Packed::of_bytes(pack(&bytes)?.into()))
    }

    /// The packed bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the section has no bytes at all, not even packed ones.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The contents, unpacked at the first call.
    ///
    /// # Errors
    /// Where the bytes are no `T`.
    pub(super) fn unpacked(&self) -> Result<&T> {
        if let Some(plain) = self.plain.get() {
            return Ok(plain);
        }
        let bytes = unpack(&self.bytes)?;
        let mut rest = &bytes[..];
        let plain = T::read(&mut rest)?;
        if !rest.is_empty() {
            return Err(damaged());
        }
        Ok(self.plain.get_or_init(|| plain))
    }

    /// Appends the section.
    pub(super) fn put(&self, file: &mut Vec<u8>) {
        put(&self.bytes, file);
    }
}

/// The error for a model file whose contents no writer has written.
pub(super) fn damaged() -> Error {
    Error::corrupt("the model file is damaged")
}

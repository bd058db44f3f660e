//! Variable-length unsigned numbers below 2^63, in one to nine bytes: seven bits a byte, least
//! significant first (LEB128), the top bit set on all bytes but the last. Only the shortest form is
//! accepted (FORMAT.md, conventions).

use crate::error::{Error, Result};

/// The most bytes that one number takes.
pub const MAX_BYTES: usize = 9;

/// How many bytes a number takes.
pub fn len(value: u64) -> usize {
    value.max(1).ilog2() as usize / 7 + 1
}

/// Appends `value` to `out`.
///
/// # Panics
/// If `value` is 2^63 or more.
pub fn write(out: &mut Vec<u8>, mut value: u64) {
    assert!(value < 1 << 63);
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads a number and removes it from the front of `input`.
///
/// # Errors
/// Truncated when the input ends inside the number; corrupt when its form is not the shortest or it
/// is too large.
pub fn read(input: &mut &[u8]) -> Result<u64> {
    let mut value = 0;
    for index in 0..MAX_BYTES {
        let Some((&byte, rest)) = input.split_first() else {
            return Err(Error::truncated("the data ends inside a number"));
        };
        *input = rest;
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            if byte == 0 && index > 0 {
                return Err(Error::corrupt("a number is written longer than it need be"));
            }
            return Ok(value);
        }
    }
    Err(Error::corrupt("a number is too large"))
}

/// Like [`read`], for a number that counts or measures something in memory.
///
/// # Errors
/// As [`read`], and corrupt when the number does not fit a `usize`.
pub fn read_len(input: &mut &[u8]) -> Result<usize> {
    usize::try_from(read(input)?).map_err(|_| Error::corrupt("a length is too large"))
}

/// Removes `len` bytes from the front of `input` and returns them.
///
/// # Errors
/// Truncated when there are fewer.
pub fn take<'a>(input: &mut &'a [u8], len: usize) -> Result<&'a [u8]> {
    let Some((head, rest)) = input.split_at_checked(len) else {
        return Err(Error::truncated("the data ends too early"));
    };
    *input = rest;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_the_format_says() {
        let mut out = Vec::new();
        write(&mut out, 300);
        assert_eq!(
            out,
            [
                0xac, // 300 mod 128 = 44, more follows
                0x02, // 300 / 128 = 2
            ]
        );
    }

    #[test]
    fn numbers_come_back() {
        for value in [
            0,
            1,
            127,
            128,
            16_383,
            16_384,
            u64::from(u32::MAX),
            (1 << 63) - 1,
        ] {
            let mut out = Vec::new();
            write(&mut out, value);
            assert_eq!(out.len(), len(value));
            let mut input = out.as_slice();
            assert_eq!(read(&mut input).unwrap(), value);
            assert!(input.is_empty());
        }
    }

    #[test]
    fn a_number_longer_than_it_need_be_is_refused() {
        assert!(read(&mut &[0x80, 0x00][..]).is_err());
        assert!(read(&mut &[0xff; 10][..]).is_err());
        assert!(read(&mut &[0x80][..]).is_err());
    }
}

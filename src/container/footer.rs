//! The last bytes of a file, from which its index is found (FORMAT.md 6).

use super::{
    checksum::{self, Running},
    index::IndexSum,
    place::Place,
    source::Source,
};
use crate::error::{Error, Result};
use std::io::Read;

/// Length of a footer, in bytes.
pub const FOOTER_BYTES: usize = 10;

/// Where the index is, and its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footer {
    /// Length of the index, which ends where the footer begins, in bytes.
    pub index_bytes: u32,
    /// CRC-32 of the index.
    pub index_crc: u32,
}

impl Footer {
    /// The footer that follows an index of that length and checksum.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) where the index has 4 GiB or more.
    pub fn of(index: &Running) -> Result<Footer> {
        let index_bytes = u32::try_from(index.bytes())
            .map_err(|_| Error::limit("the file has too many blocks"))?;
        Ok(Footer {
            index_bytes,
            index_crc: index.crc32(),
        })
    }

    /// The footer as bytes.
    pub fn to_bytes(self) -> [u8; FOOTER_BYTES] {
        let mut bytes = [0; FOOTER_BYTES];
        bytes[..4].copy_from_slice(&self.index_bytes.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.index_crc.to_le_bytes());
        let check = checksum::check16(&bytes[..8]);
        bytes[8..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Footer::to_bytes) wrote.
    ///
    /// # Errors
    /// Corrupt where the check does not hold.
    pub fn from_bytes(bytes: [u8; FOOTER_BYTES]) -> Result<Footer> {
        let [l0, l1, l2, l3, c0, c1, c2, c3, check @ ..] = bytes;
        if checksum::check16(&bytes[..8]) != u16::from_le_bytes(check) {
            return Err(Error::corrupt("the footer is damaged"));
        }
        Ok(Footer {
            index_bytes: u32::from_le_bytes([l0, l1, l2, l3]),
            index_crc: u32::from_le_bytes([c0, c1, c2, c3]),
        })
    }
}

/// Reads the index and the footer, and checks them against `blocks`, the sum of the blocks before
/// them.
///
/// # Errors
/// Errors of reading; corrupt where they do not describe these blocks.
pub(super) fn check_end<R: Read>(source: &mut Source<R>, blocks: &IndexSum) -> Result<()> {
    let place = Place::Index {
        offset: source.offset(),
    };
    describes(source, blocks).map_err(|error| error.at(place))
}

fn describes<R: Read>(source: &mut Source<R>, blocks: &IndexSum) -> Result<()> {
    let expected = blocks.sum();
    let index = crc_of_next(source, expected.bytes())?;
    let footer = Footer::from_bytes(source.array::<FOOTER_BYTES>()?)?;
    match index == expected.crc32() && footer == Footer::of(expected)? {
        true => Ok(()),
        false => Err(Error::corrupt("the index does not describe the blocks")),
    }
}

/// The CRC-32 of the next `len` bytes, which are read in small portions.
fn crc_of_next<R: Read>(source: &mut Source<R>, len: u64) -> Result<u32> {
    const PORTION: u64 = 1 << 16;
    let mut sum = Running::default();
    let mut left = len;
    while left > 0 {
        let bytes = source.bytes(left.min(PORTION))?;
        left -= bytes.len() as u64;
        sum.update(&bytes);
    }
    Ok(sum.crc32())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footer_is_two_numbers_and_a_check() {
        let footer = Footer {
            index_bytes: 6,
            index_crc: 0x0102_0304,
        };
        let bytes = footer.to_bytes();
        assert_eq!(
            bytes,
            [
                0x06, 0x00, 0x00, 0x00, // the index has 6 bytes
                0x04, 0x03, 0x02, 0x01, // its CRC-32
                0xac, 0xc6, // check of all the above
            ]
        );
        assert_eq!(Footer::from_bytes(bytes).unwrap(), footer);
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let footer = Footer {
            index_bytes: 6,
            index_crc: 0x0102_0304,
        };
        for at in 0..FOOTER_BYTES {
            for change in 1..=255 {
                let mut bytes = footer.to_bytes();
                bytes[at] ^= change;
                assert!(Footer::from_bytes(bytes).is_err());
            }
        }
    }
}

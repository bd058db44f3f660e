//! A block: its header and its payload (FORMAT.md 4).

use super::{checksum, source::Source};
use crate::{
    coding::varint,
    error::{Error, Remedy, Result},
};
use std::io::Read;

/// A number that no method has: the header of a block without games would begin as the end mark.
const NO_METHOD: u8 = END_OF_BLOCKS;
/// The number of a method: the payload is the text itself.
const STORED: u8 = 1;
/// That of codec 0. Codec *n* has this plus *n*.
const CODEC_0: u8 = 2;
/// The number of games and that of the method are told as one number; the latter is below this.
const METHODS: u64 = 32;
/// How many numbers a block header begins with, and the length of the two checks behind them.
const NUMBERS: usize = 3;
const CHECKS: usize = 4 + 2;
/// The end mark, in place of the first byte of a block header: no block follows.
pub const END_OF_BLOCKS: u8 = 0;

/// How a block's text became its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The payload is the text.
    Stored,
    /// The codec with that number, at most 29.
    Codec(u8),
}

/// The header of a block, which stands before its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    /// How to read the payload.
    pub method: Method,
    /// Length of the text in bytes; at least 1.
    pub text_bytes: u64,
    /// Length of the payload in bytes; at most that of the text.
    pub payload_bytes: u64,
    /// Number of games found in the text, including those kept as text (FORMAT.md 4.3).
    pub games: u64,
    /// CRC-32 of the text.
    pub text_crc: u32,
}

impl BlockHeader {
    /// Most bytes that a header may have.
    pub(super) const BYTES_MAX: u64 = (NUMBERS * varint::MAX_BYTES + CHECKS) as u64;

    /// The header of a block that holds `text`, coded as `payload`.
    pub fn of(method: Method, text: &[u8], payload: &[u8], games: u64) -> BlockHeader {
        BlockHeader {
            method,
            text_bytes: text.len() as u64,
            payload_bytes: payload.len() as u64,
            games,
            text_crc: checksum::crc32(text),
        }
    }

    /// The numbers that the header begins with.
    ///
    /// # Panics
    /// As [`to_bytes`](BlockHeader::to_bytes).
    fn numbers(&self) -> [u64; NUMBERS] {
        let method = match self.method {
            Method::Stored => STORED,
            Method::Codec(number) => number.saturating_add(CODEC_0),
        };
        assert!(u64::from(method) < METHODS);
        let first = self.games * METHODS + u64::from(method);
        [first, self.text_bytes, self.payload_bytes]
    }

    /// The header as bytes.
    ///
    /// # Panics
    /// Where the method is a codec of a number that the format has no room for.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in self.numbers() {
            varint::write(&mut bytes, number);
        }
        bytes.extend(self.text_crc.to_le_bytes());
        bytes.extend(checksum::check16(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header; `None` for the end mark. `bound` is the most bytes of text that the
    /// file's header allows in a block.
    ///
    /// # Errors
    /// Errors of reading; corrupt where the header is damaged or contradicts itself or the file's
    /// header.
    pub fn read<R: Read>(source: &mut Source<R>, bound: u64) -> Result<Option<BlockHeader>> {
        // No number is used before the check over all of them holds.
        let mut bytes = Vec::new();
        source.copy_number(&mut bytes)?;
        if bytes == [END_OF_BLOCKS] {
            return Ok(None);
        }
        for _ in 1..NUMBERS {
            source.copy_number(&mut bytes)?;
        }
        let text_crc = source.array::<4>()?;
        bytes.extend(text_crc);
        if source.array::<2>()? != checksum::check16(&bytes).to_le_bytes() {
            return Err(Error::corrupt("the header of the block is damaged"));
        }
        let mut numbers = bytes.as_slice();
        let first = varint::read(&mut numbers)?;
        let header = BlockHeader {
            method: match (first % METHODS) as u8 {
                NO_METHOD => return Err(Error::corrupt("a block has no method")),
                STORED => Method::Stored,
                number => Method::Codec(number - CODEC_0),
            },
            games: first / METHODS,
            text_bytes: varint::read(&mut numbers)?,
            payload_bytes: varint::read(&mut numbers)?,
            text_crc: u32::from_le_bytes(text_crc),
        };
        header.check(bound)?;
        Ok(Some(header))
    }

    /// Checks that the numbers obey the format (FORMAT.md 4.2).
    fn check(&self, bound: u64) -> Result<()> {
        let payload_fits = match self.method {
            Method::Stored => self.payload_bytes == self.text_bytes,
            Method::Codec(_) => self.payload_bytes <= self.text_bytes,
        };
        match payload_fits && may_hold(self.text_bytes, self.games, bound) {
            true => Ok(()),
            false => Err(Error::corrupt("the header of the block contradicts itself")),
        }
    }

    /// Length of header and payload together, in bytes.
    pub fn packed_bytes(&self) -> u64 {
        let numbers: usize = self.numbers().into_iter().map(varint::len).sum();
        (numbers + CHECKS) as u64 + self.payload_bytes
    }

    /// Checks that the text has at most `limit` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) where it has more.
    pub fn check_limit(&self, limit: u64) -> Result<()> {
        match self.text_bytes <= limit {
            true => Ok(()),
            false => {
                let held = self.text_bytes;
                let what = format!("the block holds {held} bytes of text, and {limit} are allowed");
                Err(Error::limit(what).with_remedy(Remedy::BlockLimit))
            }
        }
    }

    /// Checks the length and the checksum of the decoded `text`.
    ///
    /// # Errors
    /// Corrupt where they differ from the header's.
    pub fn check_text(&self, text: &[u8]) -> Result<()> {
        if text.len() as u64 != self.text_bytes {
            return Err(Error::corrupt(format!(
                "the text has {} bytes, not {}",
                text.len(),
                self.text_bytes
            )));
        }
        let crc = checksum::crc32(text);
        match crc == self.text_crc {
            true => Ok(()),
            false => Err(Error::corrupt(format!(
                "the text has checksum {crc:08x}, not {:08x}",
                self.text_crc
            ))),
        }
    }
}

/// Whether a block may have this many bytes of text and games, in a file whose blocks have at most
/// `bound` bytes of text (FORMAT.md 4.2).
pub(super) fn may_hold(text_bytes: u64, games: u64, bound: u64) -> bool {
    (1..=bound).contains(&text_bytes) && games <= text_bytes
}

/// A block as read from a file, its payload not yet decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its header begins, in bytes from the beginning of the input.
    pub offset: u64,
    /// Its header.
    pub header: BlockHeader,
    /// Its payload.
    pub payload: Vec<u8>,
}

impl Block {
    /// Reads a block; `None` for the end mark.
    ///
    /// # Errors
    /// As [`BlockHeader::read`]; [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) where the
    /// text has more than `limit` bytes.
    pub fn read<R: Read>(source: &mut Source<R>, bound: u64, limit: u64) -> Result<Option<Block>> {
        let offset = source.offset();
        let Some(header) = BlockHeader::read(source, bound)? else {
            return Ok(None);
        };
        header.check_limit(limit)?;
        let payload = source.bytes(header.payload_bytes)?;
        Ok(Some(Block {
            offset,
            header,
            payload,
        }))
    }
}

/// The error for a short file with an end mark in place of its block.
pub(super) fn no_block() -> Error {
    Error::corrupt("the file's only block is missing")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn read(bytes: &[u8]) -> Result<Option<BlockHeader>> {
        BlockHeader::read(&mut Source::new(bytes, 0), 1 << 20)
    }

    fn sample() -> BlockHeader {
        BlockHeader {
            method: Method::Codec(1),
            text_bytes: 700,
            payload_bytes: 130,
            games: 1,
            text_crc: 0x0102_0304,
        }
    }

    #[test]
    fn a_header_is_three_numbers_and_two_checksums() {
        let bytes = sample().to_bytes();
        assert_eq!(
            bytes,
            [
                0x23, // one game, codec 1
                0xbc, 0x05, // 700 bytes of text
                0x82, 0x01, // 130 bytes of payload
                0x04, 0x03, 0x02, 0x01, // CRC-32 of the text
                0xe7, 0x89, // check of all the above
            ]
        );
        assert_eq!(read(&bytes).unwrap(), Some(sample()));
        assert_eq!(sample().packed_bytes(), bytes.len() as u64 + 130);
    }

    #[test]
    fn a_zero_in_its_place_ends_the_blocks() {
        assert_eq!(read(&[END_OF_BLOCKS]).unwrap(), None);
    }

    #[test]
    fn methods_have_the_numbers_of_the_format() {
        for (method, byte) in [
            (Method::Stored, 32 + 1),
            (Method::Codec(0), 32 + 2),
            (Method::Codec(29), 32 + 31),
        ] {
            let header = BlockHeader {
                method,
                payload_bytes: 700,
                ..sample()
            };
            assert_eq!(header.to_bytes()[0], byte);
            assert_eq!(read(&header.to_bytes()).unwrap(), Some(header));
        }
    }

    #[test]
    fn games_without_a_method_are_damage() {
        let mut bytes = vec![0x20, 0x01, 0x01, 0, 0, 0, 0];
        bytes.extend(checksum::check16(&bytes).to_le_bytes());
        assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    }

    #[test]
    fn no_changed_byte_goes_unnoticed() {
        let mut bytes = sample().to_bytes();
        bytes.extend([0; 40]); // a payload, so that a longer header does not meet the end
        for at in 0..sample().to_bytes().len() {
            for change in 1..=255 {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                match read(&damaged) {
                    Ok(None) => assert_eq!((at, damaged[0]), (0, END_OF_BLOCKS)),
                    Ok(Some(_)) => panic!("byte {at} ^ {change:#x} goes unnoticed"),
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Corrupt),
                }
            }
        }
    }

    #[test]
    fn a_sound_header_that_makes_no_sense_is_refused() {
        let refused = |header: BlockHeader| {
            let error = read(&header.to_bytes()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        };
        refused(BlockHeader {
            payload_bytes: 701,
            ..sample()
        });
        refused(BlockHeader {
            method: Method::Stored,
            ..sample()
        });
        refused(BlockHeader {
            text_bytes: 0,
            payload_bytes: 0,
            games: 0,
            ..sample()
        });
        refused(BlockHeader {
            text_bytes: (1 << 20) + 1,
            ..sample()
        });
        refused(BlockHeader {
            games: 701,
            ..sample()
        });
    }

    #[test]
    fn a_block_beyond_the_limit_is_refused_before_it_is_read() {
        let header = BlockHeader::of(Method::Stored, &[7; 100], &[7; 100], 0);
        let mut source = Source::new(std::io::Cursor::new(header.to_bytes()), 0);
        let error = Block::read(&mut source, 1 << 20, 99).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
    }

    #[test]
    fn another_text_is_not_taken_for_the_block_s() {
        let header = BlockHeader::of(Method::Stored, b"1. e4", b"1. e4", 1);
        header.check_text(b"1. e4").unwrap();
        assert!(header.check_text(b"1. e3").is_err());
        assert!(header.check_text(b"1. e4 ").is_err());
    }
}

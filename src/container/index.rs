//! The index: the list of a file's blocks, which stands behind them (FORMAT.md 5).

use super::{
    block::{BlockHeader, may_hold},
    checksum::Running,
    header::Header,
};
use crate::{
    coding::varint,
    error::{Error, Result},
};

/// The index's entry for one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Length of the block with its header, in bytes.
    pub packed_bytes: u64,
    /// Length of its text, in bytes.
    pub text_bytes: u64,
    /// Number of its games.
    pub games: u64,
    /// CRC-32 of its text, which tells blocks of equal sizes apart.
    pub text_crc: u32,
}

impl Entry {
    /// The entry of a block with that header.
    pub fn of(header: &BlockHeader) -> Entry {
        Entry {
            packed_bytes: header.packed_bytes(),
            text_bytes: header.text_bytes,
            games: header.games,
            text_crc: header.text_crc,
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        varint::write(out, self.packed_bytes);
        varint::write(out, self.text_bytes);
        varint::write(out, self.games);
        out.extend_from_slice(&self.text_crc.to_le_bytes());
    }

    fn read(input: &mut &[u8]) -> Result<Entry> {
        Ok(Entry {
            packed_bytes: varint::read(input)?,
            text_bytes: varint::read(input)?,
            games: varint::read(input)?,
            text_crc: {
                let (&crc, rest) = input
                    .split_first_chunk()
                    .ok_or_else(|| Error::corrupt("an entry has no checksum"))?;
                *input = rest;
                u32::from_le_bytes(crc)
            },
        })
    }
}

/// The whole index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// Length of the file's header with all its sections, in bytes: where the first block begins.
    pub header_bytes: u64,
    /// The entries of the blocks, in the order of the file.
    pub entries: Vec<Entry>,
}

impl Index {
    /// The index as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        varint::write(&mut bytes, self.header_bytes);
        for entry in &self.entries {
            entry.write(&mut bytes);
        }
        bytes
    }

    /// Reads what [`to_bytes`](Index::to_bytes) wrote. The entries end where `bytes` do.
    ///
    /// # Errors
    /// Corrupt where a number is malformed or incomplete.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Index> {
        let malformed = |error| Error::corrupt(format!("the index is malformed: {error}"));
        let mut index = Index {
            header_bytes: varint::read(&mut bytes).map_err(malformed)?,
            entries: Vec::new(),
        };
        while !bytes.is_empty() {
            index
                .entries
                .push(Entry::read(&mut bytes).map_err(malformed)?);
        }
        Ok(index)
    }

    /// Length of header and blocks together, in bytes; `None` where the sum overflows.
    pub fn blocks_end(&self) -> Option<u64> {
        self.entries
            .iter()
            .try_fold(self.header_bytes, |end, entry| {
                end.checked_add(entry.packed_bytes)
            })
    }

    /// Whether a file with such a header may have this index.
    pub(super) fn suits(&self, header: &Header) -> bool {
        let is_possible =
            |entry: &Entry| may_hold(entry.text_bytes, entry.games, header.block_bound());
        !header.is_short()
            && header.packed_bytes() == self.header_bytes
            && self.entries.iter().all(is_possible)
    }
}

/// The length and the CRC-32 of the index for the blocks seen so far. A reader checks the index
/// with it from front to back, without keeping an entry for each block.
#[derive(Clone, Debug)]
pub struct IndexSum {
    sum: Running,
    scratch: Vec<u8>,
}

impl IndexSum {
    /// For a file whose header has that length.
    pub fn new(header_bytes: u64) -> IndexSum {
        let mut scratch = Vec::new();
        varint::write(&mut scratch, header_bytes);
        let mut sum = Running::default();
        sum.update(&scratch);
        IndexSum { sum, scratch }
    }

    /// Adds the next block's entry.
    pub fn push(&mut self, entry: Entry) {
        self.scratch.clear();
        entry.write(&mut self.scratch);
        self.sum.update(&self.scratch);
    }

    /// Length and checksum.
    pub fn sum(&self) -> &Running {
        &self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::checksum::crc32;

    fn sample() -> Index {
        Index {
            header_bytes: 10,
            entries: vec![
                Entry {
                    packed_bytes: 142,
                    text_bytes: 700,
                    games: 1,
                    text_crc: 0x0403_0201,
                },
                Entry {
                    packed_bytes: 20,
                    text_bytes: 9,
                    games: 0,
                    text_crc: 0xdead_beef,
                },
            ],
        }
    }

    #[test]
    fn an_index_is_the_header_s_length_and_four_numbers_a_block() {
        let bytes = sample().to_bytes();
        assert_eq!(
            bytes,
            [
                0x0a, // the first block begins at byte 10
                0x8e, 0x01, // first block: 142 bytes of file,
                0xbc, 0x05, // 700 bytes of text,
                0x01, // one game,
                0x01, 0x02, 0x03, 0x04, // the CRC-32 of the text
                0x14, // second block: 20 bytes of file,
                0x09, // 9 bytes of text,
                0x00, // no game,
                0xef, 0xbe, 0xad, 0xde, // its CRC-32
            ]
        );
        assert_eq!(Index::from_bytes(&bytes).unwrap(), sample());
        assert_eq!(sample().blocks_end(), Some(10 + 142 + 20));
    }

    #[test]
    fn the_sum_of_an_index_is_known_without_it() {
        let mut sum = IndexSum::new(10);
        for entry in sample().entries {
            sum.push(entry);
        }
        let bytes = sample().to_bytes();
        assert_eq!(sum.sum().crc32(), crc32(&bytes));
        assert_eq!(sum.sum().bytes(), bytes.len() as u64);
    }

    #[test]
    fn half_an_entry_is_refused() {
        let bytes = sample().to_bytes();
        assert!(Index::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert!(Index::from_bytes(&[]).is_err());
    }

    #[test]
    fn sums_beyond_all_numbers_are_noticed() {
        let mut index = sample();
        for entry in &mut index.entries {
            entry.packed_bytes = (1 << 63) - 1;
        }
        index.entries.push(index.entries[0]);
        assert_eq!(index.blocks_end(), None);
    }
}

//! Writes a file, block by block.

use super::{
    block::{BlockHeader, END_OF_BLOCKS},
    checksum::Running,
    footer::Footer,
    header::Header,
    index::{Entry, Index},
};
use crate::error::Result;
use std::io::Write;

/// A file being written. Keeps the index in memory, about eight bytes a block as written.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    index: Index,
    written: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// What writing gives.
    pub fn new(output: W, header: &Header) -> Result<Writer<W>> {
        let bytes = header.to_bytes();
        let mut writer = Writer {
            output,
            index: Index {
                header_bytes: bytes.len() as u64,
                entries: Vec::new(),
            },
            written: 0,
        };
        writer.put(&bytes)?;
        Ok(writer)
    }

    /// Writes a block. Returns its length with its header, in bytes.
    ///
    /// # Errors
    /// What writing gives.
    ///
    /// # Panics
    /// If the header is not that of the payload.
    pub fn block(&mut self, header: &BlockHeader, payload: &[u8]) -> Result<u64> {
        assert_eq!(header.payload_bytes, payload.len() as u64);
        let entry = Entry::of(header);
        self.put(&header.to_bytes())?;
        self.put(payload)?;
        self.index.entries.push(entry);
        Ok(entry.packed_bytes)
    }

    /// Writes the end mark, the index and the footer. Returns the length of the file, in bytes.
    ///
    /// # Errors
    /// What writing gives, and [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) for a file of some hundred million blocks.
    pub fn finish(mut self) -> Result<u64> {
        let index = self.index.to_bytes();
        let mut sum = Running::default();
        sum.update(&index);
        self.put(&[END_OF_BLOCKS])?;
        self.put(&index)?;
        self.put(&Footer::of(&sum)?.to_bytes())?;
        self.output.flush()?;
        Ok(self.written)
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.output.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::block::Method;

    #[test]
    fn a_file_is_a_header_blocks_an_end_mark_an_index_and_a_footer() {
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, &Header::new(1 << 20)).unwrap();
        let header = BlockHeader::of(Method::Stored, b"1. e4 *\n", b"1. e4 *\n", 1);
        assert_eq!(writer.block(&header, b"1. e4 *\n").unwrap(), 18);
        let written = writer.finish().unwrap();
        assert_eq!(written, file.len() as u64);

        #[rustfmt::skip]
        let expected = [
            0x8f, b'P', b'G', b'Z', 0x0d, 0x0a, 0x01, 0x14, 0x0f, 0xa4, // header: blocks of at most 2^20 bytes of text
            0x01, // stored
            0x08, // 8 bytes of text
            0x08, // 8 bytes of payload
            0x01, // one game
            0x60, 0x3f, 0x03, 0x2d, // CRC-32 of the text
            0xe2, 0x51, // check of the block header
            b'1', b'.', b' ', b'e', b'4', b' ', b'*', b'\n', // payload
            0x00, // no more blocks
            0x0a, // index: the header has 10 bytes,
            0x12, // the block 18 in the file,
            0x08, // 8 as text,
            0x01, // and one game
            0x04, 0x00, 0x00, 0x00, // footer: the index has 4 bytes,
            0xf8, 0xf2, 0x85, 0xee, // this CRC-32,
            0xa8, 0xfe, // and this is the check of the footer
        ];
        assert_eq!(file, expected);
    }

    #[test]
    fn a_file_of_one_block_costs_at_most_forty_bytes_beside_the_payload() {
        let text = vec![b'x'; 2_000];
        let payload = vec![7; 200];
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, &Header::new(4 << 20)).unwrap();
        let header = BlockHeader::of(Method::Codec(8), &text, &payload, 1);
        writer.block(&header, &payload).unwrap();
        writer.finish().unwrap();
        assert!(
            file.len() - payload.len() <= 40,
            "{}",
            file.len() - payload.len()
        );
    }
}

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

/// A file being written. Holds the first block back until a second one or the end comes, since a
/// file of one block has a shorter form. Keeps the index, 32 bytes a block.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    header: Header,
    /// The first block, while it is the only one.
    first: Option<Vec<u8>>,
    index: Index,
    written: u64,
}

impl<W: Write> Writer<W> {
    /// A file with that header on `output`. Nothing is written yet.
    pub fn new(output: W, header: Header) -> Writer<W> {
        Writer {
            index: Index {
                header_bytes: header.packed_bytes(),
                entries: Vec::new(),
            },
            output,
            header,
            first: None,
            written: 0,
        }
    }

    /// Adds a block. Returns its length with its header, in bytes.
    ///
    /// # Errors
    /// Errors of writing.
    ///
    /// # Panics
    /// If the header states another length of the payload.
    pub fn block(&mut self, header: &BlockHeader, payload: &[u8]) -> Result<u64> {
        assert_eq!(header.payload_bytes, payload.len() as u64);
        let entry = Entry::of(header);
        let head = header.to_bytes();
        if self.index.entries.is_empty() {
            self.first = Some([&head, payload].concat());
        } else {
            self.put_first()?;
            self.put(&head)?;
            self.put(payload)?;
        }
        self.index.entries.push(entry);
        Ok(entry.packed_bytes)
    }

    /// Writes what is left: for one block the whole file, else the end mark, the index and the
    /// footer. Returns the length of the file, in bytes.
    ///
    /// # Errors
    /// Errors of writing, and [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) for a file of
    /// so many blocks that their index has 4 GiB or more.
    pub fn finish(mut self) -> Result<u64> {
        if let Some(only) = self.first.take() {
            self.put(&self.header.clone().short().to_bytes())?;
            self.put(&only)?;
        } else {
            if self.index.entries.is_empty() {
                self.put(&self.header.to_bytes())?;
            }
            let index = self.index.to_bytes();
            let mut sum = Running::default();
            sum.update(&index);
            self.put(&[END_OF_BLOCKS])?;
            self.put(&index)?;
            self.put(&Footer::of(&sum)?.to_bytes())?;
        }
        self.output.flush()?;
        Ok(self.written)
    }

    /// Writes the header and the first block, which is not the only one, unless they are written
    /// already.
    fn put_first(&mut self) -> Result<()> {
        if let Some(first) = self.first.take() {
            self.put(&self.header.to_bytes())?;
            self.put(&first)?;
        }
        Ok(())
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

    fn file_of(texts: &[&[u8]]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, Header::new(1 << 20));
        for text in texts {
            let header = BlockHeader::of(Method::Stored, text, text, 1);
            assert_eq!(writer.block(&header, text).unwrap(), 9 + text.len() as u64);
        }
        let written = writer.finish().unwrap();
        assert_eq!(written, file.len() as u64);
        file
    }

    #[test]
    fn a_file_of_one_block_is_a_header_and_the_block() {
        #[rustfmt::skip]
        let expected = [
            0x8f, b'P', b'G', b'Z', 0xab, 0x94, 0xb6, 0x8a, // header: one block, of at most 2^20 bytes of text
            0x21, // one game, stored
            0x08, // 8 bytes of text
            0x08, // 8 bytes of payload
            0x60, 0x3f, 0x03, 0x2d, // CRC-32 of the text
            0x84, 0x2c, // check of the block header
            b'1', b'.', b' ', b'e', b'4', b' ', b'*', b'\n', // payload
        ];
        assert_eq!(file_of(&[b"1. e4 *\n"]), expected);
    }

    #[test]
    fn a_file_of_several_blocks_has_an_end_mark_an_index_and_a_footer() {
        #[rustfmt::skip]
        let expected = [
            0x8f, b'P', b'G', b'Z', 0xab, 0x14, 0x2e, 0xe4, // header: blocks of at most 2^20 bytes of text
            0x21, 0x08, 0x08, // block: one game, stored, 8 bytes of text, 8 of payload,
            0x60, 0x3f, 0x03, 0x2d, 0x84, 0x2c, // CRC-32 of the text, check,
            b'1', b'.', b' ', b'e', b'4', b' ', b'*', b'\n', // payload
            0x21, 0x02, 0x02, // another
            0xc9, 0x37, 0x67, 0xce, 0xdc, 0xe0,
            b'*', b'\n',
            0x00, // no more blocks
            0x08, // index: the header has 8 bytes,
            0x11, // the first block 17 in the file,
            0x08, // 8 as text,
            0x01, // one game,
            0x60, 0x3f, 0x03, 0x2d, // the CRC-32 of the text;
            0x0b, 0x02, 0x01, // the second one 11, 2 and one,
            0xc9, 0x37, 0x67, 0xce, // its CRC-32
            0x0f, 0x00, 0x00, 0x00, // footer: the index has 15 bytes,
            0xb8, 0x15, 0x3d, 0xbe, // this CRC-32,
            0x06, 0x24, // and this is the check of the footer
        ];
        assert_eq!(file_of(&[b"1. e4 *\n", b"*\n"]), expected);
    }

    #[test]
    fn a_file_of_one_block_costs_at_most_nineteen_bytes_beside_the_payload() {
        let text = vec![b'x'; 2_000];
        let payload = vec![7; 200];
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, Header::new(4 << 20));
        let header = BlockHeader::of(Method::Codec(8), &text, &payload, 1);
        writer.block(&header, &payload).unwrap();
        writer.finish().unwrap();
        assert_eq!(file.len() - payload.len(), 19);
    }
}

//! Reads files from front to back, block by block, without seeking; also from a pipe.

use super::{
    block::Block,
    footer::{FOOTER_BYTES, Footer},
    header::Header,
    index::{Entry, IndexSum},
    source::Source,
};
use crate::error::{Error, Result};
use std::io::Read;

/// An input that holds one file, or several one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    /// Most bytes of text that a block may hold.
    limit: u64,
    /// The file whose blocks are being read; `None` between files.
    file: Option<OpenFile>,
    files: u64,
    blocks: u64,
}

#[derive(Debug)]
struct OpenFile {
    header: Header,
    index: IndexSum,
}

impl<R: Read> Reader<R> {
    /// Reads `input`; refuses blocks of more than `limit` bytes of text.
    pub fn new(input: R, limit: u64) -> Reader<R> {
        Reader {
            source: Source::new(input, 0),
            limit,
            file: None,
            files: 0,
            blocks: 0,
        }
    }

    /// The next block, with the header of the file that it is in; `None` after the last file.
    ///
    /// # Errors
    /// Errors of reading; truncated, corrupt, unsupported or limit, depending on the fault. Reading
    /// cannot go on after an error.
    pub fn next_block(&mut self) -> Result<Option<(Header, Block)>> {
        loop {
            let Some(file) = &mut self.file else {
                match self.open_file()? {
                    true => continue,
                    false => return Ok(None),
                }
            };
            let place = Place::block(self.blocks, self.source.offset());
            let block = Block::read(&mut self.source, file.header.block_text(), self.limit)
                .map_err(|error| error.at(place))?;
            match block {
                Some(block) => {
                    file.index.push(Entry::of(&block.header));
                    self.blocks += 1;
                    let header = file.header.clone();
                    if header.is_short() {
                        self.file = None;
                    }
                    return Ok(Some((header, block)));
                }
                None if file.header.is_short() => return Err(no_block().at(place)),
                None => self.close_file()?,
            }
        }
    }

    /// Whether the header of a file was read.
    pub fn has_begun(&self) -> bool {
        self.files > 0
    }

    /// Whether all blocks of the last file have been read: up to the end mark of a long one, the
    /// only block of a short one.
    pub fn is_behind_blocks(&self) -> bool {
        self.file.is_none() && self.has_begun()
    }

    /// Offset of the next byte, from the beginning of the input.
    pub fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// Reads the header of the next file, if there is one.
    fn open_file(&mut self) -> Result<bool> {
        if self.files > 0 && self.source.at_end()? {
            return Ok(false);
        }
        let start = self.source.offset();
        let header = Header::read(&mut self.source).map_err(|error| header_error(error, start))?;
        self.files += 1;
        self.file = Some(OpenFile {
            header,
            index: IndexSum::new(self.source.offset() - start),
        });
        Ok(true)
    }

    /// Reads and checks index and footer of the current file.
    fn close_file(&mut self) -> Result<()> {
        match self.file.take() {
            Some(file) => check_end(&mut self.source, &file.index),
            None => Ok(()),
        }
    }
}

/// Reads the index and the footer, and checks them against `blocks`, the sum of the blocks before
/// them.
///
/// # Errors
/// Errors of reading; corrupt where they do not describe these blocks.
pub(super) fn check_end<R: Read>(source: &mut Source<R>, blocks: &IndexSum) -> Result<()> {
    let place = Place::index(source.offset());
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

/// Says of a header error at `start` that it is behind another file, if so: there may be no header
/// there at all.
pub(super) fn header_error(error: Error, start: u64) -> Error {
    match start {
        0 => error,
        _ => error.at(format_args!("what follows a packed file, at byte {start}")),
    }
}

/// The error for a short file with an end mark in place of its block.
pub(super) fn no_block() -> Error {
    Error::corrupt("the file's only block is missing")
}

/// The CRC-32 of the next `len` bytes, which are read in small portions.
fn crc_of_next<R: Read>(source: &mut Source<R>, len: u64) -> Result<u32> {
    const PORTION: u64 = 1 << 16;
    let mut sum = super::checksum::Running::default();
    let mut left = len;
    while left > 0 {
        let bytes = source.bytes(left.min(PORTION))?;
        left -= bytes.len() as u64;
        sum.update(&bytes);
    }
    Ok(sum.crc32())
}

/// A place in the input, for an error message.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    block: Option<u64>,
    offset: u64,
}

impl Place {
    /// The block of that number (from 0) at that offset.
    pub fn block(number: u64, offset: u64) -> Place {
        Place {
            block: Some(number),
            offset,
        }
    }

    /// The index at that offset.
    pub fn index(offset: u64) -> Place {
        Place {
            block: None,
            offset,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            Some(number) => write!(f, "block {number} at byte {}", self.offset),
            None => write!(f, "index at byte {}", self.offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        container::{
            block::{BlockHeader, Method},
            catalog::Catalog,
            writer::Writer,
        },
        error::ErrorKind,
    };
    use std::io::Cursor;

    fn file(texts: &[&[u8]]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, Header::new(1 << 20));
        for text in texts {
            let header = BlockHeader::of(Method::Stored, text, text, 1);
            writer.block(&header, text).unwrap();
        }
        writer.finish().unwrap();
        file
    }

    fn read(bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        let mut reader = Reader::new(bytes, 1 << 20);
        let mut payloads = Vec::new();
        while let Some((_, block)) = reader.next_block()? {
            payloads.push(block.payload);
        }
        Ok(payloads)
    }

    #[test]
    fn blocks_come_in_their_order() {
        assert_eq!(read(&file(&[b"one", b"two"])).unwrap(), [b"one", b"two"]);
        assert!(read(&file(&[])).unwrap().is_empty());
    }

    #[test]
    fn files_one_after_the_other_are_one_input() {
        let both = [file(&[b"one"]), file(&[]), file(&[b"two"])].concat();
        assert_eq!(read(&both).unwrap(), [b"one", b"two"]);
    }

    #[test]
    fn every_prefix_is_truncated() {
        let bytes = file(&[b"one", b"two"]);
        for len in 0..bytes.len() {
            let error = read(&bytes[..len]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} bytes: {error}");
        }
    }

    #[test]
    fn bytes_behind_the_end_are_an_error() {
        for garbage in [&b"\0"[..], b"x", b"[Event \"?\"]\n"] {
            let bytes = [&file(&[b"one"]), garbage].concat();
            assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
        }
    }

    #[test]
    fn a_missing_block_is_noticed() {
        let both = file(&[b"one", b"two"]);
        let catalog = Catalog::read(&mut Cursor::new(&both)).unwrap();
        let second = catalog.blocks().last().unwrap();
        let start = second.offset as usize;
        let mut without_second = both.clone();
        without_second.drain(start..start + second.entry.packed_bytes as usize);
        assert_eq!(
            read(&without_second).unwrap_err().kind(),
            ErrorKind::Corrupt
        );
    }
}

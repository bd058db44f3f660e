//! Reads files from front to back, block by block, without seeking; also from a pipe.

use super::{
    block::{Block, no_block},
    footer::check_end,
    header::Header,
    index::{Entry, IndexSum},
    place::{Place, header_error},
    source::Source,
};
use crate::error::Result;
use std::io::Read;

/// An input that holds one file, or several one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    /// Most bytes of text that a block may hold.
    limit: u64,
    /// The file whose blocks are being read; `None` between files.
    file: Option<OpenFile>,
    /// Whether the header of a file was read.
    has_begun: bool,
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
            has_begun: false,
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
            let place = Place::Block {
                number: self.blocks,
                offset: self.source.offset(),
            };
            let block = Block::read(&mut self.source, file.header.block_bound(), self.limit)
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
        self.has_begun
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
        if self.has_begun && self.source.at_end()? {
            return Ok(false);
        }
        let start = self.source.offset();
        let header = Header::read(&mut self.source).map_err(|error| header_error(error, start))?;
        self.has_begun = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        container::{catalog::Catalog, testing},
        error::ErrorKind,
    };
    use std::io::Cursor;

    fn file(texts: &[&[u8]]) -> Vec<u8> {
        testing::file(&Header::new(1 << 20), texts, 1)
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
        let start = second.spot.offset as usize;
        let mut without_second = both.clone();
        without_second.drain(start..start + second.spot.entry.packed_bytes as usize);
        assert_eq!(
            read(&without_second).unwrap_err().kind(),
            ErrorKind::Corrupt
        );
    }
}

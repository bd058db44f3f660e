//! The files and blocks of a seekable input, which a [`Survey`] finds without reading payloads.

use super::{
    block::{Block, BlockHeader},
    header::Header,
    index::Entry,
    place::Place,
    source::Source,
    survey::Survey,
};
use crate::error::{Error, Result};
use std::{
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
};

/// All files and blocks of a seekable input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The files, in their order.
    pub files: Vec<FileEntry>,
}

/// One file of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Where it begins, in bytes from the beginning of the input.
    pub offset: u64,
    /// Its length in bytes.
    pub packed_bytes: u64,
    /// Its header.
    pub header: Header,
    /// Its blocks.
    pub blocks: Vec<Entry>,
}

/// Where a block is in an input, and what is known of it without its payload.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Its number among all blocks of the input, from 0.
    pub number: u64,
    /// The number of its first game among all games of the input, from 0.
    pub first_game: u64,
    /// Where its header begins, in bytes from the beginning of the input.
    pub offset: u64,
    /// Its sizes, number of games and checksum.
    pub entry: Entry,
}

impl Spot {
    /// The same for messages.
    pub fn place(&self) -> Place {
        Place::Block {
            number: self.number,
            offset: self.offset,
        }
    }
}

/// A block of a catalog.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The file that it is in.
    pub file: &'a FileEntry,
    /// Where it is.
    pub spot: Spot,
}

impl Catalog {
    /// Finds all files in `input` and the blocks in them.
    ///
    /// # Errors
    /// Errors of reading; corrupt or truncated where a footer, an index or a header is not sound
    /// and a block could be missed for it; unsupported where a header is newer.
    pub fn read<R: Read + Seek>(input: &mut R) -> Result<Catalog> {
        let Survey { catalog, flaw } = Survey::of(input)?;
        match flaw {
            None => Ok(catalog),
            Some(flaw) => Err(flaw.error),
        }
    }

    /// All blocks, in order.
    pub fn blocks(&self) -> impl Iterator<Item = Located<'_>> {
        self.files
            .iter()
            .flat_map(|file| {
                let first = file.offset + file.header.packed_bytes();
                file.blocks.iter().scan(first, move |next, &entry| {
                    let offset = *next;
                    *next += entry.packed_bytes;
                    Some((file, offset, entry))
                })
            })
            .scan((0, 0), |(number, games), (file, offset, entry)| {
                let spot = Spot {
                    number: *number,
                    first_game: *games,
                    offset,
                    entry,
                };
                *number += 1;
                *games += entry.games;
                Some(Located { file, spot })
            })
    }
}

impl Located<'_> {
    /// Reads only the block's header and the first bytes of its payload, at most `peek`, and what
    /// else the buffer has room for.
    ///
    /// # Errors
    /// Errors of reading; corrupt where the header is not sound or not the one that the index
    /// describes.
    pub fn read_header<R: Read + Seek>(
        &self,
        input: &mut R,
        peek: u64,
    ) -> Result<(BlockHeader, Vec<u8>)> {
        self.placed(|| {
            let mut source = self.seek(input, 0)?;
            let header = BlockHeader::read(&mut source, self.file.header.block_bound())?;
            let header = self.agree(header, |header| header)?;
            let start = source.bytes_at_most(header.payload_bytes.min(peek))?;
            Ok((header, start))
        })
    }

    /// Reads that part of the payload behind the block's `header`; less where the input ends.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn read_payload<R: Read + Seek>(
        &self,
        input: &mut R,
        header: &BlockHeader,
        part: Range<u64>,
    ) -> Result<Vec<u8>> {
        let payload = header.packed_bytes() - header.payload_bytes;
        let mut source = self.seek(input, payload + part.start)?;
        source.bytes_at_most(part.end - part.start)
    }

    /// Reads the block.
    ///
    /// # Errors
    /// As [`read_header`](Located::read_header), and
    /// [`ErrorKind::Limit`](crate::error::ErrorKind::Limit) where its text has more than `limit`
    /// bytes.
    pub fn read_block<R: Read + Seek>(&self, input: &mut R, limit: u64) -> Result<Block> {
        self.placed(|| {
            let mut source = self.seek(input, 0)?;
            let block = Block::read(&mut source, self.file.header.block_bound(), limit)?;
            self.agree(block, |block| &block.header)
        })
    }

    /// Adds the block's place to errors of `read`.
    fn placed<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        read().map_err(|error| error.at(self.spot.place()))
    }

    /// The input from that place in the block on.
    fn seek<'i, R: Read + Seek>(&self, input: &'i mut R, place: u64) -> Result<Source<&'i mut R>> {
        let offset = self.spot.offset + place;
        match input.seek(SeekFrom::Start(offset)) {
            Ok(_) => Ok(Source::new(input, offset)),
            // Systems refuse offsets that no file can have.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err(Error::corrupt(
                "the index says that it is where no file reaches",
            )),
            Err(error) => Err(error.into()),
        }
    }

    fn agree<T>(&self, found: Option<T>, header: impl Fn(&T) -> &BlockHeader) -> Result<T> {
        found
            .filter(|found| Entry::of(header(found)) == self.spot.entry)
            .ok_or_else(|| Error::corrupt("the block is not the one that the index describes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        container::{
            block::{END_OF_BLOCKS, Method},
            checksum,
            footer::{FOOTER_BYTES, Footer},
            header::ModelSection,
            index::Index,
            testing,
        },
        error::ErrorKind,
    };
    use std::io::Cursor;

    fn file(header: &Header, texts: &[&[u8]]) -> Vec<u8> {
        testing::file(header, texts, 2)
    }

    fn three_files() -> [Vec<u8>; 3] {
        let plain = Header::new(1 << 20);
        let with_model =
            Header::new(1 << 20).with_model(ModelSection::Embedded(b"weights".to_vec()));
        [
            file(&plain, &[b"one", b"three"]),
            file(&plain, &[]),
            file(&with_model, &[b"two"]),
        ]
    }

    #[test]
    fn blocks_are_found_in_any_order() {
        let mut input = Cursor::new(three_files().concat());
        let catalog = Catalog::read(&mut input).unwrap();
        assert_eq!(catalog.files.len(), 3);
        let blocks: Vec<_> = catalog.blocks().collect();
        for (at, text) in [(2, &b"two"[..]), (0, b"one"), (1, b"three")] {
            let block = blocks[at].read_block(&mut input, 1 << 20).unwrap();
            assert_eq!(block.payload, text);
            assert_eq!(block.offset, blocks[at].spot.offset);
            let (header, start) = blocks[at].read_header(&mut input, 2).unwrap();
            assert_eq!(header, block.header);
            assert_eq!(start, text[..2]);
        }
        let model = catalog.files[2].header.model().unwrap();
        assert_eq!(**model, ModelSection::Embedded(b"weights".to_vec()));
    }

    #[test]
    fn an_index_of_blocks_that_may_not_be_is_damaged() {
        let header = Header::new(1 << 20).to_bytes();
        for (text_bytes, games) in [(1 << 21, 1), (5, 6), (0, 0)] {
            let index = Index {
                header_bytes: header.len() as u64,
                entries: vec![Entry {
                    packed_bytes: 0,
                    text_bytes,
                    games,
                    text_crc: 0,
                }],
            };
            let index = index.to_bytes();
            let footer = Footer {
                index_bytes: index.len() as u32,
                index_crc: checksum::crc32(&index),
            };
            let file = [&header, &[END_OF_BLOCKS][..], &index, &footer.to_bytes()].concat();
            let error = Catalog::read(&mut Cursor::new(&file)).unwrap_err();
            assert!(error.to_string().contains("index"), "{error}");
        }
    }

    #[test]
    fn a_catalog_agrees_with_reading_from_front_to_back() {
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let bytes = order.map(|number| three_files()[number].clone()).concat();
            let catalog = Catalog::read(&mut Cursor::new(&bytes)).unwrap();
            assert_eq!(catalog.files.len(), 3);
            let mut reader = crate::container::reader::Reader::new(bytes.as_slice(), 1 << 20);
            for located in catalog.blocks() {
                let (header, block) = reader.next_block().unwrap().unwrap();
                assert_eq!(header, located.file.header);
                assert_eq!(block.offset, located.spot.offset);
                assert_eq!(Entry::of(&block.header), located.spot.entry);
            }
            assert!(reader.next_block().unwrap().is_none());
        }
    }

    /// Counts seeks.
    struct Seeks(Cursor<Vec<u8>>, usize);

    impl Read for Seeks {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            self.0.read(into)
        }
    }

    impl Seek for Seeks {
        fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
            self.1 += 1;
            self.0.seek(to)
        }
    }

    #[test]
    fn a_short_file_among_many_long_ones_takes_no_longer_than_they() {
        let [_, empty, short] = three_files();
        let input = [empty.repeat(300), short, empty.repeat(300)].concat();
        let mut input = Seeks(Cursor::new(input), 0);
        assert_eq!(Catalog::read(&mut input).unwrap().files.len(), 601);
        assert!(input.1 < 601 * 8, "{}", input.1);
    }

    #[test]
    fn a_short_file_that_holds_a_long_one_is_one_file() {
        let [long, _, short] = three_files();
        let holder = file(&Header::new(1 << 20), &[&long]);
        for (input, files) in [
            (holder.clone(), 1),
            ([&long[..], &holder].concat(), 2),
            ([&short[..], &holder, &long].concat(), 3),
        ] {
            let catalog = Catalog::read(&mut Cursor::new(input)).unwrap();
            assert_eq!(catalog.files.len(), files);
        }
    }

    #[test]
    fn a_file_of_one_block_cut_short_has_no_catalog() {
        let bytes = file(&Header::new(1 << 20), &[b"one"]);
        for len in 0..bytes.len() {
            let error = Catalog::read(&mut Cursor::new(&bytes[..len])).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} bytes: {error}");
        }
    }

    #[test]
    fn what_follows_a_file_is_told_apart() {
        for first in three_files() {
            let bytes = [&first, &b"garbage!"[..]].concat();
            let error = Catalog::read(&mut Cursor::new(&bytes)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        }
    }

    #[test]
    fn a_file_cut_short_has_no_catalog() {
        let bytes = file(&Header::new(1 << 20), &[b"one", b"two"]);
        for len in 0..bytes.len() {
            let error = Catalog::read(&mut Cursor::new(&bytes[..len])).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} bytes: {error}");
        }
    }

    #[test]
    fn a_damaged_index_is_noticed() {
        let bytes = file(&Header::new(1 << 20), &[b"one", b"two"]);
        let catalog = Catalog::read(&mut Cursor::new(&bytes)).unwrap();
        let last = catalog.blocks().last().unwrap();
        let end_mark = (last.spot.offset + last.spot.entry.packed_bytes) as usize;
        assert!(end_mark < bytes.len() - FOOTER_BYTES);
        for at in end_mark..bytes.len() {
            for change in 1..=255 {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                match Catalog::read(&mut Cursor::new(&damaged)) {
                    Ok(_) => panic!("byte {at} ^ {change:#x}"),
                    Err(error) => assert_ne!(error.kind(), ErrorKind::Io),
                }
            }
        }
    }

    #[test]
    fn a_block_that_is_not_the_index_s_is_refused() {
        let mut bytes = file(&Header::new(1 << 20), &[b"one", b"two"]);
        let mut input = Cursor::new(bytes.clone());
        let catalog = Catalog::read(&mut input).unwrap();
        let second = catalog.blocks().nth(1).unwrap();
        let other = BlockHeader::of(Method::Stored, b"two", b"two", 3).to_bytes();
        let at = second.spot.offset as usize;
        bytes[at..at + other.len()].copy_from_slice(&other);
        let error = second
            .read_block(&mut Cursor::new(&bytes), 1 << 20)
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt);
    }
}

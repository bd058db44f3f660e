//! Finds one file in a seekable input, without reading payloads: from its beginning, or from its
//! end.

use super::{
    block::{BlockHeader, END_OF_BLOCKS, no_block},
    catalog::FileEntry,
    checksum,
    footer::{FOOTER_BYTES, Footer, check_end},
    header::{
        BLOCK_BOUND_LOG2, HEADER_BYTES, Header, LEAD_BYTES_MAX, MAGIC, MODEL_BYTES_MAX, ShortStart,
        is_start_of_short,
    },
    index::{Entry, Index, IndexSum},
    place::Place,
    source::{Source, cut_short},
};
use crate::error::{ErrorKind, Result};
use memchr::memmem;
use std::io::{Read, Seek, SeekFrom};

/// What was found, if it is sound.
///
/// # Errors
/// Errors of reading.
pub(super) fn found<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::Io => Err(error),
        Err(_) => Ok(None),
    }
}

/// The short file that ends at `end` and begins at `floor` at the earliest: the last place with a
/// header whose block ends there.
///
/// # Errors
/// Errors of reading.
pub(super) fn short_file_before<R: Read + Seek>(
    input: &mut R,
    floor: u64,
    end: u64,
) -> Result<Option<FileEntry>> {
    /// More than the longest block that may be, with all that stands before it.
    const LONGEST: u64 =
        (1 << *BLOCK_BOUND_LOG2.end()) + (MODEL_BYTES_MAX + LEAD_BYTES_MAX + (1 << 10)) as u64;
    /// Bytes that are read at once, at first and at most.
    const PORTIONS: (u64, u64) = (1 << 12, 1 << 20);
    let floor = floor.max(end.saturating_sub(LONGEST));
    let (mut portion, mut upper) = (PORTIONS.0, end);
    while upper > floor {
        let lower = floor.max(upper.saturating_sub(portion));
        input.seek(SeekFrom::Start(lower))?;
        // A header may go on beyond the portion that it begins in.
        let bytes = (upper - lower).saturating_add(HEADER_BYTES as u64 - 1);
        let bytes = Source::new(&mut *input, lower).bytes_at_most(bytes)?;
        for at in memmem::rfind_iter(&bytes, &MAGIC) {
            let start = bytes[at..].first_chunk();
            let offset = lower + at as u64;
            if offset < upper
                && start.is_some_and(is_start_of_short)
                && found(ends_at(input, offset, end))? == Some(true)
            {
                return short_file_at(input, offset, end);
            }
        }
        upper = lower;
        portion = PORTIONS.1.min(2 * portion);
    }
    Ok(None)
}

/// Whether the block of what looks like a short file at `offset` ends at `end`. Reads a few bytes
/// alone: there may be many such places.
fn ends_at<R: Read + Seek>(input: &mut R, offset: u64, end: u64) -> Result<bool> {
    let ShortStart { block, block_bound } = ShortStart::read(input, offset)?;
    if block >= end {
        return Ok(false);
    }
    input.seek(SeekFrom::Start(block))?;
    let start = input.take(BlockHeader::BYTES_MAX);
    let header = BlockHeader::read(&mut Source::new(start, block), block_bound)?;
    Ok(header.is_some_and(|header| header.packed_bytes() == end - block))
}

/// The short file from `offset` to `end`; `None` where its header's sections are damaged.
fn short_file_at<R: Read + Seek>(
    input: &mut R,
    offset: u64,
    end: u64,
) -> Result<Option<FileEntry>> {
    let Some(header) = found(header_at(input, offset))? else {
        return Ok(None);
    };
    let (blocks, file_end) = blocks_from_front(input, offset, end, &header, 0);
    Ok(found(file_end)?.map(|file_end| FileEntry {
        offset,
        packed_bytes: file_end - offset,
        header,
        blocks,
    }))
}

/// The blocks of the file at `start`, found from one block header to the next, and where the file
/// ends, at `end` at the latest. Its first block has that number in the input. Where the file is
/// damaged, these are the blocks before that place.
pub(super) fn blocks_from_front<R: Read + Seek>(
    input: &mut R,
    start: u64,
    end: u64,
    header: &Header,
    number: u64,
) -> (Vec<Entry>, Result<u64>) {
    let mut entries = Vec::new();
    let file_end = follow_blocks(input, start, end, header, number, &mut entries);
    (entries, file_end)
}

/// As [`blocks_from_front`]; the blocks are appended to `entries`.
fn follow_blocks<R: Read + Seek>(
    input: &mut R,
    start: u64,
    end: u64,
    header: &Header,
    number: u64,
    entries: &mut Vec<Entry>,
) -> Result<u64> {
    let header_bytes = header.packed_bytes();
    let mut at = start + header_bytes;
    let mut index = IndexSum::new(header_bytes);
    loop {
        let place = Place::Block {
            number: number + entries.len() as u64,
            offset: at,
        };
        let block = block_at(input, at, end, header).map_err(|error| error.at(place))?;
        match block {
            Some(entry) => {
                at += entry.packed_bytes;
                index.push(entry);
                entries.push(entry);
            }
            None if header.is_short() => return Err(no_block().at(place)),
            None => break,
        }
        if header.is_short() {
            return Ok(at);
        }
    }
    let index_at = at + 1; // behind the end mark
    input.seek(SeekFrom::Start(index_at))?;
    let mut source = Source::new(input, index_at);
    check_end(&mut source, &index)?;
    Ok(source.offset())
}

/// The entry of the block at `at`, which must end at `end` at the latest; `None` for the end mark.
fn block_at<R: Read + Seek>(
    input: &mut R,
    at: u64,
    end: u64,
    header: &Header,
) -> Result<Option<Entry>> {
    input.seek(SeekFrom::Start(at))?;
    let block = BlockHeader::read(&mut Source::new(input, at), header.block_bound())?;
    let entry = block.map(|block| Entry::of(&block));
    match entry {
        // The file may have become shorter meanwhile.
        Some(entry) if entry.packed_bytes > end.saturating_sub(at) => Err(cut_short()),
        entry => Ok(entry),
    }
}

/// The long file that ends at `end`, found by its index, within the `credit` of [`index_before`];
/// `None` where there is none.
///
/// # Errors
/// Errors of reading.
pub(super) fn file_by_index<R: Read + Seek>(
    input: &mut R,
    end: u64,
    credit: &mut u64,
) -> Result<Option<FileEntry>> {
    match index_before(input, end, credit)? {
        Some((index, mark_at)) => file_of(input, index, mark_at, end),
        None => Ok(None),
    }
}

/// The long file that ends at `end`, with its index behind the end mark at `mark_at`; `None` where
/// there is no file that this may be the index of.
///
/// # Errors
/// Errors of reading.
pub(super) fn file_of<R: Read + Seek>(
    input: &mut R,
    index: Index,
    mark_at: u64,
    end: u64,
) -> Result<Option<FileEntry>> {
    let len = index.blocks_end();
    let Some(offset) = len.and_then(|len| mark_at.checked_sub(len)) else {
        return Ok(None);
    };
    let header = found(header_at(input, offset))?;
    let header = header.filter(|header| index.suits(header));
    Ok(header.map(|header| FileEntry {
        offset,
        packed_bytes: end - offset,
        header,
        blocks: index.entries,
    }))
}

/// The index of the file that ends at `end`, and the offset of the end mark before it; `None` where
/// no sound index ends there. Reads no index of more bytes than `credit`, and takes off what it
/// reads in vain: what looks like a footer may say any length, and there may be many.
///
/// # Errors
/// Errors of reading.
pub(super) fn index_before<R: Read + Seek>(
    input: &mut R,
    end: u64,
    credit: &mut u64,
) -> Result<Option<(Index, u64)>> {
    let Some(footer_at) = end.checked_sub(FOOTER_BYTES as u64) else {
        return Ok(None);
    };
    input.seek(SeekFrom::Start(footer_at))?;
    let footer = Source::new(&mut *input, footer_at).array::<FOOTER_BYTES>();
    let Some(footer) = found(footer.and_then(Footer::from_bytes))? else {
        return Ok(None);
    };

    let index_bytes = u64::from(footer.index_bytes);
    let Some(mark_at) = footer_at.checked_sub(index_bytes + 1) else {
        return Ok(None);
    };
    input.seek(SeekFrom::Start(mark_at))?;
    let mut source = Source::new(&mut *input, mark_at);
    if found(source.byte())? != Some(END_OF_BLOCKS) || index_bytes > *credit {
        return Ok(None);
    }
    *credit -= index_bytes;
    let index = found(source.bytes(index_bytes))?;
    let index = index.filter(|index| checksum::crc32(index) == footer.index_crc);
    let index = index.and_then(|index| Index::from_bytes(&index).ok());
    if index.is_some() {
        *credit += index_bytes;
    }
    Ok(index.map(|index| (index, mark_at)))
}

pub(super) fn header_at<R: Read + Seek>(input: &mut R, offset: u64) -> Result<Header> {
    input.seek(SeekFrom::Start(offset))?;
    Header::read(&mut Source::new(input, offset))
}

//! Finds the files and blocks of a seekable input, which may be damaged, without reading payloads.
//!
//! Long files at the end of the input are found by their indexes, from the last file to the first.
//! That stops at a short file, a single block without an index. Everything up to there is found
//! from the front, from one block header to the next. Only where that way is barred by damage are
//! short files at the end searched for as well: nothing marks their ends, and a payload may look
//! like one.

use super::{
    block::{BlockHeader, END_OF_BLOCKS, may_hold},
    catalog::{Catalog, FileEntry},
    checksum,
    footer::{FOOTER_BYTES, Footer},
    header::{BLOCK_TEXT_LOG2, HEADER_BYTES, Header, MAGIC, ShortStart, is_start_of_short},
    index::{Entry, Index, IndexSum},
    reader::{Place, check_end, header_error, no_block},
    source::{Source, cut_short},
};
use crate::error::{Error, ErrorKind, Result};
use memchr::memmem;
use std::io::{Read, Seek, SeekFrom};

/// What can be found in an input.
#[derive(Debug)]
pub struct Survey {
    /// The files found, in their order. Of a file that is damaged, the blocks found.
    pub catalog: Catalog,
    /// What keeps the catalog from being that of all the input; `None` where nothing does.
    pub flaw: Option<Flaw>,
}

/// The place where the way from the front ends.
#[derive(Debug)]
pub struct Flaw {
    /// What is wrong there.
    pub error: Error,
    /// What is found nevertheless.
    pub extent: Extent,
}

/// What is found behind a flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything. The blocks behind the place are this many bytes further on than the catalog
    /// says; negative where bytes are missing.
    Displaced(i64),
    /// The files behind this many bytes, which could not be read.
    Unread(u64),
    /// Nothing.
    Nothing,
}

impl Survey {
    /// Finds all files in `input` and the blocks in them, as far as damage permits. Takes time in
    /// proportion to the number of blocks; behind damage, to the length of the last gap too, 1 GiB
    /// of it at most.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn of<R: Read + Seek>(input: &mut R) -> Result<Survey> {
        let end = input.seek(SeekFrom::End(0))?;
        let mut tail = Tail::before(end);
        tail.extend_by_index(input)?;
        let mut front = Front::default();
        match front.extend(input, tail.start, end) {
            // What look like files at the end may be payload of a short file. Then the front
            // jumps over their beginning.
            Ok(()) if front.end != tail.start => Ok(Survey::whole(front.files, Tail::before(end))),
            Ok(()) => Ok(Survey::whole(front.files, tail)),
            Err(error) if error.kind() == ErrorKind::Io => Err(error),
            Err(error) => {
                tail.keep_behind(&front);
                tail.extend(input, &front)?;
                Survey::around(input, front, tail, error)
            }
        }
    }

    fn whole(files: Vec<FileEntry>, tail: Tail) -> Survey {
        Survey {
            catalog: tail.after(files),
            flaw: None,
        }
    }

    /// The survey of a `front` that ends with `error`, and the `tail` behind that.
    fn around<R: Read + Seek>(
        input: &mut R,
        mut front: Front,
        tail: Tail,
        error: Error,
    ) -> Result<Survey> {
        if tail.start == front.end && !tail.files.is_empty() {
            return Ok(Survey::whole(front.files, tail));
        }
        let (error, extent) = if tail.start < front.end {
            // The last file of the front, a short one, reaches into the next: bytes are missing.
            let by = -((front.end - tail.start) as i64);
            if let Some(last) = front.files.last_mut() {
                last.packed_bytes = tail.start - last.offset;
            }
            (error, Extent::Displaced(by))
        } else if let Some((file, by)) = displaced(input, &front, tail.start)? {
            front.files.push(file);
            (error, Extent::Displaced(by))
        } else if tail.files.is_empty() {
            (error, Extent::Nothing)
        } else {
            let overrun = front.close(tail.start);
            let unread = Extent::Unread(tail.start - front.end);
            (overrun.unwrap_or(error), unread)
        };
        Ok(Survey {
            catalog: tail.after(front.files),
            flaw: Some(Flaw { error, extent }),
        })
    }
}

/// What is found from the front.
#[derive(Debug, Default)]
struct Front {
    /// The whole files. The length of a short one is that which its block's header says.
    files: Vec<FileEntry>,
    /// Where they end.
    end: u64,
    /// The number of their blocks.
    blocks: u64,
    /// The header of the file behind them, if that is damaged further on.
    header: Option<Header>,
    /// The blocks of that file up to the damage.
    entries: Vec<Entry>,
}

impl Front {
    /// Finds the files up to `until`, where a file begins, or else to `end`.
    ///
    /// # Errors
    /// Errors of reading, and the error of the first place that cannot be passed.
    fn extend<R: Read + Seek>(&mut self, input: &mut R, until: u64, end: u64) -> Result<()> {
        // An input that does not begin with a header is refused, whatever its end looks like.
        header_at(input, 0)?;
        while self.end != until && self.end < end {
            let start = self.end;
            let header = header_at(input, start).map_err(|error| header_error(error, start))?;
            let header = self.header.insert(header).clone();
            let file = file_from_front(input, start, end, header, self.blocks, &mut self.entries)?;
            self.header = None;
            self.end += file.packed_bytes;
            self.blocks += file.blocks.len() as u64;
            self.files.push(file);
        }
        Ok(())
    }

    /// Where a file behind the damage begins at the earliest. The length of a short file is not
    /// proven by what follows it, if that is no file: bytes of it may be missing.
    fn floor(&self) -> u64 {
        let last = self.files.last().filter(|file| file.header.is_short());
        last.map_or(self.end, |file| file.offset + HEADER_BYTES as u64)
    }

    /// Takes the blocks of the damaged file for all that it has before `tail_start`, and moves the
    /// end behind them. Returns an error for a block that is cut short by what begins there.
    fn close(&mut self, tail_start: u64) -> Option<Error> {
        let header = self.header.take()?;
        let offset = self.end;
        let mut at = offset + header.packed_bytes();
        let ends = self.entries.iter().map(|entry| {
            at += entry.packed_bytes;
            at
        });
        let count = ends.take_while(|&end| end <= tail_start).count();
        let is_overrun = count < self.entries.len();
        self.entries.truncate(count);
        let packed: u64 = self.entries.iter().map(|entry| entry.packed_bytes).sum();
        self.end = (offset + header.packed_bytes() + packed).min(tail_start);
        self.blocks += count as u64;
        self.files.push(FileEntry {
            offset,
            packed_bytes: self.end - offset,
            header,
            blocks: std::mem::take(&mut self.entries),
        });
        is_overrun.then(|| cut_short().at(Place::block(self.blocks, self.end)))
    }
}

/// What is found from the end.
#[derive(Debug)]
struct Tail {
    /// The files, the last one first.
    files: Vec<FileEntry>,
    /// Where they begin.
    start: u64,
}

impl Tail {
    /// No files, before `end`.
    fn before(end: u64) -> Tail {
        Tail {
            files: Vec::new(),
            start: end,
        }
    }

    /// The catalog of `files` and these behind them.
    fn after(self, mut files: Vec<FileEntry>) -> Catalog {
        files.extend(self.files.into_iter().rev());
        Catalog { files }
    }

    fn push(&mut self, file: FileEntry) {
        self.start = file.offset;
        self.files.push(file);
    }

    /// Adds the long files before these, found by their indexes. Ends where something else comes
    /// before them.
    fn extend_by_index<R: Read + Seek>(&mut self, input: &mut R) -> Result<()> {
        while let Some(file) = found(file_by_index(input, self.start))? {
            self.push(file);
        }
        Ok(())
    }

    /// Removes the files that are in the front, or in payloads of it.
    fn keep_behind(&mut self, front: &Front) {
        let is_behind = |file: &&FileEntry| {
            file.offset >= front.floor() && file.offset + file.packed_bytes > front.end
        };
        let count = self.files.iter().take_while(is_behind).count();
        if let Some(dropped) = self.files.get(count) {
            self.start = dropped.offset + dropped.packed_bytes;
        }
        self.files.truncate(count);
    }

    /// Adds the files before these, long and short ones, down to the `front`.
    fn extend<R: Read + Seek>(&mut self, input: &mut R, front: &Front) -> Result<()> {
        while self.start > front.end {
            let file = match found(index_before(input, self.start))? {
                Some((index, mark_at)) => found(file_of(input, index, mark_at, self.start))?,
                None => short_file_before(input, front.floor(), self.start)?,
            };
            match file {
                Some(file) if file.offset >= front.floor() => self.push(file),
                _ => break,
            }
        }
        Ok(())
    }
}

/// What was found, if it is sound.
///
/// # Errors
/// Errors of reading.
fn found<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::Io => Err(error),
        Err(_) => Ok(None),
    }
}

/// The damaged file behind `front`, from which bytes are missing or which has too many, by its
/// index, which ends at `end`; and by how many bytes the blocks behind that place are displaced.
/// `None` where there is no index, or not that of the blocks found from the front.
fn displaced<R: Read + Seek>(
    input: &mut R,
    front: &Front,
    end: u64,
) -> Result<Option<(FileEntry, i64)>> {
    let (Some(header), Some((index, mark_at))) = (&front.header, found(index_before(input, end))?)
    else {
        return Ok(None);
    };
    let blocks_end = index.blocks_end().filter(|_| index.suits(header));
    let blocks_end = blocks_end.and_then(|len| front.end.checked_add(len));
    let Some(by) = blocks_end.and_then(|end| mark_at.checked_signed_diff(end)) else {
        return Ok(None);
    };
    let mut entries = index.entries.iter();
    let are_its_own = front
        .entries
        .iter()
        .all(|block| entries.any(|entry| entry == block));
    if by == 0 || !are_its_own {
        return Ok(None);
    }
    let file = FileEntry {
        offset: front.end,
        packed_bytes: end - front.end,
        header: header.clone(),
        blocks: index.entries,
    };
    Ok(Some((file, by)))
}

/// The short file that ends at `end` and begins at `floor` at the earliest: the last place with a
/// header whose block ends there.
///
/// # Errors
/// Errors of reading.
fn short_file_before<R: Read + Seek>(
    input: &mut R,
    floor: u64,
    end: u64,
) -> Result<Option<FileEntry>> {
    /// The longest block that may be, with the sections before it.
    const LONGEST: u64 = 2 << *BLOCK_TEXT_LOG2.end();
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
    let ShortStart { block, block_text } = ShortStart::read(input, offset)?;
    if block >= end {
        return Ok(false);
    }
    input.seek(SeekFrom::Start(block))?;
    let start = input.take(BlockHeader::BYTES_MAX);
    let header = BlockHeader::read(&mut Source::new(start, block), block_text)?;
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
    found(short_file(input, offset, end, header, 0))
}

/// The short file at `start`. Its block has that number in the input, and ends at `end` at the
/// latest.
fn short_file<R: Read + Seek>(
    input: &mut R,
    start: u64,
    end: u64,
    header: Header,
    number: u64,
) -> Result<FileEntry> {
    let at = start + header.packed_bytes();
    let place = Place::block(number, at);
    let block = block_at(input, at, end, &header).map_err(|error| error.at(place))?;
    let entry = block.ok_or_else(|| no_block().at(place))?;
    Ok(FileEntry {
        offset: start,
        packed_bytes: at + entry.packed_bytes - start,
        header,
        blocks: vec![entry],
    })
}

/// The file at `start`, found from one block header to the next. It ends at `end` at the latest,
/// and its first block has that number in the input. Where the file is damaged, `entries` keeps the
/// blocks before that place.
fn file_from_front<R: Read + Seek>(
    input: &mut R,
    start: u64,
    end: u64,
    header: Header,
    number: u64,
    entries: &mut Vec<Entry>,
) -> Result<FileEntry> {
    if header.is_short() {
        return short_file(input, start, end, header, number);
    }
    let header_bytes = header.packed_bytes();
    let mut at = start + header_bytes;
    let mut index = IndexSum::new(header_bytes);
    loop {
        let place = Place::block(number + entries.len() as u64, at);
        let block = block_at(input, at, end, &header).map_err(|error| error.at(place))?;
        let Some(entry) = block else { break };
        at += entry.packed_bytes;
        index.push(entry);
        entries.push(entry);
    }
    let index_at = at + 1; // behind the end mark
    input.seek(SeekFrom::Start(index_at))?;
    let mut source = Source::new(input, index_at);
    check_end(&mut source, &index)?;
    Ok(FileEntry {
        offset: start,
        packed_bytes: source.offset() - start,
        header,
        blocks: std::mem::take(entries),
    })
}

/// The entry of the block at `at`, which must end at `end` at the latest; `None` for the end mark.
fn block_at<R: Read + Seek>(
    input: &mut R,
    at: u64,
    end: u64,
    header: &Header,
) -> Result<Option<Entry>> {
    input.seek(SeekFrom::Start(at))?;
    let block = BlockHeader::read(&mut Source::new(input, at), header.block_text())?;
    let entry = block.map(|block| Entry::of(&block));
    match entry {
        // The file may have become shorter meanwhile.
        Some(entry) if entry.packed_bytes > end.saturating_sub(at) => Err(cut_short()),
        entry => Ok(entry),
    }
}

/// The long file that ends at `end`, found by its index.
fn file_by_index<R: Read + Seek>(input: &mut R, end: u64) -> Result<FileEntry> {
    let (index, mark_at) = index_before(input, end)?;
    file_of(input, index, mark_at, end)
}

/// The long file that ends at `end`, with its index behind the end mark at `mark_at`.
fn file_of<R: Read + Seek>(
    input: &mut R,
    index: Index,
    mark_at: u64,
    end: u64,
) -> Result<FileEntry> {
    let damaged = || index_is_damaged(mark_at + 1);
    let offset = index
        .blocks_end()
        .and_then(|len| mark_at.checked_sub(len))
        .ok_or_else(damaged)?;
    let header = header_at(input, offset)?;
    if !index.suits(&header) {
        return Err(damaged());
    }
    Ok(FileEntry {
        offset,
        packed_bytes: end - offset,
        header,
        blocks: index.entries,
    })
}

impl Index {
    /// Whether a file with such a header may have this index.
    fn suits(&self, header: &Header) -> bool {
        let is_possible =
            |entry: &Entry| may_hold(entry.text_bytes, entry.games, header.block_text());
        !header.is_short()
            && header.packed_bytes() == self.header_bytes
            && self.entries.iter().all(is_possible)
    }
}

/// The index of the file that ends at `end`, and the offset of the end mark before it.
fn index_before<R: Read + Seek>(input: &mut R, end: u64) -> Result<(Index, u64)> {
    let footer_at = before(end, FOOTER_BYTES as u64)?;
    input.seek(SeekFrom::Start(footer_at))?;
    let footer = Source::new(&mut *input, footer_at).array::<FOOTER_BYTES>()?;
    let footer = Footer::from_bytes(footer).map_err(|_| no_footer())?;

    let index_at = before(footer_at, u64::from(footer.index_bytes))?;
    let mark_at = before(index_at, 1)?;
    input.seek(SeekFrom::Start(mark_at))?;
    let mut source = Source::new(&mut *input, mark_at);
    let mark = source.byte()?;
    let index = source.bytes(u64::from(footer.index_bytes))?;
    if mark != END_OF_BLOCKS || checksum::crc32(&index) != footer.index_crc {
        return Err(index_is_damaged(index_at));
    }
    Ok((Index::from_bytes(&index)?, mark_at))
}

fn index_is_damaged(at: u64) -> Error {
    Error::corrupt("the index is damaged").at(Place::index(at))
}

fn header_at<R: Read + Seek>(input: &mut R, offset: u64) -> Result<Header> {
    input.seek(SeekFrom::Start(offset))?;
    Header::read(&mut Source::new(input, offset))
}

fn before(end: u64, len: u64) -> Result<u64> {
    end.checked_sub(len).ok_or_else(no_footer)
}

fn no_footer() -> Error {
    Error::truncated(
        "the file does not end with a footer: it is cut short, or something follows it",
    )
}

//! Finds the files and blocks of a seekable input, which may be damaged, without reading payloads.
//!
//! Long files at the end of the input are found by their indexes, from the last file to the first.
//! That stops at a short file, a single block without an index. Everything up to there is found
//! from the front, from one block header to the next. Only where that way is barred by damage are
//! short files at the end searched for as well: nothing marks their ends, and a payload may look
//! like one.

use super::{
    catalog::{Catalog, FileEntry},
    header::{HEADER_BYTES, Header},
    index::Entry,
    locate::{
        blocks_from_front, file_by_index, file_of, header_at, index_before, short_file_before,
    },
    place::{Place, header_error},
    source::cut_short,
};
use crate::error::{Error, ErrorKind, Result};
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
    /// Everything. What the damaged file has behind the place is this many bytes further on than the
    /// catalog says; negative where bytes are missing. Files behind it are where the catalog says.
    Displaced(i64),
    /// The files behind this many bytes, which could not be read.
    Unread(u64),
    /// Nothing.
    Nothing,
}

impl Survey {
    /// Finds all files in `input` and the blocks in them, as far as damage permits. Takes time in
    /// proportion to the number of blocks; behind damage, also to the length of the short files
    /// and of what comes before them, little more than 1 GiB of it at most.
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
            // The blocks fill the input: it is cut short between two of them.
            Err(error) if front.reach() == end => {
                Survey::around(input, front, Tail::before(end), error)
            }
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
        mut tail: Tail,
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
        } else if let Some((file, by)) = displaced(input, &front, &mut tail)? {
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
    /// The file behind them, if its header is sound and something after that is not.
    broken: Option<Broken>,
}

/// What is found of a damaged file.
#[derive(Debug)]
struct Broken {
    header: Header,
    /// The blocks before the damage.
    entries: Vec<Entry>,
}

impl Broken {
    /// The length of the sound part in bytes.
    fn packed_bytes(&self) -> u64 {
        let blocks = self.entries.iter().map(|entry| entry.packed_bytes);
        self.header.packed_bytes() + blocks.sum::<u64>()
    }
}

impl Front {
    /// Finds the files up to `until`, where a file begins, or else to `end`.
    ///
    /// # Errors
    /// Errors of reading, and the error of the first place that cannot be passed.
    fn extend<R: Read + Seek>(&mut self, input: &mut R, until: u64, end: u64) -> Result<()> {
        // An input that does not begin with a header is refused, whatever its end looks like:
        // whatever finds a file at its beginning reads that header. An empty input has none.
        if end == 0 {
            header_at(input, 0)?;
        }
        while self.end != until && self.end < end {
            let start = self.end;
            let mut header = header_at(input, start).map_err(|error| header_error(error, start))?;
            if let Some(before) = self.files.last() {
                header.share(&before.header);
            }
            let (blocks, file_end) = blocks_from_front(input, start, end, &header, self.blocks);
            let file_end = match file_end {
                Ok(file_end) => file_end,
                Err(error) => {
                    let entries = blocks;
                    self.broken = Some(Broken { header, entries });
                    return Err(error);
                }
            };
            self.end = file_end;
            self.blocks += blocks.len() as u64;
            self.files.push(FileEntry {
                offset: start,
                packed_bytes: file_end - start,
                header,
                blocks,
            });
        }
        Ok(())
    }

    /// Where the sound blocks of the damaged file end.
    fn reach(&self) -> u64 {
        self.end + self.broken.as_ref().map_or(0, Broken::packed_bytes)
    }

    /// Where a file behind the damage begins at the earliest. The length of a short file is not
    /// proven by what follows it, if that is no file: bytes of it may be missing.
    fn floor(&self) -> u64 {
        let last = self.files.last().filter(|file| file.header.is_short());
        last.map_or(self.end, |file| file.offset + HEADER_BYTES as u64)
    }

    /// Takes the blocks of the damaged file for all that it has before `tail_start`, and moves the
    /// end behind them. Returns an error where the file is cut short by what begins there.
    fn close(&mut self, tail_start: u64) -> Option<Error> {
        let (offset, mut end) = (self.end, self.reach());
        let Broken {
            header,
            entries: mut blocks,
        } = self.broken.take()?;
        let count = blocks.len();
        while end > tail_start
            && let Some(entry) = blocks.pop()
        {
            end -= entry.packed_bytes;
        }
        let is_overrun = blocks.len() < count;
        let end = end.min(tail_start);
        self.end = end;
        self.blocks += blocks.len() as u64;
        self.files.push(FileEntry {
            offset,
            packed_bytes: end - offset,
            header,
            blocks,
        });
        let is_cut = is_overrun || end == tail_start;
        let place = Place::Block {
            number: self.blocks,
            offset: self.end,
        };
        is_cut.then(|| cut_short().at(place))
    }
}

/// What is found from the end.
#[derive(Debug)]
struct Tail {
    /// The files, the last one first.
    files: Vec<FileEntry>,
    /// Where they begin.
    start: u64,
    /// How many bytes of what looked like indexes may still be read in vain.
    credit: u64,
}

impl Tail {
    /// No files, before `end`.
    fn before(end: u64) -> Tail {
        Tail {
            files: Vec::new(),
            start: end,
            credit: end,
        }
    }

    /// The catalog of `files` and these behind them.
    fn after(self, mut files: Vec<FileEntry>) -> Catalog {
        files.extend(self.files.into_iter().rev());
        Catalog { files }
    }

    fn push(&mut self, mut file: FileEntry) {
        if let Some(behind) = self.files.last() {
            file.header.share(&behind.header);
        }
        self.start = file.offset;
        self.files.push(file);
    }

    /// Adds the long files before these, found by their indexes. Ends where something else comes
    /// before them.
    fn extend_by_index<R: Read + Seek>(&mut self, input: &mut R) -> Result<()> {
        while let Some(file) = file_by_index(input, self.start, &mut self.credit)? {
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
            let file = match index_before(input, self.start, &mut self.credit)? {
                Some((index, mark_at)) => file_of(input, index, mark_at, self.start)?,
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

/// The damaged file behind `front` that lacks bytes or has too many, as its index tells, which ends
/// where the `tail` begins; and by how many bytes the blocks behind the damage are displaced. `None`
/// where there is no index, or not that of the blocks found from the front.
fn displaced<R: Read + Seek>(
    input: &mut R,
    front: &Front,
    tail: &mut Tail,
) -> Result<Option<(FileEntry, i64)>> {
    let end = tail.start;
    let index = index_before(input, end, &mut tail.credit)?;
    let (Some(broken), Some((index, mark_at))) = (&front.broken, index) else {
        return Ok(None);
    };
    let blocks_end = index.blocks_end().filter(|_| index.suits(&broken.header));
    let blocks_end = blocks_end.and_then(|len| front.end.checked_add(len));
    let Some(by) = blocks_end.and_then(|end| mark_at.checked_signed_diff(end)) else {
        return Ok(None);
    };
    let mut entries = index.entries.iter();
    let are_its_own = broken
        .entries
        .iter()
        .all(|block| entries.any(|entry| entry == block));
    if by == 0 || !are_its_own {
        return Ok(None);
    }
    let file = FileEntry {
        offset: front.end,
        packed_bytes: end - front.end,
        header: broken.header.clone(),
        blocks: index.entries,
    };
    Ok(Some((file, by)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::{
        block::{BlockHeader, END_OF_BLOCKS, Method},
        checksum,
        footer::{FOOTER_BYTES, Footer},
        header::ModelSection,
        testing,
    };
    use std::{io::Cursor, sync::Arc};

    fn file(header: Header, texts: &[&[u8]]) -> Vec<u8> {
        testing::file(&header, texts, 1)
    }

    fn plain(texts: &[&[u8]]) -> Vec<u8> {
        file(Header::new(1 << 20), texts)
    }

    /// A long file, the header of whose first block is damaged.
    fn damaged() -> Vec<u8> {
        let mut file = plain(&[b"one", b"two"]);
        file[HEADER_BYTES + 3] ^= 1;
        file
    }

    /// Counts the bytes that are read.
    struct Reads(Cursor<Vec<u8>>, usize);

    impl Read for Reads {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.read(into)?;
            self.1 += count;
            Ok(count)
        }
    }

    impl Seek for Reads {
        fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
            self.0.seek(to)
        }
    }

    fn offsets(survey: &Survey) -> Vec<u64> {
        survey
            .catalog
            .files
            .iter()
            .map(|file| file.offset)
            .collect()
    }

    #[test]
    fn short_files_with_sections_are_found_behind_damage() {
        let model = ModelSection::Embedded(b"weights".to_vec());
        let header = Header::new(1 << 20)
            .with_model(model)
            .with_lead(vec![7; 9000]);
        let short = file(header, &[&[1; 5000]]);
        let input = [damaged(), short.clone(), short.clone(), plain(&[])].concat();
        let survey = Survey::of(&mut Cursor::new(input)).unwrap();
        assert!(survey.flaw.is_none());
        let (first, len) = (damaged().len() as u64, short.len() as u64);
        assert_eq!(offsets(&survey), [0, first, first + len, first + 2 * len]);
    }

    #[test]
    fn one_copy_of_a_model_does_for_files_that_follow_one_another() {
        let model = ModelSection::Embedded(b"weights".to_vec());
        let header = Header::new(1 << 20).with_model(model);
        for texts in [&[&b"one"[..]][..], &[b"one", b"two"]] {
            let input = file(header.clone(), texts).repeat(3);
            let survey = Survey::of(&mut Cursor::new(input)).unwrap();
            let models = survey.catalog.files.iter();
            let models: Vec<_> = models.map(|file| file.header.model().unwrap()).collect();
            assert_eq!(models.len(), 3);
            assert!(models.iter().all(|model| Arc::ptr_eq(model, models[0])));
        }
    }

    #[test]
    fn what_looks_like_a_short_file_is_none_where_the_front_can_be_read() {
        let inner = plain(&[b"inner"]);
        let short = plain(&[&inner]);
        let long = plain(&[b"one", &inner]);
        for (input, files) in [
            (short.clone(), vec![0]),
            ([&long[..], &short].concat(), vec![0, long.len() as u64]),
        ] {
            let survey = Survey::of(&mut Cursor::new(input)).unwrap();
            assert!(survey.flaw.is_none());
            assert_eq!(offsets(&survey), files);
        }
        // Nor is it one where the end of a file is missing behind the block that it is in.
        let whole = Survey::of(&mut Cursor::new(&long)).unwrap();
        let last = whole.catalog.blocks().last().unwrap();
        let end = last.spot.offset + last.spot.entry.packed_bytes;
        let survey = Survey::of(&mut Cursor::new(&long[..end as usize])).unwrap();
        assert_eq!(survey.flaw.unwrap().extent, Extent::Nothing);
    }

    #[test]
    fn short_files_behind_damage_are_found_in_linear_time() {
        let short = plain(&[&[1; 50_000]]);
        let input = [damaged(), short.repeat(60)].concat();
        let len = input.len();
        let mut input = Reads(Cursor::new(input), 0);
        let survey = Survey::of(&mut input).unwrap();
        assert_eq!(survey.catalog.files.len(), 61);
        assert!(input.1 < 5 * len, "{} of {len}", input.1);
    }

    #[test]
    fn many_places_that_look_like_short_files_are_passed_in_linear_time() {
        // Headers that say that a model of half the input follows.
        const PLACES: usize = 4000;
        let model = vec![0; PLACES * 12];
        let header = Header::new(1 << 20)
            .with_model(ModelSection::Embedded(model))
            .short();
        let start = &header.to_bytes()[..HEADER_BYTES + 16];
        let input = [damaged(), start.repeat(PLACES)].concat();
        let len = input.len();
        let mut input = Reads(Cursor::new(input), 0);
        let survey = Survey::of(&mut input).unwrap();
        assert_eq!(survey.flaw.unwrap().extent, Extent::Nothing);
        assert!(input.1 < 5 * len, "{} of {len}", input.1);
    }

    #[test]
    fn many_places_that_look_like_footers_are_passed_in_linear_time() {
        // Short files that end with what looks like the footer of an index as long as all before,
        // be its checksum that of these bytes or not.
        const FILES: usize = 60;
        for is_sound in [false, true] {
            let mut input = damaged();
            input.push(END_OF_BLOCKS);
            let index_at = input.len();
            for _ in 0..FILES {
                // No index has numbers of so many bytes.
                let text = [0xff; 50_000 + FOOTER_BYTES];
                let block = BlockHeader::of(Method::Stored, &text, &text, 1);
                input.extend(Header::new(1 << 20).short().to_bytes());
                input.extend(block.to_bytes());
                input.extend(&text[FOOTER_BYTES..]);
                let index = &input[index_at..];
                let footer = Footer {
                    index_bytes: index.len() as u32,
                    index_crc: match is_sound {
                        true => checksum::crc32(index),
                        false => 0,
                    },
                };
                input.extend(footer.to_bytes());
            }
            let len = input.len();
            let mut input = Reads(Cursor::new(input), 0);
            let survey = Survey::of(&mut input).unwrap();
            assert_eq!(survey.catalog.files.len(), FILES + 1);
            assert!(input.1 < 5 * len, "{} of {len}", input.1);
        }
    }

    #[test]
    fn many_blocks_that_are_those_of_the_file_behind_are_given_back_in_linear_time() {
        // What comes before a whole file leads to its blocks, all of which lie beyond the place
        // where it begins.
        const BLOCKS: usize = 500_000;
        let whole = plain(&vec![&b"1"[..]; BLOCKS]);
        let header = Header::new(1 << 20).to_bytes();
        let over = BlockHeader::of(Method::Stored, &header, &header, 0).to_bytes();
        let start = [header, over].concat();
        let survey = Survey::of(&mut Cursor::new([&start[..], &whole].concat())).unwrap();
        assert_eq!(offsets(&survey), [0, start.len() as u64]);
        let blocks: Vec<usize> = survey
            .catalog
            .files
            .iter()
            .map(|f| f.blocks.len())
            .collect();
        assert_eq!(blocks, [0, BLOCKS]);
    }
}

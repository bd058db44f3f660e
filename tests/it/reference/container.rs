//! A second decoder of the container, written from FORMAT.md alone. Slow and plain; it shares no
//! code with the first. Numbers in comments are sections of FORMAT.md.

use crate::{round_trip::pack, texts};
use pgnpack::{codec, pipeline::CompressOptions};

/// A block as FORMAT.md 4 describes it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RefBlock {
    pub(crate) method: u8,
    pub(crate) text_bytes: u64,
    pub(crate) games: u64,
    pub(crate) text_crc: u32,
    pub(crate) payload: Vec<u8>,
}

/// CRC-32, bit by bit (1.4).
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = 0xffff_ffff_u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}

fn check16(bytes: &[u8]) -> u64 {
    u64::from(crc32(bytes) >> 16 ^ crc32(bytes) & 0xffff)
}

/// Bytes, and how many of them are read.
pub(crate) struct Bytes<'a> {
    pub(crate) all: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Bytes<'a> {
    /// The next `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], String> {
        let end = self
            .at
            .checked_add(len)
            .filter(|&end| end <= self.all.len());
        let end = end.ok_or_else(|| format!("cut short at {}", self.at))?;
        let taken = &self.all[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// 1.2
    pub(crate) fn fixed(&mut self, len: usize) -> Result<u64, String> {
        Ok(self
            .take(len)?
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// 1.3
    pub(crate) fn varint(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.fixed(1)?;
            number |= (byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return if byte == 0 && place > 0 {
                    Err("overlong".into())
                } else {
                    Ok(number)
                };
            }
        }
        Err("a varint of more than nine bytes".into())
    }

    /// All up to a zero byte, which is read, too.
    pub(crate) fn text(&mut self) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        loop {
            match self.fixed(1)? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }

    /// Reads a check16, which must be that of everything from `start`.
    fn check(&mut self, start: usize) -> Result<(), String> {
        let expected = check16(&self.all[start..self.at]);
        ensure(self.fixed(2)? == expected, "check16")
    }
}

/// Fails with `what` where it does not hold.
pub(crate) fn ensure(holds: bool, what: &str) -> Result<(), String> {
    holds.then_some(()).ok_or_else(|| what.to_owned())
}

/// All blocks of all files in `input`, or what is wrong with it.
pub(crate) fn blocks(input: &[u8]) -> Result<Vec<RefBlock>, String> {
    let mut bytes = Bytes { all: input, at: 0 };
    let mut blocks = Vec::new();
    loop {
        header(&mut bytes)?.blocks(&mut bytes, &mut blocks)?;
        if bytes.at == input.len() {
            return Ok(blocks); // 2.1
        }
    }
}

/// All blocks of a sound input, each with its part of the text that is in it.
pub(crate) fn blocks_of<'t>(
    input: &[u8],
    mut text: &'t [u8],
) -> impl Iterator<Item = (RefBlock, &'t [u8])> {
    blocks(input).unwrap().into_iter().map(move |block| {
        let part = text.split_off(..block.text_bytes as usize).unwrap();
        (block, part)
    })
}

/// The payload of the only block of a file.
pub(crate) fn only_payload(input: &[u8]) -> Vec<u8> {
    let [block] = blocks(input).unwrap().try_into().unwrap();
    block.payload
}

/// The lead of the first file in `input` (3.3), if it has one.
pub(crate) fn lead(input: &[u8]) -> Option<&[u8]> {
    let mut bytes = Bytes { all: input, at: 0 };
    header(&mut bytes).unwrap().lead
}

/// What a header says (3).
struct RefHeader<'a> {
    flags: u64,
    lead: Option<&'a [u8]>,
    bytes: u64,
}

/// 3
fn header<'a>(bytes: &mut Bytes<'a>) -> Result<RefHeader<'a>, String> {
    let start = bytes.at;
    ensure(bytes.take(4)? == b"\x8fPGZ", "magic")?;
    let version = bytes.fixed(1)?;
    let flags = bytes.fixed(1)?;
    bytes.check(start)?;
    ensure(version == 171, "version")?;
    ensure((10..=30).contains(&(flags & 31)), "flags")?;
    if flags >> 5 & 1 == 1 {
        let section = bytes.at;
        bytes.fixed(8)?; // XXH3 of the model: this decoder has none
        let len = bytes.fixed(4)?;
        let expected = crc32(&bytes.all[section..bytes.at]);
        ensure(bytes.fixed(4)? == u64::from(expected), "model section")?;
        ensure(len <= 16 << 20, "model of more than 16 MiB")?;
        bytes.take(len as usize)?;
    }
    let mut lead = None;
    if flags >> 6 & 1 == 1 {
        let section = bytes.at;
        let (len, crc) = (bytes.fixed(4)?, bytes.fixed(4)?);
        let expected = crc32(&bytes.all[section..bytes.at]);
        ensure(bytes.fixed(4)? == u64::from(expected), "lead section")?;
        ensure(len <= 16 << 20, "lead of more than 16 MiB")?;
        let found = bytes.take(len as usize)?;
        ensure(u64::from(crc32(found)) == crc, "lead")?;
        lead = Some(found);
    }
    Ok(RefHeader {
        flags,
        lead,
        bytes: (bytes.at - start) as u64,
    })
}

impl RefHeader<'_> {
    /// Reads what follows it to the end of the file (2).
    fn blocks(&self, bytes: &mut Bytes, blocks: &mut Vec<RefBlock>) -> Result<(), String> {
        let bound = 1 << (self.flags & 31);
        if self.flags >> 7 == 1 {
            let (block, _) = block(bytes, bound)?.ok_or("no block")?;
            blocks.push(block);
            return Ok(());
        }
        let mut index = Vec::new();
        while let Some((block, packed_bytes)) = block(bytes, bound)? {
            index.push((
                [packed_bytes, block.text_bytes, block.games],
                block.text_crc,
            ));
            blocks.push(block);
        }
        let index_start = bytes.at;
        ensure(bytes.varint()? == self.bytes, "index")?; // 5.1
        for (numbers, text_crc) in index {
            for expected in numbers {
                ensure(bytes.varint()? == expected, "index")?;
            }
            ensure(bytes.fixed(4)? == u64::from(text_crc), "index")?;
        }
        let index = &bytes.all[index_start..bytes.at];
        let footer = bytes.at;
        ensure(bytes.fixed(4)? == index.len() as u64, "length of the index")?;
        ensure(
            bytes.fixed(4)? == u64::from(crc32(index)),
            "checksum of the index",
        )?;
        bytes.check(footer)
    }
}

/// 4: a block and its length in the file; `None` for the end mark.
fn block(bytes: &mut Bytes, bound: u64) -> Result<Option<(RefBlock, u64)>, String> {
    let start = bytes.at;
    let first = bytes.varint()?;
    if first == 0 {
        return Ok(None);
    }
    let (games, method) = (first / 32, (first % 32) as u8);
    let text_bytes = bytes.varint()?;
    let payload_bytes = bytes.varint()?;
    let text_crc = bytes.fixed(4)? as u32;
    bytes.check(start)?;
    ensure(method != 0, "method")?;
    ensure((1..=bound).contains(&text_bytes), "length of the text")?; // 4.2
    ensure(payload_bytes <= text_bytes, "length of the payload")?;
    ensure(
        method != 1 || payload_bytes == text_bytes,
        "length of a stored payload",
    )?;
    ensure(games <= text_bytes, "games")?;
    let payload = bytes.take(payload_bytes as usize)?.to_vec();
    if method == 1 {
        ensure(crc32(&payload) == text_crc, "checksum of the text")?;
    }
    let block = RefBlock {
        method,
        text_bytes,
        games,
        text_crc,
        payload,
    };
    Ok(Some((block, (bytes.at - start) as u64)))
}

/// Numbers of streams (7.S).
pub(crate) const LAYOUT: u64 = 0;
pub(crate) const TAGS: u64 = 1;
pub(crate) const MOVES: u64 = 2;
pub(crate) const NOTES: u64 = 3;
pub(crate) const CLOCKS: u64 = 4;
pub(crate) const EVALS: u64 = 5;
pub(crate) const NUMBERS: u64 = 6;
pub(crate) const LINES: u64 = 7;
pub(crate) const PROSE: u64 = 8;
pub(crate) const TEXT: u64 = 9;
pub(crate) const OUTCOMES: u64 = 10;
pub(crate) const EDITS: u64 = 11;
pub(crate) const JOINT: u64 = 12;

/// The stream of that number in a sound payload; empty if it is not there.
pub(crate) fn stream(payload: &[u8], number: u64) -> &[u8] {
    let streams = streams(payload).unwrap();
    let found = streams.into_iter().find(|&(known, _)| known == number);
    found.map_or(&[], |(_, bytes)| bytes)
}

/// 7.S: the streams of a payload, by number.
pub(crate) fn streams(payload: &[u8]) -> Result<Vec<(u64, &[u8])>, String> {
    let mut bytes = Bytes {
        all: payload,
        at: 0,
    };
    let mut table = Vec::new();
    let last = loop {
        let number = bytes.varint()?;
        if number % 2 == 1 {
            break number / 2;
        }
        table.push((number / 2, bytes.varint()?));
    };
    let numbers: Vec<u64> = table
        .iter()
        .map(|&(number, _)| number)
        .chain([last])
        .collect();
    ensure(
        numbers.is_sorted_by(|one, next| one < next) && last <= JOINT,
        "order of the streams",
    )?;
    let mut streams = Vec::new();
    for (number, len) in table {
        streams.push((number, bytes.take(len as usize)?));
    }
    streams.push((last, &payload[bytes.at..]));
    Ok(streams)
}

#[test]
fn the_examples_of_the_format_are_whole_files() {
    let short = b"\x8fPGZ\xab\x94\xb6\x8a\x21\x08\x08\x60\x3f\x03\x2d\x84\x2c1. e4 *\n";
    let long = b"\x8fPGZ\xab\x14\x2e\xe4\x21\x08\x08\x60\x3f\x03\x2d\x84\x2c1. e4 *\n\x21\x02\x02\xc9\x37\x67\xce\xdc\xe0*\n\0\
        \x08\x11\x08\x01\x60\x3f\x03\x2d\x0b\x02\x01\xc9\x37\x67\xce\x0f\0\0\0\xb8\x15\x3d\xbe\x06\x24";
    for (file, payloads) in [
        (&short[..], &[&b"1. e4 *\n"[..]][..]),
        (long, &[b"1. e4 *\n", b"*\n"]),
    ] {
        let found = blocks(file).unwrap();
        let found: Vec<&[u8]> = found.iter().map(|block| &block.payload[..]).collect();
        assert_eq!(found, payloads);
        assert!(
            pgnpack::container::catalog::Catalog::read(&mut std::io::Cursor::new(file)).is_ok()
        );
    }
}

#[test]
fn both_decoders_see_the_same_blocks() {
    for codec in codec::registered() {
        for (name, text) in texts::all() {
            let options = CompressOptions {
                codec: codec.id(),
                block_size: Some(1_500),
                ..CompressOptions::default()
            };
            let packed = pack(&text, &options).0;
            let blocks = blocks(&packed).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut reader = pgnpack::container::reader::Reader::new(packed.as_slice(), 1 << 30);
            for found in blocks {
                let (_, block) = reader.next_block().unwrap().unwrap();
                assert_eq!(found.payload, block.payload);
                assert_eq!(found.text_bytes, block.header.text_bytes);
                assert_eq!(found.games, block.header.games);
                assert_eq!(found.text_crc, block.header.text_crc);
                if found.method != 1 {
                    streams(&found.payload).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
            assert!(reader.next_block().unwrap().is_none());
        }
    }
}

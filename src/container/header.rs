//! The header of a file: magic number, version, the most text in a block, and two optional
//! sections, the model and the lead (FORMAT.md 3).

use super::{checksum, source::Source};
use crate::{
    coding::names,
    error::{Error, ErrorKind, Remedy, Result},
};
use std::{
    io::{Read, Seek, SeekFrom, Take},
    sync::Arc,
};

/// The first bytes of every `.pgz` file. No ASCII or UTF-8 text begins with the first of them.
pub const MAGIC: [u8; 4] = [0x8f, b'P', b'G', b'Z'];

/// The version of the format that this program writes and reads: a draft of version 1. Whatever
/// makes a decoder read other bytes, or give another text, adds one, until release 0.1.0 makes it
/// 1.
pub const VERSION: u8 = FIRST_DRAFT + 43;
/// Versions from this on are drafts (FORMAT.md 0).
const FIRST_DRAFT: u8 = 128;

/// Length of a header without its sections, in bytes. Magic, version and check keep their places in
/// every version of the format.
pub const HEADER_BYTES: usize = 8;

/// Length of a model section without the model, in bytes.
pub const MODEL_SECTION_BYTES: usize = 16;

/// Most bytes that an embedded model may take.
pub const MODEL_BYTES_MAX: usize = 16 << 20;

/// Length of a lead section without the lead, in bytes.
pub const LEAD_SECTION_BYTES: usize = 12;

/// Most bytes that a lead may take.
pub const LEAD_BYTES_MAX: usize = 16 << 20;

/// The possible bounds on the text of a block, as powers of two: 1 KiB to 1 GiB.
pub const BLOCK_BOUND_LOG2: std::ops::RangeInclusive<u8> = 10..=30;

/// Bits 0 to 4 of the flags: the bound on the text of a block, as a power of two.
const LOG2_MASK: u8 = 0b0001_1111;
/// Bit 5 of the flags: a model section follows the header.
const HAS_MODEL: u8 = 0b0010_0000;
/// Bit 6 of the flags: a lead section follows the header and the model section.
const HAS_LEAD: u8 = 0b0100_0000;
/// Bit 7 of the flags: the file is short, that is, one block without end mark, index and footer.
const IS_SHORT: u8 = 0b1000_0000;

/// The header of a file, with its sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    block_bound_log2: u8,
    // Each block of a file is asked whether its header is that of the block before. Behind an `Arc` of
    // a sized type, what is the same is equal without a look at it; so the lead is no `Arc<[u8]>`.
    model: Option<Arc<ModelSection>>,
    lead: Option<Arc<Vec<u8>>>,
    is_short: bool,
}

/// The model that the blocks are coded with, if it is not the built-in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSection {
    /// A model that is not in the file and that the reader must have, by its checksum
    /// ([`names::of_model`]).
    Named(u64),
    /// A model file that is stored in the file. Not empty, at most [`MODEL_BYTES_MAX`] bytes.
    Embedded(Vec<u8>),
}

impl ModelSection {
    /// The model's checksum.
    pub fn checksum(&self) -> u64 {
        match self {
            ModelSection::Named(checksum) => *checksum,
            ModelSection::Embedded(model) => names::of_model(model),
        }
    }
}

impl Header {
    /// A header for blocks of at most `block_bound` bytes of text.
    ///
    /// # Panics
    /// If `block_bound` is above 1 GiB, the largest bound of the format.
    pub fn new(block_bound: usize) -> Header {
        let log2 = block_bound.next_power_of_two().trailing_zeros() as u8;
        assert!(
            log2 <= *BLOCK_BOUND_LOG2.end(),
            "no block can be that large"
        );
        Header {
            block_bound_log2: log2.max(*BLOCK_BOUND_LOG2.start()),
            model: None,
            lead: None,
            is_short: false,
        }
    }

    /// The same with a model section.
    ///
    /// # Panics
    /// If an embedded model is empty, or longer than [`MODEL_BYTES_MAX`].
    pub fn with_model(self, model: ModelSection) -> Header {
        if let ModelSection::Embedded(model) = &model {
            let possible = 1..=MODEL_BYTES_MAX;
            assert!(
                possible.contains(&model.len()),
                "no model can be that large"
            );
        }
        Header {
            model: Some(Arc::new(model)),
            ..self
        }
    }

    /// The same with a lead: bytes of a codec that apply to all blocks.
    ///
    /// # Panics
    /// If it is empty, or longer than [`LEAD_BYTES_MAX`].
    pub fn with_lead(self, lead: Vec<u8>) -> Header {
        let possible = 1..=LEAD_BYTES_MAX;
        assert!(possible.contains(&lead.len()), "no lead can be that long");
        Header {
            lead: Some(Arc::new(lead)),
            ..self
        }
    }

    /// Most bytes of text that a block of this file may have.
    pub fn block_bound(&self) -> u64 {
        1 << self.block_bound_log2
    }

    /// The same header for a file of one block, which has neither end mark nor index nor footer.
    pub fn short(self) -> Header {
        Header {
            is_short: true,
            ..self
        }
    }

    /// Whether the file is short: one block follows, and then the file ends.
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// The model section; `None` for the built-in model.
    pub fn model(&self) -> Option<&Arc<ModelSection>> {
        self.model.as_ref()
    }

    /// The lead, if there is one.
    pub fn lead(&self) -> Option<&[u8]> {
        self.lead.as_deref().map(Vec::as_slice)
    }

    /// Keeps no copy of its own of a section that `other` has, too: of many files with one model,
    /// the model is in memory once.
    pub(super) fn share(&mut self, other: &Header) {
        if self.model == other.model {
            self.model.clone_from(&other.model);
        }
        if self.lead == other.lead {
            self.lead.clone_from(&other.lead);
        }
    }

    /// Length of [`to_bytes`](Header::to_bytes), without building it: sections may have megabytes.
    pub fn packed_bytes(&self) -> u64 {
        let model = self.model.as_ref().map_or(0, |model| {
            MODEL_SECTION_BYTES
                + match &**model {
                    ModelSection::Named(_) => 0,
                    ModelSection::Embedded(model) => model.len(),
                }
        });
        let lead = self.lead.as_ref();
        let lead = lead.map_or(0, |lead| LEAD_SECTION_BYTES + lead.len());
        (HEADER_BYTES + model + lead) as u64
    }

    /// The header as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        let model = if self.model.is_some() { HAS_MODEL } else { 0 };
        let lead = if self.lead.is_some() { HAS_LEAD } else { 0 };
        let short = if self.is_short { IS_SHORT } else { 0 };
        bytes.push(self.block_bound_log2 | model | lead | short);
        bytes.extend(checksum::check16(&bytes).to_le_bytes());
        if let Some(model) = &self.model {
            let embedded: &[u8] = match &**model {
                ModelSection::Named(_) => &[],
                ModelSection::Embedded(model) => model,
            };
            let section = bytes.len();
            bytes.extend(model.checksum().to_le_bytes());
            bytes.extend((embedded.len() as u32).to_le_bytes());
            let crc = checksum::crc32(&bytes[section..]);
            bytes.extend(crc.to_le_bytes());
            bytes.extend(embedded);
        }
        if let Some(lead) = &self.lead {
            let section = bytes.len();
            bytes.extend((lead.len() as u32).to_le_bytes());
            bytes.extend(checksum::crc32(lead).to_le_bytes());
            let crc = checksum::crc32(&bytes[section..]);
            bytes.extend(crc.to_le_bytes());
            bytes.extend(&**lead);
        }
        bytes
    }

    /// Reads a header, which must be there.
    ///
    /// # Errors
    /// Errors of reading; truncated where it is incomplete; not packed where this is no header;
    /// corrupt where it is damaged; unsupported where it is sound but newer.
    pub fn read<R: Read>(source: &mut Source<R>) -> Result<Header> {
        let flags = read_flags(source)?;
        let model = match flags & HAS_MODEL {
            0 => None,
            _ => Some(Arc::new(read_model(source)?)),
        };
        let lead = match flags & HAS_LEAD {
            0 => None,
            _ => Some(Arc::new(read_lead(source)?)),
        };
        Ok(Header {
            block_bound_log2: flags & LOG2_MASK,
            model,
            lead,
            is_short: flags & IS_SHORT != 0,
        })
    }
}

/// Reads and checks what stands before the sections, and returns the flags.
fn read_flags<R: Read>(source: &mut Source<R>) -> Result<u8> {
    flags_of(&source.bytes_at_most(HEADER_BYTES as u64)?)
}

/// Checks what stands before the sections, or as much of it as there is, and returns the flags.
fn flags_of(bytes: &[u8]) -> Result<u8> {
    let magic_there = bytes.len().min(MAGIC.len());
    if bytes[..magic_there] != MAGIC[..magic_there] {
        return Err(Error::new(ErrorKind::NotPacked, "this is no .pgz file"));
    }
    let Ok(&[_, _, _, _, version, flags, check_low, check_high]) =
        <&[u8; HEADER_BYTES]>::try_from(bytes)
    else {
        let error = Error::truncated(match bytes.is_empty() {
            true => "the file is empty: not even a header",
            false => "the file is cut short in its header",
        });
        return Err(error.with_remedy(Remedy::AnotherCopy));
    };
    // The check comes first: only a sound header may be called a newer one.
    if checksum::check16(&bytes[..6]) != u16::from_le_bytes([check_low, check_high]) {
        return Err(Error::corrupt("the header is damaged"));
    }
    if version != VERSION {
        return Err(other_version(version));
    }
    if !BLOCK_BOUND_LOG2.contains(&(flags & LOG2_MASK)) {
        return Err(Error::unsupported(format!(
            "the header has flags {flags:#04x}, which this program does not know"
        )));
    }
    Ok(flags)
}

fn read_model<R: Read>(source: &mut Source<R>) -> Result<ModelSection> {
    let (checksum, len) = read_model_head(source)?;
    if len == 0 {
        return Ok(ModelSection::Named(checksum));
    }
    let model = source.bytes(u64::from(len))?;
    match names::of_model(&model) == checksum {
        true => Ok(ModelSection::Embedded(model)),
        false => Err(Error::corrupt("the model in the file is damaged")),
    }
}

/// The model's checksum, and its length in the file.
fn read_model_head<R: Read>(source: &mut Source<R>) -> Result<(u64, u32)> {
    let fixed = source.array::<MODEL_SECTION_BYTES>()?;
    let [a, b, c, d, e, f, g, h, l0, l1, l2, l3, ..] = fixed;
    check_head(&fixed, "the head of the model is damaged")?;
    let len = u32::from_le_bytes([l0, l1, l2, l3]);
    if len as usize > MODEL_BYTES_MAX {
        return Err(Error::unsupported(format!(
            "the file holds a model of {len} bytes, and this program reads up to {MODEL_BYTES_MAX}"
        )));
    }
    Ok((u64::from_le_bytes([a, b, c, d, e, f, g, h]), len))
}

/// Checks the head of a section, which ends with the CRC-32 of all before: no length is believed
/// before that.
fn check_head(head: &[u8], damaged: &'static str) -> Result<()> {
    match head.split_last_chunk() {
        Some((checked, crc)) if checksum::crc32(checked) == u32::from_le_bytes(*crc) => Ok(()),
        _ => Err(Error::corrupt(damaged)),
    }
}

fn read_lead<R: Read>(source: &mut Source<R>) -> Result<Vec<u8>> {
    let (len, crc) = read_lead_head(source)?;
    let lead = source.bytes(u64::from(len))?;
    match checksum::crc32(&lead) == crc {
        true => Ok(lead),
        false => Err(Error::corrupt(
            "the lead (tags that all blocks share) is damaged",
        )),
    }
}

/// The lead's length and its checksum.
fn read_lead_head<R: Read>(source: &mut Source<R>) -> Result<(u32, u32)> {
    let fixed = source.array::<LEAD_SECTION_BYTES>()?;
    let [l0, l1, l2, l3, c0, c1, c2, c3, ..] = fixed;
    check_head(
        &fixed,
        "the head of the lead (tags that all blocks share) is damaged",
    )?;
    let len = u32::from_le_bytes([l0, l1, l2, l3]);
    if len as usize > LEAD_BYTES_MAX {
        return Err(Error::unsupported(format!(
            "the file has a lead of {len} bytes, and this program reads up to {LEAD_BYTES_MAX}"
        )));
    }
    Ok((len, u32::from_le_bytes([c0, c1, c2, c3])))
}

/// Whether these bytes are the sound first ones of the header of a short file of this version.
pub(super) fn is_start_of_short(bytes: &[u8; HEADER_BYTES]) -> bool {
    flags_of(bytes).is_ok_and(|flags| flags & IS_SHORT != 0)
}

/// What is known of a short file once its model and its lead are passed over.
pub(super) struct ShortStart {
    /// Where its block begins, in bytes from the beginning of the input.
    pub(super) block: u64,
    /// Most bytes of text that the block may have.
    pub(super) block_bound: u64,
}

impl ShortStart {
    /// Reads the header of the short file at `offset`, but neither its model nor its lead.
    ///
    /// # Errors
    /// As [`Header::read`].
    pub(super) fn read<R: Read + Seek>(input: &mut R, offset: u64) -> Result<ShortStart> {
        let mut at = offset;
        let flags = read_flags(&mut part(input, at, HEADER_BYTES)?)?;
        at += HEADER_BYTES as u64;
        if flags & HAS_MODEL != 0 {
            let (_, len) = read_model_head(&mut part(input, at, MODEL_SECTION_BYTES)?)?;
            at += MODEL_SECTION_BYTES as u64 + u64::from(len);
        }
        if flags & HAS_LEAD != 0 {
            let (len, _) = read_lead_head(&mut part(input, at, LEAD_SECTION_BYTES)?)?;
            at += LEAD_SECTION_BYTES as u64 + u64::from(len);
        }
        Ok(ShortStart {
            block: at,
            block_bound: 1 << (flags & LOG2_MASK),
        })
    }
}

/// The `bytes` bytes at `offset`.
fn part<R: Read + Seek>(input: &mut R, offset: u64, bytes: usize) -> Result<Source<Take<&mut R>>> {
    input.seek(SeekFrom::Start(offset))?;
    Ok(Source::new(input.take(bytes as u64), offset))
}

fn other_version(version: u8) -> Error {
    let why = match version.max(VERSION) {
        FIRST_DRAFT.. => " (versions from 128 on are drafts, which no other version reads)",
        _ => "",
    };
    Error::unsupported(format!(
        "the file has version {version} of the format, this program knows version {VERSION}{why}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::stopwatch::timed;
    use crate::error::ErrorKind;
    use std::hint::black_box;

    /// The header in `bytes`, which it fills.
    fn read(bytes: &[u8]) -> Result<Header> {
        let header = Header::read(&mut Source::new(bytes, 0))?;
        assert_eq!(header.packed_bytes(), bytes.len() as u64);
        Ok(header)
    }

    /// Wherever the format shows a header, it is one of this version.
    #[test]
    fn the_headers_that_the_format_shows_are_sound() {
        let magic = "8f 50 47 5a ";
        let format = include_str!("FORMAT.md");
        let mut shown = 0;
        for (at, _) in format.match_indices(magic) {
            let bytes: Vec<u8> = format[at..][..8 * 3 - 1]
                .split(' ')
                .map(|byte| u8::from_str_radix(byte, 16).unwrap())
                .collect();
            read(&bytes).unwrap();
            shown += 1;
        }
        assert_eq!(shown, 3);
    }

    #[test]
    fn a_header_is_eight_bytes() {
        let bytes = Header::new(4 << 20).to_bytes();
        assert_eq!(
            bytes,
            [
                0x8f, // no ASCII
                b'P', b'G', b'Z', // the name
                0xab, // version 171
                0x16, // no model, blocks of at most 2^22 bytes of text
                0x0c, 0x6b, // the two halves of CRC-32, exclusive-or, little end first
            ]
        );
        assert_eq!(read(&bytes).unwrap(), Header::new(4 << 20));
        let short = Header::new(4 << 20).short();
        assert_eq!(short.to_bytes()[5], 0x96, "one block alone");
        assert_eq!(read(&short.to_bytes()).unwrap(), short);
    }

    #[test]
    fn headers_that_share_a_lead_are_compared_without_a_look_at_it() {
        let lead = vec![7; LEAD_BYTES_MAX];
        let header = Header::new(1 << 20).with_lead(lead.clone());
        let (same, equal) = (header.clone(), Header::new(1 << 20).with_lead(lead));
        let (is_equal, once) = timed(|| header == equal);
        let (are_same, often) = timed(|| (0..1_000).all(|_| black_box(&header) == &same));
        assert!(is_equal && are_same);
        assert!(often <= 10.0 * once, "{often} {once}");
    }

    #[test]
    fn a_model_follows_the_header() {
        let header = Header::new(1 << 20).with_model(ModelSection::Embedded(b"M".to_vec()));
        let bytes = header.to_bytes();
        assert_eq!(bytes[..5], Header::new(1 << 20).to_bytes()[..5]);
        assert_eq!(
            bytes[5], 0x34,
            "a model section, blocks of at most 2^20 bytes"
        );
        assert_eq!(
            bytes[HEADER_BYTES..HEADER_BYTES + 8],
            names::of_model(b"M").to_le_bytes(),
        );
        assert_eq!(bytes[HEADER_BYTES + 8..HEADER_BYTES + 12], [1, 0, 0, 0]);
        assert_eq!(bytes.len(), HEADER_BYTES + MODEL_SECTION_BYTES + 1);
        assert_eq!(read(&bytes).unwrap(), header);

        let named = Header::new(1 << 20).with_model(ModelSection::Named(7));
        assert_eq!(read(&named.to_bytes()).unwrap(), named);
    }

    #[test]
    fn a_lead_follows_the_model() {
        let header = Header::new(1 << 20).with_lead(b"L".to_vec());
        let bytes = header.to_bytes();
        assert_eq!(bytes[5], 0x54, "a lead, blocks of at most 2^20 bytes");
        #[rustfmt::skip]
        assert_eq!(
            bytes[HEADER_BYTES..],
            [
                1, 0, 0, 0, // one byte,
                0x36, 0xe2, 0x68, 0xad, // its CRC-32,
                0xbe, 0x42, 0xed, 0xd3, // that of the eight bytes before,
                b'L', // and the lead
            ]
        );
        assert_eq!(read(&bytes).unwrap(), header);
        let both = header.with_model(ModelSection::Embedded(b"M".to_vec()));
        assert_eq!(read(&both.to_bytes()).unwrap(), both);
    }

    #[test]
    fn a_bound_is_the_next_power_of_two() {
        assert_eq!(Header::new(1).block_bound(), 1 << 10);
        assert_eq!(Header::new(1 << 12).block_bound(), 1 << 12);
        assert_eq!(Header::new((1 << 12) + 1).block_bound(), 1 << 13);
    }

    #[test]
    fn a_changed_byte_is_damage_and_no_newer_version() {
        for header in [
            Header::new(1 << 20),
            Header::new(1 << 20).with_model(ModelSection::Embedded(b"weights".to_vec())),
            Header::new(1 << 20).with_lead(b"tags".to_vec()),
        ] {
            let bytes = header.to_bytes();
            for at in 0..bytes.len() {
                for change in 1..=255 {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= change;
                    let error = read(&damaged).unwrap_err();
                    let due = match at < MAGIC.len() {
                        true => ErrorKind::NotPacked,
                        false => ErrorKind::Corrupt,
                    };
                    assert_eq!(error.kind(), due, "byte {at}: {error}");
                }
            }
        }
    }

    #[test]
    fn a_header_cut_short_is_truncated() {
        let header = Header::new(1 << 20)
            .with_model(ModelSection::Embedded(b"weights".to_vec()))
            .with_lead(b"tags".to_vec());
        let bytes = header.to_bytes();
        for len in 0..bytes.len() {
            let error = read(&bytes[..len]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} bytes: {error}");
        }
    }

    #[test]
    fn sections_are_read_up_to_the_lengths_that_the_format_allows() {
        let model = Header::new(1 << 20).with_model(ModelSection::Named(7));
        let lead = Header::new(1 << 20).with_lead(b"L".to_vec());
        for (header, len_at, most) in [
            (model, 8, MODEL_BYTES_MAX as u32),
            (lead, 0, LEAD_BYTES_MAX as u32),
        ] {
            // Of a section of that length, its head alone.
            let kind = |len: u32| {
                let mut bytes = header.to_bytes();
                bytes.truncate(HEADER_BYTES + len_at + 4 + if len_at == 0 { 8 } else { 4 });
                let (section, end) = (HEADER_BYTES, bytes.len() - 4);
                bytes[section + len_at..][..4].copy_from_slice(&len.to_le_bytes());
                let crc = checksum::crc32(&bytes[section..end]);
                bytes[end..].copy_from_slice(&crc.to_le_bytes());
                read(&bytes).unwrap_err().kind()
            };
            assert_eq!(most, 16 << 20);
            assert_eq!(kind(most), ErrorKind::Truncated);
            assert_eq!(kind(most + 1), ErrorKind::Unsupported);
        }
    }

    #[test]
    fn a_sound_header_of_tomorrow_is_unsupported() {
        let reseal = |at: usize, byte: u8| {
            let mut bytes = Header::new(1 << 20).to_bytes();
            bytes[at] = byte;
            let check = checksum::check16(&bytes[..6]);
            bytes[6..].copy_from_slice(&check.to_le_bytes());
            read(&bytes).unwrap_err().kind()
        };
        for version in (0..=255).filter(|&version| version != VERSION) {
            assert_eq!(reseal(4, version), ErrorKind::Unsupported, "{version}");
        }
        assert_eq!(reseal(5, 9), ErrorKind::Unsupported, "blocks of 512 bytes");
        assert_eq!(reseal(5, 31), ErrorKind::Unsupported, "blocks of 2 GiB");
    }
}

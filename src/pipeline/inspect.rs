//! Finds out what a `.pgz` file holds, without decoding its games.

use super::{
    KeptAsText, MOST_BLOCK_SIZE, models,
    ordered::guarded,
    unpack::{of_payload, unknown_codec},
};
use crate::{
    codec::{
        self, CodecId, Level, Outline,
        streams::{self, Lengths, Stream},
    },
    container::{
        block::{BlockHeader, Method},
        catalog::{Catalog, Located},
        header::ModelSection,
    },
    error::{ErrorKind, Result},
    limits::Budget,
    pgn::layout::Reason,
};
use std::io::{Read, Seek};

/// What is in a `.pgz` file, or in several one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The files, in order; one, unless files were concatenated.
    pub files: Vec<FileContents>,
}

/// What is in one `.pgz` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileContents {
    /// Its length in bytes.
    pub packed_bytes: u64,
    /// The model that it needs, if that is not the built-in one.
    pub model: Option<ModelContents>,
    /// Length in bytes of its lead, the tags that stand before the blocks; 0 if there is none.
    pub lead_bytes: u64,
    /// Its blocks, in order.
    pub blocks: Vec<BlockContents>,
}

/// The model of moves that a file needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelContents {
    /// Its checksum.
    pub checksum: u64,
    /// Its length in bytes, if it is embedded in the file.
    pub embedded_bytes: Option<u64>,
}

/// What is in one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockContents {
    /// Where its header begins, in bytes from the beginning of the input.
    pub offset: u64,
    /// Its length with its header, in bytes.
    pub packed_bytes: u64,
    /// The length of its text in bytes.
    pub text_bytes: u64,
    /// Number of its games.
    pub games: u64,
    /// Its codec; `None` if the payload is the text itself.
    pub codec: Option<CodecId>,
    /// The level that it was packed at, if the payload says.
    pub level: Option<Level>,
    /// The sizes of its streams in bytes, in the order of [`Stream::ALL`].
    pub streams: Lengths,
    /// Numbers of its games, and of pieces that are no game, that are kept as text.
    pub kept_as_text: KeptAsText,
}

impl Contents {
    /// All blocks of all files.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockContents> {
        self.files.iter().flat_map(|file| &file.blocks)
    }

    /// Total number of games.
    pub fn games(&self) -> u64 {
        self.blocks().map(|block| block.games).sum()
    }

    /// Total length of the texts in bytes.
    pub fn text_bytes(&self) -> u64 {
        self.blocks().map(|block| block.text_bytes).sum()
    }

    /// Total length of the files in bytes.
    pub fn packed_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.packed_bytes).sum()
    }

    /// Total numbers of games, and of pieces that are no game, kept as text.
    pub fn kept_as_text(&self) -> KeptAsText {
        let mut kept = KeptAsText::default();
        self.blocks().for_each(|block| kept += block.kept_as_text);
        kept
    }

    /// Total length of a stream in all blocks, in bytes; that of the tags includes the leads.
    pub fn stream_bytes(&self, stream: Stream) -> u64 {
        let lead = match stream {
            Stream::Tags => self.lead_bytes(),
            _ => 0,
        };
        let blocks = self.blocks().map(|block| block.streams[stream as usize]);
        lead + blocks.sum::<u64>()
    }

    /// Total length of the leads of all files, in bytes.
    pub fn lead_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.lead_bytes).sum()
    }

    /// The models that the files need, but for the built-in one.
    pub fn models(&self) -> impl Iterator<Item = ModelContents> {
        self.files.iter().filter_map(|file| file.model)
    }

    /// Total length of headers, checksums and the index, in bytes: of everything that is neither a
    /// stream, a lead nor a model.
    pub fn frame_bytes(&self) -> u64 {
        let streams = Stream::ALL.map(|stream| self.stream_bytes(stream));
        let models = self.models().filter_map(|model| model.embedded_bytes);
        let told = streams.into_iter().chain(models).sum::<u64>();
        self.packed_bytes().saturating_sub(told)
    }
}

/// Reads the index, the headers of the blocks, their tables of streams and their layout streams.
///
/// # Errors
/// Errors of reading, and for any input that is not a whole `.pgz` file of a known version;
/// [`ErrorKind::Limit`] where a block claims more than [`MOST_BLOCK_SIZE`] bytes of text. Most
/// damage inside payloads is not noticed.
pub fn inspect<R: Read + Seek>(input: &mut R) -> Result<Contents> {
    inspect_up_to(input, MOST_BLOCK_SIZE)
}

/// The same with another limit on the text of a block, in bytes.
///
/// # Errors
/// As [`inspect`].
pub fn inspect_up_to<R: Read + Seek>(input: &mut R, block_limit: u64) -> Result<Contents> {
    let catalog = Catalog::read(input)?;
    let mut contents = Contents::default();
    let mut blocks = catalog.blocks();
    for file in &catalog.files {
        let of_file = blocks.by_ref().take(file.blocks.len());
        let blocks = of_file.map(|block| inspect_block(&block, input, block_limit));
        contents.files.push(FileContents {
            packed_bytes: file.packed_bytes,
            model: models::needed(&file.header).map(model_contents),
            lead_bytes: file.header.lead().map_or(0, |lead| lead.len() as u64),
            blocks: blocks.collect::<Result<_>>()?,
        });
    }
    Ok(contents)
}

fn model_contents(section: &ModelSection) -> ModelContents {
    ModelContents {
        checksum: section.checksum(),
        embedded_bytes: match section {
            ModelSection::Named(_) => None,
            ModelSection::Embedded(file) => Some(file.len() as u64),
        },
    }
}

fn inspect_block<R: Read + Seek>(
    block: &Located,
    input: &mut R,
    limit: u64,
) -> Result<BlockContents> {
    let (header, start) = block.read_header(input, streams::TABLE_BYTES_MAX as u64)?;
    let place = block.spot.place();
    // The text that a block claims decides how much memory its layout may take.
    header.check_limit(limit).map_err(|error| error.at(place))?;
    let mut found = BlockContents {
        offset: block.spot.offset,
        packed_bytes: block.spot.entry.packed_bytes,
        text_bytes: header.text_bytes,
        games: header.games,
        codec: None,
        level: None,
        streams: [0; Stream::ALL.len()],
        kept_as_text: KeptAsText::default(),
    };
    match header.method {
        Method::Stored => {
            found.streams[Stream::Text as usize] = header.payload_bytes;
            found.kept_as_text = kept_as_a_whole(header.games);
        }
        Method::Codec(number) => {
            let codec =
                CodecId::from_number(number).ok_or_else(|| unknown_codec(number).at(place))?;
            found.codec = Some(codec);
            found.streams = streams::lengths(&start, header.payload_bytes)
                .map_err(|error| of_payload(error).at(place))?;
            let outline = outline(block, &header, codec, &found.streams, input)
                .map_err(|error| error.at(place))?;
            found.level = outline.level;
            found.kept_as_text = match outline.kept_as_text.of(Reason::WholeBlock) {
                0 => outline.kept_as_text,
                _ => kept_as_a_whole(header.games),
            };
        }
    }
    Ok(found)
}

/// Whether something in a block may be text that is no game, as far as that can be told without
/// decoding the block. Where that is too damaged to tell, games next to it are whole without it.
///
/// # Errors
/// Errors of reading.
pub(super) fn may_hold_text<R: Read + Seek>(
    block: &Located,
    input: &mut R,
    limit: u64,
) -> Result<bool> {
    match inspect_block(block, input, limit) {
        Ok(BlockContents { kept_as_text, .. }) => Ok([Reason::NoGame, Reason::WholeBlock]
            .iter()
            .any(|&reason| kept_as_text.of(reason) > 0)),
        Err(error) if error.kind() == ErrorKind::Io => Err(error),
        // What else is wrong with it, decoding says.
        Err(error) => Ok(!error.is_damage()),
    }
}

/// What a block of so many `games` keeps as text that is written as one piece of text.
fn kept_as_a_whole(games: u64) -> KeptAsText {
    let mut kept = KeptAsText::default();
    // A text without games counts as one piece.
    kept.count(Reason::of_whole_block(games), games.max(1));
    kept
}

/// Reads and decodes the stream of a block's payload that holds the layout.
fn outline<R: Read + Seek>(
    block: &Located,
    header: &BlockHeader,
    codec: CodecId,
    lengths: &Lengths,
    input: &mut R,
) -> Result<Outline> {
    let codec = codec::by_id(codec);
    let layout = streams::range_of(codec.layout_stream(lengths), lengths, header.payload_bytes);
    let layout = block.read_payload(input, header, layout)?;
    let outline = guarded(|| codec.outline(&layout, &Budget::of_block(header.text_bytes)));
    outline.map_err(of_payload)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::streams::{StreamsIn, StreamsOut},
        container::{block::BlockHeader, header::Header, writer::Writer},
        pgn::{
            self,
            layout::{Document, Piece},
        },
    };
    use std::io::Cursor;

    /// Where a block has a joint stream, its other streams are ignored (FORMAT.md 7.8), wherever
    /// they are.
    #[test]
    fn the_outline_of_a_joint_block_is_found_behind_other_streams() {
        let text = b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
        let codec = codec::by_id(CodecId::Model);
        let payload = codec.encode(&pgn::read(text), Level::DEFAULT).unwrap();
        let joint = StreamsIn::new(&payload).unwrap().get(Stream::Joint);
        let mut streams = StreamsOut::new();
        streams.put(Stream::Tags, vec![0; 7]);
        streams.put(Stream::Joint, joint.to_vec());
        let payload = streams.into_payload();
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, Header::new(1 << 20));
        let header = BlockHeader::of(Method::Codec(CodecId::Model as u8), text, &payload, 1);
        writer.block(&header, &payload).unwrap();
        writer.finish().unwrap();
        let contents = inspect(&mut Cursor::new(file)).unwrap();
        assert_eq!(
            contents.blocks().next().unwrap().level,
            Some(Level::DEFAULT)
        );
    }

    /// Whether a text is stored, or is one piece of the codec `text`, its games are kept as text.
    #[test]
    fn the_games_of_a_block_kept_as_a_whole_are_counted() {
        let text = b"1. e4 *\n\n1. d4 *\n\n";
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, Header::new(1 << 20));
        for (games, reason) in [(2, Reason::WholeBlock), (0, Reason::NoGame)] {
            let stored = BlockHeader::of(Method::Stored, text, text, games);
            writer.block(&stored, text).unwrap();
            let document = Document::new(Vec::new(), vec![Piece::Text(text.to_vec(), reason)]);
            let codec = codec::by_id(CodecId::Text);
            let payload = codec.encode(&document, Level::DEFAULT).unwrap();
            let method = Method::Codec(CodecId::Text as u8);
            let as_text = BlockHeader::of(method, text, &payload, games);
            writer.block(&as_text, &payload).unwrap();
        }
        writer.finish().unwrap();
        let contents = inspect(&mut Cursor::new(file)).unwrap();
        let kept = contents.blocks().map(|block| {
            let of = |reason| block.kept_as_text.of(reason);
            (of(Reason::WholeBlock), of(Reason::NoGame))
        });
        assert_eq!(kept.collect::<Vec<_>>(), [(2, 0), (2, 0), (0, 1), (0, 1)]);
    }

    #[test]
    fn a_block_that_claims_more_text_than_is_read_is_refused() {
        let inspected = |text_bytes| {
            let mut file = Vec::new();
            let mut writer = Writer::new(&mut file, Header::new(1 << 30));
            let payload = StreamsOut::new().into_payload();
            let header = BlockHeader {
                text_bytes,
                ..BlockHeader::of(Method::Codec(CodecId::Text as u8), b"", &payload, 0)
            };
            writer.block(&header, &payload).unwrap();
            writer.finish().unwrap();
            inspect(&mut Cursor::new(file)).map_err(|error| error.kind())
        };
        assert_ne!(inspected(MOST_BLOCK_SIZE), Err(ErrorKind::Limit));
        assert_eq!(inspected(MOST_BLOCK_SIZE + 1), Err(ErrorKind::Limit));
    }
}

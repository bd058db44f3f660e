//! The text of one block → its payload. The text is parsed and encoded, and the payload verified.
//! What the chosen codec fails to pack, or to make smaller, goes to the text codec, and else is
//! stored; so does what the codec `model` has understood little of, where the text codec makes less
//! of it. On noise no codec is tried.

use super::{CompressReport, ordered::guarded, unpack::decode};
use crate::{
    codec::{
        Codec, CodecId, Level, MovesApart,
        noise::is_noise,
        streams::{self, Stream},
    },
    container::block::{BlockHeader, Method},
    error::{Error, ErrorKind, Result},
    limits::{Budget, FOLD_PLACE, SPELT},
    pgn::{
        self,
        game::{Item, steps},
        layout::{Document, Edit, Edits, Piece, Reason},
    },
};
use std::cell::{LazyCell, OnceCell};

/// Where more than 1 / this of what the codec `model` makes is layout, it has understood little,
/// and the text codec is tried, too. (Of games as programs write them it is less than 1 / 40. Games
/// with `<br>` at the ends of lines, or with pieces called by another language's letters that mean
/// something in English: 40 % and more, and the text codec takes a quarter less.) A block of a few
/// games, which has all in one stream, is not asked.
const TOO_MUCH_LAYOUT: u64 = 4;

/// Packs blocks one at a time.
#[derive(Clone, Copy)]
pub(super) struct Packer<'a> {
    /// The chosen codec.
    pub(super) codec: &'a dyn Codec,
    /// The chosen codec as a reader of the file has it, for verification.
    pub(super) reader: &'a dyn Codec,
    /// The text codec, which takes anything.
    pub(super) text: &'a dyn Codec,
    /// How hard to try.
    pub(super) level: Level,
    /// Whether to decode every payload and compare. Blocks that are [dense](is_dense) are verified
    /// anyway.
    pub(super) verify: bool,
}

/// One block, ready to be written.
pub(super) struct Packed {
    pub(super) header: BlockHeader,
    pub(super) payload: Vec<u8>,
    pub(super) report: CompressReport,
}

/// A block's text, and how many games are in it: counting them takes a parse, so that is done at
/// most once.
struct CountedText<'t> {
    text: &'t [u8],
    games: OnceCell<u64>,
}

impl<'t> CountedText<'t> {
    fn new(text: &'t [u8]) -> CountedText<'t> {
        CountedText {
            text,
            games: OnceCell::new(),
        }
    }

    /// Parses the text for `codec`, as [`understand`] does, and counts what it holds.
    fn understood(&self, codec: &dyn Codec) -> Result<(Document, Tally)> {
        let document = understand(codec, self.text)?;
        let tally = Tally::of(&document, codec.id().moves_apart());
        self.games.get_or_init(|| tally.games);
        Ok((document, tally))
    }

    /// The number of games; 0 where a bug keeps the text from being parsed.
    fn games(&self) -> u64 {
        let count = || guarded(|| Ok(pgn::read_once(self.text).count_games())).unwrap_or(0);
        *self.games.get_or_init(count)
    }
}

/// Counts of what a document holds.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// Which moves a codec writes into a stream of their own.
    moves_apart: MovesApart,
    games: u64,
    games_as_text: u64,
    plies: u64,
    /// The moves in that stream: those of a game that comes again are in it once.
    plies_apart: u64,
}

impl Packer<'_> {
    /// Packs `text`, which is not empty. No codec is asked to pack noise. A bug in this program or
    /// in a codec costs bytes but no data: the block then goes to the text codec, or is stored.
    pub(super) fn pack(&self, text: &[u8]) -> Packed {
        let source = &CountedText::new(text);
        if is_noise(text) {
            return self.stored(source);
        }
        let chosen = match self.codec.id() {
            CodecId::Text => None,
            _ => Some(guarded(|| self.through_codec(source))),
        };
        let mut fault = None;
        let mut use_of = |tried: Result<Packed>| match tried {
            Ok(packed) => Some(packed).filter(|packed| packed.payload.len() < text.len()),
            Err(error) => {
                if error.kind() != ErrorKind::Limit {
                    fault.get_or_insert(error);
                }
                None
            }
        };
        let chosen = chosen.and_then(&mut use_of);
        let as_text = match &chosen {
            Some(packed) if !self.is_mostly_layout(packed) => None,
            _ => use_of(guarded(|| self.through_text(source))),
        };
        let both = [chosen, as_text].into_iter().flatten();
        let smaller = both.min_by_key(|packed| packed.payload.len());
        let mut packed = smaller.unwrap_or_else(|| self.stored(source));
        packed.report.failed_blocks = u64::from(fault.is_some());
        packed.report.fault = fault;
        packed
    }

    /// Whether the codec `model` has understood little of what it has packed.
    fn is_mostly_layout(&self, packed: &Packed) -> bool {
        if self.codec.id() != CodecId::Model {
            return false;
        }
        let bytes = packed.payload.len() as u64;
        let lengths = streams::lengths(&packed.payload, bytes);
        let layout = |lengths: streams::Lengths| {
            [Stream::Layout, Stream::Edits].map(|stream| lengths[stream as usize])
        };
        lengths.is_ok_and(|lengths| layout(lengths).iter().sum::<u64>() * TOO_MUCH_LAYOUT > bytes)
    }

    fn through_codec(&self, source: &CountedText) -> Result<Packed> {
        let (document, tally) = source.understood(self.codec)?;
        let report = CompressReport {
            games: tally.games,
            games_as_text: tally.games_as_text,
            plies: tally.plies,
            ..of_block(source.text)
        };
        let encoded = Encoded {
            verify: self.verify || is_dense(&document, source.text.len() as u64),
            payload: self.encoded(self.codec, document)?,
            report,
            plies_apart: tally.plies_apart,
            reader: self.reader,
        };
        encoded.finish(source.text)
    }

    /// The payload for a document, which is dropped: verification needs the room for another.
    fn encoded(&self, codec: &dyn Codec, document: Document) -> Result<Vec<u8>> {
        let payload = codec.encode(&document, self.level);
        // A codec can encode every game that it has no objection to. Even a limit that it meets
        // here is a bug.
        payload.map_err(|error| Error::corrupt(error.to_string()))
    }

    fn through_text(&self, source: &CountedText) -> Result<Packed> {
        let report = CompressReport {
            text_blocks: u64::from(self.codec.id() != CodecId::Text),
            ..self.kept_as_text(source)
        };
        let reason = Reason::of_whole_block(report.games);
        let text = Piece::Text(source.text.to_vec(), reason);
        let document = Document::new(Vec::new(), vec![text]);
        let encoded = Encoded {
            payload: self.encoded(self.text, document)?,
            report,
            plies_apart: 0,
            reader: self.text,
            verify: self.verify,
        };
        encoded.finish(source.text)
    }

    /// The report on a block whose text the chosen codec does not encode.
    fn kept_as_text(&self, source: &CountedText) -> CompressReport {
        let games = source.games();
        CompressReport {
            games,
            games_as_text: match self.codec.id() {
                CodecId::Text => 0,
                _ => games,
            },
            ..of_block(source.text)
        }
    }

    fn stored(&self, source: &CountedText) -> Packed {
        let text = source.text;
        let report = CompressReport {
            stored_blocks: 1,
            ..self.kept_as_text(source)
        };
        Packed {
            header: BlockHeader::of(Method::Stored, text, text, report.games),
            payload: text.to_vec(),
            report,
        }
    }
}

/// The report on a block of `text` of which nothing else is known.
fn of_block(text: &[u8]) -> CompressReport {
    CompressReport {
        text_bytes: text.len() as u64,
        blocks: 1,
        ..CompressReport::default()
    }
}

/// A payload that is not verified yet.
struct Encoded<'a> {
    payload: Vec<u8>,
    /// What is known of it so far.
    report: CompressReport,
    /// The number of moves in its stream of moves, if it has one of its own.
    plies_apart: u64,
    /// The codec that decodes it.
    reader: &'a dyn Codec,
    /// Whether to decode it and compare.
    verify: bool,
}

impl Encoded<'_> {
    /// Verifies the payload where that is asked for, and completes the report.
    ///
    /// # Errors
    /// Where the payload does not decode to `text`.
    fn finish(self, text: &[u8]) -> Result<Packed> {
        let Encoded {
            payload,
            mut report,
            plies_apart,
            reader,
            verify,
        } = self;
        let header = BlockHeader::of(
            Method::Codec(reader.id() as u8),
            text,
            &payload,
            report.games,
        );
        if verify && decode(reader, &payload, &header)?.text != text {
            return Err(Error::corrupt("the codec gives back another text"));
        }
        if plies_apart > 0 {
            let lengths = streams::lengths(&payload, payload.len() as u64)?;
            report.moves_bytes = lengths[Stream::Moves as usize];
        }
        if report.moves_bytes > 0 {
            report.moves_plies = plies_apart;
        }
        Ok(Packed {
            header,
            payload,
            report,
        })
    }
}

/// Parses `text` into the document that `codec` encodes. Games that come again are parsed once;
/// those that the codec cannot express become pieces of text.
///
/// # Errors
/// None that a text can cause.
pub fn understand(codec: &dyn Codec, text: &[u8]) -> Result<Document> {
    let mut document = pgn::read_once(text);
    keep_unsayable_as_text(codec, &mut document)?;
    Ok(document)
}

/// Turns games that `codec` cannot express into pieces of text.
fn keep_unsayable_as_text(codec: &dyn Codec, document: &mut Document) -> Result<()> {
    for index in 0..document.pieces.len() {
        let Piece::Game(game, _) = &document.pieces[index] else {
            continue;
        };
        let Some(reason) = codec.objection(game) else {
            continue;
        };
        let emptied = Piece::Text(Vec::new(), reason);
        let game = std::mem::replace(&mut document.pieces[index], emptied);
        // The styles are moved there and back, so that they are not copied for each game.
        let alone = Document::new(std::mem::take(&mut document.styles), vec![game]);
        document.pieces[index] = Piece::Text(pgn::write(&alone)?, reason);
        document.styles = alone.styles;
    }
    Ok(())
}

/// Whether a decoder might refuse this document of `text_bytes` bytes of text for the memory that
/// it takes, as it would a list of a million games of one move each. Every weight, in bytes, is more
/// than any decoder takes for such a thing; strings weigh more than they count for if all of them
/// are spelt. By these weights, real files of more than a megabyte come to 37 % to 53 % of the
/// budget.
fn is_dense(document: &Document, text_bytes: u64) -> bool {
    const PIECE: u64 = 2_048;
    const STYLE: u64 = 512;
    const REPEAT: u64 = 128;
    const TAG: u64 = 256;
    const ITEM: u64 = 160;
    const FAULT: u64 = 256;
    const COMMENT: u64 = 256;
    const EDIT: u64 = 128;
    const PUT_IN: u64 = 2 * FOLD_PLACE as u64;
    let spelt = |bytes: usize| (3 * SPELT / 2 * bytes) as u64; // and kept in some places
    let edit = |edit: &Edit| EDIT + PUT_IN * edit.insert.len() as u64;
    let item = |item: &Item| match item {
        Item::Comment(text) => COMMENT + spelt(text.len()),
        Item::Fault(fault) => FAULT + spelt(fault.text.len()),
        _ => ITEM,
    };
    let piece = |piece: &Piece| match piece {
        Piece::Text(text, _) => PIECE + spelt(text.len()),
        Piece::Game(game, layout) => {
            let items: u64 = game.items.iter().map(item).sum();
            let Edits { loose, folded } = &layout.edits;
            let edits: u64 = loose.iter().chain(folded).map(edit).sum();
            let tags = game.tags.iter();
            let tags = tags.map(|tag| TAG + spelt(tag.name.len() + tag.value.len()));
            PIECE + tags.sum::<u64>() + edits + items
        }
    };
    let pieces: u64 = document.pieces.iter().map(piece).sum();
    let (styles, repeats) = (document.styles.len() as u64, document.repeats.len() as u64);
    let taken = pieces + STYLE * styles + REPEAT * repeats;
    taken > Budget::of_block(text_bytes).left()
}

impl Tally {
    fn of(document: &Document, moves_apart: MovesApart) -> Tally {
        let mut tally = Tally {
            moves_apart,
            games: 0,
            games_as_text: 0,
            plies: 0,
            plies_apart: 0,
        };
        for (piece, times) in document.pieces.iter().zip(document.times()) {
            tally.count(piece, times);
        }
        tally
    }

    /// Counts a piece that is coded once and stands in the text so many `times`.
    fn count(&mut self, piece: &Piece, times: u64) {
        let games = if piece.is_game() { times } else { 0 };
        self.games += games;
        match piece {
            Piece::Text(..) => self.games_as_text += games,
            Piece::Game(game, _) => {
                // Lazy: hardly ever needed.
                let is_variant = LazyCell::new(|| game.start().is_none());
                let moves = |item: &&Item| match item {
                    Item::Move(_) => true,
                    item => item.is_move() && *is_variant,
                };
                let plies = game.items.iter().filter(moves).count() as u64;
                self.plies += times * plies;
                self.plies_apart += match self.moves_apart {
                    MovesApart::None => 0,
                    MovesApart::MainLines => steps(&game.items).filter(moves).count() as u64,
                    MovesApart::All => plies,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::{
            self, Outline,
            streams::{Stream, StreamsIn, StreamsOut},
        },
        pgn::game::Game,
    };

    /// A codec under the name of another that does something wrong.
    struct Faulty(CodecId, Wrong);

    /// What a codec may do wrong.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Wrong {
        Refuses,
        Panics,
        LosesAGame,
        Collides,
        Swells,
        Departs,
        TakesTooMuch,
    }

    impl Codec for Faulty {
        fn id(&self) -> CodecId {
            self.0
        }

        fn objection(&self, _: &Game) -> Option<Reason> {
            None
        }

        fn encode(&self, document: &Document, level: Level) -> Result<Vec<u8>> {
            let mut payload = codec::by_id(CodecId::Index).encode(document, level)?;
            match self.1 {
                Wrong::Refuses => return Err(Error::corrupt("no")),
                Wrong::Panics => panic!("no"),
                Wrong::Swells => payload = longer(&payload, Stream::Clocks, 1 << 12)?,
                Wrong::Departs => payload = longer(&payload, Stream::Layout, 1 << 8)?,
                Wrong::LosesAGame | Wrong::Collides | Wrong::TakesTooMuch => {}
            }
            Ok(payload)
        }

        fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
            if self.1 == Wrong::TakesTooMuch {
                budget.take(usize::MAX)?;
            }
            let mut document = codec::by_id(CodecId::Index).decode(payload, budget)?;
            match self.1 {
                Wrong::LosesAGame => _ = document.pieces.pop(),
                Wrong::Collides => {
                    let text = same_checksum(pgn::write(&document)?);
                    document = Document::new(Vec::new(), vec![Piece::Text(text, Reason::NoGame)]);
                }
                _ => {}
            }
            Ok(document)
        }

        fn outline(&self, _: &[u8], _: &Budget) -> Result<Outline> {
            Ok(Outline::default())
        }
    }

    /// Another text of the same length and checksum: it differs by the polynomial of the checksum.
    fn same_checksum(mut text: Vec<u8>) -> Vec<u8> {
        for (byte, change) in text.iter_mut().zip([0x41, 0x06, 0x71, 0xdb, 0x01]) {
            *byte ^= change;
        }
        text
    }

    /// The payload with so many bytes more in one of its streams.
    fn longer(payload: &[u8], which: Stream, bytes: usize) -> Result<Vec<u8>> {
        let (streams, mut out) = (StreamsIn::new(payload)?, StreamsOut::new());
        for stream in Stream::ALL {
            let mut held = streams.get(stream).to_vec();
            held.resize(held.len() + if stream == which { bytes } else { 0 }, 7);
            out.put(stream, held);
        }
        Ok(out.into_payload())
    }

    /// Packs with `codec`, or else with the text codec.
    fn packer(codec: &dyn Codec, verify: bool) -> Packer<'_> {
        Packer {
            codec,
            reader: codec,
            text: codec::by_id(CodecId::Text),
            level: Level::DEFAULT,
            verify,
        }
    }

    /// What any reader makes of a block.
    fn read(packed: &Packed) -> Vec<u8> {
        match packed.header.method {
            Method::Stored => packed.payload.clone(),
            Method::Codec(number) => {
                let codec = codec::by_id(CodecId::from_number(number).unwrap());
                let contents = decode(codec, &packed.payload, &packed.header);
                contents.unwrap().text
            }
        }
    }

    #[test]
    fn what_the_model_does_not_understand_takes_no_more_than_text() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(30);
        // Who chooses one of the other codecs gets it.
        for (chosen, written) in [
            (CodecId::Model, CodecId::Text),
            (CodecId::Index, CodecId::Index),
        ] {
            let codec = Faulty(chosen, Wrong::Departs);
            let packed = packer(&codec, false).pack(text.as_bytes());
            assert_eq!(packed.header.method, Method::Codec(written as u8));
        }
    }

    #[test]
    fn what_a_codec_does_wrong_costs_bytes_and_is_told() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(9);
        for (wrong, failed) in [
            (Wrong::Refuses, true),
            (Wrong::Panics, true),
            (Wrong::LosesAGame, true),
            (Wrong::Collides, true),
            (Wrong::Swells, false),
            (Wrong::TakesTooMuch, false),
        ] {
            let [chosen, plain] = [CodecId::Index, CodecId::Text].map(|id| Faulty(id, wrong));
            for (codec, text_codec, falls_back) in [
                (&chosen, codec::by_id(CodecId::Text), true),
                (&plain, &plain as &dyn Codec, false),
            ] {
                let packer = Packer {
                    text: text_codec,
                    ..packer(codec, true)
                };
                let packed = packer.pack(text.as_bytes());
                assert_eq!(read(&packed), text.as_bytes());
                let CompressReport {
                    games,
                    text_blocks,
                    failed_blocks,
                    ..
                } = packed.report;
                let [fell_back, told] = [text_blocks, failed_blocks].map(|blocks| blocks == 1);
                assert_eq!((fell_back, told, games), (falls_back, failed, 9));
                assert_eq!(packed.report.fault.is_some(), failed);
            }
        }
    }

    #[test]
    fn what_is_not_verified_is_written_as_it_is() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(9);
        let codec = Faulty(CodecId::Index, Wrong::Collides);
        let verified = packer(&codec, true).pack(text.as_bytes());
        assert_eq!(verified.report.text_blocks, 1);
        let packed = packer(&codec, false).pack(text.as_bytes());
        assert_eq!(packed.report.text_blocks, 0);
        // The checksum alone does not tell.
        let back = decode(&codec, &packed.payload, &packed.header).unwrap();
        assert_ne!(back.text, text.as_bytes());
    }
}

//! Damaged files: damage is found and named, and never leads to a panic, a hang or a wrong text.

mod joined;

use crate::{
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{
        self, CodecId, Level,
        streams::{Stream, StreamsIn, StreamsOut},
    },
    container::{
        block::{BlockHeader, Method},
        checksum,
        header::{HEADER_BYTES, Header, MAGIC, ModelSection},
        writer::Writer,
    },
    error::{Error, ErrorKind},
    pipeline::{
        CompressOptions, DecompressOptions, DecompressReport, Nobody, Reached, decompress, extract,
        inspect, salvage, salvage_front, salvage_games, understand,
    },
};
use proptest::prelude::*;
use std::io::Cursor;

/// A small file of `blocks` blocks with one game each, and its text.
fn small(codec: CodecId, blocks: usize) -> (Vec<u8>, Vec<u8>) {
    let text = (0..blocks)
        .map(texts::numbered)
        .collect::<String>()
        .into_bytes();
    let options = CompressOptions {
        codec,
        block_size: Some(texts::GAME.len() + 20),
        ..CompressOptions::default()
    };
    let (packed, report) = pack(&text, &options);
    assert_eq!(report.blocks, blocks as u64);
    (packed, text)
}

/// The text of a small file with one game a block, without the game `left_out`.
fn all_but(left_out: usize, text: &[u8]) -> Vec<u8> {
    let games = text.chunks(texts::numbered(0).len()).enumerate();
    let others = games.filter(|&(number, _)| number != left_out);
    others.flat_map(|(_, game)| game).copied().collect()
}

/// Asserts that an error blames the file, not this program or the system.
pub(crate) fn assert_blames_the_file(error: &Error) {
    use ErrorKind::{Corrupt, Limit, NotPacked, Truncated, Unsupported};
    let kinds = [Corrupt, Truncated, Limit, NotPacked, Unsupported];
    assert!(kinds.contains(&error.kind()), "{error}");
}

/// Unpacks what may be damaged; asserts that an error blames the file.
pub(crate) fn unpack_damaged(packed: &[u8]) -> Option<Vec<u8>> {
    unpack(packed, 1).inspect_err(assert_blames_the_file).ok()
}

#[test]
fn every_prefix_is_cut_short() {
    for codec in codec::registered() {
        let (packed, _) = small(codec.id(), 1);
        for len in 0..packed.len() {
            let error = unpack(&packed[..len], 1).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} bytes: {error}");
            assert!(inspect(&mut Cursor::new(&packed[..len])).is_err());
        }
    }
}

#[test]
fn every_changed_byte_is_an_error_or_makes_no_difference() {
    for codec in codec::registered() {
        for blocks in [1, 3] {
            let (packed, text) = small(codec.id(), blocks);
            for at in 0..packed.len() {
                for change in [1 << (at % 8), 0xff] {
                    let mut damaged = packed.clone();
                    damaged[at] ^= change;
                    if let Some(same) = unpack_damaged(&damaged) {
                        assert_eq!(same, text, "byte {at} ^ {change:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_neighbours_of_a_damaged_block_are_salvaged() {
    for codec in codec::registered() {
        let (mut packed, text) = small(codec.id(), 3);
        let contents = inspect(&mut Cursor::new(&packed)).unwrap();
        let second = contents.blocks().nth(1).unwrap();
        let last = (second.offset + second.packed_bytes) as usize - 1;
        packed[last - 3..=last].fill(0x55);
        assert_eq!(unpack(&packed, 1).unwrap_err().kind(), ErrorKind::Corrupt);

        let options = DecompressOptions::default();
        let mut salvaged = Vec::new();
        let report =
            salvage_front(&mut packed.as_slice(), &mut salvaged, &options, &Nobody).unwrap();
        assert_eq!(salvaged, all_but(1, &text));
        let [damage] = report.damaged.as_slice() else {
            panic!("{:?}", report.damaged)
        };
        assert_eq!(
            (damage.block, damage.offset, damage.games),
            (1, second.offset, 1)
        );

        let mut third = Vec::new();
        let options = DecompressOptions::default();
        extract(
            &mut Cursor::new(&packed),
            &(2..3).into(),
            &mut third,
            &options,
            &Nobody,
        )
        .unwrap();
        assert_eq!(third, texts::numbered(2).as_bytes());
    }
}

fn salvaged(packed: &[u8]) -> (Vec<u8>, DecompressReport) {
    let mut text = Vec::new();
    let options = DecompressOptions::default();
    let report = salvage(&mut Cursor::new(packed), &mut text, &options, &Nobody).unwrap();
    (text, report)
}

#[test]
fn a_packed_file_with_a_damaged_first_byte_is_not_passed_on_as_text() {
    let (mut packed, _) = small(CodecId::Model, 2);
    packed[0] ^= 1;
    let options = DecompressOptions::default();
    let mut text = Vec::new();
    let report = salvage(&mut Cursor::new(&packed), &mut text, &options, &Nobody).unwrap();
    assert!(!report.is_whole() && text.is_empty());
    // The same from a pipe.
    let report = salvage_front(&mut packed.as_slice(), &mut text, &options, &Nobody).unwrap();
    assert!(!report.is_whole() && text.is_empty());
}

#[test]
fn a_damaged_block_header_hides_no_block_behind_it() {
    for codec in codec::registered() {
        let (mut packed, text) = small(codec.id(), 3);
        let contents = inspect(&mut Cursor::new(&packed)).unwrap();
        let second = contents.blocks().nth(1).unwrap();
        packed[second.offset as usize + 1] ^= 0x41;
        let (back, report) = salvaged(&packed);
        assert_eq!(back, all_but(1, &text));
        assert!(report.lost.is_none());
        let [damage] = report.damaged.as_slice() else {
            panic!("{:?}", report.damaged)
        };
        assert_eq!((damage.block, damage.first_game, damage.games), (1, 1, 1));
        assert_eq!(damage.text_bytes, text.len() as u64 / 3);
        // The same when a range of games is extracted.
        let (mut input, mut back) = (Cursor::new(packed), Vec::new());
        let options = DecompressOptions::default();
        let report =
            salvage_games(&mut input, &(0..3).into(), &mut back, &options, &Nobody).unwrap();
        assert_eq!(back, all_but(1, &text));
        assert_eq!(report.damaged.len(), 1);
        let report = salvage_games(
            &mut input,
            &(1..3).into(),
            &mut Vec::new(),
            &options,
            &Nobody,
        )
        .unwrap();
        assert_eq!(report.damaged[0].first_game, 1);
        assert!(extract(&mut input, &(0..3).into(), &mut back, &options, &Nobody).is_err());
    }
}

#[test]
fn bytes_that_are_missing_or_too_many_hide_no_block_behind_them() {
    for codec in codec::registered() {
        let (packed, text) = small(codec.id(), 4);
        let contents = inspect(&mut Cursor::new(&packed)).unwrap();
        let second = contents.blocks().nth(1).unwrap();
        let (from, to) = (
            second.offset as usize,
            (second.offset + second.packed_bytes) as usize,
        );
        for at in (from..to).step_by(5) {
            let without = [&packed[..at], &packed[at + 1..]].concat();
            let with = [&packed[..at], b"some more", &packed[at..]].concat();
            for damaged in [without, with] {
                let (back, report) = salvaged(&damaged);
                // Bytes put in before a block leave the block whole, and its last byte may not
                // matter.
                assert!(!report.is_whole());
                if back == text {
                    assert!(
                        at == from || at + 1 == to,
                        "{} {from} {at} {to}",
                        codec.id().name()
                    );
                    continue;
                }
                assert_eq!(back, all_but(1, &text), "byte {at}");
                let [damage] = report.damaged.as_slice() else {
                    panic!("{:?}", report.damaged)
                };
                assert_blames_the_file(&damage.error);
                assert!(report.lost.is_none());
            }
        }
    }
}

/// The file with another version in its header, which is sound.
pub(crate) fn of_version(version: u8, packed: &[u8]) -> Vec<u8> {
    const CHECKED: usize = HEADER_BYTES - 2;
    let mut other = packed.to_vec();
    other[MAGIC.len()] = version;
    let check = checksum::check16(&other[..CHECKED]);
    other[CHECKED..HEADER_BYTES].copy_from_slice(&check.to_le_bytes());
    other
}

#[test]
fn blocks_of_equal_sizes_are_not_mistaken_for_one_another() {
    let text = texts::noise(4 << 12);
    let options = CompressOptions {
        codec: CodecId::Bitpack,
        block_size: Some(1 << 12),
        ..CompressOptions::default()
    };
    let (packed, _) = pack(&text, &options);
    let contents = inspect(&mut Cursor::new(&packed)).unwrap();
    let places: Vec<_> = contents
        .blocks()
        .map(|block| block.offset as usize..(block.offset + block.packed_bytes) as usize)
        .collect();
    let swapped = [
        &packed[..places[1].start],
        &packed[places[2].clone()],
        &packed[places[1].clone()],
        &packed[places[2].end..],
    ]
    .concat();
    assert_eq!(swapped.len(), packed.len());
    assert!(unpack(&swapped, 1).is_err());
    let without = [&packed[..places[1].start], &packed[places[1].end..]].concat();
    let (back, report) = salvaged(&without);
    assert_eq!(back, [&text[..1 << 12], &text[2 << 12..]].concat());
    assert_eq!(report.displaced, -(places[1].len() as i64));
}

#[test]
fn all_blocks_before_the_end_of_what_is_there_are_salvaged() {
    for codec in codec::registered() {
        let (packed, text) = small(codec.id(), 3);
        let contents = inspect(&mut Cursor::new(&packed)).unwrap();
        let ends = contents
            .blocks()
            .map(|block| (block.offset + block.packed_bytes) as usize);
        let ends: Vec<usize> = ends.collect();
        for end in (ends[0]..packed.len()).step_by(7) {
            let whole = ends.iter().filter(|&&block| block <= end).count();
            let (back, report) = salvaged(&packed[..end]);
            assert_eq!(back, text[..text.len() / 3 * whole], "{end} bytes");
            let lost = report.lost.expect("the file is cut short");
            let (reached, lost) = (lost.reached, lost.error);
            assert_eq!(lost.kind(), ErrorKind::Truncated, "{lost}");
            // Of the end mark and what follows it.
            let end_mark = *ends.last().unwrap();
            let expected = match end > end_mark {
                true => Reached::End,
                false => Reached::Blocks,
            };
            assert_eq!(reached, expected, "{end} bytes");
        }
        let mut damaged = packed.clone();
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        let (back, report) = salvaged(&damaged);
        assert_eq!(back, text);
        let lost = report.lost.unwrap();
        assert_eq!(lost.error.kind(), ErrorKind::Corrupt);
        assert_eq!(lost.reached, Reached::Blocks);
        // Another file follows: it is found, and nobody says that all was.
        let (back, report) = salvaged(&[&damaged[..], &packed].concat());
        assert_eq!(back, text.repeat(2));
        let end = (damaged.len() - ends.last().unwrap()) as u64;
        assert_eq!(report.lost.unwrap().reached, Reached::Around(end));
    }
    let nothing = salvaged(b"1. e4 *\n").1.lost.unwrap();
    assert_eq!(nothing.reached, Reached::Nothing);
}

#[test]
fn nothing_is_left_out_of_a_sound_file() {
    for codec in codec::registered() {
        let (packed, text) = small(codec.id(), 3);
        let twice = packed.repeat(2);
        let (back, report) = salvaged(&twice);
        assert_eq!(back, text.repeat(2));
        assert!(report.damaged.is_empty() && report.lost.is_none());
        assert_eq!(report.packed_bytes, Some(twice.len() as u64));
    }
}

/// A file of one block with any header.
fn file(header: &Header, block: &BlockHeader, payload: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, header.clone());
    writer.block(block, payload).unwrap();
    writer.finish().unwrap();
    file
}

#[test]
fn what_is_newer_is_not_called_damaged() {
    let header = Header::new(1 << 20);
    let unknown = BlockHeader::of(Method::Codec(29), b"1. e4", b"", 1);
    assert_eq!(
        unpack(&file(&header, &unknown, b""), 1).unwrap_err().kind(),
        ErrorKind::Unsupported
    );
    let foreign = header.with_model(ModelSection::Named(1));
    let model = BlockHeader::of(Method::Codec(CodecId::Model as u8), b"1. e4", b"", 1);
    assert_eq!(
        unpack(&file(&foreign, &model, b""), 1).unwrap_err().kind(),
        ErrorKind::Unsupported
    );
}

#[test]
fn a_block_larger_than_allowed_is_refused() {
    let (packed, _) = small(CodecId::Text, 1);
    let options = DecompressOptions {
        block_limit: 10,
        ..DecompressOptions::default()
    };
    let error = decompress(&mut packed.as_slice(), &mut Vec::new(), &options, &Nobody).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn a_block_whose_document_is_far_larger_than_its_text_is_refused() {
    // Other codecs write names as they are: their payloads would be longer than the text.
    let codec = codec::by_id(CodecId::Model);
    let name = "x".repeat(900);
    let game = |number| format!("[Event \"{name}\"]\n[Round \"{number}\"]\n\n1. e4 *\n\n");
    let text: String = (0..3000).map(game).collect();
    let document = understand(codec, text.as_bytes()).unwrap();
    let payload = codec.encode(&document, Level::DEFAULT).unwrap();
    let block = BlockHeader {
        text_bytes: 10_000,
        ..BlockHeader::of(
            Method::Codec(codec.id() as u8),
            text.as_bytes(),
            &payload,
            1,
        )
    };
    let packed = file(&Header::new(1 << 20), &block, &payload);
    let error = unpack(&packed, 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    // It may be damaged, so its games are named.
    let (back, report) = salvaged(&packed);
    let [damage] = report.damaged.as_slice() else {
        panic!("{:?}", report.damaged)
    };
    assert_eq!((back.len(), damage.games), (0, 1));
}

/// A payload of these streams.
fn payload(streams: impl IntoIterator<Item = (Stream, Vec<u8>)>) -> Vec<u8> {
    let mut out = StreamsOut::new();
    for (stream, bytes) in streams {
        out.put(stream, bytes);
    }
    out.into_payload()
}

/// A file of one block: `games` times the game of all tests, if its `payload` is right.
fn of_payload(codec: CodecId, payload: &[u8], games: usize) -> Vec<u8> {
    let text = texts::GAME.repeat(games);
    let method = Method::Codec(codec as u8);
    let block = BlockHeader::of(method, text.as_bytes(), payload, games as u64);
    file(&Header::new(1 << 20), &block, payload)
}

#[test]
fn payloads_and_streams_of_zeros_and_of_ones_are_errors() {
    for codec in codec::registered() {
        for byte in [0, 0xff] {
            let bytes = vec![byte; 40];
            let all = payload(Stream::ALL.map(|stream| (stream, bytes.clone())));
            for payload in [bytes, all] {
                assert!(unpack_damaged(&of_payload(codec.id(), &payload, 1)).is_none());
            }
        }
    }
}

/// What stands in a stream: nothing, zeros, ones, or anything.
fn any_stream() -> impl Strategy<Value = Vec<u8>> {
    let repeated = |byte| prop::collection::vec(Just(byte), 1..40);
    prop_oneof![
        Just(Vec::new()),
        repeated(0u8),
        repeated(0xffu8),
        prop::collection::vec(any::<u8>(), 1..100),
    ]
}

/// The same for each stream.
fn any_streams() -> impl Strategy<Value = Vec<(Stream, Vec<u8>)>> {
    let streams = Stream::ALL.to_vec();
    prop::collection::vec(any_stream(), streams.len())
        .prop_map(move |all| streams.iter().copied().zip(all).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_bytes_are_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let header = Header::new(1 << 20).to_bytes();
        let block = BlockHeader::of(Method::Codec(CodecId::Model as u8), b"1. e4", &bytes, 1).to_bytes();
        let behind_a_header = [&header[..], &bytes].concat();
        let behind_a_block = [&header[..], &block, &bytes, &bytes].concat();
        for bytes in [bytes, behind_a_header, behind_a_block] {
            prop_assert!(unpack_damaged(&bytes).is_none());
            prop_assert!(inspect(&mut Cursor::new(&bytes)).is_err());
        }
    }

    #[test]
    fn random_payloads_are_an_error(payload in prop::collection::vec(any::<u8>(), 0..150)) {
        for codec in codec::registered() {
            prop_assert!(unpack_damaged(&of_payload(codec.id(), &payload, 3)).is_none());
        }
    }

    #[test]
    fn random_streams_are_an_error(streams in any_streams(), is_laid_out: bool, games in 1usize..12) {
        let text: String = (0..games).map(texts::numbered).collect();
        for codec in codec::registered() {
            let mut streams = streams.clone();
            if is_laid_out {
                let document = understand(codec, text.as_bytes()).unwrap();
                let sound = codec.encode(&document, Level::DEFAULT).unwrap();
                let layout = StreamsIn::new(&sound).unwrap().get(Stream::Layout).to_vec();
                streams[Stream::Layout as usize].1 = layout;
            }
            let packed = of_payload(codec.id(), &payload(streams), games);
            prop_assert!(unpack_damaged(&packed).is_none());
        }
    }

    #[test]
    fn changes_anywhere_are_an_error_or_make_no_difference(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        for codec in codec::registered() {
            let (mut packed, text) = small(codec.id(), 1);
            for (at, byte) in &changes {
                let at = at.index(packed.len());
                packed[at] = *byte;
            }
            if let Some(same) = unpack_damaged(&packed) {
                prop_assert_eq!(same, text);
            }
        }
    }
}

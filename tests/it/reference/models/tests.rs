//! What the program packs with codec `text`, the second decoder reads.

use super::{
    coder::RangeDecoder,
    payload::{self, Piece},
};
use crate::{reference::container, round_trip::pack, texts};
use pgnpack::{
    codec::{self, Codec, CodecId, Level},
    limits::Budget,
    pgn::layout::{self, Document, Reason},
    pipeline::CompressOptions,
};
use proptest::{collection::vec, prelude::*, sample::Index};
use std::{fs, path::PathBuf};

/// Levels of all strengths.
const LEVELS: [u8; 4] = [1, 3, 6, 9];

/// What the second decoder makes of a file, all of whose blocks must be of codec `text` or stored.
fn read(file: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for block in container::blocks(file).unwrap() {
        let decoded = match block.method {
            1 => block.payload,
            2 => joined(&payload::decode(&block.payload, block.text_bytes).unwrap()),
            method => panic!("method {method}"),
        };
        assert_eq!(decoded.len() as u64, block.text_bytes);
        text.extend(decoded);
    }
    text
}

fn joined(pieces: &[Piece]) -> Vec<u8> {
    pieces.iter().flat_map(|(_, piece)| piece.clone()).collect()
}

fn packed(text: &[u8], level: u8) -> Vec<u8> {
    let options = CompressOptions {
        codec: CodecId::Text,
        level: Level::new(level).unwrap(),
        ..CompressOptions::default()
    };
    pack(text, &options).0
}

fn program() -> &'static dyn Codec {
    codec::by_id(CodecId::Text)
}

/// The payload that the program writes for pieces.
fn payload_of(pieces: &[Piece], level: u8) -> Vec<u8> {
    let pieces = pieces
        .iter()
        .map(|(reason, text)| layout::Piece::Text(text.clone(), Reason::ALL[*reason as usize]));
    let document = Document::new(Vec::new(), pieces.collect());
    let level = Level::new(level).unwrap();
    program().encode(&document, level).unwrap()
}

/// What the program makes of a payload, and whether it accepts it.
fn by_program(payload: &[u8], text_bytes: u64) -> Option<Vec<Piece>> {
    let decoded = program().decode(payload, &Budget::of_block(text_bytes));
    let pieces = decoded.ok()?.pieces.into_iter();
    Some(pieces.map(numbered).collect())
}

fn numbered(piece: layout::Piece) -> Piece {
    let layout::Piece::Text(text, reason) = piece else {
        panic!("a game in codec text");
    };
    let number = Reason::ALL.into_iter().position(|known| known == reason);
    (number.unwrap() as u64, text)
}

/// A length of text that the pieces fit in.
const ROOM: u64 = 5_000;

fn agree(payload: &[u8], text_bytes: u64) -> Result<(), TestCaseError> {
    let (second, first) = (
        payload::decode(payload, text_bytes),
        by_program(payload, text_bytes),
    );
    prop_assert_eq!(second.ok(), first);
    Ok(())
}

#[test]
fn texts_are_read_from_their_document() {
    let prose = fs::read("README.md").unwrap();
    let mut texts = texts::all();
    texts.push(("prose", prose));
    for (name, mut text) in texts {
        // The second decoder is slow.
        let levels = if text.len() < 25_000 {
            &LEVELS[..]
        } else {
            &LEVELS[1..2]
        };
        text.truncate(30_000);
        for &level in levels {
            assert!(
                read(&packed(&text, level)) == text,
                "{name} at level {level}"
            );
        }
    }
}

#[test]
fn golden_files_are_read_from_their_document() {
    let folder = PathBuf::from("fixtures/golden/v1");
    for (file, text) in [("text.pgz", "sample.pgn"), ("text-short.pgz", "game.pgn")] {
        let file = fs::read(folder.join(file)).unwrap();
        assert!(read(&file) == fs::read(folder.join(text)).unwrap());
    }
}

#[test]
fn pieces_inside_codec_model_are_read() {
    let among = [
        "Annotated by hand.\n\n",
        "Zwischen den Partien\0\n\n",
        "\u{fffd}\u{fffd}\n\n",
    ];
    let text: String = among.map(|text| format!("{text}{}", texts::GAME)).concat();
    for level in 1..10 {
        let options = CompressOptions {
            codec: CodecId::Model,
            level: Level::new(level).unwrap(),
            ..CompressOptions::default()
        };
        let file = pack(text.as_bytes(), &options).0;
        let block = container::blocks(&file).unwrap().remove(0);
        let streams = [container::LAYOUT, container::TEXT];
        let [layout, text] = streams.map(|number| container::stream(&block.payload, number));
        let mut source = RangeDecoder::new(text);
        let pieces = payload::decode_inside(&mut source, u64::from(layout[0] % 16), 3).unwrap();
        assert_eq!(
            pieces,
            among.map(|text| text.as_bytes().to_vec()),
            "level {level}"
        );
    }
}

#[test]
fn the_example_of_the_document_is_read() {
    let example = b"\x00\x03\x13\x00\x00\x02\xff\xfe";
    let pieces = vec![(0, b"\xff\xfe".to_vec())];
    assert_eq!(payload::decode(example, 2), Ok(pieces.clone()));
    assert_eq!(payload_of(&pieces, 3), example);
}

#[test]
fn what_stands_behind_the_text_makes_no_difference() {
    let pieces = vec![(5, b"1. e4 e5 *\n".to_vec())];
    // The four bytes behind an encoder's last one stand for zeros.
    let payload = [payload_of(&pieces, 5), vec![0; 4], vec![0x5a; 9]].concat();
    assert_eq!(payload::decode(&payload, ROOM), Ok(pieces.clone()));
    assert_eq!(by_program(&payload, ROOM), Some(pieces));
}

#[test]
fn what_must_be_refused_is_refused() {
    let refused: [&[u8]; 8] = [
        b"\x00\x03\x13\x0a\x00\x02\xff\xfe", // another method
        b"\x00\x03\x13\x00\x06\x02\xff\xfe", // another reason
        b"\x00\x03\x13\x00\x00\x03\xff\xfe", // more than the stream
        b"\x00\x03\x13\x00\x00\x01\xff\xfe", // less than the stream
        b"\x00\x03\x13\x01\x00\x06\xff\xfe", // more than the block's text
        b"\x00\x02\x13\x00\x00\xff\xfe",     // no length
        b"\x13\xff\xfe",                     // no layout
        b"",
    ];
    for payload in refused {
        assert!(payload::decode(payload, 5).is_err(), "{payload:x?}");
        assert_eq!(by_program(payload, 5), None, "{payload:x?}");
    }
}

/// Texts, of which some repeat each other.
fn some_text() -> impl Strategy<Value = Vec<u8>> {
    let words = "(Kasparov, |the |\n|[A-Z]?[a-z]{0,9} |[0-9]{1,4}|\\[%clk 0:0[0-9]:[0-5][0-9]\\]|\\[Event \"|\\.|1-0|é|\0|#|\\+| = ){0,60}";
    prop_oneof![
        vec(any::<u8>(), 0..40),
        words.prop_map(String::into_bytes),
        (words, 1..8_usize).prop_map(|(text, times)| text.repeat(times).into_bytes()),
    ]
}

fn some_pieces() -> impl Strategy<Value = Vec<Piece>> {
    vec((0..6_u64, some_text()), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_pieces_are_read(pieces in some_pieces(), level in 1..10_u8) {
        let payload = payload_of(&pieces, level);
        let text_bytes = joined(&pieces).len() as u64;
        prop_assert_eq!(payload::decode(&payload, text_bytes), Ok(pieces));
    }

    #[test]
    fn changed_payloads_are_read_alike(pieces in some_pieces(), changes in vec((any::<Index>(), any::<u8>()), 1..4), cut in any::<Index>(), level in 1..10_u8) {
        let mut payload = payload_of(&pieces, level);
        for (place, byte) in changes {
            let place = place.index(payload.len());
            payload[place] = byte;
        }
        agree(&payload, ROOM)?;
        payload.truncate(cut.index(payload.len() + 1));
        agree(&payload, ROOM)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn changed_texts_are_read(changes in vec((any::<Index>(), any::<u8>()), 1..9), level in 1..10_u8) {
        let mut text = texts::sample();
        for (place, byte) in changes {
            let place = place.index(text.len());
            text[place] = byte;
        }
        prop_assert!(read(&packed(&text, level)) == text);
    }
}

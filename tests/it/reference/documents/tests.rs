//! Texts that are packed by the program and read by the second decoder, and examples of FORMAT.md.

use super::{
    MOST_TEXT, decode,
    layout::{self, Piece},
    payloads::{payload_of, squeezed},
    style,
};
use crate::{
    historic::codecs,
    reference::{container, models::coder::RangeDecoder},
    round_trip::pack,
    texts,
};
use pgnpack::{
    codec::{self, CodecId},
    limits::Budget,
    pgn::{style::writers::writers, write_at_most},
    pipeline::CompressOptions,
};
use std::{fs, path::Path};

/// Packs a text with a codec, and reads the blocks that the codec wrote: others are stored, or
/// those of codec 0. Says how many it wrote.
fn blocks_read(codec: CodecId, text: &[u8], place: &str) -> usize {
    let options = CompressOptions {
        codec,
        verify: false,
        ..CompressOptions::default()
    };
    are_read(&pack(text, &options).0, text, place)
}

fn are_read(packed: &[u8], text: &[u8], place: &str) -> usize {
    let mut read = 0;
    for (block, text) in container::blocks_of(packed, text) {
        if block.method > 2 {
            let back = decode(block.method - 2, &block.payload);
            let back = back.unwrap_or_else(|error| panic!("{place}: {error}"));
            is_same(&back, text, place);
            read += 1;
        }
    }
    read
}

/// Fails where the two differ, and shows where.
pub(super) fn is_same(back: &[u8], text: &[u8], place: &str) {
    if back != text {
        let both = back.iter().zip(text);
        let at = both.take_while(|(one, other)| one == other).count();
        let [back, text] = [back, text].map(|text| {
            let part = &text[at.saturating_sub(60)..text.len().min(at + 60)];
            String::from_utf8_lossy(part).into_owned()
        });
        panic!("{place}, byte {at}:\n{back:?}\n{text:?}");
    }
}

fn with_all_codecs(text: &[u8], place: &str) -> usize {
    codecs()
        .map(|(id, _)| blocks_read(id, text, &format!("{place}, {}", id.name())))
        .sum()
}

#[test]
fn fixtures_are_read_from_the_document() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pgn");
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        read += with_all_codecs(&fs::read(&path).unwrap(), &path.display().to_string());
    }
    assert!(read > 180, "only {read} blocks were of the codecs");
}

#[test]
fn small_texts_are_read_from_the_document() {
    let all = texts::all().into_iter();
    let read = all.map(|(name, text)| with_all_codecs(&text, name));
    assert!(read.sum::<usize>() > 90);
}

#[test]
fn golden_files_are_read_from_the_document() {
    let folder = Path::new("fixtures/golden/v1");
    for (id, _) in codecs() {
        for (ending, text) in [("", "sample.pgn"), ("-short", "game.pgn")] {
            let name = format!("{}{ending}.pgz", id.name());
            let packed = fs::read(folder.join(&name)).unwrap();
            let text = fs::read(folder.join(text)).unwrap();
            assert!(are_read(&packed, &text, &name) > 0);
        }
    }
}

/// 9.4 and 9.4.1
#[test]
fn the_styles_known_are_those_of_the_document() {
    let known = style::known();
    assert_eq!(writers().len(), known.len());
    for (number, (writer, known)) in writers().iter().zip(known).enumerate() {
        assert_eq!(writer.choices(), known.0, "style {number}");
        let mut place = 0;
        writer.clone().pass(|value, count| {
            place += 1;
            assert_eq!(count, style::values(place), "number {place}");
            value
        });
    }
}

/// 9.5, *example*
#[test]
fn the_example_of_a_layout_is_twelve_games() {
    let layout = layout::read(&mut RangeDecoder::new(&[0xe4, 0x4c])).unwrap();
    assert_eq!(layout.styles, [style::default()]);
    assert_eq!(layout.pieces.len(), 12);
    for piece in layout.pieces {
        let Piece::Game(form) = piece else {
            panic!("a piece of text");
        };
        assert_eq!((form.end, form.first_number), (0, None));
    }
}

/// Twelve games of the same moves and notes, and one more stream.
fn twelve_games(moves: &[u8], notes: &[u8], more: (u64, Vec<u8>)) -> Vec<u8> {
    let moves = [&[moves.len() as u8][..], moves].concat();
    payload_of(&[
        (0, vec![0xe4, 0x4c]),
        (2, moves.repeat(12)),
        (3, squeezed(&notes.repeat(12))),
        more,
    ])
}

/// Whether both decoders read a payload, and read the same.
fn is_sound(codec: CodecId, payload: &[u8]) -> bool {
    let document = codec::by_id(codec).decode(payload, &Budget::new(1 << 26));
    let text = document.and_then(|document| write_at_most(&document, MOST_TEXT as u64));
    let back = decode(codec as u8, payload);
    assert_eq!(text.is_ok(), back.is_ok(), "{text:?}, {back:?}");
    assert_eq!(text.ok(), back.clone().ok());
    back.is_ok()
}

/// 7.S, 7.G
#[test]
fn streams_that_are_not_used_are_passed_over_and_others_must_end() {
    let games = |more| twelve_games(b"", &[0, 0, 0], more);
    let twice = [squeezed(b"\x01a"), squeezed(b"\x01b")[1..].to_vec()].concat();
    for (more, sound) in [
        ((9, vec![]), true),
        ((9, squeezed(b"")), true),
        ((9, squeezed(b"\x01a")), false),
        ((9, [&[0][..], &squeezed(b"\x01a")[1..]].concat()), false),
        ((9, twice), false),
        ((10, vec![3]), true),
        ((11, vec![0xff, 7]), true),
        ((11, vec![7]), true),
        ((12, vec![7]), true),
        ((13, vec![7]), false),
    ] {
        let payload = games(more.clone());
        assert_eq!(is_sound(CodecId::Squares, &payload), sound, "{more:?}");
    }
    assert!(!is_sound(CodecId::Squares, b""));
}

/// 9.2, *a null move*: 1. e4 e5 2. Qh5 Nc6 3. Qxf7+, and then Kxf7 or a null move.
#[test]
fn a_null_move_is_none_in_check() {
    for (last, sound) in [(0x93, true), (0x9a, false)] {
        let moves = [0x13, 0x13, 0x70, 0x25, 0x7e, last, 0xff];
        let payload = twelve_games(&moves, &[0, 6, 0], (10, vec![]));
        assert_eq!(is_sound(CodecId::Jose, &payload), sound);
    }
}

/// `brenner`: 1. e4 e5 and what may stand beside them, in the bytes and in the notes.
#[test]
fn headers_glyphs_comments_and_results_have_their_places() {
    for (bytes, notes, sound) in [
        // A glyph directly behind a move, of one byte or two.
        (&[0x2c, 0x2c, 7][..], &[0, 3, 0][..], true),
        (&[0x2c, 0x2c, 7, 7], &[0, 3, 0], true),
        (&[0x2c, 0x2c, 7, 7], &[0, 4, 0], false),
        (&[0x2c, 0x2c, 7, 7, 7], &[0, 4, 0], false),
        (&[7, 0x2c, 0x2c], &[0, 3, 0], false),
        (&[0x2c, 0x2c, 7, 0, b'a', 0, 7], &[0, 5, 0], false),
        // Notes stand between, or behind.
        (&[0x2c, 0x2c, 7], &[0, 2, 2, b'a', 0, 1, 0], false),
        (&[0x2c, 0x2c, 7], &[0, 2, 3, 1, 4, 0, 0], false),
        (&[0x2c, 0x2c, 7], &[0, 2, 1, 3, 1, 0], false),
        (&[0x2c, 0x2c, 7], &[0, 3, 1, 3, 0, 0], true),
        // Comments.
        (&[0x2c, 0x2c, 0, b'a', 0], &[0, 3, 0], true),
        (&[0, b'W', b'a', 0, 0x2c, 0x2c], &[0, 3, 0], false),
        (&[0x2c, 0, b'a', 0, 0x2c], &[0, 1, 3, 1, 4, 1, 0], true),
        // Headers.
        (&[0, b'W', b'a', 0, 0x2c, 0x2c], &[2, 0, 2, 0], true),
        (&[0, b'B', b'a', 0, 0x2c, 0x2c], &[2, 0, 2, 0], false),
        (&[0, b'W', b'a', 0, 0x2c, 0x2c], &[0, 2, 0], false),
        // Results.
        (&[0x2c, 0x2c, 2], &[8, 0, 2, 0], true),
        (&[0x2c, 0x2c, 2], &[0, 2, 0], false),
        (&[0x2c, 0x2c, 2], &[0, 3, 0], false),
        (&[0x2c, 0x2c, 2, 2], &[8, 8, 0, 2, 0], false),
        (&[0x2c, 2, 0x2c], &[8, 0, 2, 0], false),
    ] {
        let payload = twelve_games(bytes, notes, (10, vec![]));
        let found = is_sound(CodecId::Brenner, &payload);
        assert_eq!(found, sound, "{bytes:x?} {notes:x?}");
    }
}

/// `jose`: 1. e4 e5 and its result.
#[test]
fn results_stand_before_the_end_where_the_notes_say_so() {
    for (bytes, notes, sound) in [
        (&[0x13, 0x13, 0xd2, 0xff][..], &[2, 0, 2, 0][..], true),
        (&[0x13, 0x13, 0xff], &[2, 0, 2, 0], false),
        (&[0x13, 0x13, 0xd2, 0xff], &[0, 2, 0], false),
        (&[0x13, 0x13, 0xd2, 0xff], &[0, 3, 0], false),
        (&[0x13, 0x13, 0xd2, 0xd2, 0xff], &[2, 2, 0, 2, 0], false),
        (&[0x13, 0xd2, 0x13, 0xff], &[2, 0, 2, 0], false),
        (&[0x13, 0x13, 0xff, 0xff], &[0, 2, 0], false),
        (&[0x13, 0x13], &[0, 2, 0], false),
    ] {
        let payload = twelve_games(bytes, notes, (10, vec![]));
        let found = is_sound(CodecId::Jose, &payload);
        assert_eq!(found, sound, "{bytes:x?} {notes:x?}");
    }
}

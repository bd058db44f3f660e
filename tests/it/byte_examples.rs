//! The Scholar's Mate in the encodings of one byte a half-move, bit by bit.

use crate::games;
use pgnpack::{
    codec::{CodecId, game_codec, tape::Tape},
    pgn::game::{Fault, FaultKind, Game, Item},
};

const MATE: &str = "e4 e5 Qh5 Nc6 Bc4 Nf6 $4 Qxf7#";

fn bits(id: CodecId, game: &Game) -> String {
    let codec = game_codec(id).unwrap();
    assert_eq!(codec.objection(game), None);
    let mut tape = Tape::new();
    codec.encode(game, &mut tape, &mut Vec::new());
    let bytes = tape.into_bytes();
    bytes.iter().map(|byte| format!("{byte:08b}")).collect()
}

fn hex(game: &Game) -> String {
    let bits = bits(CodecId::Jose, game);
    let bytes = bits.as_bytes().chunks(8).map(|byte| {
        let value = byte.iter().fold(0, |value, bit| value * 2 + (bit - b'0'));
        format!("{value:02x}")
    });
    bytes.collect::<Vec<_>>().join(" ")
}

fn joined(bits: &str) -> String {
    bits.split_whitespace().collect()
}

/// The codes in the example at the end of a codec's document, each followed by what it says.
fn example(document: &'static str) -> String {
    let (_, example) = document.split_once("\n# Example\n").unwrap();
    let (_, table) = example.split_once("```text\n").unwrap();
    let (table, _) = table.split_once("```").unwrap();
    let cells = |line: &'static str| {
        line.split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
    };
    let codes = table.lines().flat_map(|line| cells(line).step_by(2));
    codes.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_scholars_mate_is_ten_bytes_in_the_first_notation() {
    let game = games::game(&[("Result", "1-0")], MATE);
    let expected = example(include_str!("../../src/codec/brenner/FORMAT.md"));
    assert_eq!(bits(CodecId::Brenner, &game), joined(&expected));
    assert_eq!(joined(&expected).len(), 10 * 8);
    // "by dropping the bytes for "?" and "1-0", the encoding can be done with only 7 bytes"
    let bare = games::game(&[], &MATE.replace("$4", ""));
    assert_eq!(bits(CodecId::Brenner, &bare).len(), 7 * 8);
}

#[test]
fn the_scholars_mate_in_the_alternate_notation() {
    // Made from the alternate table: the document has no example.
    let game = games::game(&[("Result", "1-0")], MATE);
    let expected = "001 10 100   001 10 100
        11 001 100   0001 0 111
        01 01 1 011  0001 1 110
        00000 110    00000 110
        11 011 010   00000 010";
    assert_eq!(bits(CodecId::BrennerAlt, &game), joined(expected));
}

#[test]
fn the_scholars_mate_by_the_identity_of_the_pieces() {
    let game = games::game(&[("Result", "1-0")], MATE);
    let expected = example(include_str!("../../src/codec/jose/FORMAT.md"));
    assert_eq!(hex(&game), expected);
    assert_eq!(expected, "13 13 70 25 4f 2c b4 7e d2 ff");
}

#[test]
fn headers_and_comments_stand_between_zero_bytes() {
    let game = games::game(&[("White", "A"), ("Round", "1"), ("Site", "B")], "e4 {c}");
    let text = |text: &str| {
        text.bytes()
            .map(|byte| format!("{byte:08b}"))
            .collect::<String>()
    };
    let expected = [&text("\0WA\0\0LB\0"), "00101100", &text("\0c\0")].concat();
    assert_eq!(bits(CodecId::Brenner, &game), expected);
}

const QUEENS: &str = "7k/PP6/8/8/8/8/8/K2Q4 w - - 0 1";

#[test]
fn promotions_and_what_comes_of_them_have_two_bytes() {
    let game = games::game(&[("FEN", QUEENS)], "a8=Q+ Kg7 Qg8+ Kf6 b8=N Ke7 Nc6+");
    // The new queen is number 1, the new knight number 0: there was none.
    let expected = "01 000 01 0 001 00 000 00001 101
        01 000 01 0 01 110 000 00001 101
        01 000 00 1 001 00 001 00001 011
        0001 0 111";
    assert_eq!(bits(CodecId::Brenner, &game), joined(expected));
    let alternate = "11 01 0 000 001 01 000 00001 101
        11 01 0 000 11 000 110 00001 101
        11 00 1 000 001 01 001 00001 011
        0001 0 111";
    assert_eq!(bits(CodecId::BrennerAlt, &game), joined(alternate));
    // Pawn 0 becomes a queen (3), which goes six squares to the right: 0x18 + (6 + 4) mod 8 = 0x1a.
    assert_eq!(hex(&game), "a0 23 92 a8 3a 92 a1 20 91 a9 25 ff");
}

#[test]
fn a_black_pawns_right_is_towards_the_a_file() {
    let game = games::game(&[], "d4 e5 c4 exd4");
    assert!(bits(CodecId::Brenner, &game).ends_with(&joined("001 10 100")));
    assert!(hex(&game).ends_with("12 ff")); // in jose left is left as printed
}

#[test]
fn a_third_promoted_knight_has_no_words_in_brenner() {
    let fen = "7k/PPP5/8/8/8/8/8/KN4N1 w - - 0 1";
    let two = games::game(&[("FEN", fen)], "a8=N Kg7 b8=N");
    let three = games::game(&[("FEN", fen)], "a8=N Kg7 b8=N Kg8 c8=N");
    for id in [CodecId::Brenner, CodecId::BrennerAlt] {
        let codec = game_codec(id).unwrap();
        assert_eq!(codec.objection(&two), None);
        assert!(codec.objection(&three).is_some());
    }
    assert_eq!(game_codec(CodecId::Jose).unwrap().objection(&three), None);
}

#[test]
fn jose_keeps_moves_that_cannot_be_played_in_the_stream() {
    let mut game = games::game(&[], "e4 ( d4 -- )");
    let kinds = [
        FaultKind::Unreadable,
        FaultKind::Illegal,
        FaultKind::Ambiguous,
        FaultKind::Unrecognised,
    ];
    game.items.extend(kinds.map(|kind| {
        Item::Fault(Box::new(Fault {
            kind,
            text: b"Ke9".to_vec(),
        }))
    }));
    let text = "4b 65 39 00";
    let expected = format!("13 f0 0f 9a f1 e1 {text} e2 {text} e3 {text} e4 {text} ff");
    assert_eq!(hex(&game), expected);
}

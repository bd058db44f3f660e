//! The examples in the answer that `squares` and `index` come from, "encoding the history".

use crate::games;
use pgnpack::codec::{CodecId, game_codec, tape::Tape};

fn bits(id: CodecId, movetext: &str) -> String {
    let mut tape = Tape::new();
    let game = games::game(&[], movetext);
    game_codec(id)
        .unwrap()
        .encode(&game, &mut tape, &mut Vec::new());
    let len = tape.len();
    let bits: String = tape
        .into_bytes()
        .iter()
        .map(|byte| format!("{byte:08b}"))
        .collect();
    bits[..len].to_owned()
}

#[test]
fn six_half_moves_are_seventy_two_bits() {
    let expected = "100001 100011 \
        100110 100100 \
        110000 101010 \
        101110 101101 \
        101010 100100 \
        101101 100100"; // the answer has 100010 in the first line: e3
    assert_eq!(
        bits(CodecId::Squares, "e4 e5 Nf3 f6 Nxe5 fxe5"),
        expected.replace(' ', "")
    );
}

/// The number with these bits, lowest first.
fn number(bits: &str) -> u64 {
    bits.bytes()
        .rev()
        .fold(0, |number, bit| number * 2 + u64::from(bit - b'0'))
}

#[test]
fn four_half_moves_are_the_number_of_the_answer() {
    for (movetext, expected) in [
        ("e4", 13),
        ("e4 e5", 233),
        ("e4 e5 Nf3", 5433),
        ("e4 e5 Nf3 f6", 225_833),
    ] {
        assert_eq!(
            number(&bits(CodecId::Index, movetext)),
            expected,
            "{movetext}"
        );
    }
}

#[test]
fn the_documents_of_the_codecs_show_what_is_written() {
    /// What stands between grave accents in `document`, behind `before`.
    fn quoted<'a>(document: &'a str, before: &str) -> impl Iterator<Item = &'a str> {
        let (_, rest) = document.split_once(before).unwrap();
        rest.split('`').skip(1).step_by(2)
    }
    let index = include_str!("../../src/codec/index/FORMAT.md");
    let bytes = quoted(index, "and 225833 is ").next().unwrap();
    let shown: String = bytes
        .split(' ')
        .map(|byte| format!("{:08b}", u8::from_str_radix(byte, 16).unwrap()))
        .collect();
    let written = bits(CodecId::Index, "e4 e5 Nf3 f6");
    assert_eq!(shown, format!("{written:0<24}"));
    let squares = include_str!("../../src/codec/squares/FORMAT.md");
    let shown: Vec<&str> = quoted(squares, "Example: `1. e4 e5` is ").take(2).collect();
    let written = bits(CodecId::Squares, "e4 e5");
    assert_eq!(shown.concat().replace(' ', ""), written);
}

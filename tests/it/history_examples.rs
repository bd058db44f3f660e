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

//! The worked example of the document that `bitpack` comes from, bit by bit.
//!
//! Where the document's table contradicts its text, the text counts. Each line that differs has a
//! comment with what the table says.

use crate::games;
use pgnpack::{
    codec::{CodecId, bitpack, explain, game_codec, tape::Tape},
    limits::Budget,
    pgn::game::{Game, Item},
};

/// `e.p.` stands after `d5` in the document; it can only be meant for the capture that follows.
const MOVETEXT: &str = "e4 e6 e5 d5 ( d6 {Avoids en passant} ) exd6 Qxd6 Qf3 Be7 d3 Nf6 Bg5 {Blunder, Qe5+ wins the bishop.} O-O \
    Nc3 Nd5 Bxe7 Nxe7 O-O-O a5 a3 a4 b4 axb3 {En passant !!} Kd2 b2 Ra1 bxa1=Q $41 {Black has the attack} \
    a4 Qxc3+ Kxc3 Nd5+ Kc4 Qb4#";

/// Bits, and what they mean. Text in angle brackets stands for its bytes.
const TABLE: [(&str, &str); 43] = [
    ("0010 10", "en-passant captures of the main line"), // the table counts 5 bits
    (
        "<Date> 00000000 <Epoch: 01/01/1970> 00000000",
        "[Date \"Epoch: 01/01/1970\"]",
    ), // no 110 1 before it
    ("00000000", "end of tags"),                         // the table forgets it
    ("101 100 011", "e4"),
    ("101 100 101", "e6"),
    ("101 100 100", "e5"),
    ("101 011 100", "d5"),
    ("111 1 1 0000", "( and its en-passant captures"), // three zeros in the table
    ("101 011 101", "d6"),
    ("110 1 <Avoids en passant> 00000000", "{Avoids en passant}"),
    ("111 1 0", ")"),
    ("101 011 101", "exd6"),
    ("001 011 101", "Qxd6"),
    ("001 101 010", "Qf3"),
    ("010 100 110", "Be7"),
    ("101 011 010", "d3"),
    ("011 101 101", "Nf6"),
    ("010 110 100", "Bg5"),
    (
        "110 1 <Blunder, Qe5+ wins the bishop.> 00000000",
        "{Blunder, Qe5+ wins the bishop.}",
    ),
    ("110 0 0 0", "O-O"),
    ("011 010 010", "Nc3"),
    ("011 011 100", "Nd5"),
    ("010 100 110", "Bxe7"),
    ("011 100 110", "Nxe7"),
    ("110 0 0 1", "O-O-O"),
    ("101 000 100", "a5"),
    ("101 000 010", "a3"),
    ("101 000 011", "a4"),
    ("101 001 011", "b4"),
    ("101 001 010", "axb3"),
    ("110 1 <En passant !!> 00000000", "{En passant !!}"),
    ("000 011 001", "Kd2"),
    ("101 001 001", "b2"),
    ("100 000 000", "Ra1"),
    ("111 0 00 0", "bxa1=Q"),
    ("110 0 1 00101001", "$41"),
    (
        "110 1 <Black has the attack> 00000000",
        "{Black has the attack}",
    ),
    ("101 000 011", "a4"),
    ("001 010 010", "Qxc3+"),
    ("000 010 010", "Kxc3"),
    ("011 011 100", "Nd5+"),
    ("000 010 011", "Kc4"),
    ("001 001 011", "Qb4#"),
];

fn bits_of(row: &str) -> String {
    let mut bits = String::new();
    for (index, part) in row.split(['<', '>']).enumerate() {
        if index % 2 == 0 {
            bits.extend(part.chars().filter(|c| *c != ' '));
        } else {
            bits.extend(part.bytes().map(|byte| format!("{byte:08b}")));
        }
    }
    bits
}

fn rows(game: &Game, marked: &[usize]) -> Vec<(String, String)> {
    let mut tape = Tape::explaining();
    bitpack::encode::game(game, marked, &mut tape);
    let rows = explain::rows(tape).into_iter();
    rows.map(|row| (row.bits, row.what)).collect()
}

/// The bits of the last item of a game from `fen`, without blanks between fields.
fn last_row(fen: &str, movetext: &str) -> String {
    let game = games::game(&[("FEN", fen)], movetext);
    rows(&game, &[]).pop().unwrap().0
}

#[test]
fn the_worked_example_is_written_bit_by_bit() {
    let game = games::game(&[("Date", "Epoch: 01/01/1970")], MOVETEXT);
    let first_capture = game
        .items
        .iter()
        .position(|item| matches!(item, Item::Move(m) if m.is_en_passant()));
    let marked: Vec<usize> = first_capture.into_iter().collect();
    let expected: Vec<(String, String)> = TABLE
        .iter()
        .map(|(bits, what)| (bits_of(bits), (*what).to_owned()))
        .collect();
    assert_eq!(rows(&game, &marked), expected);

    let mut tape = Tape::new();
    bitpack::encode::game(&game, &marked, &mut tape);
    assert_eq!(tape.len(), 1202); // 1188 in the table: six bits of slips, and eight lost in its sums
    let decoded = bitpack::decode::game(&tape.into_bytes(), &Budget::new(1 << 20)).unwrap();
    assert_eq!(decoded, (game, marked));
}

#[test]
fn the_small_examples_of_the_document_are_written_as_it_says() {
    // "Rd2", with a slip of the document corrected; and a rook move that another rook could make.
    assert_eq!(
        last_row("7k/8/8/8/8/8/8/K2R4 w - - 0 1", "Rd2"),
        "100011001"
    );
    assert_eq!(
        last_row("7k/8/8/8/R6K/8/8/3R4 w - - 0 1", "Raa1"),
        "1000000000"
    );
    assert_eq!(
        last_row("7k/8/8/8/R6K/8/8/3R4 w - - 0 1", "Rda1"),
        "1000000001"
    );
    // One pawn on the seventh rank, then two.
    assert_eq!(last_row("8/4P3/8/7k/8/8/8/K7 w - - 0 1", "e8=Q"), "111000");
    assert_eq!(
        last_row("8/1P2P3/8/7k/8/8/8/K7 w - - 0 1", "e8=Q"),
        "1110001"
    );
    // A choice of squares to promote on: two, two, three.
    assert_eq!(
        last_row("8/7k/8/8/8/8/p6K/1R6 b - - 0 1", "axb1=Q"),
        "1110001"
    );
    assert_eq!(
        last_row("8/7k/8/8/8/8/p6K/1R6 b - - 0 1", "a1=Q"),
        "1110000"
    );
    assert_eq!(
        last_row("8/7k/8/8/8/8/1p5K/R1R5 b - - 0 1", "bxc1=Q"),
        "11100010"
    );
    // $23.
    assert_eq!(
        last_row("8/7k/8/8/8/8/1p5K/R1R5 b - - 0 1", "$23"),
        "1100100010111"
    );
}

#[test]
fn two_pawns_that_can_take_on_one_square_are_told_apart() {
    let fen = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    assert_eq!(last_row(fen, "cxd5"), "1010111000");
    assert_eq!(last_row(fen, "exd5"), "1010111001");
}

#[test]
fn a_variation_opens_with_its_own_en_passant_captures() {
    // "(23... cxd6 e.p. axb3)" of the document: white takes, then black.
    let fen = "4k3/3p4/8/2P5/p7/8/1P6/4K3 b - - 0 1";
    let game = games::game(&[("FEN", fen)], "d5 Ke2 ( cxd6 Kd7 b4 axb3 )");
    let marked = game
        .items
        .iter()
        .position(|item| matches!(item, Item::Move(m) if m.is_en_passant()));
    let rows = rows(&game, &marked.into_iter().collect::<Vec<_>>());
    let open = rows
        .iter()
        .position(|(_, what)| what.starts_with('('))
        .unwrap();
    assert_eq!(rows[open].0, bits_of("111 1 1 0010 10"));
    assert_eq!(rows[open + 1], (bits_of("101 011 101"), "cxd6".to_owned()));
    assert_eq!(rows[open + 4], (bits_of("101 001 010"), "axb3".to_owned()));
}

#[test]
fn padding_cannot_be_read_as_a_move() {
    // Up to seven zeros may follow the last code of a game. They are not read as a code, since no
    // code that begins with zeros is shorter than nine bits. So each of these games of growing
    // length comes back.
    let codec = game_codec(CodecId::Bitpack).unwrap();
    let mut paddings = [false; 8];
    let moves = [
        "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6", "d3", "O-O", "Kh1", "$255", "Kh8",
        "Kg1", "Kg8", "Bd2", "$2", "$3", "$4", "$5", "$6",
    ];
    for end in 0..=moves.len() {
        let game = games::game(&[], &moves[..end].join(" "));
        let mut tape = Tape::new();
        codec.encode(&game, &mut tape, &mut Vec::new());
        paddings[tape.len().next_multiple_of(8) - tape.len()] = true;
        let decoded = codec
            .decode(&tape.into_bytes(), &mut &[][..], &Budget::new(1 << 16))
            .unwrap();
        assert_eq!(decoded, game);
    }
    assert_eq!(paddings, [true; 8]);
    // One more byte of zeros is neither padding nor a move.
    let mut tape = Tape::new();
    codec.encode(&games::game(&[], "e4"), &mut tape, &mut Vec::new());
    let mut bits = tape.into_bytes();
    bits.push(0);
    assert!(
        codec
            .decode(&bits, &mut &[][..], &Budget::new(1 << 16))
            .is_err()
    );
}

#[test]
fn a_variation_that_ends_before_it_began_is_refused() {
    let game = Game {
        items: vec![Item::Close, Item::Open],
        ..Game::default()
    };
    let mut tape = Tape::default();
    bitpack::encode::game(&game, &[], &mut tape);
    assert!(bitpack::decode::game(&tape.into_bytes(), &Budget::new(1 << 20)).is_err());
}

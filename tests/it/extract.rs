//! Some games of a packed file: which of its text they are.

use pgnpack::{
    codec::{self, CodecId, Level},
    container::{
        block::{BlockHeader, Method},
        header::Header,
        writer::Writer,
    },
    error::{ErrorKind, Result},
    pgn::{
        self,
        layout::{Document, Piece, Reason},
    },
    pipeline::{
        CompressOptions, DecompressOptions, DecompressReport, Nobody, compress, extract, inspect,
        salvage_games, visit_games_of_text, visit_tags,
    },
};
use std::{io::Cursor, ops::Range};

/// A packed file of these blocks: how it is coded, the text, the payload, and how many games it
/// says there are.
fn file(blocks: &[(Method, &[u8], &[u8], u64)]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, Header::new(1 << 20));
    for &(method, text, payload, games) in blocks {
        let header = BlockHeader::of(method, text, payload, games);
        writer.block(&header, payload).unwrap();
    }
    writer.finish().unwrap();
    file
}

/// Some games, counted from 0, of a packed file.
fn extracted(file: &[u8], games: Range<u64>, salvage: bool) -> Result<(Vec<u8>, DecompressReport)> {
    let (input, options) = (&mut Cursor::new(file), &DecompressOptions::default());
    let (games, mut text) = (games.into(), Vec::new());
    let report = match salvage {
        true => salvage_games(input, &games, &mut text, options, &Nobody)?,
        false => extract(input, &games, &mut text, options, &Nobody)?,
    };
    Ok((text, report))
}

/// The numbers of the games whose tags are listed.
fn listed(file: &[u8]) -> Vec<u64> {
    let (games, options) = ((..).into(), DecompressOptions::default());
    let mut listed = Vec::new();
    let note = |number, _: &_| {
        listed.push(number);
        Ok(())
    };
    visit_tags(&mut Cursor::new(file), &games, &options, &Nobody, note).unwrap();
    listed
}

#[test]
fn games_are_those_that_were_told_apart_when_the_file_was_packed() {
    // What this program takes for no games.
    let games = ["one\n", "two\n"].map(|game| game.repeat(40).into_bytes());
    let text = games.concat();
    assert_eq!(pgn::read(&text).games().count(), 0);
    let document = Document::new(
        Vec::new(),
        games
            .iter()
            .map(|game| Piece::Text(game.clone(), Reason::Layout))
            .collect(),
    );
    for codec in codec::registered().filter(|codec| codec.id() != CodecId::Text) {
        let payload = codec.encode(&document, Level::DEFAULT).unwrap();
        let method = Method::Codec(codec.id() as u8);
        let file = file(&[(method, &text, &payload, 2)]);
        let (second, _) = extracted(&file, 1..2, false).unwrap();
        assert_eq!(second, games[1], "{:?}", codec.id());
        assert_eq!(listed(&file), [0, 1], "{:?}", codec.id());
    }
}

#[test]
fn a_block_whose_games_cannot_be_told_apart_is_left_out_by_salvage_alone() {
    let (one, other) = (&b"1. e4 *\n\n"[..], &b"1. d4 *\n\n"[..]);
    let file = file(&[
        (Method::Stored, one, one, 2),
        (Method::Stored, other, other, 1),
    ]);
    let refused = extracted(&file, 1..3, false).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
    let (text, report) = extracted(&file, 1..3, true).unwrap();
    assert_eq!(text, other);
    let [damage] = &report.damaged[..] else {
        panic!("{:?}", report.damaged);
    };
    assert_eq!((damage.block, damage.first_game, damage.games), (0, 0, 2));
}

#[test]
fn games_behind_some_that_come_again_are_told_apart_as_they_were_when_the_file_was_packed() {
    // Whether the last line is a game depends on the game before it, which is not read again.
    let plain = concat!(
        "[Event \"A game that is long enough to be said to come again, not written out\"]\n",
        "[White \"One\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n"
    );
    let both_squares = "[Result \"1-0\"]\n\n1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 1-0\n\n";
    let text = [plain, both_squares, plain, "1. e2-e4 *\n"].concat();
    let [read, once] = [pgn::read, pgn::read_once].map(|read| read(text.as_bytes()));
    assert!(!once.repeats.is_empty());
    let count = |document: &Document| document.games().count() as u64;
    let pieces = once.in_order().map(|piece| once.pieces[piece].clone());
    let expanded = Document::new(once.styles.clone(), pieces.collect());
    assert_eq!(pgn::write(&expanded).unwrap(), text.as_bytes());
    let games = count(&expanded);
    assert_ne!(games, count(&read), "the text does not show it any more");
    let wanted = (..).into();
    let met = visit_games_of_text(&mut text.as_bytes(), &wanted, &Nobody, |_| Ok(())).unwrap();
    assert_eq!(met, games);
    for codec in codec::registered() {
        let options_to_pack = CompressOptions {
            codec: codec.id(),
            ..CompressOptions::default()
        };
        let mut file = Vec::new();
        compress(&mut text.as_bytes(), &mut file, &options_to_pack, &Nobody).unwrap();
        assert!(listed(&file).into_iter().eq(0..games), "{:?}", codec.id());
        let all: Vec<u8> = (0..games)
            .flat_map(|game| extracted(&file, game..game + 1, false).unwrap().0)
            .collect();
        assert_eq!(all, text.as_bytes(), "{:?}", codec.id());
    }
}

/// A game of its own.
fn game(event: &str) -> String {
    format!("[Event \"{event}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n")
}

/// What `codec` makes of `text` with blocks of so many bytes.
fn packed(text: &str, codec: CodecId, block_size: usize) -> Vec<u8> {
    let options = CompressOptions {
        codec,
        block_size: Some(block_size),
        ..CompressOptions::default()
    };
    let mut file = Vec::new();
    compress(&mut text.as_bytes(), &mut file, &options, &Nobody).unwrap();
    file
}

#[test]
fn text_that_is_no_game_belongs_to_the_one_before_it_wherever_blocks_end() {
    // None of the sizes cuts it so close to its end that what is left is no text of its own.
    let long = ["There is much to be said of it."; 12].join(" ");
    let texts = [
        format!("What comes before them.\n\n{}", game("one")),
        format!("{}What is said of it.\n\n", game("two")),
        format!("{}{long}\n\n", game("three")),
        game("four"),
        format!("{}The end.\n", game("five")),
    ];
    let text = texts.concat();
    let document = pgn::read(text.as_bytes());
    assert_eq!(document.count_games(), 5);
    assert_eq!(document.texts().count(), 4);
    let mut begin_in_text = 0;
    for codec in [CodecId::Model, CodecId::Index, CodecId::Text] {
        for block_size in [60, 110, 140, 180, 250, 440, 700, 1 << 20] {
            let file = packed(&text, codec, block_size);
            let blocks = inspect(&mut Cursor::new(&file)).unwrap();
            begin_in_text += blocks.blocks().filter(|block| block.games == 0).count();
            let of = |games| String::from_utf8(extracted(&file, games, false).unwrap().0).unwrap();
            for (number, text) in (0..).zip(&texts) {
                assert_eq!(of(number..number + 1), *text, "{codec:?} {block_size}");
                let both = texts[number as usize..].iter().take(2);
                let two = number..(number + 2).min(5);
                let both: String = both.cloned().collect();
                assert_eq!(of(two), both, "{codec:?} {block_size}");
            }
        }
    }
    assert!(begin_in_text > 0);
}

#[test]
fn a_block_without_games_is_not_decoded_for_what_games_say() {
    let (one, prose, other) = (
        &b"1. e4 *\n\n"[..],
        &b"What is said of it.\n\n"[..],
        &b"1. d4 *\n\n"[..],
    );
    let mut file = file(&[
        (Method::Stored, one, one, 1),
        (Method::Stored, prose, prose, 0),
        (Method::Stored, other, other, 1),
    ]);
    let blocks = inspect(&mut Cursor::new(&file)).unwrap();
    let second = blocks.blocks().nth(1).unwrap();
    file[(second.offset + second.packed_bytes) as usize - 8] ^= 1;
    assert!(extracted(&file, 0..2, false).is_err());
    assert_eq!(listed(&file), [0, 1]);
}

#[test]
fn the_block_behind_a_game_is_decoded_only_if_it_may_begin_with_text() {
    for between in ["", "What is said of it.\n\n"] {
        let one = game(&"one ".repeat(80));
        let text = [&one, between, &game("two"), &game("three")].concat();
        // The first game is a block, and so is all that follows it.
        let mut file = packed(&text, CodecId::Model, one.len());
        let blocks = inspect(&mut Cursor::new(&file)).unwrap();
        let [first, second] = &blocks.files[0].blocks[..] else {
            panic!("{blocks:?}");
        };
        assert_eq!((first.games, second.games), (1, 2));
        assert_eq!(first.text_bytes, one.len() as u64);
        file[(second.offset + second.packed_bytes) as usize - 8] ^= 1;
        assert!(extracted(&file, 1..2, false).is_err());
        let strict = extracted(&file, 0..1, false);
        assert_eq!(strict.is_ok(), between.is_empty());
        let (text, report) = extracted(&file, 0..1, true).unwrap();
        assert_eq!(text, one.as_bytes());
        assert_eq!(report.damaged.is_empty(), between.is_empty());
    }
}

//! Text ↔ documents: every byte comes back, and games are recognised as games.

mod habits;

use crate::{corpus, games};
use pgnpack::{
    error::ErrorKind,
    pgn::{
        self,
        game::{FaultKind, Game, Item},
        layout::{Document, Edit, Edits, Layout, Piece, Reason, Termination},
        style::Style,
    },
};
use std::{fs, path::Path};

fn comes_back(text: &[u8]) -> bool {
    pgn::write(&pgn::read(text)).is_ok_and(|written| written == text)
}

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/pgn")
        .join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The document of a fixture. Checks that the text comes back.
fn document(name: &str) -> Document {
    let text = fixture(name);
    assert!(comes_back(&text), "{name}");
    pgn::read(&text)
}

fn moves(game: &Game) -> usize {
    let is_move = |item: &&Item| matches!(item, Item::Move(_));
    game.items.iter().filter(is_move).count()
}

fn faults(game: &Game) -> Vec<FaultKind> {
    game.items
        .iter()
        .filter_map(|item| match item {
            Item::Fault(fault) => Some(fault.kind),
            _ => None,
        })
        .collect()
}

/// The number of games in a document that need edits.
fn edited(document: &Document) -> usize {
    let has_edits =
        |piece: &&Piece| matches!(piece, Piece::Game(_, layout) if !layout.edits.is_empty());
    document.pieces.iter().filter(has_edits).count()
}

#[test]
fn moves_from_a_position_are_counted_from_any_number() {
    let game = |counters: &str, moves: &str| {
        format!("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - {counters}\"]\n[Result \"*\"]\n\n{moves} *\n\n")
    };
    let (from_1, from_23) = (
        "1. e4 Kd7 2. e5 Ke6",
        "23. e4 Kd7 (23... Ke7 24. e5) 24. e5 Ke6",
    );
    for (counters, moves, first_number) in [
        ("0 1", from_1, None),
        ("0 1", from_23, Some(23)),
        ("0 23", from_1, Some(1)),
        ("0 23", from_23, None),
        ("", from_23, Some(23)),
    ] {
        let text = game(counters, moves);
        let document = pgn::read(text.as_bytes());
        let [Piece::Game(_, layout)] = &document.pieces[..] else {
            panic!("{text}");
        };
        assert_eq!(layout.first_number, first_number, "{text}");
        assert!(layout.edits.is_empty(), "{text}");
        assert_eq!(pgn::write(&document).unwrap(), text.as_bytes());
    }
    // Without a position of its own, and where the next number does not go on, it is a slip.
    for text in [
        "[Result \"*\"]\n\n2. e4 e5 3. Nf3 *\n\n".to_owned(),
        game("0 1", "2. e4 Kd7 4. e5 Ke6"),
    ] {
        let document = pgn::read(text.as_bytes());
        let [Piece::Game(_, layout)] = &document.pieces[..] else {
            panic!("{text}");
        };
        assert_eq!(layout.first_number, None, "{text}");
        assert_eq!(pgn::write(&document).unwrap(), text.as_bytes());
    }
}

#[test]
fn one_game_is_the_same_whatever_its_text_looks_like() {
    let export = document("export.pgn");
    let opera = export.games().next().unwrap().clone();
    assert_eq!(moves(&opera), 33);
    for name in [
        "one-line.pgn",
        "crlf.pgn",
        "two-returns.pgn",
        "tight-numbers.pgn",
        "ten-moves-a-line.pgn",
        "bom.pgn",
    ] {
        assert_eq!(document(name).games().next().unwrap(), &opera, "{name}");
    }
}

#[test]
fn names_in_small_letters_tell_where_games_start() {
    let document = document("small-names.pgn");
    let played: Vec<usize> = document.games().map(moves).collect();
    assert_eq!(played, [1, 3, 7]);
    for game in document.games() {
        assert!(faults(game).is_empty());
        assert!(game.tag("FEN").is_some() && game.tag("fen").is_none());
        assert_eq!(game.tags.len(), 11);
    }
}

#[test]
fn moves_beside_the_standard_are_understood() {
    let document = document("spellings.pgn");
    let played: Vec<usize> = document.games().map(moves).collect();
    assert_eq!(played, [3, 2, 8, 8, 12, 6, 7, 6, 3, 4]);
    assert!(document.games().all(|game| faults(game).is_empty()));
}

#[test]
fn moves_that_cannot_be_played_are_told_apart() {
    let document = document("broken.pgn");
    let games: Vec<&Game> = document.games().collect();
    assert_eq!(games.len(), 8);
    // After a fault, all moves of the line are faults. The line around a variation goes on.
    assert_eq!(faults(games[0]), [FaultKind::Illegal; 3]);
    assert_eq!(moves(games[0]), 2);
    // An ambiguous move is read as one of the two.
    assert_eq!((faults(games[1]), moves(games[1])), (vec![], 8));
    assert_eq!(moves(games[4]), 4);
    // But not where variations are nested deeper than people do it.
    let [open, close] = ["(1. e4 ", ")"].map(|bracket| bracket.repeat(101));
    let text = format!("[Result \"*\"]\n\n1. Nf3 {open}{close} a6 2. d3 a5 3. Nd2 *\n\n");
    let document = pgn::read(text.as_bytes());
    let game = document.games().next().unwrap();
    // The main line's four, and one in each of the variations.
    assert_eq!(
        (faults(game), moves(game)),
        (vec![FaultKind::Ambiguous], 4 + 101)
    );
}

#[test]
fn games_by_other_rules_have_tags_and_words_in_the_place_of_moves() {
    let text = fixture("variant.pgn");
    let document = pgn::read(&text);
    let words = |game: &Game| -> Vec<String> {
        let words = game.items.iter().filter_map(|item| match item {
            Item::Fault(fault) => Some(String::from_utf8(fault.text.clone()).unwrap()),
            _ => None,
        });
        words.collect()
    };
    let games: Vec<&Game> = document.games().collect();
    assert!(games.iter().all(|game| game.start().is_none()));
    assert_eq!(words(games[0]), ["e3", "b5", "Bxb5"]);
    assert_eq!(
        words(games[1]).join(" "),
        "e4 d5 exd5 Qxd5 Nc3 Qa5 P@d5 Qxd5# Nxd5"
    );
    assert_eq!(pgn::write(&document).unwrap(), text);
}

#[test]
fn a_position_that_is_none_is_the_usual_one() {
    for fen in ["", "?", "-", "startpos", "8/8/8/8/8/8/8/8 w - - 0 1"] {
        let text = format!("[FEN \"{fen}\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 *\n");
        let document = pgn::read(text.as_bytes());
        assert_eq!(document.games().map(moves).sum::<usize>(), 2, "{fen}");
    }
}

#[test]
fn variations_nest_and_a_comment_is_its_text() {
    let document = document("annotated.pgn");
    let game = document.games().next().unwrap();
    let depth = game.items.iter().fold((0i32, 0), |(depth, deepest), item| {
        let depth = depth + i32::from(*item == Item::Open) - i32::from(*item == Item::Close);
        (depth, deepest.max(depth))
    });
    assert_eq!(depth, (0, 2));
    let comments: Vec<&[u8]> = game
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Comment(text) => Some(text.as_slice()),
            _ => None,
        })
        .collect();
    assert_eq!(
        comments,
        [
            &b"White begins."[..],
            b"The oldest answer.",
            b"the Sicilian",
            b" the rest of this line is a comment",
            b"",
            b"two comments"
        ]
    );
    assert!(game.items.contains(&Item::Nag(255)));
}

#[test]
fn a_value_with_quotation_marks_is_whole() {
    let text = b"[Annotator \"John \"Jack\" Doe\"]\n[Result \"*\"]\n\n1. d4 *\n\n";
    assert!(comes_back(text));
    let document = pgn::read(text);
    assert_eq!(edited(&document), 0);
    assert_eq!(
        document.games().next().unwrap().tag("Annotator"),
        Some(&b"John \"Jack\" Doe"[..])
    );
}

#[test]
fn the_last_token_is_the_tags_or_its_own() {
    let termination = |text: &str| match &pgn::read(text.as_bytes()).pieces[0] {
        Piece::Game(_, layout) => layout.termination,
        Piece::Text(..) => panic!("{text}"),
    };
    let tag = "[Result \"1-0\"]\n\n1. e4 e5";
    assert_eq!(termination(&format!("{tag} 1-0\n")), Termination::AsTagged);
    assert_eq!(termination(&format!("{tag}\n")), Termination::Missing);
    assert!(matches!(
        termination(&format!("{tag} 0-1\n")),
        Termination::Token(_)
    ));
    assert_eq!(termination("1. e4 e5 *\n"), Termination::AsTagged);
}

#[test]
fn what_is_no_game_is_text_and_says_why() {
    let reason = |text: &[u8]| match pgn::read(text).pieces.as_slice() {
        [Piece::Text(_, reason)] => *reason,
        pieces => panic!("{pieces:?}"),
    };
    assert_eq!(reason(b"\x7fELF\x02\x01\0\0\xff\xfe"), Reason::NoGame);
    assert!(pgn::read(b"").pieces.is_empty());
    let nested = |depth| {
        format!(
            "1. e4 {}(1. d4){} *\n",
            "(1. d4 ".repeat(depth),
            ")".repeat(depth)
        )
    };
    assert!(matches!(
        pgn::read(nested(250).as_bytes()).pieces.as_slice(),
        [Piece::Game(..)]
    ));
    assert_eq!(reason(nested(260).as_bytes()), Reason::NoGame);
    // Between two moves there is more white space than anybody leaves, and never the same.
    let mut blanks = (1u32..).map(|n| n.wrapping_mul(0x9e37_79b1));
    let mut gap = || {
        format!("{:032b}", blanks.next().unwrap())
            .replace('0', " ")
            .replace('1', "\t")
    };
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10);
    let moves: String = moves
        .split(' ')
        .map(|word| word.to_owned() + &gap())
        .collect();
    assert_eq!(reason(format!("{moves}*\n").as_bytes()), Reason::Layout);
}

#[test]
fn every_fixture_comes_back_whole_and_cut_anywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pgn");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read(&path).unwrap();
        let step = text.len() / 60 + 1;
        for end in (0..=text.len()).rev().step_by(step) {
            assert!(comes_back(&text[..end]), "{} cut at {end}", path.display());
        }
        seen += 1;
    }
    assert!(seen >= 20);
}

#[test]
fn a_document_of_more_text_than_it_should_have_is_given_up_in_time() {
    let style = pgn::style::Style {
        tail: u16::MAX,
        ..Default::default()
    };
    let game = || Piece::Game(Box::default(), pgn::layout::Layout::default());
    let document = Document::new(vec![style], (0..3).map(|_| game()).collect());
    let all = pgn::write(&document).unwrap().len() as u64;
    assert!(pgn::write_at_most(&document, all).is_ok());
    assert!(pgn::write_at_most(&document, all - 1).is_err());
}

#[test]
fn games_whose_renderings_are_far_longer_than_their_text_are_given_up() {
    // Each game is `*` and empty lines, but for which edits leave nothing.
    let style = Style {
        after_game: u16::MAX,
        ..Style::default()
    };
    let game = || {
        let folded = vec![Edit {
            keep: 1,
            drop: u16::MAX.into(),
            insert: Vec::new(),
        }];
        let edits = Edits {
            folded,
            ..Edits::default()
        };
        let layout = Layout {
            edits,
            ..Layout::default()
        };
        Piece::Game(Box::default(), layout)
    };
    let document =
        |games: usize| Document::new(vec![style.clone()], (0..games).map(|_| game()).collect());
    // Sixteen renderings have 1 MiB.
    assert_eq!(pgn::write_at_most(&document(16), 16).unwrap(), [b'*'; 16]);
    let refused = pgn::write_at_most(&document(17), 17).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Limit);
}

#[test]
fn games_of_every_variant_are_games() {
    // These variants differ from chess only in how games are won or where they start.
    for variant in [
        "King of the Hill",
        "Three-check",
        "Chess960",
        "From Position",
    ] {
        let text = format!("[Event \"a\"]\n[Variant \"{variant}\"]\n\n1. e4 e5 2. Nf3 *\n\n");
        assert_eq!(pgn::read(text.as_bytes()).games().count(), 1, "{variant}");
    }
    let atomic = "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e3 Nf6 *\n\n";
    let document = pgn::read(format!("no\n{}", atomic.repeat(3)).as_bytes());
    assert_eq!(document.games().count(), 3);
    assert_eq!(document.pieces.len(), 4);
}

#[test]
fn what_was_meant_is_read_where_the_style_is_known_too() {
    let game = |knight: &str| {
        format!("[Result \"*\"]\n\n1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. {knight} c5 5. Nf3 Nc6 *\n\n")
    };
    let document = pgn::read((game("Nfd2") + &game("Nd2") + &game("Nd2")).as_bytes());
    let games: Vec<&Game> = document.games().collect();
    assert!(games.iter().all(|&game| game == games[0]));
    assert_eq!(
        (games.len(), faults(games[0]), edited(&document)),
        (3, vec![], 2)
    );
}

#[test]
fn a_written_game_is_read_as_the_same_game() {
    let game = games::game(
        &[("White", "A"), ("Result", "1-0")],
        "e4 {one} e5 $2 ( c5 Nf3 ( c3 d5 ) d6 ) Nf3 -- Bc4",
    );
    let text = games_text(&game);
    let document = pgn::read(&text);
    assert!(document.games().eq([&game]));
    assert_eq!(edited(&document), 0);
}

fn games_text(game: &Game) -> Vec<u8> {
    let layout = pgn::layout::Layout::default();
    let document = Document::new(
        vec![pgn::style::Style::default()],
        vec![Piece::Game(Box::new(game.clone()), layout)],
    );
    pgn::write(&document).unwrap()
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn every_file_of_the_corpus_comes_back() {
    for folder in ["odd", "dev", "train"] {
        for path in corpus::files(folder) {
            let text = fs::read(&path).unwrap();
            for block in text.chunks(16 << 20) {
                assert!(comes_back(block), "{}", path.display());
            }
        }
    }
}

use super::*;
use crate::error::ErrorKind;
use crate::limits::most_walked_together;
use crate::pgn::{
    game::{Game, Outcome},
    layout::{Edit, Edits, Layout, Reason, Repeat, Termination},
    read as read_text, write as write_text,
};
use proptest::{prelude::*, sample::Index};

/// A document without what its pieces hold, and without edits.
fn skeleton(document: &Document) -> Document {
    let mut document = without_edits(document);
    for piece in &mut document.pieces {
        match piece {
            Piece::Game(game, _) => **game = Game::default(),
            Piece::Text(text, _) => text.clear(),
        }
    }
    document
}

fn without_edits(document: &Document) -> Document {
    let mut document = document.clone();
    for piece in &mut document.pieces {
        if let Piece::Game(_, layout) = piece {
            layout.edits = Edits::default();
        }
    }
    document
}

fn comes_back(document: &Document) {
    let bytes = write(document).unwrap();
    let back = read(&bytes, &Budget::new(1 << 24)).unwrap();
    assert_eq!(back, skeleton(document));
}

/// Checks that the edits of a document come back, and returns how many bytes they take.
fn edits_come_back(document: &Document) -> usize {
    let bytes = write_edits(document).unwrap();
    let mut back = without_edits(document);
    read_edits(&bytes, &mut back, &Budget::new(1 << 24)).unwrap();
    assert_eq!(back, *document);
    bytes.len()
}

/// A game as its style says.
const GAME: &str = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";

#[test]
fn games_as_their_style_says_cost_next_to_nothing() {
    let document = read_text(GAME.repeat(5000).as_bytes());
    assert_eq!(document.pieces.len(), 5000);
    assert!(write(&document).unwrap().len() < 24);
    comes_back(&document);
}

#[test]
fn games_without_edits_take_no_bytes_of_edits() {
    assert_eq!(edits_come_back(&read_text(GAME.repeat(3).as_bytes())), 0);
    assert_eq!(edits_come_back(&Document::default()), 0);
}

#[test]
fn an_edit_that_comes_again_is_cheap() {
    let game = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6  3. Bb5 a6 4. Ba4 1-0\n\n";
    let document = read_text(game.repeat(400).as_bytes());
    assert!(edits_come_back(&document) < 60);
}

/// Who writes hyphens into the moves of pieces does so in each of them, but not in those of pawns
/// and in castling.
#[test]
fn a_departure_at_all_moves_of_a_kind_is_learnt() {
    let all = include_str!("../../../fixtures/pgn/export.pgn").repeat(4);
    let mut text = String::new();
    let mut moves = 0;
    for word in all.split_inclusive([' ', '\n', '.']) {
        let of_piece = word.starts_with(['K', 'Q', 'R', 'B', 'N']) && word.len() == 4;
        let (man, target) = word.split_at(usize::from(of_piece));
        moves += usize::from(of_piece);
        text += &[man, target].join(if of_piece { "-" } else { "" });
    }
    let bytes = edits_come_back(&read_text(text.as_bytes()));
    assert!(moves > 100 && bytes < moves / 4, "{bytes} for {moves}");
}

#[test]
fn a_document_of_nothing_takes_two_bytes_at_most() {
    assert!(write(&Document::default()).unwrap().len() <= 2);
    comes_back(&Document::default());
}

/// Where edits begin behind the one before, what they drop and what they put in.
fn some_edits() -> impl Strategy<Value = Vec<(Index, usize, String)>> {
    prop::collection::vec((any::<Index>(), 0usize..20, "[a-c \\n]{0,4}"), 0..6)
}

/// Edits of a text of `len` bytes: as many of those `drawn` as it has room for.
fn edits_within(len: usize, drawn: &[(Index, usize, String)]) -> Vec<Edit> {
    let mut left = len;
    let edits = drawn.iter().map(|(keep, drop, insert)| {
        let keep = keep.index(left + 1);
        let drop = *drop.min(&(left - keep));
        left -= keep + drop;
        Edit {
            keep,
            drop,
            insert: insert.as_bytes().to_vec(),
        }
    });
    edits.collect()
}

fn a_piece() -> impl Strategy<Value = Piece> {
    let termination = (0usize..6).prop_map(|number| match number {
        0 => Termination::AsTagged,
        1 => Termination::Missing,
        _ => Termination::Token(Outcome::ALL[number - 2]),
    });
    prop_oneof![
        prop::sample::select(&Reason::ALL[..]).prop_map(|reason| Piece::Text(Vec::new(), reason)),
        (0usize..4, termination, prop::option::of(any::<u16>()),).prop_map(
            |(style, termination, first_number)| {
                let layout = Layout {
                    style,
                    termination,
                    first_number,
                    edits: Edits::default(),
                };
                Piece::Game(Box::default(), layout)
            }
        ),
    ]
}

fn a_style() -> impl Strategy<Value = Style> {
    prop::collection::vec((any::<Index>(), any::<u16>()), 0..12).prop_map(|changes| {
        let mut style = Style::default();
        let count = style.choices().len();
        for (which, number) in changes {
            style.set(which.index(count), number.into());
        }
        style
    })
}

/// What comes again in a document of 40 pieces, in order.
fn some_repeats() -> impl Strategy<Value = Vec<Repeat>> {
    let repeat = (1usize..=40).prop_flat_map(|at| {
        let row = (0..at).prop_flat_map(move |from| (Just(from), 1..=at - from));
        (Just(at), row, 1usize..1_000_000)
    });
    let repeat = repeat.prop_map(|(at, (from, count), times)| Repeat {
        at,
        from,
        count,
        times,
    });
    prop::collection::vec(repeat, 0..6).prop_map(|mut repeats| {
        repeats.sort_by_key(|repeat| repeat.at);
        repeats
    })
}

proptest! {
    #[test]
    fn any_document_comes_back(styles in prop::collection::vec(a_style(), 4), pieces in prop::collection::vec(a_piece(), 0..40)) {
        comes_back(&Document::new(styles, pieces));
    }

    #[test]
    fn what_comes_again_comes_back(pieces in prop::collection::vec(a_piece(), 40), repeats in some_repeats()) {
        let styles = vec![Style::default(); 4];
        comes_back(&Document { styles, pieces, repeats });
    }

    #[test]
    fn any_edits_come_back(drawn in prop::collection::vec((any::<bool>(), some_edits()), 1..12)) {
        let mut document = read_text(GAME.repeat(drawn.len()).as_bytes());
        for (piece, (is_loose, drawn)) in document.pieces.iter_mut().zip(&drawn) {
            let Piece::Game(_, layout) = piece else {
                panic!("{piece:?}");
            };
            // The game has one line, which nothing folds.
            let edits = edits_within(GAME.len(), drawn);
            match is_loose {
                true => layout.edits.loose = edits,
                false => layout.edits.folded = edits,
            }
        }
        edits_come_back(&document);
    }

    #[test]
    fn random_bytes_are_an_error_or_a_document(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, &Budget::new(1 << 20));
        let mut document = read_text(GAME.repeat(20).as_bytes());
        let _ = read_edits(&bytes, &mut document, &Budget::for_text(1 << 20, 1 << 14));
    }
}

#[test]
fn a_style_that_is_not_there_is_refused() {
    let game = |style| {
        let layout = Layout {
            style,
            ..Layout::default()
        };
        Piece::Game(Box::default(), layout)
    };
    let document = |style| Document::new(vec![Style::default(); 2], vec![game(style)]);
    comes_back(&document(1));
    assert!(write(&document(2)).is_err());
}

#[test]
fn what_was_not_there_before_does_not_come_again() {
    let document = |at, from, count| Document {
        repeats: vec![Repeat {
            at,
            from,
            count,
            times: 1,
        }],
        ..Document::new(Vec::new(), vec![Piece::Text(Vec::new(), Reason::NoGame); 3])
    };
    comes_back(&document(3, 1, 2));
    for (at, from, count) in [(4, 1, 2), (3, 1, 3), (2, 1, 2)] {
        assert!(write(&document(at, from, count)).is_err());
    }
}

/// The example of FORMAT.md 9.5.
#[test]
fn the_example_of_the_format_is_true() {
    let game = Piece::Game(Box::default(), Layout::default());
    let document = Document::new(vec![Style::default()], vec![game; 12]);
    assert_eq!(write(&document).unwrap(), [0xe4, 0x4c]);
}

/// Each piece may name any of them, and a decoder moves that to the front of a list.
#[test]
fn more_styles_than_a_block_may_have_are_refused() {
    let mut encoder = crate::coding::range::Encoder::new();
    crate::coding::adaptive::Number::expecting(1).code(&mut encoder, super::MOST_STYLES as u32 + 1);
    let error = super::read(&encoder.finish(), &Budget::new(1 << 30)).unwrap_err();
    assert_eq!(error.kind(), crate::error::ErrorKind::Corrupt);
}

/// A few bytes may claim millions of games: those who only count what is kept as text must not go
/// through more of them than those who read them.
#[test]
fn who_counts_pieces_is_bounded_as_who_reads_them() {
    let document = read_text(GAME.repeat(5000).as_bytes());
    let bytes = write(&document).unwrap();
    let enough = Budget::new(1 << 24);
    assert_eq!(
        kept_as_text(&bytes, &enough).unwrap(),
        KeptAsText::default()
    );
    let left = enough.left();
    let same = Budget::new(1 << 24);
    read(&bytes, &same).unwrap();
    assert_eq!(same.left(), left);
    let error = kept_as_text(&bytes, &Budget::new(1 << 14)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn text_that_comes_again_is_counted_as_often() {
    let text = |reason| Piece::Text(Vec::new(), reason);
    let game = Piece::Game(Box::default(), Layout::default());
    let pieces = vec![text(Reason::Layout), game, text(Reason::NoGame)];
    let repeat = |from, count, times| Repeat {
        at: 3,
        from,
        count,
        times,
    };
    let document = Document {
        repeats: vec![repeat(0, 2, 4), repeat(1, 2, 1), repeat(0, 3, 10)],
        ..Document::new(vec![Style::default()], pieces)
    };
    let kept = kept_as_text(&write(&document).unwrap(), &Budget::new(1 << 20)).unwrap();
    let kept: Vec<(Reason, u64)> = kept.iter().collect();
    assert_eq!(kept, [(Reason::NoGame, 12), (Reason::Layout, 15)]);
    assert_eq!(document.times(), [15, 16, 12]);
}

/// Each byte that edits put in counts for what it may take when lines are folded.
#[test]
fn what_edits_put_in_counts_more_than_its_bytes() {
    let mut document = read_text(b"1. e4 *\n");
    let Piece::Game(_, layout) = &mut document.pieces[0] else {
        panic!("{:?}", document.pieces)
    };
    layout.edits.loose = vec![Edit {
        keep: 0,
        drop: 0,
        insert: vec![b' '; 10_000],
    }];
    let bytes = write_edits(&document).unwrap();
    let mut read = |bytes_left| read_edits(&bytes, &mut document, &Budget::new(bytes_left));
    assert!(read(1 << 18).is_ok());
    let error = read(150_000).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn an_edit_beyond_the_end_of_its_game_is_refused() {
    let sound = read_text(GAME.as_bytes());
    for (keep, drop, is_refused) in [
        (GAME.len(), 0, false),
        (GAME.len() + 1, 0, true),
        (0, GAME.len(), false),
        (1, GAME.len(), true),
    ] {
        let mut document = sound.clone();
        let Piece::Game(_, layout) = &mut document.pieces[0] else {
            panic!("{:?}", document.pieces)
        };
        let insert = b"a".to_vec();
        layout.edits.folded = vec![Edit { keep, drop, insert }];
        assert_eq!(write_edits(&document).is_err(), is_refused, "{keep} {drop}");
    }
}

/// Renderings are made before edits are read: they may not be longer than the text allows.
#[test]
fn renderings_for_edits_are_bounded() {
    let games = GAME.repeat(100);
    let mut document = read_text(games.as_bytes());
    for piece in &mut document.pieces {
        if let Piece::Game(_, layout) = piece {
            layout.edits.folded = vec![Edit {
                keep: 0,
                drop: 1,
                insert: Vec::new(),
            }];
        }
    }
    document.styles[0].after_game = u16::MAX;
    let bytes = write_edits(&document).unwrap();
    let budget = Budget::for_text(1 << 30, games.len() as u64);
    let error = read_edits(&bytes, &mut document, &budget).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

/// To walk a rendering takes far more time than to make it. Where edits of both kinds are made, both
/// renderings are walked.
#[test]
fn less_of_renderings_may_be_walked_than_made() {
    let games = GAME.repeat(4_000);
    let text = games.len() as u64;
    let most = most_walked_together(text) / 4_000;
    let edit = |keep, drop| Edit {
        keep,
        drop,
        insert: Vec::new(),
    };
    for (is_loose, rendered, walked) in [
        (false, most, None),
        (false, most + 1, Some(ErrorKind::Limit)),
        (true, most / 2, None),
        (true, most / 2 + 2, Some(ErrorKind::Limit)),
    ] {
        let mut document = read_text(games.as_bytes());
        document.styles[0].after_game += (rendered - GAME.len()) as u16;
        for piece in &mut document.pieces {
            if let Piece::Game(_, layout) = piece {
                layout.edits.loose = vec![edit(1, 1); usize::from(is_loose)];
                layout.edits.folded = vec![edit(GAME.len() - 1, rendered - GAME.len())];
            }
        }
        assert!(crate::pgn::write_at_most(&document, text).is_ok());
        let bytes = write_edits(&document).unwrap();
        let mut back = without_edits(&document);
        let read = read_edits(&bytes, &mut back, &Budget::for_text(1 << 24, text));
        assert_eq!(read.err().map(|error| error.kind()), walked);
    }
}

/// Whatever games a writer departs from a style in, whoever has room for the text can read the edits.
#[test]
fn edits_that_are_found_can_be_read() {
    let tails = (0_usize..6_000).map(|game| (game.wrapping_mul(0x9e37_79b9) >> 8) % 151);
    let text: String = tails
        .map(|tail| GAME.to_owned() + &"\n".repeat(tail))
        .collect();
    for text in [
        text.clone(),
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
    ] {
        let document = read_text(text.as_bytes());
        let bytes = write_edits(&document).unwrap();
        assert!(bytes.len() > 1_000);
        let mut back = without_edits(&document);
        read_edits(&bytes, &mut back, &Budget::of_block(text.len() as u64)).unwrap();
        assert_eq!(back, document);
    }
}

/// A rendering that edits of both kinds change is made once, as it is where its text is written. (What
/// is walked here is below its bound.)
#[test]
fn a_rendering_that_is_changed_twice_counts_once() {
    let games = GAME.repeat(6);
    let mut kinds = Vec::new();
    for after_game in (2_000..62_000).step_by(3_000) {
        let mut document = read_text(games.as_bytes());
        document.styles[0].after_game = after_game;
        let plain = write_text(&document).unwrap().len() / 6;
        for piece in &mut document.pieces {
            if let Piece::Game(_, layout) = piece {
                let edit = |keep, drop| Edit {
                    keep,
                    drop,
                    insert: Vec::new(),
                };
                layout.edits.loose = vec![edit(1, 1)];
                layout.edits.folded = vec![edit(GAME.len() - 9, plain - GAME.len() + 8)];
            }
        }
        let bytes = write_edits(&document).unwrap();
        let text = games.len() as u64;
        let mut back = without_edits(&document);
        let read = read_edits(&bytes, &mut back, &Budget::for_text(1 << 24, text));
        let written = crate::pgn::write_at_most(&document, text);
        let kind = written.err().map(|error| error.kind());
        assert_eq!(read.err().map(|error| error.kind()), kind, "{after_game}");
        assert!(kind.is_some() || back == document);
        kinds.push(kind);
    }
    assert_eq!(kinds.first(), Some(&None));
    assert_eq!(kinds.last(), Some(&Some(ErrorKind::Limit)));
}

//! Random documents, texts and payloads: both decoders read the same.

use super::{
    MOST_TEXT, decode,
    drawn::{a_document, any_style},
    game::by_other_rules,
    payloads::{any_changes, changed, damaged},
};
use crate::{
    games::{Features, any_game},
    historic::codecs,
};
use pgnpack::{
    chess::{Rules, line::Line},
    codec::{self, CodecId, Level},
    error::ErrorKind,
    limits::Budget,
    pgn::{
        self,
        game::{Game, Item},
        layout::{Document, Edit, Edits, Layout, Piece},
        style::{Braces, Gap, Kind, Style, writers::writers},
    },
};
use proptest::{prelude::*, sample::Index};
use std::{fs, path::Path};

/// Packs a document with a codec, if the codec has words for all of it, and reads it.
fn comes_back(document: &Document, id: CodecId) -> Result<(), TestCaseError> {
    let codec = codec::by_id(id);
    if document.games().any(|game| codec.objection(game).is_some()) {
        return Ok(());
    }
    let text = pgn::write(document).ok();
    match codec.encode(document, Level::DEFAULT) {
        Ok(payload) => is_same(id, text, decode(id as u8, &payload).ok()),
        // An edit that reaches beyond the end of its game.
        Err(_) => is_same(id, text, None),
    }
}

/// Checks that both decoders read the same, or nothing.
fn is_same(id: CodecId, text: Option<Vec<u8>>, back: Option<Vec<u8>>) -> Result<(), TestCaseError> {
    let same = text == back;
    let [text, back] = [text, back].map(|text| {
        let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
        text.unwrap_or_default()
    });
    prop_assert!(same, "{}:\n{text:?}\n{back:?}", id.name());
    Ok(())
}

/// What codecs that say moves alone have words for.
const PLAYED: Features = Features {
    null: false,
    faults: false,
    set_up: true,
    variations: true,
};

const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 5 0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 3 70000",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1",
    "r1r1k2r/8/8/8/8/8/8/R1R1KR1R w KQkq - 0 1",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 4294967295",
    "4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_99999999999999",
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
    "8/4k3/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w K - +1+2 0 9",
];

const VARIANTS: [&str; 10] = [
    "ATOMIC\u{b2}",
    "átomic",
    "",
    "Chess960",
    "Ant ichess",
    "Atomic",
    "King of the Hill",
    "Horde 2",
    "ho.rde",
    "Standard",
];

/// A game of some legal moves behind a glyph, if it is one of chess.
fn game_from(fen: Vec<u8>, variant: &str, moves: &[Index]) -> Option<Game> {
    let mut game = Game::default();
    game.tags.push(b"FEN", &fen);
    if !variant.is_empty() {
        game.tags.push(b"Variant", variant.as_bytes());
    }
    let mut line = Line::new(game.start()?);
    game.items.push(Item::Nag(1));
    for index in moves {
        let legal = line.position().legal_moves();
        if !legal.is_empty() {
            let m = legal[index.index(legal.len())];
            line.play(m);
            game.items.push(Item::Move(m));
        }
    }
    Some(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn documents_are_read_from_the_document(document in a_document(PLAYED, 3, 3)) {
        for (id, _) in codecs() {
            comes_back(&document.0, id)?;
        }
    }

    #[test]
    fn documents_of_all_that_games_hold_are_read_from_the_document(document in a_document(Features::ALL, 3, 3)) {
        comes_back(&document.0, CodecId::Jose)?;
    }

    #[test]
    fn changed_texts_are_read_from_the_document(which in any::<Index>(), changes in any_changes()) {
        let fixtures = fs::read_dir(Path::new("fixtures/pgn")).unwrap();
        let mut paths: Vec<_> = fixtures.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| !path.ends_with("tags.pgn"));
        paths.sort();
        let text = changed(fs::read(which.get(&paths)).unwrap(), &changes);
        for id in [CodecId::Bitpack, CodecId::Jose, CodecId::Index] {
            comes_back(&pgn::read(&text), id)?;
        }
    }

    /// 9.2
    #[test]
    fn starts_are_read_from_the_document(
        fen in prop::sample::select(STARTS.to_vec()),
        changes in prop::collection::vec((any::<Index>(), "[ -~]|[KQRBNPkqrbnp1-8/wa-h _-]|[KQkq1-8 ]", 0u8..3), 0..3),
        moves in prop::collection::vec(any::<Index>(), 0..8),
        first_number in prop::option::weighted(0.3, 0u16..3),
        moves_a_line in prop::sample::select(vec![0u16, 1, 3, 5, 15]),
        variant in prop::sample::select(VARIANTS.to_vec()),
    ) {
        let mut fen = fen.as_bytes().to_vec();
        for (place, with, kind) in changes {
            let (place, with) = (place.index(fen.len() + 1), with.as_bytes()[0]);
            match kind {
                0 => fen.insert(place, with),
                1 if place < fen.len() => fen[place] = with,
                _ if place < fen.len() => drop(fen.remove(place)),
                _ => {}
            }
        }
        let tags = [(b"Variant".to_vec(), variant.as_bytes().to_vec())];
        let game = game_from(fen, variant, &moves);
        prop_assert_eq!(game.is_none(), by_other_rules(&tags));
        if let Some(game) = game {
            let layout = Layout { first_number, ..Layout::default() };
            let document = Document::new(vec![Style { moves_a_line, ..Style::default() }], vec![Piece::Game(Box::new(game), layout)]);
            for (id, _) in codecs() {
                comes_back(&document, id)?;
            }
        }
    }

    /// Whatever is no payload is none for either decoder.
    #[test]
    fn damage_is_damage_to_both_decoders(
        document in prop_oneof![a_document(Features::ALL, 3, 3), a_document(PLAYED, 3, 3)],
        which in any::<Index>(),
        changes in any_changes(),
    ) {
        for (id, _) in codecs() {
            let codec = codec::by_id(id);
            if document.0.games().any(|game| codec.objection(game).is_some()) {
                continue;
            }
            let Ok(payload) = codec.encode(&document.0, Level::DEFAULT) else {
                continue;
            };
            let payload = damaged(&payload, which, &changes);
            let document = codec.decode(&payload, &Budget::new(1 << 26));
            let text = document.and_then(|document| pgn::write_at_most(&document, MOST_TEXT as u64));
            let back = decode(id as u8, &payload);
            match (&text, &back) {
                // 8: a decoder may refuse it.
                (Err(error), Ok(_)) if error.kind() == ErrorKind::Limit => {}
                _ => is_same(id, text.ok(), back.ok())?,
            }
        }
    }
}

/// A game in a style, with edits before its lines are folded.
fn edited(game: &Game, style: Style, loose: Vec<Edit>) -> Document {
    let layout = Layout {
        edits: Edits {
            loose,
            folded: Vec::new(),
        },
        ..Layout::default()
    };
    Document::new(
        vec![style],
        vec![Piece::Game(Box::new(game.clone()), layout)],
    )
}

/// 9.3.4, *words*: behind a space put in there is a word of no bytes, at which the line is too
/// long, where no words follow (the text behind `;`), and where nothing does.
#[test]
fn words_of_no_bytes_behind_a_space_put_in_are_read_from_the_document() {
    let mut game = Game::default();
    game.items.push(Item::Comment(b"text"[..].into()));
    let document = |width, loose| {
        let style = Style {
            braces: Braces::Semicolon,
            width,
            ..Style::default()
        };
        edited(&game, style, loose)
    };
    let plain = pgn::write(&document(0, Vec::new())).unwrap();
    let begin = plain.iter().position(|&byte| byte == b';').unwrap();
    for (keep, drop, folded) in [
        (begin + 1, 0, ";\ntext"),
        (begin + 2, plain.len() - begin - 2, ";t\n"),
    ] {
        let edit = Edit {
            keep,
            drop,
            insert: b" "[..].into(),
        };
        let document = document(1, vec![edit]);
        let text = pgn::write(&document).unwrap();
        assert!(text[begin..].starts_with(folded.as_bytes()));
        comes_back(&document, CodecId::Index).unwrap();
    }
}

/// 9.3.4, *no words*: what is put in place of the beginning of a move behind a gap *free* may stick
/// out of the line as the move might.
#[test]
fn what_is_put_in_behind_a_free_gap_is_read_from_the_document() {
    let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";
    let Piece::Game(game, _) = pgn::read(text).pieces.remove(0) else {
        panic!("no game");
    };
    let [number, white, black] = [Kind::Number, Kind::White, Kind::Black].map(|kind| kind as usize);
    let folds = |writer: &&Style| writer.gaps[0][white][black] == Gap::Fold;
    let mut writer = writers().iter().find(folds).unwrap().clone();
    writer.gaps[0][number][white] = Gap::Free;
    let document = |width, loose| {
        let style = Style {
            width,
            ..writer.clone()
        };
        edited(&game, style, loose)
    };
    let plain = pgn::write(&document(0, Vec::new())).unwrap();
    let keep = plain.windows(2).position(|two| two == b"Bb").unwrap();
    for width in 1..40 {
        let edit = Edit {
            keep,
            drop: 1,
            insert: b"Qc"[..].into(),
        };
        comes_back(&document(width, vec![edit]), CodecId::Index).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// 9.3.4
    #[test]
    fn loose_edits_are_read_from_the_document(document in a_document(PLAYED, 7, 0)) {
        comes_back(&document.0, CodecId::Index)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// 9.6: more changes than have numbers.
    #[test]
    fn many_styles_and_changes_are_read_from_the_document(
        styles in prop::collection::vec(any_style(), 20..40),
        game in any_game(PLAYED),
        drawn in prop::collection::vec((0usize..2_000, 0usize..3, "[a-e]{0,4}"), 250..700),
        pieces in prop::collection::vec((any::<Index>(), any::<Index>(), 0usize..40, any::<bool>()), 10..40),
    ) {
        let mut game = game;
        game.items.push(Item::Comment("x".repeat(30_000).as_bytes().into()));
        let mut document = Document::new(styles, Vec::new());
        for (style, first, count, is_loose) in pieces {
            let first = first.index(drawn.len());
            let drawn = &drawn[first..(first + count).min(drawn.len())];
            let edits = drawn.iter().map(|(keep, drop, insert)| Edit {
                keep: keep / count,
                drop: *drop,
                insert: insert.as_bytes().into(),
            });
            let mut layout = Layout {
                style: style.index(document.styles.len()),
                ..Layout::default()
            };
            match is_loose {
                true => layout.edits = Edits { loose: edits.collect(), folded: Vec::new() },
                false => layout.edits = Edits { loose: Vec::new(), folded: edits.collect() },
            }
            document.pieces.push(Piece::Game(Box::new(game.clone()), layout));
        }
        comes_back(&document, CodecId::Index)?;
    }
}

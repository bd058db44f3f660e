//! What the program packs with codec `model`, the second decoder reads from the first byte to the
//! last, with nothing else to go by.

use super::{model, tests::is_same};
use crate::{
    corpus,
    random::Random,
    reference::{
        container, encoded,
        tags::{Lead, packed},
    },
    texts,
};
use pgnpack::chess::{
    setup,
    variants::{Variant, VariantMoves, VariantPosition},
};
use shakmaty::{
    EnPassantMode, Position,
    fen::{Epd, Fen},
};
use std::{fs, path::Path};

/// The number of the codec, as blocks have it.
const MODEL: u8 = 10;

/// How many blocks were read: with a string for each stream, and with one for all.
#[derive(Default)]
struct Read {
    apart: usize,
    joint: usize,
}

impl Read {
    /// Reads those blocks of a file that the codec wrote, and compares them.
    fn file(&mut self, packed: &[u8], text: &[u8], place: &str) {
        let lead = container::lead(packed).map(Lead::read);
        for (block, text) in container::blocks_of(packed, text) {
            if block.method != MODEL {
                continue;
            }
            self.block(&block.payload, lead.as_ref(), text, place);
        }
    }

    /// Reads a block of the codec, and compares it.
    fn block(&mut self, payload: &[u8], lead: Option<&Lead>, text: &[u8], place: &str) {
        is_same(&model::decode(payload, lead).unwrap(), text, place);
        match container::stream(payload, container::JOINT) {
            [] => self.apart += 1,
            _ => self.joint += 1,
        }
    }

    /// Fails where fewer blocks were read.
    fn at_least(&self, apart: usize, joint: usize) {
        let enough = self.apart >= apart && self.joint >= joint;
        assert!(enough, "{} and {} blocks", self.apart, self.joint);
    }

    /// Reads what the codec makes of a text as one block.
    fn encoded(&mut self, text: &[u8], level: u8, place: &str) {
        self.block(
            &encoded(text, level),
            None,
            text,
            &format!("{place}, level {level}"),
        );
    }

    /// Packs a text, and reads the blocks that the codec wrote.
    fn packed(&mut self, text: &[u8], level: u8, block_size: Option<usize>, place: &str) {
        let place = format!("{place}, level {level}");
        self.file(&packed(text, level, block_size), text, &place);
    }
}

#[test]
fn fixtures_are_read() {
    let mut read = Read::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pgn");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = fs::read(&path).unwrap();
        for level in [1, 6] {
            read.encoded(&text, level, name);
        }
    }
    read.at_least(6, 51);
}

#[test]
fn small_texts_are_read() {
    let mut read = Read::default();
    for (name, text) in texts::all() {
        read.packed(&text, 6, None, name);
    }
    read.at_least(6, 11);
}

#[test]
fn a_game_alone_is_read_at_all_levels() {
    let mut read = Read::default();
    for level in 1..=9 {
        read.packed(texts::GAME.as_bytes(), level, None, "a game");
    }
    assert_eq!((read.apart, read.joint), (0, 9));
}

#[test]
fn blocks_behind_a_lead_are_read() {
    let mut read = Read::default();
    read.packed(&texts::season(), 3, Some(30_000), "a season");
    read.at_least(3, 0);
}

#[test]
fn golden_files_are_read() {
    let mut read = Read::default();
    for (file, text) in [("model.pgz", "sample.pgn"), ("model-short.pgz", "game.pgn")] {
        let [packed, text] =
            [file, text].map(|name| fs::read(format!("fixtures/golden/v1/{name}")).unwrap());
        read.file(&packed, &text, file);
    }
    read.at_least(0, 1);
}

/// The moves of a random game by other rules, spelt as the standard does, a few of them otherwise.
fn random_moves(variant: Variant, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut here = VariantMoves::new(VariantPosition::new(variant));
    let mut moves = Vec::new();
    while let Some(now) = here.filter(|here| !here.moves().is_empty() && moves.len() < 90) {
        let m = now.moves()[random.below(now.moves().len())];
        here = now.after(m);
        let mark = here.as_ref().and_then(VariantMoves::mark);
        let spelt = String::from_utf8(now.spell(m, mark)).unwrap();
        moves.push(match random.below(40) {
            0 => format!("{spelt}#"),
            1 => spelt.to_uppercase(),
            _ => spelt,
        });
    }
    moves.join(" ")
}

#[test]
fn games_by_other_rules_are_read() {
    let mut read = Read::default();
    for (name, variant) in [
        ("Antichess", Variant::Antichess),
        ("Atomic", Variant::Atomic),
        ("Crazyhouse", Variant::Crazyhouse),
        ("Horde", Variant::Horde),
        ("Racing Kings", Variant::RacingKings),
    ] {
        let game = |seed| {
            let moves = random_moves(variant, seed);
            format!("[White \"Mo\"]\n[Black \"Kat\"]\n[Variant \"{name}\"]\n\n{moves} *\n\n")
        };
        let games: String = (0..6).map(game).collect();
        for level in [1, 6] {
            read.packed(games.as_bytes(), level, None, name);
        }
    }
    assert_eq!(read.apart, 10);
}

/// Lists of positions of random games, and the lines of some that are no position.
#[test]
fn lists_of_positions_are_read() {
    let mut read = Read::default();
    for (mode, back_rank) in [
        (EnPassantMode::Always, "rnbqkbnr"),
        (EnPassantMode::Legal, "nrbkqbnr"),
    ] {
        let white = back_rank.to_uppercase();
        let start = format!("{back_rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        let mut position = setup::position_of_fen(start.as_bytes()).unwrap();
        let mut random = Random::new(1);
        let mut list = String::new();
        for ply in 0..80 {
            let epd = Epd::from_position(&position, mode);
            list += &match random.below(20) {
                0 => format!("{epd} bm e4; id \"{ply}\";\r\n"),
                1 => format!("{epd}\n\n{epd}\n8/8/8 no position\n"),
                2..10 => format!("{}\n", Fen::from_position(&position, mode)),
                _ => format!("{epd} {} {}\n", ply % 4, 1 + ply / 2),
            };
            let moves = position.legal_moves();
            if !moves.is_empty() && random.below(10) > 0 {
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        for level in [1, 6, 9] {
            let text = format!("{list}\n\n{}\n", texts::GAME);
            read.packed(text.as_bytes(), level, None, "a list");
        }
    }
    assert_eq!(read.apart + read.joint, 6);
}

/// The first so many bytes of each file, at one level after the other.
#[test]
#[ignore = "needs PGNPACK_CORPUS, and takes minutes"]
fn excerpts_of_the_corpus_are_read() {
    let files = ["dev", "train", "odd"].into_iter().flat_map(corpus::files);
    let levels = [
        (6, 30_000),
        (1, 60_000),
        (9, 5_000),
        (3, 30_000),
        (8, 8_000),
    ];
    let mut read = Read::default();
    for (path, (level, bytes)) in files.zip(levels.into_iter().cycle()) {
        let text = fs::read(&path).unwrap();
        let excerpt = &text[..text.len().min(bytes)];
        read.packed(excerpt, level, None, &path.display().to_string());
    }
    read.at_least(51, 301);
}

//! A second implementation of the model of tags, which does what its document
//! (`src/codec/model/tags/MODEL.md`) says. Slow and plain; it shares no code with the first.
//!
//! It decodes the streams *tags* and *outcomes* of a block. The moves and comments of the games it
//! takes from the text.

pub(crate) mod block;
mod cell;
mod clocks;
mod column;
mod fens;
mod hints;
mod memory;
mod models;
mod numbers;
pub(crate) mod openings;
mod outcomes;
mod planner;
mod random_texts;
mod roles;
pub(crate) mod source;
mod spelling;
pub(crate) mod table;
mod texts;
mod times;

use crate::{
    reference::{container, moves::texts::games_of},
    round_trip::pack,
    texts as small_texts,
};
use block::{Block, Tags};
use pgnpack::{
    codec::{CodecId, Level},
    pgn::game::Game,
    pipeline::CompressOptions,
};
use source::Coder;
pub(crate) use spelling::back_rank;
use std::{collections::BTreeSet, fs};
use table::Table;

fn tags_of(game: &Game) -> Tags {
    let tags = game.tags.iter();
    tags.map(|tag| (tag.name.to_vec(), tag.value.to_vec()))
        .collect()
}

/// Packs a text with codec `model`.
pub(crate) fn packed(text: &[u8], level: u8, block_size: Option<usize>) -> Vec<u8> {
    let options = CompressOptions {
        codec: CodecId::Model,
        level: Level::new(level).unwrap(),
        block_size,
        ..CompressOptions::default()
    };
    pack(text, &options).0
}

/// What stands before all blocks (7.8.5 of the format).
pub(crate) struct Lead {
    block: Block,
    games: usize,
}

impl Lead {
    /// From the bytes of the header.
    pub(crate) fn read(bytes: &[u8]) -> Lead {
        let (level, mut bytes) = (bytes[0], &bytes[1..]);
        let (mut games, mut place) = (0, 0);
        while let [byte, rest @ ..] = bytes {
            games |= usize::from(byte & 0x7f) << place;
            place += 7;
            bytes = rest;
            if *byte < 0x80 {
                break;
            }
        }
        let mut block = Block::new(level, 2 * games);
        block.early(&mut Coder::reading(bytes), &Table::default(), games);
        Lead { block, games }
    }
}

/// The names of the primers, in the order of their numbers (7.8.6 of the format).
const PRIMERS: [&str; 9] = [
    "lichess",
    "chesscom",
    "board",
    "engines",
    "fics",
    "studies",
    "database",
    "icc",
    "correspondence",
];

/// The models that a primer has taught, and how many games it has.
fn primed(primer: usize, level: u8) -> Lead {
    let file = format!("src/codec/model/tags/primers/{}.pgn", PRIMERS[primer]);
    let games = games_of(&fs::read(file).unwrap());
    let tags: Vec<Tags> = games.iter().map(tags_of).collect();
    let table = planner::table(&tags);
    let mut block = Block::new(level, 96);
    let mut coder = Coder::knowing();
    block.early(&mut coder, &table, games.len());
    block.late(&mut coder, &table, &games, 0);
    assert!((0..games.len()).all(|game| block.tags(game) == tags[game]));
    Lead {
        block,
        games: games.len(),
    }
}

/// The models of tags as they begin in a block of so many games whose head is `head`, and how many
/// games they have learnt from (7.8 of the format, *Head*).
pub(crate) fn beginning(head: u8, games: usize, lead: Option<&Lead>) -> (Block, usize) {
    let (level, begins) = (head % 16, head / 16);
    match begins {
        0 => (Block::new(level, games), 0),
        1 => {
            let lead = lead.unwrap();
            (lead.block.starting(games), lead.games)
        }
        THE_LEAD => (lead.unwrap().block.starting(games), 0),
        primer => {
            let primed = primed(primer as usize - 3, level);
            (primed.block.starting(games), primed.games)
        }
    }
}

/// The tags of the block are the lead (7.8 of the format, *Head*).
pub(crate) const THE_LEAD: u8 = 2;

/// Decodes the tags of a block of these games, and compares them; says where its models begin.
fn block_comes_back(name: &str, payload: &[u8], games: &[Game], lead: Option<&Lead>) -> u8 {
    let head = container::stream(payload, container::LAYOUT)[0];
    let (mut block, first) = beginning(head, games.len(), lead);
    if head / 16 != THE_LEAD {
        let mut tags = Coder::reading(container::stream(payload, container::TAGS));
        block.early(&mut tags, &Table::default(), games.len());
    }
    let mut outcomes = Coder::reading(container::stream(payload, container::OUTCOMES));
    block.late(&mut outcomes, &Table::default(), games, first);
    for (number, game) in games.iter().enumerate() {
        let tags = block.tags(first + number);
        assert_eq!(tags, tags_of(game), "{name}, game {number}");
    }
    head / 16
}

/// Decodes the tags of all blocks of a file, and compares them with those of its text; says where
/// the models of the blocks begin.
fn file_comes_back(name: &str, file: &[u8], text: &[u8]) -> Vec<u8> {
    let lead = container::lead(file).map(Lead::read);
    let mut begins = Vec::new();
    for (block, text) in container::blocks_of(file, text) {
        if container::stream(&block.payload, container::LAYOUT).is_empty() {
            continue; // all streams in one
        }
        let games = games_of(text);
        begins.push(block_comes_back(
            name,
            &block.payload,
            &games,
            lead.as_ref(),
        ));
    }
    begins
}

/// Decodes the tags of some texts, each a block that begins with fresh models.
fn texts_come_back(level: u8, texts: &[(&str, Vec<u8>)]) {
    for (name, text) in texts {
        let file = packed(text, level, None);
        assert_eq!(file_comes_back(name, &file, text), [0], "{name}");
    }
}

#[test]
fn tags_come_back_from_votes() {
    texts_come_back(1, &texts::all());
}

#[test]
fn tags_come_back_from_choosers_at_level_3() {
    texts_come_back(3, &texts::all());
}

#[test]
fn tags_come_back_from_choosers_at_level_6() {
    texts_come_back(6, &texts::all());
}

#[test]
fn tags_come_back_from_context_mixers() {
    texts_come_back(9, &texts::usual());
}

#[test]
fn rarer_tags_come_back_from_context_mixers() {
    texts_come_back(9, &texts::rarer());
}

#[test]
fn tags_of_fixtures_and_times_come_back_from_context_mixers() {
    texts_come_back(9, &texts::fixtures_and_times());
}

#[test]
fn tags_come_back_after_a_lead() {
    for ((name, text), level) in texts::all().into_iter().zip([9, 3, 3]) {
        let file = packed(&text, level, Some(40_000));
        let begins = file_comes_back(name, &file, &text);
        assert!(begins.len() > 2, "{name}");
        assert!(begins[0] == 2 && begins[1..].iter().all(|&begins| begins == 1));
    }
}

#[test]
fn tags_come_back_after_primers() {
    let mut all = BTreeSet::new();
    for (primer, text) in texts::by_primer().iter().enumerate() {
        let level = [1, 3, 9][primer % 3];
        let file = packed(text, level, None);
        all.extend(file_comes_back(PRIMERS[primer], &file, text));
    }
    let missing: Vec<u8> = (3..12).filter(|primer| !all.contains(primer)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn tags_of_few_games_come_back() {
    let mut all = BTreeSet::new();
    for (name, text) in texts::few() {
        for level in [1, 3, 9] {
            let file = packed(&text, level, None);
            all.extend(file_comes_back(name, &file, &text));
        }
    }
    assert!(all.contains(&0) && all.len() > 2, "{all:?}");
}

#[test]
fn tags_of_many_games_come_back() {
    let season = String::from_utf8(small_texts::season()).unwrap();
    let text = small_texts::told_apart(&season.repeat(5)).into_bytes();
    for level in [1, 3] {
        texts_come_back(level, &[("five seasons", text.clone())]);
    }
}

/// Columns from the 61st on have the sets of earlier ones.
#[test]
fn games_of_many_tags_come_back() {
    let tag = |game: usize, number: usize| match number % 3 {
        0 => format!("[Tag{number} \"{}\"]\n", game * number % 7),
        _ => format!(
            "[Tag{number} \"{:x}\"]\n",
            game * game * (number + 9) % 1_009
        ),
    };
    let game = |game| {
        let tags: String = (0..70).map(|number| tag(game, number)).collect();
        format!("{tags}\n1. e4 e5 *\n\n")
    };
    let text: String = (0..12).map(game).collect();
    for level in [1, 6, 9] {
        let file = packed(text.as_bytes(), level, None);
        file_comes_back("many tags", &file, text.as_bytes());
    }
}

#[test]
fn tags_at_random_come_back() {
    let mut blocks = 0;
    for seed in 0..24 {
        let text = random_texts::at_random(seed);
        let file = packed(&text, [1, 3, 9][seed as usize % 3], None);
        blocks += file_comes_back(&format!("seed {seed}"), &file, &text).len();
    }
    assert_eq!(blocks, 24);
}

#[test]
fn the_golden_lead_is_read() {
    let file = fs::read("fixtures/golden/v1/model.pgz").unwrap();
    let text = fs::read("fixtures/golden/v1/sample.pgn").unwrap();
    let first = &container::blocks(&file).unwrap()[0];
    let games = games_of(&text[..first.text_bytes as usize]);
    let lead = Lead::read(container::lead(&file).unwrap());
    assert_eq!(lead.games, games.len());
    let late = |(name, _): &(Vec<u8>, Vec<u8>)| column::phase(name, 0) == column::Phase::Late;
    for (number, game) in games.iter().enumerate() {
        let mut tags = tags_of(game);
        tags.retain(|tag| !late(tag));
        assert_eq!(lead.block.tags(number), tags);
    }
}

//! Makes the snapshot: statistics of the names, places and comments of many games.
//!
//! ```text
//! PGNPACK_CORPUS=… cargo test --release --lib compile_snapshot -- --ignored --nocapture
//! ```
//! The folder holds `train/`.

use super::field;
use crate::{
    coding::text::collect::{self, Document},
    pgn::{
        self,
        game::{Game, Item},
        layout::Piece,
    },
};
use rustc_hash::FxHashSet;
use std::path::Path;

/// Log2 of the lines.
const LOG2_LINES: u32 = 17;
/// A line that fewer names visit is left out, so that no name and no comment is kept as such.
const LEAST: u16 = 3;
/// How many names the comments of a game are worth.
const PROSE_WEIGHT: u16 = 6;
/// What the names of files begin with that have no tags to speak of.
const MOVES_ALONE: &str = "moves-";
/// Bytes of a file that are read.
const MOST_BYTES: usize = 60 << 20;

#[test]
#[ignore = "makes a file of the source tree"]
fn compile_snapshot() {
    let Ok(corpus) = std::env::var("PGNPACK_CORPUS") else {
        println!("skipped: PGNPACK_CORPUS names no folder");
        return;
    };
    let train = Path::new(&corpus).join("train");
    let mut files: Vec<_> = std::fs::read_dir(train)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut gathered = Gathered::default();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with(MOVES_ALONE) {
            continue;
        }
        let text = std::fs::read(&file).unwrap();
        gathered.read(
            &text[..text.len().min(MOST_BYTES)],
            name.starts_with("annotated"),
        );
        println!("{name}: {} documents", gathered.documents.len());
    }
    let bytes = collect::snapshot(&gathered.documents, LOG2_LINES, LEAST);
    println!("{} bytes", bytes.len());
    std::fs::write("src/codec/text/priming/snapshot.bin", bytes).unwrap();
}

/// Strings of many games, each value of a tag once.
#[derive(Default)]
struct Gathered {
    documents: Vec<Document>,
    seen: FxHashSet<(u32, Vec<u8>)>,
}

impl Gathered {
    fn read(&mut self, text: &[u8], prose: bool) {
        for part in text.chunks(8 << 20) {
            for piece in pgn::read(part).pieces {
                let Piece::Game(game, _) = piece else {
                    continue;
                };
                self.take_tags(&game);
                if prose {
                    self.take_comments(&game);
                }
            }
        }
    }

    fn take_tags(&mut self, game: &Game) {
        for tag in game.tags.iter() {
            let field = field::of_tag(tag.name);
            let known = [field::PLAYER, field::EVENT, field::SITE, field::OPENING];
            let plain = tag.value.starts_with(b"http") || tag.value.len() > 60;
            if known.contains(&field) && !plain && self.seen.insert((field, tag.value.to_vec())) {
                self.documents.push(Document {
                    weight: 1,
                    strings: vec![(field, tag.value.to_vec())],
                });
            }
        }
    }

    fn take_comments(&mut self, game: &Game) {
        let comments = game.items.iter().filter_map(|item| match item {
            Item::Comment(comment) => Some((field::PROSE, comment.clone())),
            _ => None,
        });
        let strings: Vec<_> = comments.collect();
        if !strings.is_empty() {
            self.documents.push(Document {
                weight: PROSE_WEIGHT,
                strings,
            });
        }
    }
}

//! Makes the tables of openings, from Lichess's list of openings and from games whose tags name
//! theirs.
//!
//! ```text
//! PGNPACK_CORPUS=… PGNPACK_OPENINGS=… cargo test --profile quick compile_books -- --ignored --nocapture
//! ```
//! The first folder holds `train/`, the second Lichess's list (`a.tsv` to `e.tsv`).

use super::{Book, path::Path};
use crate::{
    chess::{Position, Rules, san::San},
    codec::model::facts::GameFacts,
    pgn::{self, game::Game, layout::Piece},
};
use rustc_hash::FxHashMap;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// A game's positions and what its tags call them.
struct Named {
    path: Box<[u32]>,
    label: String,
}

/// The label of each position.
type Labels = BTreeMap<u32, String>;

#[test]
#[ignore = "makes a file of the source tree"]
fn compile_books() {
    let [corpus, list] = ["PGNPACK_CORPUS", "PGNPACK_OPENINGS"].map(|variable| {
        std::env::var(variable).unwrap_or_else(|_| panic!("{variable} names a folder"))
    });
    let train = PathBuf::from(corpus).join("train");
    let mut books: [Labels; Book::ALL.len()] = Default::default();
    books[Book::Lichess as usize] = listed(&PathBuf::from(list));

    let old = named(
        &train,
        &[
            ("lichess-dump-2015-04b", 99),
            ("lichess-dump-2013-01-evals", 99),
        ],
        |game| label(game.tag("ECO")?, game.tag("Opening")?),
    );
    books[Book::OldLichess as usize] = older(&old, &books[Book::Lichess as usize]);

    let board = named(&train, &[("otb-lf", 40), ("otb-crlf", 60)], |game| {
        let code = game.tag("ECO")?;
        (code.len() == 3).then(|| label(code, b"")).flatten()
    });
    books[Book::Board as usize] = learn(&board, Labels::new(), 3);

    let linked = named(
        &train,
        &[
            ("chesscom-mixed-crlf", 99),
            ("chesscom-mixed", 99),
            ("chesscom-mixed-2", 99),
        ],
        |game| {
            let link = game
                .tag("ECOUrl")?
                .strip_prefix(b"https://www.chess.com/openings/")?;
            label(b"", link)
        },
    );
    books[Book::ChessCom as usize] = learn(&linked, Labels::new(), 3);

    let listed: BTreeSet<String> = books[Book::Lichess as usize]
        .values()
        .filter_map(|label| Some(label.split_once('\t')?.1.to_string()))
        .collect();
    let otherwise = named(&train, &[("otb-lf", 99), ("otb-crlf", 999)], |game| {
        let tag = |name| String::from_utf8(game.tag(name).unwrap_or_default().to_vec()).ok();
        let (opening, variation) = (tag("Opening")?, tag("Variation")?);
        let joined = match variation.as_str() {
            "" => opening.clone(),
            variation => format!("{opening}: {variation}"),
        };
        // Where a name has two parts, it is in Lichess's manner.
        let other = !opening.is_empty() && !opening.contains(": ") && !listed.contains(&joined);
        let name = format!("{opening}\t{variation}");
        other.then(|| label(b"", name.as_bytes())).flatten()
    });
    // There are few of these games: whatever they show is taken.
    books[Book::OtherNames as usize] = learn(&otherwise, Labels::new(), 1);
    let bytes = written(&books);
    println!("{} bytes", bytes.len());
    std::fs::write("src/codec/model/opening/books.bin", bytes).unwrap();
}

fn label(code: &[u8], name: &[u8]) -> Option<String> {
    let label = [code, b"\t", name].concat();
    String::from_utf8(label)
        .ok()
        .filter(|label| label.len() < 200)
}

/// Reads Lichess's list: lines of code, name and moves.
fn listed(folder: &std::path::Path) -> Labels {
    let mut book = Labels::new();
    for letter in ["a", "b", "c", "d", "e"] {
        let text = std::fs::read_to_string(folder.join(format!("{letter}.tsv"))).unwrap();
        for line in text.lines().skip(1) {
            let mut cells = line.split('\t');
            let (code, name, moves) = (
                cells.next().unwrap(),
                cells.next().unwrap(),
                cells.next().unwrap(),
            );
            let mut position = Position::default();
            let mut path = Path::default();
            for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
                let m = San::from_ascii(word.as_bytes())
                    .unwrap()
                    .to_move(&position)
                    .unwrap();
                position.play_unchecked(m);
                path.push(&position);
            }
            book.insert(*path.positions().last().unwrap(), format!("{code}\t{name}"));
        }
    }
    book
}

/// The games for which `label` finds a label, in files of which at most so many megabytes are read.
fn named(
    train: &std::path::Path,
    files: &[(&str, usize)],
    label: impl Fn(&Game) -> Option<String>,
) -> Vec<Named> {
    let mut found = Vec::new();
    for (file, megabytes) in files {
        let text = std::fs::read(train.join(format!("{file}.pgn"))).unwrap();
        let mut text = &text[..text.len().min(megabytes << 20)];
        while !text.is_empty() {
            let end = match pgn::split::cut(&text[..text.len().min(4 << 20)], false) {
                0 => text.len().min(4 << 20),
                end => end,
            };
            let (block, rest) = text.split_at(end);
            text = rest;
            for piece in pgn::read(block).pieces {
                let Piece::Game(game, _) = piece else {
                    continue;
                };
                if let Some(label) = label(&game) {
                    found.push(Named {
                        path: GameFacts::of(&game).path,
                        label,
                    });
                }
            }
        }
    }
    println!("{} games of {files:?}", found.len());
    found
}

/// The table that was in use when these games were named, as far as it differs from `list`: first
/// other labels for the positions of the list, then whatever else the games tell.
fn older(games: &[Named], list: &Labels) -> Labels {
    let mut votes: FxHashMap<u32, FxHashMap<&str, usize>> = FxHashMap::default();
    for game in games {
        let deepest = game.path.iter().rev().find(|p| list.contains_key(p));
        if let Some(position) = deepest {
            *votes
                .entry(*position)
                .or_default()
                .entry(&game.label)
                .or_default() += 1;
        }
    }
    let mut book = list.clone();
    for (position, votes) in votes {
        let (label, _) = votes
            .into_iter()
            .max_by_key(|&(label, count)| (count, label))
            .unwrap();
        book.insert(position, label.to_string());
    }
    let mut book = learn(games, book, 2);
    book.retain(|position, label| list.get(position) != Some(label));
    book
}

/// Adds positions to `book`, earlier ones first. A position gets the label that most games through
/// it have, where that puts at least `gain` more of them right.
fn learn(games: &[Named], mut book: Labels, gain: usize) -> Labels {
    let mut said: Vec<Option<String>> = vec![None; games.len()];
    for ply in 0..super::path::MAX_PLIES {
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, game) in games.iter().enumerate() {
            if let Some(&position) = game.path.get(ply) {
                groups.entry(position).or_default().push(index);
            }
        }
        for (position, group) in groups {
            let named = match book.get(&position) {
                Some(label) => label.clone(),
                None => {
                    let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
                    for &index in &group {
                        *votes.entry(&games[index].label).or_default() += 1;
                    }
                    let best = votes.into_iter().max_by_key(|&(_, count)| count);
                    let Some((label, right)) = best else { continue };
                    let is_right = |&&i: &&usize| said[i].as_ref() == Some(&games[i].label);
                    if right < group.iter().filter(is_right).count() + gain {
                        continue;
                    }
                    book.insert(position, label.to_string());
                    label.to_string()
                }
            };
            for index in group {
                said[index] = Some(named.clone());
            }
        }
    }
    let right = games
        .iter()
        .zip(&said)
        .filter(|(game, said)| said.as_ref() == Some(&game.label))
        .count();
    println!(
        "{} positions name {right} of {} games",
        book.len(),
        games.len()
    );
    book
}

fn written(books: &[Labels]) -> Vec<u8> {
    let mut labels: Vec<&String> = books.iter().flat_map(BTreeMap::values).collect();
    labels.sort();
    labels.dedup();
    let mut out = (labels.len() as u32).to_le_bytes().to_vec();
    let mut before: &[u8] = &[];
    for label in &labels {
        let label = label.as_bytes();
        let shared = before.iter().zip(label).take_while(|(a, b)| a == b).count();
        out.extend([shared as u8, (label.len() - shared) as u8]);
        out.extend_from_slice(&label[shared..]);
        before = label;
    }
    for book in books {
        out.extend((book.len() as u32).to_le_bytes());
        for (position, label) in book {
            out.extend(position.to_le_bytes());
            out.extend((labels.binary_search(&label).unwrap() as u16).to_le_bytes());
        }
    }
    out
}

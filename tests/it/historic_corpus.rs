//! The historical codecs on real games: what games cost, and which games they cannot express.

use crate::{corpus, historic::codecs};
use pgnpack::{
    chess::{Rules, line::Line},
    codec::{CodecId, Level, by_id, explain, game_codec},
    limits::Budget,
    pgn::{
        self,
        game::Item,
        layout::{Document, Piece, Reason},
    },
};
use std::{fs, path::Path};

/// Most bytes that are read of each file.
const EXCERPT: usize = 1 << 19;

fn documents(wanted: impl Fn(&str) -> bool) -> Vec<(String, Document)> {
    let files = corpus::files("dev").into_iter();
    files
        .map(|path| (name(&path), path))
        .filter(|(name, _)| wanted(name))
        .map(|(name, path)| {
            let mut text = fs::read(path).unwrap();
            text.truncate(EXCERPT);
            (name, pgn::read(&text))
        })
        .collect()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The number of moves, and the bits that they take.
fn cost(id: CodecId, document: &Document) -> (f64, f64) {
    let codec = game_codec(id).unwrap();
    let said = document
        .games()
        .filter(|game| codec.objection(game).is_none());
    said.flat_map(|game| explain::explain(codec, game).rows)
        .filter(|row| row.played.is_some())
        .fold((0.0, 0.0), |(plies, bits), row| {
            (plies + 1.0, bits + row.bits.len() as f64)
        })
}

/// The cost of the moves in bits if all legal moves were equally likely.
fn uniform_cost(document: &Document) -> f64 {
    let mut bits = 0.0;
    for game in document.games() {
        let mut line = Line::new(game.start().unwrap());
        for item in &game.items {
            match item {
                Item::Move(m) => {
                    bits += (line.position().legal_moves().len() as f64).log2();
                    line.play(*m);
                }
                Item::Open => line.open(),
                Item::Close => assert!(line.close()),
                _ => {}
            }
        }
    }
    bits
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn a_move_of_the_lichess_dumps_costs_what_the_documents_promise() {
    for (name, document) in documents(|name| name.starts_with("lichess-dump")) {
        let most = [
            (CodecId::Bitpack, 9.2),
            (CodecId::Brenner, 8.3),
            (CodecId::BrennerAlt, 8.3),
            (CodecId::Jose, 8.3),
            (CodecId::Squares, 12.01),
            (CodecId::Dense11, 11.0),
        ];
        for (id, most) in most {
            let (plies, bits) = cost(id, &document);
            println!("{name} {}: {:.4} bits a move", id.name(), bits / plies);
            assert!(plies > 10_000.0 && bits / plies <= most);
        }
        let (plies, bits) = cost(CodecId::Index, &document);
        let uniform = uniform_cost(&document);
        println!(
            "{name} index: {:.4} bits a move, {:.4} by the legal moves",
            bits / plies,
            uniform / plies
        );
        assert!((bits / uniform - 1.0).abs() < 0.01);
    }
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn hardly_a_game_over_the_board_is_beyond_words() {
    for (name, document) in documents(|name| name.starts_with("otb")) {
        let all = document.games().count();
        for (id, codec) in codecs() {
            let unsayable = document
                .games()
                .filter(|game| codec.objection(game).is_some())
                .count();
            println!("{name} {}: {unsayable} of {all} games fall back", id.name());
            assert!(unsayable * 1000 <= all);
        }
        let jose = game_codec(CodecId::Jose).unwrap();
        assert!(document.games().all(|game| jose.objection(game).is_none()));
    }
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn every_class_of_files_comes_back_through_every_codec() {
    for (name, document) in documents(|_| true) {
        for codec in codecs().map(|(id, _)| by_id(id)) {
            let mut document = document.clone();
            for piece in &mut document.pieces {
                if let Piece::Game(game, _) = piece
                    && codec.objection(game).is_some()
                {
                    *piece = Piece::Text(Vec::new(), Reason::Unsayable);
                }
            }
            let payload = codec.encode(&document, Level::DEFAULT).unwrap();
            let decoded = codec.decode(&payload, &Budget::new(1 << 30)).unwrap();
            assert!(decoded == document, "{name} {}", codec.id().name());
        }
    }
}

//! A second implementation of the model of annotations, which does what its document
//! (`src/codec/model/comments/MODEL.md`) says. Slow and plain; it shares no code with the first but
//! the rules of chess and the types of items.
//!
//! Main lines it decodes with the second implementation of the model of moves, as annotations
//! depend on what their moves cost.

mod blend;
pub(crate) mod block;
mod catalog;
mod clocks;
mod columns;
mod commentary;
mod evals;
mod fields;
mod figures;
mod forms;
mod gauge;
mod grain;
mod guesser;
mod guide;
mod hits;
mod levels;
mod lines;
mod listing;
mod lookups;
mod marks;
mod positions;
mod prose;
mod reader;
mod shares;
mod sources;
mod speeds;
mod spelling;
mod starts;
mod streaks;
pub(crate) mod streams;
mod structure;
mod template;
mod texts;
pub(crate) mod told;
mod trackers;
mod tree;
mod verdicts;
pub(crate) mod walk;
mod writing;

use crate::{
    engine_match,
    reference::{
        container, encoded,
        models::coder::RangeDecoder,
        moves::texts::{fixtures, games_of},
    },
    texts::told_apart,
};
use block::Annotations;
use pgnpack::pgn::game::steps;
use std::fs;
use streams::Streams;
use told::MainLines;
use walk::Bare;

/// Decodes the annotations of `text`, packed at a level, and compares them.
fn comes_back(text: &[u8], level: u8) {
    let payload = encoded(text, level);
    are_those_of(&payload, text, level);
}

/// Decodes the annotations in a payload, and compares them with those of `text`.
fn are_those_of(payload: &[u8], text: &[u8], level: u8) {
    let moves = container::stream(payload, container::MOVES);
    assert!(!moves.is_empty(), "streams of their own");
    let mut main_lines = MainLines::new(RangeDecoder::new(moves), level);
    let mut annotations = Annotations::new(level);
    let mut sources = Streams::new(payload);
    for (number, game) in games_of(text).iter().enumerate() {
        let (main, told) = main_lines.decode(game);
        assert!(steps(&game.items).eq(&main));
        let bare = Bare { game, main, told };
        let items = annotations.decode(&mut sources, &bare);
        let differ = items.iter().zip(&game.items).position(|(a, b)| a != b);
        if let Some(at) = differ {
            panic!(
                "game {number}, item {at}: {:?}, not {:?}",
                items[at], game.items[at]
            );
        }
        assert_eq!(items.len(), game.items.len(), "game {number}");
    }
    sources.check();
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(format!("fixtures/pgn/{name}.pgn")).unwrap()
}

#[test]
fn fixtures_come_back() {
    for level in [1, 3, 6] {
        comes_back(&fixtures(), level);
    }
}

#[test]
fn clocks_come_back() {
    let small = (8, 40);
    for level in [1, 3, 6, 9] {
        let clocks = String::from_utf8(fixture("clocks")).unwrap();
        comes_back(told_apart(&clocks.repeat(3)).as_bytes(), level);
        comes_back(&texts::clocks(small, "180+2", clk), level);
        let tenths = |tenths| format!("[%clk {}.{}]", texts::seconds(tenths), tenths % 10);
        comes_back(&texts::clocks(small, "600", tenths), level);
        let thousandths = |tenths| format!("[%clk {}.{}00]", texts::seconds(tenths), tenths % 10);
        comes_back(&texts::clocks(small, "1/86400", thousandths), level);
        for control in ["", "2 min + 2 sec", "10/180+2:3/300", "two minutes"] {
            comes_back(&texts::clocks(small, control, clk), level);
        }
    }
}

fn clk(tenths: i64) -> String {
    format!("[%clk {}]", texts::seconds(tenths))
}

fn emt(tenths: i64) -> String {
    format!("[%emt {}]", texts::seconds(tenths))
}

/// Times taken in hundredths of a second, with so many decimals.
fn taken(hundredths: i64, decimals: usize) -> String {
    let seconds = texts::seconds(hundredths / 10);
    match format!("{:02}7", hundredths % 100) {
        _ if decimals == 0 => format!("[%emt {seconds}]"),
        digits => format!("[%emt {seconds}.{}]", &digits[..decimals]),
    }
}

#[test]
fn steady_times_come_back() {
    let small = (8, 40);
    for level in [1, 6] {
        let forms: [fn(i64, i64, usize) -> String; 4] = [
            |time, _, _| taken(time, 0),
            |time, _, _| taken(time, 1),
            |time, _, _| taken(time, 2),
            |time, _, _| taken(time, 3),
        ];
        for form in forms {
            comes_back(&texts::steady(small, "600+2", form), level);
        }
        let left = |_, clock, _| taken(clock, 2).replace("%emt", "%clk");
        comes_back(&texts::steady(small, "1/600", left), level);
    }
    // In other decimals from game to game, and now the time left, now that taken.
    for level in [3, 6, 9] {
        let form = |time, clock, number| match number % 3 {
            0 => taken(time, 2),
            _ => taken(clock, number % 4).replace("%emt", "%clk"),
        };
        comes_back(&texts::steady(small, "600+2", form), level);
    }
}

#[test]
fn times_taken_come_back() {
    let small = (8, 40);
    for level in [1, 3, 6, 9] {
        let seconds = |tenths| emt(tenths % 90);
        comes_back(&texts::clocks(small, "40/7200", seconds), level);
        let fine = |tenths| format!("[%emt {}.{}37]", texts::seconds(tenths), tenths % 10);
        comes_back(&texts::clocks(small, "180+2", fine), level);
        let hundredths = |tenths| format!("[%clk {}.{:02}]", texts::seconds(tenths), tenths % 97);
        comes_back(&texts::clocks(small, "180+2", hundredths), level);
        // Zeros are left out behind the first decimal.
        let alone = |tenths| match tenths % 4 {
            0 => format!("[%emt {}.{}]", tenths % 90, tenths % 10),
            1 => format!("[%emt {}.0{}]", tenths % 7, 1 + tenths % 9),
            _ => format!("[%emt {}.{:02}{}]", tenths % 7, tenths % 89, 1 + tenths % 8),
        };
        comes_back(&texts::clocks(small, "180+0", alone), level);
        comes_back(
            &texts::clocks(small, "", |tenths| format!("[%emt {}]", tenths % 90)),
            level,
        );
        // Some are beyond the gauge's buckets.
        let long = |tenths| format!("[%emt {}:00:00.5]", tenths % 6);
        comes_back(&texts::clocks(small, "1/86400", long), level);
    }
    // Beside a clock, behind it and before it.
    let forms: [fn(i64) -> String; 4] = [
        |tenths| format!("{} {}", emt(tenths % 90), clk(tenths)),
        |tenths| format!("{} }} {{ {}", clk(tenths), emt(tenths % 90)),
        |tenths| format!("{} }} {{ {}", emt(tenths % 90), clk(tenths)),
        |tenths| format!("{} {}", emt(tenths % 90), emt(tenths % 70)),
    ];
    for form in forms {
        comes_back(&texts::clocks(small, "180+2", form), 6);
    }
}

#[test]
fn evaluations_come_back() {
    for level in [1, 3, 6, 9] {
        comes_back(&texts::lichess((10, 40)), level);
    }
}

#[test]
fn evaluations_that_are_looked_up_come_back() {
    for level in [1, 3, 6] {
        comes_back(&lookups::evaluations(40), level);
    }
    comes_back(&lookups::evaluations(12), 9);
}

#[test]
fn names_of_openings_come_back() {
    for level in [1, 3, 6] {
        comes_back(&lookups::names(30), level);
    }
}

#[test]
fn engines_come_back() {
    for level in [1, 3, 6] {
        comes_back(&engine_match::text(), level);
        comes_back(&texts::engines((10, 30)), level);
    }
    comes_back(&texts::engines((5, 20)), 8);
    comes_back(&texts::engines((5, 12)), 9);
}

#[test]
fn drawings_come_back() {
    for level in [1, 3, 6] {
        comes_back(&texts::drawings((12, 40)), level);
    }
    comes_back(&texts::drawings((5, 20)), 9);
}

#[test]
fn lines_in_other_languages_come_back() {
    for (letters, level) in [
        (["S", "L", "T", "D", "K"], 6),
        (["C", "F", "T", "D", "R"], 1),
        (["♘", "♗", "♖", "♕", "♔"], 3),
        (["К", "С", "Л", "Ф", "Кр"], 8),
    ] {
        comes_back(&texts::foreign((10, 30), letters), level);
    }
}

#[test]
fn lines_in_all_notations_come_back() {
    for level in [1, 6] {
        let text = texts::notations((28, 24));
        comes_back(&text, level);
        // As lines of play, which a template has in place of words.
        assert!(encoded(&text, level).len() < text.len() / 9);
    }
}

#[test]
fn variations_come_back() {
    for level in [1, 3, 6] {
        comes_back(&texts::variations((12, 30)), level);
    }
    comes_back(&texts::variations((5, 12)), 8);
    comes_back(&texts::variations((5, 8)), 9);
}

#[test]
fn prose_comes_back() {
    for level in [1, 3, 6] {
        comes_back(&commentary::prose((8, 40), level == 3), level);
    }
    comes_back(&commentary::prose((6, 20), true), 8);
}

#[test]
fn prose_at_the_bounds_comes_back() {
    comes_back(commentary::prose_at_the_bounds().as_bytes(), 1);
}

#[test]
fn annotations_of_all_kinds_come_back_at_the_other_levels() {
    let size = (3, 16);
    let text = [
        texts::lichess(size),
        texts::engines(size),
        texts::drawings(size),
        texts::variations(size),
        commentary::prose(size, false),
    ];
    for level in [2, 4, 5, 7, 8] {
        comes_back(&text.concat(), level);
    }
}

/// The blocks of the golden file that have streams of their own.
#[test]
fn the_golden_file_comes_back() {
    let file = fs::read("fixtures/golden/v1/model.pgz").unwrap();
    let text = fs::read("fixtures/golden/v1/sample.pgn").unwrap();
    let mut compared = 0;
    for (block, text) in container::blocks_of(&file, &text) {
        if let [head, ..] = container::stream(&block.payload, container::LAYOUT) {
            are_those_of(&block.payload, text, head % 16);
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn castling_in_lines_comes_back() {
    let text = fixture("castling-in-lines");
    for level in [1, 3, 6, 9] {
        comes_back(&text, level);
    }
    assert!(encoded(&text, 6).len() < text.len() / 20);
}

#[test]
fn squares_and_arrows_alone_come_back() {
    let text = fixture("arrows");
    for level in [1, 6, 9] {
        comes_back(&text, level);
    }
    assert!(encoded(&text, 6).len() < text.len() / 14);
}

#[test]
fn boards_come_back() {
    for name in ["boards", "boards-crlf"] {
        let text = fixture(name);
        for level in [1, 6] {
            comes_back(&text, level);
        }
        // Spelt out, the boards alone would take as much again.
        assert!(encoded(&text, 6).len() < text.len() / 14, "{name}");
    }
}

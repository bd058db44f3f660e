//! Texts of what programs look up: evaluations of positions that have come before, and the names of
//! openings.

use crate::{random::Random, reference::tags::openings};
use pgnpack::chess::{Position, Rules, pass, san, setup::epd};
use shakmaty::{EnPassantMode, san::San};

/// Lines with positions that come again in another one, in the same one, or by other moves; `--` is
/// a null move, and in the last line a move cannot be played.
const LINES: [&str; 5] = [
    "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Re1 O-O",
    "Nf3 Nc6 e4 e5 Bc4 Bc5 O-O Nf6 Re1 O-O",
    "e4 c5 e5 d5 exd6 Nc6 dxe7 Nf6 exd8=Q+ Nxd8 Nf3",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 -- e5 -- Nf3",
    "e4 e5 Nf3 Ke3 Nc6 Bc4",
];

/// So many games along these lines, each with what `say` puts behind a move.
fn games(count: usize, say: &mut dyn FnMut(&str, &Position) -> String) -> Vec<u8> {
    let mut text = String::new();
    for number in 0..count {
        text += "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n";
        let mut position = Position::default();
        for word in LINES[number % LINES.len()].split(' ') {
            if word == "--" {
                position = pass(&position).unwrap();
            } else {
                let spelt = San::from_ascii(word.as_bytes()).unwrap();
                let found = san::find(&position, spelt);
                found.into_iter().for_each(|m| position.play_unchecked(m));
            }
            text += &say(word, &position);
        }
        text += "*\n\n";
    }
    text.into_bytes()
}

/// Evaluations, most of which are the same wherever a position comes again, in variations, too.
pub(crate) fn evaluations(count: usize) -> Vec<u8> {
    let mut random = Random::of_mmix(11);
    games(count, &mut |word, position| {
        let board = epd(position, EnPassantMode::Legal);
        let sum = |sum: i64, byte: u8| (31 * sum + i64::from(byte)) % 9_973;
        let mut eval = board.bytes().fold(0, sum) % 97;
        if random.below(6) == 0 {
            eval += random.below(9) as i64;
        }
        let eval = match eval {
            90.. => format!("#-{}", eval - 89),
            _ => format!("0.{eval:02}"),
        };
        let said = match random.below(4) {
            0 => eval.clone(), // a comment of nothing else
            _ => format!("[%eval {eval}]"),
        };
        let mut text = format!("{word} {{ {said} }} ");
        if random.below(9) == 0 {
            text += &format!("( {word} {{ [%eval {eval}] }} ) ");
        }
        text
    })
}

/// The names of openings, now and then with a word behind them.
pub(crate) fn names(count: usize) -> Vec<u8> {
    let mut random = Random::of_mmix(12);
    games(
        count,
        &mut |word, position| match openings::named(position) {
            Some(name) if random.below(9) == 0 => format!("{word} {{ {name} again }} "),
            Some(name) if random.below(2) == 0 => format!("{word} {{ {name} }} "),
            _ => format!("{word} "),
        },
    )
}

//! Games with prose, for the second decoder's tests.

use super::texts::{Played, games, varied};
use crate::random::Random;

/// Games with prose that speaks of moves, in English or in German, and of the players.
pub(crate) fn prose(size: (usize, usize), is_german: bool) -> Vec<u8> {
    let games = games(size, "", &mut |_| {
        Box::new(move |played| {
            let words = 1 + played.below(14);
            if played.below(3) > 0 {
                return String::new();
            }
            let words: Vec<String> = (0..words).map(|_| word(played, is_german)).collect();
            let text = words.join(["", " "][usize::from(played.below(8) > 0)]);
            match played.below(6) {
                0 => format!(
                    "({} {{{text}}})",
                    varied(played, &played.before.clone(), 700, 0)
                ),
                _ => format!("{{{text}}}"),
            }
        })
    });
    let named = String::from_utf8(games).unwrap();
    let named = named.replace("\"A\"]", "\"Nimzowitsch, Aron\"]");
    let named = named.replace("\"B\"]", "\"Bernsteinhuberschmidt (Bo), N\u{fc}\u{df}\"]");
    named.replace("\"C\"]", "\"Aron Nf3 Aron\"]").into_bytes()
}

/// Prose that reaches the bounds of what it may speak of: a game longer than its main line has
/// nodes, more positions than there are nodes, more words in the players' names than are listed,
/// null moves, and numbers from before a variation.
pub(crate) fn prose_at_the_bounds() -> String {
    const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
    const WORDS: [&str; 7] = [
        "so Zoe and Una",
        "but also",
        "as Van said,",
        "perhaps",
        "or even",
        "(",
        ")",
    ];
    let mut random = Random::new(1);
    let mut text = String::from(
        "[White \"Ada Bea Cid Dot Eli Fay Gus Hal Ida Jan\"]\n\
         [Black \"Kay Leo Mia Ned Ola Pia Roy Sue Tom Una Van Zoe\"]\n\n",
    );
    for ply in 0..640 {
        let (number, played) = (ply / 2 + 1, SHUFFLE[ply % 4]);
        let moves = match ply % 2 {
            0 => ["e5", "e4", "d5", "d4", "a6", "a3", "h6", "h3"],
            _ => ["e4", "e5", "d4", "d5", "a3", "a6", "h3", "h6"],
        };
        let first = WORDS[random.below(5)];
        text += &format!("{number}{} {played} {{{first} ", [".", "..."][ply % 2]);
        for san in moves {
            for _ in 0..random.below(3) {
                text += &format!("{} ", WORDS[random.below(5 + 2 * (ply % 2))]);
            }
            text += &match random.below(6) {
                0 => format!("... {} ", moves[random.below(8)]),
                1 => format!("{number}. {played} "),
                _ => format!("{san} "),
            };
        }
        text += "} ";
    }
    text += "*\n\n";
    for number in 12..20 {
        let (next, after) = (number + 1, number + 2);
        text += &format!(
            "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 {number}\"]\n\n\
             {number}... Nf6 {next}. Nc3 ({next}. a3 {{{number}. e5 {number}. d5 {number}. Nc6 {number}. c5}}) \
             {next}... Nc6 {after}. a3 *\n\n"
        );
    }
    text
}

/// A word of prose, or some that belong together.
fn word(played: &mut Played, is_german: bool) -> String {
    const WORDS: [&str; 16] = [
        "Nimzowitsch",
        "Aron's",
        "Bernsteinhuberschmidt",
        "N\u{fc}\u{df}",
        "better",
        "was",
        "and",
        "with the idea",
        "(",
        ")",
        "threatens",
        ",",
        "!?",
        "White wins.",
        "in 2026",
        "a2-a4",
    ];
    let (before, after, ply) = (played.before.clone(), played.after.clone(), played.ply);
    let from_before = played.below(2) == 0;
    let (from, ply) = match from_before {
        true => (before, ply),
        false => (after, ply + 1),
    };
    let line = played.line(&from, ply, 4).1;
    let line = match played.below(6) {
        0 => line.replace("O", "0"),
        1 => line.replace(['+', '#'], ""),
        2 => line.replace('x', ""),
        _ => line,
    };
    let line = match is_german {
        true => line
            .replace('N', "S")
            .replace('B', "L")
            .replace('R', "T")
            .replace('Q', "D"),
        false => line,
    };
    let number = 1 + ply / 2;
    let dots = if ply % 2 == 0 { "." } else { "..." };
    match played.below(9) {
        0 => line,
        1 => format!("{number}{dots}{line}"),
        2 => format!("{number}{dots} {line}"),
        3 => format!("...{line}"),
        4 => format!("({number}{dots}{line})"),
        5 => format!("{}.{line}", number + 1),
        _ => WORDS[played.random.below(16)].to_owned(),
    }
}

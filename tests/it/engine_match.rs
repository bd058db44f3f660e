//! A made-up match of two engines, pseudo-random but always the same. It covers what only shows in
//! many games, and comments as engines' interfaces write them.

use crate::random::Random;
use pgnpack::chess::{Color, Move, Position, Rules};
use shakmaty::san::{San, SanPlus};
use std::fmt::Write;

const GAMES: u32 = 30;
const PLIES: usize = 60;
/// The openings of the games, in turn.
const OPENINGS: [&str; 3] = [
    "e4 e5 Nf3 Nc6 Bb5 a6",
    "d4 Nf6 c4 e6 Nc3 Bb4",
    "e4 c5 Nf3 d6 d4 cxd4",
];
const PLAYERS: [&str; 2] = ["Amber 3.1", "Basalt 0.9"];

/// The text of the match.
pub(crate) fn text() -> Vec<u8> {
    let mut chance = Random::of_mmix(2026);
    let games = (1..=GAMES).map(|round| game(round, &mut chance));
    games.collect::<String>().into()
}

fn game(round: u32, chance: &mut Random) -> String {
    let [white, black] = match round % 2 {
        0 => PLAYERS,
        _ => [PLAYERS[1], PLAYERS[0]],
    };
    let mut text = format!(
        "[Event \"A match\"]\n[Site \"?\"]\n[Date \"2026.11.{:02}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n[TimeControl \"60+1\"]\n\n",
        1 + round / 4
    );
    let moves = moves(round, chance);
    let mut position = Position::default();
    let mut left = [60_000; 2];
    for (ply, &m) in moves.iter().enumerate() {
        let number = 1 + ply / 2;
        let dots = match position.turn() {
            Color::White => ".",
            Color::Black => "...",
        };
        let ahead = ply + 1 + chance.below(5);
        let line = line(&position, &moves[ply..ahead.min(moves.len())]);
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
        let comment = match ply {
            0..4 => "book".into(),
            _ => thoughts(&mut left[ply % 2], &line, chance),
        };
        write!(text, "{number}{dots} {san} {{ {comment} }} ").unwrap();
    }
    text + "*\n\n"
}

/// The moves of a game: an opening, and then random legal moves.
fn moves(round: u32, chance: &mut Random) -> Vec<Move> {
    let mut position = Position::default();
    let mut opening = OPENINGS[round as usize % OPENINGS.len()].split(' ');
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let legal = position.legal_moves();
        let m = match opening.next() {
            Some(san) => san.parse::<San>().unwrap().to_move(&position).unwrap(),
            None if legal.is_empty() => break,
            None => legal[chance.below(legal.len())],
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let sans = moves
        .iter()
        .map(|&m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
    sans.collect::<Vec<_>>().join(" ")
}

/// An engine's comment on its move. `left` is the time on its clock, in milliseconds.
fn thoughts(left: &mut usize, line: &str, chance: &mut Random) -> String {
    let took = 200 + chance.below(*left / 20 + 1);
    *left = *left + 1_000 - took;
    let (speed, depth) = (900_000 + chance.below(90_000), 14 + chance.below(12));
    let nodes = speed * took / 1_000 + chance.below(1_000);
    let sign = ['+', '-'][chance.below(2)];
    let pawns = chance.below(150);
    format!(
        "{sign}{}.{:02}/{depth} {}.{}s, tl={}, n={nodes}, pv={line}",
        pawns / 100,
        pawns % 100,
        took / 1_000,
        took / 100 % 10,
        *left / 1_000
    )
}

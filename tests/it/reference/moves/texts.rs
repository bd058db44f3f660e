//! Texts whose main lines are decoded.

use super::memory;
use crate::{random::Random, texts};
use pgnpack::{
    chess::{self, Move, Position, Rules, order, san, setup},
    pgn::{self, game::Game, layout::Piece},
};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
};

/// The games of a text, as a block holds them: those that come again are there once.
pub(crate) fn games_of(text: &[u8]) -> Vec<Game> {
    let game = |piece| match piece {
        Piece::Game(game, _) => Some(*game),
        Piece::Text(..) => None,
    };
    pgn::read_once(text)
        .pieces
        .into_iter()
        .filter_map(game)
        .collect()
}

/// All texts, with `random` games of random moves.
pub(crate) fn all(random: usize) -> Vec<Vec<u8>> {
    let mut all = vec![
        fixtures(),
        random_games(random),
        there_and_back(),
        books(4 * random),
    ];
    if random > 20 {
        all.push(texts::season());
    }
    all
}

/// A few games.
pub(crate) fn few() -> Vec<u8> {
    random_games(6)
}

/// The texts in `fixtures/pgn` whose games are of chess.
pub(crate) fn fixtures() -> Vec<u8> {
    let mut paths: Vec<_> = fs::read_dir("fixtures/pgn")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let is_chess = |text: &Vec<u8>| {
        let games = games_of(text);
        !games.is_empty() && games.iter().all(|game| game.start().is_some())
    };
    let texts = paths.iter().map(|path| fs::read(path).unwrap());
    let text = texts
        .filter(is_chess)
        .collect::<Vec<_>>()
        .join(&b"\n\n"[..]);
    assert!(games_of(&text).len() > 20);
    text
}

/// Games of random moves: captures, promotions and castling are likelier than others, so that all
/// kinds of moves come, and null moves, too. Some start from set-up positions, one of them of
/// Chess960.
fn random_games(games: usize) -> Vec<u8> {
    const STARTS: [&str; 6] = [
        "",
        "r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
        "1nbqkr1b/1ppppppp/8/p7/P7/8/1PPPPPPP/1NBQKR1B w Ff - 0 9",
        "8/PPP4k/8/8/2Pp4/8/3P2K1/7q b - - 0 40",
        "3rr1k1/5ppp/8/8/2b1Q3/3R4/3R1PPP/3Q2K1 w - - 0 30",
        "8/8/8/8/8/8/k7/1R1K4 w B - 0 1",
    ];
    const CONTROLS: [&str; 10] = [
        "", "-", "60+0", "180+2", "600", "1800+30", "1/86400", "0.5+1.25", "1/90", "200000",
    ];
    const RATINGS: [&str; 8] = ["", "?", "99", "824", "825", "1600", " 2200 ", "4499"];
    let mut random = Random::new(1);
    let mut text = String::new();
    for number in 0..games {
        let start = STARTS[number % STARTS.len()];
        let mut tags = vec![
            ("White", ["A", "B", "?"][random.below(3)]),
            ("Black", ["A", "B", "C"][random.below(3)]),
            ("WhiteElo", RATINGS[random.below(8)]),
            ("BlackElo", RATINGS[random.below(8)]),
            ("TimeControl", CONTROLS[random.below(10)]),
            ("FEN", start),
        ];
        tags.retain(|(_, value)| !value.is_empty());
        for (name, value) in tags {
            text += &format!("[{name} \"{value}\"]\n");
        }
        let setup = setup::start_of_fen(start.as_bytes());
        text += &format!(
            "\n{}*\n\n",
            random_moves(setup.unwrap_or_default(), &mut random)
        );
    }
    text.into_bytes()
}

fn random_moves(mut position: Position, random: &mut Random) -> String {
    let mut moves = Vec::new();
    for _ in 0..random.below(160) {
        let legal = order::legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        if random.below(40) == 0
            && let Some(passed) = chess::pass(&position)
        {
            position = passed;
            moves.extend(b"-- ");
            continue;
        }
        let lively = |m: &&Move| m.is_capture() || m.is_promotion() || m.is_castle();
        let liveliest: Vec<&Move> = legal.iter().filter(lively).collect();
        let m = match random.below(4) {
            0 if !liveliest.is_empty() => *liveliest[random.below(liveliest.len())],
            _ => legal[random.below(legal.len())],
        };
        san::write_and_play(&mut position, m, &mut moves);
        moves.push(b' ');
    }
    String::from_utf8(moves).unwrap()
}

/// Games that come back to their positions, and some that begin with a null move.
fn there_and_back() -> Vec<u8> {
    let all = "Nf3 Nf6 Ng1 Ng8 ".repeat(12);
    let some = format!("e4 e5 {}Ke2 Ke7 Ke1 Ke8 {}", &all[..32], &all[..48]);
    // A knight comes back after 32 half-moves.
    let tour = "Nf3 Nf6 Nd4 Ng8 Nb3 Nf6 Na5 Ng8 Nc4 Nf6 Nca3 Ng8 Nb5 Nf6 N5c3 Ng8 Nd5 Nf6 Ne3 Ng8 Ng4 \
        Nf6 Ne5 Ng8 Nd3 Nf6 Nf4 Ng8 Nh3 Nf6 Ng1 Ng8 ";
    let tour = tour.repeat(2);
    let none = "-- e5 e4 Nc6 ";
    let games = [&all, &some, &tour, none, none];
    let round = |number| {
        games
            .map(|moves| format!("1. {moves}{{{number}}} *\n\n"))
            .concat()
    };
    (0..4).map(round).collect::<String>().into_bytes()
}

/// Games of six half-moves through positions that share a set of the memory of levels 3 to 6, so
/// that some give way to others.
fn books(games: usize) -> Vec<u8> {
    let lines = lines_of_one_set(9);
    let mut random = Random::new(2);
    let mut text = String::new();
    for _ in 0..games {
        // The first are the likeliest.
        let line = &lines[random.below(9).min(random.below(9))];
        let mut position = Position::default();
        let mut moves = Vec::new();
        for &m in line {
            san::write_and_play(&mut position, m, &mut moves);
            moves.push(b' ');
        }
        let legal = order::legal_moves(&position);
        let last = legal[random.below(8).min(random.below(8))];
        san::write_and_play(&mut position, last, &mut moves);
        text += &format!("1. {} *\n\n", String::from_utf8(moves).unwrap());
    }
    text.into_bytes()
}

/// So many lines of five moves whose last positions differ and share a set of 2^15.
fn lines_of_one_set(count: usize) -> Vec<Vec<Move>> {
    let mut sets: HashMap<u64, BTreeMap<u64, Vec<Move>>> = HashMap::new();
    let mut lines = vec![(Position::default(), Vec::new())];
    while let Some((position, moves)) = lines.pop() {
        if moves.len() == 5 {
            let key = memory::key(&position);
            let set = sets.entry(key % (1 << 15)).or_default();
            set.insert(key, moves);
            if set.len() == count {
                return set.values().cloned().collect();
            }
            continue;
        }
        for m in order::legal_moves(&position) {
            let mut after = position.clone();
            after.play_unchecked(m);
            lines.push((after, [&moves[..], &[m]].concat()));
        }
    }
    unreachable!("there are 4,865,609 lines")
}

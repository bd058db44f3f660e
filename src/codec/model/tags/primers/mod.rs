//! Primers: invented games, with tags as certain places write them. A block of few games, too short
//! to learn such things, may begin with models that have learnt the tags of one of them.
//!
//! This module holds the texts. How a block learns from tags is in [`coder`](super::coder); which
//! primer suits a block is found by the writer, who tries those that are like it.

use super::Taught;
use crate::{
    codec::{Level, model::facts::GameFacts},
    listed::listed,
    pgn::{self, game::Game},
};
use std::{
    collections::BTreeSet,
    sync::{LazyLock, OnceLock},
};

listed! {
    /// A source of games.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::codec::model) enum Primer {
        /// Lichess: its database, and the exports of its users' games.
        Lichess,
        /// Chess.com.
        ChessCom,
        /// Games over the board, as magazines and databases have them.
        Board,
        /// Programs that play matches between engines.
        Engines,
        /// FICS.
        Fics,
        /// Studies and broadcasts at Lichess.
        Studies,
        /// Databases that say of each game what kind of event and which publication it comes from,
        /// as ChessBase exports them.
        Database,
        /// The Internet Chess Club.
        Icc,
        /// Correspondence chess, as the ICCF writes it.
        Correspondence,
    }
}

/// The number of games that tables are made for, a primer's own included.
const ROOM: usize = 96;

impl Primer {
    /// Its games, which are part of the format.
    fn text(self) -> &'static str {
        match self {
            Primer::Lichess => include_str!("lichess.pgn"),
            Primer::ChessCom => include_str!("chesscom.pgn"),
            Primer::Board => include_str!("board.pgn"),
            Primer::Engines => include_str!("engines.pgn"),
            Primer::Fics => include_str!("fics.pgn"),
            Primer::Studies => include_str!("studies.pgn"),
            Primer::Database => include_str!("database.pgn"),
            Primer::Icc => include_str!("icc.pgn"),
            Primer::Correspondence => include_str!("correspondence.pgn"),
        }
    }

    /// The primers with a game whose tags are most like those of `game`, and the number of names in
    /// which these tags differ.
    pub(in crate::codec::model) fn like(game: &Game) -> (Vec<Primer>, usize) {
        let distances = Primer::ALL.map(|primer| primer.distance(game));
        let least = distances.iter().copied().min().unwrap_or(usize::MAX);
        let pairs = Primer::ALL.into_iter().zip(distances);
        let primers = pairs.filter(|&(_, distance)| distance == least);
        (primers.map(|(primer, _)| primer).collect(), least)
    }

    /// The names of the tags of its games, each set of names once.
    fn names(self) -> &'static BTreeSet<Vec<&'static str>> {
        static NAMES: LazyLock<[BTreeSet<Vec<&str>>; Primer::ALL.len()]> = LazyLock::new(|| {
            let name = |line: &'static str| line.strip_prefix('[')?.split(' ').next();
            let names = |paragraph: &'static str| paragraph.lines().filter_map(name).collect();
            // Every other paragraph is movetext.
            let has_tags = |names: &Vec<&str>| !names.is_empty();
            Primer::ALL.map(|primer| {
                let paragraphs = primer.text().split("\n\n");
                paragraphs.map(names).filter(has_tags).collect()
            })
        });
        &NAMES[self as usize]
    }

    /// The least number of tag names in which `game` and one of the primer's games differ.
    fn distance(self, game: &Game) -> usize {
        let has = |name: &str| game.tags.iter().any(|tag| tag.name == name.as_bytes());
        let distances = self.names().iter().map(|names| {
            let shared = names.iter().filter(|name| has(name)).count();
            game.tags.len().abs_diff(shared) + (names.len() - shared)
        });
        distances.min().unwrap_or(usize::MAX)
    }

    /// The models of tags after the primer's games, made when first asked for.
    pub(in crate::codec::model) fn taught(self, level: Level) -> &'static Taught {
        static LEARNT: [[OnceLock<Taught>; Level::COUNT]; Primer::ALL.len()] =
            [const { [const { OnceLock::new() }; Level::COUNT] }; Primer::ALL.len()];
        LEARNT[self as usize][usize::from(level.number()) - 1].get_or_init(|| {
            let document = pgn::read(self.text().as_bytes());
            let games: Vec<&Game> = document.games().collect();
            let facts: Vec<GameFacts> = games.iter().map(|game| GameFacts::of(game)).collect();
            Taught::primed(&games, &facts, ROOM, level)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::layout::Piece;
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn a_game_is_like_its_primer() {
        for primer in Primer::ALL {
            let document = pgn::read(primer.text().as_bytes());
            for game in document.games() {
                let (primers, distance) = Primer::like(game);
                assert!(primers.contains(&primer) && distance == 0);
            }
        }
    }

    #[test]
    fn primers_stay_as_the_format_has_them() {
        let hashes = Primer::ALL.map(|primer| xxh3_64(primer.text().as_bytes()));
        assert_eq!(
            hashes,
            [
                0x7f37_04b0_6379_c920,
                0x0288_0ff5_0b2c_e12c,
                0xf7e5_8e07_e157_b90e,
                0xe1d2_b62c_670a_ddbe,
                0x7103_120c_6448_0001,
                0x0a0a_015d_b93d_9f70,
                0x253a_730b_2169_37ff,
                0xf2ce_839e_85b2_e017,
                0xd123_c0bf_607d_eec5,
            ]
        );
    }

    #[test]
    fn primers_are_games_that_say_what_they_are() {
        for primer in Primer::ALL {
            let document = pgn::read(primer.text().as_bytes());
            assert!(document.pieces.len() >= 12);
            for piece in &document.pieces {
                let Piece::Game(game, _) = piece else {
                    panic!("{primer:?}: not a game: {piece:?}");
                };
                assert!(game.tags.len() >= 7 && game.main_line().count() > 0);
            }
        }
    }
}

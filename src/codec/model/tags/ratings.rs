//! Ratings from game to game: a player's ratings in the neighbouring games of the block tell how
//! much this game changed his rating.
//!
//! Ratings are early tags and rating differences late ones, so that when a difference is coded the
//! player's next rating, which it led to, is known already.

use super::{cell::Scene, coder::TagCoder, roles::Role, seen::values::ValueId, source::Source};
use crate::{
    chess::{Color, side_index},
    coding::mix::hash32,
};
use rustc_hash::FxHashMap;

/// How much the rating changes to the player's next game.
const LATER: Source = Source::own(0);
/// How much it changes to his game before.
const EARLIER: Source = Source::own(1);

/// Stands for an unknown difference in contexts.
const UNKNOWN: u32 = 99_999;

/// One player's rating in one game.
#[derive(Clone, Copy, Debug, Default)]
struct Rated {
    /// A hash of the player and the class of time controls, each of which has a rating of its own.
    key: u32,
    rating: Option<i64>,
    /// How much higher the rating is in the player's next game of the block.
    later: Option<i64>,
    /// How much higher it is in the player's game before: some files run backwards in time.
    earlier: Option<i64>,
}

/// The ratings of all games of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Ratings {
    games: Vec<[Rated; 2]>,
}

impl Ratings {
    /// What is kept of each game, in bytes.
    pub(super) const EACH_GAME: usize = size_of::<[Rated; 2]>();

    /// Works out how ratings change from game to game, once all of them are known.
    pub(super) fn link(&mut self) {
        // By player, the last rating, and where it stands.
        let mut last: FxHashMap<u32, (i64, usize, usize)> = FxHashMap::default();
        for game in 0..self.games.len() {
            for side in 0..2 {
                let Rated { key, rating, .. } = self.games[game][side];
                let Some(rating) = rating else { continue };
                if let Some((old, before, other)) = last.insert(key, (rating, game, side)) {
                    self.games[before][other].later = Some(rating - old);
                    self.games[game][side].earlier = Some(old - rating);
                }
            }
        }
    }

    fn of(&self, game: usize, side: usize) -> Rated {
        self.games[game][side]
    }

    /// The directions in which both players' ratings change after and before a game, as one number.
    pub(super) fn trend(&self, game: usize) -> u32 {
        let way = |change: Option<i64>| match change {
            None => 0,
            Some(change) => (2 + change.signum()) as u32,
        };
        [0, 1].into_iter().fold(0, |trend, side| {
            let Rated { later, earlier, .. } = self.of(game, side);
            (trend * 4 + way(later)) * 4 + way(earlier)
        })
    }
}

impl TagCoder {
    /// Notes the ratings of the current game.
    pub(super) fn note_ratings(&mut self) {
        let mut sides = [Rated::default(); 2];
        for column in self.by_role.rated.into_iter().flatten() {
            let player = self.value_hash(self.player_of(column));
            sides[self.side_of(column)] = Rated {
                key: hash32(player, self.rated_as(column) as u32, 0),
                rating: self.current.number(column),
                ..Rated::default()
            };
        }
        self.ratings.games.push(sides);
    }

    /// Adds the guesses and contexts for a rating difference.
    pub(super) fn guess_rating_diff(&mut self, scene: &mut Scene) {
        let result = self.role_hash(Role::Result);
        let side = self.side_of(scene.column);
        let rated = self.ratings.of(self.current.number, side);
        for (source, change) in [(LATER, rated.later), (EARLIER, rated.earlier)] {
            let Some(change) = change else { continue };
            let mut spelt = Vec::new();
            if self.columns[scene.column].spell(change, &mut spelt) {
                let trust = match change.unsigned_abs() {
                    0..16 => 0,
                    16..64 => 1,
                    _ => 2,
                };
                let value = self.values.intern(&spelt);
                scene.guess(source, value, trust);
            }
            scene.spelt += spelt.len();
        }
        let sibling = self.columns[scene.column].sibling;
        let sibling = sibling.and_then(|sibling| self.current.number(sibling));
        let sibling = sibling.map_or(UNKNOWN, |n| n as u32);
        let last = self
            .memory
            .recall_number(self.diff_key(scene.column))
            .map_or(UNKNOWN, |diff| (diff.unsigned_abs() / 2).min(20) as u32);
        let gap = self.rating_gap().clamp(-1000, 1000) as i32;
        scene.roles = [
            hash32(result, (gap / 30) as u32, 0),
            hash32(result, sibling, 1),
            hash32(result, last, (gap / 100) as u32),
        ];
    }

    /// How far White's rating is above Black's; 0 if one is not known.
    pub(super) fn rating_gap(&self) -> i64 {
        let rating = |side: Color| {
            let column = self.by_role.rated[side_index(side)]?;
            self.current.number(column)
        };
        match (rating(Color::White), rating(Color::Black)) {
            (Some(white), Some(black)) => white.wrapping_sub(black),
            _ => 0,
        }
    }

    /// Remembers a player's last rating difference.
    pub(super) fn learn_rating_diff(&mut self, column: usize) {
        let diff = self.current.number(column).unwrap_or(0);
        let key = self.diff_key(column);
        self.memory.learn(key, ValueId::NONE, Some(diff));
    }
}

//! The players of the games coded: who was seen last, and who has played most.

use super::{recency::Recency, values::ValueId};
use rustc_hash::FxHashMap;

/// The players of a block. Their names are one list for both sides.
#[derive(Clone)]
pub(crate) struct Players {
    /// The players, the one seen last first.
    pub(crate) recency: Recency,
    /// How many games each has played.
    games: FxHashMap<ValueId, u32>,
    /// The player with most games, and how many; of several, the one seen last.
    busiest: (ValueId, u32),
}

impl Default for Players {
    fn default() -> Players {
        Players {
            recency: Recency::default(),
            games: FxHashMap::default(),
            busiest: (ValueId::NONE, 0),
        }
    }
}

impl Players {
    /// Counts a game of `player`'s.
    pub(crate) fn count_game(&mut self, player: ValueId) {
        let games = self.games.entry(player).or_insert(0);
        *games += 1;
        if *games >= self.busiest.1 {
            self.busiest = (player, *games);
        }
    }

    /// The player with most games.
    pub(crate) fn busiest(&self) -> ValueId {
        self.busiest.0
    }
}

//! What levels 3 to 9 learn from a block, but for rows and vectors. Numbers in comments are clauses
//! of `src/codec/model/moves/MODEL.md`.

use super::{
    ahead::Scene,
    habits::Habits,
    memory::{self, Table},
    precedent::Precedent,
    ranking::{Ranking, Thorough, Views},
};
use crate::reference::models::coder::RangeDecoder;
use shakmaty::Position;
use std::collections::HashMap;

/// All of it.
pub(crate) struct Experience {
    anybody: Table,
    players: Table,
    familiar: HashMap<u64, Vec<u64>>,
    ranking: Ranking,
    precedent: Precedent,
    habits: Option<Habits>,
}

impl Experience {
    /// As it begins at a level.
    pub(crate) fn new(level: u8) -> Experience {
        let slots = if level < 7 { 1 << 17 } else { 1 << 20 };
        Experience {
            anybody: Table::new(slots),
            players: Table::new(slots),
            familiar: HashMap::new(),
            ranking: Ranking::new(),
            precedent: Precedent::new(),
            habits: (level >= 8).then(Habits::new),
        }
    }

    /// How a game compares with the one before, after so many half-moves.
    pub(crate) fn parting(&self, ply: usize) -> (usize, i64) {
        self.precedent.parting(ply)
    }

    /// A game comes to a position. Returns the move that followed in the game before (6.7).
    pub(crate) fn meet(&mut self, key: u64, ply: usize) -> Option<usize> {
        if ply == 0 {
            self.precedent.begin();
        }
        self.precedent.meet(key)
    }

    /// Notes which move was played, be it the only one.
    pub(crate) fn note(&mut self, key: u64, number: usize) {
        self.precedent.note(key, number);
    }

    /// The weights that were kept of a position with so many moves (6.8).
    pub(crate) fn familiar(&self, key: u64, moves: usize) -> Option<Vec<u64>> {
        let kept = self.familiar.get(&key);
        kept.filter(|kept| kept.len() == moves).cloned()
    }

    /// Keeps the weights of a position that was met often (6.8).
    pub(crate) fn keep(&mut self, key: u64, weights: &[u64]) {
        let met = self.anybody.recall(key).map_or(0, |slot| slot.total());
        if met >= 8 && self.familiar.len() < 16_384 {
            self.familiar.insert(key, weights.to_vec());
        }
    }

    /// Decodes the number of a move in the position of `key`, and learns from it.
    pub(crate) fn decode(
        &mut self,
        key: u64,
        weights: &[u64],
        before: Option<usize>,
        scene: &Scene,
        decoder: &mut RangeDecoder,
    ) -> usize {
        let mut views = self.views(key, weights, scene);
        let number = match before {
            Some(before) => self
                .precedent
                .decode(before, &mut self.ranking, &mut views, decoder),
            None => self.ranking.decode(&mut views, decoder),
        };
        self.learn(key, weights, number, scene);
        number
    }

    /// Learns that a move was played, as from one that was decoded.
    pub(crate) fn follow(&mut self, weights: &[u64], number: usize, scene: &Scene) {
        let key = memory::key(scene.position);
        let mut views = self.views(key, weights, scene);
        self.ranking.follow(&mut views, number);
        self.learn(key, weights, number, scene);
    }

    /// Learns which move was played, but for the decisions that told it.
    fn learn(&mut self, key: u64, weights: &[u64], number: usize, scene: &Scene) {
        if let Some(habits) = &mut self.habits {
            habits.learn(weights, number);
        }
        self.anybody.note(key, number);
        if let Some(key) = key_of_player(key, scene) {
            self.players.note(key, number);
        }
    }

    /// The predictions of a position's moves (6.5).
    fn views(&mut self, key: u64, weights: &[u64], scene: &Scene) -> Views {
        let met = self.anybody.recall(key);
        let had = key_of_player(key, scene).and_then(|key| self.players.recall(key));
        let mut views = Views::new(weights, met, had);
        if let Some(habits) = &mut self.habits {
            views.thorough = Some(thorough(habits, scene, weights));
        }
        views
    }

    /// The shares of all moves (6.14).
    pub(crate) fn shares(&mut self, weights: &[u64], scene: &Scene) -> Vec<u64> {
        let key = memory::key(scene.position);
        let views = self.views(key, weights, scene);
        self.ranking.shares(views)
    }
}

/// The key by player of a position's key, if the player to move is known.
fn key_of_player(key: u64, scene: &Scene) -> Option<u64> {
    let player = scene.context.player(scene.position.turn())?;
    Some(memory::key_of_player(key, player))
}

/// 6.11
fn thorough(habits: &mut Habits, scene: &Scene, weights: &[u64]) -> Thorough {
    let (context, moves) = (scene.context, scene.moves);
    let mover = scene.position.turn();
    let (player, rating) = (context.player(mover), context.rating(mover));
    Thorough {
        classes: [
            (rating / 200).min(19),
            (context.ply / 8).min(15),
            (moves.len() / 4).min(15),
        ],
        roles: moves.iter().map(|m| m.role).collect(),
        words: habits.words(scene.board, player, context.ply, moves, weights),
    }
}

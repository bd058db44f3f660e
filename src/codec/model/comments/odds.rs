//! The probabilities of the legal moves in the positions that lines of play and variations go
//! through.
//!
//! An engine's next line goes through much of its last one, and of its opponent's. So if the
//! forecaster does not learn on the way, its answer for a position is cached, whatever the moves
//! before it were this time.

use super::branch::Root;
use crate::{
    chess::{Move, Position},
    codec::model::moves::{
        forecaster::Forecaster,
        model::{Effort, MoveModel},
    },
};
use rustc_hash::FxHashMap;

/// Most positions in the cache, some 500 bytes each; when it is full, all are forgotten.
// 512 or 32,768 make no difference.
const MOST: usize = 1 << 10;

/// Asks the forecaster of moves, with a cache.
pub(super) struct Odds<'m> {
    forecaster: Forecaster<'m>,
    answers: FxHashMap<u64, Answer>,
    /// The last answer of a forecaster that learns: its answers change.
    latest: Vec<(Move, u16)>,
}

/// A cached answer.
struct Answer {
    position: Position,
    moves: Vec<(Move, u16)>,
}

impl<'m> Odds<'m> {
    pub(super) fn new(effort: Effort, moves: &'m MoveModel) -> Odds<'m> {
        Odds {
            forecaster: Forecaster::new(moves, effort),
            answers: FxHashMap::default(),
            latest: Vec::new(),
        }
    }

    /// Every legal move and its probability in 1/65,536, from 1 to 65,000; `key` is that of the
    /// position.
    pub(super) fn of(&mut self, here: &Root, key: u64) -> &[(Move, u16)] {
        if self.forecaster.learns() {
            self.latest = self.ask(here);
            return &self.latest;
        }
        let answer = self.answers.get(&key);
        // Two positions may have the same key.
        let is_same = answer.is_some_and(|answer| answer.position == here.position);
        if !is_same {
            if self.answers.len() >= MOST {
                self.answers.clear();
            }
            let answer = Answer {
                position: here.position.clone(),
                moves: self.ask(here),
            };
            self.answers.insert(key, answer);
        }
        &self.answers[&key].moves
    }

    fn ask(&mut self, here: &Root) -> Vec<(Move, u16)> {
        let shares = self.forecaster.distribution(&here.position, &here.context);
        let odds = |share: u64| (share >> 16).clamp(1, 65_000) as u16;
        shares.iter().map(|&(m, share)| (m, odds(share))).collect()
    }

    /// Tells the forecaster that `m` was played in the position last asked about.
    pub(super) fn follow(&mut self, m: Move) {
        self.forecaster.follow(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Rules, setup::position_of_fen},
        codec::model::{
            learnt::Learnt,
            moves::context::{GameContext, Speed},
        },
    };

    fn root(fen: &[u8], rating: u16) -> Root {
        Root {
            position: position_of_fen(fen).unwrap(),
            ply: 30,
            context: GameContext::new([rating; 2], Speed::Unknown),
            last: None,
        }
    }

    const FEN: &[u8] = b"r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10";

    #[test]
    fn a_position_is_asked_about_once() {
        let mut odds = Odds::new(Effort::Usual, Learnt::standard().moves());
        let first = odds.of(&root(FEN, 1000), 7).to_vec();
        assert_eq!(odds.of(&root(FEN, 2800), 7), first);
        assert_ne!(odds.of(&root(FEN, 2800), 8), first);
    }

    #[test]
    fn another_position_with_the_same_key_has_its_own_moves() {
        let mut odds = Odds::new(Effort::Usual, Learnt::standard().moves());
        odds.of(&root(FEN, 0), 7);
        let other = root(b"8/8/4k3/8/8/4K3/4P3/8 b - - 0 60", 0);
        let moves = odds.of(&other, 7);
        assert_eq!(moves.len(), other.position.legal_moves().len());
        assert!(moves.iter().all(|&(m, _)| other.position.is_legal(m)));
    }
}

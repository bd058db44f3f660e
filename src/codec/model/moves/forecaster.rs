//! Says how likely moves are beside the main lines of a block: in lines of play, in variations, and
//! in prose that speaks of moves (6.13 of MODEL.md).

use super::{
    board::view::View,
    by_effort::ByEffort,
    context::GameContext,
    expert::Expert,
    memory::Keys,
    model::{Effort, MoveModel},
};
use crate::chess::{Move, Position};

/// Gives the legal moves of one position after another their probabilities.
pub struct Forecaster<'m> {
    asks: ByEffort<'m, Expert<'m>>,
    /// Whether it learns from what it is told to follow.
    learns: bool,
    shares: Vec<(Move, u64)>,
    /// The position asked about last, until what follows there is told.
    asked: Option<(View, Keys)>,
}

impl<'m> Forecaster<'m> {
    /// A forecaster that has seen nothing yet.
    pub fn new(model: &'m MoveModel, effort: Effort) -> Forecaster<'m> {
        let learns = effort.is_thorough();
        let expert = |log2_slots| Expert::new(model, effort, log2_slots, learns);
        Forecaster {
            asks: ByEffort::new(model, effort, expert),
            learns,
            shares: Vec::new(),
            asked: None,
        }
    }

    /// Whether it learns, so that earlier answers are out of date.
    pub fn learns(&self) -> bool {
        self.learns
    }

    /// Every legal move and its probability, in 1/2^32.
    pub fn distribution(&mut self, position: &Position, context: &GameContext) -> &[(Move, u64)] {
        let out = &mut self.shares;
        match &mut self.asks {
            ByEffort::Reflex(reflex) => reflex.distribution(position, context, out),
            ByEffort::Novice(novice) => novice.distribution(position, context, out),
            ByEffort::Expert(expert) => {
                let asked = expert.distribution(position, context, out);
                self.asked = self.learns.then_some(asked);
            }
        }
        &self.shares
    }

    /// Learns that `played` follows in the position asked about last, if it learns at all.
    pub fn follow(&mut self, played: Move) {
        if let (ByEffort::Expert(expert), Some(asked)) = (&mut self.asks, self.asked.take()) {
            expert.follow(&asked, played);
        }
    }
}

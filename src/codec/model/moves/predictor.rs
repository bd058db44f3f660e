//! One block's predictor: gives every legal move of a position its share, codes the one that is played, and learns from it.

use super::{
    board::{
        generate::{Candidate, index_of, legal_moves},
        view::{Attacks, View},
    },
    context::GameContext,
    features::{
        inputs,
        tactics::{self, Tactics},
        vectors,
    },
    net::{
        kernel::{self, Question},
        softmax,
        weights::Weights,
    },
};
use crate::chess::{Move, Position};
use crate::coding::range::{Coder, ONE};

/// Codes moves under a network.
pub struct MovePredictor<'m> {
    weights: &'m Weights,
    candidates: Vec<Candidate>,
    scratch: Vec<Candidate>,
    rows: Vec<u16>,
    vectors: Vec<u16>,
    tactics: Tactics,
    hidden: Vec<i16>,
    scores: Vec<i32>,
    shares: Vec<u32>,
    bounds: Vec<u32>,
}

impl<'m> MovePredictor<'m> {
    /// A predictor that has seen nothing yet.
    pub fn new(weights: &'m Weights) -> MovePredictor<'m> {
        MovePredictor {
            weights,
            candidates: Vec::new(),
            scratch: Vec::new(),
            rows: Vec::new(),
            vectors: Vec::new(),
            tactics: Tactics::default(),
            hidden: Vec::new(),
            scores: Vec::new(),
            shares: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// Codes the move played in `position`, where `played` is legal or `coder` reads. `None` where no move is legal or `played` is not.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        let view = self.look(position, context);
        let index = match played {
            Some(m) => index_of(m, &view, &self.candidates)?,
            None if C::READS => 0,
            None => return None,
        };
        let index = match self.candidates.len() {
            0 => return None,
            1 => 0,
            _ => coder.symbol(index, &self.bounds),
        };
        Some(self.candidates[index].to_move(&view))
    }

    /// Every legal move and its probability in 1/65,536, in the model's order.
    pub fn distribution(&mut self, position: &Position, context: &GameContext) -> Vec<(Move, u32)> {
        let view = self.look(position, context);
        let moves = self.candidates.iter().map(|c| c.to_move(&view));
        if self.candidates.len() == 1 {
            return moves.map(|m| (m, ONE)).collect();
        }
        moves
            .zip(self.bounds.windows(2).map(|pair| pair[1] - pair[0]))
            .collect()
    }

    /// Finds the legal moves and, where there is a choice, their bounds.
    fn look(&mut self, position: &Position, context: &GameContext) -> View {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        legal_moves(&view, &attacks, &mut self.candidates);
        if self.candidates.len() < 2 {
            return view;
        }
        self.rows.clear();
        inputs::rows(&view, &attacks, context, &mut self.rows);
        tactics::describe(
            &view,
            &attacks,
            context,
            position,
            &self.candidates,
            &mut self.scratch,
            &mut self.tactics,
        );
        self.vectors.clear();
        self.vectors
            .extend(self.candidates.iter().map(vectors::number));
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            tactics: &self.tactics.rows,
            tactic_ends: &self.tactics.ends,
        };
        kernel::scores(self.weights, &question, &mut self.hidden, &mut self.scores);
        softmax::weights(&self.scores, &mut self.shares);
        softmax::bounds(&self.shares, &mut self.bounds);
        view
    }
}

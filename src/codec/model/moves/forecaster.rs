//! Says how likely moves are beside the main lines of a block: in lines of play, in variations, and
//! in prose that speaks of moves (6.13 of MODEL.md).

use super::{
    board::view::View,
    context::GameContext,
    expert::Expert,
    memory::Keys,
    model::{Effort, MoveModel},
    novice::Novice,
    reflex::choice::Reflex,
};
use crate::chess::{Move, Position};

/// Gives the legal moves of one position after another their probabilities.
pub struct Forecaster<'m> {
    kind: Kind<'m>,
    /// Whether it learns from what it is told to follow.
    learns: bool,
    shares: Vec<(Move, u64)>,
    /// The position asked about last, until what follows there is told.
    asked: Option<(View, Keys)>,
}

/// The forecaster at [`Effort::Reflex`], at [`Effort::Quick`], and above that.
enum Kind<'m> {
    Reflex(Box<Reflex<'m>>),
    Novice(Box<Novice<'m>>),
    Expert(Box<Expert<'m>>),
}

impl<'m> Forecaster<'m> {
    /// A forecaster that has seen nothing yet.
    pub fn new(model: &'m MoveModel, effort: Effort) -> Forecaster<'m> {
        let learns = effort.is_thorough();
        Forecaster {
            kind: match (effort, effort.log2_memory()) {
                (Effort::Reflex, _) => Kind::Reflex(Box::new(Reflex::new(model.tables()))),
                (_, None) => Kind::Novice(Box::new(Novice::new(model, effort))),
                (_, Some(log2_slots)) => {
                    Kind::Expert(Box::new(Expert::new(model, effort, log2_slots, learns)))
                }
            },
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
        match &mut self.kind {
            Kind::Reflex(reflex) => reflex.distribution(position, context, out),
            Kind::Novice(novice) => novice.distribution(position, context, out),
            Kind::Expert(expert) => {
                let asked = expert.distribution(position, context, out);
                self.asked = self.learns.then_some(asked);
            }
        }
        &self.shares
    }

    /// Learns that `played` follows in the position asked about last, if it learns at all.
    pub fn follow(&mut self, played: Move) {
        if let (Kind::Expert(expert), Some(asked)) = (&mut self.kind, self.asked.take()) {
            expert.follow(&asked, played);
        }
    }
}

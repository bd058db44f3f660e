//! The predictor of one block's main lines: gives every legal move of a position its probability,
//! codes the one that is played, and learns from it.

use super::{
    by_effort::ByEffort,
    context::GameContext,
    expert::{Expert, keys_of},
    familiar::Familiar,
    model::{Effort, MoveModel},
    precedent::{Parting, Precedent},
};
#[cfg(test)]
use super::{inference::Inference, net::weights::Judge};
use crate::chess::{Move, Position};
use crate::coding::range::{Coder, Listener};

/// Codes the moves of a block.
pub struct MovePredictor<'m>(ByEffort<'m, MainLines<'m>>);

impl<'m> MovePredictor<'m> {
    /// A predictor that has seen nothing yet.
    pub fn new(model: &'m MoveModel, effort: Effort) -> MovePredictor<'m> {
        let expert = |log2_slots| MainLines::new(model, effort, log2_slots);
        MovePredictor(ByEffort::new(model, effort, expert))
    }

    /// Codes the move played in `position` and returns it: `played`, or the one that is read where
    /// `C` reads. `None` where no move is legal, or where `played` is not.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        match &mut self.0 {
            ByEffort::Reflex(reflex) => reflex.code(coder, position, context, played),
            ByEffort::Novice(novice) => novice.code(coder, position, context, played),
            ByEffort::Expert(lines) => lines.code(coder, position, context, played),
        }
    }

    /// How the game compares with the game before, where `context` is that of the next half-move.
    /// Nobody knows up to [`Effort::Quick`].
    pub(crate) fn parting(&self, context: &GameContext) -> Parting {
        match &self.0 {
            ByEffort::Reflex(_) | ByEffort::Novice(_) => Parting::default(),
            ByEffort::Expert(lines) => lines.precedent.parting(context.ply),
        }
    }

    /// Learns what [`code`](MovePredictor::code) learns from a move, without a coder.
    pub fn listen(&mut self, position: &Position, context: &GameContext, played: Move) {
        self.code(&mut Listener, position, context, Some(played));
    }

    /// Every legal move and its probability, in 1/2^32, whatever the game before played and without
    /// the weights kept of familiar positions. Nothing is learnt.
    pub fn distribution(&mut self, position: &Position, context: &GameContext) -> Vec<(Move, u64)> {
        let mut shares = Vec::new();
        match &mut self.0 {
            ByEffort::Reflex(reflex) => reflex.distribution(position, context, &mut shares),
            ByEffort::Novice(novice) => novice.distribution(position, context, &mut shares),
            ByEffort::Expert(lines) => {
                lines.expert.distribution(position, context, &mut shares);
            }
        }
        shares
    }
}

/// An expert who follows main lines: familiar positions and the game before count, too.
pub(crate) struct MainLines<'m> {
    expert: Expert<'m>,
    familiar: Familiar,
    precedent: Precedent,
}

impl<'m> MainLines<'m> {
    pub(crate) fn new(model: &'m MoveModel, effort: Effort, log2_slots: u32) -> MainLines<'m> {
        MainLines {
            expert: Expert::new(model, effort, log2_slots, true),
            familiar: Familiar::default(),
            precedent: Precedent::new(),
        }
    }

    /// As [`MovePredictor::code`].
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        let MainLines {
            expert,
            familiar,
            precedent,
        } = self;
        let keys = keys_of(position, context);
        expert.fetch(&keys);
        let kept = familiar.weights(keys.position);
        let (view, is_familiar) = expert.look(position, context, kept);
        let played = expert.number_of::<C>(played, &view)?;
        let count = expert.said().candidates.len();
        let before = precedent.meet(context.ply, keys.position);
        let mut index = 0;
        if count > 1 {
            let times = expert.recall(&keys);
            if !is_familiar {
                familiar.note(keys.position, times, &expert.said().weights);
            }
            expert.recall_habits(&view, context);
            let before = before.filter(|&index| index < count);
            let before = before.map(|index| (&mut *precedent, index));
            index = expert.code(coder, &keys, played, before);
            if !is_familiar {
                expert.tune(index);
            }
        }
        precedent.note(keys.position, index);
        Some(expert.said().candidates.get(index)?.to_move(&view))
    }

    /// Asks the grid, too.
    #[cfg(test)]
    pub(crate) fn ask_grid(&mut self) {
        self.expert.ask_grid();
    }

    /// The model's judge, and what all networks that are asked say of a position; `None` where
    /// there is no judge or no choice.
    #[cfg(test)]
    pub(crate) fn judged(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> Option<(&'m Judge, &Inference)> {
        self.expert.look(position, context, None);
        let said = self.expert.said();
        let judge = self.expert.judge().filter(|_| said.candidates.len() > 1);
        judge.map(|judge| (judge, said))
    }
}

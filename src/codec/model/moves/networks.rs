//! The networks that an effort asks, and what they say of a position: a weight for every legal
//! move.
//!
//! Knows nothing of what was played before in a block (see [`expert`](super::expert)).

use super::{
    ahead::Lookahead,
    board::{
        generate::legal_moves,
        view::{Attacks, View},
    },
    broad,
    context::GameContext,
    features::Situation,
    grid::Grid,
    inference::Inference,
    model::{Effort, MoveModel},
    net::{
        arithmetic::{Arithmetic, Task, on_this_machine},
        softmax,
        weights::{Judge, Quick},
    },
    tuning::Tuning,
};
use crate::{
    chess::{Move, Position},
    coding::range::Coder,
};

/// The networks of an effort.
pub(crate) struct Networks<'m> {
    asked: Asked<'m>,
    inference: Inference,
}

/// The networks that are asked about all moves.
enum Asked<'m> {
    Quick(&'m Quick),
    Judge {
        /// The model's own.
        own: &'m Judge,
        /// `None` below [`Effort::Keen`].
        broad: Option<&'static Judge>,
        /// `None` below [`Effort::Utmost`]; so is `ahead`.
        grid: Option<Box<Grid>>,
        ahead: Option<Box<Lookahead>>,
    },
}

impl<'m> Asked<'m> {
    /// The networks of `model` that are asked at `effort`.
    fn at(model: &'m MoveModel, effort: Effort) -> Asked<'m> {
        match model.judge(effort) {
            None => Asked::Quick(model.quick()),
            Some(own) => Asked::Judge {
                own,
                broad: effort.asks_broad().then(broad::judge),
                grid: effort.looks_ahead().then(Box::default),
                ahead: effort.looks_ahead().then(Box::default),
            },
        }
    }
}

/// What is known of a position before the networks are asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'a> {
    /// The weights that were kept, where the position is familiar: then no network is asked.
    pub(crate) weights: Option<&'a [u32]>,
    pub(crate) tuning: Option<&'a Tuning>,
}

impl<'m> Networks<'m> {
    pub(crate) fn new(model: &'m MoveModel, effort: Effort) -> Networks<'m> {
        Networks {
            asked: Asked::at(model, effort),
            inference: Inference::default(),
        }
    }

    /// Whether a judge is asked, not the quick network.
    pub(crate) fn has_judge(&self) -> bool {
        matches!(self.asked, Asked::Judge { .. })
    }

    /// Works out the legal moves and, if there are two or more, their weights. Returns the position
    /// as the mover sees it, and whether its weights were those `known`.
    pub(crate) fn look(
        &mut self,
        position: &Position,
        context: &GameContext,
        known: Known<'_>,
    ) -> (View, bool) {
        on_this_machine(Look {
            known,
            position,
            context,
            networks: self,
        })
    }

    /// The legal moves of the position looked at last and, if there are two or more, what was said
    /// of them.
    pub(crate) fn said(&self) -> &Inference {
        &self.inference
    }

    /// The number of the move that a coder is given among those of the position looked at last,
    /// which is `view` to the mover; any number where `C` reads. `None` where `played` is not
    /// legal, or nothing is given to a writer.
    pub(crate) fn number_of<C: Coder>(&self, played: Option<Move>, view: &View) -> Option<usize> {
        match played {
            Some(m) => self.inference.candidates.index_of(m, view),
            None => C::READS.then_some(0),
        }
    }

    /// Learns that move number `played` of the position looked at last was played, where the
    /// networks looked ahead.
    pub(crate) fn learn(&mut self, played: usize) {
        if let Asked::Judge {
            ahead: Some(ahead), ..
        } = &mut self.asked
        {
            ahead.learn(&self.inference.weights, played);
        }
    }

    /// Asks the grid, too, if a judge is asked.
    #[cfg(test)]
    pub(crate) fn ask_grid(&mut self) {
        if let Asked::Judge { grid, .. } = &mut self.asked {
            *grid = Some(Box::default());
        }
    }

    /// The model's judge, if one is asked.
    #[cfg(test)]
    pub(crate) fn judge(&self) -> Option<&'m Judge> {
        match self.asked {
            Asked::Judge { own, .. } => Some(own),
            Asked::Quick(_) => None,
        }
    }
}

/// What the networks asked at some effort, without the grid and without looking ahead, say of the
/// moves of a position, with nothing remembered or learnt on the way. It serves as a teacher of
/// other networks, because it says more of a position than the one move that was played there
/// (distillation: Hinton, Vinyals and Dean, 2015).
pub(crate) struct Opinion<'m>(Networks<'m>);

impl<'m> Opinion<'m> {
    /// The opinion of the networks that are asked at `effort`.
    pub(crate) fn new(model: &'m MoveModel, effort: Effort) -> Opinion<'m> {
        let mut networks = Networks::new(model, effort);
        if let Asked::Judge { grid, ahead, .. } = &mut networks.asked {
            (*grid, *ahead) = (None, None);
        }
        Opinion(networks)
    }

    /// The probability of each legal move, in the model's order. Only for positions with two or
    /// more.
    pub(crate) fn shares(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> impl Iterator<Item = f32> {
        self.0.look(position, context, Known::default());
        let weights = &self.0.said().weights;
        let total = softmax::total(weights);
        weights.iter().map(move |&w| w as f32 / total as f32)
    }
}

/// Works out the legal moves and their weights.
struct Look<'a, 'm> {
    known: Known<'a>,
    position: &'a Position,
    context: &'a GameContext,
    networks: &'a mut Networks<'m>,
}

impl Task for Look<'_, '_> {
    /// The position as the player to move sees it, and whether it was familiar.
    type Output = (View, bool);

    #[inline(always)]
    fn run<A: Arithmetic>(self) -> (View, bool) {
        let view = View::with::<A>(self.position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&view);
        let inference = &mut self.networks.inference;
        legal_moves::<A>(&view, &attacks, &mut inference.candidates);
        let count = inference.candidates.len();
        if let Some(weights) = self.known.weights.filter(|weights| weights.len() == count) {
            inference.weights.clear();
            inference.weights.extend_from_slice(weights);
            return (view, true);
        }
        if count > 1 {
            let situation = Situation {
                view: &view,
                attacks: &attacks,
                context: self.context,
                position: self.position,
            };
            self.networks.weigh::<A>(&situation, self.known.tuning);
        }
        (view, false)
    }
}

impl Networks<'_> {
    /// Works out the weights of the legal moves.
    #[inline(always)]
    fn weigh<A: Arithmetic>(&mut self, situation: &Situation<'_>, tuning: Option<&Tuning>) {
        let Networks { asked, inference } = self;
        inference.begin::<A>(situation);
        match asked {
            Asked::Quick(quick) => inference.ask_quick::<A>(quick, situation),
            Asked::Judge { own, broad, .. } => inference.ask_judge::<A>(own, *broad, situation),
        }
        if let Some(tuning) = tuning {
            tuning.adjust(&inference.vectors, &inference.facts, &mut inference.scores);
        }
        softmax::weights(&inference.scores, &mut inference.weights);
        let Asked::Judge {
            own, grid, ahead, ..
        } = asked
        else {
            return;
        };
        if let Some(grid) = grid
            && Grid::is_worth_asking(&inference.weights)
        {
            let Inference {
                candidates, scores, ..
            } = inference;
            grid.add_scores::<A>(situation, candidates, scores);
            softmax::weights(&inference.scores, &mut inference.weights);
        }
        if let Some(ahead) = ahead {
            ahead.look::<A>(own, situation, inference);
            softmax::weights(&inference.scores, &mut inference.weights);
        }
    }
}

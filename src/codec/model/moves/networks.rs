//! The predictor above `Effort::Reflex`: networks give every legal move of a position its
//! probability, the move played is coded, and the block's models learn from it.

use super::{
    ahead::Lookahead,
    board::{
        generate::legal_moves,
        view::{Attacks, View},
    },
    broad,
    context::GameContext,
    familiar::Familiar,
    features::Situation,
    grid::Grid,
    inference::Inference,
    memory::{Keys, Memories, position_key},
    model::{Effort, MoveModel},
    net::{
        arithmetic::{Arithmetic, Task, on_this_machine},
        softmax,
        weights::{Judge, Quick},
    },
    precedent::{Parting, Precedent},
    predictions::Predictions,
    ranking::{Deciding, Ranking},
    thorough::ThoroughRanking,
    tuning::Tuning,
};
use crate::chess::{Move, Position, Rules, side_index};
use crate::coding::range::{Coder, Listener, ONE};

/// Codes the moves of a block with any effort but [`Effort::Reflex`].
pub(crate) struct NetworkPredictor<'m> {
    asked: Asked<'m>,
    inference: Inference,
    /// `None` below [`Effort::Utmost`], and where the model has no judge to ask; so is `ahead`.
    grid: Option<Box<Grid>>,
    ahead: Option<Box<Lookahead>>,
    /// What the block has shown; `None` at [`Effort::Quick`].
    experience: Option<Experience>,
    /// Buffers.
    predictions: Predictions,
    bounds: Vec<u32>,
}

/// The networks that are asked about the moves.
enum Asked<'m> {
    Quick(&'m Quick),
    Judge {
        /// The model's own.
        own: &'m Judge,
        /// `None` below [`Effort::Keen`].
        broad: Option<&'static Judge>,
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
            },
        }
    }
}

/// What the block has shown so far.
#[derive(Debug)]
struct Experience {
    memories: Memories,
    familiar: Familiar,
    decisions: Decisions,
    precedent: Precedent,
    /// `None` below [`Effort::Keen`], and where there is no judge.
    tuning: Option<Tuning>,
}

/// The model of decisions.
#[derive(Debug)]
enum Decisions {
    Plain(Ranking),
    Thorough(Box<ThoroughRanking>),
}

/// The keys of a position in the memories.
fn keys_of(position: &Position, context: &GameContext) -> Keys {
    let player = context.players[side_index(position.turn())];
    Keys::new(position_key(position, context), player)
}

/// A position with two legal moves or more.
struct Choice<'a> {
    view: &'a View,
    context: &'a GameContext,
    keys: &'a Keys,
    /// Whether the weights were kept from an earlier visit, and the networks were not asked.
    familiar: bool,
    /// The number of the move that followed in the game before, as long as this game repeats it.
    before: Option<usize>,
}

impl Experience {
    /// Keeps the networks' weights, if the position was met often enough.
    fn keep(&mut self, keys: &Keys, weights: &[u32]) {
        let times = self.memories.times(keys);
        self.familiar.note(keys.position, times, weights);
    }
}

impl<'m> NetworkPredictor<'m> {
    /// A predictor that has seen nothing yet.
    pub(crate) fn new(model: &'m MoveModel, effort: Effort) -> NetworkPredictor<'m> {
        let asked = Asked::at(model, effort);
        let judged = matches!(asked, Asked::Judge { .. });
        let experience = effort.log2_memory().map(|log2_slots| Experience {
            memories: Memories::new(log2_slots),
            familiar: Familiar::default(),
            decisions: match effort.is_thorough() {
                true => Decisions::Thorough(Box::new(ThoroughRanking::new())),
                false => Decisions::Plain(Ranking::new()),
            },
            precedent: Precedent::new(),
            tuning: (judged && effort.tunes()).then(Tuning::new),
        });
        let looks = judged && effort.looks_ahead();
        NetworkPredictor {
            asked,
            inference: Inference::default(),
            grid: looks.then(Box::default),
            ahead: looks.then(Box::default),
            experience,
            predictions: Predictions::default(),
            bounds: Vec::new(),
        }
    }

    /// As [`MovePredictor::code`](super::predictor::MovePredictor::code).
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        let keys = match &self.experience {
            Some(experience) => {
                let keys = keys_of(position, context);
                experience.memories.fetch(&keys);
                keys
            }
            None => Keys::default(),
        };
        let (view, familiar) = self.look(position, context, Some(&keys));
        let candidates = &self.inference.candidates;
        let played = match played {
            Some(m) => candidates.index_of(m, &view)?,
            None if C::READS => 0,
            None => return None,
        };
        let count = candidates.len();
        let before = match &mut self.experience {
            Some(experience) => experience.precedent.meet(context.ply, keys.position),
            None => None,
        };
        let mut index = 0;
        if count > 1 {
            if let Some(experience) = &mut self.experience
                && !familiar
            {
                experience.keep(&keys, &self.inference.weights);
            }
            let choice = Choice {
                view: &view,
                context,
                keys: &keys,
                familiar,
                before: before.filter(|&index| index < count),
            };
            index = self.choose(coder, &choice, played);
        }
        if let Some(experience) = &mut self.experience {
            experience.precedent.note(keys.position, index);
        }
        Some(self.inference.candidates.get(index)?.to_move(&view))
    }

    /// As [`MovePredictor::parting`](super::predictor::MovePredictor::parting).
    pub(crate) fn parting(&self, context: &GameContext) -> Parting {
        let experience = self.experience.as_ref();
        experience
            .map(|experience| experience.precedent.parting(context.ply))
            .unwrap_or_default()
    }

    /// Works out the legal moves and, if there are two or more, their weights: those kept from an
    /// earlier visit where the position of `keys` is familiar, else those that the networks give
    /// with the tuning so far. Returns the position as the mover sees it, and whether it is
    /// familiar.
    fn look(
        &mut self,
        position: &Position,
        context: &GameContext,
        keys: Option<&Keys>,
    ) -> (View, bool) {
        let experience = self.experience.as_ref();
        on_this_machine(Look {
            familiar: experience
                .zip(keys)
                .and_then(|(experience, keys)| experience.familiar.weights(keys.position)),
            asked: &self.asked,
            tuning: experience.and_then(|experience| experience.tuning.as_ref()),
            grid: self.grid.as_deref_mut(),
            ahead: self.ahead.as_deref_mut(),
            position,
            context,
            inference: &mut self.inference,
        })
    }

    /// Codes which of the moves worked out last is played, and learns from it. Returns its number.
    fn choose<C: Coder>(&mut self, coder: &mut C, choice: &Choice<'_>, played: usize) -> usize {
        let Some(experience) = &mut self.experience else {
            softmax::bounds(&self.inference.weights, &mut self.bounds);
            return coder.symbol(played, &self.bounds);
        };
        let [seen, by_player] = experience.memories.recall(choice.keys);
        let (predictions, inference) = (&mut self.predictions, &self.inference);
        predictions.fill(&inference.weights, seen, by_player);
        let before = choice
            .before
            .map(|index| (&mut experience.precedent, index));
        let index = match &mut experience.decisions {
            Decisions::Plain(ranking) => ranking.code(coder, played, predictions, before),
            Decisions::Thorough(ranking) => {
                let (candidates, weights) = (&inference.candidates, &inference.weights);
                let mut considered = ranking.on(choice.view, choice.context, candidates, weights);
                let index = considered.code(coder, played, predictions, before);
                ranking.learn(weights, index);
                index
            }
        };
        experience.memories.note(choice.keys, index);
        if choice.familiar {
            return index;
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.learn(&self.inference.weights, index);
        }
        if let Some(tuning) = &mut experience.tuning {
            tuning.learn(
                &self.inference.vectors,
                &self.inference.facts,
                &self.inference.weights,
                index,
            );
        }
        index
    }

    /// The predictor, which asks the grid as well.
    #[cfg(test)]
    pub(crate) fn with_grid(self) -> NetworkPredictor<'m> {
        NetworkPredictor {
            grid: Some(Box::default()),
            ..self
        }
    }

    /// The model's judge, and what all networks that are asked say of a position; `None` where there
    /// is no judge or no choice.
    #[cfg(test)]
    pub(crate) fn judged(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> Option<(&'m Judge, &Inference)> {
        self.look(position, context, None);
        match &self.asked {
            Asked::Judge { own, .. } if self.inference.candidates.len() > 1 => {
                Some((own, &self.inference))
            }
            _ => None,
        }
    }

    /// As [`MovePredictor::follow`](super::predictor::MovePredictor::follow).
    pub(crate) fn follow(&mut self, position: &Position, context: &GameContext, played: Move) {
        let is_thorough =
            |experience: &Experience| matches!(experience.decisions, Decisions::Thorough(_));
        if !self.experience.as_ref().is_some_and(is_thorough) || self.inference.candidates.len() < 2
        {
            return;
        }
        let view = View::new(position);
        if let Some(index) = self.inference.candidates.index_of(played, &view) {
            let keys = keys_of(position, context);
            let choice = Choice {
                view: &view,
                context,
                keys: &keys,
                familiar: false,
                before: None,
            };
            self.choose(&mut Listener, &choice, index);
        }
    }

    /// As [`MovePredictor::distribution`](super::predictor::MovePredictor::distribution).
    pub(crate) fn distribution(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> Vec<(Move, u64)> {
        let (view, _) = self.look(position, context, None);
        let count = self.inference.candidates.len();
        let mut shares = vec![1 << 32; count];
        if count > 1 {
            if let Some(experience) = &mut self.experience {
                let keys = keys_of(position, context);
                let [seen, by_player] = experience.memories.recall(&keys);
                let (predictions, inference) = (&mut self.predictions, &self.inference);
                predictions.fill(&inference.weights, seen, by_player);
                match &mut experience.decisions {
                    Decisions::Plain(ranking) => ranking.distribution(predictions, &mut shares),
                    Decisions::Thorough(ranking) => ranking
                        .on(&view, context, &inference.candidates, &inference.weights)
                        .distribution(predictions, &mut shares),
                }
            } else {
                softmax::bounds(&self.inference.weights, &mut self.bounds);
                for (share, pair) in shares.iter_mut().zip(self.bounds.windows(2)) {
                    *share = u64::from(pair[1] - pair[0]) * u64::from(ONE);
                }
            }
        }
        let moves = self.inference.candidates.iter().map(|c| c.to_move(&view));
        moves.zip(shares).collect()
    }
}

/// What the networks asked at some effort, without the grid and without looking ahead, say of the
/// moves of a position, with nothing remembered or learnt on the way. It serves as a teacher of
/// other networks, because it says more of a position than the one move that was played there
/// (distillation: Hinton, Vinyals and Dean, 2015).
pub(crate) struct Opinion<'m> {
    asked: Asked<'m>,
    inference: Inference,
}

impl<'m> Opinion<'m> {
    /// The opinion of the networks that are asked at `effort`.
    pub(crate) fn new(model: &'m MoveModel, effort: Effort) -> Opinion<'m> {
        Opinion {
            asked: Asked::at(model, effort),
            inference: Inference::default(),
        }
    }

    /// The probability of each legal move, in the model's order. Only for positions with two or
    /// more.
    pub(crate) fn shares(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> impl Iterator<Item = f32> {
        on_this_machine(Look {
            familiar: None,
            asked: &self.asked,
            tuning: None,
            grid: None,
            ahead: None,
            position,
            context,
            inference: &mut self.inference,
        });
        let weights = &self.inference.weights;
        let total = softmax::total(weights);
        weights.iter().map(move |&w| w as f32 / total as f32)
    }
}

/// Works out the legal moves and their weights.
struct Look<'a> {
    /// The weights, where the position is familiar.
    familiar: Option<&'a [u32]>,
    asked: &'a Asked<'a>,
    tuning: Option<&'a Tuning>,
    grid: Option<&'a mut Grid>,
    ahead: Option<&'a mut Lookahead>,
    position: &'a Position,
    context: &'a GameContext,
    inference: &'a mut Inference,
}

impl Task for Look<'_> {
    /// The position as the player to move sees it, and whether it was familiar.
    type Output = (View, bool);

    #[inline(always)]
    fn run<A: Arithmetic>(self) -> (View, bool) {
        let view = View::with::<A>(self.position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&view);
        legal_moves::<A>(&view, &attacks, &mut self.inference.candidates);
        let count = self.inference.candidates.len();
        if let Some(weights) = self.familiar.filter(|weights| weights.len() == count) {
            self.inference.weights.clear();
            self.inference.weights.extend_from_slice(weights);
            return (view, true);
        }
        if count > 1 {
            let situation = Situation {
                view: &view,
                attacks: &attacks,
                context: self.context,
                position: self.position,
            };
            self.weigh::<A>(&situation);
        }
        (view, false)
    }
}

impl Look<'_> {
    /// Asks the networks for the weights.
    #[inline(always)]
    fn weigh<A: Arithmetic>(self, situation: &Situation<'_>) {
        let Look {
            asked,
            tuning,
            grid,
            ahead,
            inference,
            ..
        } = self;
        inference.begin::<A>(situation);
        match asked {
            Asked::Quick(quick) => inference.ask_quick::<A>(quick, situation),
            Asked::Judge { own, broad } => inference.ask_judge::<A>(own, *broad, situation),
        }
        if let Some(tuning) = tuning {
            tuning.adjust(&inference.vectors, &inference.facts, &mut inference.scores);
        }
        softmax::weights(&inference.scores, &mut inference.weights);
        if let Some(grid) = grid
            && Grid::is_worth_asking(&inference.weights)
        {
            let Inference {
                candidates, scores, ..
            } = inference;
            grid.add_scores::<A>(situation, candidates, scores);
            softmax::weights(&inference.scores, &mut inference.weights);
        }
        if let (Some(ahead), Asked::Judge { own, .. }) = (ahead, asked) {
            ahead.look::<A>(own, situation, inference);
            softmax::weights(&inference.scores, &mut inference.weights);
        }
    }
}

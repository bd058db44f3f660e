//! Decisions from [`Effort::Slow`](super::model::Effort::Slow) on, where time matters less: those
//! of [`ranking`](super::ranking), made with five sets of weights in place of one, and with the
//! words of [`habits`](super::habits) as further inputs.
//!
//! The five sets are the *sides* of a decision (6.11 of MODEL.md). Each gives a prediction of its
//! own and learns from its own error; the mean of the five counts.

use super::{
    board::{candidate::Candidates, view::View},
    context::GameContext,
    habits::{CIRCUMSTANCES, Habits},
    predictions::{PREDICTIONS, Predictions},
    ranking::{
        Deciding, Estimates, FIRST_WEIGHTS, SETS, Secondary, WEIGHT_ONE, blended, rate_of, set_at,
        set_of, step,
    },
};
use crate::coding::adaptive::truth;
use crate::coding::mix::{NAT, squash};

/// The predictions, a constant, the habits' words.
const INPUTS: usize = PREDICTIONS + 1 + CIRCUMSTANCES;
/// The weight of a habit's word at first.
const FIRST_WORD: i32 = WEIGHT_ONE / 5;
/// Weights stay in `-MOST ..= MOST`.
const MOST: i64 = 1 << 24;
/// How many times as fast weights learn as those of [`ranking`](super::ranking).
const FASTER: i64 = 3;

/// Number of sides.
const SIDES: usize = 5;
/// Classes of each side. Beyond the first side, each class has [`REMEMBERED`] sets, by what is
/// remembered of the position.
const CLASSES: [usize; SIDES] = [SETS, 20, 16, 16, 6];
/// By whether the position was seen, and whether the player to move had it.
const REMEMBERED: usize = 4;
/// The number of the first set of each side.
const FIRST: [usize; SIDES] = {
    let mut first = [0; SIDES];
    let mut side = 1;
    while side < SIDES {
        let sets = if side == 1 { 1 } else { REMEMBERED };
        first[side] = first[side - 1] + CLASSES[side - 1] * sets;
        side += 1;
    }
    first
};
const ALL_SETS: usize = FIRST[SIDES - 1] + CLASSES[SIDES - 1] * REMEMBERED;

/// What one block has taught about decisions.
#[derive(Clone, Debug)]
pub(crate) struct ThoroughRanking {
    weights: Vec<[i32; INPUTS]>,
    estimates: Estimates,
    habits: Habits,
    /// Of the position looked at last: classes of the mover's rating, of the ply and of the number
    /// of legal moves.
    classes: [usize; 3],
}

/// The decisions on the moves of one position.
pub(crate) struct Considered<'a> {
    ranking: &'a mut ThoroughRanking,
    candidates: &'a Candidates,
}

/// A decision: what went into it and what came of it.
pub(crate) struct Decision {
    inputs: [i32; INPUTS],
    sets: [usize; SIDES],
    /// The prediction of each side, a stretched probability.
    said: [i32; SIDES],
    estimate: Secondary,
}

impl ThoroughRanking {
    pub(crate) fn new() -> ThoroughRanking {
        let knowing = |number: usize| match number {
            0..SETS => {
                usize::from(number >= set_of(0, 1, 0)) + usize::from(number >= set_of(1, 0, 0))
            }
            _ => ((number - SETS) % REMEMBERED).min(2),
        };
        let weights = |number: usize| {
            let mut weights = [FIRST_WORD; INPUTS];
            weights[..PREDICTIONS].copy_from_slice(&FIRST_WEIGHTS[knowing(number)]);
            weights[PREDICTIONS] = 0;
            weights
        };
        ThoroughRanking {
            weights: (0..ALL_SETS).map(weights).collect(),
            estimates: Estimates::new(),
            habits: Habits::new(),
            classes: [0; 3],
        }
    }

    /// Looks at a position whose moves have these weights.
    pub(crate) fn look(
        &mut self,
        view: &View,
        context: &GameContext,
        candidates: &Candidates,
        weights: &[u32],
    ) {
        self.habits.look(view, context, candidates, weights);
        let rating = usize::from(context.ratings[usize::from(view.black)]);
        self.classes = [
            (rating / 200).min(CLASSES[1] - 1),
            (context.ply as usize / 8).min(CLASSES[2] - 1),
            (candidates.len() / 4).min(CLASSES[3] - 1),
        ];
    }

    /// The decisions on the position looked at last, which has these moves.
    pub(crate) fn on<'a>(&'a mut self, candidates: &'a Candidates) -> Considered<'a> {
        Considered {
            ranking: self,
            candidates,
        }
    }

    /// Learns habits: move number `played` was played in the position looked at last.
    pub(crate) fn learn(&mut self, weights: &[u32], played: usize) {
        self.habits.learn(weights, played);
    }
}

impl Considered<'_> {
    /// The sets of weights, one for each side, of the decision on move number `index` where `rank`
    /// moves are ruled out.
    fn sets(&self, predictions: &Predictions, index: usize, rank: usize) -> [usize; SIDES] {
        let [seen, by_player] = predictions.classes().map(|class| usize::from(class > 0));
        let role = self.candidates.get(index).map_or(0, |c| c.role());
        let [rating, stage, moves] = self.ranking.classes;
        let mut sets = [0, rating, stage, moves, role];
        for (set, first) in sets.iter_mut().zip(FIRST).skip(1) {
            *set = first + *set * REMEMBERED + 2 * by_player + seen;
        }
        sets[0] = set_at(predictions, rank);
        sets
    }
}

impl Deciding for Considered<'_> {
    type Decision = Decision;

    fn decide(&self, predictions: &Predictions, index: usize, rank: usize) -> (u32, Decision) {
        let mut inputs = [NAT; INPUTS];
        inputs[..PREDICTIONS].copy_from_slice(&predictions.odds(index));
        inputs[PREDICTIONS + 1..].copy_from_slice(&self.ranking.habits.words()[index]);
        let sets = self.sets(predictions, index, rank);
        let said = sets.map(|set| blended(&self.ranking.weights[set], &inputs));
        let mean = said.iter().sum::<i32>() / SIDES as i32;
        let estimate = self.ranking.estimates.look(sets[0], mean);
        let decision = Decision {
            inputs,
            sets,
            said,
            estimate,
        };
        (decision.estimate.p(), decision)
    }

    fn learn(&mut self, decision: &Decision, hit: bool) {
        let target = i64::from(truth(hit));
        let rate = FASTER * rate_of(decision.sets[0]);
        for (&set, &said) in decision.sets.iter().zip(&decision.said) {
            let error = target - i64::from(squash(said));
            let weights = self.ranking.weights[set].iter_mut();
            for (weight, &x) in weights.zip(&decision.inputs) {
                *weight = (i64::from(*weight) + step(x, error, rate)).clamp(-MOST, MOST) as i32;
            }
        }
        self.ranking.estimates.learn(&decision.estimate, hit);
    }
}

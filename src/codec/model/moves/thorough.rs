//! Decisions where time does not matter: those of [`ranking`](super::ranking), seen from five sides, with
//! [`habits`](super::habits) having their say.
//!
//! Each side has weights of its own for the three predictions and the habits' words; the mean of what they say counts,
//! and is corrected by what came of such before.
//!
//! # NOTES
//!
//! Bytes of moves of a Lichess dump, of one user's games, and of an engine's, replayed from the probabilities: five
//! sides instead of one -0.14 %, -0.14 %, -0.11 %; with four habits, weights that learn as fast as at level 6 -0.77 %,
//! -0.40 %, -0.40 %, twice as fast -0.81 %, -0.46 %, -0.70 %, three times -0.82 %, -0.48 %, -0.85 %; with five habits
//! -0.94 %, -0.51 %, -0.92 %. Besides, what the networks said before they looked ahead, or the first judge alone, as
//! predictions: -0.05 %, -0.02 %, -0.03 % and -0.05 %, -0.07 %, -0.03 %. Corrections for the mover's role, the rating
//! and the stage, too: nothing.

use super::{
    board::{candidate::Candidates, view::View},
    context::GameContext,
    habits::{CONTEXTS, Habits},
    ranking::{
        BASICS, BLEND_RATES, Deciding, Estimate, Estimates, FIRST_WEIGHTS, SETS, Views, WEIGHT_ONE,
        set_of,
    },
};
use crate::coding::mix::{STRETCH_MAX, squash};

/// The predictions, a constant, the habits' words.
const INPUTS: usize = BASICS + 1 + CONTEXTS;
/// What the words weigh at first.
const FIRST_WORD: i32 = WEIGHT_ONE / 5;
/// No weight goes beyond.
const MOST: i64 = 1 << 24;
/// How much faster weights learn than those of [`ranking`](super::ranking).
const HASTE: i64 = 3;

/// Sides that a decision is seen from.
const SIDES: usize = 5;
/// How many classes each has, and where its weights begin; beyond the first, each class has sets by what is remembered.
const CLASSES: [usize; SIDES] = [SETS, 20, 16, 16, 6];
const REMEMBERED: usize = 4;
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

/// The learning state of one block.
#[derive(Clone, Debug)]
pub(crate) struct ThoroughRanking {
    weights: Vec<[i32; INPUTS]>,
    estimates: Estimates,
    habits: Habits,
}

/// What there is to consider in one position.
pub(crate) struct ThoroughDecision<'a> {
    ranking: &'a mut ThoroughRanking,
    candidates: &'a Candidates,
    /// Classes of the mover's rating, of the stage of the game and of how many moves there are.
    classes: [usize; 3],
}

/// One decision's place in the tables.
pub(crate) struct Decision {
    inputs: [i32; INPUTS],
    sets: [usize; SIDES],
    said: [i32; SIDES],
    estimate: Estimate,
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
            weights[..BASICS].copy_from_slice(&FIRST_WEIGHTS[knowing(number)]);
            weights[BASICS] = 0;
            weights
        };
        ThoroughRanking {
            weights: (0..ALL_SETS).map(weights).collect(),
            estimates: Estimates::new(),
            habits: Habits::new(),
        }
    }

    /// What there is to consider in a position where the moves have these weights.
    pub(crate) fn on<'a>(
        &'a mut self,
        view: &View,
        context: &GameContext,
        candidates: &'a Candidates,
        weights: &[u32],
    ) -> ThoroughDecision<'a> {
        self.habits.look(view, context, candidates, weights);
        let rating = usize::from(context.ratings[usize::from(view.black)]);
        ThoroughDecision {
            ranking: self,
            classes: [
                (rating / 200).min(CLASSES[1] - 1),
                (context.ply as usize / 8).min(CLASSES[2] - 1),
                (candidates.len() / 4).min(CLASSES[3] - 1),
            ],
            candidates,
        }
    }

    /// Learns that move number `played` was played in the position considered last, where the moves have these weights.
    pub(crate) fn learn(&mut self, weights: &[u32], played: usize) {
        self.habits.learn(weights, played);
    }
}

impl ThoroughDecision<'_> {
    /// The sets of weights of all sides.
    fn sets(&self, views: &Views, index: usize, rank: usize) -> [usize; SIDES] {
        let [seen, by_player] = views.classes().map(|class| usize::from(class > 0));
        let role = self.candidates.get(index).map_or(0, |c| c.role());
        let [rating, stage, moves] = self.classes;
        let mut sets = [0, rating, stage, moves, role];
        for (set, first) in sets.iter_mut().zip(FIRST).skip(1) {
            *set = first + *set * REMEMBERED + 2 * by_player + seen;
        }
        sets[0] = views.set(rank);
        sets
    }
}

impl Deciding for ThoroughDecision<'_> {
    type Decision = Decision;

    fn decide(&self, views: &Views, index: usize, rank: usize) -> (u32, Decision) {
        let mut inputs = [256; INPUTS];
        inputs[..BASICS].copy_from_slice(&views.basics(index));
        inputs[BASICS + 1..].copy_from_slice(&self.ranking.habits.words()[index]);
        let sets = self.sets(views, index, rank);
        let said = sets.map(|set| {
            let weights = self.ranking.weights[set].iter();
            let products = weights.zip(&inputs);
            let sum: i64 = products.map(|(&w, &x)| i64::from(w) * i64::from(x)).sum();
            ((sum >> 16) as i32).clamp(-STRETCH_MAX, STRETCH_MAX)
        });
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
        let target = if hit { (1 << 16) - 1 } else { 0 };
        let rate = HASTE * BLEND_RATES[usize::from(decision.sets[0] >= set_of(0, 1, 0))];
        for (&set, &said) in decision.sets.iter().zip(&decision.said) {
            let error = target - i64::from(squash(said));
            let weights = self.ranking.weights[set].iter_mut();
            for (weight, &x) in weights.zip(&decision.inputs) {
                let moved = (i64::from(x) * error * rate + (1 << 17)) >> 18;
                *weight = (i64::from(*weight) + moved).clamp(-MOST, MOST) as i32;
            }
        }
        self.ranking.estimates.learn(&decision.estimate, hit);
    }
}

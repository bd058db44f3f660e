//! Codes a move as a row of decisions: is it the likeliest one? If not, the next likeliest? Each
//! decision has a probability that learns.
//!
//! Three predictions of the moves meet at each decision: that of the networks; the same corrected
//! by what was played before from the same position; and that corrected by what the player to move
//! has played there. They are mixed in the logistic domain, with weights chosen by how much is
//! known of the position. The mixed probability then goes through a table that learns how often
//! such probabilities have come true (adaptive probability maps, or secondary estimation: Mahoney
//! 2007). MODEL.md says how: 6.5, 6.6 and 13.

use super::{
    precedent::Precedent,
    predictions::{BY_PLAYER, PREDICTIONS, Predictions, SEEN},
};
use crate::coding::adaptive::{followed, truth};
use crate::coding::mix::{NAT, STRETCH_MAX, squash};
use crate::coding::range::{Coder, ONE};

/// The predictions and a constant.
const INPUTS: usize = PREDICTIONS + 1;
/// Classes of ranks.
const RANKS: usize = 8;
/// Number of sets of weights.
pub(crate) const SETS: usize = RANKS * SEEN * BY_PLAYER;
/// The weight that leaves a prediction as it is.
pub(crate) const WEIGHT_ONE: i32 = 1 << 16;
/// The weights at the beginning: where nothing is remembered, where the position was seen, where
/// the player to move had it.
pub(crate) const FIRST_WEIGHTS: [[i32; PREDICTIONS]; 3] = [
    [WEIGHT_ONE, 0, 0],
    [WEIGHT_ONE / 8, WEIGHT_ONE * 7 / 8, 0],
    [WEIGHT_ONE / 16, WEIGHT_ONE * 3 / 16, WEIGHT_ONE * 3 / 4],
];
/// Entries of a set in the table of secondary estimates, and the stretched probability from one to
/// the next.
const STEPS: usize = 33;
const STEP: i32 = 2 * (STRETCH_MAX + 1) / (STEPS as i32 - 1) + 1;
/// Where the probabilities of all moves are asked for, this many of the likeliest moves get theirs
/// by decisions.
const DECIDED: usize = 8;
/// Probabilities stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 6;

/// How fast weights learn where the position was not seen before, and where it was. The rates were
/// found on training games.
const BLEND_RATES: [i64; 2] = [2, 8];
/// A secondary estimate moves by 1 / 2^`ESTIMATE_RATE` of its error.
const ESTIMATE_RATE: u32 = 7;

/// A model of decisions: gives the probability that a move is played, and learns from whether it
/// is.
pub(crate) trait Deciding {
    /// What `learn` needs to know of a decision.
    type Decision;

    /// The probability, in 1/65,536, that move number `index` is played, where `rank` other moves
    /// are ruled out.
    fn decide(&self, predictions: &Predictions, index: usize, rank: usize)
    -> (u32, Self::Decision);

    /// Learns whether the move was played.
    fn learn(&mut self, decision: &Self::Decision, hit: bool);

    /// Codes which of the moves is played, and learns from it. Returns its number. If the number of
    /// the move that followed in the game `before` is given, the first decision is whether it is
    /// that one.
    #[inline]
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        played: usize,
        predictions: &mut Predictions,
        before: Option<(&mut Precedent, usize)>,
    ) -> usize {
        match before {
            Some(before) => self.code_with(coder, played, predictions, before),
            None => self.code_from(coder, played, predictions, 0),
        }
    }

    /// The same where a move followed in the game before.
    fn code_with<C: Coder>(
        &mut self,
        coder: &mut C,
        played: usize,
        predictions: &mut Predictions,
        (precedent, before): (&mut Precedent, usize),
    ) -> usize {
        let is_best = predictions.best().likeliest() == before;
        let (p, ranked) = self.decide(predictions, before, 0);
        let decision = precedent.decision(p);
        let hit = precedent.code(coder, &decision, played == before);
        if is_best {
            self.learn(&ranked, hit);
        }
        if hit {
            return before;
        }
        predictions.strike(before);
        self.code_from(coder, played, predictions, usize::from(is_best))
    }

    /// The same where none did, or it is not that one, and `rank` moves are ruled out already.
    #[inline]
    fn code_from<C: Coder>(
        &mut self,
        coder: &mut C,
        played: usize,
        predictions: &mut Predictions,
        mut rank: usize,
    ) -> usize {
        loop {
            let best = predictions.best().likeliest();
            if predictions.best().left() == 1 {
                return best;
            }
            let (p, decision) = self.decide(predictions, best, rank);
            let hit = coder.bit(played == best, p);
            self.learn(&decision, hit);
            if hit {
                return best;
            }
            predictions.strike(best);
            rank += 1;
        }
    }

    /// Fills `out` with the probabilities of all moves, in 1/2^32. All but the likeliest get theirs
    /// in proportion to the weights in the best prediction there is. Nothing is learnt.
    fn distribution(&self, predictions: &mut Predictions, out: &mut [u64]) {
        let mut left = 1u64 << 32;
        for rank in 0..DECIDED {
            let best = predictions.best().likeliest();
            if predictions.best().left() == 1 {
                out[best] = left;
                return;
            }
            let p = u64::from(self.decide(predictions, best, rank).0);
            out[best] = (left * p) >> 16;
            left -= out[best];
            predictions.strike(best);
        }
        predictions.best().divide(left, out);
    }
}

/// What one block has taught about decisions.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    weights: Vec<[i32; INPUTS]>,
    estimates: Estimates,
}

/// A decision: what went into it and what came of it.
pub(crate) struct Decision {
    inputs: [i32; INPUTS],
    set: usize,
    estimate: Secondary,
}

impl Ranking {
    pub(crate) fn new() -> Ranking {
        let with_constant = |[a, b, c]: [i32; PREDICTIONS]| [a, b, c, 0];
        let [fresh, seen, by_player] = FIRST_WEIGHTS.map(with_constant);
        let mut weights = vec![fresh; SETS];
        weights[set_of(0, 1, 0)..].fill(seen);
        weights[set_of(1, 0, 0)..].fill(by_player);
        Ranking {
            weights,
            estimates: Estimates::new(),
        }
    }
}

impl Deciding for Ranking {
    type Decision = Decision;

    #[inline]
    fn decide(&self, predictions: &Predictions, index: usize, rank: usize) -> (u32, Decision) {
        let [plain, informed, by_player] = predictions.odds(index);
        let inputs = [plain, informed, by_player, NAT];
        let set = set_at(predictions, rank);
        let blend = blended(&self.weights[set], &inputs);
        let estimate = self.estimates.look(set, blend);
        let decision = Decision {
            inputs,
            set,
            estimate,
        };
        (decision.estimate.p(), decision)
    }

    #[inline]
    fn learn(&mut self, decision: &Decision, hit: bool) {
        let error = i64::from(truth(hit)) - i64::from(decision.estimate.blend);
        let rate = rate_of(decision.set);
        for (weight, &x) in self.weights[decision.set].iter_mut().zip(&decision.inputs) {
            *weight += step(x, error, rate) as i32;
        }
        self.estimates.learn(&decision.estimate, hit);
    }
}

/// The weighted sum of predictions: a stretched probability.
#[inline]
pub(crate) fn blended<const N: usize>(weights: &[i32; N], inputs: &[i32; N]) -> i32 {
    let products = weights.iter().zip(inputs);
    let sum: i64 = products.map(|(&w, &x)| i64::from(w) * i64::from(x)).sum();
    ((sum >> 16) as i32).clamp(-STRETCH_MAX, STRETCH_MAX)
}

/// How far the weight of the prediction `x` moves after an `error`, in 1/65,536.
#[inline]
pub(crate) fn step(x: i32, error: i64, rate: i64) -> i64 {
    (i64::from(x) * error * rate + (1 << 17)) >> 18
}

/// How fast the weights of a set learn.
#[inline]
pub(crate) fn rate_of(set: usize) -> i64 {
    BLEND_RATES[usize::from(set >= set_of(0, 1, 0))]
}

/// The secondary estimates: how often mixed probabilities have come true, by set of weights.
#[derive(Clone, Debug)]
pub(crate) struct Estimates(Vec<[u16; STEPS]>);

/// A mixed probability and its secondary estimate.
pub(crate) struct Secondary {
    set: usize,
    blend: u32,
    step: usize,
    /// Weight of the upper of the two nearest entries, out of [`STEP`].
    upper: i32,
    estimate: u32,
}

impl Estimates {
    pub(crate) fn new() -> Estimates {
        let line: [u16; STEPS] =
            std::array::from_fn(|i| squash(i as i32 * STEP - STRETCH_MAX).min(ONE - 1) as u16);
        Estimates(vec![line; SETS])
    }

    /// The secondary estimate for a mixed prediction `x`, a stretched probability.
    #[inline]
    pub(crate) fn look(&self, set: usize, x: i32) -> Secondary {
        let offset = x + STRETCH_MAX;
        let (step, upper) = ((offset / STEP) as usize, offset % STEP);
        let row = &self.0[set];
        let estimate =
            (i32::from(row[step]) * (STEP - upper) + i32::from(row[step + 1]) * upper) / STEP;
        Secondary {
            set,
            blend: squash(x),
            step,
            upper,
            estimate: estimate as u32,
        }
    }

    #[inline]
    pub(crate) fn learn(&mut self, estimate: &Secondary, hit: bool) {
        let nearest = estimate.step + usize::from(estimate.upper * 2 > STEP);
        let cell = &mut self.0[estimate.set][nearest];
        *cell = followed(*cell, hit, ESTIMATE_RATE);
    }
}

impl Secondary {
    /// The final probability, in 1/65,536: three parts of the mixed one, one part of the estimate.
    #[inline]
    pub(crate) fn p(&self) -> u32 {
        let p = (3 * self.blend + self.estimate) / 4;
        p.clamp(FLOOR, ONE - FLOOR)
    }
}

/// The set of weights for the classes of how often the player had the position, how often it was
/// seen, and the rank.
#[inline]
pub(crate) const fn set_of(by_player_class: usize, seen_class: usize, rank_class: usize) -> usize {
    (by_player_class * SEEN + seen_class) * RANKS + rank_class
}

/// The set of weights where `rank` moves are ruled out.
#[inline]
pub(crate) fn set_at(predictions: &Predictions, rank: usize) -> usize {
    let [seen, by_player] = predictions.classes();
    set_of(by_player, seen, rank_class(rank))
}

fn rank_class(rank: usize) -> usize {
    match rank {
        0..4 => rank,
        4..6 => 4,
        6..10 => 5,
        10..18 => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::moves::predictions::tests::{memory, predictions};
    use crate::coding::range::{Decoder, Encoder, Meter};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn choices_come_back(all in prop::collection::vec((prop::collection::vec(0u32..1 << 24, 2..60), any::<prop::sample::Index>(), any::<[bool; 2]>()), 1..200)) {
            let memory = memory();
            let known = |on: bool| memory.recall(1).filter(|_| on);
            let (mut encoder, mut ranking) = (Encoder::new(), Ranking::new());
            for (weights, pick, [seen, had]) in &all {
                let played = pick.index(weights.len());
                ranking.code(&mut encoder, played, &mut predictions(weights, known(*seen), known(*had)), None);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut ranking) = (Decoder::new(&bytes), Ranking::new());
            for (weights, pick, [seen, had]) in &all {
                let read = ranking.code(&mut decoder, 0, &mut predictions(weights, known(*seen), known(*had)), None);
                prop_assert_eq!(read, pick.index(weights.len()));
            }
        }

        #[test]
        fn a_distribution_says_what_few_moves_cost(weights in prop::collection::vec(0u32..1 << 24, 2..6), known in any::<[bool; 2]>(), pick in any::<prop::sample::Index>()) {
            let memory = memory();
            let [seen, by_player] = known.map(|on| memory.recall(1).filter(|_| on));
            let mut out = vec![0; weights.len()];
            Ranking::new().distribution(&mut predictions(&weights, seen, by_player), &mut out);
            prop_assert_eq!(out.iter().sum::<u64>(), 1 << 32);
            let (played, mut meter) = (pick.index(weights.len()), Meter::new());
            Ranking::new().code(&mut meter, played, &mut predictions(&weights, seen, by_player), None);
            // Were there more moves, some decisions would be of the same class, and the later ones
            // would learn from the earlier.
            let said = 32.0 - (out[played].max(1) as f64).log2();
            prop_assert!((meter.bits() - said).abs() < 0.01, "{} {said}", meter.bits());
        }
    }
}

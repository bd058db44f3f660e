//! From shares to decisions: "is it the likeliest move?", "then the next?", each with a probability that learns.
//!
//! Two predictions meet at each decision: the network's, and the network's corrected by what was played before from the same
//! position. Both enter in the logistic domain with weights that depend on the rank and on how often the position was seen; the blend then goes
//! through a table that learns what such a blend has turned out to mean (adaptive secondary estimation, Mahoney 2007).

use super::{logarithm::logarithm, memory::Seen};
use crate::coding::mix::{STRETCH_MAX, squash};
use crate::coding::range::{Coder, ONE};

const INPUTS: usize = 3;
/// Ranks with weights of their own.
const RANKS: usize = 8;
/// Classes of how often a position was seen.
const SEEN: usize = 5;
const WEIGHT_ONE: i32 = 1 << 16;
/// Steps of the table of secondary estimates.
const STEPS: usize = 33;
const STEP: i32 = 2 * (STRETCH_MAX + 1) / (STEPS as i32 - 1) + 1;
/// Probabilities stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 6;

/// How fast things learn; found on training games.
/// By whether the position was seen before.
const BLEND_RATES: [i64; 2] = [2, 8];
const ESTIMATE_RATE: u32 = 7;

/// The learning state of one block.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    weights: Vec<[i32; INPUTS]>,
    estimates: Vec<[u16; STEPS]>,
}

/// One decision's place in the tables and its probability.
struct Decision {
    inputs: [i32; INPUTS],
    set: usize,
    blend: u32,
    step: usize,
    /// Weight of the upper neighbour, of [`STEP`].
    upper: i32,
    p: u32,
}

impl Ranking {
    pub(crate) fn new() -> Ranking {
        let line: [u16; STEPS] =
            std::array::from_fn(|i| squash(i as i32 * STEP - STRETCH_MAX).min(ONE - 1) as u16);
        let mut weights = vec![[WEIGHT_ONE, 0, 0]; RANKS * SEEN];
        for set in &mut weights[RANKS..] {
            *set = [WEIGHT_ONE / 8, WEIGHT_ONE * 7 / 8, 0];
        }
        Ranking {
            weights,
            estimates: vec![line; RANKS * SEEN],
        }
    }

    /// Codes which of the moves is played: `plain` are their shares by the network, `informed` those corrected by what was `seen`.
    /// Learns from it.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        played: usize,
        plain: &mut Shares,
        informed: &mut Shares,
        seen: Option<&Seen>,
    ) -> usize {
        let class = seen_class(seen);
        let mut rank = 0;
        loop {
            let best = informed.likeliest();
            if informed.left == 1 {
                return best;
            }
            let decision = self.decide(plain, informed, best, rank, class);
            let hit = coder.bit(played == best, decision.p);
            self.learn(&decision, hit);
            if hit {
                return best;
            }
            plain.strike(best);
            informed.strike(best);
            rank += 1;
        }
    }

    /// The probabilities, in 1/2^32, of all moves; nothing is learnt.
    pub(crate) fn distribution(
        &self,
        plain: &mut Shares,
        informed: &mut Shares,
        seen: Option<&Seen>,
        out: &mut [u64],
    ) {
        let class = seen_class(seen);
        let mut left = 1u64 << 32;
        let mut rank = 0;
        loop {
            let best = informed.likeliest();
            if informed.left == 1 {
                out[best] = left;
                return;
            }
            let p = u64::from(self.decide(plain, informed, best, rank, class).p);
            out[best] = (left * p) >> 16;
            left -= out[best];
            plain.strike(best);
            informed.strike(best);
            rank += 1;
        }
    }

    fn decide(
        &self,
        plain: &Shares,
        informed: &Shares,
        index: usize,
        rank: usize,
        class: usize,
    ) -> Decision {
        let inputs = [plain.odds(index), informed.odds(index), 256];
        let set = class * RANKS + rank_class(rank);
        let sum: i64 = self.weights[set]
            .iter()
            .zip(&inputs)
            .map(|(&w, &x)| i64::from(w) * i64::from(x))
            .sum();
        let x = ((sum >> 16) as i32).clamp(-STRETCH_MAX, STRETCH_MAX);
        let blend = squash(x);
        let offset = x + STRETCH_MAX;
        let (step, upper) = ((offset / STEP) as usize, offset % STEP);
        let row = &self.estimates[set];
        let estimate =
            (i32::from(row[step]) * (STEP - upper) + i32::from(row[step + 1]) * upper) / STEP;
        let p = (3 * blend + estimate as u32) / 4;
        Decision {
            inputs,
            set,
            blend,
            step,
            upper,
            p: p.clamp(FLOOR, ONE - FLOOR),
        }
    }

    fn learn(&mut self, decision: &Decision, hit: bool) {
        let target = if hit { ONE as i64 - 1 } else { 0 };
        let error = target - i64::from(decision.blend);
        let rate = BLEND_RATES[usize::from(decision.set >= RANKS)];
        for (weight, &x) in self.weights[decision.set].iter_mut().zip(&decision.inputs) {
            *weight += ((i64::from(x) * error * rate + (1 << 17)) >> 18) as i32;
        }
        let nearest = decision.step + usize::from(decision.upper * 2 > STEP);
        let cell = &mut self.estimates[decision.set][nearest];
        *cell = (i32::from(*cell) + ((target as i32 - i32::from(*cell)) >> ESTIMATE_RATE)) as u16;
    }
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

fn seen_class(seen: Option<&Seen>) -> usize {
    match seen.map_or(0, Seen::total) {
        0 => 0,
        1 => 1,
        2..4 => 2,
        4..12 => 3,
        _ => 4,
    }
}

/// The shares of moves that are still possible.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    weights: Vec<u32>,
    total: u64,
    left: usize,
}

/// The weight of a move that is ruled out.
const STRUCK: u32 = 0;

impl Shares {
    /// Takes over weights; each becomes at least 1.
    pub(crate) fn set(&mut self, weights: impl Iterator<Item = u32>) {
        self.weights.clear();
        self.weights.extend(weights.map(|w| w.max(1)));
        self.total = self.weights.iter().map(|&w| u64::from(w)).sum();
        self.left = self.weights.len();
    }

    /// The likeliest move left, the first of equals.
    #[inline]
    fn likeliest(&self) -> usize {
        let mut best = 0;
        let mut weight = STRUCK;
        for (index, &w) in self.weights.iter().enumerate() {
            if w > weight {
                (best, weight) = (index, w);
            }
        }
        best
    }

    /// The logarithm of a move's odds against the others left, in 1/256.
    #[inline]
    fn odds(&self, index: usize) -> i32 {
        let weight = u64::from(self.weights[index]);
        (logarithm(weight) - logarithm(self.total - weight)).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Rules a move out.
    #[inline]
    pub(crate) fn strike(&mut self, index: usize) {
        if self.weights[index] != STRUCK {
            self.total -= u64::from(self.weights[index]);
            self.weights[index] = STRUCK;
            self.left -= 1;
        }
    }

    /// Corrects the network's shares by what was played before: with `n` of `N` earlier visits choosing a move and `k`
    /// different moves chosen, its share becomes (n - d + (a + d k) p) / (N + a), where d is a half (the discounts of Kneser and Ney 1995). Where nothing
    /// was seen, the shares are the network's.
    pub(crate) fn inform(&mut self, plain: &Shares, seen: Option<&Seen>) {
        let Some(seen) = seen else {
            self.clone_from(plain);
            return;
        };
        const SCALE: u32 = 18;
        let reciprocal = (1u64 << (SCALE + 32)) / plain.total.max(1);
        let moves = plain.weights.len();
        let kinds = seen.moves().filter(|&(m, _)| m < moves).count() as u32;
        self.weights.clear();
        self.weights.extend(plain.weights.iter().map(|&w| {
            let p = ((u64::from(w) * reciprocal) >> 32) as u32;
            (p * (PRIOR_TWICE + kinds)).max(1)
        }));
        for (m, count) in seen.moves().filter(|&(m, _)| m < moves) {
            self.weights[m] += (2 * count - 1) << SCALE;
        }
        self.total = self.weights.iter().map(|&w| u64::from(w)).sum();
        self.left = moves;
    }
}

/// Twice the `a` of [`Shares::inform`].
const PRIOR_TWICE: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    fn shares(weights: &[u32]) -> Shares {
        let mut shares = Shares::default();
        shares.set(weights.iter().copied());
        shares
    }

    proptest! {
        #[test]
        fn choices_come_back(all in prop::collection::vec((prop::collection::vec(0u32..1 << 24, 2..60), any::<prop::sample::Index>()), 1..200)) {
            let (mut encoder, mut ranking) = (Encoder::new(), Ranking::new());
            for (weights, pick) in &all {
                let played = pick.index(weights.len());
                ranking.code(&mut encoder, played, &mut shares(weights), &mut shares(weights), None);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut ranking) = (Decoder::new(&bytes), Ranking::new());
            for (weights, pick) in &all {
                let read = ranking.code(&mut decoder, 0, &mut shares(weights), &mut shares(weights), None);
                prop_assert_eq!(read, pick.index(weights.len()));
            }
        }

        #[test]
        fn a_distribution_adds_up(weights in prop::collection::vec(0u32..1 << 24, 1..60)) {
            let mut out = vec![0; weights.len()];
            Ranking::new().distribution(&mut shares(&weights), &mut shares(&weights), None, &mut out);
            prop_assert_eq!(out.iter().sum::<u64>(), 1 << 32);
        }
    }

    #[test]
    fn what_was_played_before_becomes_likelier() {
        let mut memory = crate::codec::model::moves::memory::Memory::new(2);
        for _ in 0..5 {
            memory.note(1, 2);
        }
        let plain = shares(&[1 << 24, 1 << 23, 1 << 20]);
        let mut informed = Shares::default();
        informed.inform(&plain, memory.recall(1));
        assert_eq!(informed.likeliest(), 2);
        assert!(informed.odds(2) > 0 && plain.odds(2) < -600);
    }
}

//! From scores to probabilities: weights proportional to them, shares in 1/65,536, and bounds for a
//! range coder.

use crate::coding::{
    adaptive::error_of,
    mix::{POWER_BITS, powers},
    range::ONE,
};

/// Scores have this many fractional bits, in nats.
pub(crate) const SCORE_BITS: u32 = 12;
/// The table below has a step of 1/256 nat.
pub(crate) const STEP_BITS: u32 = 8;
const STEPS: usize = 16 << STEP_BITS;

/// e^(-i / 256) · 2^24.
pub(crate) static POWERS: [u32; STEPS] = {
    let powers = powers::<STEPS>();
    let mut table = [0; STEPS];
    let mut i = 0;
    while i < STEPS {
        table[i] = (powers[i] >> (POWER_BITS - 24)) as u32;
        i += 1;
    }
    table
};

/// e^(-x), with 24 fractional bits, for an `x` of at least 0 with [`SCORE_BITS`] fractional bits; 0
/// from sixteen on.
#[inline(always)]
fn power(x: i32) -> u32 {
    let step = (x + (1 << (SCORE_BITS - STEP_BITS - 1))) as usize >> (SCORE_BITS - STEP_BITS);
    POWERS.get(step).copied().unwrap_or(0)
}

/// Turns scores into weights proportional to probabilities; that of the best move is 2^24.
#[inline(always)]
pub(crate) fn weights(scores: &[i32], out: &mut Vec<u32>) {
    let top = scores.iter().copied().max().unwrap_or(0);
    out.resize(scores.len(), 0);
    // A loop, so that it is compiled for the processor at hand: `extend` is not.
    for (out, score) in out.iter_mut().zip(scores) {
        *out = power(top.saturating_sub(*score));
    }
}

/// The sum of weights.
#[inline(always)]
pub(crate) fn total(weights: &[u32]) -> u64 {
    weights.iter().map(|&w| u64::from(w)).sum()
}

/// Turns weights into shares of their sum, in 1/65,536: one division for all, then a product for
/// each. Both round down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portions {
    reciprocal: u64,
}

impl Portions {
    /// The shares of `weights`.
    #[inline(always)]
    pub(crate) fn among(weights: &[u32]) -> Portions {
        Portions::of_total(total(weights))
    }

    /// The shares of weights whose sum is `total`.
    #[inline(always)]
    pub(crate) fn of_total(total: u64) -> Portions {
        Portions {
            reciprocal: (1 << 40) / total.max(1),
        }
    }

    /// The share of a weight.
    #[inline(always)]
    pub(crate) fn of(self, weight: u32) -> u32 {
        ((u64::from(weight) * self.reciprocal) >> 24) as u32
    }

    /// By how much the share of a weight missed what came, in 1/65,536: positive for the move that
    /// was `played`.
    #[inline(always)]
    pub(crate) fn error(self, weight: u32, played: bool) -> i32 {
        error_of(played, self.of(weight))
    }
}

/// Turns weights, whose sum must be above 0 and below 2^32, into bounds for a range coder; every
/// symbol gets at least 1/65,536.
#[inline(always)]
pub(crate) fn bounds(weights: impl ExactSizeIterator<Item = u32>, out: &mut Vec<u32>) {
    out.resize(weights.len() + 1, 0);
    bounds_in(weights, out);
}

/// As [`bounds`], to the front of `out`, which must be longer than there are weights. What stands
/// behind them is lost.
#[inline(always)]
pub(crate) fn bounds_in(weights: impl ExactSizeIterator<Item = u32>, out: &mut [u32]) {
    let count = weights.len();
    let mut total = 0;
    // Loops, so that they are compiled for the processor at hand: `extend` is not.
    for (start, weight) in out.iter_mut().zip(weights) {
        *start = total;
        total += weight;
    }
    // The share of one unit of weight, rounded down; what rounding leaves over goes to the last
    // symbol.
    let free = u64::from(ONE) - count as u64;
    let scale = (free << 32) / u64::from(total.max(1));
    for (index, start) in out.iter_mut().enumerate() {
        *start = index as u32 + (u64::from(*start).wrapping_mul(scale) >> 32) as u32;
    }
    if let Some(end) = out.get_mut(count) {
        *end = ONE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_symbol_keeps_a_share(scores in prop::collection::vec(-100_000i32..100_000, 1..219)) {
            let (mut w, mut b) = (Vec::new(), Vec::new());
            weights(&scores, &mut w);
            bounds(w.iter().copied(), &mut b);
            prop_assert_eq!((b[0], b[scores.len()]), (0, ONE));
            prop_assert!(b.windows(2).all(|pair| pair[0] < pair[1]));
            let (total, best) = (w.iter().map(|&w| f64::from(w)).sum::<f64>(), w.iter().position(|&w| w == 1 << 24).unwrap());
            let share = f64::from(b[best + 1] - b[best]) / f64::from(ONE);
            prop_assert!((share - f64::from(1 << 24) / total).abs() < 0.004);
        }
    }
}

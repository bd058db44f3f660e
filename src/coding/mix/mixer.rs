//! Weights for predictions.

use super::STRETCH_MAX;
use crate::coding::range::ONE;

/// No weight leaves `-WEIGHT_MAX ..= WEIGHT_MAX`, so that its product with a prediction fits 32 bits.
const WEIGHT_MAX: i32 = (1 << 19) - 1;
/// A mixer's rate counts in steps of 2^-26 a unit of prediction and a unit of error.
const RATE_BITS: (u32, u32) = (6, 14);

/// Haste falls to a half after 2^6 decisions, to a third after twice as many, and so on; it is over after 2^17.
const HASTE_BITS: u32 = 6;
const SEEN_MAX: u32 = 1 << 17;

/// What is left of `haste` at some age: `haste` / (1 + `age`), without a division once that is nothing.
#[inline]
pub fn waned(haste: i32, age: i32) -> i32 {
    match age < haste {
        true => haste / (1 + age),
        false => 0,
    }
}

/// Weights for up to `inputs` predictions, one set for each of several situations.
#[derive(Clone, Debug)]
pub struct Mixer {
    inputs: usize,
    weights: Vec<i32>,
    /// How often each set has learnt.
    seen: Vec<u32>,
    rate: i32,
    haste: i32,
}

impl Mixer {
    /// `sets` sets of weights for `inputs` predictions, all equal at first and summing to `sum` / 65,536; `rate` is how fast
    /// they learn (2 to 14 where there is much to learn from, 50 where every decision must count; 700 at most, haste included).
    pub fn new(inputs: usize, sets: usize, sum: i32, rate: i32) -> Mixer {
        Mixer {
            inputs,
            weights: vec![sum / inputs as i32; inputs * sets],
            seen: vec![0; sets],
            rate,
            haste: 0,
        }
    }

    /// The same mixer, but each set learns faster at first: by `haste` in addition, ever less of it as it learns.
    pub fn hasty(self, haste: i32) -> Mixer {
        Mixer { haste, ..self }
    }

    /// The same mixer, but all sets start with these `weights`, in 1/65,536.
    pub fn starting(mut self, weights: &[i32]) -> Mixer {
        for set in self.weights.chunks_exact_mut(self.inputs) {
            set.copy_from_slice(weights);
        }
        self
    }

    /// The blend of stretched predictions under weight set `set`, stretched.
    #[inline]
    pub fn blend(&self, stretched: &[i32], set: usize) -> i32 {
        let weights = &self.weights[set * self.inputs..][..self.inputs];
        // Ten of the sixteen fractional bits go before the sum, so that it fits 32 bits too.
        let sum: i32 = weights
            .iter()
            .zip(stretched)
            .map(|(&w, &x)| (w * x) >> 10)
            .sum();
        (sum >> 6).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Learns that the decision was `bit` where the blend had said `p` / 65,536.
    #[inline]
    pub fn update(&mut self, stretched: &[i32], set: usize, bit: bool, p: u32) {
        let error = (if bit { ONE as i32 } else { 0 }) - p as i32;
        let seen = &mut self.seen[set];
        let rate = self.rate + waned(self.haste, (*seen >> HASTE_BITS) as i32);
        *seen += u32::from(*seen < SEEN_MAX);
        let step = (error * rate) >> RATE_BITS.0;
        let weights = &mut self.weights[set * self.inputs..][..self.inputs];
        for (weight, &x) in weights.iter_mut().zip(stretched) {
            let moved = *weight + ((x * step + (1 << RATE_BITS.1 >> 1)) >> RATE_BITS.1);
            *weight = moved.clamp(-WEIGHT_MAX, WEIGHT_MAX);
        }
    }
}

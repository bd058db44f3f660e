//! The mixer: a weighted sum of stretched predictions, with weights that learn.

use super::STRETCH_MAX;
use crate::coding::adaptive::error_of;

/// No weight leaves `-WEIGHT_MAX ..= WEIGHT_MAX`, so that its product with a prediction fits 32
/// bits.
const WEIGHT_MAX: i32 = (1 << 19) - 1;
/// Learning moves a weight (in 1/65,536) by prediction (in 1/256) · error (in 1/65,536) · rate /
/// 2^20. The division is done by two shifts: before and after the product with the prediction.
const RATE_BITS: (u32, u32) = (6, 14);

/// The haste of a set of weights falls to a half after 2^`HASTE_BITS` updates, to a third after
/// twice as many, and so on. It is zero by `SEEN_MAX` updates, where the count of updates stops.
const HASTE_BITS: u32 = 6;
const SEEN_MAX: u32 = 1 << 17;

/// The part of `haste` that is left at an age: `haste` / (1 + `age`). Skips the division when the
/// result would be zero.
#[inline]
pub fn waned(haste: i32, age: i32) -> i32 {
    match age < haste {
        true => haste / (1 + age),
        false => 0,
    }
}

/// Weights for up to `inputs` predictions, with one set of weights for each of several situations.
#[derive(Clone, Debug)]
pub struct Mixer {
    inputs: usize,
    weights: Vec<i32>,
    /// How often each set was updated.
    seen: Vec<u32>,
    rate: i32,
    haste: i32,
}

impl Mixer {
    /// A mixer of `sets` sets of weights for `inputs` predictions. All weights of a set are equal
    /// at first and add up to `sum` / 65,536. `rate` is the learning rate: 3 where there is much to
    /// learn from, 15 where there is little, and 700 at most, haste included.
    pub fn new(inputs: usize, sets: usize, sum: i32, rate: i32) -> Mixer {
        Mixer::starting(&vec![sum / inputs as i32; inputs], sets, rate)
    }

    /// The same with these `weights` (in 1/65,536) in each set at first.
    pub fn starting(weights: &[i32], sets: usize, rate: i32) -> Mixer {
        Mixer {
            inputs: weights.len(),
            weights: weights.repeat(sets),
            seen: vec![0; sets],
            rate,
            haste: 0,
        }
    }

    /// The same mixer with faster learning at first: `haste` is added to the rate of each set, and
    /// wanes as the set learns.
    pub fn hasty(self, haste: i32) -> Mixer {
        Mixer { haste, ..self }
    }

    /// The weighted sum of the stretched predictions under weight set `set`: a stretched
    /// probability.
    #[inline]
    pub fn blend(&self, stretched: &[i32], set: usize) -> i32 {
        let weights = &self.weights[set * self.inputs..][..self.inputs];
        // Ten of the sixteen fractional bits are dropped before the sum, so that it fits 32 bits.
        let sum: i32 = weights
            .iter()
            .zip(stretched)
            .map(|(&w, &x)| (w * x) >> 10)
            .sum();
        (sum >> 6).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Learns that the decision was `bit` when the blend had given it the probability `p` / 65,536
    /// of being `true`.
    #[inline]
    pub fn update(&mut self, stretched: &[i32], set: usize, bit: bool, p: u32) {
        let error = error_of(bit, p);
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

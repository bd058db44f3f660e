//! Blends predictions of one bit by a single weighted sum, whose weights are the sum of two sets.

use crate::coding::{
    adaptive::error_of,
    mix::{Refiner, STRETCH_MAX, squash, waned},
};

/// Number of inputs: 16-bit numbers that a machine multiplies at once.
pub const INPUTS: usize = 8;
/// Stretched predictions, padded with zeros.
pub type Inputs = [i16; INPUTS];

/// Weights are in 1/2^14. Those of one set use half the range of sixteen bits, so that the sum of
/// two does not overflow.
const WEIGHT_ONE: i32 = 1 << 14;
const WEIGHT_MAX: i16 = 16_383;
/// The haste of a set falls to a half after 2^`HASTE_BITS` updates.
const HASTE_BITS: u32 = 5;
const SEEN_MAX: u16 = 1 << 12;

/// How a blend learns.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The initial sum of the weights of both sets, in 1/100.
    pub sum: i32,
    /// The learning rate in the long run.
    pub rate: i32,
    /// What is added to the rate at first; it wanes as a set learns.
    pub haste: i32,
}

/// One set of weights, and how often it was updated.
#[derive(Clone, Copy, Debug)]
struct Set {
    weights: Inputs,
    seen: u16,
}

/// Blends predictions, corrects the result with a [`Refiner`], and learns from the outcome.
#[derive(Clone, Debug)]
pub struct Light {
    sets: Vec<Set>,
    chosen: [usize; 2],
    said: u32,
    pace: Pace,
    refiner: Refiner,
    corrections: usize,
}

impl Light {
    /// A blend with `sets` sets of weights and 2^`log2_corrections` corrections.
    pub fn new(sets: usize, log2_corrections: u32, pace: Pace) -> Light {
        let first = (pace.sum * WEIGHT_ONE / 200 / INPUTS as i32) as i16;
        let set = Set {
            weights: [first; INPUTS],
            seen: 0,
        };
        Light {
            sets: vec![set; sets],
            chosen: [0; 2],
            said: 0,
            pace,
            refiner: Refiner::new(1 << log2_corrections),
            corrections: 1 << log2_corrections,
        }
    }

    /// The probability of a one, in 1/65,536, with the sum of two sets of weights. `correction` is
    /// any number that selects the refiner's context.
    #[inline]
    pub fn predict(&mut self, inputs: &Inputs, sets: [usize; 2], correction: usize) -> u32 {
        let correction = correction & (self.corrections - 1);
        self.refiner.fetch(correction);
        self.chosen = sets;
        let [a, b] = sets.map(|set| &self.sets[set].weights);
        let mut sum = 0i32;
        for ((&input, &a), &b) in inputs.iter().zip(a).zip(b) {
            sum += i32::from(a + b) * i32::from(input);
        }
        let blended = (sum >> 14).clamp(-STRETCH_MAX, STRETCH_MAX);
        self.said = squash(blended);
        self.refiner.halfway(self.said, blended, correction)
    }

    /// Learns that the bit was `bit`.
    #[inline]
    pub fn update(&mut self, inputs: &Inputs, bit: bool) {
        let error = error_of(bit, self.said);
        for set in self.chosen {
            let set = &mut self.sets[set];
            let age = i32::from(set.seen >> HASTE_BITS);
            let haste = waned(self.pace.haste, age);
            set.seen += u16::from(set.seen < SEEN_MAX);
            let step = ((error * (self.pace.rate + haste)) >> 6).clamp(-32_768, 32_767) as i16;
            for (weight, &input) in set.weights.iter_mut().zip(inputs) {
                let moved = ((i32::from(input << 1) * i32::from(step)) >> 16) as i16;
                *weight = (*weight + ((moved + 1) >> 1)).clamp(-WEIGHT_MAX, WEIGHT_MAX);
            }
        }
        self.refiner.update(bit);
    }
}

//! Trains a network on samples: a few passes of AdamW in 32-bit floating point, then every weight
//! is rounded to a whole number of one or two bytes.

use super::{CLASSES, FACT_BITS, HIDDEN, SYMBOL_BITS, rows_of};
use crate::{
    codec::model::{
        adam::{Step, Table},
        moves::net::{softmax::SCORE_BITS, weights::SUM_BITS},
    },
    coding::random::Random,
};

/// With fewer samples nothing is learnt that holds in other games.
const ENOUGH: usize = 10_000;
/// Passes over all samples; five make hardly a difference.
const PASSES: usize = 3;
/// Samples in a batch, after which the weights take a step.
const BATCH: usize = 128;
/// The learning rate at first; it falls like a cosine.
const RATE: f32 = 0.003;
/// AdamW's weight decay, as a multiple of the learning rate.
const DECAY: f32 = 0.003;
/// Seeds the random numbers; fixed, so that the same samples make the same network.
const SEED: u64 = 0x7e11;

/// A training sample: facts, and the symbol that they came with.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Sample<const FACTS: usize> {
    pub(in super::super) facts: [u8; FACTS],
    pub(in super::super) symbol: u8,
}

/// A network in floating point.
struct Learner<const FACTS: usize> {
    rows: Table<HIDDEN>,
    biases: Table<HIDDEN>,
    symbols: Table<HIDDEN>,
    symbol_biases: Table<1>,
    /// For the current sample: the hidden sums clamped to 0 … 1, their squares (the hidden layer),
    /// and the probabilities of the symbols.
    held: [f32; HIDDEN],
    hidden: [f32; HIDDEN],
    shares: Vec<f32>,
}

/// Trains a network for symbols of `width` bits and returns its bytes; none if there are too few
/// samples.
pub(in super::super) fn network<const FACTS: usize>(
    mut samples: Vec<Sample<FACTS>>,
    width: u32,
) -> Vec<u8> {
    if samples.len() < ENOUGH {
        return Vec::new();
    }
    let mut random = Random::new(SEED);
    let mut learner = Learner::<FACTS>::new(width, &mut random);
    let steps = PASSES * samples.len().div_ceil(BATCH);
    let mut done = 0;
    for _ in 0..PASSES {
        random.shuffle(&mut samples);
        for batch in samples.chunks(BATCH) {
            let gone = std::f32::consts::PI * done as f32 / steps as f32;
            for sample in batch {
                learner.look(&sample.facts);
                learner.push(sample, 1.0 / BATCH as f32);
            }
            learner.update(Step::new(RATE * (1.0 + gone.cos()) / 2.0, DECAY));
            done += 1;
        }
    }
    learner.to_bytes()
}

impl<const FACTS: usize> Learner<FACTS> {
    fn new(width: u32, random: &mut Random) -> Learner<FACTS> {
        let symbols = 1 << width;
        Learner {
            rows: Table::new(FACTS * CLASSES, || 0.05 * random.signed()),
            biases: Table::new(1, || 0.4),
            symbols: Table::new(symbols, || 0.15 * random.signed()),
            symbol_biases: Table::new(symbols, || 0.0),
            held: [0.0; HIDDEN],
            hidden: [0.0; HIDDEN],
            shares: vec![0.0; symbols],
        }
    }

    /// Works out the hidden layer and the symbols' probabilities.
    fn look(&mut self, facts: &[u8; FACTS]) {
        let mut sums = self.biases.weights[0];
        for row in rows_of(facts) {
            let row = &self.rows.weights[usize::from(row)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        self.held = sums.map(|sum| sum.clamp(0.0, 1.0));
        self.hidden = self.held.map(|held| held * held);
        let mut top = f32::MIN;
        for (symbol, share) in self.shares.iter_mut().enumerate() {
            let products = self.symbols.weights[symbol].iter().zip(&self.hidden);
            *share = self.symbol_biases.weights[symbol][0]
                + products.map(|(weight, unit)| weight * unit).sum::<f32>();
            top = top.max(*share);
        }
        for share in &mut self.shares {
            *share = (*share - top).exp();
        }
        let total: f32 = self.shares.iter().sum();
        for share in &mut self.shares {
            *share /= total;
        }
    }

    /// Adds `scale` times the gradient of a sample; [`look`](Learner::look) must have been called
    /// for it.
    fn push(&mut self, sample: &Sample<FACTS>, scale: f32) {
        let mut back = [0.0; HIDDEN];
        for (symbol, share) in self.shares.iter().enumerate() {
            let wanted = f32::from(u8::from(symbol == usize::from(sample.symbol)));
            let error = share - wanted;
            let weights = &self.symbols.weights[symbol];
            for (back, weight) in back.iter_mut().zip(weights) {
                *back += error * weight;
            }
            self.symbols.add(symbol, scale * error, &self.hidden);
            self.symbol_biases.add(symbol, scale * error, &[1.0]);
        }
        for (back, &held) in back.iter_mut().zip(&self.held) {
            *back *= if held < 1.0 { 2.0 * held } else { 0.0 };
        }
        for row in rows_of(&sample.facts) {
            self.rows.add(usize::from(row), scale, &back);
        }
        self.biases.add(0, scale, &back);
    }

    fn update(&mut self, step: Step) {
        self.rows.update(step);
        self.symbols.update(step);
        self.biases.update_bias(step);
        self.symbol_biases.update_bias(step);
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let small = |weight: &f32, bits: u32| {
            (weight * (1 << bits) as f32).round().clamp(-127.0, 127.0) as i8 as u8
        };
        let wide = |weight: &f32, bits: u32| {
            let rounded = (weight * (1 << bits) as f32).round();
            (rounded.clamp(-32_767.0, 32_767.0) as i16).to_le_bytes()
        };
        let rows = self.rows.weights.as_flattened().iter();
        bytes.extend(rows.map(|weight| small(weight, FACT_BITS)));
        let biases = self.biases.weights.as_flattened().iter();
        bytes.extend(biases.flat_map(|weight| wide(weight, SUM_BITS)));
        let symbols = self.symbols.weights.as_flattened().iter();
        bytes.extend(symbols.map(|weight| small(weight, SYMBOL_BITS)));
        let biases = self.symbol_biases.weights.as_flattened().iter();
        bytes.extend(biases.flat_map(|weight| wide(weight, SCORE_BITS)));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Expected, Network};
    use super::*;
    use crate::coding::{
        mix::squash,
        range::{ONE, cost},
    };

    const WIDTH: u32 = 5;

    /// The symbol follows from both facts together, except that one in eight is random.
    fn samples(count: usize, seed: u64) -> Vec<Sample<2>> {
        let mut random = Random::new(seed);
        let sample = |_| {
            let facts = [random.below(4) as u8, random.below(64) as u8];
            let symbol = match random.below(8) {
                0 => random.below(8) as u8,
                _ => (facts[0] + facts[1] / 16) % 8,
            };
            Sample { facts, symbol }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn what_the_samples_show_is_expected() {
        assert!(network(samples(ENOUGH - 1, 1), WIDTH).is_empty());
        let bytes = network(samples(120_000, 1), WIDTH);
        assert_eq!(bytes, network(samples(120_000, 1), WIDTH));
        let network = Network::<2>::of_bytes(&bytes, WIDTH).unwrap();
        let (mut expected, mut spent) = (Expected::default(), 0);
        let fresh = samples(4000, 2);
        for Sample { facts, symbol } in &fresh {
            network.expect(facts, &mut expected);
            let mut node = 1;
            for shift in (0..WIDTH).rev() {
                let p = squash(expected.stretched(node));
                let bit = symbol >> shift & 1;
                spent += cost(if bit == 1 { p } else { ONE - p }.max(1));
                node = node << 1 | usize::from(bit);
            }
        }
        let bits = spent as f64 / 256.0 / fresh.len() as f64;
        // One symbol has 57 of 64 parts, seven others one each: 0.81 bits at least.
        assert!(bits < 0.9, "{bits}");
    }
}

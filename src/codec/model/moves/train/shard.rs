//! Sixty-four units of the hidden layer with all weights that reach or leave them: the part of the network that one
//! thread works on at a time.

use super::adam::{Step, Table};
use super::batch::{Samples, part};
use super::random::Random;
use crate::codec::model::moves::features::{inputs, vectors};

/// Hidden units of a shard.
pub(crate) const UNITS: usize = 64;
/// Units of the move layer.
pub(crate) const MOVE_UNITS: usize = 32;
/// Moves whose gradient is smaller than this are left out of the backward pass.
const NEGLIGIBLE: f32 = 5e-4;

/// The weights of a shard and what it worked out for the current batch.
pub(crate) struct Shard {
    pub(crate) inputs: Table<UNITS>,
    pub(crate) bias: Table<UNITS>,
    pub(crate) vectors: Table<UNITS>,
    /// Hidden unit by row: what it sends to the units of the move layer.
    pub(crate) shared: Table<MOVE_UNITS>,
    sums: Vec<[f32; UNITS]>,
    /// This shard's part of every move's score, of all samples.
    pub(crate) scores: Vec<f32>,
    /// This shard's part of what the move layer gets from the position, by sample.
    pub(crate) to_moves: Vec<[f32; MOVE_UNITS]>,
}

/// The activation: the square of the input held between 0 and 1.
#[inline]
fn activate(sums: &[f32; UNITS]) -> [f32; UNITS] {
    let mut out = [0.0; UNITS];
    for (o, &x) in out.iter_mut().zip(sums) {
        let x = x.clamp(0.0, 1.0);
        *o = x * x;
    }
    out
}

#[inline]
fn dot(a: &[f32; UNITS], b: &[f32; UNITS]) -> f32 {
    let mut lanes = [0.0f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for i in 0..16 {
            lanes[i] += a[i] * b[i];
        }
    }
    sum(&lanes)
}

/// The sum of sixteen numbers, halves first.
#[inline]
pub(crate) fn sum(lanes: &[f32; 16]) -> f32 {
    let mut eight = [0.0; 8];
    for i in 0..8 {
        eight[i] = lanes[i] + lanes[i + 8];
    }
    let mut four = [0.0; 4];
    for i in 0..4 {
        four[i] = eight[i] + eight[i + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}

impl Shard {
    pub(crate) fn new(random: &mut Random) -> Shard {
        Shard {
            inputs: Table::new(inputs::COUNT, || random.signed() * 0.12),
            bias: Table::new(1, || 0.25),
            vectors: Table::new(vectors::COUNT, || random.signed() * 0.06),
            shared: Table::new(UNITS, || random.signed() * 0.06),
            sums: Vec::new(),
            scores: Vec::new(),
            to_moves: Vec::new(),
        }
    }

    /// Works out this shard's part of all scores.
    pub(crate) fn forward<'a>(&mut self, batch: impl Iterator<Item = &'a Samples>) {
        self.sums.clear();
        self.scores.clear();
        self.to_moves.clear();
        for samples in batch {
            for sample in 0..samples.len() {
                let mut sums = self.bias.weights[0];
                for &row in part(&samples.rows, &samples.row_ends, sample) {
                    let weights = &self.inputs.weights[usize::from(row)];
                    for i in 0..UNITS {
                        sums[i] += weights[i];
                    }
                }
                self.sums.push(sums);
                let hidden = activate(&sums);
                let mut to_moves = [0.0; MOVE_UNITS];
                for (h, weights) in hidden.iter().zip(&self.shared.weights) {
                    for k in 0..MOVE_UNITS {
                        to_moves[k] += h * weights[k];
                    }
                }
                self.to_moves.push(to_moves);
                for &vector in part(&samples.vectors, &samples.move_ends, sample) {
                    self.scores
                        .push(dot(&hidden, &self.vectors.weights[usize::from(vector)]));
                }
            }
        }
    }

    /// Adds up gradients. Each group of samples comes with the gradient of every move's score and, by sample, of what the move layer gets.
    pub(crate) fn backward<'a>(
        &mut self,
        batch: impl Iterator<Item = (&'a Samples, &'a [f32], &'a [[f32; MOVE_UNITS]])>,
    ) {
        let mut number = 0;
        for (samples, score_gradients, move_gradients) in batch {
            for (sample, to_moves) in move_gradients.iter().enumerate() {
                let sums = &self.sums[number];
                number += 1;
                let hidden = activate(sums);
                let mut back = [0.0f32; UNITS];
                let vectors = part(&samples.vectors, &samples.move_ends, sample);
                let gradients = part(score_gradients, &samples.move_ends, sample);
                for (&vector, &gradient) in vectors.iter().zip(gradients) {
                    if gradient.abs() < NEGLIGIBLE {
                        continue;
                    }
                    let row = usize::from(vector);
                    let weights = &self.vectors.weights[row];
                    for i in 0..UNITS {
                        back[i] += gradient * weights[i];
                    }
                    self.vectors.add(row, gradient, &hidden);
                }
                for (unit, &h) in hidden.iter().enumerate() {
                    let weights = &self.shared.weights[unit];
                    let mut lanes = [0.0f32; 16];
                    for k in 0..16 {
                        lanes[k] = weights[k] * to_moves[k] + weights[k + 16] * to_moves[k + 16];
                    }
                    back[unit] += sum(&lanes);
                    if h > 0.0 {
                        self.shared.add(unit, h, to_moves);
                    }
                }
                let mut delta = [0.0f32; UNITS];
                for i in 0..UNITS {
                    let x = sums[i];
                    delta[i] = if x > 0.0 && x < 1.0 {
                        2.0 * x * back[i]
                    } else {
                        0.0
                    };
                }
                for &row in part(&samples.rows, &samples.row_ends, sample) {
                    self.inputs.add(usize::from(row), 1.0, &delta);
                }
                self.bias.add(0, 1.0, &delta);
            }
        }
    }

    pub(crate) fn update(&mut self, step: Step) {
        self.inputs.update(step);
        self.vectors.update(step);
        self.shared.update(step);
        self.bias.update_bias(step);
    }
}

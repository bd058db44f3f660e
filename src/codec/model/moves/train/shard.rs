//! A shard: 64 units of the hidden layer with all weights that lead to and from them. One thread at
//! a time works on it.

use super::batch::Samples;
use super::kinship::{self, KinTable};
use crate::codec::model::adam::{Step, Table};
use crate::codec::model::moves::net::{
    arithmetic::{Arithmetic, Task, on_this_machine},
    weights::{LANES, MOVE_UNITS},
};
use crate::coding::random::Random;

/// Hidden units of a shard.
pub(crate) const UNITS: usize = LANES;

/// The weights of a shard and what it worked out for the current batch.
pub(crate) struct Shard {
    pub(crate) inputs: KinTable<UNITS>,
    pub(crate) bias: Table<UNITS>,
    pub(crate) vectors: KinTable<UNITS>,
    /// The weights from the hidden units (rows) to the units of the move layer.
    pub(crate) shared: Table<MOVE_UNITS>,
    /// The same transposed: a row for each unit of the move layer.
    turned: [[f32; UNITS]; MOVE_UNITS],
    /// For each sample, the hidden units before the activation; in the backward pass, their
    /// gradients.
    sums: Vec<[f32; UNITS]>,
    /// This shard's part of the score of every move, of all samples.
    pub(crate) scores: Vec<f32>,
    /// For each sample, this shard's part of what the move layer gets from the position.
    pub(crate) to_moves: Vec<[f32; MOVE_UNITS]>,
}

/// The three passes, to be compiled for the machine at hand.
struct Forward<'s, I>(&'s mut Shard, I);
struct Backward<'s, I>(&'s mut Shard, I);
struct Update<'s>(&'s mut Shard, Step);

impl<'a, I: Iterator<Item = &'a Samples> + Clone> Task for Forward<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        self.0.forward_all(self.1);
    }
}

impl<'a, I> Task for Backward<'_, I>
where
    I: Iterator<Item = (&'a Samples, &'a [f32], &'a [[f32; MOVE_UNITS]])> + Clone,
{
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        self.0.backward_all(self.1);
    }
}

impl Task for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        self.0.update_all(self.1);
    }
}

/// The activation: the square of the sum clamped to 0 … 1.
#[inline(always)]
fn activate(sums: &[f32; UNITS]) -> [f32; UNITS] {
    let mut out = [0.0; UNITS];
    for i in 0..UNITS {
        let x = sums[i].clamp(0.0, 1.0);
        out[i] = x * x;
    }
    out
}

/// The dot product. Halves are folded onto each other, because compilers turn loops of this form
/// into vector instructions, but not a running sum.
#[inline(always)]
fn dot(a: &[f32; UNITS], b: &[f32; UNITS]) -> f32 {
    let mut products = [0.0f32; 32];
    for i in 0..32 {
        products[i] = a[i] * b[i] + a[i + 32] * b[i + 32];
    }
    sum(&products)
}

/// The sum of 32 numbers, in a fixed order.
#[inline(always)]
pub(crate) fn sum(numbers: &[f32; 32]) -> f32 {
    let mut half = [0.0; 16];
    for i in 0..16 {
        half[i] = numbers[i] + numbers[i + 16];
    }
    let mut quarter = [0.0; 8];
    for i in 0..8 {
        quarter[i] = half[i] + half[i + 8];
    }
    let mut four = [0.0; 4];
    for i in 0..4 {
        four[i] = quarter[i] + quarter[i + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}

/// What the hidden units send to the move layer. Sixteen columns at a time: the compiler would take
/// a wider array apart and add it up number by number.
#[inline(always)]
fn product(hidden: &[f32; UNITS], rows: &[[f32; MOVE_UNITS]]) -> [f32; MOVE_UNITS] {
    let mut out = [0.0; MOVE_UNITS];
    for (half, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mut sums = [0.0f32; 16];
        for (&h, row) in hidden.iter().zip(rows) {
            let row = &row.as_chunks::<16>().0[half];
            for i in 0..16 {
                sums[i] += h * row[i];
            }
        }
        *out = sums;
    }
    out
}

impl Shard {
    pub(crate) fn new(random: &mut Random) -> Shard {
        Shard {
            inputs: KinTable::new(kinship::of_inputs(), || random.signed() * 0.05),
            bias: Table::new(1, || 0.25),
            vectors: KinTable::new(kinship::of_vectors(), || random.signed() * 0.02),
            shared: Table::new(UNITS, || random.signed() * 0.06),
            turned: [[0.0; UNITS]; MOVE_UNITS],
            sums: Vec::new(),
            scores: Vec::new(),
            to_moves: Vec::new(),
        }
    }

    /// Works out this shard's part of all scores, in two passes, so that one large table at a time
    /// is in the cache.
    pub(crate) fn forward<'a>(&mut self, batch: impl Iterator<Item = &'a Samples> + Clone) {
        on_this_machine(Forward(self, batch));
    }

    #[inline(always)]
    fn forward_all<'a>(&mut self, batch: impl Iterator<Item = &'a Samples> + Clone) {
        self.sums.clear();
        self.scores.clear();
        self.to_moves.clear();
        for samples in batch.clone() {
            for sample in 0..samples.len() {
                let mut sums = self.bias.weights[0];
                for &row in &samples.rows[sample] {
                    let weights = &self.inputs.weights[usize::from(row)];
                    for i in 0..UNITS {
                        sums[i] += weights[i];
                    }
                }
                self.sums.push(sums);
            }
        }
        let mut sums = self.sums.iter();
        for samples in batch {
            for (sample, sums) in (0..samples.len()).zip(&mut sums) {
                let hidden = activate(sums);
                self.to_moves.push(product(&hidden, &self.shared.weights));
                for &vector in &samples.vectors[sample] {
                    self.scores
                        .push(dot(&hidden, &self.vectors.weights[usize::from(vector)]));
                }
            }
        }
    }

    /// Adds up the gradients of all weights. Each group of samples comes with the gradient of every
    /// move's score and, for each sample, of what the move layer gets.
    pub(crate) fn backward<'a>(
        &mut self,
        batch: impl Iterator<Item = (&'a Samples, &'a [f32], &'a [[f32; MOVE_UNITS]])> + Clone,
    ) {
        on_this_machine(Backward(self, batch));
    }

    #[inline(always)]
    fn backward_all<'a>(
        &mut self,
        batch: impl Iterator<Item = (&'a Samples, &'a [f32], &'a [[f32; MOVE_UNITS]])> + Clone,
    ) {
        for (k, row) in self.turned.iter_mut().enumerate() {
            for (to, from) in row.iter_mut().zip(&self.shared.weights) {
                *to = from[k];
            }
        }
        let mut number = 0;
        for (samples, score_gradients, move_gradients) in batch.clone() {
            for (sample, to_moves) in move_gradients.iter().enumerate() {
                let vectors = &samples.vectors[sample];
                let gradients = &score_gradients[samples.vectors.range(sample)];
                self.sums[number] = self.backward_one(number, vectors, gradients, to_moves);
                number += 1;
            }
        }
        let mut deltas = self.sums.iter();
        for (samples, _, _) in batch {
            for (sample, delta) in (0..samples.len()).zip(&mut deltas) {
                for &row in &samples.rows[sample] {
                    self.inputs.add(usize::from(row), 1.0, delta);
                }
                self.bias.add(0, 1.0, delta);
            }
        }
    }

    /// Returns the gradient of one sample's hidden units before the activation, and adds to the
    /// gradients of vectors and of weights to the move layer.
    #[inline(always)]
    fn backward_one(
        &mut self,
        number: usize,
        vectors: &[u16],
        gradients: &[f32],
        to_moves: &[f32; MOVE_UNITS],
    ) -> [f32; UNITS] {
        let sums = self.sums[number];
        let hidden = activate(&sums);
        let mut back = [0.0f32; UNITS];
        for (&vector, &gradient) in vectors.iter().zip(gradients) {
            if gradient == 0.0 {
                continue;
            }
            let row = usize::from(vector);
            let weights = &self.vectors.weights[row];
            for i in 0..UNITS {
                back[i] += gradient * weights[i];
            }
            self.vectors.add(row, gradient, &hidden);
        }
        for (weights, &gradient) in self.turned.iter().zip(to_moves) {
            for i in 0..UNITS {
                back[i] += gradient * weights[i];
            }
        }
        for (unit, &h) in hidden.iter().enumerate() {
            if h > 0.0 {
                self.shared.add(unit, h, to_moves);
            }
        }
        for i in 0..UNITS {
            let x = sums[i];
            back[i] = if x > 0.0 && x < 1.0 {
                2.0 * x * back[i]
            } else {
                0.0
            };
        }
        back
    }

    pub(crate) fn update(&mut self, step: Step) {
        on_this_machine(Update(self, step));
    }

    #[inline(always)]
    fn update_all(&mut self, step: Step) {
        self.inputs.update(step);
        self.vectors.update(step);
        self.shared.update(step);
        self.bias.update_bias(step);
    }
}

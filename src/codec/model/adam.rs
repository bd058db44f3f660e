//! The optimiser AdamW (Kingma and Ba 2015; Loshchilov and Hutter 2019), row by row: a row that no
//! sample of the batch has touched stays as it is.
//!
//! Most rows of a network of moves are touched by few batches, so moments that every step wears
//! away would not fit them. Networks whose weights all learn from every batch have a plain Adam of
//! their own, with other constants.

/// How far one step goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Learning rate.
    rate: f32,
    /// The share of each weight that a step takes away.
    decay: f32,
}

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-9;

impl Step {
    /// A step at learning rate `rate` and weight decay `decay`.
    pub(crate) fn new(rate: f32, decay: f32) -> Step {
        Step {
            rate,
            decay: rate * decay,
        }
    }

    fn without_decay(self) -> Step {
        Step { decay: 0.0, ..self }
    }
}

/// Weights in rows of `WIDTH`, with their gradients and moments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table<const WIDTH: usize> {
    pub(crate) weights: Vec<[f32; WIDTH]>,
    gradient: Vec<[f32; WIDTH]>,
    /// Whether a row has a gradient in this step.
    touched: Vec<bool>,
    /// How often a row was updated: the moments of each row start from zero at its own first
    /// update.
    moved: Vec<u32>,
    mean: Vec<[f32; WIDTH]>,
    square: Vec<[f32; WIDTH]>,
}

impl<const WIDTH: usize> Table<WIDTH> {
    pub(crate) fn new(rows: usize, mut initial: impl FnMut() -> f32) -> Table<WIDTH> {
        let zero = vec![[0.0; WIDTH]; rows];
        Table {
            weights: (0..rows)
                .map(|_| std::array::from_fn(|_| initial()))
                .collect(),
            gradient: zero.clone(),
            touched: vec![false; rows],
            moved: vec![0; rows],
            mean: zero.clone(),
            square: zero,
        }
    }

    /// Adds `scale` times `values` to the gradient of a row.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: usize, scale: f32, values: &[f32; WIDTH]) {
        self.touched[row] = true;
        let gradient = &mut self.gradient[row];
        for i in 0..WIDTH {
            gradient[i] += scale * values[i];
        }
    }

    /// The gradient of a row that has one.
    #[inline(always)]
    pub(super) fn gradient_of(&self, row: usize) -> Option<&[f32; WIDTH]> {
        self.touched[row].then_some(&self.gradient[row])
    }

    /// Whether a row was ever updated.
    pub(super) fn has_moved(&self, row: usize) -> bool {
        self.moved[row] != 0
    }

    /// Updates the touched rows and clears their gradients.
    #[inline(always)]
    pub(crate) fn update(&mut self, step: Step) {
        for row in 0..self.weights.len() {
            if !self.touched[row] {
                continue;
            }
            self.touched[row] = false;
            self.moved[row] += 1;
            let t = self.moved[row].min(20_000) as i32;
            let rate = step.rate * (1.0 - BETA_2.powi(t)).sqrt() / (1.0 - BETA_1.powi(t));
            let (w, g) = (&mut self.weights[row], &mut self.gradient[row]);
            let (m, v) = (&mut self.mean[row], &mut self.square[row]);
            for i in 0..WIDTH {
                m[i] = BETA_1 * m[i] + (1.0 - BETA_1) * g[i];
                v[i] = BETA_2 * v[i] + (1.0 - BETA_2) * g[i] * g[i];
                w[i] -= rate * m[i] / (v[i].sqrt() + EPSILON) + step.decay * w[i];
                g[i] = 0.0;
            }
        }
    }

    /// The same without weight decay, for biases and the like.
    #[inline(always)]
    pub(crate) fn update_bias(&mut self, step: Step) {
        self.update(step.without_decay());
    }
}

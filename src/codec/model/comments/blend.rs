//! Decisions predicted from many contexts at once, and blended: what clocks, numbers, structure and lines are coded with.
//!
//! A context owns rows of cells, one cell for each place (*node*) that the decision can have inside a symbol; a row is found once in three
//! decisions, which is what makes this cheaper than [`ContextMixer`](crate::coding::mix::ContextMixer).
//! Two mixers, their weights chosen by different views of the situation, are averaged, and what came of such an average before
//! corrects it.

use crate::coding::{
    mix::{Mixer, Refiner, STRETCH_MAX, hash3, squash, stretch},
    range::{Coder, ONE},
};

/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 6;
/// Confidence in a cell by how often it was seen, in 1/256 (the first entry is for never).
const CONFIDENCE: [i32; 16] = [
    0, 90, 130, 160, 180, 195, 205, 215, 222, 228, 233, 238, 242, 246, 250, 256,
];
/// 65,536 / (n + 1.5), for the n-th observation of a cell.
const RATES: [i32; 256] = {
    let mut rates = [0; 256];
    let mut n = 0;
    while n < 256 {
        rates[n] = 2 * ONE as i32 / (2 * n as i32 + 3);
        n += 1;
    }
    rates
};
/// Sum of the weights that a mixer starts with, in 1/65,536.
const FIRST_WEIGHTS: i32 = 3 << 15;
/// The refiner moves by 1 / 2^this with each decision.
const REFINER_RATE: u32 = 6;
/// Decisions that share rows, before those of the next rows are looked up.
const DEPTH: u32 = 3;

/// What one context has seen at one node.
#[derive(Clone, Copy, Debug)]
struct Cell {
    p: u16,
    count: u8,
    check: u8,
}

const EMPTY: Cell = Cell {
    p: (ONE / 2) as u16,
    count: 0,
    check: 0,
};

/// How a [`Blend`] is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Contexts of one symbol.
    pub(super) contexts: usize,
    /// Predictions that the caller makes itself, beside those of the contexts.
    pub(super) extras: usize,
    /// The number of rows, as a power of two.
    pub(super) log2_rows: u32,
    /// Nodes of a symbol, as a power of two: the cells of a row.
    pub(super) log2_nodes: u32,
    /// Sets of weights of the two mixers.
    pub(super) sets: [usize; 2],
    /// A cell forgets what is older than about this many observations.
    pub(super) memory: u8,
    /// How fast weights learn.
    pub(super) rate: i32,
}

impl Shape {
    /// The first cell of the row of a context with this hash, and its mark.
    #[inline]
    fn row(&self, hash: u64) -> (usize, u8) {
        let row = (hash >> 8) as usize & ((1 << self.log2_rows) - 1);
        (row << self.log2_nodes, (hash >> 56) as u8 | 1)
    }
}

/// Predicts decisions from contexts.
#[derive(Clone, Debug)]
pub(super) struct Blend {
    shape: Shape,
    cells: Vec<Cell>,
    /// First cell of the row of each context, and the mark that says whose it is.
    rows: Vec<(usize, u8)>,
    /// Hashes of the contexts.
    contexts: Vec<u64>,
    /// Stretched predictions: contexts, extras, a constant.
    inputs: Vec<i32>,
    mixers: [Mixer; 2],
    /// What has come of the mixers' average.
    refiner: Refiner,
}

impl Blend {
    pub(super) fn new(shape: Shape) -> Blend {
        let inputs = shape.contexts + shape.extras + 1;
        Blend {
            shape,
            cells: vec![EMPTY; 1 << (shape.log2_rows + shape.log2_nodes)],
            rows: vec![(0, 0); shape.contexts],
            contexts: vec![0; shape.contexts],
            inputs: vec![0; inputs],
            refiner: Refiner::new(shape.sets[0], REFINER_RATE),
            mixers: shape
                .sets
                .map(|sets| Mixer::new(inputs, sets, FIRST_WEIGHTS, shape.rate)),
        }
    }

    /// Sets context number `index` of the symbols to come.
    #[inline]
    pub(super) fn select(&mut self, index: usize, context: u32) {
        let hash = hash3(context, index as u32, 0x5ee5);
        self.contexts[index] = hash;
        self.rows[index] = self.shape.row(hash);
    }

    /// Goes on to the rows for the decisions that follow those of `node`.
    #[inline]
    fn descend(&mut self, node: u32) {
        for (row, &hash) in self.rows.iter_mut().zip(&self.contexts) {
            let mut below = (hash ^ u64::from(node)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            below ^= below >> 29;
            *row = self.shape.row(below);
        }
    }

    /// Sets all contexts.
    #[inline]
    pub(super) fn select_all(&mut self, contexts: &[u32]) {
        debug_assert_eq!(contexts.len(), self.shape.contexts);
        for (index, &context) in contexts.iter().enumerate() {
            self.select(index, context);
        }
    }

    /// Sets the caller's own prediction number `index`, stretched.
    #[inline]
    pub(super) fn extra(&mut self, index: usize, stretched: i32) {
        self.inputs[self.shape.contexts + index] = stretched;
    }

    /// Codes a decision at `node` with the weights of `sets`.
    #[inline]
    pub(super) fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        node: usize,
        sets: [usize; 2],
    ) -> bool {
        let node = node & ((1 << self.shape.log2_nodes) - 1);
        for (input, &(row, check)) in self.inputs.iter_mut().zip(&self.rows) {
            let cell = &mut self.cells[row + node];
            if cell.check != check {
                *cell = Cell { check, ..EMPTY };
            }
            let confidence = CONFIDENCE[usize::from(cell.count).min(CONFIDENCE.len() - 1)];
            *input = (stretch(u32::from(cell.p)) * confidence) >> 8;
        }
        if let Some(constant) = self.inputs.last_mut() {
            *constant = 128;
        }
        let said = [0, 1].map(|view| self.mixers[view].blend(&self.inputs, sets[view]));
        let blended = ((said[0] + said[1]) >> 1).clamp(-STRETCH_MAX, STRETCH_MAX);
        let refined = self.refiner.refine(blended, sets[0]);
        let p = ((squash(blended) + refined) / 2).clamp(FLOOR, ONE - FLOOR);
        let bit = coder.bit(bit, p);
        for view in 0..2 {
            self.mixers[view].update(&self.inputs, sets[view], bit, squash(said[view]));
        }
        self.refiner.update(bit);
        let target = if bit { ONE as i32 - 1 } else { 0 };
        for &(row, _) in &self.rows {
            let cell = &mut self.cells[row + node];
            let step = ((target - i32::from(cell.p)) * RATES[usize::from(cell.count)]) >> 16;
            cell.p = (i32::from(cell.p) + step) as u16;
            cell.count += u8::from(cell.count < self.shape.memory);
        }
        bit
    }

    /// Codes a symbol of `width` bits, highest first, at nodes `1 .. 1 << width`; the first mixer's weights are chosen by the node,
    /// the second's by `set`.
    pub(super) fn symbol<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        set: usize,
    ) -> u32 {
        let mut node = 1;
        for shift in (0..width).rev() {
            let depth = width - 1 - shift;
            if depth > 0 && depth.is_multiple_of(DEPTH) {
                self.descend(node as u32);
            }
            let first = 1 << (depth % DEPTH);
            let within = first | (node & (first - 1));
            let bit = self.bit(coder, value >> shift & 1 == 1, within, [node, set]);
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    const SHAPE: Shape = Shape {
        contexts: 2,
        extras: 1,
        log2_rows: 6,
        log2_nodes: 4,
        sets: [16, 2],
        memory: 60,
        rate: 6,
    };

    proptest! {
        #[test]
        fn symbols_come_back(symbols in prop::collection::vec((0u32..16, 0u32..5, 0u32..500), 0..300)) {
            let (mut encoder, mut blend) = (Encoder::new(), Blend::new(SHAPE));
            for &(value, a, b) in &symbols {
                blend.select_all(&[a, b]);
                blend.extra(0, b as i32 - 250);
                blend.symbol(&mut encoder, value, 4, (a & 1) as usize);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut blend) = (Decoder::new(&bytes), Blend::new(SHAPE));
            for &(value, a, b) in &symbols {
                blend.select_all(&[a, b]);
                blend.extra(0, b as i32 - 250);
                prop_assert_eq!(blend.symbol(&mut decoder, 0, 4, (a & 1) as usize), value);
            }
        }
    }

    #[test]
    fn a_symbol_that_a_context_tells_becomes_almost_free() {
        let (mut encoder, mut blend) = (Encoder::new(), Blend::new(SHAPE));
        for index in 0u32..4000 {
            blend.select_all(&[index % 7, hash3(index, 1, 1) as u32 % 3]);
            blend.symbol(&mut encoder, index % 7 * 2, 4, 0);
        }
        assert!(encoder.finish().len() < 200);
    }
}

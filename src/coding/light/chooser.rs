//! Small numbers whose likelihood depends on several contexts.

use super::{
    blend::{INPUTS, Inputs, Light, Pace},
    slot::{FLOOR, ROW_BITS, Row, Table},
};
use crate::coding::{
    mix::hash3,
    range::{Coder, ONE},
};

/// The prediction that is always the same.
const CONSTANT: i16 = 128;
/// Log2 of the corrections of decisions.
const LOG2_CORRECTIONS: u32 = 10;
/// Sets of weights by the bits of a number so far.
const NODES: usize = 64;

const PACE: Pace = Pace {
    sum: 150,
    rate: 8,
    haste: 40,
};

/// Codes numbers of a few bits under contexts: any numbers that summarise something known to both sides.
#[derive(Clone, Debug)]
pub struct Chooser {
    table: Table,
    blend: Light,
    sets: usize,
}

impl Chooser {
    /// A chooser over 2^`log2_slots` slots of four bytes, with `sets` sets of weights.
    pub fn new(log2_slots: u32, sets: usize) -> Chooser {
        Chooser {
            table: Table::new(log2_slots),
            blend: Light::new(INPUTS, sets + NODES, LOG2_CORRECTIONS, PACE),
            sets,
        }
    }

    /// Codes a decision.
    pub fn flag<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        contexts: &[u32],
        set: usize,
    ) -> bool {
        let mut places = [0; INPUTS];
        for (index, (place, &context)) in places.iter_mut().zip(contexts).enumerate() {
            *place = self.table.place_of_decision(index, context);
        }
        self.bit(coder, bit, &places[..contexts.len()], 1, set)
    }

    /// Codes the `width` bits of `value`, highest first, under `contexts` (seven at most) and weight set `set`.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: &[u32],
        set: usize,
    ) -> u32 {
        let mut node = 1u32;
        let mut rows = [Row::default(); INPUTS];
        let mut places = [0; INPUTS];
        for depth in 0..width {
            if depth.is_multiple_of(ROW_BITS) {
                for (index, (row, &context)) in rows.iter_mut().zip(contexts).enumerate() {
                    *row = Table::row(index, context, node);
                }
            }
            for (place, &row) in places.iter_mut().zip(&rows[..contexts.len()]) {
                *place = self.table.place(row, node, depth);
            }
            let bit = value >> (width - 1 - depth) & 1 == 1;
            let bit = self.bit(coder, bit, &places[..contexts.len()], node, set);
            node = node << 1 | u32::from(bit);
        }
        node - (1 << width)
    }

    #[inline]
    fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        places: &[usize],
        node: u32,
        set: usize,
    ) -> bool {
        let mut inputs: Inputs = [0; INPUTS];
        for (input, &place) in inputs.iter_mut().zip(places) {
            *input = self.table.stretched(place);
        }
        inputs[INPUTS - 1] = CONSTANT;
        let sets = [set, self.sets + (node as usize & (NODES - 1))];
        let correction = hash3(node, set as u32, 1) as usize;
        let p = self.blend.predict(&inputs, sets, correction);
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        self.blend.update(&inputs, bit);
        for &place in places {
            self.table.update(place, bit);
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    #[test]
    fn the_context_that_knows_wins() {
        let mut chooser = Chooser::new(12, 1);
        let mut encoder = Encoder::new();
        for index in 0u32..4000 {
            let noise = hash3(index, 7, 9) as u32 % 13;
            let known = index % 17;
            chooser.code(&mut encoder, known * 15 % 16, 4, &[noise, known], 0);
        }
        assert!(encoder.finish().len() < 600);
    }

    proptest! {
        #[test]
        fn symbols_come_back(symbols in prop::collection::vec((0u32..256, 0u32..5, 0u32..500, any::<bool>()), 0..500)) {
            let (mut encoder, mut chooser) = (Encoder::new(), Chooser::new(10, 2));
            for &(value, a, b, flag) in &symbols {
                chooser.code(&mut encoder, value, 8, &[a, b], (a & 1) as usize);
                chooser.flag(&mut encoder, flag, &[b], 1);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut chooser) = (Decoder::new(&bytes), Chooser::new(10, 2));
            for &(value, a, b, flag) in &symbols {
                prop_assert_eq!(chooser.code(&mut decoder, 0, 8, &[a, b], (a & 1) as usize), value);
                prop_assert_eq!(chooser.flag(&mut decoder, false, &[b], 1), flag);
            }
        }
    }
}

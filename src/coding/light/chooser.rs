//! Codes small numbers whose likelihood depends on several contexts.

use super::{
    blend::{INPUTS, Inputs, Light, Pace},
    table::{Predictor, Table},
};
use crate::coding::{
    mix::{BIAS, hash3},
    range::Coder,
};

/// Log2 of the refiner's contexts.
const LOG2_CORRECTIONS: u32 = 10;
/// Sets of weights that are chosen by the bits of the number so far.
const NODES: usize = 64;

const PACE: Pace = Pace {
    sum: 150,
    rate: 8,
    haste: 40,
};

/// Codes numbers of a few bits under contexts. A context is any number that summarises something
/// known to both sides.
#[derive(Clone, Debug)]
pub struct Chooser<const CONTEXTS: usize> {
    table: Table,
    sum: Sum,
}

impl<const CONTEXTS: usize> Chooser<CONTEXTS> {
    /// A chooser over 2^`log2_slots` slots of four bytes, with `sets` sets of weights for the
    /// caller to choose from.
    pub fn new(log2_slots: u32, sets: usize) -> Chooser<CONTEXTS> {
        const { assert!(CONTEXTS < INPUTS, "one prediction is always the same") };
        let mut inputs = [0; INPUTS];
        inputs[INPUTS - 1] = BIAS;
        let blend = Light::new(sets + NODES, LOG2_CORRECTIONS, PACE);
        Chooser {
            table: Table::new(log2_slots),
            sum: Sum {
                blend,
                inputs,
                sets,
                set: 0,
            },
        }
    }

    /// Codes a decision under `contexts` and weight set `set`.
    pub fn flag<C: Coder>(
        &mut self,
        coder: &mut C,
        flag: bool,
        contexts: &[u32; CONTEXTS],
        set: usize,
    ) -> bool {
        self.sum.set = set;
        self.table.code_flag(coder, flag, contexts, &mut self.sum)
    }

    /// Codes the `width` bits of `value`, highest first, under `contexts` and weight set `set`.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: &[u32; CONTEXTS],
        set: usize,
    ) -> u32 {
        self.sum.set = set;
        let number = (value, width);
        self.table
            .code_number(coder, number, contexts, &mut self.sum)
    }
}

/// The weighted sum of the contexts' predictions, with learnt weights.
#[derive(Clone, Debug)]
struct Sum {
    blend: Light,
    /// The inputs of the last prediction.
    inputs: Inputs,
    /// Number of sets for callers. The sets by the bits of a number follow them.
    sets: usize,
    /// The set that the caller has chosen.
    set: usize,
}

impl<const CONTEXTS: usize> Predictor<CONTEXTS> for Sum {
    #[inline]
    fn predict(&mut self, said: [i16; CONTEXTS], node: u32) -> u32 {
        self.inputs[..CONTEXTS].copy_from_slice(&said);
        let sets = [self.set, self.sets + (node as usize & (NODES - 1))];
        let correction = hash3(node, self.set as u32, 1) as usize;
        self.blend.predict(&self.inputs, sets, correction)
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        self.blend.update(&self.inputs, bit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::{
        mix::hash32,
        range::{Decoder, Encoder},
    };
    use proptest::prelude::*;

    #[test]
    fn the_context_that_knows_wins() {
        let mut chooser = Chooser::new(12, 1);
        let mut encoder = Encoder::new();
        for index in 0u32..4000 {
            let noise = hash32(index, 7, 9) % 13;
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
                chooser.flag(&mut encoder, flag, &[b, 0], 1);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut chooser) = (Decoder::new(&bytes), Chooser::new(10, 2));
            for &(value, a, b, flag) in &symbols {
                prop_assert_eq!(chooser.code(&mut decoder, 0, 8, &[a, b], (a & 1) as usize), value);
                prop_assert_eq!(chooser.flag(&mut decoder, false, &[b, 0], 1), flag);
            }
        }
    }
}

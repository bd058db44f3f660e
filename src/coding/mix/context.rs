//! Codes small numbers whose likelihood depends on several contexts at once.

use super::{BIAS, Mixer, Refiner, hash3, hash32, squash, stretch};
use crate::coding::{
    adaptive::followed,
    range::{Coder, ONE},
    slot::{FLOOR, Slot},
};

/// The state of a slot: the class of its count (12 classes occur, 16 have room) and the upper six
/// bits of its probability.
const STATES: usize = 1 << 10;
/// The statistics of a state forget after about 2^7 decisions, those of the refiner after 2^6.
const OUTCOME_RATE: u32 = 7;
/// Log2 of the refiner's contexts, which decisions share by hash.
const REFINER_BITS: u32 = 10;
/// The learning rate of the weights in the long run, and what is added to it at first.
const RATE: i32 = 15;
const HASTE: i32 = 60;
/// The initial sum of the weights, in 1/65,536.
const FIRST_WEIGHTS: i32 = 3 << 15;

fn state_of(slot: Slot) -> usize {
    let class = match slot.count {
        0..8 => usize::from(slot.count),
        more => 8 + (more / 8).ilog2() as usize,
    };
    class << 6 | usize::from(slot.p >> 10)
}

/// One context of the symbol being coded, with its statistics.
#[derive(Clone, Debug)]
struct Cue {
    /// A hash of the context's value and its index.
    hash: u32,
    /// The place of the slot that predicts the coming bit, and its state.
    place: usize,
    state: usize,
    /// By state of a slot: how often the bit was a one, in 1/65,536.
    outcomes: Vec<u16>,
}

/// Codes symbols of a few bits whose likelihood depends on several contexts at once.
///
/// A context is any number that summarises something known to both sides; a hash is fine. For each
/// bit of the symbol, every context is looked up in one hashed table of slots and makes two
/// predictions: what its own slot has seen, and what came of all slots in the same state. A
/// [`Mixer`] blends these, and a [`Refiner`] corrects the result.
#[derive(Clone, Debug)]
pub struct ContextMixer {
    slots: Vec<Slot>,
    cues: Vec<Cue>,
    stretched: Vec<i32>,
    mixer: Mixer,
    refiner: Refiner,
}

impl ContextMixer {
    /// A mixer of `contexts` contexts over a table of 2^`log2_slots` slots of four bytes, with
    /// `sets` sets of weights for the caller to choose from.
    pub fn new(contexts: usize, log2_slots: u32, sets: usize) -> ContextMixer {
        let middles = (0..STATES).map(|state| ((state & 63) << 10 | 1 << 9) as u16);
        let cue = Cue {
            hash: 0,
            place: 0,
            state: 0,
            outcomes: middles.collect(),
        };
        let inputs = 2 * contexts + 1;
        ContextMixer {
            slots: vec![Slot::EMPTY; 1 << log2_slots],
            cues: vec![cue; contexts],
            stretched: vec![0; inputs],
            mixer: Mixer::new(inputs, sets, FIRST_WEIGHTS, RATE).hasty(HASTE),
            refiner: Refiner::new(1 << REFINER_BITS),
        }
    }

    /// Codes the `width` bits of `value`, the highest first. `contexts` are as many as were
    /// announced to `new`; `set` is the set of weights.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: &[u32],
        set: usize,
    ) -> u32 {
        debug_assert_eq!(contexts.len(), self.cues.len());
        for (index, (cue, &context)) in self.cues.iter_mut().zip(contexts).enumerate() {
            cue.hash = hash32(context, index as u32, 0);
        }
        let mut node = 1u32;
        for shift in (0..width).rev() {
            let bit = self.bit(coder, value >> shift & 1 == 1, node, set);
            node = node << 1 | u32::from(bit);
        }
        node - (1 << width)
    }

    /// Codes a decision; otherwise as [`code`](ContextMixer::code).
    pub fn flag<C: Coder>(
        &mut self,
        coder: &mut C,
        flag: bool,
        contexts: &[u32],
        set: usize,
    ) -> bool {
        self.code(coder, flag.into(), 1, contexts, set) == 1
    }

    fn bit<C: Coder>(&mut self, coder: &mut C, bit: bool, node: u32, set: usize) -> bool {
        self.look_up(node);
        let blended = self.mixer.blend(&self.stretched, set);
        let said = squash(blended);
        let decision = hash3(node, set as u32, 1) as usize & ((1 << REFINER_BITS) - 1);
        let p = self.refiner.halfway(said, blended, decision);
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        self.mixer.update(&self.stretched, set, bit, said);
        self.refiner.update(bit);
        for cue in &mut self.cues {
            self.slots[cue.place].update(bit);
            let outcome = &mut cue.outcomes[cue.state];
            *outcome = followed(*outcome, bit, OUTCOME_RATE);
        }
        bit
    }

    /// Computes the contexts' predictions of the bit that follows the bits `node` of the symbol
    /// (with a leading one).
    fn look_up(&mut self, node: u32) {
        let mask = self.slots.len() - 1;
        let (pairs, constant) = self.stretched.as_chunks_mut::<2>();
        for (cue, pair) in self.cues.iter_mut().zip(pairs) {
            let hash = (cue.hash ^ node.wrapping_mul(0x9e37_79b1)).wrapping_mul(0x85eb_ca6b);
            cue.place = (hash ^ hash >> 15) as usize & mask;
            let check = (hash >> 24) as u8;
            let slot = &mut self.slots[cue.place];
            slot.claim(check);
            cue.state = state_of(*slot);
            *pair = [0, 0];
            if slot.count > 0 {
                let outcome = cue.outcomes[cue.state];
                *pair = [slot.stretched(), stretch(outcome.into())];
            }
        }
        constant[0] = i32::from(BIAS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    #[test]
    fn the_context_that_knows_wins() {
        let mut mixer = ContextMixer::new(2, 12, 1);
        let mut encoder = Encoder::new();
        for index in 0u32..4000 {
            let noise = hash32(index, 7, 9) % 13;
            let known = index % 17;
            mixer.code(&mut encoder, known * 15 % 16, 4, &[noise, known], 0);
        }
        assert!(encoder.finish().len() < 600);
    }

    proptest! {
        #[test]
        fn symbols_come_back(symbols in prop::collection::vec((0u32..256, 0u32..5, 0u32..500), 0..500)) {
            let (mut encoder, mut mixer) = (Encoder::new(), ContextMixer::new(2, 10, 2));
            for &(value, a, b) in &symbols {
                mixer.code(&mut encoder, value, 8, &[a, b], (a & 1) as usize);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut mixer) = (Decoder::new(&bytes), ContextMixer::new(2, 10, 2));
            for &(value, a, b) in &symbols {
                prop_assert_eq!(mixer.code(&mut decoder, 0, 8, &[a, b], (a & 1) as usize), value);
            }
        }
    }
}

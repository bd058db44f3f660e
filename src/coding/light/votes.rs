//! Decisions and small numbers on which contexts vote, each with the weight of what it has seen. Nobody learns who votes best.

use super::slot::{CHECK_SHIFT, Slot};
use crate::coding::{
    mix::{hash3, squash},
    range::{Coder, ONE},
};

/// Slots that lie together: what a context knows of the first four bits of a number.
const ROW: usize = 16;
/// Bits of a number that share a row.
const ROW_BITS: u32 = 4;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 12;
/// How much the votes on a decision count together, in 1/256: contexts are not independent, but each knows something of its own.
const GAIN: i32 = 350;

/// How much each of so many votes counts, in 1/65,536, where all together count `gain` / 256.
pub const fn weight(voters: usize, gain: i32) -> i32 {
    (gain << 8) / voters as i32
}

/// The probability of a one, in 1/65,536: `votes`, the sum of what all say, are logarithms of its odds.
#[inline]
pub fn outcome(votes: i32, weight: i32) -> u32 {
    squash((votes * weight) >> 16)
}

/// Codes decisions and numbers of a few bits under contexts, any numbers that summarise something known to both sides.
#[derive(Clone, Debug)]
pub struct Votes<const VOTERS: usize> {
    slots: Vec<Slot>,
}

impl<const VOTERS: usize> Votes<VOTERS> {
    /// Votes over 2^`log2_slots` slots of four bytes.
    pub fn new(log2_slots: u32) -> Votes<VOTERS> {
        Votes {
            slots: vec![Slot::EMPTY; 1 << log2_slots.max(ROW_BITS)],
        }
    }

    /// Codes a decision.
    pub fn flag<C: Coder>(&mut self, coder: &mut C, bit: bool, contexts: [u32; VOTERS]) -> bool {
        let mut places = [0; VOTERS];
        for (index, (place, context)) in places.iter_mut().zip(contexts).enumerate() {
            let hash = hash3(context, index as u32, 7);
            *place = self.slot(hash as usize, (hash >> CHECK_SHIFT) as u8);
        }
        self.bit(coder, bit, places)
    }

    /// Codes the `width` bits of `value`, highest first.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: [u32; VOTERS],
    ) -> u32 {
        let mut node = 1u32;
        let mut rows = [(0, 0); VOTERS];
        for depth in 0..width {
            let bits = depth % ROW_BITS;
            if bits == 0 {
                for (index, (row, context)) in rows.iter_mut().zip(contexts).enumerate() {
                    let hash = hash3(context, index as u32, node);
                    *row = (hash as usize & !(ROW - 1), (hash >> CHECK_SHIFT) as u8);
                }
            }
            let inner = (1 << bits | node & ((1 << bits) - 1)) as usize;
            let places = rows.map(|(row, check)| self.slot(row | inner, check));
            let bit = value >> (width - 1 - depth) & 1 == 1;
            node = node << 1 | u32::from(self.bit(coder, bit, places));
        }
        node - (1 << width)
    }

    /// The place of a slot, which is emptied if it was another's.
    #[inline]
    fn slot(&mut self, place: usize, check: u8) -> usize {
        let place = place & (self.slots.len() - 1);
        self.slots[place].claim(check);
        place
    }

    #[inline]
    fn bit<C: Coder>(&mut self, coder: &mut C, bit: bool, places: [usize; VOTERS]) -> bool {
        let votes = places.map(|place| i32::from(self.slots[place].stretched()));
        let p = outcome(votes.into_iter().sum(), const { weight(VOTERS, GAIN) });
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        for place in places {
            self.slots[place].update(bit);
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
        let (mut encoder, mut votes) = (Encoder::new(), Votes::new(12));
        for index in 0u32..4000 {
            let noise = hash3(index, 7, 9) as u32 % 13;
            let known = index % 17;
            votes.code(&mut encoder, known * 15 % 16, 4, [noise, known]);
        }
        assert!(encoder.finish().len() < 700);
    }

    proptest! {
        #[test]
        fn symbols_come_back(symbols in prop::collection::vec((0u32..256, 0u32..5, 0u32..500, any::<bool>()), 0..500)) {
            let (mut encoder, mut votes) = (Encoder::new(), Votes::new(10));
            for &(value, a, b, flag) in &symbols {
                votes.code(&mut encoder, value, 8, [a, b]);
                votes.flag(&mut encoder, flag, [b, a]);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut votes) = (Decoder::new(&bytes), Votes::new(10));
            for &(value, a, b, flag) in &symbols {
                prop_assert_eq!(votes.code(&mut decoder, 0, 8, [a, b]), value);
                prop_assert_eq!(votes.flag(&mut decoder, false, [b, a]), flag);
            }
        }
    }
}

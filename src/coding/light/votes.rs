//! Decisions and small numbers on which contexts vote, each with the weight of what it has seen. Nobody learns who votes best.

use super::slot::{FLOOR, ROW_BITS, Row, Table};
use crate::coding::{
    mix::squash,
    range::{Coder, ONE},
};

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
    table: Table,
}

impl<const VOTERS: usize> Votes<VOTERS> {
    /// Votes over 2^`log2_slots` slots of four bytes.
    pub fn new(log2_slots: u32) -> Votes<VOTERS> {
        Votes {
            table: Table::new(log2_slots),
        }
    }

    /// Codes a decision.
    pub fn flag<C: Coder>(&mut self, coder: &mut C, bit: bool, contexts: [u32; VOTERS]) -> bool {
        let mut places = [0; VOTERS];
        for (index, (place, context)) in places.iter_mut().zip(contexts).enumerate() {
            *place = self.table.place_of_decision(index, context);
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
        let mut rows = [Row::default(); VOTERS];
        for depth in 0..width {
            if depth.is_multiple_of(ROW_BITS) {
                for (index, (row, context)) in rows.iter_mut().zip(contexts).enumerate() {
                    *row = Table::row(index, context, node);
                }
            }
            let places = rows.map(|row| self.table.place(row, node, depth));
            let bit = value >> (width - 1 - depth) & 1 == 1;
            node = node << 1 | u32::from(self.bit(coder, bit, places));
        }
        node - (1 << width)
    }

    #[inline]
    fn bit<C: Coder>(&mut self, coder: &mut C, bit: bool, places: [usize; VOTERS]) -> bool {
        let votes = places.map(|place| i32::from(self.table.stretched(place)));
        let p = outcome(votes.into_iter().sum(), const { weight(VOTERS, GAIN) });
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        for place in places {
            self.table.update(place, bit);
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::{
        mix::hash3,
        range::{Decoder, Encoder},
    };
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

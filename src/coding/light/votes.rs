//! Codes decisions and small numbers by the vote of several contexts: an unweighted sum, except
//! that contexts which have seen little say less. No weights are learnt.

use super::table::{Predictor, Table};
use crate::coding::{mix::squash, range::Coder};

/// How much the mean of the votes counts, in 1/256. It is more than 1: contexts are not
/// independent, but each knows something of its own.
const GAIN: i32 = 350;

/// The weight of each of `voters` votes, in 1/65,536, when the mean of all counts `gain` / 256.
pub const fn weight(voters: usize, gain: i32) -> i32 {
    (gain << 8) / voters as i32
}

/// The probability of a one, in 1/65,536, from `votes`, the sum of all votes (log-odds, in 1/256).
#[inline]
pub fn outcome(votes: i32, weight: i32) -> u32 {
    squash((votes * weight) >> 16)
}

/// Codes decisions and numbers of a few bits under contexts. A context is any number that
/// summarises something known to both sides.
#[derive(Clone, Debug)]
pub struct Votes<const VOTERS: usize> {
    table: Table,
}

impl<const VOTERS: usize> Votes<VOTERS> {
    /// A coder over a table of 2^`log2_slots` slots of four bytes.
    pub fn new(log2_slots: u32) -> Votes<VOTERS> {
        Votes {
            table: Table::new(log2_slots),
        }
    }

    /// Codes a decision.
    pub fn flag<C: Coder>(&mut self, coder: &mut C, bit: bool, contexts: [u32; VOTERS]) -> bool {
        self.table.code_flag(coder, bit, &contexts, &mut Ballot)
    }

    /// Codes the `width` bits of `value`, highest first.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: [u32; VOTERS],
    ) -> u32 {
        let number = (value, width);
        self.table
            .code_number(coder, number, &contexts, &mut Ballot)
    }
}

/// The predictor that adds up the votes.
struct Ballot;

impl<const VOTERS: usize> Predictor<VOTERS> for Ballot {
    #[inline]
    fn predict(&mut self, said: [i16; VOTERS], _: u32) -> u32 {
        let votes = said.map(i32::from);
        outcome(votes.into_iter().sum(), const { weight(VOTERS, GAIN) })
    }

    #[inline]
    fn learn(&mut self, _: bool) {}
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
        let (mut encoder, mut votes) = (Encoder::new(), Votes::new(12));
        for index in 0u32..4000 {
            let noise = hash32(index, 7, 9) % 13;
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

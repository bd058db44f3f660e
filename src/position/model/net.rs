//! The trained network. It computes with whole numbers alone, so the results are the same on every
//! machine.
//!
//! Each fact has a row of 128 numbers. The hidden units are the sums of the rows of all facts that
//! hold, clipped to 0 and [`FULL`]. The answer to a question is yes with a probability whose
//! log-odds are the question's bias plus the sum of its weights times the hidden units. Rows are
//! stored in 16 bits, weights in 8.

use super::shape::{
    FACTS, HIDDEN, QUESTIONS, RIGHTS_AND_TURN, of_rights_and_turn, rights_and_turn,
};
use super::walk::Oracle;
use crate::chess::Color;
use crate::coding::mix::squash;
use crate::coding::range::{Coder, ONE};
use crate::error::{Error, Result};
use crate::position::state::Rights;

/// Rows of facts and hidden units are in units of 1/1,024; a hidden unit is at most one.
const FULL: i32 = 1024;
/// Weights are in units of 1/32.
const WEIGHT_ONE: f32 = 32.0;
/// Number of bits to drop from a sum of products to get log-odds in 1/256.
const LOGIT_SHIFT: u32 = 7;
/// The smallest probability of any answer, in 1/65,536.
const FLOOR: u32 = 12;
/// The probability, in 1/65,536, of a yes that practically never happens.
const UNLIKELY: u32 = 32;

/// The tables of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The probability of each combination of rights and turn, in 1/65,536.
    shares: Vec<i16>,
    start: Vec<i16>,
    facts: Vec<i16>,
    biases: Vec<i16>,
    weights: Vec<i8>,
}

impl Net {
    /// Rounds a network's rows and weights. In `output`, each row of weights is followed by its
    /// bias.
    pub fn from_floats(input: &[f32], output: &[f32], counts: &[u32; RIGHTS_AND_TURN]) -> Net {
        let fact = |value: &f32| (value * FULL as f32).round() as i16;
        let rows = || output.chunks_exact(HIDDEN + 1);
        let weight = |value: &f32| (value * WEIGHT_ONE).round() as i8;
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        // Every combination has a share of at least one; the most frequent one also takes what
        // rounding leaves over.
        let share = |&count: &u32| {
            1 + u64::from(count) * u64::from(ONE - 2 * RIGHTS_AND_TURN as u32) / total
        };
        let mut shares: Vec<u64> = counts.iter().map(share).collect();
        let left = u64::from(ONE) - shares.iter().sum::<u64>();
        if let Some(largest) = shares.iter_mut().max() {
            *largest += left;
        }
        Net {
            shares: shares.into_iter().map(|share| share as i16).collect(),
            start: input[..HIDDEN].iter().map(fact).collect(),
            facts: input[HIDDEN..].iter().map(fact).collect(),
            biases: rows()
                .map(|row| (row[HIDDEN] * 256.0).round() as i16)
                .collect(),
            weights: rows()
                .flat_map(|row| row[..HIDDEN].iter().map(weight))
                .collect(),
        }
    }

    /// The tables as a file: shares, start, facts and biases in two bytes a number, least
    /// significant first, then the weights in one byte each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = [&self.shares, &self.start, &self.facts, &self.biases];
        let words = words
            .into_iter()
            .flatten()
            .flat_map(|word| word.to_le_bytes());
        words
            .chain(self.weights.iter().map(|&weight| weight as u8))
            .collect()
    }

    /// Reads what [`Net::to_bytes`] wrote.
    ///
    /// # Errors
    /// Corrupt if the number of bytes does not fit a network of this shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net> {
        let lens = [RIGHTS_AND_TURN, HIDDEN, FACTS * HIDDEN, QUESTIONS];
        let words: usize = lens.iter().sum();
        if bytes.len() != 2 * words + QUESTIONS * HIDDEN {
            return Err(Error::corrupt(
                "these are not the tables of a position model",
            ));
        }
        let (mut words, weights) = bytes.split_at(2 * words);
        let mut tables = lens.into_iter().map(|len| {
            let (table, rest) = words.split_at(2 * len);
            words = rest;
            let pairs = table.as_chunks::<2>().0;
            pairs
                .iter()
                .map(|&pair| i16::from_le_bytes(pair))
                .collect::<Vec<i16>>()
        });
        let mut table = || tables.next().unwrap_or_default();
        let net = Net {
            shares: table(),
            start: table(),
            facts: table(),
            biases: table(),
            weights: weights.iter().map(|&byte| byte as i8).collect(),
        };
        if net.bounds()[RIGHTS_AND_TURN] != ONE || net.shares.contains(&0) {
            return Err(Error::corrupt(
                "the shares of a position model are not a whole",
            ));
        }
        Ok(net)
    }

    /// The cumulative shares of the combinations of rights and turn, in 1/65,536.
    fn bounds(&self) -> [u32; RIGHTS_AND_TURN + 1] {
        let mut bounds = [0; RIGHTS_AND_TURN + 1];
        for (index, &share) in self.shares.iter().enumerate() {
            bounds[index + 1] = bounds[index] + u32::from(share as u16);
        }
        bounds
    }
}

/// An oracle that codes each answer with the probability that the network gives it.
pub struct Expectation<'a, C> {
    net: &'a Net,
    coder: &'a mut C,
    sums: [i32; HIDDEN],
    hidden: [i16; HIDDEN],
    fresh: bool,
}

impl<'a, C: Coder> Expectation<'a, C> {
    /// The oracle before anything is known.
    pub fn new(net: &'a Net, coder: &'a mut C) -> Expectation<'a, C> {
        let mut sums = [0; HIDDEN];
        for (sum, &start) in sums.iter_mut().zip(&net.start) {
            *sum = i32::from(start);
        }
        Expectation {
            net,
            coder,
            sums,
            hidden: [0; HIDDEN],
            fresh: false,
        }
    }

    fn probability(&mut self, question: usize) -> u32 {
        if !self.fresh {
            self.hidden = self.sums.map(|sum| sum.clamp(0, FULL) as i16);
            self.fresh = true;
        }
        let weights = &self.net.weights[question * HIDDEN..][..HIDDEN];
        let products = self.hidden.iter().zip(weights);
        let sum: i32 = products.map(|(&h, &w)| i32::from(h) * i32::from(w)).sum();
        let logit = i32::from(self.net.biases[question]) + (sum >> LOGIT_SHIFT);
        squash(logit).clamp(FLOOR, ONE - FLOOR)
    }
}

impl<C: Coder> Oracle for Expectation<'_, C> {
    fn rights_and_turn(&mut self, rights: Rights, turn: Color) -> (Rights, Color) {
        let number = rights_and_turn(rights, turn);
        of_rights_and_turn(self.coder.symbol(number, &self.net.bounds()))
    }

    fn ask(&mut self, question: usize, answer: bool) -> bool {
        let p = self.probability(question);
        self.coder.bit(answer, p)
    }

    fn ask_unlikely(&mut self, answer: bool) -> bool {
        self.coder.bit(answer, UNLIKELY)
    }

    fn learn(&mut self, fact: usize) {
        let row = &self.net.facts[fact * HIDDEN..][..HIDDEN];
        for (sum, &value) in self.sums.iter_mut().zip(row) {
            *sum += i32::from(value);
        }
        self.fresh = false;
    }
}

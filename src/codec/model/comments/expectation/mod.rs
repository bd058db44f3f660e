//! A small neural network, trained in advance, that predicts a symbol: one input of a
//! [`blend`](super::blend) beside those of its contexts.
//!
//! A context combines two or three facts, as a block has too few of each combination to learn from
//! more. A network was trained on all facts together, in other games. All is done in integers, by
//! the loops that the networks of moves use: the same on every machine. MODEL.md (12.3) says what
//! the bytes of a network are, and how it is asked.
//!
//! * [`mod@learn`]: trains a network.

pub(super) mod learn;

use crate::{
    codec::model::{
        moves::net::{
            arithmetic::{Arithmetic, Task, on_this_machine},
            softmax::{self, SCORE_BITS},
            weights::{HIDDEN_BITS, MOVE_UNITS, SUM_BITS, Shared, by_fours},
        },
        sections::{i8s, i16s},
    },
    coding::{lined::Lined, mix::stretch, range::ONE},
};

/// How many classes a fact has, and the highest class.
pub(super) const CLASSES: usize = 64;
pub(super) const LAST_CLASS: u32 = CLASSES as u32 - 1;
/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// Fractional bits of rows of facts and of rows of symbols.
const FACT_BITS: u32 = SUM_BITS - 2;
const SYMBOL_BITS: u32 = SCORE_BITS - HIDDEN_BITS;
/// How many symbols' scores are worked out together.
const GROUP: usize = MOVE_UNITS;

/// A network that predicts a symbol from `FACTS` facts.
#[derive(Clone, Debug)]
pub(super) struct Network<const FACTS: usize> {
    rows: Lined<i8>,
    biases: Lined<i16>,
    /// The rows of symbols in groups, in the order in which processors multiply them.
    groups: Vec<Lined<i8>>,
    symbol_biases: Vec<i16>,
}

impl<const FACTS: usize> Network<FACTS> {
    /// The network with these bytes, for symbols of `width` bits (5 at least); `None` if the number
    /// of bytes is wrong.
    pub(super) fn of_bytes(mut bytes: &[u8], width: u32) -> Option<Network<FACTS>> {
        let (symbols, bytes) = (1 << width, &mut bytes);
        let rows = i8s(bytes, FACTS * CLASSES * HIDDEN).ok()?;
        let biases = i16s(bytes, HIDDEN).ok()?;
        let by_symbol: Vec<i8> = i8s(bytes, symbols * HIDDEN).ok()?.collect();
        let symbol_biases = i16s(bytes, symbols).ok()?;
        let groups = by_symbol.chunks(GROUP * HIDDEN);
        let by_fours = by_fours::<{ size_of::<Shared>() }>;
        bytes.is_empty().then(|| Network {
            rows: Lined::new(rows),
            biases: Lined::new(biases),
            groups: groups.map(|group| by_fours(group, HIDDEN)).collect(),
            symbol_biases: symbol_biases.collect(),
        })
    }

    /// Works out into `expected` what the network predicts from the facts' classes, each below
    /// [`CLASSES`].
    pub(super) fn expect(&self, facts: &[u8; FACTS], expected: &mut Expected) {
        on_this_machine(Expecting {
            network: self,
            rows: rows_of(facts),
            expected,
        });
    }
}

/// The row of each fact's class.
fn rows_of<const FACTS: usize>(facts: &[u8; FACTS]) -> [u16; FACTS] {
    std::array::from_fn(|number| (number * CLASSES + usize::from(facts[number]) % CLASSES) as u16)
}

/// The work of [`Network::expect`].
struct Expecting<'a, const FACTS: usize> {
    network: &'a Network<FACTS>,
    rows: [u16; FACTS],
    expected: &'a mut Expected,
}

impl<const FACTS: usize> Task for Expecting<'_, FACTS> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let network = self.network;
        let mut hidden = [0; HIDDEN];
        A::hidden(&network.rows, &network.biases, &self.rows, &mut hidden);
        let Expected { scores, weights } = self.expected;
        scores.clear();
        let biases = network.symbol_biases.as_chunks::<GROUP>().0;
        for (group, biases) in network.groups.iter().zip(biases) {
            let sums = A::sent(&hidden, group.as_chunks().0);
            scores.extend(
                sums.iter()
                    .zip(biases)
                    .map(|(sum, &bias)| sum + i32::from(bias)),
            );
        }
        softmax::weights(scores, weights);
        add_up(weights);
    }
}

/// Turns the weights of 2^n symbols into a binary tree of sums: symbols stand from 2^n on, and the
/// weight of node i is the sum of those of 2·i and 2·i + 1.
#[inline(always)]
fn add_up(weights: &mut Vec<u32>) {
    let symbols = weights.len();
    weights.resize(2 * symbols, 0);
    weights.copy_within(..symbols, symbols);
    for node in (1..symbols).rev() {
        weights[node] = weights[2 * node] + weights[2 * node + 1];
    }
}

/// A network's prediction of a symbol.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected {
    scores: Vec<i32>,
    /// By node of the symbol: the relative probability of the symbols that begin with its bits.
    weights: Vec<u32>,
}

impl Expected {
    /// The stretched probability that the bit at a node is a one.
    pub(super) fn stretched(&self, node: usize) -> i32 {
        let pair = self.weights.get(2 * node..2 * node + 2);
        let (zeros, ones) = pair.map_or((0, 0), |pair| (u64::from(pair[0]), u64::from(pair[1])));
        match zeros + ones {
            0 => 0,
            all => stretch(((ones * u64::from(ONE - 1)) / all) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FACTS: usize = 3;
    const WIDTH: u32 = 6;
    const SYMBOLS: usize = 1 << WIDTH;
    const BYTES: usize = FACTS * CLASSES * HIDDEN + 2 * HIDDEN + (HIDDEN + 2) * SYMBOLS;

    proptest! {
        #[test]
        fn any_bytes_of_the_right_number_are_a_network(bytes in prop::collection::vec(any::<u8>(), BYTES), facts: [u8; FACTS], node in 0usize..200) {
            let network = Network::<FACTS>::of_bytes(&bytes, WIDTH).unwrap();
            let mut expected = Expected::default();
            network.expect(&facts, &mut expected);
            prop_assert_eq!(expected.weights[1], expected.weights[SYMBOLS..].iter().sum::<u32>());
            prop_assert!(expected.stretched(node).abs() <= 2840);
            for parent in 1..SYMBOLS {
                let [low, high] = [0, 1].map(|side| expected.weights[2 * parent + side]);
                prop_assert_eq!(expected.weights[parent], low + high);
            }
            // Nodes that there are not say nothing.
            prop_assert!(node < SYMBOLS || expected.stretched(node) == 0);
            prop_assert!(Network::<FACTS>::of_bytes(&bytes[1..], WIDTH).is_none());
        }
    }

    #[test]
    fn scores_are_what_the_bytes_say() {
        let mut bytes = vec![0; BYTES];
        bytes[(CLASSES + 5) * HIDDEN] = 127; // class 5 of the second fact adds almost 1 to the first unit
        let symbols = FACTS * CLASSES * HIDDEN + 2 * HIDDEN;
        bytes[symbols + 40 * HIDDEN] = 32; // which adds 1 to the score of symbol 40,
        bytes[BYTES - 1] = 16; // and the last symbol has a bias of 1
        let network = Network::<FACTS>::of_bytes(&bytes, WIDTH).unwrap();
        let mut expected = Expected::default();
        network.expect(&[0, 5, 0], &mut expected);
        let unit = (16 * 508 * 2 * 508) >> 16; // with 7 fractional bits
        assert_eq!(expected.scores[40], unit << 5);
        assert_eq!(
            (expected.scores[63], expected.scores[0]),
            (1 << SCORE_BITS, 0)
        );
        network.expect(&[5, 0, 5], &mut expected);
        assert_eq!(
            (expected.scores[40], expected.scores[63]),
            (0, 1 << SCORE_BITS)
        );
        let wanted = stretch((f64::from(ONE) * (31.0 + 1f64.exp()) / (63.0 + 1f64.exp())) as u32);
        assert!(expected.stretched(1).abs_diff(wanted) < 3);
    }
}

//! Section 12 of the document: gauges. Numbers in comments are its clauses.

use super::{
    blend::{Blend, Contexts, Dense, Shape},
    levels::Level,
};
use crate::{
    reference::models::coder::{AdaptiveBit, Source, stretch},
    reference::moves::shares::weights_by_network,
};

/// The bucket of numbers beyond all others.
pub(crate) const BEYOND: i64 = 63;

/// 12.1
pub(crate) fn class(n: i64) -> i64 {
    if n < 4 {
        return n;
    }
    let l = i64::from(n.ilog2());
    4 * (l - 1) + (n >> (l - 2) & 3)
}

/// 12.1
pub(crate) fn bucket(n: i64) -> i64 {
    match n {
        0.. => class(n).min(BEYOND),
        _ => BEYOND,
    }
}

/// How a gauge is made.
pub(crate) struct Design {
    pub(crate) signed: bool,
    pub(crate) dense: usize,
    pub(crate) hashed: usize,
    /// How many facts a network is told.
    pub(crate) facts: usize,
}

/// What is known before a number.
pub(crate) struct Asked {
    pub(crate) contexts: Contexts,
    pub(crate) set: i64,
    /// Classes of facts, not held yet.
    pub(crate) facts: Vec<i64>,
}

/// A gauge.
pub(crate) struct Gauge {
    signed: bool,
    symbols: Blend,
    /// By bucket and the digits before with a one before them.
    digits: Vec<[AdaptiveBit; 4]>,
    network: Option<Network>,
}

impl Gauge {
    /// A gauge that has seen nothing, with its table and its network of the model file.
    pub(crate) fn new(design: &Design, level: Level, table: &[u8], network: &[u8]) -> Gauge {
        let width = 6 + u32::from(design.signed);
        let symbols = 1 << width;
        let network = level
            .is_wide()
            .then(|| Network::read(network, design.facts, symbols));
        let network = network.flatten();
        let shape = Shape {
            dense: Dense {
                contexts: design.dense,
                symbols,
                table: table.to_vec(),
            },
            predicts: network.is_some(),
            log2_rows: level.gauge_rows(),
            memory: 250,
            rate: 12,
            haste: 60,
            ..Shape::new(design.hashed, [symbols, 64], level.gauge_mixing())
        };
        Gauge {
            signed: design.signed,
            symbols: Blend::new(shape),
            digits: vec![std::array::from_fn(|_| AdaptiveBit::new()); 64],
            network,
        }
    }

    /// 12.2: a number, `None` beyond all buckets.
    pub(crate) fn decode(&mut self, source: &mut dyn Source, asked: &Asked) -> Option<i64> {
        let set = asked.set.min(63) as usize;
        let width = 6 + u32::from(self.signed);
        let weights = self
            .network
            .as_ref()
            .map(|network| network.weights(&asked.facts));
        let predict = weights
            .as_ref()
            .map(|weights| |node| predicted(weights, node));
        let predict = predict
            .as_ref()
            .map(|predict| predict as &dyn Fn(usize) -> i64);
        let symbol = self
            .symbols
            .symbol_expected(source, &asked.contexts, width, set, predict);
        let (bucket, is_negative) = match self.signed {
            true => (symbol >> 1, symbol & 1 == 1),
            false => (symbol, false),
        };
        if i64::from(bucket) == BEYOND {
            return None;
        }
        let size = self.size(source, i64::from(bucket));
        Some(if is_negative { -size } else { size })
    }

    /// The number of a bucket.
    fn size(&mut self, source: &mut dyn Source, bucket: i64) -> i64 {
        if bucket < 8 {
            return bucket;
        }
        let w = (bucket / 4 - 1) as u32;
        let first = (4 + bucket % 4) << w;
        let mut digits = 1_usize;
        for _ in 0..w.min(2) {
            let bit = self.digits[bucket as usize][digits].decode(source);
            digits = digits << 1 | usize::from(bit);
        }
        let learnt = w.min(2);
        let above = digits as i64 - (1 << learnt);
        let raw = w - learnt;
        first + (above << raw | source.raw(raw) as i64)
    }
}

/// 12.3: the prediction at a node, by the weights of symbols.
fn predicted(weights: &[u64], node: usize) -> i64 {
    let symbols = weights.len();
    let sum = |node: usize| -> u64 {
        let below = symbols.ilog2() - node.ilog2();
        let first = (node << below) - symbols;
        weights[first..first + (1 << below)].iter().sum()
    };
    let (all, ones) = (sum(node), sum(2 * node + 1));
    match all {
        0 => 0,
        _ => stretch((65_535 * ones / all) as i64),
    }
}

/// 12.3
struct Network {
    rows: Vec<i8>,
    biases: Vec<i16>,
    symbols: Vec<i8>,
    symbol_biases: Vec<i16>,
}

impl Network {
    /// The network in so many bytes, if it is one.
    fn read(bytes: &[u8], facts: usize, symbols: usize) -> Option<Network> {
        let lens = [64 * 64 * facts, 128, 64 * symbols, 2 * symbols];
        if bytes.len() != lens.iter().sum::<usize>() {
            return None;
        }
        let mut rest = bytes;
        let [rows, biases, by_symbol, symbol_biases] = lens.map(|len| {
            let (part, behind) = rest.split_at(len);
            rest = behind;
            part
        });
        let signed = |bytes: &[u8]| bytes.iter().map(|byte| byte.cast_signed()).collect();
        let pair = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let pairs = |bytes: &[u8]| bytes.chunks(2).map(pair).collect();
        Some(Network {
            rows: signed(rows),
            biases: pairs(biases),
            symbols: signed(by_symbol),
            symbol_biases: pairs(symbol_biases),
        })
    }

    /// What each symbol weighs.
    fn weights(&self, facts: &[i64]) -> Vec<u64> {
        let hidden: Vec<i32> = (0..64).map(|unit| self.hidden(facts, unit)).collect();
        let score = |(symbol, bias): (usize, &i16)| {
            let row = self.symbols[64 * symbol..].iter();
            let products = row.zip(&hidden).map(|(&weight, h)| i32::from(weight) * h);
            i32::from(*bias) + products.sum::<i32>()
        };
        let scores = self.symbol_biases.iter().enumerate().map(score);
        weights_by_network(&scores.collect::<Vec<_>>())
    }

    fn hidden(&self, facts: &[i64], unit: usize) -> i32 {
        let mut sum = 0_i16;
        for (fact, &class) in facts.iter().enumerate() {
            let row = 64 * fact + class.min(63) as usize;
            sum = sum.wrapping_add(i16::from(self.rows[64 * row + unit]));
        }
        let sum = sum.wrapping_mul(4).wrapping_add(self.biases[unit]);
        let x = i32::from(sum).clamp(0, 511);
        (16 * x * 2 * x) >> 16
    }
}

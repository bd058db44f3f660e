//! A small network that tells what the facts are worth: the same for every model, but the block
//! adds to its weights.
//!
//! 6.10 of MODEL.md says what is computed.

use super::facts::{COUNT, ROWS, Rows, SHARED_ROWS};
use crate::codec::model::{moves::net::softmax::SCORE_BITS, sections::i16s};
use std::sync::LazyLock;

/// The number of units; the last one is the linear one.
pub(super) const UNITS: usize = 32;
pub(super) const LINEAR: usize = UNITS - 1;
/// Fractional bits of all weights.
pub(super) const POINT: u32 = 10;
/// The network changes no score by more.
const MOST: i32 = 8 << SCORE_BITS;

/// The weights as 16-bit numbers, lowest byte first: the biases, the outputs, the rows.
static BYTES: &[u8] = include_bytes!("weights.bin");

/// The network.
#[derive(Debug)]
pub(super) struct Network {
    bias: [i16; UNITS],
    /// The weight of each unit in the score.
    out: [i16; UNITS],
    rows: [[i16; UNITS]; COUNT],
}

/// How many numbers a [`Network`] has.
pub(super) const NUMBERS: usize = (2 + COUNT) * UNITS;

/// The sums of the units over the biases and the rows that all moves of a position have in common.
#[derive(Clone, Copy)]
pub(super) struct Base([i32; UNITS]);

impl Network {
    /// The network that the program carries.
    pub(super) fn standard() -> &'static Network {
        static NETWORK: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(BYTES));
        &NETWORK
    }

    fn read(mut bytes: &[u8]) -> Box<Network> {
        let mut numbers = i16s(&mut bytes, NUMBERS).expect("a weight has two bytes");
        assert!(bytes.is_empty(), "there are no other weights");
        let mut line = || [0; UNITS].map(|_: i16| numbers.next().unwrap_or(0));
        Box::new(Network {
            bias: line(),
            out: line(),
            rows: [[0; UNITS]; COUNT].map(|_| line()),
        })
    }

    #[inline(always)]
    pub(super) fn base(&self, rows: &[u16; SHARED_ROWS]) -> Base {
        let mut sums = self.bias.map(i32::from);
        self.add(&mut sums, rows);
        Base(sums)
    }

    #[inline(always)]
    fn add(&self, sums: &mut [i32; UNITS], rows: &[u16]) {
        for &row in rows {
            for (sum, &w) in sums.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum += i32::from(w);
            }
        }
    }

    /// What is added to the score of a move with these rows.
    #[inline(always)]
    pub(super) fn score(&self, base: &Base, rows: &Rows) -> i32 {
        const { assert!(ROWS + SHARED_ROWS < 1 << 8) };
        let mut sums = base.0;
        self.add(&mut sums, rows);
        let mut bent = 0i64;
        for (&sum, &gain) in sums[..LINEAR].iter().zip(&self.out) {
            bent += i64::from(sum.max(0)) * i64::from(gain);
        }
        let linear = i64::from(sums[LINEAR]) << POINT;
        let score = (bent + linear) >> (2 * POINT - SCORE_BITS);
        score.clamp(i64::from(-MOST), i64::from(MOST)) as i32
    }
}

/// What the block adds to the network: a number for each row, added to the scores of the moves that
/// have the row. It follows the gradient of the cost.
#[derive(Clone, Debug)]
pub(super) struct Following {
    numbers: Vec<i32>,
}

/// Fractional bits of the block's numbers, in nats.
const FINE: u32 = 24;
/// How fast they follow, in 1/16; found on training games.
const RATE: i32 = 2;
/// The numbers stay within this distance of 0.
const FURTHEST: i32 = 4 << FINE;

impl Default for Following {
    fn default() -> Following {
        Following {
            numbers: vec![0; COUNT],
        }
    }
}

impl Following {
    #[inline(always)]
    pub(super) fn score(&self, rows: &Rows) -> i32 {
        let sum: i32 = rows.iter().map(|&row| self.numbers[usize::from(row)]).sum();
        sum >> (FINE - SCORE_BITS)
    }

    /// Learns from an `error`, in 1/65,536: what was played minus what was expected.
    pub(super) fn learn(&mut self, rows: &Rows, error: i32) {
        let step = (error * RATE + 8) >> 4;
        for &row in rows.iter().filter(|&&row| row != 0) {
            let number = &mut self.numbers[usize::from(row)];
            *number = (*number + step).clamp(-FURTHEST, FURTHEST);
        }
    }
}

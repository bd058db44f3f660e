//! The last layer, tuned to the block while it is coded.
//!
//! Every row of the move layer's table and every move's vector gets a small number of its own that is added to the scores. After each
//! move they follow the gradient of its cost: up for what was played, down for what was expected instead.
//!
//! # NOTES
//!
//! On 110,000 half-moves each: 0.001 bits fewer on a mixed Lichess dump, 0.003 on one user's games, 0.017 on engine games. Four times the
//! rate: 0.005 more on the dump.

use super::features::{
    rows::{self, Rows},
    vectors,
};
use super::net::softmax::SCORE_BITS;

/// Fractional bits of the numbers that are tuned, in nats.
const POINT: u32 = 20;

/// How fast the table's numbers and the vectors' follow, in 1/256; found on training games.
const RATES: [i32; 2] = [2, 32];
/// Moves that were expected with less than this (in 1/65,536) and not played are left alone.
const NEGLIGIBLE: i32 = 256;

/// What was learnt of this block.
#[derive(Clone, Debug)]
pub(crate) struct Tuning {
    tactics: Vec<i32>,
    vectors: Vec<i32>,
}

impl Tuning {
    pub(crate) fn new() -> Tuning {
        Tuning {
            tactics: vec![0; rows::COUNT],
            vectors: vec![0; vectors::COUNT],
        }
    }

    /// Adds what was learnt to the scores of the moves `chosen`, whose vectors and rows are given.
    pub(crate) fn adjust(&self, chosen: &[u8], vectors: &[u16], rows: &[Rows], scores: &mut [i32]) {
        for ((&index, &vector), rows) in chosen.iter().zip(vectors).zip(rows) {
            let known: i32 = rows
                .as_slice()
                .iter()
                .map(|&row| self.tactics[usize::from(row)])
                .sum();
            scores[usize::from(index)] +=
                (known + self.vectors[usize::from(vector)]) >> (POINT - SCORE_BITS);
        }
    }

    /// Learns that move number `played` was played where the moves had these weights.
    pub(crate) fn learn(
        &mut self,
        chosen: &[u8],
        vectors: &[u16],
        rows: &[Rows],
        weights: &[u32],
        played: usize,
    ) {
        let total: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        let reciprocal = (1 << 40) / total.max(1);
        for ((&index, &vector), rows) in chosen.iter().zip(vectors).zip(rows) {
            let index = usize::from(index);
            let weight = weights[index];
            let expected = ((u64::from(weight) * reciprocal) >> 24) as i32;
            let error = if index == played {
                (1 << 16) - expected
            } else {
                -expected
            };
            if error > -NEGLIGIBLE && index != played {
                continue;
            }
            let step = (error * RATES[0]) >> 8;
            for &row in rows.as_slice() {
                add(&mut self.tactics[usize::from(row)], step);
            }
            add(
                &mut self.vectors[usize::from(vector)],
                (error * RATES[1]) >> 8,
            );
        }
    }
}

/// Adds `step`, but stays within sixteen nats.
#[inline]
fn add(number: &mut i32, step: i32) {
    const MOST: i32 = 16 << POINT;
    *number = (*number + step).clamp(-MOST, MOST);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_played_gains_on_what_is_not() {
        let mut tuning = Tuning::new();
        let rows: Vec<Rows> = [[1u16, 2], [1, 3]]
            .into_iter()
            .map(|r| r.into_iter().collect())
            .collect();
        for _ in 0..10_000 {
            tuning.learn(&[0, 1], &[7, 8], &rows, &[1 << 24, 1 << 23], 1);
        }
        let mut scores = [0, 0];
        tuning.adjust(&[0, 1], &[7, 8], &rows, &mut scores);
        assert!(scores[1] > scores[0] + (1 << SCORE_BITS), "{scores:?}");
    }
}

//! The last layer of the networks, tuned to the block while it is coded (from
//! [`Effort::Keen`](super::model::Effort::Keen) on).
//!
//! Every row of the judges' move layer and every move's vector gets a number that is added to the
//! scores of the moves that have it. After each move, these numbers follow the gradient of its
//! cost: up for what was played, down for what was expected instead.

use super::features::{facts, vectors};
use super::net::softmax::{Portions, SCORE_BITS};

/// Fractional bits of the numbers that are learnt, in nats.
const POINT: u32 = 20;

/// How fast the numbers of rows and of vectors follow, in 1/256; found on training games.
const RATES: [i32; 2] = [2, 32];
/// Moves not played that were less likely than this, in 1/65,536, are left alone.
const NEGLIGIBLE: i32 = 256;

/// What was learnt of this block.
#[derive(Clone, Debug)]
pub(crate) struct Tuning {
    facts: Vec<i32>,
    vectors: Vec<i32>,
}

impl Tuning {
    pub(crate) fn new() -> Tuning {
        Tuning {
            facts: vec![0; facts::COUNT],
            vectors: vec![0; vectors::COUNT],
        }
    }

    /// Adds what was learnt to the scores of moves that have these vectors and rows.
    #[inline(always)]
    pub(crate) fn adjust(&self, vectors: &[u16], rows: &[facts::Rows], scores: &mut [i32]) {
        for ((score, &vector), rows) in scores.iter_mut().zip(vectors).zip(rows) {
            let known: i32 = rows.iter().map(|&row| self.facts[usize::from(row)]).sum();
            *score += (known + self.vectors[usize::from(vector)]) >> (POINT - SCORE_BITS);
        }
    }

    /// Learns that move number `played` was played, where the moves have these vectors, rows and
    /// weights.
    pub(crate) fn learn(
        &mut self,
        vectors: &[u16],
        rows: &[facts::Rows],
        weights: &[u32],
        played: usize,
    ) {
        let portions = Portions::among(weights);
        let moves = weights.iter().zip(vectors).zip(rows);
        for (index, ((&weight, &vector), rows)) in moves.enumerate() {
            let error = portions.error(weight, index == played);
            if error > -NEGLIGIBLE && index != played {
                continue;
            }
            let step = (error * RATES[0]) >> 8;
            for &row in rows.iter().filter(|&&row| row != 0) {
                add(&mut self.facts[usize::from(row)], step);
            }
            add(
                &mut self.vectors[usize::from(vector)],
                (error * RATES[1]) >> 8,
            );
        }
    }
}

/// Adds `step`, within sixteen nats of 0.
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
        let rows = [2, 3].map(|own| {
            let mut rows = [0; facts::ROWS];
            rows[..2].copy_from_slice(&[1, own]);
            rows
        });
        for _ in 0..10_000 {
            tuning.learn(&[7, 8], &rows, &[1 << 24, 1 << 23], 1);
        }
        let mut scores = [0, 0];
        tuning.adjust(&[7, 8], &rows, &mut scores);
        assert!(scores[1] > scores[0] + (1 << SCORE_BITS), "{scores:?}");
    }
}

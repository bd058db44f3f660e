//! The sums of the network, for one position at a time.
//!
//! Everything is whole numbers in a fixed order, so that every processor gets the same scores. The code is loops over
//! slices; on x86-64 the same loops are compiled a second time for processors with AVX2 in [`wide`](super::wide), with the product of the
//! hidden layer and a row of bytes in the instructions that were made for it.

use super::softmax::SCORE_BITS;
use super::weights::{
    HIDDEN_BITS, LANES, MOVE_BITS, MOVE_UNITS, SUM_BITS, TACTIC_ROWS, VECTOR_BITS, Weights,
};
use crate::codec::model::moves::features::rows::Rows;

/// What the network is told about a position.
pub(crate) struct Question<'a> {
    /// Rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The legal moves' vectors.
    pub(crate) vectors: &'a [u16],
    /// The legal moves' rows of the move layer.
    pub(crate) tactics: &'a [Rows],
}

/// The scores of the legal moves, with [`SCORE_BITS`]; `hidden` is working space.
pub(crate) fn scores(
    weights: &Weights,
    question: &Question<'_>,
    hidden: &mut Vec<u8>,
    out: &mut Vec<i32>,
) {
    hidden.clear();
    hidden.resize(weights.units, 0);
    out.clear();
    #[cfg(target_arch = "x86_64")]
    if super::wide::scores(weights, question, hidden, out) {
        return;
    }
    plain(weights, question, hidden, out);
}

/// The sums in nothing but loops.
pub(super) fn plain(
    weights: &Weights,
    question: &Question<'_>,
    hidden: &mut [u8],
    out: &mut Vec<i32>,
) {
    work_out(weights, question, hidden, out, dot);
}

/// The whole computation around `dot`, the product of the hidden layer and a row of bytes.
#[inline(always)]
pub(super) fn work_out(
    weights: &Weights,
    question: &Question<'_>,
    hidden: &mut [u8],
    out: &mut Vec<i32>,
    dot: impl Fn(&[u8], &[i8]) -> i32,
) {
    hidden_layer(weights, question.rows, hidden);
    let layer = MoveLayer::new(weights, hidden, &dot);
    for (&vector, rows) in question.vectors.iter().zip(question.tactics) {
        let vector = &weights.vectors[usize::from(vector) * weights.units..][..weights.units];
        let straight = dot(hidden, vector);
        let bent = layer.score(rows.as_slice());
        out.push(
            (straight >> (HIDDEN_BITS + VECTOR_BITS - SCORE_BITS))
                + (bent << (SCORE_BITS - MOVE_BITS)),
        );
    }
}

/// Adds up the rows that are on, holds the sums between 0 and 1, and squares them.
#[inline(always)]
fn hidden_layer(weights: &Weights, rows: &[u16], hidden: &mut [u8]) {
    // As many sums at a time as vector registers hold.
    let (wide, narrow) = hidden.as_chunks_mut::<{ 2 * LANES }>();
    let narrow_at = wide.len() * 2 * LANES;
    for (block, out) in wide.iter_mut().enumerate() {
        hidden_block(weights, rows, block * 2 * LANES, out);
    }
    for out in narrow.as_chunks_mut::<LANES>().0 {
        hidden_block(weights, rows, narrow_at, out);
    }
}

/// The hidden units from number `at` on.
#[inline(always)]
fn hidden_block<const N: usize>(weights: &Weights, rows: &[u16], at: usize, out: &mut [u8; N]) {
    let mut sums = [0i16; N];
    sums.copy_from_slice(&weights.bias[at..at + N]);
    for &row in rows {
        let row = &weights.inputs[usize::from(row) * weights.units + at..][..N];
        for (sum, &w) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(w);
        }
    }
    for (o, &sum) in out.iter_mut().zip(&sums) {
        let x = sum.clamp(0, (1 << SUM_BITS) - 1) as u16;
        // The upper half of a product of 16-bit numbers is one instruction.
        let square = (u32::from(x << 4) * u32::from(x << 1)) >> 16;
        const { assert!(2 * SUM_BITS + 5 - 16 == HIDDEN_BITS) };
        *o = square as u8;
    }
}

/// Two numbers at a time, as processors multiply 16-bit numbers and add the neighbours.
#[inline(always)]
fn dot(hidden: &[u8], row: &[i8]) -> i32 {
    hidden.iter().zip(row).fold(0i32, |sum, (&a, &b)| {
        sum.wrapping_add(i32::from(i16::from(a) * i16::from(b)))
    })
}

/// The move layer with what the position sends to it.
struct MoveLayer<'a> {
    weights: &'a Weights,
    shared: [i16; MOVE_UNITS],
}

impl<'a> MoveLayer<'a> {
    #[inline(always)]
    fn new(
        weights: &'a Weights,
        hidden: &[u8],
        dot: &impl Fn(&[u8], &[i8]) -> i32,
    ) -> MoveLayer<'a> {
        let units = &weights.move_units;
        let mut shared = units.bias;
        let rows = weights.shared.chunks_exact(weights.units);
        for ((sum, row), shift) in shared.iter_mut().zip(rows).zip(units.shift) {
            let sent = dot(hidden, row) >> shift;
            *sum = sum.saturating_add(sent.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16);
        }
        MoveLayer { weights, shared }
    }

    /// The layer's part of one move's score, with [`MOVE_BITS`].
    #[inline(always)]
    fn score(&self, rows: &[u16]) -> i32 {
        let halves = |all: &[i16; MOVE_UNITS]| -> [[i16; 16]; 2] {
            [
                *all.first_chunk().unwrap_or(&[0; 16]),
                *all.last_chunk().unwrap_or(&[0; 16]),
            ]
        };
        let [mut first, mut second] = halves(&self.shared);
        for &row in rows {
            let [a, b] = halves(&self.weights.tactics[usize::from(row) % TACTIC_ROWS]);
            for i in 0..16 {
                first[i] = first[i].saturating_add(a[i]);
            }
            for i in 0..16 {
                second[i] = second[i].saturating_add(b[i]);
            }
        }
        let units = &self.weights.move_units;
        let (floors, ceilings, signs) = (
            halves(&units.floor),
            halves(&units.ceiling),
            halves(&units.sign),
        );
        let mut total = 0;
        for (half, sums) in [first, second].into_iter().enumerate() {
            for i in 0..16 {
                let held = sums[i].max(floors[half][i]).min(ceilings[half][i]);
                total += i32::from(held) * i32::from(signs[half][i]);
            }
        }
        total
    }
}

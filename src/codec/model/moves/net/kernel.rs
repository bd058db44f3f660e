//! The sums of the network, for one position at a time.
//!
//! Sums of whole numbers do not depend on the order of their terms, so that every width of vector gives the same scores. The code is
//! plain loops over slices; on x86-64 it is compiled a second time for processors with AVX2, where it is about three times as
//! fast, and one call chooses between the two.

use super::softmax::SCORE_BITS;
use super::weights::{
    CEILING, HIDDEN_BITS, LANES, LINEAR, LINEAR_BITS, MOVE_BITS, MOVE_UNITS, OUT_BITS, SHARED_BITS,
    SUM_BITS, VECTOR_BITS, Weights,
};

/// What the network is told about a position.
pub(crate) struct Question<'a> {
    /// Rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The legal moves' vectors.
    pub(crate) vectors: &'a [u16],
    /// Rows of the move layer, and where each move's end.
    pub(crate) tactics: &'a [u16],
    pub(crate) tactic_ends: &'a [u32],
}

/// The scores of the legal moves, with [`SCORE_BITS`]; `hidden` is working space.
pub(crate) fn scores(
    weights: &Weights,
    question: &Question<'_>,
    hidden: &mut Vec<i16>,
    out: &mut Vec<i32>,
) {
    hidden.clear();
    hidden.resize(weights.units, 0);
    out.clear();
    dispatch::scores(weights, question, hidden, out);
}

#[inline(always)]
fn plain(weights: &Weights, question: &Question<'_>, hidden: &mut [i16], out: &mut Vec<i32>) {
    hidden_layer(weights, question.rows, hidden);
    let shared = shared_sums(weights, hidden);
    let mut begin = 0;
    for (&vector, &end) in question.vectors.iter().zip(question.tactic_ends) {
        let vector = &weights.vectors[usize::from(vector) * weights.units..][..weights.units];
        let straight = dot_narrow(hidden, vector);
        let rows = &question.tactics[begin..end as usize];
        begin = end as usize;
        let bent = move_layer(weights, &shared, rows);
        const DEEP: u32 = MOVE_BITS + OUT_BITS;
        let sum = (straight << (DEEP - HIDDEN_BITS - VECTOR_BITS)).wrapping_add(bent);
        out.push(sum >> (DEEP - SCORE_BITS));
    }
}

/// Adds up the rows that are on and squares the sums.
#[inline(always)]
fn hidden_layer(weights: &Weights, rows: &[u16], hidden: &mut [i16]) {
    for (block, out) in hidden.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let at = block * LANES;
        let mut sums = [0i16; LANES];
        sums.copy_from_slice(&weights.bias[at..at + LANES]);
        for &row in rows {
            let begin = usize::from(row) * weights.units + at;
            let Some(row) = weights.inputs.get(begin..begin + LANES) else {
                continue;
            };
            for (sum, &w) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(w);
            }
        }
        for (o, &sum) in out.iter_mut().zip(&sums) {
            let x = i32::from(sum.clamp(0, (1 << SUM_BITS) - 1));
            *o = ((x * x) >> (2 * SUM_BITS - HIDDEN_BITS)) as i16;
        }
    }
}

/// What the move layer's units get from the hidden layer.
#[inline(always)]
fn shared_sums(weights: &Weights, hidden: &[i16]) -> [i16; MOVE_UNITS] {
    let mut sums = weights.move_bias;
    for (sum, row) in sums
        .iter_mut()
        .zip(weights.shared.chunks_exact(weights.units))
    {
        *sum =
            sum.wrapping_add((dot(hidden, row) >> (HIDDEN_BITS + SHARED_BITS - MOVE_BITS)) as i16);
    }
    sums
}

#[inline(always)]
fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).fold(0i32, |sum, (&a, &b)| {
        sum.wrapping_add(i32::from(a) * i32::from(b))
    })
}

#[inline(always)]
fn dot_narrow(a: &[i16], b: &[i8]) -> i32 {
    a.iter().zip(b).fold(0i32, |sum, (&a, &b)| {
        sum.wrapping_add(i32::from(a) * i32::from(i16::from(b)))
    })
}

/// The move layer's part of one move's score.
#[inline(always)]
fn move_layer(weights: &Weights, shared: &[i16; MOVE_UNITS], rows: &[u16]) -> i32 {
    let mut sums = *shared;
    for &row in rows {
        let row = &weights.tactics[usize::from(row)];
        for (sum, &w) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(w);
        }
    }
    let linear = i32::from(sums[LINEAR]) << (MOVE_BITS + OUT_BITS - LINEAR_BITS);
    sums[LINEAR] = 0;
    sums.iter()
        .zip(&weights.out)
        .fold(linear, |total, (&sum, &w)| {
            total.wrapping_add(i32::from(sum.clamp(0, CEILING)) * i32::from(w))
        })
}

#[cfg(not(target_arch = "x86_64"))]
mod dispatch {
    pub(super) use super::plain as scores;
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod dispatch {
    use super::{Question, Weights, plain};

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn with_avx2(
        weights: &Weights,
        question: &Question<'_>,
        hidden: &mut [i16],
        out: &mut Vec<i32>,
    ) {
        plain(weights, question, hidden, out);
    }

    pub(super) fn scores(
        weights: &Weights,
        question: &Question<'_>,
        hidden: &mut [i16],
        out: &mut Vec<i32>,
    ) {
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has just been found to have what the function is compiled for.
            unsafe { with_avx2(weights, question, hidden, out) }
        } else {
            plain(weights, question, hidden, out);
        }
    }
}

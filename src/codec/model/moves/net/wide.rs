//! The same sums for x86-64 processors with AVX2. The one place with `unsafe`: a call of a function that needs AVX2, made
//! where the processor has been found to have it, and loads of whole arrays into registers. Tests hold it to its twin in
//! [`kernel`](super::kernel).
#![allow(unsafe_code)]

use super::kernel::{Question, work_out};
use super::weights::Weights;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_extract_epi32, _mm256_hadd_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
};

/// Works out the scores, or returns false where the processor cannot.
pub(super) fn scores(
    weights: &Weights,
    question: &Question<'_>,
    hidden: &mut [u8],
    out: &mut Vec<i32>,
) -> bool {
    let able = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    if able {
        // SAFETY: the processor has what the function is compiled for.
        unsafe { with_avx2(weights, question, hidden, out) };
    }
    able
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
fn with_avx2(weights: &Weights, question: &Question<'_>, hidden: &mut [u8], out: &mut Vec<i32>) {
    work_out(weights, question, hidden, out, |hidden, row| {
        dot(hidden, row)
    });
}

/// Sixty-four products at a time. A pair of products fits 16 bits: hidden units are at most 127.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn dot(hidden: &[u8], row: &[i8]) -> i32 {
    let ones = _mm256_set1_epi16(1);
    let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for (a, b) in hidden
        .as_chunks::<64>()
        .0
        .iter()
        .zip(row.as_chunks::<64>().0)
    {
        let ([a, b], [c, d]) = (load(a), load(b));
        even = _mm256_add_epi32(even, _mm256_madd_epi16(_mm256_maddubs_epi16(a, c), ones));
        odd = _mm256_add_epi32(odd, _mm256_madd_epi16(_mm256_maddubs_epi16(b, d), ones));
    }
    let sums = _mm256_add_epi32(even, odd);
    let sums = _mm256_hadd_epi32(sums, sums);
    let sums = _mm256_hadd_epi32(sums, sums);
    _mm256_extract_epi32::<0>(sums).wrapping_add(_mm256_extract_epi32::<4>(sums))
}

/// Sixty-four bytes in two registers.
#[inline]
#[target_feature(enable = "avx2")]
fn load<T: Byte>(bytes: &[T; 64]) -> [__m256i; 2] {
    let first: *const __m256i = bytes.as_ptr().cast();
    // SAFETY: both reads, which need no alignment, are of 32 bytes within the 64 of the array.
    unsafe { [_mm256_loadu_si256(first), _mm256_loadu_si256(first.add(1))] }
}

/// Types of one byte.
trait Byte: Copy {}
impl Byte for u8 {}
impl Byte for i8 {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::moves::{
        features::{
            inputs,
            rows::{self, Rows},
            vectors,
        },
        model::{Effort, MoveModel},
    };
    use proptest::prelude::*;

    /// Questions that no position asks, and their answers both ways.
    fn assert_agreement(network: &Weights, seed: usize) {
        let number = |i: usize, below: usize| (seed + 7919 * i) % 104_729 % below;
        let rows: Vec<u16> = (0..40).map(|i| number(i, inputs::COUNT) as u16).collect();
        let moves: Vec<u16> = (0..35)
            .map(|i| number(i + 100, vectors::COUNT) as u16)
            .collect();
        let tactics: Vec<Rows> = (0..35)
            .map(|m| {
                (0..12)
                    .map(|i| number(m * 12 + i + 200, rows::COUNT) as u16)
                    .collect()
            })
            .collect();
        let question = Question {
            rows: &rows,
            vectors: &moves,
            tactics: &tactics,
        };
        let (mut hidden, mut wide, mut narrow) = (vec![0; network.units], Vec::new(), Vec::new());
        super::super::kernel::plain(network, &question, &mut hidden, &mut narrow);
        if scores(network, &question, &mut hidden, &mut wide) {
            assert_eq!(wide, narrow);
        }
        assert!(narrow.iter().any(|score| *score != narrow[0]));
    }

    #[test]
    fn scores_agree_with_the_plain_ones() {
        let model = MoveModel::standard();
        for effort in [Effort::Quick, Effort::Usual] {
            for seed in 0..50 {
                assert_agreement(model.network(effort), seed * 31_337);
            }
        }
    }

    proptest! {
        #[test]
        fn products_agree_with_the_plain_ones(pairs in prop::collection::vec((0u8..128, any::<i8>()), 64)) {
            if !is_x86_feature_detected!("avx2") {
                return Ok(());
            }
            let hidden: Vec<u8> = pairs.iter().map(|p| p.0).collect();
            let row: Vec<i8> = pairs.iter().map(|p| p.1).collect();
            let plain: i32 = pairs.iter().map(|&(a, b)| i32::from(a) * i32::from(b)).sum();
            // SAFETY: the processor has just been found to have AVX2, and every such processor has BMI1 and BMI2.
            prop_assert_eq!(unsafe { dot(&hidden, &row) }, plain);
        }
    }
}

//! The inner loops in registers of 64 bytes.

use super::avx2::total;
use crate::codec::model::moves::net::{
    arithmetic::{Arithmetic, EXCESS, LIFT},
    weights::{MOVE_UNITS, MoveUnits, SUM_BITS, Shared},
};
use std::arch::x86_64::*;

/// Registers of 64 bytes. Only [`with_avx512`](super::with_avx512) may name it.
pub(super) struct Avx512;

impl Arithmetic for Avx512 {
    /// The bytes of sixteen units of the move layer at a time.
    #[inline(always)]
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS] {
        // SAFETY: runs within `with_avx512`; every load is of 64 bytes within 128, and every store of sixteen numbers within 32.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); 2];
            for (four, weights) in hidden.as_chunks::<4>().0.iter().zip(shared) {
                let four = _mm512_set1_epi32(i32::from_le_bytes(*four));
                let weights: *const __m512i = weights.as_ptr().cast();
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum = _mm512_dpbusd_epi32(*sum, four, _mm512_loadu_si512(weights.add(i)));
                }
            }
            let mut out = [0; MOVE_UNITS];
            for (i, &sum) in sums.iter().enumerate() {
                _mm512_storeu_si512(out.as_mut_ptr().add(16 * i).cast(), sum);
            }
            out
        }
    }

    #[inline(always)]
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]) {
        let units = out.len();
        let (large, small) = out.as_chunks_mut::<256>();
        let done = large.len() * 256;
        for (block, out) in large.iter_mut().enumerate() {
            // SAFETY: runs within `with_avx512`.
            unsafe {
                units_512::<8>(
                    &inputs[block * 256..],
                    units,
                    &bias[block * 256..],
                    rows,
                    out,
                )
            };
        }
        for (block, out) in small.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            let at = done + block * 64;
            // SAFETY: runs within `with_avx512`.
            unsafe { units_512::<2>(&inputs[at..], units, &bias[at..], rows, out) };
        }
    }

    #[inline(always)]
    fn score(
        (hidden, vector): (&[u8], &[i8]),
        shared: &[i16; MOVE_UNITS],
        table: &[[i16; MOVE_UNITS]],
        rows: &[u16],
        units: &MoveUnits,
    ) -> i32 {
        // SAFETY: runs within `with_avx512`; every load is of an array of 64 bytes.
        unsafe {
            let mut sums = whole(shared);
            for &row in rows {
                sums = _mm512_adds_epi16(sums, whole(&table[usize::from(row)]));
            }
            let held = _mm512_max_epi16(sums, whole(&units.floor));
            let held = _mm512_min_epi16(held, whole(&units.ceiling));
            let bent = _mm512_madd_epi16(held, whole(&units.sign));
            let bent = _mm512_slli_epi32::<LIFT>(bent);
            total_512(_mm512_add_epi32(bent, products_512(hidden, vector))) >> EXCESS
        }
    }
}

/// Products of bytes, added up in sixteen places.
///
/// # Safety
/// The processor must have AVX-512 (F, BW, VNNI).
#[inline(always)]
unsafe fn products_512(hidden: &[u8], row: &[i8]) -> __m512i {
    // SAFETY: the processor is the caller's promise; every load is of an array of 64 bytes.
    unsafe {
        let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        let (hidden, row) = (hidden.as_chunks::<64>().0, row.as_chunks::<64>().0);
        let mut pairs = hidden.iter().zip(row);
        while let Some((a, b)) = pairs.next() {
            let (a, b) = (
                _mm512_loadu_si512(a.as_ptr().cast()),
                _mm512_loadu_si512(b.as_ptr().cast()),
            );
            even = _mm512_dpbusd_epi32(even, a, b);
            let Some((a, b)) = pairs.next() else { break };
            let (a, b) = (
                _mm512_loadu_si512(a.as_ptr().cast()),
                _mm512_loadu_si512(b.as_ptr().cast()),
            );
            odd = _mm512_dpbusd_epi32(odd, a, b);
        }
        _mm512_add_epi32(even, odd)
    }
}

/// The sum of sixteen 32-bit numbers.
///
/// # Safety
/// The processor must have AVX-512 (F).
#[inline(always)]
unsafe fn total_512(sums: __m512i) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        total(_mm256_add_epi32(
            _mm512_castsi512_si256(sums),
            _mm512_extracti64x4_epi64::<1>(sums),
        ))
    }
}

/// `32 * REGISTERS` hidden units, in so many registers; `inputs` and `bias` begin with the first of them.
///
/// # Safety
/// The processor must have AVX-512 (F, BW, VL).
#[inline(always)]
unsafe fn units_512<const REGISTERS: usize>(
    inputs: &[i8],
    units: usize,
    bias: &[i16],
    rows: &[u16],
    out: &mut [u8],
) {
    assert!(out.len() == 32 * REGISTERS && bias.len() >= out.len());
    // SAFETY: the processor is the caller's promise; every load is within the slice of a row or of `bias`, every store within `out`.
    unsafe {
        let mut sums = [_mm512_setzero_si512(); REGISTERS];
        for &row in rows {
            let row = &inputs[usize::from(row) * units..][..32 * REGISTERS];
            let row: *const __m256i = row.as_ptr().cast();
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(_mm256_loadu_si256(row.add(i))));
            }
        }
        let (zero, one) = (
            _mm512_setzero_si512(),
            _mm512_set1_epi16((1 << SUM_BITS) - 1),
        );
        for (i, &sum) in sums.iter().enumerate() {
            let bias = _mm512_loadu_si512(bias.as_ptr().add(32 * i).cast());
            let x = _mm512_add_epi16(_mm512_slli_epi16::<2>(sum), bias);
            let x = _mm512_min_epi16(_mm512_max_epi16(x, zero), one);
            let square = _mm512_mulhi_epu16(_mm512_slli_epi16::<4>(x), _mm512_slli_epi16::<1>(x));
            _mm256_storeu_si256(
                out.as_mut_ptr().add(32 * i).cast(),
                _mm512_cvtepi16_epi8(square),
            );
        }
    }
}

/// A row of the move layer.
///
/// # Safety
/// The processor must have AVX-512 (F).
#[inline(always)]
unsafe fn whole(row: &[i16; MOVE_UNITS]) -> __m512i {
    // SAFETY: the caller's promise; the array is of 64 bytes.
    unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
}

//! The inner loops in AVX-512 instructions, with registers of 64 bytes.

use super::{IN_REGISTERS, eight::Register};
use crate::codec::model::moves::net::{
    arithmetic::{Arithmetic, EXCESS, LIFT, Scoring},
    weights::{MOVE_UNITS, SUM_BITS, Shared, WIDE_UNITS, Wide},
};
use std::arch::x86_64::*;

const FIRST: usize = IN_REGISTERS[0];
const SECOND: usize = IN_REGISTERS[1];
const THIRD: usize = IN_REGISTERS[2];
const _: () = assert!(IN_REGISTERS.len() == 3);

/// The processor's AVX-512 instructions. Only [`with_avx512`](super::with_avx512) may use them.
pub(super) struct Avx512;

impl Arithmetic for Avx512 {
    type Eight = Register;

    #[inline(always)]
    fn by_square<const BITS: usize>(sets: [u64; BITS]) -> [u8; 64] {
        // SAFETY: runs within `with_avx512`; the store is of 64 bytes.
        unsafe {
            let mut numbers = _mm512_setzero_si512();
            for (bit, set) in sets.into_iter().enumerate() {
                let bit = _mm512_set1_epi8((1u8 << bit) as i8);
                numbers = _mm512_or_si512(numbers, _mm512_maskz_mov_epi8(set, bit));
            }
            let mut out = [0u8; 64];
            _mm512_storeu_si512(out.as_mut_ptr().cast(), numbers);
            out
        }
    }

    #[inline(always)]
    fn members(set: u64, out: &mut [u8; 64]) {
        const ALL: [u8; 64] = {
            let mut all = [0; 64];
            let mut square = 0;
            while square < 64 {
                all[square] = square as u8;
                square += 1;
            }
            all
        };
        // SAFETY: runs within `with_avx512`; the load and the store are of 64 bytes.
        unsafe {
            let all = _mm512_loadu_si512(ALL.as_ptr().cast());
            _mm512_storeu_si512(
                out.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi8(set, all),
            );
        }
    }

    #[inline(always)]
    fn those(set: u64, numbers: &[i8; 64], out: &mut [i8; 64]) {
        // SAFETY: runs within `with_avx512`; the load and the store are of 64 bytes.
        unsafe {
            let numbers = _mm512_loadu_si512(numbers.as_ptr().cast());
            let those = _mm512_maskz_compress_epi8(set, numbers);
            _mm512_storeu_si512(out.as_mut_ptr().cast(), those);
        }
    }

    #[inline(always)]
    fn by_state(numbers: &[i8; 128], states: &[u8; 64]) -> [i8; 64] {
        // SAFETY: runs within `with_avx512`; the loads are of 64 bytes each, and so is the store.
        unsafe {
            let (low, high) = numbers.split_at(64);
            let low = _mm512_loadu_si512(low.as_ptr().cast());
            let high = _mm512_loadu_si512(high.as_ptr().cast());
            let states = _mm512_loadu_si512(states.as_ptr().cast());
            let mut out = [0; 64];
            let found = _mm512_permutex2var_epi8(low, states, high);
            _mm512_storeu_si512(out.as_mut_ptr().cast(), found);
            out
        }
    }

    /// Works on sixteen units of the move layer at a time.
    #[inline(always)]
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS] {
        // SAFETY: runs within `with_avx512`; every load is of 64 bytes within 128, and every store
        // of sixteen numbers within 32.
        unsafe {
            // Four sums side by side, so that additions do not wait for each other.
            let mut sums = [[_mm512_setzero_si512(); 2]; 4];
            let (fours, shared) = (hidden.as_chunks::<16>().0, shared.as_chunks::<4>().0);
            for (fours, weights) in fours.iter().zip(shared) {
                for (lane, sums) in sums.iter_mut().enumerate() {
                    let four = fours.as_chunks::<4>().0[lane];
                    let four = _mm512_set1_epi32(i32::from_le_bytes(four));
                    let weights: *const __m512i = weights[lane].as_ptr().cast();
                    for (i, sum) in sums.iter_mut().enumerate() {
                        *sum = _mm512_dpbusd_epi32(*sum, four, _mm512_loadu_si512(weights.add(i)));
                    }
                }
            }
            let add = |a: [__m512i; 2], b: [__m512i; 2]| {
                [_mm512_add_epi32(a[0], b[0]), _mm512_add_epi32(a[1], b[1])]
            };
            let sums = add(add(sums[0], sums[1]), add(sums[2], sums[3]));
            let mut out = [0; MOVE_UNITS];
            for (i, &sum) in sums.iter().enumerate() {
                _mm512_storeu_si512(out.as_mut_ptr().add(16 * i).cast(), sum);
            }
            out
        }
    }

    #[inline(always)]
    fn send_widely<const TOLD: usize>(
        told: &[u8; TOLD],
        weights: &[Wide],
        sums: &mut [i32; WIDE_UNITS],
    ) {
        const { assert!(TOLD.is_multiple_of(64) && TOLD <= 512) };
        let weights = &weights[..TOLD / 4];
        // SAFETY: runs within `with_avx512`; loads and stores are of sixteen numbers within the
        // sums, of one of the fours of `told`, and of 64 bytes within the 256 of one of the
        // weights, of which there are as many as fours.
        unsafe {
            let loud = loud_fours(told);
            let (told, weights) = (told.as_ptr().cast::<i32>(), weights.as_ptr());
            let out: *mut __m512i = sums.as_mut_ptr().cast();
            let mut sums = [_mm512_setzero_si512(); 4];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = _mm512_loadu_si512(out.add(i));
            }
            for (word, mut loud) in loud.into_iter().enumerate() {
                while loud != 0 {
                    let at = 64 * word + loud.trailing_zeros() as usize;
                    loud &= loud - 1;
                    let four = _mm512_set1_epi32(told.add(at).read_unaligned());
                    let weights = weights.add(at).cast::<__m512i>();
                    for (i, sum) in sums.iter_mut().enumerate() {
                        let weights = _mm512_loadu_si512(weights.add(i));
                        *sum = _mm512_dpbusd_epi32(*sum, four, weights);
                    }
                }
            }
            for (i, &sum) in sums.iter().enumerate() {
                _mm512_storeu_si512(out.add(i), sum);
            }
        }
    }

    #[inline(always)]
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]) {
        let units = out.len();
        let mut at = 0;
        let (large, rest) = out.as_chunks_mut::<256>();
        for out in large {
            // SAFETY: runs within `with_avx512`.
            unsafe { units_512::<8>(&inputs[at..], units, &bias[at..], rows, out) };
            at += 256;
        }
        let (medium, small) = rest.as_chunks_mut::<128>();
        for out in medium {
            // SAFETY: runs within `with_avx512`.
            unsafe { units_512::<4>(&inputs[at..], units, &bias[at..], rows, out) };
            at += 128;
        }
        for out in small.as_chunks_mut::<64>().0 {
            // SAFETY: runs within `with_avx512`.
            unsafe { units_512::<2>(&inputs[at..], units, &bias[at..], rows, out) };
            at += 64;
        }
    }

    #[inline(always)]
    fn add_scores<const ROWS: usize>(
        scoring: &Scoring<'_>,
        vectors: &[u16],
        facts: &[[u16; ROWS]],
        sums: &mut [i32],
    ) {
        // SAFETY: runs within `with_avx512`.
        unsafe {
            match scoring.hidden.len() {
                FIRST => add_scores_512::<{ FIRST / 64 }, ROWS>(scoring, vectors, facts, sums),
                SECOND => add_scores_512::<{ SECOND / 64 }, ROWS>(scoring, vectors, facts, sums),
                THIRD => add_scores_512::<{ THIRD / 64 }, ROWS>(scoring, vectors, facts, sums),
                _ => add_scores_512::<0, ROWS>(scoring, vectors, facts, sums),
            }
        }
    }
}

/// Adds the scores of moves under a network of `64 * REGISTERS` hidden units, which stay in
/// registers. With `REGISTERS` 0, any number of units, which are loaded for each move.
///
/// # Safety
/// The processor must have AVX-512 (F, BW, VNNI).
#[inline(always)]
unsafe fn add_scores_512<const REGISTERS: usize, const ROWS: usize>(
    scoring: &Scoring<'_>,
    vectors: &[u16],
    facts: &[[u16; ROWS]],
    sums: &mut [i32],
) {
    // SAFETY: the processor is the caller's promise; every load is of an array of 64 bytes.
    unsafe {
        let chunks = scoring.hidden.as_chunks::<64>().0;
        let mut hidden = [_mm512_setzero_si512(); REGISTERS];
        for (register, chunk) in hidden.iter_mut().zip(chunks) {
            *register = _mm512_loadu_si512(chunk.as_ptr().cast());
        }
        let fours = vectors.chunks(4).zip(facts.chunks(4));
        for ((vectors, facts), sums) in fours.zip(sums.chunks_mut(4)) {
            let mut parts = [_mm512_setzero_si512(); 4];
            for ((&vector, rows), part) in vectors.iter().zip(facts).zip(&mut parts) {
                let mut units = whole(scoring.shared);
                for &row in rows {
                    units = _mm512_adds_epi16(units, whole(&scoring.table[usize::from(row)]));
                }
                let held = _mm512_max_epi16(units, whole(&scoring.units.floor));
                let held = _mm512_min_epi16(held, whole(&scoring.units.ceiling));
                let bent = _mm512_madd_epi16(held, whole(&scoring.units.sign));
                let bent = _mm512_slli_epi32::<LIFT>(bent);
                let vector = scoring.vector(vector).as_chunks::<64>().0;
                let product = if REGISTERS == 0 {
                    let loaded = chunks
                        .iter()
                        .map(|chunk| _mm512_loadu_si512(chunk.as_ptr().cast()));
                    products_512(loaded, vector)
                } else {
                    products_512(hidden.into_iter(), vector)
                };
                *part = _mm512_add_epi32(bent, product);
            }
            for (sum, total) in sums.iter_mut().zip(totals_512(parts)) {
                *sum += total >> EXCESS;
            }
        }
    }
}

/// The dot product of bytes, as sixteen sums.
///
/// # Safety
/// The processor must have AVX-512 (F, BW, VNNI).
#[inline(always)]
unsafe fn products_512(hidden: impl Iterator<Item = __m512i>, row: &[[i8; 64]]) -> __m512i {
    // SAFETY: the processor is the caller's promise; every load is of an array of 64 bytes.
    unsafe {
        let mut sums = [_mm512_setzero_si512(); 2];
        for (number, (hidden, chunk)) in hidden.zip(row).enumerate() {
            let chunk = _mm512_loadu_si512(chunk.as_ptr().cast());
            sums[number % 2] = _mm512_dpbusd_epi32(sums[number % 2], hidden, chunk);
        }
        _mm512_add_epi32(sums[0], sums[1])
    }
}

/// For each of four registers, the sum of its sixteen 32-bit numbers.
///
/// # Safety
/// The processor must have AVX-512 (F).
#[inline(always)]
unsafe fn totals_512([a, b, c, d]: [__m512i; 4]) -> [i32; 4] {
    // SAFETY: the caller's promise; the store is of four numbers.
    unsafe {
        let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        let fours = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        let halves = _mm256_add_epi32(
            _mm512_castsi512_si256(fours),
            _mm512_extracti64x4_epi64::<1>(fours),
        );
        let sums = _mm_add_epi32(
            _mm256_castsi256_si128(halves),
            _mm256_extracti128_si256::<1>(halves),
        );
        let mut out = [0; 4];
        _mm_storeu_si128(out.as_mut_ptr().cast(), sums);
        out
    }
}

/// Computes `32 * REGISTERS` hidden units, in `REGISTERS` registers; `inputs` and `bias` begin with
/// the first of them.
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
    // SAFETY: the processor is the caller's promise; every load is within the slice of a row or of
    // `bias`, every store within `out`.
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

/// Which fours of the bytes are not all 0, as bits.
///
/// # Safety
/// The processor must have AVX-512 (F).
#[inline(always)]
unsafe fn loud_fours<const TOLD: usize>(bytes: &[u8; TOLD]) -> [u64; 2] {
    // SAFETY: the caller's promise; every load is of 64 bytes.
    unsafe {
        let mut loud = [0; 2];
        for (i, bytes) in bytes.as_chunks::<64>().0.iter().enumerate() {
            let fours = _mm512_loadu_si512(bytes.as_ptr().cast());
            loud[i / 4] |= u64::from(_mm512_test_epi32_mask(fours, fours)) << (16 * (i % 4));
        }
        loud
    }
}

//! The inner loops in AVX2 instructions, with registers of 32 bytes.

use super::eight::Pair;
use crate::codec::model::moves::net::{
    arithmetic::{Arithmetic, EXCESS, LIFT, Plain, Scoring, activate},
    weights::{MOVE_UNITS, Shared, WIDE_UNITS, Wide},
};
use std::arch::x86_64::*;

/// The processor's AVX2 instructions. Only [`with_avx2`](super::with_avx2) may use them.
pub(super) struct Avx2;

/// The number 1 in each byte.
const ONES: i64 = 0x0101_0101_0101_0101;

impl Arithmetic for Avx2 {
    type Eight = Pair;

    /// Four ranks at a time: each byte gets the set of its whole rank, and is masked with the bit
    /// of its own square.
    #[inline(always)]
    fn by_square<const BITS: usize>(sets: [u64; BITS]) -> [u8; 64] {
        const OWN: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        // SAFETY: runs within `with_avx2`; the stores are of one half of an array of 64 bytes each.
        unsafe {
            let rank = _mm256_setr_epi64x(0, ONES, 2 * ONES, 3 * ONES);
            let own = _mm256_set1_epi64x(OWN);
            let mut out = [0u8; 64];
            for half in 0..2 {
                let mut numbers = _mm256_setzero_si256();
                for (bit, set) in sets.into_iter().enumerate() {
                    let ranks = _mm256_set1_epi32((set >> (32 * half)) as i32);
                    let squares = _mm256_and_si256(_mm256_shuffle_epi8(ranks, rank), own);
                    let members = _mm256_cmpeq_epi8(squares, own);
                    let bit = _mm256_set1_epi8((1u8 << bit) as i8);
                    numbers = _mm256_or_si256(numbers, _mm256_and_si256(members, bit));
                }
                _mm256_storeu_si256(out.as_mut_ptr().cast::<__m256i>().add(half), numbers);
            }
            out
        }
    }

    #[inline(always)]
    fn members(set: u64, out: &mut [u8; 64]) {
        Plain::members(set, out);
    }

    #[inline(always)]
    fn those(set: u64, numbers: &[i8; 64], out: &mut [i8; 64]) {
        Plain::those(set, numbers, out);
    }

    /// Looks up all squares in sixteen of the numbers at a time; squares with another state find 0.
    #[inline(always)]
    fn by_state(numbers: &[i8; 128], states: &[u8; 64]) -> [i8; 64] {
        // Added to a state (with saturation), this sets the highest bit from 16 on; the shuffle
        // then gives 0.
        const BEYOND: i8 = 0x70;
        // SAFETY: runs within `with_avx2`; the loads are of 16 bytes and of one half of 64, and so
        // are the stores.
        unsafe {
            let states: *const __m256i = states.as_ptr().cast();
            let states = [
                _mm256_loadu_si256(states),
                _mm256_loadu_si256(states.add(1)),
            ];
            let mut found = [_mm256_setzero_si256(); 2];
            for (number, sixteen) in numbers.as_chunks::<16>().0.iter().enumerate() {
                let sixteen = _mm_loadu_si128(sixteen.as_ptr().cast());
                let sixteen = _mm256_broadcastsi128_si256(sixteen);
                let first = _mm256_set1_epi8(16 * number as i8);
                for (found, &states) in found.iter_mut().zip(&states) {
                    let places = _mm256_xor_si256(states, first);
                    let places = _mm256_adds_epu8(places, _mm256_set1_epi8(BEYOND));
                    *found = _mm256_or_si256(*found, _mm256_shuffle_epi8(sixteen, places));
                }
            }
            let mut out = [0; 64];
            for (half, found) in found.into_iter().enumerate() {
                _mm256_storeu_si256(out.as_mut_ptr().cast::<__m256i>().add(half), found);
            }
            out
        }
    }

    /// Works on eight units of the move layer at a time.
    #[inline(always)]
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS] {
        // SAFETY: runs within `with_avx2`; every load is of 32 bytes within 128, and every store of
        // eight numbers within 32.
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let mut sums = [_mm256_setzero_si256(); 4];
            for (four, weights) in hidden.as_chunks::<4>().0.iter().zip(shared) {
                let four = _mm256_set1_epi32(i32::from_le_bytes(*four));
                let weights: *const __m256i = weights.as_ptr().cast();
                for (i, sum) in sums.iter_mut().enumerate() {
                    let pairs = _mm256_maddubs_epi16(four, _mm256_loadu_si256(weights.add(i)));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                }
            }
            let mut out = [0; MOVE_UNITS];
            for (i, &sum) in sums.iter().enumerate() {
                _mm256_storeu_si256(out.as_mut_ptr().add(8 * i).cast(), sum);
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
        // SAFETY: runs within `with_avx2`; loads and stores are of eight numbers within the sums,
        // of one of the fours of `told`, and of 32 bytes within the 256 of one of the weights,
        // of which there are as many as fours.
        unsafe {
            let loud = loud_fours(told);
            let ones = _mm256_set1_epi16(1);
            let (told, weights) = (told.as_ptr().cast::<i32>(), weights.as_ptr());
            let out: *mut __m256i = sums.as_mut_ptr().cast();
            let mut sums = [_mm256_setzero_si256(); 8];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = _mm256_loadu_si256(out.add(i));
            }
            for (word, mut loud) in loud.into_iter().enumerate() {
                while loud != 0 {
                    let at = 64 * word + loud.trailing_zeros() as usize;
                    loud &= loud - 1;
                    let four = _mm256_set1_epi32(told.add(at).read_unaligned());
                    let weights = weights.add(at).cast::<__m256i>();
                    for (i, sum) in sums.iter_mut().enumerate() {
                        let pairs = _mm256_maddubs_epi16(four, _mm256_loadu_si256(weights.add(i)));
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                    }
                }
            }
            for (i, &sum) in sums.iter().enumerate() {
                _mm256_storeu_si256(out.add(i), sum);
            }
        }
    }

    #[inline(always)]
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]) {
        let units = out.len();
        let mut at = 0;
        let (large, small) = out.as_chunks_mut::<128>();
        for out in large {
            // SAFETY: runs within `with_avx2`.
            unsafe { units_256::<8>(&inputs[at..], units, &bias[at..], rows, out) };
            at += 128;
        }
        for out in small.as_chunks_mut::<64>().0 {
            // SAFETY: runs within `with_avx2`.
            unsafe { units_256::<4>(&inputs[at..], units, &bias[at..], rows, out) };
            at += 64;
        }
    }

    /// Works on four moves at a time: what is loaded of the hidden layer serves all of them, and
    /// while rows and vectors of one are not there yet, those of another may be.
    #[inline(always)]
    fn add_scores<const ROWS: usize>(
        scoring: &Scoring<'_>,
        vectors: &[u16],
        facts: &[[u16; ROWS]],
        sums: &mut [i32],
    ) {
        let fours = vectors.chunks(4).zip(facts.chunks(4));
        for ((vectors, facts), sums) in fours.zip(sums.chunks_mut(4)) {
            // Where there are fewer than four, the first is worked on again.
            let mut four = [(vectors[0], &facts[0]); 4];
            for (i, (&vector, rows)) in vectors.iter().zip(facts).enumerate() {
                four[i] = (vector, rows);
            }
            // SAFETY: runs within `with_avx2`.
            let products = unsafe { products_256(scoring, four) };
            for (sum, product) in sums.iter_mut().zip(products) {
                *sum += product >> EXCESS;
            }
        }
    }
}

/// Computes `16 * REGISTERS` hidden units, in `REGISTERS` registers; `inputs` and `bias` begin with
/// the first of them.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn units_256<const REGISTERS: usize>(
    inputs: &[i8],
    units: usize,
    bias: &[i16],
    rows: &[u16],
    out: &mut [u8],
) {
    let mut sums = [[0i16; 16]; REGISTERS];
    // SAFETY: the processor is the caller's promise; every load is of 16 bytes within the slice of
    // a row, and every store of an array of sixteen numbers.
    unsafe {
        let mut registers = [_mm256_setzero_si256(); REGISTERS];
        for &row in rows {
            let row = &inputs[usize::from(row) * units..][..16 * REGISTERS];
            let row: *const __m128i = row.as_ptr().cast();
            for (i, sum) in registers.iter_mut().enumerate() {
                let w = _mm256_cvtepi8_epi16(_mm_loadu_si128(row.add(i)));
                *sum = _mm256_add_epi16(*sum, w);
            }
        }
        for (sums, &register) in sums.iter_mut().zip(&registers) {
            _mm256_storeu_si256(sums.as_mut_ptr().cast(), register);
        }
    }
    for ((o, &sum), &bias) in out.iter_mut().zip(sums.as_flattened()).zip(bias) {
        *o = activate(sum, bias);
    }
}

/// The scores of four moves, given by their vectors and their rows of the move layer, with the
/// fractional bits of products.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn products_256<const ROWS: usize>(
    scoring: &Scoring<'_>,
    four: [(u16, &[u16; ROWS]); 4],
) -> [i32; 4] {
    // SAFETY: the processor is the caller's promise; every load is of an array of 32 bytes.
    unsafe {
        let hidden = scoring.hidden.as_chunks::<32>().0;
        let mut sums = [_mm256_setzero_si256(); 4];
        let mut vectors: [&[[i8; 32]]; 4] = [&[]; 4];
        for i in 0..4 {
            let (vector, rows) = four[i];
            sums[i] = bent_256(scoring, rows);
            vectors[i] = &scoring.vector(vector).as_chunks().0[..hidden.len()];
        }
        let ones = _mm256_set1_epi16(1);
        for (place, hidden) in hidden.iter().enumerate() {
            let hidden = _mm256_loadu_si256(hidden.as_ptr().cast());
            for i in 0..4 {
                let weights = _mm256_loadu_si256(vectors[i][place].as_ptr().cast());
                // Pairs of products fit 16 bits, since hidden units are at most 127.
                let pairs = _mm256_maddubs_epi16(hidden, weights);
                sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(pairs, ones));
            }
        }
        totals_256(sums)
    }
}

/// What the move layer adds to the score of a move with `rows`: eight numbers with the fractional
/// bits of products.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn bent_256(scoring: &Scoring<'_>, rows: &[u16]) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let mut sums = [half(scoring.shared, 0), half(scoring.shared, 1)];
        for &row in rows {
            let row = &scoring.table[usize::from(row)];
            sums = [
                _mm256_adds_epi16(sums[0], half(row, 0)),
                _mm256_adds_epi16(sums[1], half(row, 1)),
            ];
        }
        let units = scoring.units;
        let mut bent = _mm256_setzero_si256();
        for (i, &sum) in sums.iter().enumerate() {
            let held = _mm256_max_epi16(sum, half(&units.floor, i));
            let held = _mm256_min_epi16(held, half(&units.ceiling, i));
            bent = _mm256_add_epi32(bent, _mm256_madd_epi16(held, half(&units.sign, i)));
        }
        _mm256_slli_epi32::<{ LIFT as i32 }>(bent)
    }
}

/// For each of four registers, the sum of its eight 32-bit numbers.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn totals_256([a, b, c, d]: [__m256i; 4]) -> [i32; 4] {
    // SAFETY: the caller's promise; the store is of four numbers.
    unsafe {
        let fours = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        let sums = _mm_add_epi32(
            _mm256_castsi256_si128(fours),
            _mm256_extracti128_si256::<1>(fours),
        );
        let mut out = [0; 4];
        _mm_storeu_si128(out.as_mut_ptr().cast(), sums);
        out
    }
}

/// One half of a row of the move layer.
///
/// # Safety
/// The processor must have AVX2, and `number` be 0 or 1.
#[inline(always)]
unsafe fn half(row: &[i16; MOVE_UNITS], number: usize) -> __m256i {
    // SAFETY: the caller's promise; the array is of 64 bytes.
    unsafe { _mm256_loadu_si256(row.as_ptr().cast::<__m256i>().add(number)) }
}

/// Which fours of the bytes are not all 0, as bits.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn loud_fours<const TOLD: usize>(bytes: &[u8; TOLD]) -> [u64; 2] {
    // SAFETY: the caller's promise; every load is of 32 bytes.
    unsafe {
        let mut loud = [0; 2];
        for (i, bytes) in bytes.as_chunks::<32>().0.iter().enumerate() {
            let fours = _mm256_loadu_si256(bytes.as_ptr().cast());
            let silent = _mm256_cmpeq_epi32(fours, _mm256_setzero_si256());
            let silent = _mm256_movemask_ps(_mm256_castsi256_ps(silent)) as u8;
            loud[i / 8] |= u64::from(!silent) << (8 * (i % 8));
        }
        loud
    }
}

//! Arithmetic on eight numbers in one register of 64 bytes, or in two of 32.

use crate::codec::model::moves::net::eight::Eight;
use std::{
    arch::x86_64::*,
    ops::{Add, BitAnd, BitOr, BitXor, Sub},
};

/// One register of 64 bytes. Only [`with_avx512`](super::with_avx512) may use it.
#[derive(Clone, Copy)]
pub(super) struct Register(__m512i);

/// Implements an operator on two registers that is one instruction.
macro_rules! operator {
    ($name:ident, $method:ident, $instruction:ident) => {
        impl $name for Register {
            type Output = Register;

            #[inline(always)]
            fn $method(self, other: Register) -> Register {
                // SAFETY: runs within `with_avx512`.
                Register(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

operator!(Add, add, _mm512_add_epi64);
operator!(Sub, sub, _mm512_sub_epi64);
operator!(BitAnd, bitand, _mm512_and_si512);
operator!(BitOr, bitor, _mm512_or_si512);
operator!(BitXor, bitxor, _mm512_xor_si512);

impl Eight for Register {
    #[inline(always)]
    fn all(number: u64) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_set1_epi64(number as i64) })
    }

    #[inline(always)]
    fn load(numbers: &[u64; 8]) -> Register {
        // SAFETY: runs within `with_avx512`; the array is of 64 bytes.
        Register(unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn widened(bytes: &[u8; 8]) -> Register {
        // SAFETY: runs within `with_avx512`; the load is of eight bytes.
        Register(unsafe { _mm512_cvtepu8_epi64(_mm_loadl_epi64(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut numbers = [0u64; 8];
        // SAFETY: runs within `with_avx512`; the array is of 64 bytes.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), self.0) };
        numbers
    }

    #[inline(always)]
    fn without(self, others: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_andnot_si512(others.0, self.0) })
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_mul_epu32(self.0, _mm512_set1_epi64(i64::from(factor))) })
    }

    #[inline(always)]
    fn left(self, by: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_sllv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn right(self, by: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_srlv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn count(self) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_popcnt_epi64(self.0) })
    }

    #[inline(always)]
    fn reversed(self) -> Register {
        // SAFETY: runs within `with_avx512`; the loads are of whole tables.
        unsafe {
            let [low, high, back] = &REVERSING;
            let low = _mm512_broadcast_i32x4(_mm_loadu_si128(low.as_ptr().cast()));
            let high = _mm512_broadcast_i32x4(_mm_loadu_si128(high.as_ptr().cast()));
            let back = _mm512_broadcast_i32x4(_mm_loadu_si128(back.as_ptr().cast()));
            let half = _mm512_set1_epi8(15);
            let lows = _mm512_and_si512(self.0, half);
            let highs = _mm512_and_si512(_mm512_srli_epi16::<4>(self.0), half);
            let bytes = _mm512_or_si512(
                _mm512_shuffle_epi8(low, lows),
                _mm512_shuffle_epi8(high, highs),
            );
            Register(_mm512_shuffle_epi8(bytes, back))
        }
    }

    #[inline(always)]
    fn least(self, other: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_min_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn most(self, other: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_max_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn some(self) -> Register {
        self.choose(Register::all(1), Register::all(0))
    }

    #[inline(always)]
    fn equals(self, other: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe { _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(self.0, other.0), 1) })
    }

    #[inline(always)]
    fn choose(self, some: Register, none: Register) -> Register {
        // SAFETY: runs within `with_avx512`.
        Register(unsafe {
            _mm512_mask_blend_epi64(_mm512_test_epi64_mask(self.0, self.0), none.0, some.0)
        })
    }

    #[inline(always)]
    fn item(self, table: &[u64; 8]) -> Register {
        // SAFETY: runs within `with_avx512`; the table is of 64 bytes.
        Register(unsafe {
            _mm512_permutexvar_epi64(self.0, _mm512_loadu_si512(table.as_ptr().cast()))
        })
    }

    #[inline(always)]
    fn byte(self, table: &[u8; 64]) -> Register {
        // SAFETY: runs within `with_avx512`; the table is of 64 bytes.
        let bytes =
            unsafe { _mm512_permutexvar_epi8(self.0, _mm512_loadu_si512(table.as_ptr().cast())) };
        Register(bytes) & Register::all(0xff)
    }
}

/// Two registers of 32 bytes. Only [`with_avx2`](super::with_avx2) may use it.
#[derive(Clone, Copy)]
pub(super) struct Pair([__m256i; 2]);

impl Pair {
    #[inline(always)]
    fn with(self, other: Pair, f: impl Fn(__m256i, __m256i) -> __m256i) -> Pair {
        Pair([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }

    /// All ones where a number is 0, else 0.
    #[inline(always)]
    fn none(self) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(Pair::all(0), |a, zero| unsafe {
            _mm256_cmpeq_epi64(a, zero)
        })
    }
}

/// Implements an operator on two pairs that is one instruction for each half.
macro_rules! pair_operator {
    ($name:ident, $method:ident, $instruction:ident) => {
        impl $name for Pair {
            type Output = Pair;

            #[inline(always)]
            fn $method(self, other: Pair) -> Pair {
                // SAFETY: runs within `with_avx2`.
                self.with(other, |a, b| unsafe { $instruction(a, b) })
            }
        }
    };
}

pair_operator!(Add, add, _mm256_add_epi64);
pair_operator!(Sub, sub, _mm256_sub_epi64);
pair_operator!(BitAnd, bitand, _mm256_and_si256);
pair_operator!(BitOr, bitor, _mm256_or_si256);
pair_operator!(BitXor, bitxor, _mm256_xor_si256);

impl Eight for Pair {
    #[inline(always)]
    fn all(number: u64) -> Pair {
        // SAFETY: runs within `with_avx2`.
        Pair([unsafe { _mm256_set1_epi64x(number as i64) }; 2])
    }

    #[inline(always)]
    fn load(numbers: &[u64; 8]) -> Pair {
        let place: *const __m256i = numbers.as_ptr().cast();
        // SAFETY: runs within `with_avx2`; the array is of 64 bytes.
        Pair(unsafe { [_mm256_loadu_si256(place), _mm256_loadu_si256(place.add(1))] })
    }

    #[inline(always)]
    fn widened(bytes: &[u8; 8]) -> Pair {
        // SAFETY: runs within `with_avx2`; the load is of eight bytes.
        unsafe {
            let bytes = _mm_loadl_epi64(bytes.as_ptr().cast());
            let later = _mm_srli_si128::<4>(bytes);
            Pair([_mm256_cvtepu8_epi64(bytes), _mm256_cvtepu8_epi64(later)])
        }
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut numbers = [0u64; 8];
        let place: *mut __m256i = numbers.as_mut_ptr().cast();
        // SAFETY: runs within `with_avx2`; the array is of 64 bytes.
        unsafe {
            _mm256_storeu_si256(place, self.0[0]);
            _mm256_storeu_si256(place.add(1), self.0[1]);
        }
        numbers
    }

    #[inline(always)]
    fn without(self, others: Pair) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(others, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(Pair::all(u64::from(factor)), |a, b| unsafe {
            _mm256_mul_epu32(a, b)
        })
    }

    #[inline(always)]
    fn left(self, by: Pair) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(by, |a, b| unsafe { _mm256_sllv_epi64(a, b) })
    }

    #[inline(always)]
    fn right(self, by: Pair) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(by, |a, b| unsafe { _mm256_srlv_epi64(a, b) })
    }

    #[inline(always)]
    fn count(self) -> Pair {
        // SAFETY: runs within `with_avx2`.
        Pair(unsafe { [count_256(self.0[0]), count_256(self.0[1])] })
    }

    #[inline(always)]
    fn reversed(self) -> Pair {
        // SAFETY: runs within `with_avx2`.
        Pair(unsafe { [reversed_256(self.0[0]), reversed_256(self.0[1])] })
    }

    #[inline(always)]
    fn least(self, other: Pair) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(other, |a, b| unsafe { _mm256_min_epu32(a, b) })
    }

    #[inline(always)]
    fn most(self, other: Pair) -> Pair {
        // SAFETY: runs within `with_avx2`.
        self.with(other, |a, b| unsafe { _mm256_max_epu32(a, b) })
    }

    #[inline(always)]
    fn some(self) -> Pair {
        Pair::all(1).without(self.none())
    }

    #[inline(always)]
    fn equals(self, other: Pair) -> Pair {
        Pair::all(1) & (self ^ other).none()
    }

    #[inline(always)]
    fn choose(self, some: Pair, none: Pair) -> Pair {
        let mask = self.none();
        // SAFETY: runs within `with_avx2`.
        Pair(unsafe {
            [
                _mm256_blendv_epi8(some.0[0], none.0[0], mask.0[0]),
                _mm256_blendv_epi8(some.0[1], none.0[1], mask.0[1]),
            ]
        })
    }

    #[inline(always)]
    fn item(self, table: &[u64; 8]) -> Pair {
        let items = Pair::load(table);
        // SAFETY: runs within `with_avx2`.
        Pair(unsafe { [items_256(self.0[0], items), items_256(self.0[1], items)] })
    }

    #[inline(always)]
    fn byte(self, table: &[u8; 64]) -> Pair {
        // SAFETY: runs within `with_avx2`.
        Pair(unsafe { [bytes_256(self.0[0], table), bytes_256(self.0[1], table)] })
    }
}

/// Looks up eight items by `numbers`.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn items_256(numbers: __m256i, Pair([low, high]): Pair) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        // Moves 32-bit halves of items: number 2n and the one after it.
        let first = _mm256_slli_epi64::<1>(numbers);
        let both = _mm256_or_si256(first, _mm256_slli_epi64::<32>(first));
        let places = _mm256_or_si256(both, _mm256_set1_epi64x(1 << 32));
        let low = _mm256_permutevar8x32_epi32(low, places);
        let high = _mm256_permutevar8x32_epi32(high, places);
        chosen_256(_mm256_slli_epi64::<61>(numbers), high, low)
    }
}

/// Looks up bytes of a table by `numbers`.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn bytes_256(numbers: __m256i, table: &[u8; 64]) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let quarters = table.as_chunks::<16>().0;
        let a = _mm256_shuffle_epi8(twice_256(&quarters[0]), numbers);
        let b = _mm256_shuffle_epi8(twice_256(&quarters[1]), numbers);
        let c = _mm256_shuffle_epi8(twice_256(&quarters[2]), numbers);
        let d = _mm256_shuffle_epi8(twice_256(&quarters[3]), numbers);
        let odd = _mm256_slli_epi64::<59>(numbers);
        let later = _mm256_slli_epi64::<58>(numbers);
        let byte = chosen_256(later, chosen_256(odd, d, c), chosen_256(odd, b, a));
        _mm256_and_si256(byte, _mm256_set1_epi64x(0xff))
    }
}

/// Sixteen bytes, in both halves of a register.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn twice_256(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the caller's promise; the load is of sixteen bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// `set` where the highest bit of `which` is set, else `not`.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn chosen_256(which: __m256i, set: __m256i, not: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        _mm256_castpd_si256(_mm256_blendv_pd(
            _mm256_castsi256_pd(not),
            _mm256_castsi256_pd(set),
            _mm256_castsi256_pd(which),
        ))
    }
}

/// Tables to reverse the bits of a number: what the lower half of a byte becomes, what the upper
/// half becomes, and from where each byte comes.
const REVERSING: [[u8; 16]; 3] = {
    let mut tables = [[0; 16]; 3];
    let mut half = 0;
    while half < 16 {
        let turned = (half as u8).reverse_bits();
        tables[0][half] = turned;
        tables[1][half] = turned >> 4;
        tables[2][half] = half as u8 ^ 7;
        half += 1;
    }
    tables
};

/// The bits of each number in the opposite order. This is no closure, because closures are compiled
/// for the oldest processor.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn reversed_256(numbers: __m256i) -> __m256i {
    // SAFETY: the caller's promise; the loads are of whole tables.
    unsafe {
        let [low, high, back] = &REVERSING;
        let (low, high) = by_halves_256(numbers, twice_256(low), twice_256(high));
        _mm256_shuffle_epi8(_mm256_or_si256(low, high), twice_256(back))
    }
}

/// The number of bits set in each number: looks up the counts for all half bytes and adds them up.
/// This is no closure, because closures are compiled for the oldest processor.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn count_256(numbers: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let (low, high) = by_halves_256(numbers, counts, counts);
        _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
    }
}

/// Looks up the lower half of each byte in `low` and the upper half in `high`, tables of sixteen
/// bytes, twice in a register.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn by_halves_256(numbers: __m256i, low: __m256i, high: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller's promise.
    unsafe {
        let half = _mm256_set1_epi8(15);
        let lower = _mm256_and_si256(numbers, half);
        let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(numbers), half);
        (
            _mm256_shuffle_epi8(low, lower),
            _mm256_shuffle_epi8(high, upper),
        )
    }
}

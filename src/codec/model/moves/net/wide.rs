//! The inner loops in the instructions of x86-64 processors with AVX2 and with AVX-512. The one place with `unsafe`: calls of
//! functions that need such a processor, made where it has been found to be one, and loads of whole arrays into registers. Tests hold
//! both to their plain twin.
#![allow(unsafe_code)]

use super::arithmetic::{Arithmetic, EXCESS, LIFT, Plain, Task, activate};
use super::weights::{MOVE_UNITS, MoveUnits, SUM_BITS, Shared};
use std::arch::x86_64::*;
use std::sync::OnceLock;

/// What a processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Avx2,
    Avx512,
}

fn kind() -> Kind {
    static KIND: OnceLock<Kind> = OnceLock::new();
    *KIND.get_or_init(|| {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        match (avx2, avx512) {
            (true, true) => Kind::Avx512,
            (true, false) => Kind::Avx2,
            _ => Kind::Plain,
        }
    })
}

/// Does `task` with the best of the three.
#[inline]
pub(super) fn on_this_machine<T: Task>(task: T) -> T::Output {
    match kind() {
        // SAFETY: the processor has what the function is compiled for.
        Kind::Avx512 => unsafe { with_avx512(task) },
        // SAFETY: likewise.
        Kind::Avx2 => unsafe { with_avx2(task) },
        Kind::Plain => task.run::<Plain>(),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
fn with_avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512>()
}

/// Registers of 32 bytes. Only [`with_avx2`] may name it.
struct Avx2;

/// Registers of 64 bytes. Only [`with_avx512`] may name it.
struct Avx512;

/// One half of a row of the move layer.
///
/// # Safety
/// The processor must have AVX2, and `number` be 0 or 1.
#[inline(always)]
unsafe fn half(row: &[i16; MOVE_UNITS], number: usize) -> __m256i {
    // SAFETY: the caller's promise; the array is of 64 bytes.
    unsafe { _mm256_loadu_si256(row.as_ptr().cast::<__m256i>().add(number)) }
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

impl Arithmetic for Avx2 {
    /// The bytes of eight units of the move layer at a time.
    #[inline(always)]
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS] {
        // SAFETY: runs within `with_avx2`; every load is of 32 bytes within 128, and every store of eight numbers within 32.
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

    /// Sixty-four units at a time, in four registers.
    #[inline(always)]
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]) {
        let units = out.len();
        for (block, out) in out.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            // SAFETY: runs within `with_avx2`; every load is of 16 bytes within a row's 64, and every store within `sums`.
            let sums: [i16; 64] = unsafe {
                let mut sums = [_mm256_setzero_si256(); 4];
                for &row in rows {
                    let row = &inputs[usize::from(row) * units + block * 64..][..64];
                    let row: *const __m128i = row.as_ptr().cast();
                    for (i, sum) in sums.iter_mut().enumerate() {
                        let w = _mm256_cvtepi8_epi16(_mm_loadu_si128(row.add(i)));
                        *sum = _mm256_add_epi16(*sum, w);
                    }
                }
                std::mem::transmute(sums)
            };
            for ((o, &sum), &bias) in out.iter_mut().zip(&sums).zip(&bias[block * 64..]) {
                *o = activate(sum, bias);
            }
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
        // SAFETY: runs within `with_avx2`; every load is of one half of an array of 64 bytes.
        unsafe {
            let mut sums = [half(shared, 0), half(shared, 1)];
            for &row in rows {
                let row = &table[usize::from(row)];
                sums = [
                    _mm256_adds_epi16(sums[0], half(row, 0)),
                    _mm256_adds_epi16(sums[1], half(row, 1)),
                ];
            }
            let mut bent = _mm256_setzero_si256();
            for (i, &sum) in sums.iter().enumerate() {
                let held = _mm256_max_epi16(sum, half(&units.floor, i));
                let held = _mm256_min_epi16(held, half(&units.ceiling, i));
                bent = _mm256_add_epi32(bent, _mm256_madd_epi16(held, half(&units.sign, i)));
            }
            let bent = _mm256_slli_epi32::<{ LIFT as i32 }>(bent);
            total(_mm256_add_epi32(bent, products(hidden, vector))) >> EXCESS
        }
    }
}

/// Products of bytes, added up in eight places. A pair of products fits 16 bits: hidden units are at most 127.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn products(hidden: &[u8], row: &[i8]) -> __m256i {
    // SAFETY: the processor is the caller's promise; every load is of 32 bytes within an array of 64.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        for (a, b) in hidden
            .as_chunks::<64>()
            .0
            .iter()
            .zip(row.as_chunks::<64>().0)
        {
            let (a, b): (*const __m256i, *const __m256i) = (a.as_ptr().cast(), b.as_ptr().cast());
            let first = _mm256_maddubs_epi16(_mm256_loadu_si256(a), _mm256_loadu_si256(b));
            let second =
                _mm256_maddubs_epi16(_mm256_loadu_si256(a.add(1)), _mm256_loadu_si256(b.add(1)));
            even = _mm256_add_epi32(even, _mm256_madd_epi16(first, ones));
            odd = _mm256_add_epi32(odd, _mm256_madd_epi16(second, ones));
        }
        _mm256_add_epi32(even, odd)
    }
}

/// The sum of eight 32-bit numbers.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn total(sums: __m256i) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        let sums = _mm_add_epi32(
            _mm256_castsi256_si128(sums),
            _mm256_extracti128_si256::<1>(sums),
        );
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b10_11_00_01>(sums));
        _mm_cvtsi128_si32(sums)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One question to all three functions: 320 hidden units from 8 input rows, and a move layer of 8 rows.
    #[derive(Debug)]
    struct Case {
        inputs: Vec<i8>,
        bias: Vec<i16>,
        rows: Vec<u16>,
        table: Vec<[i16; MOVE_UNITS]>,
        units: MoveUnits,
    }

    const UNITS: usize = 320;

    impl Task for &Case {
        type Output = (Vec<u8>, [i32; MOVE_UNITS], i32);

        #[inline(always)]
        fn run<A: Arithmetic>(self) -> Self::Output {
            let mut hidden = vec![0; UNITS];
            A::hidden(&self.inputs, &self.bias, &self.rows, &mut hidden);
            let sent = A::sent(&hidden[..64], self.inputs[64..].as_chunks().0);
            let product = (&hidden[..], &self.inputs[..UNITS]);
            let score = A::score(
                product,
                &self.units.bias,
                &self.table,
                &self.rows,
                &self.units,
            );
            (hidden, sent, score)
        }
    }

    fn case() -> impl Strategy<Value = Case> {
        let bytes = prop::collection::vec(any::<i8>(), 8 * UNITS);
        let bias = prop::collection::vec(-600i16..600, UNITS);
        let rows = prop::collection::vec(0u16..8, 0..40);
        let table = prop::collection::vec(any::<i16>(), 8 * MOVE_UNITS);
        let ends = prop::collection::vec(
            (any::<i16>(), any::<i16>(), any::<i16>(), any::<bool>()),
            MOVE_UNITS,
        );
        (bytes, bias, rows, table, ends).prop_map(|(inputs, bias, rows, numbers, ends)| {
            let table = numbers.as_chunks().0.to_vec();
            let end =
                |pick: fn(&(i16, i16, i16, bool)) -> i16| std::array::from_fn(|k| pick(&ends[k]));
            let units = MoveUnits {
                bias: end(|e| e.0),
                floor: end(|e| e.1.min(e.2)),
                ceiling: end(|e| e.1.max(e.2)),
                sign: end(|e| if e.3 { 1 } else { -1 }),
                shift: [0; MOVE_UNITS],
            };
            Case {
                inputs,
                bias,
                rows,
                table,
                units,
            }
        })
    }

    proptest! {
        #[test]
        fn every_processor_gets_the_same_sums(case in case()) {
            let plain = (&case).run::<Plain>();
            if kind() != Kind::Plain {
                // SAFETY: the processor has AVX2.
                prop_assert_eq!(unsafe { with_avx2(&case) }, plain.clone());
            }
            if kind() == Kind::Avx512 {
                // SAFETY: the processor has AVX-512.
                prop_assert_eq!(unsafe { with_avx512(&case) }, plain);
            }
        }
    }
}

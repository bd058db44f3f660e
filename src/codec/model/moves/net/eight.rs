//! Arithmetic on eight moves or squares at a time (SIMD): a 64-bit number of each, in one register
//! where the processor has such large ones.

use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// Eight 64-bit numbers; operations apply to each. Overflowing bits are lost.
pub(crate) trait Eight:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// The same number eight times.
    fn all(number: u64) -> Self;

    fn load(numbers: &[u64; 8]) -> Self;

    /// Eight bytes as numbers.
    fn widened(bytes: &[u8; 8]) -> Self;

    fn store(self) -> [u64; 8];

    /// Clears the bits that are set in `others`.
    fn without(self, others: Self) -> Self;

    /// The product with `factor`; the numbers must fit 32 bits.
    fn times(self, factor: u32) -> Self;

    /// Shifts each number left by that of `by`, which is below 64.
    fn left(self, by: Self) -> Self;

    /// Shifts each number right by that of `by`, which is below 64.
    fn right(self, by: Self) -> Self;

    /// The number of bits set.
    fn count(self) -> Self;

    /// The bits in the opposite order.
    fn reversed(self) -> Self;

    /// The smaller of two numbers; both must fit 32 bits.
    fn least(self, other: Self) -> Self;

    /// The larger of two numbers; both must fit 32 bits.
    fn most(self, other: Self) -> Self;

    /// 1 where a number is not 0, else 0.
    fn some(self) -> Self;

    /// 1 where both are equal, else 0.
    fn equals(self, other: Self) -> Self;

    /// `some` where a number is not 0, else `none`.
    fn choose(self, some: Self, none: Self) -> Self;

    /// Looks up an item by the lowest three bits of each number, which must be below 2^31.
    fn item(self, table: &[u64; 8]) -> Self;

    /// Looks up a byte by each number, which must be below 64.
    fn byte(self, table: &[u8; 64]) -> Self;
}

/// By how much `a` is larger than `b`, 0 where it is not; both must fit 32 bits.
#[inline(always)]
pub(crate) fn excess<E: Eight>(a: E, b: E) -> E {
    a.most(b) - b
}

/// 1 where each `square` is in `set`, else 0.
#[inline(always)]
pub(crate) fn has<E: Eight>(set: E, square: E) -> E {
    set.right(square) & E::all(1)
}

/// Eight numbers, worked on one after another: for processors without special instructions.
#[derive(Clone, Copy)]
pub(crate) struct InTurn([u64; 8]);

impl InTurn {
    /// Whether all numbers fit 32 bits: registers would compare larger ones differently.
    fn fits_32_bits(self) -> bool {
        self.0.iter().all(|&number| number >> 32 == 0)
    }

    /// Whether all numbers are below 64: registers would shift by larger ones, or look them up,
    /// otherwise.
    fn is_below_64(self) -> bool {
        self.0.iter().all(|&number| number < 64)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> InTurn {
        let mut out = self.0;
        for number in &mut out {
            *number = f(*number);
        }
        InTurn(out)
    }

    #[inline(always)]
    fn with(self, other: InTurn, f: impl Fn(u64, u64) -> u64) -> InTurn {
        let mut out = self.0;
        for (number, other) in out.iter_mut().zip(other.0) {
            *number = f(*number, other);
        }
        InTurn(out)
    }
}

impl Add for InTurn {
    type Output = InTurn;

    #[inline(always)]
    fn add(self, other: InTurn) -> InTurn {
        self.with(other, u64::wrapping_add)
    }
}

impl Sub for InTurn {
    type Output = InTurn;

    #[inline(always)]
    fn sub(self, other: InTurn) -> InTurn {
        self.with(other, u64::wrapping_sub)
    }
}

impl BitAnd for InTurn {
    type Output = InTurn;

    #[inline(always)]
    fn bitand(self, other: InTurn) -> InTurn {
        self.with(other, |a, b| a & b)
    }
}

impl BitOr for InTurn {
    type Output = InTurn;

    #[inline(always)]
    fn bitor(self, other: InTurn) -> InTurn {
        self.with(other, |a, b| a | b)
    }
}

impl BitXor for InTurn {
    type Output = InTurn;

    #[inline(always)]
    fn bitxor(self, other: InTurn) -> InTurn {
        self.with(other, |a, b| a ^ b)
    }
}

impl Eight for InTurn {
    #[inline(always)]
    fn all(number: u64) -> InTurn {
        InTurn([number; 8])
    }

    #[inline(always)]
    fn load(numbers: &[u64; 8]) -> InTurn {
        InTurn(*numbers)
    }

    #[inline(always)]
    fn widened(bytes: &[u8; 8]) -> InTurn {
        InTurn(bytes.map(u64::from))
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn without(self, others: InTurn) -> InTurn {
        self.with(others, |a, b| a & !b)
    }

    #[inline(always)]
    fn times(self, factor: u32) -> InTurn {
        self.map(|a| (a & 0xffff_ffff) * u64::from(factor))
    }

    #[inline(always)]
    fn left(self, by: InTurn) -> InTurn {
        debug_assert!(by.is_below_64());
        self.with(by, |a, by| a << (by & 63))
    }

    #[inline(always)]
    fn right(self, by: InTurn) -> InTurn {
        debug_assert!(by.is_below_64());
        self.with(by, |a, by| a >> (by & 63))
    }

    #[inline(always)]
    fn count(self) -> InTurn {
        self.map(|a| u64::from(a.count_ones()))
    }

    #[inline(always)]
    fn reversed(self) -> InTurn {
        self.map(u64::reverse_bits)
    }

    #[inline(always)]
    fn least(self, other: InTurn) -> InTurn {
        debug_assert!(self.fits_32_bits() && other.fits_32_bits());
        self.with(other, u64::min)
    }

    #[inline(always)]
    fn most(self, other: InTurn) -> InTurn {
        debug_assert!(self.fits_32_bits() && other.fits_32_bits());
        self.with(other, u64::max)
    }

    #[inline(always)]
    fn some(self) -> InTurn {
        self.map(|a| u64::from(a != 0))
    }

    #[inline(always)]
    fn equals(self, other: InTurn) -> InTurn {
        self.with(other, |a, b| u64::from(a == b))
    }

    #[inline(always)]
    fn choose(self, some: InTurn, none: InTurn) -> InTurn {
        let mask = self.map(|a| if a != 0 { !0 } else { 0 });
        (some & mask) | none.without(mask)
    }

    #[inline(always)]
    fn item(self, table: &[u64; 8]) -> InTurn {
        self.map(|a| table[a as usize & 7])
    }

    #[inline(always)]
    fn byte(self, table: &[u8; 64]) -> InTurn {
        debug_assert!(self.is_below_64());
        self.map(|a| u64::from(table[a as usize & 63]))
    }
}

//! Context mixing: several predictions of one decision, blended into a better one.
//!
//! Predictions are blended in the logistic domain (Mahoney 2005): each probability p is *stretched*
//! to its log-odds ln(p / (1 - p)), a weighted sum of these is *squashed* back into a probability,
//! and the weights learn from every decision. Only integers and tables are used, so the results are
//! the same on every machine.
//!
//! * [`Mixer`]: the weighted sum;
//! * [`Refiner`]: corrects the blended probability by what came true after similar ones;
//! * [`ContextMixer`]: codes small numbers with both, from the statistics of several contexts.

mod context;
mod mixer;
mod refiner;

pub use context::ContextMixer;
pub use mixer::{Mixer, waned};
pub use refiner::Refiner;

use super::range::ONE;

/// Stretched probabilities have this many fractional bits.
const STRETCH_BITS: u32 = 8;
/// Odds of e, as a stretched probability.
pub(crate) const NAT: i32 = 1 << STRETCH_BITS;
/// The constant input of a weighted sum (its bias), a stretched probability.
pub(crate) const BIAS: i16 = (NAT / 2) as i16;
/// The largest stretched probability: ln(65,535) in 1/256.
pub const STRETCH_MAX: i32 = 2840;

/// Fractional bits of [`powers`].
pub(crate) const POWER_BITS: u32 = 62;

/// e^(-i / 256) for i = 0 .. N, each the product of the one before and e^(-1/256), rounded down.
pub(crate) const fn powers<const N: usize>() -> [u64; N] {
    /// e^(-1/256).
    const STEP: u128 = 4_593_706_758_521_714_574;
    let mut table = [0; N];
    let mut power: u128 = 1 << POWER_BITS;
    let mut i = 0;
    while i < N {
        table[i] = power as u64;
        power = (power * STEP) >> POWER_BITS;
        i += 1;
    }
    table
}

/// 65,536 / (1 + e^(-x / 256)) for x = 0 ..= STRETCH_MAX.
static SQUASH: [u16; STRETCH_MAX as usize + 1] = {
    const UNIT: u128 = 1 << POWER_BITS;
    let powers = powers::<{ STRETCH_MAX as usize + 1 }>();
    let mut table = [0; STRETCH_MAX as usize + 1];
    let mut x = 0;
    while x < table.len() {
        let p = (UNIT << 16) / (UNIT + powers[x] as u128);
        table[x] = if p > 65_535 { 65_535 } else { p as u16 };
        x += 1;
    }
    table
};

/// The inverse of [`squash`], indexed by the upper twelve bits of the probability.
static STRETCH: [i16; 4096] = {
    let mut table = [0; 4096];
    let mut index = 2048;
    let mut x = 0;
    while index < 4096 {
        let p = index as u32 * 16 + 8;
        while x < STRETCH_MAX as usize && (SQUASH[x] as u32) < p {
            x += 1;
        }
        table[index] = x as i16;
        table[4095 - index] = -(x as i16);
        index += 1;
    }
    table
};

/// The probability, in 1/65,536, whose log-odds are `x` / 256 (the logistic function).
#[inline]
pub fn squash(x: i32) -> u32 {
    if x >= 0 {
        u32::from(SQUASH[x.min(STRETCH_MAX) as usize])
    } else {
        ONE - u32::from(SQUASH[(-x).min(STRETCH_MAX) as usize])
    }
}

/// The log-odds of `p` / 65,536, in 1/256 (the stretched probability).
#[inline]
pub fn stretch(p: u32) -> i32 {
    i32::from(STRETCH[(p >> 4) as usize & 4095])
}

/// By number of observations (the last entry for all higher numbers): how much a prediction counts,
/// in 1/256.
const CONFIDENCE: [i32; 8] = [0, 150, 190, 210, 225, 235, 245, 256];

/// As [`stretch`], but shrunk towards zero when the probability comes of few observations.
#[inline]
pub fn cautious(p: u32, observations: u8) -> i32 {
    let confidence = CONFIDENCE[usize::from(observations).min(CONFIDENCE.len() - 1)];
    (stretch(p) * confidence) >> 8
}

/// 2^64 over the golden ratio, an odd number: products with it spread well over their high bits
/// (Knuth 1998, 6.4).
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads a number over all 64 bits.
#[inline]
pub(crate) fn spread(number: u64) -> u64 {
    let product = number.wrapping_mul(GOLDEN);
    product ^ product >> 29
}

/// A well-spread 64-bit hash of three numbers.
#[inline]
pub fn hash3(a: u32, b: u32, c: u32) -> u64 {
    let mut h = u64::from(a).wrapping_mul(GOLDEN)
        ^ u64::from(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(c) << 17;
    h ^= h >> 29;
    h = h.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h ^ h >> 32
}

/// The lower half of [`hash3`], for contexts.
#[inline]
pub fn hash32(a: u32, b: u32, c: u32) -> u32 {
    hash3(a, b, c) as u32
}

/// A 32-bit hash of a string of bytes, for contexts.
pub fn hash_bytes(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squashing_undoes_stretching() {
        for p in (8..ONE).step_by(16) {
            let back = squash(stretch(p));
            assert!(back.abs_diff(p) <= p.min(ONE - p) / 32 + 16, "{p} {back}");
        }
        assert_eq!(squash(0), ONE / 2);
    }

    /// 11.4 and 11.7 of the file format.
    #[test]
    fn logarithms_and_hashes_are_those_of_the_format() {
        let squashed = [-256, 1, 256, 1000, 2840].map(squash);
        assert_eq!(squashed, [17_626, 32_831, 47_910, 64_243, 65_535]);
        let stretched = [0, 1000, 60_000, ONE / 2 - 1, ONE / 2].map(stretch);
        assert_eq!(stretched, [-2307, -1067, 611, -1, 1]);
        assert_eq!(hash32(1, 2, 3), 0x5c0a_6e3c);
        assert_eq!(hash32(u32::MAX, 1, 48), 0x98c6_98d4);
    }
}

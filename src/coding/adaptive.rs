//! Probabilities that learn from what was coded, and numbers coded with them. Only integer
//! arithmetic, so the results are the same on every machine.

use super::range::{Coder, ONE};

/// The n-th observation moves a probability by a share of 1 / (n + 0.5). After this many
/// observations the share falls no further, so that the probability keeps adapting.
const DEFAULT_LIMIT: u8 = 30;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 24;

/// By number of earlier observations, n: the share of the error by which the next one moves a
/// probability, 1 / (n + 1.5) in 1/65,536.
pub(crate) static RATES: [u32; 256] = {
    let mut rates = [0; 256];
    let mut n = 0;
    while n < 256 {
        rates[n] = (ONE * 2) / (2 * n as u32 + 3);
        n += 1;
    }
    rates
};

/// What the probability of `true` should have been before `bit`, in 1 / 65,536, if sixteen bits are
/// to hold it: for a one, a 65,536th less than all. [`error_of`] takes all of it; the format depends
/// on which of them something learns from.
#[inline]
pub(crate) fn truth(bit: bool) -> i32 {
    if bit { ONE as i32 - 1 } else { 0 }
}

/// By how much `p` / 65,536, the probability of a one, missed what came: positive for a one, whose
/// probability should have been 65,536, not 65,535 as [`truth`] says.
#[inline]
pub(crate) const fn error_of(bit: bool, p: u32) -> i32 {
    let truth = if bit { ONE as i32 } else { 0 };
    truth - p as i32
}

/// Where a probability of `true` moves that was `p` / 65,536 after `observations` and then sees
/// `bit`.
#[inline]
pub(crate) fn moved(p: u16, observations: u8, bit: bool) -> u16 {
    let rate = i64::from(RATES[usize::from(observations)]);
    let step = (i64::from(truth(bit) - i32::from(p)) * rate) >> 16;
    (i32::from(p) + step as i32) as u16
}

/// The same at a pace that does not change: by 1 / 2^`rate` of its error, rounded down.
#[inline]
pub(crate) fn followed(p: u16, bit: bool, rate: u32) -> u16 {
    (i32::from(p) + ((truth(bit) - i32::from(p)) >> rate)) as u16
}

/// Moves `p` likewise, but rounds down the size of the error's share, so that it stops short of 0
/// as of the other end; [`followed`] rounds the signed share, and gets to 0. The format depends on
/// which of them a probability takes.
#[inline]
pub(crate) fn drift(p: &mut u16, bit: bool, rate: u32) {
    if bit {
        *p += (65_535 - *p) >> rate;
    } else {
        *p -= *p >> rate;
    }
}

/// The adaptive probability of one yes-or-no decision: it moves quickly at first, then ever more
/// slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// Probability of `true`, in 1/65,536.
    p: u16,
    count: u8,
}

impl Default for Bit {
    fn default() -> Bit {
        Bit {
            p: (ONE / 2) as u16,
            count: 0,
        }
    }
}

impl Bit {
    /// A probability that starts at `p` / 65,536 as if it had been learnt from `count`
    /// observations.
    pub const fn primed(p: u16, count: u8) -> Bit {
        Bit { p, count }
    }

    /// Probability of `true` in 1/65,536, kept away from 0 and 1 as a coder requires.
    #[inline]
    pub fn p(self) -> u32 {
        u32::from(self.p).clamp(FLOOR, ONE - FLOOR)
    }

    /// Learns that the decision was `bit`. Only about the last `limit` observations count.
    #[inline]
    pub fn update(&mut self, bit: bool, limit: u8) {
        self.p = moved(self.p, self.count, bit);
        if self.count < limit {
            self.count += 1;
        }
    }

    /// Codes a decision and learns from it.
    #[inline]
    pub fn code<C: Coder>(&mut self, coder: &mut C, bit: bool) -> bool {
        let bit = coder.bit(bit, self.p());
        self.update(bit, DEFAULT_LIMIT);
        bit
    }
}

/// A symbol of `WIDTH` bits: a binary tree of adaptive probabilities, one for each bit given the
/// bits before it.
#[derive(Clone, Debug)]
pub struct Symbol<const WIDTH: usize> {
    nodes: Vec<Bit>,
}

impl<const WIDTH: usize> Default for Symbol<WIDTH> {
    fn default() -> Self {
        Symbol {
            nodes: vec![Bit::default(); 1 << WIDTH],
        }
    }
}

impl<const WIDTH: usize> Symbol<WIDTH> {
    /// A symbol that is likely to be `value` at first.
    pub fn expecting(value: u32) -> Self {
        let mut symbol = Symbol::default();
        expect(&mut symbol.nodes, value, WIDTH as u32);
        symbol
    }

    /// Codes a symbol below 2^WIDTH.
    pub fn code<C: Coder>(&mut self, coder: &mut C, value: u32) -> u32 {
        debug_assert!(C::READS || value >> WIDTH == 0);
        let mut node = 1;
        for shift in (0..WIDTH).rev() {
            let bit = self.nodes[node].code(coder, value >> shift & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << WIDTH)
    }
}

/// Whole numbers below 2^32 - 1, small ones cheap (an Elias-gamma code with adaptive
/// probabilities). First comes the number of binary digits of `value + 1`, then the three digits
/// after its leading one, both with learnt probabilities, then the remaining digits at one bit
/// each.
#[derive(Clone, Debug, Default)]
pub struct Number {
    length: Symbol<5>,
    /// Indexed by the length and the digits so far.
    digits: Vec<Bit>,
}

/// At first the probability of each digit of what is expected, in 1/65,536.
const LIKELY: u32 = 60_000;

/// Number of digits after the leading one that have learnt probabilities.
const LEARNT_DIGITS: u32 = 3;

impl Number {
    /// A number that is likely to be `value` at first.
    ///
    /// # Panics
    /// If `value` is above 14.
    pub fn expecting(value: u32) -> Number {
        let plus_one = value + 1;
        let length = plus_one.ilog2();
        assert!(length <= LEARNT_DIGITS);
        let mut digits = digits_of_all_lengths(LEARNT_DIGITS);
        let of_length = &mut digits[(length << LEARNT_DIGITS) as usize..];
        expect(of_length, plus_one - (1 << length), length);
        Number {
            length: Symbol::expecting(length),
            digits,
        }
    }

    /// Codes a number below 2^32 - 1.
    pub fn code<C: Coder>(&mut self, coder: &mut C, value: u32) -> u32 {
        if self.digits.is_empty() {
            self.digits = digits_of_all_lengths(LEARNT_DIGITS);
        }
        let plus_one = if C::READS { 1 } else { value + 1 };
        let length = self.length.code(coder, plus_one.ilog2());
        let digits = &mut self.digits[(length << LEARNT_DIGITS) as usize..];
        let below = code_digits(coder, digits, plus_one, length, LEARNT_DIGITS);
        ((1u64 << length | u64::from(below)) - 1) as u32
    }
}

/// Probabilities for the first `learnt` binary digits after the leading one of numbers of 32 bits:
/// those for numbers of `length` such digits begin at `length << learnt`.
fn digits_of_all_lengths(learnt: u32) -> Vec<Bit> {
    vec![Bit::default(); (u32::BITS << learnt) as usize]
}

/// Makes it likely that the `width` binary digits that `bits` are for, by the digits so far (with
/// a leading one), are those of `value`.
fn expect(bits: &mut [Bit], value: u32, width: u32) {
    for shift in (0..width).rev() {
        let before = (1 << width | value) >> (shift + 1);
        bits[before as usize] = match value >> shift & 1 {
            0 => Bit::primed((ONE - LIKELY) as u16, 2),
            _ => Bit::primed(LIKELY as u16, 2),
        };
    }
}

/// How many binary digits a number has; 0 has none.
pub fn binary_digits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Codes the lowest `length` binary digits of `value` (32 at most), the highest first. The first
/// `learnt` of them have adaptive probabilities, which `bits` holds by the digits so far (with a
/// leading one); the rest cost one bit each.
pub fn code_digits<C: Coder>(
    coder: &mut C,
    bits: &mut [Bit],
    value: u32,
    length: u32,
    learnt: u32,
) -> u32 {
    let learnt = length.min(learnt);
    let mut digits: u32 = 1;
    for index in 0..learnt {
        let bit = value >> (length - 1 - index) & 1 == 1;
        digits = digits << 1 | u32::from(bits[digits as usize].code(coder, bit));
    }
    let rest = length - learnt;
    let low = coder.raw(value, rest);
    let high = digits - (1 << learnt);
    (u64::from(high) << rest) as u32 | low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    #[test]
    fn what_is_expected_is_cheap() {
        use crate::coding::range::Meter;
        for value in 0..15 {
            let mut meter = Meter::new();
            Number::expecting(value).code(&mut meter, value);
            assert!(meter.bits() < 1.1, "{value}: {} bits", meter.bits());
            let mut meter = Meter::new();
            Symbol::<4>::expecting(value).code(&mut meter, value);
            assert!(meter.bits() < 0.6, "{value}: {} bits", meter.bits());
        }
    }

    proptest! {
        #[test]
        fn numbers_come_back(values in prop::collection::vec(prop_oneof![0u32..20, 0u32..u32::MAX - 1], 0..300)) {
            let (mut encoder, mut model) = (Encoder::new(), Number::default());
            for &value in &values {
                model.code(&mut encoder, value);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut model) = (Decoder::new(&bytes), Number::default());
            for &value in &values {
                prop_assert_eq!(model.code(&mut decoder, 0), value);
            }
        }
    }

    #[test]
    fn a_decision_that_never_changes_becomes_almost_free() {
        let (mut encoder, mut model) = (Encoder::new(), Bit::default());
        for _ in 0..10_000 {
            model.code(&mut encoder, true);
        }
        assert!(encoder.finish().len() < 20);
    }
}

//! The range coder: writes symbols of known probability in as many bits as their information
//! content.
//!
//! A 32-bit range; carries are resolved through a run of pending bytes (the coder of LZMA, after
//! Martin 1979). Probabilities are whole multiples of 1/65,536. No probability is 0 or 1: each side
//! of a decision keeps at least 1/65,536. Parts of the range are rounded by less than 2^-24 of it,
//! so that the loss against the information content is at most five bytes a stream in practice.
//!
//! One trait, [`Coder`], covers writing, reading and measuring, so that a model is written once: an
//! [`Encoder`] codes the symbol that it is given, a [`Decoder`] ignores that symbol and returns the
//! one that it reads, and a [`Meter`] adds up what the symbol would cost.

use crate::error::{Error, Result};

/// A probability is a whole number of 1 / 2^16.
pub const PROBABILITY_BITS: u32 = 16;
/// A probability of one.
pub const ONE: u32 = 1 << PROBABILITY_BITS;

/// Whenever the range falls below this, a byte is shifted out.
const RANGE_MIN: u32 = 1 << 24;

/// Number of bytes to shift out until all of `low` is written.
const FLUSH_BYTES: usize = 5;

/// Codes decisions of known probability: writes, reads or measures them.
pub trait Coder {
    /// True for a reader, which ignores the symbols given to it and returns those that it reads.
    const READS: bool;

    /// Codes one decision whose probability of being `true` is `p_true` / 65,536 (1 ..= 65,535).
    /// Returns the decision.
    fn bit(&mut self, bit: bool, p_true: u32) -> bool;

    /// Codes one of several symbols. Symbol `s` owns the part of 65,536 from `bounds[s]` up to
    /// `bounds[s + 1]`. `bounds` begins with 0, ends with 65,536 and never falls; the share of the
    /// symbol coded must not be empty. Returns the symbol.
    fn symbol(&mut self, symbol: usize, bounds: &[u32]) -> usize;

    /// Codes the lowest `width` bits (32 at most) of `value`, the highest first, each with
    /// probability one half. Returns them.
    fn raw(&mut self, value: u32, width: u32) -> u32 {
        let mut read = 0;
        for shift in (0..width).rev() {
            let bit = self.bit(value >> shift & 1 == 1, ONE / 2);
            read = read << 1 | u32::from(bit);
        }
        read
    }

    /// As [`raw`](Coder::raw), for up to 64 bits.
    fn raw_long(&mut self, value: u64, width: u32) -> u64 {
        let low_width = width.min(32);
        let high = self.raw((value >> low_width) as u32, width - low_width);
        let low = self.raw(value as u32, low_width);
        u64::from(high) << low_width | u64::from(low)
    }

    /// Codes a number below `count`, 64 at most, all equally likely (see [`equal_share`]). Returns
    /// it.
    fn evenly(&mut self, number: usize, count: usize) -> usize {
        let mut bounds = [0; 64 + 1];
        let bounds = &mut bounds[..=count];
        for (n, bound) in bounds.iter_mut().enumerate() {
            *bound = equal_share(n, count);
        }
        self.symbol(number, bounds)
    }

    /// Whether a decoder has read past the end of its input: what it has returned since is
    /// meaningless.
    fn overrun(&self) -> bool {
        false
    }

    /// Goes on only where what was read so far was there.
    ///
    /// # Errors
    /// Truncated where a decoder has read past the end of its input; `ended` says what has ended.
    #[inline]
    fn expect_more(&self, ended: &'static str) -> Result<()> {
        match self.overrun() {
            true => Err(Error::truncated(ended)),
            false => Ok(()),
        }
    }
}

/// Where in 65,536 the part of a number begins, if `count` numbers share it as equally as whole
/// numbers allow. The part of the last ends where that of `count` would begin.
///
/// # Panics
/// Where there are none, or so many that some would get nothing.
pub const fn equal_share(number: usize, count: usize) -> u32 {
    assert!(number <= count && count < ONE as usize);
    number as u32 * ONE / count as u32
}

/// Where the part of a range begins that has `share` / 65,536 of it before it.
#[inline]
fn portion(range: u32, share: u32) -> u32 {
    ((u64::from(range) * u64::from(share)) >> PROBABILITY_BITS) as u32
}

/// Where in a range the part of a symbol begins, and the part's size.
#[inline]
fn part(range: u32, bounds: &[u32], symbol: usize) -> (u32, u32) {
    let [start, end] = [symbol, symbol + 1].map(|index| portion(range, bounds[index]));
    (start, end - start)
}

/// Writes symbols into bytes.
#[derive(Clone, Debug)]
pub struct Encoder {
    out: Vec<u8>,
    low: u64,
    range: u32,
    /// The byte held back because a carry may still reach it.
    cache: u8,
    /// Number of bytes held back: the cached one and the 0xff bytes that follow it. It starts at
    /// one: a zero that no carry can reach, which `finish` removes again.
    pending: u64,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder::new()
    }
}

impl Encoder {
    /// An encoder with nothing written.
    pub fn new() -> Encoder {
        Encoder {
            out: Vec::new(),
            low: 0,
            range: u32::MAX,
            cache: 0,
            pending: 1,
        }
    }

    fn narrow(&mut self, start: u32, size: u32) {
        self.low += u64::from(start);
        self.range = size;
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.shift_low();
        }
    }

    fn shift_low(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            self.out.push(self.cache.wrapping_add(carry));
            for _ in 1..self.pending {
                self.out.push(0xff_u8.wrapping_add(carry));
            }
            self.cache = (self.low >> 24) as u8;
            self.pending = 0;
        }
        self.pending += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Ends the stream with the fewest bytes that identify it: a decoder reads zeros beyond the
    /// end.
    pub fn finish(mut self) -> Vec<u8> {
        // The value with the most trailing zero bits inside [low, low + range).
        let high = self.low + u64::from(self.range) - 1;
        let mut value = high;
        for shift in (0..=32).rev() {
            let candidate = high >> shift << shift;
            if candidate >= self.low {
                value = candidate;
                break;
            }
        }
        self.low = value;
        for _ in 0..FLUSH_BYTES {
            self.shift_low();
        }
        for _ in 1..FLUSH_BYTES {
            if self.out.last() == Some(&0) {
                self.out.pop();
            }
        }
        self.out.remove(0);
        self.out
    }
}

impl Coder for Encoder {
    const READS: bool = false;

    #[inline]
    fn bit(&mut self, bit: bool, p_true: u32) -> bool {
        debug_assert!(p_true > 0 && p_true < ONE);
        let bound = portion(self.range, p_true);
        if bit {
            self.narrow(0, bound);
        } else {
            self.narrow(bound, self.range - bound);
        }
        bit
    }

    #[inline]
    fn symbol(&mut self, symbol: usize, bounds: &[u32]) -> usize {
        debug_assert!(bounds[symbol] < bounds[symbol + 1]);
        let (start, size) = part(self.range, bounds, symbol);
        self.narrow(start, size);
        symbol
    }
}

/// Reads symbols from bytes.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    input: &'a [u8],
    position: usize,
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// A decoder of the bytes that [`Encoder::finish`] returned.
    pub fn new(input: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder {
            input,
            position: 0,
            code: 0,
            range: u32::MAX,
        };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        decoder
    }

    #[inline]
    fn next_byte(&mut self) -> u32 {
        let byte = self.input.get(self.position).copied().unwrap_or(0);
        self.position += 1;
        u32::from(byte)
    }

    #[inline]
    fn narrow(&mut self, start: u32, size: u32) {
        self.code = self.code.wrapping_sub(start);
        self.range = size;
        while self.range < RANGE_MIN {
            // A damaged stream can leave `code` outside the range: the arithmetic stays defined.
            self.range <<= 8;
            self.code = self.code << 8 | self.next_byte();
        }
    }
}

impl Coder for Decoder<'_> {
    const READS: bool = true;

    #[inline]
    fn bit(&mut self, _: bool, p_true: u32) -> bool {
        let bound = portion(self.range, p_true);
        let bit = self.code < bound;
        if bit {
            self.narrow(0, bound);
        } else {
            self.narrow(bound, self.range - bound);
        }
        bit
    }

    #[inline]
    fn symbol(&mut self, _: usize, bounds: &[u32]) -> usize {
        // The largest share whose portion of the range is at or below the code.
        let target = ((u64::from(self.code) + 1) << PROBABILITY_BITS) - 1;
        let target = (target / u64::from(self.range)).min(u64::from(ONE) - 1) as u32;
        // The symbol is the last one whose start is at or below the target: it owns the target, so
        // its share is not empty. Counting is faster than a binary search, whose branches are
        // unpredictable.
        let starts: u32 = bounds.iter().map(|&bound| u32::from(bound <= target)).sum();
        let symbol = starts as usize - 1;
        let (start, size) = part(self.range, bounds, symbol);
        self.narrow(start, size);
        symbol
    }

    fn overrun(&self) -> bool {
        // The decoder reads four bytes ahead, and the encoder drops trailing zeros, all but one of
        // its flush at most. One more is let pass (FORMAT.md 11.1).
        self.position > self.input.len() + FLUSH_BYTES
    }
}

/// Adds up what symbols would cost, in units of 1/256 bit; writes nothing.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    cost: u64,
}

impl Meter {
    /// A meter at zero.
    pub fn new() -> Meter {
        Meter::default()
    }

    /// The cost of everything coded so far, in bits.
    pub fn bits(&self) -> f64 {
        self.cost as f64 / 256.0
    }

    /// The cost of everything coded so far, in 1/256 bit.
    pub fn cost(&self) -> u64 {
        self.cost
    }
}

impl Coder for Meter {
    const READS: bool = false;

    fn bit(&mut self, bit: bool, p_true: u32) -> bool {
        self.cost += cost(if bit { p_true } else { ONE - p_true });
        bit
    }

    fn symbol(&mut self, symbol: usize, bounds: &[u32]) -> usize {
        self.cost += cost(bounds[symbol + 1] - bounds[symbol]);
        symbol
    }
}

/// Takes symbols and writes nothing: models code to it only to learn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listener;

impl Coder for Listener {
    const READS: bool = false;

    fn bit(&mut self, bit: bool, _: u32) -> bool {
        bit
    }

    fn symbol(&mut self, symbol: usize, _: &[u32]) -> usize {
        symbol
    }
}

/// -log2(`p` / 65,536), in 1/256 bit, for a `p` of 1 to 65,536. Worked out from whole numbers
/// alone, so that it is the same on every machine.
pub fn cost(p: u32) -> u64 {
    /// Fractional bits of what is squared, and digits of the logarithm that are worked out.
    const POINT: u32 = 31;
    const DIGITS: u32 = 14;
    let p = p.max(1);
    let whole = p.ilog2();
    let mut x = u64::from(p) << (POINT - whole);
    let mut log2 = u64::from(whole);
    // The next digit of the logarithm of x, which is from 1 to 2, is that of its square's whole
    // part.
    for _ in 0..DIGITS {
        x = (x * x) >> POINT;
        let digit = x >> (POINT + 1);
        log2 = log2 << 1 | digit;
        x >>= digit;
    }
    let digits = (u64::from(PROBABILITY_BITS) << DIGITS) - log2;
    (digits + (1 << (DIGITS - 9))) >> (DIGITS - 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn costs_are_logarithms() {
        for p in 1..=ONE {
            let exact = (16.0 - f64::from(p).log2()) * 256.0;
            assert!((cost(p) as f64 - exact).abs() < 0.52, "{p}");
        }
    }

    fn bounds_of(weights: &[u16]) -> Vec<u32> {
        let total: u32 = weights.iter().map(|&w| u32::from(w) + 1).sum();
        let mut bounds = vec![0];
        let mut sum = 0;
        for &weight in weights {
            sum += u32::from(weight) + 1;
            bounds.push((u64::from(sum) * u64::from(ONE) / u64::from(total)) as u32);
        }
        bounds
    }

    proptest! {
        #[test]
        fn decisions_come_back(decisions in prop::collection::vec((any::<bool>(), 1u32..ONE), 0..3000)) {
            let mut encoder = Encoder::new();
            for &(bit, p) in &decisions {
                encoder.bit(bit, p);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(bit, p) in &decisions {
                prop_assert_eq!(decoder.bit(false, p), bit);
            }
            prop_assert!(!decoder.overrun());
        }

        #[test]
        fn raw_bits_come_back(numbers in prop::collection::vec((any::<u64>(), 0u32..=64), 0..100)) {
            let mut encoder = Encoder::new();
            for &(number, width) in &numbers {
                encoder.raw_long(number, width);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(number, width) in &numbers {
                let lowest = number & 1u64.checked_shl(width).unwrap_or(0).wrapping_sub(1);
                prop_assert_eq!(decoder.raw_long(0, width), lowest);
            }
        }

        #[test]
        fn symbols_come_back(weights in prop::collection::vec(0u16..1000, 1..40), picks in prop::collection::vec(any::<prop::sample::Index>(), 0..500)) {
            let bounds = bounds_of(&weights);
            let picks: Vec<usize> = picks.iter().map(|i| i.index(weights.len())).filter(|&s| bounds[s] < bounds[s + 1]).collect();
            let (mut encoder, mut meter) = (Encoder::new(), Meter::new());
            for &symbol in &picks {
                encoder.symbol(symbol, &bounds);
                meter.symbol(symbol, &bounds);
            }
            let bytes = encoder.finish();
            prop_assert!(bytes.len() as f64 <= meter.bits() / 8.0 * 1.001 + 5.0);
            let mut decoder = Decoder::new(&bytes);
            for &symbol in &picks {
                prop_assert_eq!(decoder.symbol(0, &bounds), symbol);
            }
        }

        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..64), weights in prop::collection::vec(0u16..1000, 1..40)) {
            let bounds = bounds_of(&weights);
            let mut decoder = Decoder::new(&bytes);
            for index in 0..400 {
                prop_assert!(decoder.symbol(0, &bounds) < weights.len());
                decoder.bit(false, 1 + index * 100);
                decoder.raw(0, 7);
            }
        }
    }

    #[test]
    fn decisions_take_no_more_than_they_are_worth_however_likely() {
        const TIMES: u32 = 100_000;
        for p in [1, 66, ONE / 2, 65_470, ONE - 1] {
            let mut encoder = Encoder::new();
            for index in 0..TIMES {
                encoder.bit(p > ONE / 2, p);
                encoder.bit(index.wrapping_mul(0x9e37_79b9) >> 31 == 1, ONE / 2);
            }
            let likely = f64::from(p.max(ONE - p)) / f64::from(ONE);
            let worth = f64::from(TIMES) * (1.0 - likely.log2()) / 8.0;
            let bytes = encoder.finish().len() as f64;
            assert!(bytes <= worth + 5.0, "{p}: {bytes} {worth}");
        }
    }

    #[test]
    fn what_hardly_ever_comes_is_read_back() {
        let bits: Vec<bool> = (0..4000).map(|index| index % 1000 == 999).collect();
        let mut encoder = Encoder::new();
        for &bit in &bits {
            encoder.bit(bit, 1);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        for bit in bits {
            assert_eq!(decoder.bit(false, 1), bit);
        }
    }

    #[test]
    fn a_carry_reaches_all_bytes_held_back() {
        for (low, written) in [(0, [7, 255, 255, 255]), (1 << 32, [8, 0, 0, 0])] {
            let mut encoder = Encoder {
                low,
                cache: 7,
                pending: 4,
                ..Encoder::new()
            };
            encoder.shift_low();
            assert_eq!(encoder.out, written);
        }
    }

    #[test]
    fn nothing_takes_no_bytes() {
        assert!(Encoder::new().finish().is_empty());
    }
}

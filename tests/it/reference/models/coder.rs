//! Section 11 of FORMAT.md, as far as one decision goes: the range coder, adaptive bits, symbols
//! and numbers, mixers, refiners and hashes. Numbers in comments are its clauses.
//!
//! Whatever decodes asks a [`Source`] for one bit after the other. A source is a range decoder, or,
//! where a model reads what it knows already, a [`Known`].

use std::{collections::VecDeque, sync::LazyLock};

/// The greatest logarithm of odds (11.4).
pub(crate) const MOST: i64 = 2_840;

/// One, as a probability.
const ONE: i64 = 1 << 16;

/// Where decisions come from.
pub(crate) trait Source {
    /// The next decision, which is 1 with the probability `p` in 1/65,536.
    fn decision(&mut self, p: i64) -> bool;

    /// `count` raw bits, the highest first (11.1).
    fn raw(&mut self, count: u32) -> u64 {
        (0..count).fold(0, |bits, _| bits << 1 | u64::from(self.decision(1 << 15)))
    }
}

/// 11.1: where the rest of a range begins, behind `share` in 1/65,536 of it.
pub(crate) fn part(range: u32, share: u32) -> u32 {
    (u64::from(range) * u64::from(share) / 65_536) as u32
}

/// 11.1: reads decisions out of a stream.
pub(crate) struct RangeDecoder<'a> {
    bytes: &'a [u8],
    at: usize,
    range: u32,
    code: u32,
    /// What all decisions cost so far (7.8.3, *Cost*).
    pub(crate) cost: u32,
}

impl<'a> RangeDecoder<'a> {
    /// Begins with the first byte of `bytes`.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = RangeDecoder {
            bytes,
            at: 0,
            range: u32::MAX,
            code: 0,
            cost: 0,
        };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        decoder
    }

    /// How many bytes it read beyond the end.
    pub(crate) fn beyond(&self) -> usize {
        self.at.saturating_sub(self.bytes.len())
    }

    /// Whether these are five at most: with more, the stream is damaged.
    pub(crate) fn is_sound(&self) -> bool {
        self.beyond() <= 5
    }

    /// One of several symbols, of which number *s* owns the part of 65,536 from `bounds[s]` up to
    /// `bounds[s + 1]`.
    pub(crate) fn symbol(&mut self, bounds: &[u32]) -> usize {
        let begins = |s: usize| part(self.range, bounds[s]);
        let holds = |&s: &usize| begins(s) <= self.code && bounds[s] < 65_536;
        let s = (0..bounds.len() - 1).rev().find(holds).expect("a symbol");
        let (begin, end) = (begins(s), begins(s + 1));
        self.code -= begin;
        self.range = end - begin;
        self.refill();
        self.cost += cost(bounds[s + 1] - bounds[s]);
        s
    }

    fn next_byte(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        u32::from(byte)
    }

    fn refill(&mut self) {
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.next_byte();
        }
    }
}

impl Source for RangeDecoder<'_> {
    fn decision(&mut self, p: i64) -> bool {
        assert!((1..ONE).contains(&p), "a probability of {p}");
        let bound = part(self.range, p as u32);
        let one = self.code < bound;
        if one {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        self.refill();
        self.cost += cost(if one { p } else { ONE - p } as u32);
        one
    }
}

/// 7.8.3, *Cost*: that of a decision with this share of 65,536.
fn cost(share: u32) -> u32 {
    let k = share.ilog2();
    let below = (share - (1 << k)) << 8 >> k;
    4_096 - 256 * k - below
}

/// A source of decisions known beforehand: what is decoded from it is learnt, and nothing is read.
#[derive(Default)]
pub(crate) struct Known(VecDeque<bool>);

impl Known {
    /// `bit` is the next decision.
    pub(crate) fn push(&mut self, bit: bool) {
        self.0.push_back(bit);
    }

    /// The bits of `byte` are the next decisions, the highest first.
    pub(crate) fn push_byte(&mut self, byte: u8) {
        for place in (0..8).rev() {
            self.push(byte >> place & 1 == 1);
        }
    }
}

impl Source for Known {
    fn decision(&mut self, _: i64) -> bool {
        self.0.pop_front().expect("a decision")
    }
}

/// 11.2
#[derive(Clone, Debug)]
pub(crate) struct AdaptiveBit {
    /// The probability of a 1.
    pub(crate) p: i64,
    /// How often it learnt, up to the limit.
    pub(crate) n: i64,
    limit: i64,
}

impl AdaptiveBit {
    /// A bit with the start and the limit that stand where none are given.
    pub(crate) fn new() -> Self {
        AdaptiveBit::starting(1 << 15, 0)
    }

    /// A bit that starts at `p` and `n`, with the limit that stands where none is given.
    pub(crate) fn starting(p: i64, n: i64) -> Self {
        AdaptiveBit { p, n, limit: 30 }
    }

    /// The same bit with another limit.
    pub(crate) fn limit(self, limit: i64) -> Self {
        AdaptiveBit { limit, ..self }
    }

    /// Decodes a decision and learns from it.
    pub(crate) fn decode(&mut self, source: &mut dyn Source) -> bool {
        let bit = source.decision(self.p.clamp(24, 65_512));
        self.learn(bit);
        bit
    }

    /// Learns from a decision.
    pub(crate) fn learn(&mut self, bit: bool) {
        self.p += ((target(bit) - self.p) * (131_072 / (2 * self.n + 3))) >> 16;
        if self.n < self.limit {
            self.n += 1;
        }
    }
}

/// What probabilities move to: *t* in 11.2, 11.6 and others.
pub(crate) fn target(bit: bool) -> i64 {
    if bit { 65_535 } else { 0 }
}

/// 65,536 for a 1, 0 for a 0, from which errors are taken (11.4, 11.8).
pub(crate) fn whole(bit: bool) -> i64 {
    if bit { ONE } else { 0 }
}

/// 11.3: a symbol of some bits.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    width: u32,
    /// By the bits before with a one before them.
    bits: Vec<AdaptiveBit>,
}

impl Symbol {
    /// A symbol of `width` bits.
    pub(crate) fn new(width: u32) -> Self {
        Symbol {
            width,
            bits: vec![AdaptiveBit::new(); 1 << width],
        }
    }

    /// A symbol that expects `value`.
    pub(crate) fn expecting(width: u32, value: u64) -> Self {
        let mut symbol = Symbol::new(width);
        expect(&mut symbol.bits, width, value);
        symbol
    }

    /// Decodes a value.
    pub(crate) fn decode(&mut self, source: &mut dyn Source) -> u64 {
        let mut node = 1;
        for _ in 0..self.width {
            node = node << 1 | usize::from(self.bits[node].decode(source));
        }
        node as u64 - (1 << self.width)
    }
}

/// Starts those of `bits` that are on the way to `value`, a number of `width` bits, as 11.3 says.
fn expect(bits: &mut [AdaptiveBit], width: u32, value: u64) {
    let mut node = 1;
    for place in (0..width).rev() {
        let bit = value >> place & 1 == 1;
        bits[node] = AdaptiveBit::starting(if bit { 60_000 } else { 5_536 }, 2);
        node = node << 1 | usize::from(bit);
    }
}

/// 11.3: a number below 2^32 - 1.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    log2: Symbol,
    /// For each logarithm the bits of the digits behind the leading one, by the digits before with
    /// a one before them.
    digits: Vec<Vec<AdaptiveBit>>,
}

impl Number {
    /// A number that expects nothing.
    pub(crate) fn new() -> Self {
        Number {
            log2: Symbol::new(5),
            digits: vec![vec![AdaptiveBit::new(); 8]; 32],
        }
    }

    /// A number that expects `value`, which is below 15.
    pub(crate) fn expecting(value: u64) -> Self {
        let mut number = Number::new();
        let v = value + 1;
        let l = v.ilog2();
        number.log2 = Symbol::expecting(5, u64::from(l));
        expect(&mut number.digits[l as usize], l, v - (1 << l));
        number
    }

    /// Decodes a number.
    pub(crate) fn decode(&mut self, source: &mut dyn Source) -> u64 {
        let l = self.log2.decode(source) as u32;
        with_digits(source, l, 3, &mut self.digits[l as usize]) - 1
    }
}

/// A number of `l` binary digits behind its leading one: the first `most` of them at most by
/// `bits`, which are chosen by the digits before with a one before them, the rest raw.
fn with_digits(source: &mut dyn Source, l: u32, most: u32, bits: &mut [AdaptiveBit]) -> u64 {
    let learnt = l.min(most);
    let mut v = 1;
    for _ in 0..learnt {
        v = v << 1 | u64::from(bits[v as usize].decode(source));
    }
    let raw = l - learnt;
    v << raw | source.raw(raw)
}

/// The 32-bit FNV-1a hash, by which names are known.
pub(crate) fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// 11.4: the probability with the logarithm of odds `x`, in 1/65,536.
pub(crate) fn squash(x: i64) -> i64 {
    static TABLE: LazyLock<Vec<i64>> = LazyLock::new(|| {
        let mut e = 1_u128 << 62;
        (0..=MOST)
            .map(|_| {
                let p = (1_u128 << 78) / ((1 << 62) + e);
                e = (e * 4_593_706_758_521_714_574) >> 62;
                p.min(65_535) as i64
            })
            .collect()
    });
    match x {
        0.. => TABLE[x.min(MOST) as usize],
        _ => ONE - TABLE[(-x).min(MOST) as usize],
    }
}

/// 11.4: the logarithm of the odds of the probability `p`, which is below 65,536.
pub(crate) fn stretch(p: i64) -> i64 {
    static TABLE: LazyLock<Vec<i64>> = LazyLock::new(|| {
        let mut x = 0;
        let upper: Vec<i64> = (2_048..4_096)
            .map(|i| {
                while x < MOST && squash(x) < 16 * i + 8 {
                    x += 1;
                }
                x
            })
            .collect();
        let lower = upper.iter().rev().map(|x| -x);
        lower.chain(upper.iter().copied()).collect()
    });
    TABLE[(p >> 4) as usize]
}

/// A logarithm of odds within its bounds.
pub(crate) fn held(x: i64) -> i64 {
    x.clamp(-MOST, MOST)
}

/// 11.4
#[derive(Clone, Debug)]
pub(crate) struct Mixer {
    /// By set, by input.
    weights: Vec<Vec<i64>>,
    /// By set: *m*.
    counts: Vec<i64>,
    rate: i64,
    haste: i64,
}

impl Mixer {
    /// A mixer of `inputs` inputs with so many sets, a sum, a rate and a haste.
    pub(crate) fn new(inputs: usize, sets: usize, sum: i64, rate: i64, haste: i64) -> Self {
        Mixer::starting(&vec![sum / inputs as i64; inputs], sets, rate, haste)
    }

    /// A mixer with so many sets whose weights begin with these, a rate and a haste.
    pub(crate) fn starting(weights: &[i64], sets: usize, rate: i64, haste: i64) -> Self {
        Mixer {
            weights: vec![weights.to_vec(); sets],
            counts: vec![0; sets],
            rate,
            haste,
        }
    }

    /// The logarithm of odds that it says under a set.
    pub(crate) fn says(&self, set: usize, inputs: &[i64]) -> i64 {
        let weighed = self.weights[set].iter().zip(inputs);
        held(
            weighed
                .map(|(weight, input)| (weight * input) >> 10)
                .sum::<i64>()
                >> 6,
        )
    }

    /// Learns under a set that `bit` came where the probability had been said to be `p`.
    pub(crate) fn learn(&mut self, set: usize, inputs: &[i64], bit: bool, p: i64) {
        let m = &mut self.counts[set];
        let rate = self.rate + self.haste / (1 + (*m >> 6));
        *m = (*m + 1).min(1 << 17);
        let step = ((whole(bit) - p) * rate) >> 6;
        for (weight, input) in self.weights[set].iter_mut().zip(inputs) {
            *weight = (*weight + ((input * step + 8_192) >> 14)).clamp(-524_287, 524_287);
        }
    }
}

/// 11.5
#[derive(Clone, Debug)]
pub(crate) struct Refiner {
    /// By context.
    curves: Vec<[u16; 37]>,
    rate: u32,
}

impl Refiner {
    /// A refiner with so many contexts, and a rate.
    pub(crate) fn new(contexts: usize, rate: u32) -> Self {
        let curve = std::array::from_fn(|t| squash(128 * (t as i64 - 18)).min(65_535) as u16);
        Refiner {
            curves: vec![curve; contexts],
            rate,
        }
    }

    /// *k* and *f* of `x`.
    fn place(x: i64) -> (usize, i64) {
        let y = (x + 2_304).clamp(0, 4_607);
        ((y / 128) as usize, y % 128)
    }

    /// The probability that it refines `x` to.
    pub(crate) fn says(&self, context: usize, x: i64) -> i64 {
        let (k, f) = Refiner::place(x);
        let [below, above] = [k, k + 1].map(|t| i64::from(self.curves[context][t]));
        (below * (128 - f) + above * f) / 128
    }

    /// Learns that `bit` came where it had been given `x`.
    pub(crate) fn learn(&mut self, context: usize, x: i64, bit: bool) {
        let (k, f) = Refiner::place(x);
        let p = &mut self.curves[context][k + usize::from(f >= 64)];
        if bit {
            *p += (65_535 - *p) >> self.rate;
        } else {
            *p -= *p >> self.rate;
        }
    }
}

/// 11.7
pub(crate) fn hash3(a: u32, b: u32, c: u32) -> u64 {
    let a = u64::from(a).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = u64::from(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let h = a ^ b ^ u64::from(c) << 17;
    let h = (h ^ h >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h ^ h >> 32
}

/// 11.7
pub(crate) fn hash32(a: u32, b: u32, c: u32) -> u32 {
    hash3(a, b, c) as u32
}

//! Several predictions of one decision blended into a better one.
//!
//! Predictions meet in the logistic domain (Mahoney 2005): each becomes ln(p / (1 - p)), a weighted sum of them becomes a
//! probability again, and the weights learn from every decision. Integers and tables alone: the same on every machine.

use super::range::{Coder, ONE};

/// Stretched probabilities have this many fractional bits.
const STRETCH_BITS: u32 = 8;
/// Largest stretched probability: ln(65,535) in those units.
pub const STRETCH_MAX: i32 = 2840;
const WEIGHT_ONE: i32 = 1 << 16;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: i32 = 12;

/// 65,536 / (1 + e^(-x / 256)) for x = 0 ..= STRETCH_MAX, from e^(-1/256) in 62-bit fixed point.
static SQUASH: [u16; STRETCH_MAX as usize + 1] = {
    const POINT: u32 = 62;
    /// e^(-1/256) · 2^62.
    const STEP: u128 = 4_593_706_758_521_714_574;
    let mut table = [0; STRETCH_MAX as usize + 1];
    let mut power: u128 = 1 << POINT;
    let mut x = 0;
    while x <= STRETCH_MAX as usize {
        let p = (1u128 << (POINT + 16)) / ((1u128 << POINT) + power);
        table[x] = if p > 65_535 { 65_535 } else { p as u16 };
        power = (power * STEP) >> POINT;
        x += 1;
    }
    table
};

/// The inverse of [`squash`], by the upper twelve bits of the probability.
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

/// The probability (in 1/65,536) whose logarithm of odds is `x` / 256.
#[inline]
pub fn squash(x: i32) -> u32 {
    if x >= 0 {
        u32::from(SQUASH[x.min(STRETCH_MAX) as usize])
    } else {
        ONE - u32::from(SQUASH[(-x).min(STRETCH_MAX) as usize])
    }
}

/// The logarithm of the odds of `p` / 65,536, in 1/256.
#[inline]
pub fn stretch(p: u32) -> i32 {
    i32::from(STRETCH[(p >> 4) as usize & 4095])
}

/// No weight leaves `-WEIGHT_MAX ..= WEIGHT_MAX`, so that its product with a prediction fits 32 bits.
const WEIGHT_MAX: i32 = (1 << 19) - 1;
/// A mixer's rate counts in steps of 2^-26 a unit of prediction and a unit of error.
const RATE_BITS: (u32, u32) = (6, 14);

/// Weights for up to `inputs` predictions, one set for each of several situations.
#[derive(Clone, Debug)]
pub struct Mixer {
    inputs: usize,
    weights: Vec<i32>,
    rate: i32,
}

impl Mixer {
    /// `sets` sets of weights for `inputs` predictions, all equal at first and summing to `sum` / 65,536; `rate` is how fast
    /// they learn (2 to 14 where there is much to learn from, 50 where every decision must count; 2^14 at most).
    pub fn new(inputs: usize, sets: usize, sum: i32, rate: i32) -> Mixer {
        Mixer {
            inputs,
            weights: vec![sum / inputs as i32; inputs * sets],
            rate,
        }
    }

    /// The blend of stretched predictions under weight set `set`, stretched.
    #[inline]
    pub fn blend(&self, stretched: &[i32], set: usize) -> i32 {
        let weights = &self.weights[set * self.inputs..][..self.inputs];
        // Ten of the sixteen fractional bits go before the sum, so that it fits 32 bits too.
        let sum: i32 = weights
            .iter()
            .zip(stretched)
            .map(|(&w, &x)| (w * x) >> 10)
            .sum();
        (sum >> 6).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Learns that the decision was `bit` where the blend had said `p` / 65,536.
    #[inline]
    pub fn update(&mut self, stretched: &[i32], set: usize, bit: bool, p: u32) {
        let error = (if bit { ONE as i32 } else { 0 }) - p as i32;
        let step = (error * self.rate) >> RATE_BITS.0;
        let weights = &mut self.weights[set * self.inputs..][..self.inputs];
        for (weight, &x) in weights.iter_mut().zip(stretched) {
            let moved = *weight + ((x * step + (1 << RATE_BITS.1 >> 1)) >> RATE_BITS.1);
            *weight = moved.clamp(-WEIGHT_MAX, WEIGHT_MAX);
        }
    }
}

/// Corrects a probability by what came true before when it was said in the same context (secondary estimation, Mahoney 2005).
#[derive(Clone, Debug)]
pub struct Refiner {
    /// By context and by stretched probability in 37 steps, between which it is interpolated.
    table: Vec<u16>,
    /// The entry to learn from what comes of the last refinement.
    nearest: usize,
    rate: u32,
}

/// Stretched probabilities that differ by this share an entry.
const REFINER_STEP: i32 = 128;
const REFINER_SIDE: i32 = 18;
const REFINER_ENTRIES: usize = 2 * REFINER_SIDE as usize + 1;

impl Refiner {
    /// A refiner of `contexts` contexts that changes nothing at first and moves by 1 / 2^`rate` with each decision.
    pub fn new(contexts: usize, rate: u32) -> Refiner {
        let row = (-REFINER_SIDE..=REFINER_SIDE)
            .map(|step| squash(step * REFINER_STEP).min(ONE - 1) as u16);
        Refiner {
            table: row.cycle().take(contexts * REFINER_ENTRIES).collect(),
            nearest: 0,
            rate,
        }
    }

    /// The probability (in 1/65,536) that a stretched one turns out to mean in `context`.
    #[inline]
    pub fn refine(&mut self, stretched: i32, context: usize) -> u32 {
        const END: i32 = REFINER_SIDE * REFINER_STEP;
        let above = (stretched + END).clamp(0, 2 * END - 1);
        let (step, rest) = (above / REFINER_STEP, (above % REFINER_STEP) as u32);
        let low = context * REFINER_ENTRIES + step as usize;
        let all = REFINER_STEP as u32;
        self.nearest = low + usize::from(rest * 2 >= all);
        (u32::from(self.table[low]) * (all - rest) + u32::from(self.table[low + 1]) * rest) / all
    }

    /// Learns that the decision last refined was `bit`.
    #[inline]
    pub fn update(&mut self, bit: bool) {
        let p = &mut self.table[self.nearest];
        if bit {
            *p += (65_535 - *p) >> self.rate;
        } else {
            *p -= *p >> self.rate;
        }
    }
}

/// What one context has seen of one decision.
#[derive(Clone, Copy, Debug)]
struct Slot {
    p: u16,
    count: u8,
    check: u8,
}

const EMPTY: Slot = Slot {
    p: (ONE / 2) as u16,
    count: 0,
    check: 0,
};
/// A slot forgets observations older than about this many.
const SLOT_LIMIT: u8 = 60;

/// How much a prediction counts after so many observations, in 1/256.
const CONFIDENCE: [i32; 8] = [0, 150, 190, 210, 225, 235, 245, 256];

/// Codes symbols of a few bits whose likelihood depends on several contexts at once.
///
/// A context is any number that summarises something known to both sides (a hash is fine). Each is looked up, for
/// each bit of the symbol, in one hashed table; what they predict is blended by a [`Mixer`].
#[derive(Clone, Debug)]
pub struct ContextMixer {
    slots: Vec<Slot>,
    mixer: Mixer,
    contexts: usize,
    stretched: Vec<i32>,
    places: Vec<usize>,
}

impl ContextMixer {
    /// A mixer of `contexts` contexts over a table of 2^`log2_slots` slots of four bytes, with `sets` sets of weights.
    pub fn new(contexts: usize, log2_slots: u32, sets: usize) -> ContextMixer {
        ContextMixer {
            slots: vec![EMPTY; 1 << log2_slots],
            mixer: Mixer::new(contexts + 1, sets, WEIGHT_ONE + WEIGHT_ONE / 2, 40),
            contexts,
            stretched: vec![0; contexts + 1],
            places: vec![0; contexts],
        }
    }

    /// Codes the `width` bits of `value`, highest first, under `contexts` (as many as announced) and weight set `set`.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: &[u32],
        set: usize,
    ) -> u32 {
        debug_assert_eq!(contexts.len(), self.contexts);
        let mut node = 1u32;
        for shift in (0..width).rev() {
            let bit = self.bit(coder, value >> shift & 1 == 1, node, contexts, set);
            node = node << 1 | u32::from(bit);
        }
        node - (1 << width)
    }

    fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        node: u32,
        contexts: &[u32],
        set: usize,
    ) -> bool {
        let mask = self.slots.len() - 1;
        for (index, &context) in contexts.iter().enumerate() {
            let hash = hash3(context, node, index as u32);
            let (place, check) = (hash as usize & mask, (hash >> 56) as u8);
            let slot = &mut self.slots[place];
            if slot.check != check {
                *slot = Slot { check, ..EMPTY };
            }
            self.places[index] = place;
            let confidence = CONFIDENCE[usize::from(slot.count).min(CONFIDENCE.len() - 1)];
            self.stretched[index] = (stretch(u32::from(slot.p)) * confidence) >> 8;
        }
        self.stretched[self.contexts] = 1 << STRETCH_BITS >> 1;
        let p = squash(self.mixer.blend(&self.stretched, set)) as i32;
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE as i32 - FLOOR) as u32);
        self.mixer.update(&self.stretched, set, bit, p as u32);
        for &place in &self.places {
            let slot = &mut self.slots[place];
            let target = if bit { ONE as i32 - 1 } else { 0 };
            slot.p = (i32::from(slot.p)
                + (target - i32::from(slot.p)) * 2 / (2 * i32::from(slot.count) + 3))
                as u16;
            slot.count += u8::from(slot.count < SLOT_LIMIT);
        }
        bit
    }
}

/// A well-spread 64-bit hash of three numbers.
#[inline]
pub fn hash3(a: u32, b: u32, c: u32) -> u64 {
    let mut h = u64::from(a).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(c) << 17;
    h ^= h >> 29;
    h = h.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h ^ h >> 32
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
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    #[test]
    fn squashing_undoes_stretching() {
        for p in (8..ONE).step_by(16) {
            let back = squash(stretch(p));
            assert!(back.abs_diff(p) <= p.min(ONE - p) / 32 + 16, "{p} {back}");
        }
        assert_eq!(squash(0), ONE / 2);
    }

    #[test]
    fn the_context_that_knows_wins() {
        let mut mixer = ContextMixer::new(2, 12, 1);
        let mut encoder = Encoder::new();
        for index in 0u32..4000 {
            let noise = hash3(index, 7, 9) as u32 % 13;
            let known = index % 17;
            mixer.code(&mut encoder, known * 15 % 16, 4, &[noise, known], 0);
        }
        assert!(encoder.finish().len() < 600);
    }

    proptest! {
        #[test]
        fn symbols_come_back(symbols in prop::collection::vec((0u32..256, 0u32..5, 0u32..500), 0..500)) {
            let (mut encoder, mut mixer) = (Encoder::new(), ContextMixer::new(2, 10, 2));
            for &(value, a, b) in &symbols {
                mixer.code(&mut encoder, value, 8, &[a, b], (a & 1) as usize);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut mixer) = (Decoder::new(&bytes), ContextMixer::new(2, 10, 2));
            for &(value, a, b) in &symbols {
                prop_assert_eq!(mixer.code(&mut decoder, 0, 8, &[a, b], (a & 1) as usize), value);
            }
        }
    }
}

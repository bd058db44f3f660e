//! Section 11 of FORMAT.md, as far as several contexts go: context mixers, light blends, choosers
//! and votes.
//! Numbers in comments are its clauses.

use super::coder::{
    AdaptiveBit, Mixer, Refiner, Source, hash3, hash32, held, squash, stretch, target, whole,
};

impl AdaptiveBit {
    /// 11.6: what it says, believed as far as it was seen.
    fn cautious(&self) -> i64 {
        let believed = [0, 150, 190, 210, 225, 235, 245, 256][self.n.min(7) as usize];
        (stretch(self.p) * believed) >> 8
    }
}

/// 11.6, a place of the table.
#[derive(Clone)]
struct Slot {
    bit: AdaptiveBit,
    check: u32,
}

impl Slot {
    fn new(check: u32) -> Self {
        Slot {
            bit: AdaptiveBit::new().limit(120),
            check,
        }
    }

    /// 11.6, 2
    fn state(&self) -> usize {
        let class = match self.bit.n {
            0..8 => self.bit.n,
            n => 8 + i64::from((n / 8).ilog2()),
        };
        (64 * class + (self.bit.p >> 10)) as usize
    }
}

/// 11.6
#[derive(Clone)]
pub(crate) struct ContextMixer {
    slots: Vec<Slot>,
    /// By context, by state.
    outcomes: Vec<Vec<i64>>,
    mixer: Mixer,
    refiner: Refiner,
}

impl ContextMixer {
    /// A context mixer of so many contexts, slots and sets.
    pub(crate) fn new(contexts: usize, slots: usize, sets: usize) -> Self {
        let outcomes = (0..1_024).map(|i| 1_024 * (i % 64) + 512).collect();
        ContextMixer {
            slots: vec![Slot::new(0); slots],
            outcomes: vec![outcomes; contexts],
            mixer: Mixer::new(2 * contexts + 1, sets, 98_304, 15, 60),
            refiner: Refiner::new(1_024, 6),
        }
    }

    /// Decodes `width` bits under the contexts and a set.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        width: u32,
        contexts: &[u32],
        set: usize,
    ) -> u64 {
        bits(width, |node| self.decode_bit(source, node, contexts, set))
    }

    fn decode_bit(
        &mut self,
        source: &mut dyn Source,
        node: u32,
        contexts: &[u32],
        set: usize,
    ) -> bool {
        let mut inputs = Vec::new();
        let mut places = Vec::new();
        for (i, &context) in contexts.iter().enumerate() {
            let (slot, state) = self.look_up(node, i, context);
            places.push((slot, state));
            let bit = &self.slots[slot].bit;
            if bit.n == 0 {
                inputs.extend([0, 0]);
            } else {
                inputs.extend([bit.cautious(), stretch(self.outcomes[i][state])]);
            }
        }
        inputs.push(128);
        let x = self.mixer.says(set, &inputs);
        let refined = hash32(node, set as u32, 1) as usize % 1_024;
        let p = (squash(x) + self.refiner.says(refined, x)) >> 1;
        let bit = source.decision(p.clamp(12, 65_524));
        self.mixer.learn(set, &inputs, bit, squash(x));
        self.refiner.learn(refined, x, bit);
        for (i, (slot, state)) in places.into_iter().enumerate() {
            self.slots[slot].bit.learn(bit);
            let outcome = &mut self.outcomes[i][state];
            *outcome += (target(bit) - *outcome) >> 7;
        }
        bit
    }

    /// 11.6, 1: the slot of the `i`-th context, and its state.
    fn look_up(&mut self, node: u32, i: usize, context: u32) -> (usize, usize) {
        let hash = hash32(context, i as u32, 0) ^ node.wrapping_mul(0x9e37_79b1);
        let h = hash.wrapping_mul(0x85eb_ca6b);
        let slot = (h ^ h >> 15) as usize % self.slots.len();
        if self.slots[slot].check != h >> 24 {
            self.slots[slot] = Slot::new(h >> 24);
        }
        (slot, self.slots[slot].state())
    }
}

/// 11.8
#[derive(Clone)]
pub(crate) struct LightBlend {
    /// By set, by input.
    weights: Vec<[i64; 8]>,
    /// By set: *m*.
    counts: Vec<i64>,
    rate: i64,
    haste: i64,
    refiner: Refiner,
    corrections: usize,
}

impl LightBlend {
    /// A light blend with so many sets, a sum, a rate, a haste, and so many corrections.
    pub(crate) fn new(sets: usize, sum: i64, rate: i64, haste: i64, corrections: usize) -> Self {
        LightBlend {
            weights: vec![[sum * 16_384 / 200 / 8; 8]; sets],
            counts: vec![0; sets],
            rate,
            haste,
            refiner: Refiner::new(corrections, 6),
            corrections,
        }
    }

    /// *x*, before it is refined, under two sets.
    pub(crate) fn sum(&self, sets: [usize; 2], inputs: &[i64; 8]) -> i64 {
        let [one, other] = sets.map(|set| &self.weights[set]);
        let weighed = (0..8).map(|i| (one[i] + other[i]) * inputs[i]);
        held(weighed.sum::<i64>() >> 14)
    }

    /// The probability for *x* under a correction, before it is held.
    pub(crate) fn says(&self, x: i64, correction: u32) -> i64 {
        let refined = self.refiner.says(correction as usize % self.corrections, x);
        (squash(x) + refined) >> 1
    }

    /// Learns that `bit` came where the sum was `x`.
    pub(crate) fn learn(
        &mut self,
        sets: [usize; 2],
        inputs: &[i64; 8],
        x: i64,
        correction: u32,
        bit: bool,
    ) {
        for set in sets {
            let m = &mut self.counts[set];
            let rate = self.rate + self.haste / (1 + (*m >> 5));
            *m = (*m + 1).min(4_096);
            let step = (((whole(bit) - squash(x)) * rate) >> 6).clamp(-32_768, 32_767);
            for (weight, input) in self.weights[set].iter_mut().zip(inputs) {
                let moved = *weight + ((((2 * input * step) >> 16) + 1) >> 1);
                *weight = moved.clamp(-16_383, 16_383);
            }
        }
        self.refiner
            .learn(correction as usize % self.corrections, x, bit);
    }
}

/// 11.9: the slots of a chooser, or of what votes.
#[derive(Clone)]
struct Slots {
    slots: Vec<Slot>,
    /// The hashes that the latest four bits began with.
    hashes: Vec<u64>,
}

impl Slots {
    fn new(slots: usize) -> Self {
        Slots {
            slots: vec![Slot::new(0); slots],
            hashes: Vec::new(),
        }
    }

    /// The slots of the contexts for a decision.
    fn of_decision(&mut self, contexts: &[u32]) -> Vec<usize> {
        self.hash(contexts, 7);
        self.find(|hash| hash)
    }

    /// The slots of the contexts for the bit of a number behind those of `node`.
    fn of_bit(&mut self, contexts: &[u32], node: u32) -> Vec<usize> {
        let since = node.ilog2() % 4;
        if since == 0 {
            self.hash(contexts, node);
        }
        let bits = 1 << since | u64::from(node) & ((1 << since) - 1);
        self.find(|hash| hash & !15 | bits)
    }

    fn hash(&mut self, contexts: &[u32], last: u32) {
        let hashes = contexts.iter().zip(0..);
        self.hashes = hashes.map(|(&c, i)| hash3(c, i, last)).collect();
    }

    fn find(&mut self, place: impl Fn(u64) -> u64) -> Vec<usize> {
        let mut found = Vec::new();
        for &hash in &self.hashes {
            let slot = place(hash) as usize % self.slots.len();
            let check = (hash >> 40) as u32 & 0xff;
            if self.slots[slot].check != check {
                self.slots[slot] = Slot::new(check);
            }
            found.push(slot);
        }
        found
    }

    /// What the slots say, believed as far as they were seen.
    fn cautious(&self, slots: &[usize]) -> Vec<i64> {
        let bits = slots.iter().map(|&slot| &self.slots[slot].bit);
        bits.map(AdaptiveBit::cautious).collect()
    }

    fn learn(&mut self, slots: &[usize], bit: bool) {
        for &slot in slots {
            self.slots[slot].bit.learn(bit);
        }
    }
}

/// Decodes a number of `width` bits, each by `decode` from the bits before with a one before them.
fn bits(width: u32, mut decode: impl FnMut(u32) -> bool) -> u64 {
    let node = (0..width).fold(1, |node, _| node << 1 | u32::from(decode(node)));
    u64::from(node) - (1 << width)
}

/// 11.9
#[derive(Clone)]
pub(crate) struct Chooser {
    slots: Slots,
    blend: LightBlend,
    /// How many sets it is said to have.
    sets: usize,
}

impl Chooser {
    /// A chooser with so many slots and sets.
    pub(crate) fn new(slots: usize, sets: usize) -> Self {
        Chooser {
            slots: Slots::new(slots),
            blend: LightBlend::new(sets + 64, 150, 8, 40, 1_024),
            sets,
        }
    }

    /// Decodes a decision under contexts and a set.
    pub(crate) fn decision(
        &mut self,
        source: &mut dyn Source,
        contexts: &[u32],
        set: usize,
    ) -> bool {
        let slots = self.slots.of_decision(contexts);
        self.decode_bit(source, &slots, 1, set)
    }

    /// Decodes a number of `width` bits under contexts and a set.
    pub(crate) fn number(
        &mut self,
        source: &mut dyn Source,
        width: u32,
        contexts: &[u32],
        set: usize,
    ) -> u64 {
        bits(width, |node| {
            let slots = self.slots.of_bit(contexts, node);
            self.decode_bit(source, &slots, node, set)
        })
    }

    fn decode_bit(
        &mut self,
        source: &mut dyn Source,
        slots: &[usize],
        node: u32,
        set: usize,
    ) -> bool {
        let mut inputs = [0; 8];
        inputs[7] = 128;
        for (input, said) in inputs.iter_mut().zip(self.slots.cautious(slots)) {
            *input = said;
        }
        let sets = [set, self.sets + node as usize % 64];
        let correction = hash32(node, set as u32, 1);
        let x = self.blend.sum(sets, &inputs);
        let p = self.blend.says(x, correction);
        let bit = source.decision(p.clamp(12, 65_524));
        self.blend.learn(sets, &inputs, x, correction, bit);
        self.slots.learn(slots, bit);
        bit
    }
}

/// 11.10: what codes by votes.
#[derive(Clone)]
pub(crate) struct Votes {
    slots: Slots,
}

impl Votes {
    /// Votes over so many slots.
    pub(crate) fn new(slots: usize) -> Self {
        Votes {
            slots: Slots::new(slots),
        }
    }

    /// Decodes a decision under contexts.
    pub(crate) fn decision(&mut self, source: &mut dyn Source, contexts: &[u32]) -> bool {
        let slots = self.slots.of_decision(contexts);
        self.decode_bit(source, &slots)
    }

    /// Decodes a number of `width` bits under contexts.
    pub(crate) fn number(&mut self, source: &mut dyn Source, width: u32, contexts: &[u32]) -> u64 {
        bits(width, |node| {
            let slots = self.slots.of_bit(contexts, node);
            self.decode_bit(source, &slots)
        })
    }

    fn decode_bit(&mut self, source: &mut dyn Source, slots: &[usize]) -> bool {
        let p = outcome(&self.slots.cautious(slots), 350);
        let bit = source.decision(p.clamp(12, 65_524));
        self.slots.learn(slots, bit);
        bit
    }
}

/// 11.10: what votes say together with a gain.
pub(crate) fn outcome(votes: &[i64], gain: i64) -> i64 {
    squash((votes.iter().sum::<i64>() * (256 * gain / votes.len() as i64)) >> 16)
}

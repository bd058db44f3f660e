//! Blends many predictions of one bit: several weighted sums, each with weights chosen by another
//! *view* of the situation, are blended by a second mixer, and the result is corrected by what came
//! true after similar results.
//!
//! Weights and predictions have sixteen bits, so that the compiler uses SIMD multiplications, eight
//! at once.

use super::{repeat, strength::MAX_INPUTS};
use crate::coding::{
    adaptive::error_of,
    mix::{Mixer, Refiner, STRETCH_MAX, squash},
};

/// Number of predictions handled at once (SIMD lanes).
const LANES: usize = 8;
const GROUPS: usize = MAX_INPUTS / LANES;
/// Sets of weights by field; the fields from `FIELD_SETS - 1` up share the last.
pub const FIELD_SETS: usize = 16;
/// Log2 of the refiner's contexts, which are chosen by the last byte and the bits so far.
pub(super) const LOG2_CORRECTIONS: u32 = 12;
const VIEWS: usize = 4;
/// Classes of repetitions: one for none, then one for every two classes of lengths.
pub(super) const REPEAT_CLASSES: usize = 1 + repeat::CLASSES / 2;
/// The learning rate of the weights.
const RATE: i32 = 12;
/// The initial sum of the weights of a set, one and a half in 1/2^14.
const FIRST_WEIGHTS: i32 = 3 << 13;

/// Stretched predictions, padded with zeros.
pub(super) type Inputs = [i16; MAX_INPUTS];

/// The weights of one set.
type Set<'a> = &'a [[i16; LANES]];

/// The weighted sums under four sets at once, stretched. They are computed in one pass: the inputs
/// are loaded once, and the sums do not wait for each other.
#[inline]
fn blend(inputs: &Inputs, sets: [Set; VIEWS]) -> [i32; VIEWS] {
    let [a, b, c, d] = sets.map(<[_]>::as_flattened);
    let mut sums = [0i32; VIEWS];
    for ((((&input, &a), &b), &c), &d) in inputs.iter().zip(a).zip(b).zip(c).zip(d) {
        for (sum, weight) in sums.iter_mut().zip([a, b, c, d]) {
            *sum = sum.wrapping_add(i32::from(weight) * i32::from(input));
        }
    }
    sums.map(|sum| (sum >> 14).clamp(-STRETCH_MAX, STRETCH_MAX))
}

/// Moves weights by inputs times steps, in units of 2^-30. The steps come as an array, to a
/// function that is not inlined, so that the compiler can see that both factors of each
/// multiplication have sixteen bits: it then multiplies eight at once, twice as fast overall.
#[inline(never)]
fn move_weights(weights: &mut [[i16; LANES]], inputs: &Inputs, steps: &[[i16; LANES]; GROUPS]) {
    let (inputs, _) = inputs.as_chunks::<LANES>();
    for ((weights, inputs), steps) in weights.iter_mut().zip(inputs).zip(steps) {
        for lane in 0..LANES {
            let twice = i32::from(inputs[lane] << 1);
            let moved = ((twice * i32::from(steps[lane])) >> 16) as i16;
            weights[lane] = weights[lane].saturating_add((moved + 1) >> 1);
        }
    }
}

/// What selects weights and corrections for a bit.
pub(super) struct Situation {
    /// The bits of the byte so far, with a leading one.
    pub(super) node: usize,
    /// The last bytes, the latest lowest.
    pub(super) recent: u64,
    /// The kind of text.
    pub(super) field: u32,
    /// How many contexts have seen this decision before, below 32.
    pub(super) known: usize,
    /// The class of the repetition, below [`REPEAT_CLASSES`]; zero for none.
    pub(super) repeat: usize,
}

impl Situation {
    /// The kind of text as a class, below [`FIELD_SETS`].
    #[inline]
    pub(super) fn kind(&self) -> usize {
        (self.field as usize).min(FIELD_SETS - 1)
    }

    /// The refiner's context. The last byte picks sixteen neighbours and the bits one of these, by
    /// a hash with few collisions.
    #[inline]
    pub(super) fn correction(&self) -> usize {
        let hash = (self.recent as usize & 255) * 0x1_0dc5 + self.node * 0x4f;
        hash & ((1 << LOG2_CORRECTIONS) - 1)
    }

    /// How many bits of the byte are known, 0 to 7.
    #[inline]
    fn depth(&self) -> usize {
        self.node.ilog2() as usize
    }
}

/// The views: each maps a situation to one of its sets of weights.
const CHOICES: [fn(&Situation) -> usize; VIEWS] = [
    |s| s.kind() * REPEAT_CLASSES + s.repeat,
    |s| s.known << 3 | s.depth(),
    |s| s.node,
    |s| s.recent as usize & 255,
];
/// Number of sets of weights of each view.
const SETS: [usize; VIEWS] = [FIELD_SETS * REPEAT_CLASSES, 32 << 3, 256, 256];

/// Blends predictions and learns from what came of them.
#[derive(Clone, Debug)]
pub(super) struct Blend {
    /// The sets of all views, one view after another.
    weights: Vec<[i16; LANES]>,
    /// Number of groups of [`LANES`] weights in a set.
    groups: usize,
    /// Where each view's current set begins in `weights`.
    starts: [usize; VIEWS],
    /// The prediction of each view, stretched.
    said: [i32; VIEWS],
    last: Mixer,
    last_set: usize,
    blended: u32,
    refiner: Refiner,
}

impl Blend {
    /// A blend of `inputs` predictions.
    pub(super) fn new(inputs: usize) -> Blend {
        let groups = inputs.div_ceil(LANES);
        let each = (FIRST_WEIGHTS / inputs as i32) as i16;
        Blend {
            weights: vec![[each; LANES]; groups * SETS.iter().sum::<usize>()],
            groups,
            starts: [0; VIEWS],
            said: [0; VIEWS],
            last: Mixer::new(VIEWS, FIELD_SETS * 8, 1 << 16, 3),
            last_set: 0,
            blended: 0,
            refiner: Refiner::new(1 << LOG2_CORRECTIONS),
        }
    }

    /// The probability of a one, in 1/65,536.
    #[inline]
    pub(super) fn predict(&mut self, inputs: &Inputs, situation: &Situation) -> u32 {
        let correction = situation.correction();
        self.refiner.fetch(correction);
        let mut first = 0;
        for ((start, choose), sets) in self.starts.iter_mut().zip(CHOICES).zip(SETS) {
            *start = (first + choose(situation)) * self.groups;
            first += sets;
        }
        let sets = self
            .starts
            .map(|start| &self.weights[start..][..self.groups]);
        self.said = blend(inputs, sets);
        self.last_set = situation.kind() << 3 | situation.depth();
        let blended = self.last.blend(&self.said, self.last_set);
        self.blended = squash(blended);
        self.refiner.halfway(self.blended, blended, correction)
    }

    /// Learns that the bit was `bit`.
    #[inline]
    pub(super) fn update(&mut self, inputs: &Inputs, bit: bool) {
        for (&start, &said) in self.starts.iter().zip(&self.said) {
            let error = error_of(bit, squash(said));
            let step = ((error * RATE) >> 6) as i16;
            if step != 0 {
                let weights = &mut self.weights[start..][..self.groups];
                move_weights(weights, inputs, &[[step; LANES]; GROUPS]);
            }
        }
        self.last
            .update(&self.said, self.last_set, bit, self.blended);
        self.refiner.update(bit);
    }
}

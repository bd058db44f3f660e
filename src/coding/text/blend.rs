//! Many predictions of one bit blended into one: weights learnt under several views of the situation, what those say
//! blended again, and the result corrected by what came of such results before.
//!
//! Weights and predictions have sixteen bits, so that a compiler finds the machine's eight-at-once multiplications.

use super::level::MAX_INPUTS;
use crate::coding::mix::{Mixer, Refiner, STRETCH_MAX, squash};

/// Predictions are handled so many at once.
const LANES: usize = 8;
const GROUPS: usize = MAX_INPUTS / LANES;
/// Fields from 15 up share a set of weights.
const FIELD_SETS: usize = 16;
/// The last byte and the bits so far share this many corrections.
const REFINER_BITS: u32 = 12;
const MOST_VIEWS: usize = 4;
/// Lengths of repetitions fall into so many classes.
const REPEAT_CLASSES: usize = 32;
/// How fast weights learn.
const RATE: i32 = 12;
/// A weight of one.
const WEIGHT_ONE: i32 = 1 << 14;

/// Stretched predictions, filled up with zeros.
pub(super) type Inputs = [i16; MAX_INPUTS];

/// Sets of weights for one view.
#[derive(Clone, Debug)]
struct Weights {
    weights: Vec<[i16; LANES]>,
    /// Groups of lanes in a set.
    groups: usize,
}

impl Weights {
    /// Equal weights that add up to one and a half.
    fn new(inputs: usize, sets: usize) -> Weights {
        let groups = inputs.div_ceil(LANES);
        let each = (WEIGHT_ONE * 3 / 2 / inputs as i32) as i16;
        Weights {
            weights: vec![[each; LANES]; groups * sets],
            groups,
        }
    }

    #[inline]
    fn blend(&self, inputs: &Inputs, set: usize) -> i32 {
        let weights = &self.weights[set * self.groups..][..self.groups];
        let sum = weights
            .as_flattened()
            .iter()
            .zip(inputs)
            .map(|(&weight, &input)| i32::from(weight) * i32::from(input))
            .fold(0, i32::wrapping_add);
        (sum >> 14).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Moves the weights of a set by `step` times their inputs, in units of 2^-30.
    #[inline]
    fn learn(&mut self, inputs: &Inputs, set: usize, step: i16) {
        if step != 0 {
            let weights = &mut self.weights[set * self.groups..][..self.groups];
            move_weights(weights, inputs, &[[step; LANES]; GROUPS]);
        }
    }
}

/// Adds inputs times steps. That the steps come in an array, and to a function that is not inlined, lets the compiler see at
/// each multiplication that both sides have sixteen bits: it then multiplies eight at once, twice as fast in all.
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
    /// The bits of the byte so far, with a one before them.
    pub(super) node: usize,
    /// The last bytes, the latest lowest.
    pub(super) recent: u64,
    /// The kind of text.
    pub(super) field: u32,
    /// How many contexts were seen before, below 32.
    pub(super) known: usize,
    /// How much is repeated, in classes below 32; zero for none.
    pub(super) repeat: usize,
}

impl Situation {
    /// The kind of text, below [`FIELD_SETS`].
    #[inline]
    fn kind(&self) -> usize {
        (self.field as usize).min(FIELD_SETS - 1)
    }

    /// How many bits of the byte are known, 0 to 7.
    #[inline]
    fn depth(&self) -> usize {
        self.node.ilog2() as usize
    }
}

/// Ways to look at a situation, each with weights of its own. The first are the most useful.
const VIEWS: [fn(&Situation) -> usize; MOST_VIEWS] = [
    |s| s.kind() * REPEAT_CLASSES + s.repeat,
    |s| s.known << 3 | s.depth(),
    |s| s.node,
    |s| s.recent as usize & 255,
];
/// How many sets of weights each of them has.
const SETS: [usize; MOST_VIEWS] = [FIELD_SETS * REPEAT_CLASSES, 32 << 3, 256, 256];

/// One view at work.
#[derive(Clone, Debug)]
struct View {
    weights: Weights,
    set: usize,
}

/// Blends predictions and learns from what came of them.
#[derive(Clone, Debug)]
pub(super) struct Blend {
    views: Vec<View>,
    /// What each view says, stretched.
    said: [i32; MOST_VIEWS],
    last: Mixer,
    last_set: usize,
    blended: u32,
    refiner: Refiner,
}

impl Blend {
    /// A blend of `inputs` predictions under the first `views` views (4 at most).
    pub(super) fn new(inputs: usize, views: usize) -> Blend {
        let view = |&sets: &usize| View {
            weights: Weights::new(inputs, sets),
            set: 0,
        };
        Blend {
            views: SETS[..views].iter().map(view).collect(),
            said: [0; MOST_VIEWS],
            last: Mixer::new(views, FIELD_SETS * 8, 1 << 16, 3),
            last_set: 0,
            blended: 0,
            refiner: Refiner::new(1 << REFINER_BITS, 6),
        }
    }

    /// The probability of a one, in 1/65,536.
    #[inline]
    pub(super) fn predict(&mut self, inputs: &Inputs, situation: &Situation) -> u32 {
        for ((view, said), choose) in self.views.iter_mut().zip(&mut self.said).zip(VIEWS) {
            view.set = choose(situation);
            *said = view.weights.blend(inputs, view.set);
        }
        let blended = if self.views.len() == 1 {
            self.said[0]
        } else {
            self.last_set = situation.kind() << 3 | situation.depth();
            self.last.blend(&self.said, self.last_set)
        };
        self.blended = squash(blended);
        // The last byte picks sixteen neighbours in the table, the bits one of them: a hash that collides seldom.
        let pair = (situation.recent as usize & 255) * 0x1_0dc5 + situation.node * 0x4f;
        let refined = self
            .refiner
            .refine(blended, pair & ((1 << REFINER_BITS) - 1));
        (self.blended + refined) >> 1
    }

    /// Learns that the bit was `bit`.
    #[inline]
    pub(super) fn update(&mut self, inputs: &Inputs, bit: bool) {
        let truth = if bit { 1 << 16 } else { 0 };
        for (view, &said) in self.views.iter_mut().zip(&self.said) {
            let error = truth - squash(said) as i32;
            let step = (error * RATE) >> 6;
            view.weights.learn(inputs, view.set, step as i16);
        }
        if self.views.len() > 1 {
            self.last
                .update(&self.said, self.last_set, bit, self.blended);
        }
        self.refiner.update(bit);
    }
}

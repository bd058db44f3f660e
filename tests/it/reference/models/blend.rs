//! Section 5 of MODEL.md, as far as one bit goes: how a text model blends predictions. Numbers in
//! comments are its clauses.

use super::{
    coder::{Mixer, Refiner, held, squash, stretch, target, whole},
    contexts::{LightBlend, outcome},
    past::Hint,
    table::Cell,
};

/// What is known before a bit.
pub(crate) struct Situation {
    /// The cells of the contexts.
    pub(crate) cells: Vec<Cell>,
    /// What repetition expects.
    pub(crate) hint: Option<Hint>,
    /// `trust` of the hint's class.
    pub(crate) trust: i64,
    /// `field`
    pub(crate) field: u32,
    /// The last byte.
    pub(crate) last_byte: u8,
    /// The bits of the byte so far with a one before them.
    pub(crate) node: usize,
}

impl Situation {
    fn kind(&self) -> usize {
        self.field.min(15) as usize
    }

    fn depth(&self) -> usize {
        self.node.ilog2() as usize
    }

    /// The set of view 0, and of the first set of 5.L.
    fn repetition(&self) -> usize {
        17 * self.kind() + self.hint.map_or(0, |hint| 1 + hint.class / 2)
    }

    /// The number, not held yet to how many there are, of what refines.
    fn correction(&self) -> usize {
        0x1_0dc5 * usize::from(self.last_byte) + 0x4f * self.node
    }

    /// `x` with the sign of the hint, or 0 without one.
    fn hinted(&self, x: impl Fn(Hint) -> i64) -> i64 {
        self.hint
            .map_or(0, |hint| if hint.bit { x(hint) } else { -x(hint) })
    }

    /// 5.L and 5.Q: what each cell says, believed as far as it was seen.
    fn cautious(&self) -> Vec<i64> {
        const BELIEVED: [i64; 16] = [
            0, 110, 150, 175, 190, 205, 215, 225, 235, 240, 244, 248, 252, 256, 256, 256,
        ];
        let believed = |cell: &Cell| BELIEVED[cell.count() as usize];
        let cells = self.cells.iter();
        cells
            .map(|cell| (stretch(cell.number()) * believed(cell)) >> 8)
            .collect()
    }
}

/// How predictions are blended, by strength.
#[derive(Clone)]
pub(crate) enum Blend {
    /// Strength *quick*.
    Votes,
    /// Strength *fast*.
    Light(LightBlend),
    /// Strengths *full* and *most*.
    Full(Box<FullBlend>),
}

impl Blend {
    /// 5.L, at first.
    pub(crate) fn light() -> Self {
        Blend::Light(LightBlend::new(528, 120, 7, 0, 4_096))
    }

    /// 5.1 to 5.4, at first, for so many contexts.
    pub(crate) fn full(contexts: usize) -> Self {
        Blend::Full(Box::new(FullBlend::new(contexts)))
    }

    /// The bit that `decide` tells for its probability, which is not held yet, learnt.
    pub(crate) fn code(&mut self, seen: &Situation, decide: impl FnOnce(i64) -> bool) -> bool {
        match self {
            Blend::Votes => decide(outcome(&seen.cautious(), 400)),
            Blend::Light(light) => code_lightly(light, seen, decide),
            Blend::Full(full) => full.code(seen, decide),
        }
    }
}

/// 5.L
fn code_lightly(
    light: &mut LightBlend,
    seen: &Situation,
    decide: impl FnOnce(i64) -> bool,
) -> bool {
    let mut inputs = seen.cautious();
    inputs.extend([seen.hinted(|_| stretch(seen.trust)), 128]);
    let inputs = inputs.try_into().expect("eight inputs");
    let sets = [seen.repetition(), 272 + seen.node];
    let correction = seen.correction() as u32;
    let x = light.sum(sets, &inputs);
    let bit = decide(light.says(x, correction));
    light.learn(sets, &inputs, x, correction, bit);
    bit
}

/// 5.1 to 5.4, and the states (3.2)
#[derive(Clone)]
pub(crate) struct FullBlend {
    /// By context, by state.
    states: Vec<Vec<i64>>,
    views: [View; 4],
    mixer: Mixer,
    refiner: Refiner,
}

impl FullBlend {
    fn new(contexts: usize) -> Self {
        let states = (0..1_024).map(|state| state / 16 * 1_024 + 512).collect();
        let inputs = 2 * contexts + 3;
        FullBlend {
            states: vec![states; contexts],
            views: [272, 256, 256, 256].map(|sets| View::new(sets, inputs)),
            mixer: Mixer::new(4, 128, 65_536, 3, 0),
            refiner: Refiner::new(4_096, 6),
        }
    }

    fn code(&mut self, seen: &Situation, decide: impl FnOnce(i64) -> bool) -> bool {
        let predictions = self.predictions(seen);
        let sets = sets(seen);
        let said: Vec<i64> = (0..4)
            .map(|view| self.views[view].says(sets[view], &predictions))
            .collect();
        let set = 8 * seen.kind() + seen.depth();
        let x = self.mixer.says(set, &said);
        let correction = seen.correction() % 4_096;
        let p = (squash(x) + self.refiner.says(correction, x)) >> 1;
        let bit = decide(p);
        for (view, s) in said.iter().enumerate() {
            self.views[view].learn(sets[view], &predictions, bit, *s);
        }
        self.mixer.learn(set, &said, bit, squash(x));
        self.refiner.learn(correction, x, bit);
        for (states, cell) in self.states.iter_mut().zip(&seen.cells) {
            let state = &mut states[cell.state()];
            *state += (target(bit) - *state) >> 7;
        }
        bit
    }

    /// 5.1
    fn predictions(&self, seen: &Situation) -> Vec<i64> {
        let contexts = seen.cells.iter().zip(&self.states);
        let mut predictions: Vec<i64> = contexts
            .flat_map(|(cell, states)| [stretch(cell.number()), stretch(states[cell.state()])])
            .collect();
        predictions.extend([
            seen.hinted(|_| stretch(seen.trust)),
            seen.hinted(|hint| 16 * (hint.class as i64 + 1)),
            128,
        ]);
        predictions
    }
}

/// 5.2: the sets of the four views.
fn sets(seen: &Situation) -> [usize; 4] {
    let known = seen.cells.iter().filter(|cell| cell.count() > 0).count();
    [
        seen.repetition(),
        8 * known + seen.depth(),
        seen.node,
        usize::from(seen.last_byte),
    ]
}

/// 5.2: one of the four views.
#[derive(Clone)]
struct View {
    /// By set, by prediction.
    weights: Vec<Vec<i16>>,
}

impl View {
    fn new(sets: usize, inputs: usize) -> Self {
        let weight = 24_576 / inputs as i16;
        View {
            weights: vec![vec![weight; inputs]; sets],
        }
    }

    fn says(&self, set: usize, predictions: &[i64]) -> i64 {
        let weighed = self.weights[set].iter().zip(predictions);
        let sum: i64 = weighed
            .map(|(&weight, said)| i64::from(weight) * said)
            .sum();
        held(i64::from(sum as i32) >> 14)
    }

    /// 5.4, 1
    fn learn(&mut self, set: usize, predictions: &[i64], bit: bool, s: i64) {
        let step = (12 * (whole(bit) - squash(s))) >> 6;
        for (weight, said) in self.weights[set].iter_mut().zip(predictions) {
            let moved = i64::from(*weight) + ((((2 * said * step) >> 16) + 1) >> 1);
            *weight = moved.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}

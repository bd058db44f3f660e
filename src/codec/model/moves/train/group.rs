//! A group of games replayed side by side, and the move layer's forward and backward pass over
//! their positions.

use super::batch::{Cursor, Samples, Scratch};
use super::kinship::KinTable;
use super::shard::{Shard, sum};
use super::subject::Subject;
use crate::codec::model::adam::{Step, Table};
use crate::codec::model::moves::net::{
    arithmetic::{Arithmetic, Task, on_this_machine},
    weights::{LINEAR, MOVE_UNITS},
};
use crate::codec::model::moves::{
    model::{Effort, MoveModel},
    networks::Opinion,
};
use crate::coding::random::Random;

/// Units of the move layer are clamped to 0 … `CEILING`.
pub(crate) const CEILING: f32 = 8.0;
/// Gradients smaller than this are either raised to it or dropped, at random, so that their mean
/// stays the same: most moves are unlikely, and their weights need not be touched each time.
const NEGLIGIBLE: f32 = 2e-3;

/// The weights of the move layer.
pub(crate) struct MoveLayer {
    pub(crate) facts: KinTable<MOVE_UNITS>,
    /// Row 0: the units' biases. Row 1: their weights in the score.
    pub(crate) units: Table<MOVE_UNITS>,
}

impl MoveLayer {
    pub(crate) fn new(subject: &Subject, random: &mut Random) -> MoveLayer {
        let mut layer = MoveLayer {
            // Rows start at zero, so that rows which no game switches on say nothing. What tells
            // the units apart at first is their weights in the score.
            facts: KinTable::new(subject.kinship(), || 0.0),
            units: Table::new(2, || random.signed() * 0.4),
        };
        layer.units.weights[0] = [0.2; MOVE_UNITS];
        layer.units.weights[0][LINEAR] = 0.0;
        layer.units.weights[1][LINEAR] = 1.0;
        layer
    }

    /// Adds up the gradients of the groups and updates the weights.
    pub(crate) fn update<'a>(&mut self, groups: impl Iterator<Item = &'a Gradients>, step: Step) {
        for gradients in groups {
            for (row, values) in gradients.facts.iter().enumerate() {
                if gradients.touched[row] {
                    self.facts.add(row, 1.0, values);
                }
            }
            self.units.add(0, 1.0, &gradients.units[0]);
            self.units.add(1, 1.0, &gradients.units[1]);
        }
        self.facts.update(step);
        self.units.update_bias(step);
    }
}

/// [`Group::judge`], to be compiled for the machine at hand.
struct Judgement<'a, 'm> {
    group: &'a mut Group<'m>,
    layer: &'a MoveLayer,
    shards: &'a [&'a Shard],
    first: First,
    learn: bool,
}

/// Where a group's part of a batch begins.
#[derive(Clone, Copy, Default)]
pub(crate) struct First {
    /// The number of its first sample.
    pub(crate) sample: usize,
    /// The number of that sample's first move.
    pub(crate) mv: usize,
}

impl Task for Judgement<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        self.group
            .judge_all(self.layer, self.shards, self.first, self.learn);
    }
}

/// The gradients of the weights of the move layer from one group's samples.
pub(crate) struct Gradients {
    facts: Vec<[f32; MOVE_UNITS]>,
    touched: Vec<bool>,
    units: [[f32; MOVE_UNITS]; 2],
}

/// A group of games and its working space.
pub(crate) struct Group<'m> {
    /// The teacher whose probabilities are learnt: a model's first judge and the broad one. `None`
    /// where the moves played are learnt.
    pub(crate) teacher: Option<Opinion<'m>>,
    pub(crate) cursors: Vec<Cursor>,
    pub(crate) scratch: Scratch,
    pub(crate) samples: Samples,
    pub(crate) gradients: Gradients,
    /// The gradient of each move's score.
    pub(crate) scores: Vec<f32>,
    /// The gradient of what each sample sends to the move layer.
    pub(crate) to_moves: Vec<[f32; MOVE_UNITS]>,
    /// The cost of the moves played, in nats.
    pub(crate) cost: f64,
    units: Vec<[f32; MOVE_UNITS]>,
    random: Random,
}

impl<'m> Group<'m> {
    pub(crate) fn new(
        subject: &Subject,
        cursors: usize,
        seed: u64,
        teacher: Option<&'m MoveModel>,
    ) -> Group<'m> {
        Group {
            teacher: teacher.map(|model| Opinion::new(model, Effort::Keen)),
            cursors: (0..cursors).map(|_| Cursor::idle()).collect(),
            scratch: Scratch::default(),
            samples: Samples::default(),
            gradients: Gradients {
                facts: vec![[0.0; MOVE_UNITS]; subject.move_rows()],
                touched: vec![false; subject.move_rows()],
                units: [[0.0; MOVE_UNITS]; 2],
            },
            scores: Vec::new(),
            to_moves: Vec::new(),
            cost: 0.0,
            units: Vec::new(),
            random: Random::new(seed),
        }
    }

    /// Adds up the shards' parts of scores, and works out the cost and, if `learn`, the gradients.
    /// `first` says where the group's part of the batch begins.
    pub(crate) fn judge(
        &mut self,
        layer: &MoveLayer,
        shards: &[&Shard],
        first: First,
        learn: bool,
    ) {
        on_this_machine(Judgement {
            group: self,
            layer,
            shards,
            first,
            learn,
        });
    }

    #[inline(always)]
    fn judge_all(&mut self, layer: &MoveLayer, shards: &[&Shard], first: First, learn: bool) {
        self.cost = 0.0;
        self.scores.clear();
        self.to_moves.clear();
        if learn {
            self.gradients.clear();
        }
        for sample in 0..self.samples.len() {
            let mut shared = layer.units.weights[0];
            for shard in shards {
                let part = &shard.to_moves[first.sample + sample];
                for k in 0..MOVE_UNITS {
                    shared[k] += part[k];
                }
            }
            let moves = self.samples.vectors.range(sample);
            self.units.clear();
            for number in moves.clone() {
                let (units, own) = layer.score(&shared, &self.samples.facts[number]);
                self.units.push(units);
                let parts: f32 = shards.iter().map(|s| s.scores[first.mv + number]).sum();
                self.scores.push(own + parts);
            }
            let played = usize::from(self.samples.played[sample]);
            self.cost += f64::from(softmax(&mut self.scores[moves.clone()], played));
            if learn {
                self.compare(moves.clone(), played);
                for gradient in &mut self.scores[moves.clone()] {
                    *gradient = self.random.thinned(*gradient, NEGLIGIBLE);
                }
                self.learn(layer, moves);
            }
        }
    }

    /// Turns probabilities into gradients of the scores: subtracts the teacher's probabilities, or
    /// 1 from the move played.
    #[inline(always)]
    fn compare(&mut self, moves: std::ops::Range<usize>, played: usize) {
        let shares = &mut self.scores[moves.clone()];
        match self.samples.expected.get(moves) {
            Some(expected) => {
                for (share, expected) in shares.iter_mut().zip(expected) {
                    *share -= expected;
                }
            }
            None => shares[played] -= 1.0,
        }
    }

    #[inline(always)]
    fn learn(&mut self, layer: &MoveLayer, moves: std::ops::Range<usize>) {
        let weights = &layer.units.weights[1];
        let mut shared = [0.0; MOVE_UNITS];
        for (units, number) in self.units.iter().zip(moves) {
            let gradient = self.scores[number];
            if gradient == 0.0 {
                continue;
            }
            let mut delta = [0.0f32; MOVE_UNITS];
            for k in 0..MOVE_UNITS {
                let open = units[k] > 0.0 && units[k] < CEILING;
                delta[k] = if open { gradient * weights[k] } else { 0.0 };
                self.gradients.units[1][k] += gradient * units[k].clamp(0.0, CEILING);
            }
            delta[LINEAR] = gradient;
            for k in 0..MOVE_UNITS {
                shared[k] += delta[k];
            }
            for &row in &self.samples.facts[number] {
                self.gradients.add(usize::from(row), &delta);
            }
        }
        // A constant added to the scores of all moves changes nothing, so the linear unit takes
        // nothing from the position.
        shared[LINEAR] = 0.0;
        self.gradients.units[1][LINEAR] = 0.0;
        for (sum, value) in self.gradients.units[0].iter_mut().zip(&shared) {
            *sum += value;
        }
        self.to_moves.push(shared);
    }
}

impl MoveLayer {
    /// The units of one move before the activation.
    #[inline(always)]
    fn sums(&self, shared: &[f32; MOVE_UNITS], rows: &[u16]) -> [f32; MOVE_UNITS] {
        let mut units = *shared;
        for &row in rows {
            let weights = &self.facts.weights[usize::from(row)];
            for k in 0..MOVE_UNITS {
                units[k] += weights[k];
            }
        }
        units
    }

    /// The units of one move before the activation, and their part of its score.
    #[inline(always)]
    fn score(&self, shared: &[f32; MOVE_UNITS], rows: &[u16]) -> ([f32; MOVE_UNITS], f32) {
        let units = self.sums(shared, rows);
        let weights = &self.units.weights[1];
        let mut parts = [0.0f32; MOVE_UNITS];
        for k in 0..MOVE_UNITS {
            parts[k] = units[k].clamp(0.0, CEILING) * weights[k];
        }
        parts[LINEAR] = units[LINEAR];
        (units, sum(&parts))
    }
}

impl Gradients {
    fn clear(&mut self) {
        self.facts.fill([0.0; MOVE_UNITS]);
        self.touched.fill(false);
        self.units = [[0.0; MOVE_UNITS]; 2];
    }

    #[inline(always)]
    fn add(&mut self, row: usize, values: &[f32; MOVE_UNITS]) {
        self.touched[row] = true;
        let row = &mut self.facts[row];
        for k in 0..MOVE_UNITS {
            row[k] += values[k];
        }
    }
}

/// Turns scores into probabilities, and returns the cost of `played` in nats.
#[inline(always)]
fn softmax(scores: &mut [f32], played: usize) -> f32 {
    let top = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut total = 0.0;
    let cost = top - scores[played];
    for score in scores.iter_mut() {
        *score = exp(*score - top);
        total += *score;
    }
    for score in scores.iter_mut() {
        *score /= total;
    }
    cost + total.ln()
}

/// e^x for an x of at most 0, by plain arithmetic, which compilers vectorise.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = (x * std::f32::consts::LOG2_E).max(-100.0);
    let whole = x.floor();
    let y = (x - whole) * std::f32::consts::LN_2;
    let power = 1.0
        + y * (1.0
            + y * (0.5 + y * (1.0 / 6.0 + y * (1.0 / 24.0 + y * (1.0 / 120.0 + y / 720.0)))));
    f32::from_bits((f32::to_bits(power) as i32 + ((whole as i32) << 23)) as u32)
}

//! Trains the network on positions. Uses floating-point numbers, and only makes the tables.
//!
//! A position is more than 64 questions; the loss is the cost of the answers in bits. The gradients
//! of a batch go through Adam (Kingma, Ba 2015); the learning rate falls to zero along a cosine.
//! The hidden units before a question depend on all facts learnt so far, so the gradient of a fact
//! is a sum over all later questions. One walk forwards and one backwards compute all of them.
//!
//! `pgnpack position train -o weights.bin FILE…` runs this over positions drawn evenly from games.
//! The shipped tables come from 1,500,000 positions at a rate of 0.003, six in ten of games played
//! online, two over the board, two between engines; none of the games that the model is measured on
//! is among them.

use super::net::Net;
use super::shape::{FACTS, HIDDEN, QUESTIONS, RIGHTS_AND_TURN, rights_and_turn};
use super::walk::{Contents, Oracle};
use crate::chess::Color;
use crate::position::state::{Rights, State};
use std::mem::take;

/// Number of positions in a batch, which makes one step of Adam.
const BATCH: usize = 256;
/// Decay of Adam's averages of the gradient and of its square.
const BETA: [f32; 2] = [0.9, 0.99];
/// Keeps a step of Adam finite where the second moment is 0.
const EPSILON: f32 = 1e-7;

/// Number of input parameters: the biases of the hidden units, then a row for each fact.
const INPUT: usize = (1 + FACTS) * HIDDEN;
/// Number of parameters of a question: a row of weights and a bias.
const ROW: usize = HIDDEN + 1;
const PARAMETERS: usize = INPUT + QUESTIONS * ROW;

/// A network being trained.
pub struct Trainer {
    parameters: Vec<f32>,
    gradient: Vec<f32>,
    moments: [Vec<f32>; 2],
    counts: [u32; RIGHTS_AND_TURN],
    step: i32,
    seen: usize,
    total: usize,
    rate: f32,
    /// The loss in bits of the positions since the last report, and how many these are.
    loss: f64,
    unreported: usize,
}

/// The record of a walk, which is then followed backwards.
#[derive(Default)]
struct Tape {
    /// Activations of the hidden units, in one block for each run of questions without a new fact
    /// in between.
    blocks: Vec<[f32; HIDDEN]>,
    events: Vec<Event>,
}

enum Event {
    Asked {
        question: usize,
        block: usize,
        error: f32,
    },
    Learnt {
        fact: usize,
    },
}

struct Recorder<'a> {
    parameters: &'a [f32],
    sums: [f32; HIDDEN],
    tape: Tape,
    fresh: bool,
    loss: f64,
}

impl Recorder<'_> {
    fn block(&mut self) -> usize {
        if !self.fresh {
            self.tape
                .blocks
                .push(self.sums.map(|sum| sum.clamp(0.0, 1.0)));
            self.fresh = true;
        }
        self.tape.blocks.len() - 1
    }
}

impl Oracle for Recorder<'_> {
    fn rights_and_turn(&mut self, rights: Rights, turn: Color) -> (Rights, Color) {
        (rights, turn)
    }

    fn ask(&mut self, question: usize, answer: bool) -> bool {
        let block = self.block();
        let row = &self.parameters[INPUT + question * ROW..][..ROW];
        let logit = row[HIDDEN] + dot(&self.tape.blocks[block], &row[..HIDDEN]);
        let p = 1.0 / (1.0 + (-logit).exp());
        let error = p - f32::from(u8::from(answer));
        self.loss -= f64::from(if answer { p } else { 1.0 - p }.max(1e-9)).log2();
        self.tape.events.push(Event::Asked {
            question,
            block,
            error,
        });
        answer
    }

    fn ask_unlikely(&mut self, answer: bool) -> bool {
        answer
    }

    fn learn(&mut self, fact: usize) {
        let row = &self.parameters[(1 + fact) * HIDDEN..][..HIDDEN];
        for (sum, weight) in self.sums.iter_mut().zip(row) {
            *sum += weight;
        }
        self.fresh = false;
        self.tape.events.push(Event::Learnt { fact });
    }
}

fn dot(a: &[f32; HIDDEN], b: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

impl Trainer {
    /// A trainer for `total` positions. `rate` is the learning rate at the beginning (0.003 is
    /// good); it falls to zero by the end.
    pub fn new(total: usize, rate: f32) -> Trainer {
        let mut parameters = vec![0.0; PARAMETERS];
        let mut seed = 1u32;
        for (index, parameter) in parameters.iter_mut().enumerate() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (seed >> 8) as f32 / (1 << 24) as f32 - 0.5;
            *parameter = match index {
                index if index < HIDDEN => 0.5,
                index if index < INPUT => noise * 0.2,
                _ => noise * 0.1,
            };
        }
        Trainer {
            parameters,
            gradient: vec![0.0; PARAMETERS],
            moments: [vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]],
            counts: [1; RIGHTS_AND_TURN],
            step: 0,
            seen: 0,
            total,
            rate,
            loss: 0.0,
            unreported: 0,
        }
    }

    /// Learns from a position of standard chess; ignores others.
    pub fn learn(&mut self, state: &State) {
        let Ok(rights) = state.rights() else {
            return;
        };
        let mut contents = Contents::of(state, rights);
        self.counts[rights_and_turn(rights, state.turn())] += 1;
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.parameters[..HIDDEN]);
        let mut recorder = Recorder {
            parameters: &self.parameters,
            sums,
            tape: Tape::default(),
            fresh: false,
            loss: 0.0,
        };
        contents.walk(&mut recorder);
        self.loss += recorder.loss;
        let tape = recorder.tape;
        self.backwards(&tape);
        self.seen += 1;
        self.unreported += 1;
        if self.seen.is_multiple_of(BATCH) {
            self.update(BATCH);
        }
    }

    /// Adds the gradient of one position.
    fn backwards(&mut self, tape: &Tape) {
        // The gradient with respect to the hidden units' sums, added up over the questions visited
        // so far, the last one first.
        let mut flow = [0.0; HIDDEN];
        for event in tape.events.iter().rev() {
            match *event {
                Event::Learnt { fact } => {
                    let row = &mut self.gradient[(1 + fact) * HIDDEN..][..HIDDEN];
                    for (gradient, flow) in row.iter_mut().zip(flow) {
                        *gradient += flow;
                    }
                }
                Event::Asked {
                    question,
                    block,
                    error,
                } => {
                    let hidden = &tape.blocks[block];
                    let at = INPUT + question * ROW;
                    let gradient = &mut self.gradient[at..][..ROW];
                    let weights = &self.parameters[at..][..ROW];
                    gradient[HIDDEN] += error;
                    for unit in 0..HIDDEN {
                        let h = hidden[unit];
                        gradient[unit] += error * h;
                        let open = if h > 0.0 && h < 1.0 { error } else { 0.0 };
                        flow[unit] += open * weights[unit];
                    }
                }
            }
        }
        for (gradient, flow) in self.gradient[..HIDDEN].iter_mut().zip(flow) {
            *gradient += flow;
        }
    }

    /// One step of Adam, for a batch of `size` positions.
    fn update(&mut self, size: usize) {
        self.step += 1;
        let done = (self.seen - size) as f32 / self.total as f32;
        let rate = self.rate * 0.5 * (1.0 + (done.min(1.0) * std::f32::consts::PI).cos());
        let correct = BETA.map(|beta| 1.0 - beta.powi(self.step));
        let [first, second] = &mut self.moments;
        for (((parameter, gradient), m), v) in self
            .parameters
            .iter_mut()
            .zip(&mut self.gradient)
            .zip(first)
            .zip(second)
        {
            let g = *gradient / size as f32;
            *gradient = 0.0;
            *m += (1.0 - BETA[0]) * (g - *m);
            *v += (1.0 - BETA[1]) * (g * g - *v);
            *parameter -= rate * (*m / correct[0]) / ((*v / correct[1]).sqrt() + EPSILON);
        }
    }

    /// The mean loss in bits (without rights and turn) of the positions learnt from since the last
    /// call; not a number if there are none.
    pub fn progress(&mut self) -> f64 {
        let (bits, positions) = (take(&mut self.loss), take(&mut self.unreported));
        bits / positions as f64
    }

    /// The network with its weights rounded to the precision of the coder.
    pub fn finish(mut self) -> Net {
        match self.seen % BATCH {
            0 => {}
            begun => self.update(begun),
        }
        Net::from_floats(
            &self.parameters[..INPUT],
            &self.parameters[INPUT..],
            &self.counts,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_that_was_begun_is_learnt_from() {
        let trained = |rate: f32| {
            let mut trainer = Trainer::new(10, rate);
            for _ in 0..10 {
                trainer.learn(&State::default());
            }
            assert!(trainer.progress() > 1.0);
            trainer.finish().to_bytes()
        };
        assert!(trained(0.003) != trained(0.0));
    }
}

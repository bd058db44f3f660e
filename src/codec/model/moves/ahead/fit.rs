//! Fits the weights of the [network](super::network) to games, in floating point: softmax
//! regression, with Adam (Kingma and Ba 2015) as optimiser.

use super::{
    Lookahead, Shared, UNSEEN,
    facts::{self, COUNT, Rows},
    network::{LINEAR, POINT, UNITS},
};
use crate::chess::{Move, Position, Rules};
use crate::codec::model::{
    learnt::Learnt,
    moves::{
        board::view::{Attacks, View},
        context::GameContext,
        features::Situation,
        inference::Inference,
        model::Effort,
        net::{
            arithmetic::{Arithmetic, Task, on_this_machine},
            softmax::SCORE_BITS,
            weights::Judge,
        },
        predictor::MainLines,
        testing::sources,
    },
};
use crate::coding::range::Meter;
use crate::pgn::document;
use std::{path::PathBuf, thread};

const BATCH: usize = 64;
const RATE: f32 = 0.003;
/// The shares of the mean slope and of the mean square that come from the latest step (1 less the
/// betas of Adam), and what keeps a step finite where the square is 0.
const NEW_SHARES: [f32; 2] = [0.1, 0.001];
const EPSILON: f32 = 1e-6;

/// A position to learn from.
struct Example {
    shared: Shared,
    /// Its first move in [`Examples::moves`], and its number of moves looked at.
    first: usize,
    count: usize,
    /// The logarithm of the sum of e^score over the moves that were not looked at.
    rest: f32,
    /// The number of the move played among those looked at; `None` if it was not looked at.
    played: Option<usize>,
}

#[derive(Default)]
struct Examples {
    all: Vec<Example>,
    /// The moves looked at, of all positions: their rows, and their scores less the best score, in
    /// nats.
    moves: Vec<(Rows, f32)>,
}

impl Examples {
    /// The positions of all sources, worked out side by side.
    fn of(sources: Vec<(PathBuf, usize)>) -> Examples {
        let collected = |(path, every): (PathBuf, usize)| {
            let mut examples = Examples::default();
            examples.collect(&std::fs::read(path).unwrap(), every);
            examples
        };
        thread::scope(|scope| {
            let work = |source| scope.spawn(move || collected(source));
            let parts: Vec<_> = sources.into_iter().map(work).collect();
            let mut all = Examples::default();
            for part in parts {
                all.append(part.join().unwrap());
            }
            all
        })
    }

    /// Adds the positions of others behind these.
    fn append(&mut self, others: Examples) {
        let before = self.moves.len();
        self.all
            .extend(others.all.into_iter().map(|example| Example {
                first: before + example.first,
                ..example
            }));
        self.moves.extend(others.moves);
    }

    /// Adds the positions of every `every`th game of a file.
    fn collect(&mut self, pgn: &[u8], every: usize) {
        let (model, effort) = (Learnt::standard().moves(), Effort::Keen);
        let mut predictor = MainLines::new(model, effort, effort.log2_memory().unwrap());
        predictor.ask_grid();
        let mut ahead = Lookahead::default();
        for game in document::read(pgn).games().step_by(every) {
            let Some(mut position) = game.start() else {
                continue;
            };
            let mut context = GameContext::of_tags(&game.tags);
            for m in game.main_line() {
                if let Some((judge, inference)) = predictor.judged(&position, &context) {
                    let seen = on_this_machine(Regard {
                        judge,
                        inference,
                        position: &position,
                        context: &context,
                        ahead: &mut ahead,
                        played: m,
                    });
                    if let Some((shared, played)) = seen {
                        self.push(&ahead, shared, &inference.scores, played);
                    }
                }
                predictor.code(&mut Meter::new(), &position, &context, Some(m));
                context.advance(&position, m);
                position.play_unchecked(m);
            }
        }
    }

    fn push(&mut self, ahead: &Lookahead, shared: Shared, scores: &[i32], played: usize) {
        let nats =
            |score: i32| (score - scores.iter().max().unwrap()) as f32 / (1 << SCORE_BITS) as f32;
        let unseen = scores
            .iter()
            .zip(&ahead.unseen)
            .filter(|(_, unseen)| **unseen);
        let rest: f32 = unseen.map(|(&score, _)| nats(score).exp()).sum();
        self.all.push(Example {
            shared,
            first: self.moves.len(),
            count: ahead.looked_at.len(),
            rest: rest.max(1e-20).ln(),
            played: ahead.looked_at.iter().position(|o| o.index == played),
        });
        self.moves.extend(
            ahead
                .looked_at
                .iter()
                .map(|o| (o.rows, nats(scores[o.index]))),
        );
    }
}

/// Looks ahead in one position: returns the rows that its moves have in common, and the number of
/// the move `played`.
struct Regard<'a> {
    judge: &'a Judge,
    inference: &'a Inference,
    position: &'a Position,
    context: &'a GameContext,
    ahead: &'a mut Lookahead,
    played: Move,
}

impl Task for Regard<'_> {
    type Output = Option<(Shared, usize)>;

    #[inline(always)]
    fn run<A: Arithmetic>(self) -> Self::Output {
        let view = View::with::<A>(self.position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&view);
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context: self.context,
            position: self.position,
        };
        let shared = self
            .ahead
            .regard::<A>(self.judge, &situation, self.inference)?;
        Some((
            shared,
            self.inference.candidates.index_of(self.played, &view)?,
        ))
    }
}

/// The biases, the outputs and the rows, each a line of [`UNITS`] weights; their gradients and
/// Adam's moments.
struct Fit {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    moments: [Vec<f32>; 2],
    steps: i32,
}

const OUT: usize = 1;
const FIRST_ROW: usize = 2;

/// The range of a line of weights.
fn line(number: usize) -> std::ops::Range<usize> {
    number * UNITS..(number + 1) * UNITS
}

fn row(row: u16) -> std::ops::Range<usize> {
    line(FIRST_ROW + usize::from(row))
}

impl Fit {
    fn new() -> Fit {
        let mut state = 1u64;
        let mut chance = || {
            state = state
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 40) as f32 / (1 << 24) as f32 - 0.5
        };
        let number = (FIRST_ROW + COUNT) * UNITS;
        let mut weights: Vec<f32> = (0..number).map(|_| 0.2 * chance()).collect();
        for line in weights.chunks_mut(UNITS) {
            line[LINEAR] = 0.0;
        }
        weights[row(0)].fill(0.0);
        Fit {
            gradient: vec![0.0; number],
            moments: [vec![0.0; number], vec![0.0; number]],
            steps: 0,
            weights,
        }
    }

    fn sums(&self, base: &[f32; UNITS], rows: &[u16]) -> [f32; UNITS] {
        let mut sums = *base;
        for &r in rows.iter().filter(|&&r| r != 0) {
            for (sum, w) in sums.iter_mut().zip(&self.weights[row(r)]) {
                *sum += w;
            }
        }
        sums
    }

    fn score(&self, sums: &[f32; UNITS]) -> f32 {
        let out = &self.weights[line(OUT)];
        let bent: f32 = (0..LINEAR).map(|k| sums[k].max(0.0) * out[k]).sum();
        bent + sums[LINEAR]
    }

    /// The cost of the move played, in nats: before looking ahead, and with the present weights.
    /// Adds to the gradient if `learns`.
    fn example(&mut self, example: &Example, moves: &[(Rows, f32)], learns: bool) -> [f32; 2] {
        let moves = &moves[example.first..][..example.count];
        let bias: [f32; UNITS] = self.weights[line(0)].try_into().unwrap();
        let base = self.sums(&bias, &example.shared);
        let mut sums: Vec<_> = moves
            .iter()
            .map(|(rows, _)| self.sums(&base, rows))
            .collect();
        sums.push(self.sums(&base, &UNSEEN));
        let before: Vec<f32> = moves.iter().map(|m| m.1).chain([example.rest]).collect();
        let after: Vec<f32> = before
            .iter()
            .zip(&sums)
            .map(|(b, s)| b + self.score(s))
            .collect();
        let played = example.played.unwrap_or(moves.len());
        let cost = |scores: &[f32]| {
            let top = scores.iter().fold(f32::MIN, |a, &b| a.max(b));
            top + scores.iter().map(|s| (s - top).exp()).sum::<f32>().ln() - scores[played]
        };
        let costs = [cost(&before), cost(&after)];
        if !learns {
            return costs;
        }
        let mut shared = [0.0; UNITS];
        for (index, sums) in sums.iter().enumerate() {
            let share = (costs[1] + after[played] - after[index]).exp().recip();
            // The gradient of the cost by a move's score is the move's probability, less 1 for the
            // move played.
            let share = if share.is_finite() { share } else { 0.0 };
            let error = share - if index == played { 1.0 } else { 0.0 };
            let mut back = [0.0; UNITS];
            back[LINEAR] = error;
            let out = line(OUT);
            let units = self.weights[out.clone()]
                .iter()
                .zip(&mut self.gradient[out]);
            let sums = sums[..LINEAR].iter().zip(&mut back);
            for ((&sum, back), (&gain, slope)) in sums.zip(units).filter(|((s, _), _)| **s > 0.0) {
                *back = error * gain;
                *slope += error * sum;
            }
            let rows = moves.get(index).map_or(&UNSEEN, |m| &m.0);
            rows.iter()
                .filter(|&&r| r != 0)
                .for_each(|&r| self.push(row(r), &back));
            shared.iter_mut().zip(&back).for_each(|(sum, b)| *sum += b);
        }
        example
            .shared
            .iter()
            .for_each(|&r| self.push(row(r), &shared));
        self.push(line(0), &shared);
        costs
    }

    fn push(&mut self, at: std::ops::Range<usize>, back: &[f32; UNITS]) {
        for (g, b) in self.gradient[at].iter_mut().zip(back) {
            *g += b;
        }
    }

    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let [new_mean, new_square] = NEW_SHARES;
        let grown = |share: f32| 1.0 - (1.0 - share).powi(self.steps);
        let rate = rate * grown(new_square).sqrt() / grown(new_mean);
        let [first, second] = &mut self.moments;
        let moments = first.iter_mut().zip(second);
        for ((w, g), (m, v)) in self.weights.iter_mut().zip(&mut self.gradient).zip(moments) {
            let slope = std::mem::take(g) / BATCH as f32;
            *m += new_mean * (slope - *m);
            *v += new_square * (slope * slope - *v);
            *w -= rate * *m / (v.sqrt() + EPSILON);
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let whole = |w: &f32| (w * (1 << POINT) as f32).round() as i16;
        self.weights
            .iter()
            .flat_map(|w| whole(w).to_le_bytes())
            .collect()
    }
}

#[test]
#[ignore = "writes the weights: set PGNPACK_FIT to files (`a.pgn%3`: a third of its games), PGNPACK_WEIGHTS to where, PGNPACK_PASSES to how often"]
fn weights_are_fitted() {
    let set = |name: &str| std::env::var(name).unwrap();
    let examples = Examples::of(sources("PGNPACK_FIT"));
    let passes: usize = set("PGNPACK_PASSES").parse().unwrap();
    let (kept, learnt) = examples.all.split_at(examples.all.len() / 50);
    let mut fit = Fit::new();
    let batches = learnt.len() / BATCH;
    let total = batches * passes;
    let mut costs = [0f64; 3];
    for step in 0..total {
        // In a pass, each place of a batch goes through a part of the examples of its own, so that
        // the examples of a batch come from all files.
        for place in 0..BATCH {
            let number = (step + place * batches) % learnt.len();
            let [before, after] = fit.example(&learnt[number], &examples.moves, true);
            costs = [
                costs[0] + f64::from(before),
                costs[1] + f64::from(after),
                costs[2] + 1.0,
            ];
        }
        fit.step(RATE * (1.0 - step as f32 / total as f32));
        if step % 4096 == 4095 || step + 1 == total {
            let mut aside = [0f64; 2];
            for example in kept {
                let [before, after] = fit.example(example, &examples.moves, false);
                aside = [aside[0] + f64::from(before), aside[1] + f64::from(after)];
            }
            let aside = aside.map(|nats| nats / kept.len().max(1) as f64);
            let [before, after, seen] = std::mem::take(&mut costs);
            eprintln!(
                "{step} of {total}: {:.5} {:.5} nats, of those kept aside {:.5} {:.5}; {} rows",
                before / seen,
                after / seen,
                aside[0],
                aside[1],
                facts::COUNT
            );
        }
    }
    std::fs::write(set("PGNPACK_WEIGHTS"), fit.bytes()).unwrap();
}

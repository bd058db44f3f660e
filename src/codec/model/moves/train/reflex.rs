//! Training of the tables of reflexes: one pass over the games with a step after every position.
//! The learning rate of each number falls with its past gradients (AdaGrad; Duchi, Hazan, Singer
//! 2011).

use super::{
    data::{Entry, Games},
    run::{Course, Options, Progress, Report},
};
use crate::chess::Rules;
use crate::codec::model::moves::{
    board::{
        candidate::Candidates,
        generate::legal_moves,
        view::{Attacks, View},
    },
    context::GameContext,
    net::arithmetic::Plain,
    reflex::{
        outlook::Outlook,
        tables::{COUNT, PARTS, STEPS_A_NAT, Tables, parts},
    },
};
use crate::coding::random::Random;

/// Gradients of moves smaller than this are either raised to it or dropped, at random, so that
/// their mean stays the same.
const NEGLIGIBLE: f32 = 0.01;
/// What the sum of squared gradients of every number begins with, so that the first steps are not
/// too long.
const MOVED: f32 = 1.0;
/// Half-moves between reports.
const REPORT: usize = 2_000_000;

/// The numbers in training.
struct Learner {
    numbers: Vec<f32>,
    /// The sum of the squared gradients of each number.
    moved: Vec<f32>,
    candidates: Candidates,
    /// The indices of the numbers in each move's score (`u32::MAX` in unused places), and the
    /// scores.
    parts: Vec<[u32; PARTS]>,
    scores: Vec<f32>,
    random: Random,
}

/// Learns the tables from games. `None` where `report` ends the run.
pub fn train_reflex(games: &Games, options: &Options, report: Report<'_>) -> Option<Tables> {
    let mut random = Random::new(options.seed);
    let mut course = Course::new(games, options, &mut random);
    let mut learner = Learner::new(random);
    let (mut seen, mut told, mut cost) = (0, 0, 0.0);
    while let Some(entry) = course.next() {
        let left = 1.0 - seen as f32 / course.plies as f32;
        cost += learner.learn(games, &entry, Some(options.rate * left));
        seen += games.moves(&entry).len();
        if seen - told >= REPORT || seen == course.plies {
            let held_out = match seen == course.plies {
                true => learner.measure(games, options),
                false => Vec::new(),
            };
            let go_on = report(&Progress {
                seen,
                total: course.plies,
                cost: cost / (seen - told) as f64,
                held_out: &held_out,
            });
            if !go_on {
                return None;
            }
            (told, cost) = (seen, 0.0);
        }
    }
    Some(learner.quantised())
}

impl Learner {
    fn new(random: Random) -> Learner {
        Learner {
            numbers: vec![0.0; COUNT],
            moved: vec![MOVED; COUNT],
            candidates: Candidates::default(),
            parts: Vec::new(),
            scores: Vec::new(),
            random,
        }
    }

    /// Measures the cost of the games kept aside, in bits a half-move, by source.
    fn measure(&mut self, games: &Games, options: &Options) -> Vec<(usize, f64)> {
        let mut cost_of = |entries: Vec<Entry>| {
            let (mut cost, mut plies) = (0.0, 0);
            for entry in &entries {
                cost += self.learn(games, entry, None);
                plies += games.moves(entry).len();
            }
            cost / plies as f64
        };
        let held_out = games.all_held_out(options).into_iter();
        held_out
            .map(|(source, entries)| (source, cost_of(entries)))
            .collect()
    }

    /// Replays a game and, if a `rate` is given, learns from each of its moves. Returns their cost
    /// in bits.
    fn learn(&mut self, games: &Games, entry: &Entry, rate: Option<f32>) -> f64 {
        let mut position = games.start(entry);
        // Ratings are hidden in some games, so that the tables learn to do without, too.
        let hidden = rate.is_some() && self.random.below(8) == 0;
        let ratings = if hidden { [0; 2] } else { entry.ratings };
        let mut context = GameContext::new(ratings, entry.speed);
        let mut cost = 0.0;
        for &played in games.moves(entry) {
            let played = usize::from(played);
            let view = View::new(&position);
            let attacks = Attacks::new(&view);
            legal_moves::<Plain>(&view, &attacks, &mut self.candidates);
            let outlook = Outlook::new::<Plain>(&view, &attacks, &context);
            cost += self.cost(&outlook, played);
            if let Some(rate) = rate {
                self.step(played, rate);
            }
            let Some(m) = self.candidates.get(played) else {
                break;
            };
            let m = m.to_move(&view);
            context.advance(&position, m);
            position.play_unchecked(m);
        }
        cost
    }

    /// The cost of the move played, in bits. Leaves the probabilities of all moves in `scores`.
    fn cost(&mut self, outlook: &Outlook, played: usize) -> f64 {
        self.parts.clear();
        self.scores.clear();
        for c in self.candidates.iter() {
            // Promotions of a pawn on one square have the same score here: which piece it
            // is comes afterwards.
            let mut all = [0; PARTS];
            let (mut score, mut count) = (0.0, 0);
            for part in parts(outlook, c.role(), c.from(), c.to()) {
                all[count] = part as u32;
                score += self.numbers[part];
                count += 1;
            }
            all[count..].fill(u32::MAX);
            self.parts.push(all);
            self.scores.push(score);
        }
        let top = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for score in &mut self.scores {
            *score = (*score - top).exp();
            total += *score;
        }
        for score in &mut self.scores {
            *score /= total;
        }
        -f64::from(self.scores[played].max(1e-9)).log2()
    }

    fn step(&mut self, played: usize, rate: f32) {
        for (index, (parts, &share)) in self.parts.iter().zip(&self.scores).enumerate() {
            let gradient = share - f32::from(u8::from(index == played));
            let gradient = self.random.thinned(gradient, NEGLIGIBLE);
            if gradient == 0.0 {
                continue;
            }
            for &part in parts.iter().filter(|&&part| part != u32::MAX) {
                let part = part as usize;
                self.moved[part] += gradient * gradient;
                self.numbers[part] -= rate * gradient / self.moved[part].sqrt();
            }
        }
    }

    fn quantised(&self) -> Tables {
        let whole = |n: &f32| (n * STEPS_A_NAT as f32).round().clamp(-128.0, 127.0) as i8;
        let numbers: Vec<i8> = self.numbers.iter().map(whole).collect();
        Tables::new(&numbers).expect("as many numbers as there are")
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::random_games;
    use super::*;
    use std::num::NonZero;

    #[test]
    fn what_is_legal_can_be_learnt_of_random_games() {
        let options = Options {
            batch: 0,
            repeats: vec![8],
            rate: 0.1,
            decay: 0.0,
            seed: 1,
            threads: NonZero::<usize>::MIN,
            held_out: 0,
            limit: None,
        };
        let games = random_games(12, &mut Random::new(3));
        let mut cost = 0.0;
        let mut run = || {
            train_reflex(&games, &options, &mut |progress| {
                cost = progress.cost;
                true
            })
        };
        assert!(run() == run());
        assert!(cost > 1.0 && cost < 5.5, "{cost}");
        assert!(train_reflex(&games, &options, &mut |_| false).is_none());
    }
}

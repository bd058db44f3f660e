//! The course of a training run.

use super::{
    data::{Entry, Games},
    group::MoveLayer,
    network::{GROUPS, Network, bits, lock},
    shard::Shard,
    subject::Subject,
};
use crate::codec::model::{adam::Step, moves::model::MoveModel};
use crate::coding::random::Random;
use std::num::NonZeroUsize;

/// How to train.
#[derive(Clone, Debug)]
pub struct Options {
    /// Positions a step; fewer if there are few games. The tables learn from one position after
    /// another.
    pub batch: usize,
    /// How often the games of each source are seen.
    pub repeats: Vec<usize>,
    /// The highest learning rate. That of a network rises to it in the first steps and falls to 0
    /// along half a cosine; that of the tables falls to 0 in proportion to what is left.
    pub rate: f32,
    /// Weight decay of networks.
    pub decay: f32,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads to use for networks.
    pub threads: NonZeroUsize,
    /// On how many half-moves of each source the cost is measured, at most: those of games
    /// that are kept aside.
    pub held_out: usize,
    /// Stop after this many half-moves.
    pub limit: Option<NonZeroUsize>,
}

/// Half-moves that are enough to train the tables and the quick network: more do not help them.
pub const ENOUGH: NonZeroUsize = NonZeroUsize::new(60_000_000).unwrap();

impl Options {
    /// A run for judges on one thread, without sources: these are the caller's to name.
    pub fn for_judges() -> Options {
        Options {
            batch: 4096,
            repeats: Vec::new(),
            rate: 0.002,
            decay: 0.15,
            seed: 1,
            threads: NonZeroUsize::MIN,
            held_out: 120_000,
            limit: None,
        }
    }

    /// The same run, for a judge that has a teacher. What a teacher expects varies less than what
    /// is played, and allows longer steps.
    pub fn for_taught(self) -> Options {
        Options {
            rate: 0.003,
            ..self
        }
    }

    /// The same run, for the quick network.
    pub fn for_quick(self) -> Options {
        Options {
            decay: 0.01,
            limit: Some(enough(self.limit)),
            ..self.for_taught()
        }
    }

    /// The same run, for the tables of reflexes.
    pub fn for_tables(self) -> Options {
        Options {
            rate: 0.3,
            limit: Some(enough(self.limit)),
            ..self
        }
    }
}

/// `limit`, or [`ENOUGH`] half-moves if that is less or there is no limit.
fn enough(limit: Option<NonZeroUsize>) -> NonZeroUsize {
    limit.map_or(ENOUGH, |limit| limit.min(ENOUGH))
}

/// The weights at the end of a run.
pub struct Trained {
    pub(crate) shards: Vec<Shard>,
    pub(crate) layer: MoveLayer,
}

/// The fewest games for each place of a batch, which are replayed there one after another. Where
/// there are too few games for that, batches are made smaller: otherwise, in most steps, most
/// places would have no game left.
const GAMES_A_PLACE: usize = 8;

/// Steps between reports, and between those with the cost of the games kept aside.
const REPORT: usize = 500;
const FULL_REPORT: usize = 4 * REPORT;

/// In the first steps the learning rate rises.
const WARM_UP: f32 = 400.0;

/// A run starts its first games later than at their first move, by fewer half-moves than this: so
/// that the first batches are not all openings.
const HEAD_START: usize = 80;

/// How far a run has come.
pub struct Progress<'a> {
    /// Half-moves seen.
    pub seen: usize,
    /// Half-moves to see in all.
    pub total: usize,
    /// Cost of the games just learnt from, in bits a half-move.
    pub cost: f64,
    /// The numbers of sources and the cost of their games kept aside, of those that have some;
    /// measured for some reports only.
    pub held_out: &'a [(usize, f64)],
}

/// A callback for reports; the run ends early where it returns false.
pub type Report<'a> = &'a mut dyn FnMut(&Progress<'_>) -> bool;

/// Trains the weights of `subject` on the moves of `games` or, if there is a teacher, on the
/// probabilities that it gives in their positions. `None` if `report` ended it.
pub fn train(
    games: &Games,
    subject: Subject,
    options: &Options,
    teacher: Option<&MoveModel>,
    report: Report<'_>,
) -> Option<Trained> {
    let options = &Options {
        batch: batch_for(games, options.batch),
        ..options.clone()
    };
    let mut random = Random::new(options.seed);
    let mut network = Network::new(subject, options, teacher, &mut random);
    let mut course = Course::new(games, options, &mut random);
    let held_out = games.all_held_out(options);
    start_midway(&mut network, games, &mut course, &mut random);
    let total = course.plies.div_ceil(options.batch).max(1);
    let (mut cost, mut plies, mut seen) = (0.0, 0, 0);
    for step in 1..=total {
        let how = Step::new(rate_at(step, total, options), options.decay);
        let (step_cost, step_plies) = network.step(games, options, Some(how));
        cost += step_cost;
        plies += step_plies;
        seen += step_plies;
        start_idle(&mut network, games, &mut course, &mut random);
        let is_due = |steps: usize| step.is_multiple_of(steps) || step == total;
        if !is_due(REPORT) {
            continue;
        }
        let measured = match is_due(FULL_REPORT) {
            true => &held_out[..],
            false => &[],
        };
        let costs: Vec<_> = measured
            .iter()
            .map(|(source, entries)| (*source, network.measure(games, options, entries)))
            .collect();
        let go_on = report(&Progress {
            seen,
            total: course.plies,
            cost: bits(cost, plies),
            held_out: &costs,
        });
        if !go_on {
            return None;
        }
        (cost, plies) = (0.0, 0);
    }
    Some(network.into_trained())
}

/// The size of batches: as asked for, or less if there are few games.
fn batch_for(games: &Games, asked: usize) -> usize {
    let places = asked.min(games.len() / GAMES_A_PLACE);
    (places / GROUPS).max(1) * GROUPS
}

/// Gives the first games to the cursors, each at some place in it.
fn start_midway(network: &mut Network, games: &Games, course: &mut Course, random: &mut Random) {
    let mut scratch = super::batch::Scratch::default();
    for group in &mut network.groups {
        for cursor in &mut lock(group).cursors {
            if let Some(entry) = course.next() {
                cursor.start(games, entry, Some(random));
                cursor.skip(games, random.below(HEAD_START), &mut scratch);
            }
        }
    }
}

/// The learning rate of a step: it rises at first, then falls along half a cosine.
fn rate_at(step: usize, total: usize, options: &Options) -> f32 {
    let progress = step as f32 / total as f32;
    let warm = (step as f32 / WARM_UP).min(1.0);
    options.rate * warm * (0.5 + 0.5 * (progress * std::f32::consts::PI).cos())
}

/// Gives new games to the cursors whose games are over.
fn start_idle(network: &mut Network, games: &Games, course: &mut Course, random: &mut Random) {
    for group in &mut network.groups {
        for cursor in &mut lock(group).cursors {
            if cursor.is_idle()
                && let Some(entry) = course.next()
            {
                cursor.start(games, entry, Some(random));
            }
        }
    }
}

/// The order in which games are replayed.
pub(super) struct Course {
    order: Vec<Entry>,
    next: usize,
    /// The half-moves of all of them.
    pub(super) plies: usize,
}

impl Course {
    pub(super) fn new(games: &Games, options: &Options, random: &mut Random) -> Course {
        let mut order = Vec::new();
        for entry in games.entries.iter().filter(|entry| !games.held_out(entry)) {
            let repeats = options
                .repeats
                .get(usize::from(entry.source))
                .copied()
                .unwrap_or(1);
            order.extend(std::iter::repeat_n(*entry, repeats));
        }
        random.shuffle(&mut order);
        let limit = options.limit.map_or(usize::MAX, NonZeroUsize::get);
        let mut plies = 0;
        order.retain(|entry| {
            let wanted = plies < limit;
            plies += if wanted { games.moves(entry).len() } else { 0 };
            wanted
        });
        Course {
            order,
            next: 0,
            plies,
        }
    }

    pub(super) fn next(&mut self) -> Option<Entry> {
        let entry = self.order.get(self.next).copied();
        self.next += 1;
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::random_games;
    use super::*;
    use crate::chess::Position;
    use crate::codec::model::{
        learnt::Learnt,
        moves::{
            context::{GameContext, Speed},
            model::Effort,
            net::weights::Quick,
            networks::Opinion,
        },
        sections::Section,
    };

    fn options(threads: usize, seed: u64, repeats: Vec<usize>) -> Options {
        Options {
            batch: 32,
            repeats,
            rate: 0.004,
            decay: 0.01,
            seed,
            threads: NonZeroUsize::new(threads).unwrap(),
            held_out: 0,
            limit: None,
        }
    }

    /// Trains a quick network; returns it and the cost at the last report.
    fn run(threads: usize, seed: u64, teacher: Option<&MoveModel>) -> (Quick, f64) {
        let games = random_games(12, &mut Random::new(3));
        let options = options(threads, seed, vec![4]);
        let mut last = 0.0;
        let trained = train(&games, Subject::Quick, &options, teacher, &mut |progress| {
            last = progress.cost;
            true
        });
        (trained.unwrap().quantise_quick(), last)
    }

    fn bytes(network: &Quick) -> Vec<u8> {
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        bytes
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (one, cost) = run(1, 7, None);
        let (three, _) = run(3, 7, None);
        assert!(bytes(&one) == bytes(&three));
        assert!(bytes(&one) != bytes(&run(1, 8, None).0));
        // Random moves cannot be learnt, but what is legal can.
        assert!(cost > 1.0 && cost < 5.5, "{cost}");
    }

    /// The cross entropy of `model` in the starting position if `right` gives the true
    /// probabilities, in nats.
    fn cross_entropy(model: &MoveModel, right: &MoveModel) -> f64 {
        let context = GameContext::new([1500, 2100], Speed::Blitz);
        let shares = |model: &MoveModel| -> Vec<f64> {
            let (mut opinion, usual) = (Opinion::new(model, Effort::Utmost), Position::default());
            let shares = opinion.shares(&usual, &context);
            shares.map(f64::from).collect()
        };
        let pairs = shares(right).into_iter().zip(shares(model));
        pairs.map(|(right, own)| -right * own.max(1e-9).ln()).sum()
    }

    #[test]
    fn few_games_are_seen_to_their_end_in_many_steps() {
        let games = random_games(200, &mut Random::new(3));
        let options = Options {
            batch: 4096,
            ..options(2, 1, vec![1])
        };
        let mut share = 0.0;
        train(&games, Subject::Quick, &options, None, &mut |progress| {
            share = progress.seen as f64 / progress.total as f64;
            true
        });
        assert!(share > 0.8, "{share}");
    }

    #[test]
    fn a_teacher_is_believed_rather_than_the_games() {
        let teacher = Learnt::standard().moves();
        let cost = |network: &Quick| {
            let model = MoveModel::new(teacher.tables(), network).unwrap();
            cross_entropy(&model, teacher)
        };
        let (taught, _) = run(1, 7, Some(teacher));
        assert!(bytes(&taught) == bytes(&run(3, 7, Some(teacher)).0));
        let (taught, untaught) = (cost(&taught), cost(&run(1, 7, None).0));
        assert!(taught < untaught - 0.1, "{taught} {untaught}");
    }
}

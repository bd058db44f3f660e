//! The course of a training run.

use super::{
    adam::Step,
    data::{Entry, Games},
    group::{Group, MoveLayer},
    random::Random,
    shard::{Shard, UNITS},
};
use std::sync::{
    Barrier, RwLock,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// How to train.
#[derive(Clone, Debug)]
pub struct Options {
    /// Units of the hidden layer; a multiple of 64.
    pub units: usize,
    /// Positions a step.
    pub batch: usize,
    /// How often games of each source are seen.
    pub repeats: Vec<usize>,
    /// The highest learning rate; it falls to nothing along half a cosine.
    pub rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
    /// Positions of each source to measure on.
    pub held_out: usize,
    /// Stop after so many positions; all games where 0.
    pub limit: usize,
}

/// The weights that a run arrived at.
pub struct Trained {
    pub(crate) shards: Vec<Shard>,
    pub(crate) layer: MoveLayer,
}

/// Groups of cursors in a batch.
const GROUPS: usize = 16;
/// Steps between reports.
const REPORT: usize = 500;

/// How far a run has come.
pub struct Progress<'a> {
    /// Half-moves seen.
    pub seen: usize,
    /// Half-moves to see in all.
    pub total: usize,
    /// Cost of the games just learnt from, in bits a half-move.
    pub cost: f64,
    /// Cost of the games kept aside, by source; empty in most reports.
    pub held_out: &'a [f64],
    /// The weights now.
    pub weights: &'a Trained,
}

/// Who is told now and then; the run ends early where the answer is no.
pub type Report<'a> = &'a mut dyn FnMut(&Progress<'_>) -> bool;

/// Trains on `games` and returns the weights.
pub fn train(games: &Games, options: &Options, report: Report<'_>) -> Trained {
    let mut random = Random::new(options.seed);
    let mut network = Network::new(options, &mut random);
    let mut course = Course::new(games, options, &mut random);
    let sources = options.repeats.len();
    let held_out: Vec<Vec<Entry>> = (0..sources)
        .map(|source| course.held_out(games, source as u8))
        .collect();
    let total = course.plies.div_ceil(options.batch).max(1);
    let mut scratch = super::batch::Scratch::default();
    for group in &mut network.groups {
        for cursor in &mut lock(group).cursors {
            if let Some(entry) = course.next() {
                cursor.start(games, entry, Some(&mut random));
                cursor.skip(games, random.below(80), &mut scratch);
            }
        }
    }
    let (mut cost, mut plies, mut seen) = (0.0, 0, 0);
    for step in 1..=total {
        let progress = step as f32 / total as f32;
        let warm = (step as f32 / 400.0).min(1.0);
        let rate = options.rate * warm * (0.5 + 0.5 * (progress * std::f32::consts::PI).cos());
        let (step_cost, step_plies) =
            network.step(games, options, Some(Step::new(rate, options.decay)));
        cost += step_cost;
        plies += step_plies;
        seen += step_plies;
        for group in &mut network.groups {
            for cursor in &mut lock(group).cursors {
                if cursor.is_idle()
                    && let Some(entry) = course.next()
                {
                    cursor.start(games, entry, Some(&mut random));
                }
            }
        }
        if step % REPORT == 0 || step == total {
            let costs: Vec<f64> = if step % (REPORT * 4) == 0 || step == total {
                held_out
                    .iter()
                    .map(|entries| network.measure(games, options, entries))
                    .collect()
            } else {
                Vec::new()
            };
            let trained = network.take();
            let go_on = report(&Progress {
                seen,
                total: course.plies,
                cost: bits(cost, plies),
                held_out: &costs,
                weights: &trained,
            });
            network.put(trained);
            if !go_on {
                break;
            }
            (cost, plies) = (0.0, 0);
        }
    }
    network.take()
}

fn bits(nats: f64, plies: usize) -> f64 {
    nats / std::f64::consts::LN_2 / plies.max(1) as f64
}

/// A value behind a lock that nobody else holds.
fn lock<T>(value: &mut RwLock<T>) -> &mut T {
    value.get_mut().unwrap_or_else(|poison| poison.into_inner())
}

/// The order in which games are replayed.
struct Course {
    order: Vec<Entry>,
    next: usize,
    plies: usize,
}

impl Course {
    fn new(games: &Games, options: &Options, random: &mut Random) -> Course {
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
        let limit = if options.limit == 0 {
            usize::MAX
        } else {
            options.limit
        };
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

    fn next(&mut self) -> Option<Entry> {
        let entry = self.order.get(self.next).copied();
        self.next += 1;
        entry
    }

    fn held_out(&self, games: &Games, source: u8) -> Vec<Entry> {
        games
            .entries
            .iter()
            .filter(|entry| entry.source == source && games.held_out(entry))
            .copied()
            .collect()
    }
}

/// The network and its working space, behind locks for the threads.
struct Network {
    shards: Vec<RwLock<Shard>>,
    layer: RwLock<MoveLayer>,
    groups: Vec<RwLock<Group>>,
    /// Samples and moves of each group at this step.
    sizes: [[AtomicUsize; 2]; GROUPS],
}

impl Network {
    fn new(options: &Options, random: &mut Random) -> Network {
        Network {
            shards: (0..options.units / UNITS)
                .map(|_| RwLock::new(Shard::new(random)))
                .collect(),
            layer: RwLock::new(MoveLayer::new(random)),
            groups: (0..GROUPS)
                .map(|index| {
                    RwLock::new(Group::new(
                        options.batch / GROUPS,
                        options.seed + index as u64,
                    ))
                })
                .collect(),
            sizes: Default::default(),
        }
    }

    fn take(&mut self) -> Trained {
        Trained {
            shards: std::mem::take(&mut self.shards)
                .into_iter()
                .map(|shard| {
                    shard
                        .into_inner()
                        .unwrap_or_else(|poison| poison.into_inner())
                })
                .collect(),
            layer: std::mem::replace(
                self.layer
                    .get_mut()
                    .unwrap_or_else(|poison| poison.into_inner()),
                MoveLayer::new(&mut Random::new(0)),
            ),
        }
    }

    fn put(&mut self, trained: Trained) {
        self.shards = trained.shards.into_iter().map(RwLock::new).collect();
        self.layer = RwLock::new(trained.layer);
    }

    /// One position of every cursor: the cost in nats and the half-moves. Learns where there is a step to take.
    fn step(&mut self, games: &Games, options: &Options, step: Option<Step>) -> (f64, usize) {
        let this = &*self;
        in_phases(
            options.threads,
            &[
                (GROUPS, &|index| {
                    let group = &mut *write(&this.groups[index]);
                    group
                        .samples
                        .gather(games, &mut group.cursors, &mut group.scratch);
                    this.sizes[index][0].store(group.samples.len(), Ordering::Relaxed);
                    this.sizes[index][1].store(group.samples.vectors.len(), Ordering::Relaxed);
                }),
                (this.shards.len(), &|index| {
                    let groups: Vec<_> = this.groups.iter().map(read).collect();
                    write(&this.shards[index]).forward(groups.iter().map(|group| &group.samples));
                }),
                (GROUPS, &|index| this.judge(index, step.is_some())),
                (
                    if step.is_some() {
                        this.shards.len() + 1
                    } else {
                        0
                    },
                    &|index| {
                        let groups: Vec<_> = this.groups.iter().map(read).collect();
                        let Some(step) = step else { return };
                        if let Some(shard) = this.shards.get(index) {
                            let shard = &mut *write(shard);
                            shard.backward(
                                groups
                                    .iter()
                                    .map(|g| (&g.samples, &g.scores[..], &g.to_moves[..])),
                            );
                            shard.update(step);
                        } else {
                            write(&this.layer).update(groups.iter().map(|g| &g.gradients), step);
                        }
                    },
                ),
            ],
        );
        let mut result = (0.0, 0);
        for group in &mut self.groups {
            let group = lock(group);
            result.0 += group.cost;
            result.1 += group.samples.plies;
        }
        result
    }

    fn judge(&self, index: usize, learn: bool) {
        let before = |kind: usize| -> usize {
            self.sizes[..index]
                .iter()
                .map(|sizes| sizes[kind].load(Ordering::Relaxed))
                .sum()
        };
        let (samples, moves) = (before(0), before(1));
        let shards: Vec<_> = self.shards.iter().map(read).collect();
        let shards: Vec<&Shard> = shards.iter().map(|shard| &**shard).collect();
        write(&self.groups[index]).judge(&read(&self.layer), &shards, samples, moves, learn);
    }

    /// Bits a half-move on `entries`, up to the number of positions wanted.
    fn measure(&mut self, games: &Games, options: &Options, entries: &[Entry]) -> f64 {
        let size = options.batch / GROUPS;
        let training = std::mem::replace(
            &mut self.groups,
            (0..GROUPS)
                .map(|_| RwLock::new(Group::new(size, 0)))
                .collect(),
        );
        let mut wanted = 0;
        let mut queue = entries.iter().take_while(|entry| {
            wanted += games.moves(entry).len();
            wanted <= options.held_out
        });
        let (mut cost, mut plies) = (0.0, 0);
        loop {
            for group in &mut self.groups {
                for cursor in &mut lock(group).cursors {
                    if cursor.is_idle()
                        && let Some(entry) = queue.next()
                    {
                        cursor.start(games, *entry, None);
                    }
                }
            }
            let (step_cost, step_plies) = self.step(games, options, None);
            if step_plies == 0 {
                break;
            }
            cost += step_cost;
            plies += step_plies;
        }
        self.groups = training;
        bits(cost, plies)
    }
}

fn read<T>(value: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    value.read().unwrap_or_else(|poison| poison.into_inner())
}

fn write<T>(value: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    value.write().unwrap_or_else(|poison| poison.into_inner())
}

/// A number of jobs, and what to do for each.
type Phase<'a> = (usize, &'a (dyn Fn(usize) + Sync));

/// Runs the phases one after another, the jobs of each on all threads.
fn in_phases(threads: usize, phases: &[Phase<'_>]) {
    let counters: Vec<AtomicUsize> = phases.iter().map(|_| AtomicUsize::new(0)).collect();
    let barrier = Barrier::new(threads);
    let failed = AtomicBool::new(false);
    let work = || {
        for ((jobs, job), counter) in phases.iter().zip(&counters) {
            loop {
                let index = counter.fetch_add(1, Ordering::Relaxed);
                if index >= *jobs || failed.load(Ordering::Relaxed) {
                    break;
                }
                job(index);
            }
            barrier.wait();
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::random_games;
    use super::*;

    /// The weights, and the cost at the first and the last report.
    fn run(threads: usize, seed: u64) -> (Vec<u8>, f64) {
        let games = random_games(12, &mut Random::new(3));
        let options = Options {
            units: 64,
            batch: 32,
            repeats: vec![4],
            rate: 0.004,
            decay: 0.01,
            seed,
            threads,
            held_out: 0,
            limit: 0,
        };
        let mut last = 0.0;
        let trained = train(&games, &options, &mut |progress| {
            last = progress.cost;
            true
        });
        (trained.to_bytes(), last)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (one, cost) = run(1, 7);
        let (three, _) = run(3, 7);
        assert!(one == three);
        assert!(one != run(1, 8).0);
        // Random moves cannot be learnt, but what is legal can.
        assert!(cost > 1.0 && cost < 5.5, "{cost}");
        let units = Trained::from_bytes(64, &one).unwrap();
        assert!(units.to_bytes() == one);
    }
}

//! The network in training: its shards, its move layer, its games, and one step of all of them.

use super::{
    data::{Entry, Games},
    group::{First, Group, MoveLayer},
    run::{Options, Trained},
    shard::{Shard, UNITS},
    subject::Subject,
};
use crate::codec::model::{adam::Step, moves::model::MoveModel};
use crate::coding::random::Random;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Barrier, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Groups of cursors in a batch.
pub(super) const GROUPS: usize = 16;

/// The network and its working space, behind locks for the threads.
pub(super) struct Network<'m> {
    subject: Subject,
    shards: Vec<RwLock<Shard>>,
    layer: RwLock<MoveLayer>,
    pub(super) groups: Vec<RwLock<Group<'m>>>,
    /// The sizes of the groups in this step.
    sizes: [Size; GROUPS],
}

/// How many samples a group has, and moves in these; set once a step, behind the lock of the group.
#[derive(Default)]
struct Size {
    samples: AtomicUsize,
    moves: AtomicUsize,
}

impl<'m> Network<'m> {
    pub(super) fn new(
        subject: Subject,
        options: &Options,
        teacher: Option<&'m MoveModel>,
        random: &mut Random,
    ) -> Network<'m> {
        Network {
            subject,
            shards: (0..subject.units() / UNITS)
                .map(|_| RwLock::new(Shard::new(random)))
                .collect(),
            layer: RwLock::new(MoveLayer::new(&subject, random)),
            groups: (0..GROUPS)
                .map(|index| {
                    RwLock::new(Group::new(
                        &subject,
                        options.batch / GROUPS,
                        options.seed.wrapping_add(index as u64),
                        teacher,
                    ))
                })
                .collect(),
            sizes: Default::default(),
        }
    }

    /// The weights, without those that no game has needed.
    pub(super) fn into_trained(self) -> Trained {
        let mut trained = Trained {
            shards: self.shards.into_iter().map(inner).collect(),
            layer: inner(self.layer),
        };
        for shard in &mut trained.shards {
            shard.inputs.forget_unseen();
            shard.vectors.forget_unseen();
        }
        trained.layer.facts.forget_unseen();
        trained
    }

    /// Takes one position from every cursor and, if `step` is given, learns from them. Returns the
    /// cost in nats and the number of half-moves.
    pub(super) fn step(
        &mut self,
        games: &Games,
        options: &Options,
        step: Option<Step>,
    ) -> (f64, usize) {
        let (this, shards) = (&*self, self.shards.len());
        let in_gather = |index| this.gather(index, games);
        let in_forward = |index| this.forward(index);
        let in_judge = |index| this.judge(index, step.is_some());
        let mut phases: Vec<Phase<'_>> = vec![
            (GROUPS, &in_gather),
            (shards, &in_forward),
            (GROUPS, &in_judge),
        ];
        let in_learn = step.map(|step| move |index| this.learn(index, step));
        if let Some(in_learn) = &in_learn {
            phases.push((shards + 1, in_learn));
        }
        in_phases(options.threads.get(), &phases);
        let mut result = (0.0, 0);
        for group in &mut self.groups {
            let group = lock(group);
            result.0 += group.cost;
            result.1 += group.samples.plies;
        }
        result
    }

    /// Takes the next positions of a group.
    fn gather(&self, index: usize, games: &Games) {
        let group = &mut *write(&self.groups[index]);
        group.samples.gather(
            games,
            &self.subject,
            &mut group.cursors,
            &mut group.scratch,
            group.teacher.as_mut(),
        );
        let Size { samples, moves } = &self.sizes[index];
        samples.store(group.samples.len(), Ordering::Relaxed);
        moves.store(group.samples.vectors.item_count(), Ordering::Relaxed);
    }

    /// Works out a shard's part of all scores.
    fn forward(&self, index: usize) {
        let groups: Vec<_> = self.groups.iter().map(read).collect();
        write(&self.shards[index]).forward(groups.iter().map(|group| &group.samples));
    }

    /// Works out the cost of a group's moves and, if `learn`, its gradients.
    fn judge(&self, index: usize, learn: bool) {
        let mut first = First::default();
        for Size { samples, moves } in &self.sizes[..index] {
            first.sample += samples.load(Ordering::Relaxed);
            first.mv += moves.load(Ordering::Relaxed);
        }
        let shards: Vec<_> = self.shards.iter().map(read).collect();
        let shards: Vec<&Shard> = shards.iter().map(|shard| &**shard).collect();
        write(&self.groups[index]).judge(&read(&self.layer), &shards, first, learn);
    }

    /// Updates the weights of a shard or, for the index after the last shard, of the move layer.
    fn learn(&self, index: usize, step: Step) {
        let groups: Vec<_> = self.groups.iter().map(read).collect();
        match self.shards.get(index) {
            Some(shard) => {
                let shard = &mut *write(shard);
                shard.backward(
                    groups
                        .iter()
                        .map(|g| (&g.samples, &g.scores[..], &g.to_moves[..])),
                );
                shard.update(step);
            }
            None => write(&self.layer).update(groups.iter().map(|g| &g.gradients), step),
        }
    }

    /// Measures the cost of `entries` in bits a half-move.
    pub(super) fn measure(&mut self, games: &Games, options: &Options, entries: &[Entry]) -> f64 {
        let size = options.batch / GROUPS;
        let training = std::mem::replace(
            &mut self.groups,
            (0..GROUPS)
                .map(|_| RwLock::new(Group::new(&self.subject, size, 0, None)))
                .collect(),
        );
        let mut queue = entries.iter();
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

fn inner<T>(value: RwLock<T>) -> T {
    value.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn read<T>(value: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    value.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(value: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    value.write().unwrap_or_else(PoisonError::into_inner)
}

/// A number of jobs, and the function that does each.
type Phase<'a> = (usize, &'a (dyn Fn(usize) + Sync));

/// Runs the phases one after another, the jobs of each on `threads` threads.
///
/// # Panics
/// When a job does, after all others: a thread that did not reach the barrier would keep the others
/// waiting for ever.
fn in_phases(threads: usize, phases: &[Phase<'_>]) {
    let counters: Vec<AtomicUsize> = phases.iter().map(|_| AtomicUsize::new(0)).collect();
    let barrier = Barrier::new(threads);
    let has_panicked = AtomicBool::new(false);
    let work = || {
        for ((jobs, job), counter) in phases.iter().zip(&counters) {
            loop {
                let index = counter.fetch_add(1, Ordering::Relaxed);
                if index >= *jobs {
                    break;
                }
                if catch_unwind(AssertUnwindSafe(|| job(index))).is_err() {
                    has_panicked.store(true, Ordering::Relaxed);
                }
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
    assert!(!has_panicked.into_inner(), "a job of training panicked");
}

/// Converts a cost in nats to bits a half-move.
pub(super) fn bits(nats: f64, plies: usize) -> f64 {
    nats / std::f64::consts::LN_2 / plies.max(1) as f64
}

/// Gives access to a value behind a lock that nobody else can hold.
pub(super) fn lock<T>(value: &mut RwLock<T>) -> &mut T {
    value.get_mut().unwrap_or_else(PoisonError::into_inner)
}

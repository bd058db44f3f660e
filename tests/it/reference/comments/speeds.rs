//! 18.5 and 18.6 of the document: speeds.

use crate::reference::models::coder::{AdaptiveBit, Source, hash32};
use std::collections::HashMap;

/// One number of another by ticks.
#[derive(Clone, Copy, Debug)]
struct Relation {
    is_count: bool,
    t: u64,
    u: u64,
}

fn relation(number: usize) -> Relation {
    let (t, u) = [(1, 1), (1_000, 1), (1_000, 1_000)][number / 2];
    Relation {
        is_count: number.is_multiple_of(2),
        t,
        u,
    }
}

impl Relation {
    fn speed(self, count: u64, ticks: u64) -> u64 {
        count * self.t / (ticks * self.u) * self.u
    }

    /// By how many ticks a number follows from another one, and what speed there is.
    fn ticks(self, number: u64, other: u64) -> Option<(u64, u64)> {
        let (count, speed) = match self.is_count {
            true => (number, other),
            false => (other, number),
        };
        let ticks = (count * self.t).checked_div(speed)?;
        let follows = (1..1 << 40).contains(&ticks) && self.speed(count, ticks) == speed;
        follows.then_some((ticks, speed))
    }
}

/// A speed that is expected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    relation: Relation,
    other: u64,
    trust: u32,
}

impl Expected {
    /// 18.5, 2: the number that follows by so many ticks.
    pub(crate) fn decode(&self, source: &mut dyn Source, ticks: i64) -> i64 {
        assert!((1..1 << 40).contains(&ticks));
        let Relation { is_count, t, u } = self.relation;
        if !is_count {
            return self.relation.speed(self.other, ticks as u64) as i64;
        }
        let least = |speed: u64| {
            let product = u128::from(speed) * ticks as u128;
            product.div_ceil(u128::from(t)) as u64
        };
        let mut first = least(self.other);
        let mut n = least(self.other + u) - first;
        assert!(n > 0);
        while n > 1 {
            let upper = n / 2;
            let p = (u128::from(upper) << 16) / u128::from(n);
            if source.decision(p as i64) {
                first += n - upper;
                n = upper;
            } else {
                n -= upper;
            }
        }
        first as i64
    }
}

/// What is trusted.
pub(crate) struct Speeds {
    /// By name and player: for each relation and place.
    trust: HashMap<u32, [[u32; 4]; 6]>,
    holds: Vec<AdaptiveBit>,
}

/// The latest four numbers, as far as they are whole.
type Latest = [Option<u64>; 4];

fn key(name: u32, player: u32) -> u32 {
    hash32(name, player, 0x59ee)
}

impl Speeds {
    /// Nothing is trusted.
    pub(crate) fn new() -> Speeds {
        Speeds {
            trust: HashMap::new(),
            holds: vec![AdaptiveBit::new(); 16],
        }
    }

    /// The speed that is expected, if it holds.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        name: u32,
        player: u32,
        latest: &Latest,
    ) -> Option<Expected> {
        let expected = self.expected(name, player, latest)?;
        let holds = self.holds[expected.trust as usize].decode(source);
        holds.then_some(expected)
    }

    fn expected(&self, name: u32, player: u32, latest: &Latest) -> Option<Expected> {
        let trust = self.trust.get(&key(name, player))?;
        let mut best: Option<Expected> = None;
        for (number, trust) in trust.iter().enumerate() {
            for (&trust, other) in trust.iter().zip(latest) {
                let least = best.map_or(3, |best| best.trust + 1);
                if let Some(other) = *other
                    && trust >= least
                {
                    let relation = relation(number);
                    best = Some(Expected {
                        relation,
                        other,
                        trust,
                    });
                }
            }
        }
        best
    }

    /// 18.6
    pub(crate) fn learn(&mut self, name: u32, player: u32, number: i64, latest: &Latest) {
        if number < 1_000 {
            return;
        }
        let trust = self.trust.entry(key(name, player)).or_default();
        for (i, trust) in trust.iter_mut().enumerate() {
            let relation = relation(i);
            for (trust, other) in trust.iter_mut().zip(latest) {
                let Some(other) = *other else { continue };
                *trust = match relation.ticks(number as u64, other) {
                    None => *trust / 2,
                    Some((ticks, speed)) if ticks * relation.u <= speed / 4 => (*trust + 1).min(15),
                    Some(_) => trust.saturating_sub(1),
                };
            }
        }
    }
}

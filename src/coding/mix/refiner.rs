//! Adaptive correction of probabilities (secondary estimation).

use super::squash;
use crate::coding::{adaptive::drift, fetch::fetch, range::ONE};

/// Replaces a probability by what came true before when about the same probability was predicted in
/// the same context (secondary symbol estimation, Mahoney 2005).
#[derive(Clone, Debug)]
pub struct Refiner {
    /// By context, then by stretched probability in 37 steps. Probabilities between two steps are
    /// interpolated.
    table: Vec<u16>,
    /// The entry nearest to the last probability refined, which learns from the outcome.
    nearest: usize,
}

/// Each decision moves an entry by 1 / 2^`RATE` of its error.
const RATE: u32 = 6;

/// Distance between neighbouring entries, as a stretched probability.
const REFINER_STEP: i32 = 128;
const REFINER_SIDE: i32 = 18;
const REFINER_ENTRIES: usize = 2 * REFINER_SIDE as usize + 1;

impl Refiner {
    /// A refiner of `contexts` contexts, which changes nothing at first.
    pub fn new(contexts: usize) -> Refiner {
        let row: Vec<u16> = (-REFINER_SIDE..=REFINER_SIDE)
            .map(|step| squash(step * REFINER_STEP).min(ONE - 1) as u16)
            .collect();
        Refiner {
            table: row.repeat(contexts),
            nearest: 0,
        }
    }

    /// Prefetches what is known of `context`, which is soon to be asked about.
    #[inline]
    pub fn fetch(&self, context: usize) {
        let row = &self.table[context * REFINER_ENTRIES..][..REFINER_ENTRIES];
        fetch(&row[0]);
        fetch(&row[REFINER_ENTRIES - 1]);
    }

    /// The corrected probability, in 1/65,536, of a stretched one in `context`.
    #[inline]
    pub fn refine(&mut self, stretched: i32, context: usize) -> u32 {
        const END: i32 = REFINER_SIDE * REFINER_STEP;
        let above = (stretched + END).clamp(0, 2 * END - 1);
        let (step, rest) = (above / REFINER_STEP, (above % REFINER_STEP) as u32);
        let low = context * REFINER_ENTRIES + step as usize;
        let all = REFINER_STEP as u32;
        self.nearest = low + usize::from(rest * 2 >= all);
        (u32::from(self.table[low]) * (all - rest) + u32::from(self.table[low + 1]) * rest) / all
    }

    /// The mean of a probability `said` and what it is corrected to; `stretched` is the same
    /// probability.
    #[inline]
    pub fn halfway(&mut self, said: u32, stretched: i32, context: usize) -> u32 {
        (said + self.refine(stretched, context)) >> 1
    }

    /// Learns that the decision last refined was `bit`.
    #[inline]
    pub fn update(&mut self, bit: bool) {
        drift(&mut self.table[self.nearest], bit, RATE);
    }
}

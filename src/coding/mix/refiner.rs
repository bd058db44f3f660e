//! What a probability turns out to mean.

use super::squash;
use crate::coding::range::ONE;

/// Corrects a probability by what came true before when it was said in the same context (secondary estimation, Mahoney 2005).
#[derive(Clone, Debug)]
pub struct Refiner {
    /// By context and by stretched probability in 37 steps, between which it is interpolated.
    table: Vec<u16>,
    /// The entry to learn from what comes of the last refinement.
    nearest: usize,
    rate: u32,
}

/// Stretched probabilities that differ by this share an entry.
const REFINER_STEP: i32 = 128;
const REFINER_SIDE: i32 = 18;
const REFINER_ENTRIES: usize = 2 * REFINER_SIDE as usize + 1;

impl Refiner {
    /// A refiner of `contexts` contexts that changes nothing at first and moves by 1 / 2^`rate` with each decision.
    pub fn new(contexts: usize, rate: u32) -> Refiner {
        let row: Vec<u16> = (-REFINER_SIDE..=REFINER_SIDE)
            .map(|step| squash(step * REFINER_STEP).min(ONE - 1) as u16)
            .collect();
        Refiner {
            table: row.repeat(contexts),
            nearest: 0,
            rate,
        }
    }

    /// The probability (in 1/65,536) that a stretched one turns out to mean in `context`.
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

    /// Learns that the decision last refined was `bit`.
    #[inline]
    pub fn update(&mut self, bit: bool) {
        let p = &mut self.table[self.nearest];
        if bit {
            *p += (65_535 - *p) >> self.rate;
        } else {
            *p -= *p >> self.rate;
        }
    }
}

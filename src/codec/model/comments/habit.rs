//! What always comes in the same place: one cheap decision says that it came again.
//!
//! Where every move has its clock, what comes next is certain, and the blending of contexts is a waste of time. So each situation remembers
//! what came of it last and how often in a row; once that was often enough, it is first coded whether it is so again, and only where it is
//! not does somebody else code what came instead.

use crate::coding::{adaptive::Bit, range::Coder};

/// Situations are told apart by this many bits of a hash, and a mark.
const LOG2_PLACES: u32 = 10;
/// As often as this in a row makes a habit.
const ENOUGH: u16 = 16;
/// Streaks are counted up to this, the end of the last of [`CLASSES`].
const MOST: u16 = (1 << 10) - 1;
/// Habits are told apart by the binary logarithm of their streaks.
const CLASSES: usize = (MOST.ilog2() - ENOUGH.ilog2() + 1) as usize;
/// A probability forgets what is longer ago than about so many decisions.
const LIMIT: u8 = 30;
/// How likely a habit is to come again, in 1/65,536, where no class has shown it yet (it is broken once in 120 times),
/// and in how many decisions that counts as seen.
const FIRST_AGAIN: (u16, u8) = (65_000, 20);

#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    mark: u32,
    came: u32,
    streak: u16,
}

/// Remembers what comes of situations.
#[derive(Clone, Debug)]
pub(super) struct Habits {
    memories: Vec<Memory>,
    /// By how often in a row.
    again: [Bit; CLASSES],
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits {
            memories: vec![Memory::default(); 1 << LOG2_PLACES],
            again: [Bit::primed(FIRST_AGAIN.0, FIRST_AGAIN.1); CLASSES],
        }
    }

    /// What came of a `situation`, where that is a habit and coded to have come again: it is `given`, or what a reader reads. Otherwise
    /// somebody else codes what comes and tells [`learn`](Habits::learn).
    #[inline]
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        situation: u64,
        given: u32,
    ) -> Option<u32> {
        let memory = &mut self.memories[place(situation)];
        if memory.streak < ENOUGH || memory.mark != mark(situation) {
            return None;
        }
        let class = memory.streak.ilog2() - ENOUGH.ilog2();
        let bit = &mut self.again[class as usize];
        let again = coder.bit(given == memory.came, bit.p());
        bit.update(again, LIMIT);
        memory.streak = (memory.streak + 1).min(MOST);
        again.then_some(memory.came)
    }

    /// Something `came` of a situation that was not told by [`code`](Habits::code).
    #[inline]
    pub(super) fn learn(&mut self, situation: u64, came: u32) {
        let memory = &mut self.memories[place(situation)];
        let mark = mark(situation);
        if memory.mark == mark && memory.came == came {
            memory.streak = (memory.streak + 1).min(MOST);
        } else {
            *memory = Memory {
                mark,
                came,
                streak: 1,
            };
        }
    }
}

fn place(situation: u64) -> usize {
    situation as usize & ((1 << LOG2_PLACES) - 1)
}

fn mark(situation: u64) -> u32 {
    (situation >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder, Meter};
    use proptest::prelude::*;

    /// Tells situations apart in place and mark.
    const BOTH: u64 = (1 << 32) + 1;

    fn code<C: Coder>(habits: &mut Habits, coder: &mut C, situation: u64, given: u32) -> u32 {
        habits.code(coder, situation, given).unwrap_or_else(|| {
            let came = coder.raw(given, 3);
            habits.learn(situation, came);
            came
        })
    }

    proptest! {
        #[test]
        fn what_comes_comes_back(pairs in prop::collection::vec((0u64..4, 0u32..2), 0..500)) {
            let (mut encoder, mut habits) = (Encoder::new(), Habits::new());
            for &(situation, came) in &pairs {
                code(&mut habits, &mut encoder, situation * BOTH, came * came * 7);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut habits) = (Decoder::new(&bytes), Habits::new());
            for &(situation, came) in &pairs {
                prop_assert_eq!(code(&mut habits, &mut decoder, situation * BOTH, 0), came * came * 7);
            }
        }
    }

    #[test]
    fn a_habit_costs_next_to_nothing() {
        let (mut meter, mut habits) = (Meter::new(), Habits::new());
        let mut first = 0.0;
        for index in 0..11_000u32 {
            if index == 1000 {
                first = meter.bits();
            }
            code(
                &mut habits,
                &mut meter,
                u64::from(index % 3) * BOTH,
                index % 3,
            );
        }
        assert!(first > f64::from(ENOUGH));
        assert!(meter.bits() - first < 20.0, "{}", meter.bits() - first);
    }
}

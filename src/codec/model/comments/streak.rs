//! What always comes in the same situation: one cheap decision says that it came again.
//!
//! Where every move has its clock, what comes next is certain, and mixing the predictions of many
//! contexts is a waste of time. So each situation (a hash of what came before) remembers what
//! followed it last, and how often in a row. Once the streak is long enough, it is first coded
//! whether the same follows again. Only if not, the caller codes what came instead.

use crate::coding::{adaptive::Bit, range::Coder};

/// Bits of a situation's hash that index the table; a further 32 bits, its mark, tell it apart from
/// others in the same place.
const LOG2_PLACES: u32 = 10;
/// A streak counts as one from this length on.
const ENOUGH: u16 = 16;
/// Streaks are counted up to this, the end of the last of [`CLASSES`].
const MOST: u16 = (1 << 10) - 1;
/// Classes of streaks, by the binary logarithm of their length: each has a probability of its own.
const CLASSES: usize = (MOST.ilog2() - ENOUGH.ilog2() + 1) as usize;
/// The probability in 1/65,536 that a streak goes on, before its class has seen any (it breaks once
/// in 120 times), and the number of observations that this counts as.
const FIRST_AGAIN: (u16, u8) = (65_000, 20);

/// What is remembered of a situation.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// Which of the situations with this place it is.
    mark: u32,
    /// What came last.
    came: u32,
    /// How often in a row.
    streak: u16,
}

/// Remembers what follows each situation.
#[derive(Clone, Debug)]
pub(super) struct Streaks {
    memories: Vec<Memory>,
    /// Whether a streak goes on, by its class.
    again: [Bit; CLASSES],
}

impl Streaks {
    pub(super) fn new() -> Streaks {
        Streaks {
            memories: vec![Memory::default(); 1 << LOG2_PLACES],
            again: [Bit::primed(FIRST_AGAIN.0, FIRST_AGAIN.1); CLASSES],
        }
    }

    /// If the `situation` has a streak, codes whether it goes on. Returns what came if it does:
    /// `given`, or what a reader reads. On `None` the caller codes what came and tells
    /// [`learn`](Streaks::learn).
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
        let again = self.again[class as usize].code(coder, given == memory.came);
        memory.streak = (memory.streak + 1).min(MOST);
        again.then_some(memory.came)
    }

    /// Notes what `came` in a situation where [`code`](Streaks::code) returned `None`.
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

    fn code<C: Coder>(streaks: &mut Streaks, coder: &mut C, situation: u64, given: u32) -> u32 {
        streaks.code(coder, situation, given).unwrap_or_else(|| {
            let came = coder.raw(given, 3);
            streaks.learn(situation, came);
            came
        })
    }

    proptest! {
        #[test]
        fn what_comes_comes_back(pairs in prop::collection::vec((0u64..4, 0u32..2), 0..500)) {
            let (mut encoder, mut streaks) = (Encoder::new(), Streaks::new());
            for &(situation, came) in &pairs {
                code(&mut streaks, &mut encoder, situation * BOTH, came * came * 7);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut streaks) = (Decoder::new(&bytes), Streaks::new());
            for &(situation, came) in &pairs {
                prop_assert_eq!(code(&mut streaks, &mut decoder, situation * BOTH, 0), came * came * 7);
            }
        }
    }

    #[test]
    fn a_streak_costs_next_to_nothing() {
        let (mut meter, mut streaks) = (Meter::new(), Streaks::new());
        let mut first = 0.0;
        for index in 0..11_000u32 {
            if index == 1000 {
                first = meter.bits();
            }
            code(
                &mut streaks,
                &mut meter,
                u64::from(index % 3) * BOTH,
                index % 3,
            );
        }
        assert!(first > f64::from(ENOUGH));
        assert!(meter.bits() - first < 20.0, "{}", meter.bits() - first);
    }
}

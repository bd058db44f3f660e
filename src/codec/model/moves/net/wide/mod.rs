//! The inner loops in the instructions of x86-64 processors with AVX2 and with AVX-512. `unsafe`
//! covers two things: calls of functions that need such a processor, made only where it was
//! detected, and loads and stores of whole arrays. Tests compare both versions with the plain one.
#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod eight;

use super::arithmetic::{Plain, Task};
use avx2::Avx2;
use avx512::Avx512;
use std::sync::OnceLock;

/// Networks of so many hidden units keep these in registers of 64 bytes while moves are scored;
/// those of others are loaded for each move.
const IN_REGISTERS: [usize; 3] = [64, 384, 512];

/// The instructions that a processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Avx2,
    Avx512,
}

fn kind() -> Kind {
    #[cfg(test)]
    if let Some(kind) = pretence::KIND.get() {
        return kind;
    }
    static KIND: OnceLock<Kind> = OnceLock::new();
    *KIND.get_or_init(|| {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match (avx2, avx512) {
            (true, true) => Kind::Avx512,
            (true, false) => Kind::Avx2,
            _ => Kind::Plain,
        }
    })
}

/// Does `task` with the best instructions of this machine.
#[inline]
pub(super) fn on_this_machine<T: Task>(task: T) -> T::Output {
    match kind() {
        // SAFETY: the processor has what the function is compiled for.
        Kind::Avx512 => unsafe { with_avx512(task) },
        // SAFETY: likewise.
        Kind::Avx2 => unsafe { with_avx2(task) },
        Kind::Plain => task.run::<Plain>(),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
fn with_avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512>()
}

/// Tests do as if the processor were older than it is.
#[cfg(test)]
pub(super) mod pretence {
    use super::{Kind, kind};
    use std::cell::Cell;

    thread_local! {
        /// What the processor is taken for on this thread, if not for what it is.
        pub(super) static KIND: Cell<Option<Kind>> = const { Cell::new(None) };
    }

    /// As [`arithmetic::as_each_kind`](super::super::arithmetic::as_each_kind), the own kind last.
    pub(crate) fn as_each_kind(work: &mut dyn FnMut()) {
        let own = kind();
        for kind in [Kind::Plain, Kind::Avx2, Kind::Avx512] {
            KIND.set(Some(kind));
            work();
            if kind == own {
                break;
            }
        }
        KIND.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        arithmetic::{Arithmetic, Scoring},
        eight::Eight,
        weights::{MOVE_UNITS, MoveUnits, WIDE_UNITS},
    };
    use super::*;
    use crate::codec::model::learnt::Learnt;
    use proptest::prelude::*;

    /// Input for all functions: a hidden layer from 8 input rows, a move layer of 8 rows, and six
    /// moves.
    #[derive(Debug)]
    struct Case {
        units: usize,
        inputs: Vec<i8>,
        bias: Vec<i16>,
        rows: Vec<u16>,
        table: Vec<[i16; MOVE_UNITS]>,
        move_units: MoveUnits,
        vectors: [u16; 6],
        facts: [[u16; 6]; 6],
    }

    impl Task for &Case {
        type Output = (Vec<u8>, [i32; MOVE_UNITS], [i32; WIDE_UNITS], [i32; 6]);

        #[inline(always)]
        fn run<A: Arithmetic>(self) -> Self::Output {
            let mut hidden = vec![0; self.units];
            A::hidden(&self.inputs, &self.bias, &self.rows, &mut hidden);
            let sent = A::sent(&hidden[..64], self.inputs.as_chunks().0);
            let mut told = [0; 320];
            for (at, told) in told.iter_mut().enumerate() {
                // Whole fours are 0, and single numbers.
                let number = hidden[at % hidden.len()];
                *told = if at % 16 < 5 { 0 } else { number };
            }
            let weights: Vec<i8> = self.inputs.iter().copied().cycle().take(80 * 256).collect();
            let mut widely = std::array::from_fn(|i| i as i32);
            A::send_widely(&told, weights.as_chunks().0, &mut widely);
            let scoring = Scoring {
                hidden: &hidden,
                vectors: &self.inputs,
                shared: &self.move_units.bias,
                table: &self.table,
                units: &self.move_units,
            };
            let mut sums = [1, 2, 3, 4, 5, 6];
            A::add_scores(&scoring, &self.vectors, &self.facts, &mut sums);
            (hidden, sent, widely, sums)
        }
    }

    /// Input for every operation on [`Eight`], and for the functions of [`Arithmetic`] on sets of
    /// squares.
    #[derive(Clone, Copy, Debug)]
    struct Eights([[u64; 8]; 3]);

    impl Task for Eights {
        type Output = (Vec<[u64; 8]>, [u8; 64], Vec<u8>, [Vec<i8>; 2]);

        #[inline(always)]
        fn run<A: Arithmetic>(self) -> Self::Output {
            let [a, b, c] = self.0.map(|numbers| A::Eight::load(&numbers));
            let table = A::by_square(self.0[0]);
            let (set, mut members) = (self.0[1][0], [0; 64]);
            A::members(set, &mut members);
            let number = |bits: u64| c & A::Eight::all(bits);
            let results = vec![
                a + b,
                a - b,
                a & b,
                a | b,
                a ^ b,
                a.without(b),
                a.times(1 << 31 | 5),
                a.left(number(63)),
                a.right(number(63)),
                a.count(),
                a.reversed(),
                number(u64::from(u32::MAX)).least(b & A::Eight::all(u64::from(u32::MAX))),
                number(u64::from(u32::MAX)).most(b & A::Eight::all(u64::from(u32::MAX))),
                number(1).some(),
                a.some(),
                number(1).equals(b & A::Eight::all(1)),
                a.equals(a),
                number(1).choose(a, b),
                a.choose(b, c),
                number((1 << 31) - 1).item(&self.0[1]),
                number(63).byte(&table),
                A::Eight::widened(&self.0[2][0].to_le_bytes()),
            ];
            let members = members[..set.count_ones() as usize].to_vec();
            let results = results.into_iter().map(Eight::store).collect();
            let numbers: Vec<i8> = self.0.as_flattened().iter().map(|n| *n as i8).collect();
            let numbers: [i8; 128] = std::array::from_fn(|i| numbers[i % numbers.len()] ^ i as i8);
            let states = A::by_state(&numbers, &table.map(|state| state & 127));
            let mut those = [0; 64];
            A::those(set, &states, &mut those);
            let those = those[..members.len()].to_vec();
            (results, table, members, [states.to_vec(), those])
        }
    }

    #[test]
    fn networks_of_the_model_that_is_built_in_stay_in_registers() {
        let model = Learnt::standard().moves();
        let judges = model.judges().map(|judge| judge.network.units);
        for units in judges.chain([model.quick().network.units]) {
            assert!(IN_REGISTERS.contains(&units), "{units}");
        }
    }

    fn case() -> impl Strategy<Value = Case> {
        let units = prop::sample::select([&[320][..], &IN_REGISTERS].concat());
        units.prop_flat_map(case_of)
    }

    fn case_of(units: usize) -> impl Strategy<Value = Case> {
        let bytes = prop::collection::vec(any::<i8>(), (8 * units).max(64 * 4 * MOVE_UNITS));
        let bias = prop::collection::vec(-600i16..600, units);
        let rows = prop::collection::vec(0u16..8, 0..40);
        let table = prop::collection::vec(any::<i16>(), 8 * MOVE_UNITS);
        let ends = prop::collection::vec(
            (any::<i16>(), any::<i16>(), any::<i16>(), any::<bool>()),
            MOVE_UNITS,
        );
        let vectors = prop::array::uniform6(0u16..8);
        let facts = prop::array::uniform6(prop::array::uniform6(0u16..8));
        (bytes, bias, rows, table, ends, vectors, facts).prop_map(
            move |(inputs, bias, rows, numbers, ends, vectors, facts)| {
                let table = numbers.as_chunks().0.to_vec();
                let end = |pick: fn(&(i16, i16, i16, bool)) -> i16| {
                    std::array::from_fn(|k| pick(&ends[k]))
                };
                let move_units = MoveUnits {
                    bias: end(|e| e.0),
                    floor: end(|e| e.1.min(e.2)),
                    ceiling: end(|e| e.1.max(e.2)),
                    sign: end(|e| if e.3 { 1 } else { -1 }),
                    shift: [0; MOVE_UNITS],
                };
                Case {
                    units,
                    inputs,
                    bias,
                    rows,
                    table,
                    move_units,
                    vectors,
                    facts,
                }
            },
        )
    }

    proptest! {
        #[test]
        fn every_processor_does_the_same_to_eight_moves(numbers in any::<[[u64; 8]; 3]>()) {
            let case = Eights(numbers);
            let plain = case.run::<Plain>();
            if kind() != Kind::Plain {
                // SAFETY: the processor has AVX2.
                prop_assert_eq!(unsafe { with_avx2(case) }, plain.clone());
            }
            if kind() == Kind::Avx512 {
                // SAFETY: the processor has AVX-512.
                prop_assert_eq!(unsafe { with_avx512(case) }, plain);
            }
        }

        #[test]
        fn every_processor_gets_the_same_sums(case in case()) {
            let plain = (&case).run::<Plain>();
            if kind() != Kind::Plain {
                // SAFETY: the processor has AVX2.
                prop_assert_eq!(unsafe { with_avx2(&case) }, plain.clone());
            }
            if kind() == Kind::Avx512 {
                // SAFETY: the processor has AVX-512.
                prop_assert_eq!(unsafe { with_avx512(&case) }, plain);
            }
        }
    }
}

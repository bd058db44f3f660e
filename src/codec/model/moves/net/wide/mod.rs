//! The inner loops in the instructions of x86-64 processors with AVX2 and with AVX-512. The one place with `unsafe`: calls of
//! functions that need such a processor, made where it has been found to be one, and loads of whole arrays into registers. Tests hold
//! both to their plain twin.
#![allow(unsafe_code)]

mod avx2;
mod avx512;

use super::arithmetic::{Plain, Task};
use avx2::Avx2;
use avx512::Avx512;
use std::sync::OnceLock;

/// What a processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Avx2,
    Avx512,
}

fn kind() -> Kind {
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
            && is_x86_feature_detected!("avx512vnni");
        match (avx2, avx512) {
            (true, true) => Kind::Avx512,
            (true, false) => Kind::Avx2,
            _ => Kind::Plain,
        }
    })
}

/// Does `task` with the best of the three.
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
fn with_avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512>()
}

#[cfg(test)]
mod tests {
    use super::super::{
        arithmetic::Arithmetic,
        weights::{MOVE_UNITS, MoveUnits},
    };
    use super::*;
    use proptest::prelude::*;

    /// One question to all three functions: 320 hidden units from 8 input rows, and a move layer of 8 rows.
    #[derive(Debug)]
    struct Case {
        inputs: Vec<i8>,
        bias: Vec<i16>,
        rows: Vec<u16>,
        table: Vec<[i16; MOVE_UNITS]>,
        units: MoveUnits,
    }

    const UNITS: usize = 320;

    impl Task for &Case {
        type Output = (Vec<u8>, [i32; MOVE_UNITS], i32);

        #[inline(always)]
        fn run<A: Arithmetic>(self) -> Self::Output {
            let mut hidden = vec![0; UNITS];
            A::hidden(&self.inputs, &self.bias, &self.rows, &mut hidden);
            let sent = A::sent(&hidden[..64], self.inputs[64..].as_chunks().0);
            let product = (&hidden[..], &self.inputs[..UNITS]);
            let score = A::score(
                product,
                &self.units.bias,
                &self.table,
                &self.rows,
                &self.units,
            );
            (hidden, sent, score)
        }
    }

    fn case() -> impl Strategy<Value = Case> {
        let bytes = prop::collection::vec(any::<i8>(), 8 * UNITS);
        let bias = prop::collection::vec(-600i16..600, UNITS);
        let rows = prop::collection::vec(0u16..8, 0..40);
        let table = prop::collection::vec(any::<i16>(), 8 * MOVE_UNITS);
        let ends = prop::collection::vec(
            (any::<i16>(), any::<i16>(), any::<i16>(), any::<bool>()),
            MOVE_UNITS,
        );
        (bytes, bias, rows, table, ends).prop_map(|(inputs, bias, rows, numbers, ends)| {
            let table = numbers.as_chunks().0.to_vec();
            let end =
                |pick: fn(&(i16, i16, i16, bool)) -> i16| std::array::from_fn(|k| pick(&ends[k]));
            let units = MoveUnits {
                bias: end(|e| e.0),
                floor: end(|e| e.1.min(e.2)),
                ceiling: end(|e| e.1.max(e.2)),
                sign: end(|e| if e.3 { 1 } else { -1 }),
                shift: [0; MOVE_UNITS],
            };
            Case {
                inputs,
                bias,
                rows,
                table,
                units,
            }
        })
    }

    proptest! {
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

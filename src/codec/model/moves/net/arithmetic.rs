//! The inner loops of the networks in plain Rust, and the choice of the fastest version that this
//! machine can run.
//!
//! Every processor gets the same sums: all numbers are whole, nothing is rounded, and 16-bit sums
//! wrap around or saturate as MODEL.md says.

use super::{
    eight::{Eight, InTurn},
    softmax::SCORE_BITS,
    weights::{
        HIDDEN_BITS, MOVE_BITS, MOVE_UNITS, MoveUnits, SUM_BITS, Shared, VECTOR_BITS, WIDE_UNITS,
        Wide,
    },
};

/// The loops for which processors have special instructions.
pub(crate) trait Arithmetic {
    /// The type that holds eight numbers.
    type Eight: Eight;

    /// Transposes sets of squares: gives each square a number whose bits, from the lowest, say
    /// which of `sets` it belongs to.
    fn by_square<const BITS: usize>(sets: [u64; BITS]) -> [u8; 64];

    /// Writes the squares of a set, the lowest first, to the front of `out`. The rest of `out` is
    /// unspecified.
    fn members(set: u64, out: &mut [u8; 64]);

    /// Writes the `numbers` on the squares of a set, that of the lowest square first, to the front
    /// of `out`. The rest of `out` is unspecified.
    fn those(set: u64, numbers: &[i8; 64], out: &mut [i8; 64]);

    /// Looks up each square's number by its state, which must be below 128.
    fn by_state(numbers: &[i8; 128], states: &[u8; 64]) -> [i8; 64];

    /// What the hidden layer (units of at most 127) sends to each unit of the move layer: the dot
    /// products with their weights.
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS];

    /// Adds likewise to the sums of twice as many units. Much of `told` may be 0: the time is that
    /// of the fours which are not.
    ///
    /// `told` is of a multiple of 64 numbers, at most 512, each at most 127.
    fn send_widely<const TOLD: usize>(
        told: &[u8; TOLD],
        weights: &[Wide],
        sums: &mut [i32; WIDE_UNITS],
    );

    /// Computes the hidden layer: the sums of `bias` and four times the named rows of `inputs`,
    /// clamped to 0 … 1 and squared.
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]);

    /// Adds the scores of moves, given by their vectors and their rows of the move layer, to
    /// `sums`, one for each.
    fn add_scores<const ROWS: usize>(
        scoring: &Scoring<'_>,
        vectors: &[u16],
        facts: &[[u16; ROWS]],
        sums: &mut [i32],
    );
}

/// What the scores of all moves of a position have in common: the hidden layer and the weights.
#[derive(Clone, Copy)]
pub(crate) struct Scoring<'a> {
    /// The hidden layer.
    pub(super) hidden: &'a [u8],
    /// The vectors, each as long as the hidden layer.
    pub(super) vectors: &'a [i8],
    /// The sums of the move layer so far: the position's part, with the biases.
    pub(super) shared: &'a [i16; MOVE_UNITS],
    /// The rows of the move layer. Row 0 stands for no row and is all zeros.
    pub(super) table: &'a [[i16; MOVE_UNITS]],
    pub(super) units: &'a MoveUnits,
}

impl<'a> Scoring<'a> {
    #[inline(always)]
    pub(super) fn vector(&self, number: u16) -> &'a [i8] {
        let units = self.hidden.len();
        &self.vectors[usize::from(number) * units..][..units]
    }
}

/// Fractional bits that a product of the hidden layer has beyond those of a score.
pub(super) const EXCESS: u32 = HIDDEN_BITS + VECTOR_BITS - SCORE_BITS;
/// Fractional bits that such a product has beyond those of the move layer.
pub(super) const LIFT: u32 = HIDDEN_BITS + VECTOR_BITS - MOVE_BITS;

/// Work that is compiled once for each kind of processor. `run` and all that it calls must be
/// inlined: functions that are not are compiled for the oldest processor.
pub(crate) trait Task {
    /// The result.
    type Output;

    /// Does the work.
    fn run<A: Arithmetic>(self) -> Self::Output;
}

/// Does `task` with the best instructions of this machine.
#[inline]
pub(crate) fn on_this_machine<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    return super::wide::on_this_machine(task);
    #[cfg(not(target_arch = "x86_64"))]
    task.run::<Plain>()
}

/// Calls `work` with the instructions of each kind of processor that this one can stand for. `work`
/// must not leave its thread.
#[cfg(test)]
pub(crate) fn as_each_kind(work: &mut dyn FnMut()) {
    #[cfg(target_arch = "x86_64")]
    super::wide::pretence::as_each_kind(work);
    #[cfg(not(target_arch = "x86_64"))]
    work();
}

/// Loops that every processor runs.
pub(crate) struct Plain;

impl Arithmetic for Plain {
    type Eight = InTurn;

    #[inline(always)]
    fn by_square<const BITS: usize>(sets: [u64; BITS]) -> [u8; 64] {
        let mut numbers = [0; 64];
        for (rank, squares) in numbers.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut bytes = 0;
            for (bit, set) in sets.iter().enumerate() {
                bytes |= SPREAD[(set >> (8 * rank)) as usize & 0xff] << bit;
            }
            *squares = bytes.to_le_bytes();
        }
        numbers
    }

    // Four at a time, whether there are as many or not, and so are numbers: most pieces have no more
    // moves, so that the processor can mostly predict the only branch.
    #[inline(always)]
    fn members(mut set: u64, out: &mut [u8; 64]) {
        for squares in out.as_chunks_mut::<4>().0 {
            for square in squares {
                // Behind the last one there are squares of the board, too: some are looked at.
                *square = set.trailing_zeros() as u8 & 63;
                set &= set.wrapping_sub(1);
            }
            if set == 0 {
                break;
            }
        }
    }

    #[inline(always)]
    fn those(mut set: u64, numbers: &[i8; 64], out: &mut [i8; 64]) {
        for out in out.as_chunks_mut::<4>().0 {
            for out in out {
                *out = numbers[set.trailing_zeros() as usize & 63];
                set &= set.wrapping_sub(1);
            }
            if set == 0 {
                break;
            }
        }
    }

    #[inline(always)]
    fn by_state(numbers: &[i8; 128], states: &[u8; 64]) -> [i8; 64] {
        let mut out = [0; 64];
        for (out, &state) in out.iter_mut().zip(states) {
            *out = numbers[usize::from(state & 127)];
        }
        out
    }

    #[inline(always)]
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS] {
        let mut sums = [0; MOVE_UNITS];
        for (four, weights) in hidden.as_chunks::<4>().0.iter().zip(shared) {
            for k in 0..MOVE_UNITS {
                sums[k] += dot(four, &weights[4 * k..][..4]);
            }
        }
        sums
    }

    #[inline(always)]
    fn send_widely<const TOLD: usize>(
        told: &[u8; TOLD],
        weights: &[Wide],
        sums: &mut [i32; WIDE_UNITS],
    ) {
        for (four, weights) in told.as_chunks::<4>().0.iter().zip(weights) {
            if *four != [0; 4] {
                for k in 0..WIDE_UNITS {
                    sums[k] += dot(four, &weights[4 * k..][..4]);
                }
            }
        }
    }

    #[inline(always)]
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]) {
        let units = out.len();
        for (block, out) in out.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            let at = block * 64;
            let mut sums = [0i16; 64];
            for &row in rows {
                let row = &inputs[usize::from(row) * units + at..][..64];
                for (sum, &w) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(i16::from(w));
                }
            }
            for ((o, &sum), &bias) in out.iter_mut().zip(&sums).zip(&bias[at..]) {
                *o = activate(sum, bias);
            }
        }
    }

    #[inline(always)]
    fn add_scores<const ROWS: usize>(
        scoring: &Scoring<'_>,
        vectors: &[u16],
        facts: &[[u16; ROWS]],
        sums: &mut [i32],
    ) {
        for ((&vector, rows), sum) in vectors.iter().zip(facts).zip(sums) {
            *sum += score(scoring, vector, rows);
        }
    }
}

/// The eight bits of a byte as the lowest bits of eight bytes.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut file = 0;
        while file < 8 {
            table[byte] |= (byte as u64 >> file & 1) << (8 * file);
            file += 1;
        }
        byte += 1;
    }
    table
};

/// The score of a move: the product of the hidden layer and the move's vector, plus what the move
/// layer makes of the named rows, with the fractional bits of scores.
#[inline(always)]
fn score(scoring: &Scoring<'_>, vector: u16, rows: &[u16]) -> i32 {
    let mut sums = *scoring.shared;
    for &row in rows {
        for (sum, &w) in sums.iter_mut().zip(&scoring.table[usize::from(row)]) {
            *sum = sum.saturating_add(w);
        }
    }
    let units = scoring.units;
    let bent: i32 = (0..MOVE_UNITS)
        .map(|k| {
            let held = sums[k].max(units.floor[k]).min(units.ceiling[k]);
            i32::from(held) * i32::from(units.sign[k])
        })
        .sum();
    (dot(scoring.hidden, scoring.vector(vector)) + (bent << LIFT)) >> EXCESS
}

/// The dot product of hidden units and as many weights.
#[inline(always)]
fn dot(hidden: &[u8], row: &[i8]) -> i32 {
    let mut sum = 0;
    for (&a, &b) in hidden.iter().zip(row) {
        sum += i32::from(i16::from(a) * i16::from(b));
    }
    sum
}

/// A hidden unit, from the sum of its rows and its bias.
#[inline(always)]
pub(super) fn activate(sum: i16, bias: i16) -> u8 {
    const { assert!(2 * SUM_BITS + 5 - 16 == HIDDEN_BITS) };
    let x = (sum << 2).wrapping_add(bias).clamp(0, (1 << SUM_BITS) - 1) as u16;
    // Processors have one instruction for the upper half of a product of 16-bit numbers.
    ((u32::from(x << 4) * u32::from(x << 1)) >> 16) as u8
}

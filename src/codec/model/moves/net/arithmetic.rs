//! The inner loops of the networks in nothing but whole numbers and loops, and the choice of the fastest that this machine has.
//!
//! Every processor gets the same sums: there is no rounding, and 16-bit sums wrap around or saturate as MODEL.md says.

use super::{
    eight::{Eight, InTurn},
    softmax::SCORE_BITS,
    weights::{HIDDEN_BITS, MOVE_BITS, MOVE_UNITS, MoveUnits, SUM_BITS, Shared, VECTOR_BITS},
};

/// The loops that processors have instructions of their own for.
pub(crate) trait Arithmetic {
    /// Eight moves at a time.
    type Eight: Eight;

    /// A number for each square, whose bits, lowest first, are the square's membership of these sets.
    fn by_square<const BITS: usize>(sets: [u64; BITS]) -> [u8; 64];

    /// The squares of a set, lowest first; what stands behind the last of them means nothing.
    fn members(set: u64, out: &mut [u8; 64]);

    /// The numbers on the squares of a set, that of the lowest first; what stands behind the last of them means nothing.
    fn those(set: u64, numbers: &[i8; 64], out: &mut [i8; 64]);

    /// The number of each square's state, which is below 128.
    fn by_state(numbers: &[i8; 128], states: &[u8; 64]) -> [i8; 64];

    /// The products of the hidden layer (at most 127 each) and what it sends to each unit of the move layer.
    fn sent(hidden: &[u8], shared: &[Shared]) -> [i32; MOVE_UNITS];

    /// The hidden layer: `bias` plus four times the rows named, held between 0 and 1 and squared.
    fn hidden(inputs: &[i8], bias: &[i16], rows: &[u16], out: &mut [u8]);

    /// Adds to `sums` the scores of as many moves, of which it is given the vectors and the rows of the move layer.
    fn add_scores<const ROWS: usize>(
        scoring: &Scoring<'_>,
        moves: impl Iterator<Item = (u16, [u16; ROWS])>,
        sums: &mut [i32],
    );
}

/// What the scores of all moves of a position have in common.
#[derive(Clone, Copy)]
pub(crate) struct Scoring<'a> {
    /// The hidden layer.
    pub(super) hidden: &'a [u8],
    /// The moves' vectors, each as long as the hidden layer.
    pub(super) vectors: &'a [i8],
    /// What the move layer gets from the position.
    pub(super) shared: &'a [i16; MOVE_UNITS],
    /// The move layer's table. Row 0 stands for none and is empty.
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

/// A product of the hidden layer has this many fractional bits more than a score.
pub(super) const EXCESS: u32 = HIDDEN_BITS + VECTOR_BITS - SCORE_BITS;
/// A product has this many fractional bits more than the move layer.
pub(super) const LIFT: u32 = HIDDEN_BITS + VECTOR_BITS - MOVE_BITS;

/// Work to be compiled once for each kind of processor. `run` and what it calls are to be inlined: what is not is compiled for
/// the oldest processor.
pub(crate) trait Task {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run<A: Arithmetic>(self) -> Self::Output;
}

/// Does `task` with the best instructions that this machine has.
#[inline]
pub(crate) fn on_this_machine<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    return super::wide::on_this_machine(task);
    #[cfg(not(target_arch = "x86_64"))]
    task.run::<Plain>()
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

    #[inline(always)]
    fn members(mut set: u64, out: &mut [u8; 64]) {
        for square in out {
            if set == 0 {
                break;
            }
            *square = set.trailing_zeros() as u8;
            set &= set - 1;
        }
    }

    #[inline(always)]
    fn those(mut set: u64, numbers: &[i8; 64], out: &mut [i8; 64]) {
        for out in out {
            if set == 0 {
                break;
            }
            *out = numbers[set.trailing_zeros() as usize & 63];
            set &= set - 1;
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
        moves: impl Iterator<Item = (u16, [u16; ROWS])>,
        sums: &mut [i32],
    ) {
        for ((vector, rows), sum) in moves.zip(sums) {
            *sum += score(scoring, vector, &rows);
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

/// The score of a move: the product of the hidden layer and the move's vector, and what the move layer makes of the rows named, brought to
/// the score's fractional bits.
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

/// The product of hidden units and as many bytes.
#[inline(always)]
fn dot(hidden: &[u8], row: &[i8]) -> i32 {
    let mut sum = 0;
    for (&a, &b) in hidden.iter().zip(row) {
        sum += i32::from(i16::from(a) * i16::from(b));
    }
    sum
}

/// A hidden unit from the sum of its rows.
#[inline(always)]
pub(super) fn activate(sum: i16, bias: i16) -> u8 {
    const { assert!(2 * SUM_BITS + 5 - 16 == HIDDEN_BITS) };
    let x = (sum << 2).wrapping_add(bias).clamp(0, (1 << SUM_BITS) - 1) as u16;
    // The upper half of a product of 16-bit numbers is one instruction.
    ((u32::from(x << 4) * u32::from(x << 1)) >> 16) as u8
}

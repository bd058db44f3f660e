//! Classes of numbers by size (buckets): exact while numbers are small, then four to the doubling.

use crate::coding::{
    adaptive::{Bit, code_digits},
    range::Coder,
};

/// Bits of a bucket's number.
pub(super) const WIDTH: u32 = 6;
/// Number of buckets.
const BUCKETS: u32 = 1 << WIDTH;
/// The last bucket: stands for numbers that are negative or too large for the others.
pub(super) const BEYOND: u32 = BUCKETS - 1;
/// How many binary digits, after those that the bucket tells, have adaptive probabilities; the rest
/// are raw bits.
const LEARNT_DIGITS: u32 = 2;

/// The bucket of a number; `None` for those that are negative or too large.
pub(super) fn bucket_of(number: i64) -> Option<u32> {
    let class = fine_log(u64::try_from(number).ok()?);
    (class < BEYOND).then_some(class)
}

/// The least number of a bucket, and the number of binary digits that tell its numbers apart.
fn range_of(bucket: u32) -> (i64, u32) {
    if bucket < 8 {
        return (i64::from(bucket), 0);
    }
    let octave = (bucket - 8) / 4 + 3;
    let quarter = i64::from(bucket % 4);
    ((4 + quarter) << (octave - 2), octave - 2)
}

/// The size class of a number: exact below eight, then four classes to the doubling.
pub(super) fn fine_log(number: u64) -> u32 {
    match number {
        0..4 => number as u32,
        _ => {
            let octave = number.ilog2();
            4 * (octave - 1) + (number >> (octave - 2) & 3) as u32
        }
    }
}

/// Codes which number of its bucket a number is; that is nearly uniform.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    bits: Vec<Bit>,
}

impl Digits {
    pub(super) fn new() -> Digits {
        Digits {
            bits: vec![Bit::default(); (BUCKETS as usize) << (LEARNT_DIGITS + 1)],
        }
    }

    /// Codes a `number` of `bucket`, which is not the last.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, bucket: u32, number: i64) -> i64 {
        let (start, width) = range_of(bucket);
        let offset = if C::READS { 0 } else { (number - start) as u32 };
        let digits = &mut self.bits[(bucket << (LEARNT_DIGITS + 1)) as usize..];
        start + i64::from(code_digits(coder, digits, offset, width, LEARNT_DIGITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_one_another_without_a_gap() {
        let mut next = 0;
        for bucket in 0..BEYOND {
            let (start, width) = range_of(bucket);
            assert_eq!(start, next);
            next = start + (1 << width);
            assert_eq!(bucket_of(start), Some(bucket));
            assert_eq!(bucket_of(next - 1), Some(bucket));
        }
        assert_eq!(bucket_of(next), None);
        assert_eq!(bucket_of(-1), None);
    }
}

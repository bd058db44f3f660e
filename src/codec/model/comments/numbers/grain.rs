//! What all numbers of a column are multiples of: evaluations in tenths that are written with two
//! decimals, times in thousandths of a clock that ticks ten times a second.

use crate::coding::{adaptive::Bit, range::Coder};

/// So many numbers in a row usually have to end with the same zeros before it is coded whether the
/// next does.
pub(super) const ENOUGH: u8 = 16;
/// Most zeros that are looked for.
pub(super) const MOST_ZEROS: u8 = 3;

/// What a column has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    /// Most zeros that numbers of the column are looked at for.
    most: u8,
    /// How long the run has to be.
    enough: u8,
    /// How many zeros each number of the run ends with, at least.
    zeros: u8,
    /// The length of the run of numbers that end with so many zeros, up to `enough`.
    run: u8,
    /// Whether the next number does.
    holds: Bit,
}

impl Grain {
    /// The grain of a column whose numbers are looked at for `most` zeros, and known by `enough` of
    /// them. With no zeros, nothing is ever coded.
    pub(crate) fn new(most: u8, enough: u8) -> Grain {
        Grain {
            most,
            enough,
            zeros: most,
            run: 0,
            holds: Bit::default(),
        }
    }

    /// Codes whether the next number is a multiple of the power of ten that divides those before,
    /// if there have been enough of them. Returns that power if it is, else 1.
    pub(crate) fn code<C: Coder>(&mut self, coder: &mut C, given: i64) -> i64 {
        let unit = 10_i64.pow(self.zeros.into());
        if self.run < self.enough || !self.holds.code(coder, given % unit == 0) {
            return 1;
        }
        unit
    }

    /// Notes a number. Zero is a multiple of anything and tells nothing.
    pub(crate) fn learn(&mut self, number: i64) {
        if number == 0 {
            return;
        }
        let ends_with = |zeros: &u8| number % 10_i64.pow((*zeros).into()) == 0;
        let zeros = (1..=self.zeros).rev().find(ends_with);
        match zeros {
            Some(zeros) => {
                self.zeros = zeros;
                self.run = (self.run + 1).min(self.enough);
            }
            None => {
                self.zeros = self.most;
                self.run = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};

    #[test]
    fn multiples_are_noticed_after_some_time_and_told_from_others() {
        let numbers: Vec<i64> = (1..40).map(|n| 10 * n).chain([7, 300, 0, 10]).collect();
        let (mut encoder, mut grain) = (Encoder::new(), Grain::new(MOST_ZEROS, ENOUGH));
        let mut units = Vec::new();
        for &number in &numbers {
            units.push(grain.code(&mut encoder, number));
            grain.learn(number);
        }
        assert!(units[..16].iter().all(|&unit| unit == 1));
        assert!(units[16..39].iter().all(|&unit| unit == 10));
        assert!(units[39..].iter().all(|&unit| unit == 1));
        let bytes = encoder.finish();
        let (mut decoder, mut grain) = (Decoder::new(&bytes), Grain::new(MOST_ZEROS, ENOUGH));
        for (&number, unit) in numbers.iter().zip(units) {
            assert_eq!(grain.code(&mut decoder, 0), unit);
            grain.learn(number);
        }
    }
}

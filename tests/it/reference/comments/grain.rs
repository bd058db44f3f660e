//! What numbers are multiples of: 13.6 of the document.

use crate::reference::models::coder::{AdaptiveBit, Source};

/// A grain.
pub(crate) struct Grain {
    most: u32,
    enough: u32,
    zeros: u32,
    run: u32,
    holds: AdaptiveBit,
}

impl Grain {
    /// One that looks for so many zeros, and knows after so many numbers.
    pub(crate) fn new(most: u32, enough: u32) -> Grain {
        Grain {
            most,
            enough,
            zeros: most,
            run: 0,
            holds: AdaptiveBit::new(),
        }
    }

    /// The unit of the next number.
    pub(crate) fn decode(&mut self, source: &mut dyn Source) -> i64 {
        match self.run == self.enough && self.holds.decode(source) {
            true => 10_i64.pow(self.zeros),
            false => 1,
        }
    }

    /// Takes note of a number.
    pub(crate) fn note(&mut self, number: i64) {
        if number == 0 {
            return;
        }
        let ends = |&zeros: &u32| number % 10_i64.pow(zeros) == 0;
        match (1..=self.zeros).rev().find(ends) {
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

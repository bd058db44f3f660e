//! An exact whole number of any length, which is built and taken apart digit by digit.

/// Words of 32 bits, lowest first; the highest one is not zero.
// `num-bigint` could do the same, but allocates for every quotient; dividing a vector of words in
// place takes forty lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    words: Vec<u32>,
}

impl Number {
    pub(super) const ZERO: Number = Number { words: Vec::new() };

    pub(super) fn from_le_bytes(bytes: &[u8]) -> Number {
        let mut number = Number {
            words: bytes
                .chunks(4)
                .map(|chunk| {
                    let mut word = [0; 4];
                    word[..chunk.len()].copy_from_slice(chunk);
                    u32::from_le_bytes(word)
                })
                .collect(),
        };
        number.trim();
        number
    }

    /// Number of bits up to the highest one that is set.
    pub(super) fn bits(&self) -> usize {
        let top = self
            .words
            .last()
            .map_or(0, |word| word.ilog2() as usize + 1);
        top + self.words.len().saturating_sub(1) * 32
    }

    /// At least 32 bits from bit `start` upwards, zeros where there are no more.
    pub(super) fn chunk(&self, start: usize) -> u64 {
        let word = |index: usize| u64::from(self.words.get(index).copied().unwrap_or(0));
        (word(start / 32) | word(start / 32 + 1) << 32) >> (start % 32)
    }

    /// Multiplies by `factor` and adds `summand`.
    pub(super) fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for word in &mut self.words {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.words.push(carry as u32);
        }
        self.trim();
    }

    /// Divides by `divisor` and returns the remainder.
    ///
    /// # Panics
    /// When `divisor` is 0.
    pub(super) fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0;
        for word in self.words.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*word);
            *word = (dividend / u64::from(divisor)) as u32;
            rest = dividend % u64::from(divisor);
        }
        self.trim();
        rest as u32
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::MOST_LEGAL_MOVES;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_come_back(digits in prop::collection::vec((1..=MOST_LEGAL_MOVES as u32, any::<u32>()), 0..500)) {
            let digits: Vec<(u32, u32)> = digits.into_iter().map(|(base, digit)| (base, digit % base)).collect();
            let mut number = Number::ZERO;
            for &(base, digit) in digits.iter().rev() {
                number.multiply_add(base, digit);
            }
            for &(base, digit) in &digits {
                prop_assert_eq!(number.divide(base), digit);
            }
            prop_assert_eq!(number, Number::ZERO);
        }

        #[test]
        fn a_number_is_its_bytes_and_its_bits(value: u64) {
            let mut number = Number::from_le_bytes(&value.to_le_bytes());
            prop_assert_eq!(number.bits(), 64 - value.leading_zeros() as usize);
            prop_assert_eq!(number.chunk(0), value);
            prop_assert_eq!(number.chunk(40), value >> 40);
            prop_assert_eq!(u64::from(number.divide(97)), value % 97);
            prop_assert_eq!(number.chunk(0), value / 97);
        }
    }
}

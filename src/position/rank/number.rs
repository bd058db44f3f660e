//! Whole numbers of 192 bits, with the few operations that the ranking needs.

use num_bigint::BigUint;
use std::cmp::Ordering;

/// A number below 2^192. Nothing here overflows, since all numbers of positions are below 2^153.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// Least significant first.
    words: [u64; 3],
}

impl From<u128> for Number {
    fn from(value: u128) -> Number {
        Number {
            words: [value as u64, (value >> 64) as u64, 0],
        }
    }
}

impl Number {
    /// self · factor + term.
    pub fn times(self, factor: u64, term: u64) -> Number {
        let mut words = [0; 3];
        let mut carry = u128::from(term);
        for (word, out) in self.words.into_iter().zip(&mut words) {
            let sum = u128::from(word) * u128::from(factor) + carry;
            *out = sum as u64;
            carry = sum >> 64;
        }
        debug_assert_eq!(carry, 0);
        Number { words }
    }

    /// self + other.
    pub fn plus(self, other: Number) -> Number {
        let mut words = [0; 3];
        let mut carry = 0;
        for (index, out) in words.iter_mut().enumerate() {
            let sum = u128::from(self.words[index]) + u128::from(other.words[index]) + carry;
            *out = sum as u64;
            carry = sum >> 64;
        }
        debug_assert_eq!(carry, 0);
        Number { words }
    }

    /// self - other, which is not larger.
    pub fn minus(self, other: Number) -> Number {
        let mut words = [0; 3];
        let mut borrow = false;
        for (index, out) in words.iter_mut().enumerate() {
            let (difference, first) = self.words[index].overflowing_sub(other.words[index]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *out = difference;
            borrow = first || second;
        }
        debug_assert!(!borrow);
        Number { words }
    }

    /// Quotient and remainder.
    pub fn divide(self, divisor: u64) -> (Number, u64) {
        let mut words = [0; 3];
        let mut rest = 0;
        for index in (0..3).rev() {
            let value = rest << 64 | u128::from(self.words[index]);
            words[index] = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        (Number { words }, rest as u64)
    }

    /// The number as a `u128`; it must be below 2^128.
    pub fn to_u128(self) -> u128 {
        debug_assert_eq!(self.words[2], 0);
        u128::from(self.words[1]) << 64 | u128::from(self.words[0])
    }

    /// The number as a `BigUint`.
    pub fn to_big(self) -> BigUint {
        let digits = self
            .words
            .into_iter()
            .flat_map(|word| [word as u32, (word >> 32) as u32]);
        BigUint::new(digits.collect())
    }

    /// Converts a `BigUint`; `None` if it is 2^192 or more.
    pub fn from_big(value: &BigUint) -> Option<Number> {
        let digits = value.to_u64_digits();
        let mut words = [0; 3];
        words.get_mut(..digits.len())?.copy_from_slice(&digits);
        Some(Number { words })
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn arithmetic_is_that_of_exact_numbers(a in any::<u128>(), b in any::<u128>(), factor in 1u64.., term in any::<u64>()) {
            let (a, b) = (a >> 1, b >> 1);
            let [x, y] = [a, b].map(Number::from);
            let product = x.times(factor, term);
            prop_assert_eq!(product.to_big(), BigUint::from(a) * factor + term);
            prop_assert_eq!(x.plus(y).to_u128(), a + b);
            prop_assert_eq!(x.max(y).minus(x.min(y)).to_u128(), a.abs_diff(b));
            let (quotient, rest) = product.divide(factor);
            prop_assert_eq!(quotient.times(factor, rest), product);
            prop_assert!(rest < factor);
            prop_assert_eq!(Number::from_big(&product.to_big()), Some(product));
        }
    }
}

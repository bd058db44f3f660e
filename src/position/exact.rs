//! Codes choices among equally likely alternatives as one exact number (arithmetic coding without
//! rounding).
//!
//! [`Choices`] gathers choices, each `c` out of `n`. The code of all of them takes ceil(log2 of the
//! product of all n) bits, even if the decoder learns later alternatives only from earlier choices.
//! The choices make a fraction value/product, the first one most significant, and the code is the
//! shortest binary fraction in [value/product, (value + 1)/product); zeros may follow it.

use super::{
    Bits, Fields,
    bits::{MAX_PADDING, goes_on},
};
use crate::coding::bits::BitWriter;
use crate::error::{Error, Result};
use num_bigint::BigUint;

/// Gathers choices for writing.
#[derive(Clone, Debug)]
pub struct Choices {
    value: BigUint,
    product: BigUint,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            value: BigUint::ZERO,
            product: BigUint::from(1u32),
        }
    }
}

impl Choices {
    /// Adds choice `choice` (from 0) of `alternatives`.
    pub fn push(&mut self, choice: u128, alternatives: u128) {
        debug_assert!(choice < alternatives);
        self.value = &self.value * alternatives + choice;
        self.product *= alternatives;
    }

    /// Number of bits that the choices so far take.
    pub fn width(&self) -> usize {
        width_below(&self.product)
    }

    /// Appends the code of all choices.
    pub fn write(&self, writer: &mut BitWriter) {
        write_number(writer, &self.code(), self.width());
    }

    /// The code of all choices as a number.
    fn code(&self) -> BigUint {
        let scaled: BigUint = &self.value << self.width();
        (scaled + &self.product - 1u32) / &self.product
    }
}

/// Most bits of a code that is read, as reading one takes time by the square of its length: far more
/// than the choices of any position take.
const MOST_BITS: usize = 1 << 16;

/// Reads choices back, one after the other.
#[derive(Clone, Debug)]
pub struct ChoiceReader {
    /// The code as a number, of `width` bits.
    number: BigUint,
    width: usize,
    /// The remaining fraction, scaled by 2^width.
    rest: BigUint,
    /// The choices read.
    choices: Choices,
}

impl ChoiceReader {
    /// A reader that reads all that is left of a code.
    ///
    /// # Errors
    /// Where that is longer than the code of any position.
    pub fn new(mut fields: Fields<'_>) -> Result<ChoiceReader> {
        let width = fields.left();
        if width > MOST_BITS {
            return Err(goes_on());
        }
        let number = read_number(&mut fields, width)?;
        Ok(ChoiceReader {
            rest: number.clone(),
            number,
            width,
            choices: Choices::default(),
        })
    }

    /// The next choice, from 0, out of `alternatives`.
    pub fn take(&mut self, alternatives: u128) -> u128 {
        let scaled = &self.rest * alternatives;
        let choice: BigUint = &scaled >> self.width;
        self.rest = scaled - (&choice << self.width);
        // The rest is below 2^width, so the choice is below the number of alternatives.
        let choice = u128::try_from(choice).unwrap_or(0);
        self.choices.push(choice, alternatives);
        choice
    }

    /// Requires that this was the code of its choices, apart from padding: zeros, and at most as
    /// many as fill up a byte.
    ///
    /// # Errors
    /// Truncated if it was too short, corrupt if it was too long or another one.
    pub fn finish(self) -> Result<()> {
        let needed = self.choices.width();
        if self.width < needed {
            return Err(Error::truncated("the code ends too early"));
        }
        let padding = self.width - needed;
        if padding > MAX_PADDING {
            return Err(goes_on());
        }
        if self.choices.code() << padding != self.number {
            return Err(Error::corrupt("another code stands for these choices"));
        }
        Ok(())
    }
}

/// Appends the number `value` in `width` bits.
pub fn write_number(writer: &mut BitWriter, value: &BigUint, width: usize) {
    let digits = value.to_u64_digits();
    let mut left = width;
    while left > 0 {
        let take = if left.is_multiple_of(64) {
            64
        } else {
            left % 64
        };
        left -= take;
        writer.write(digits.get(left / 64).copied().unwrap_or(0), take);
    }
}

/// Reads a number of `width` bits.
///
/// # Errors
/// Truncated if fewer are left.
pub fn read_number(fields: &mut Fields<'_>, width: usize) -> Result<BigUint> {
    let mut value = BigUint::ZERO;
    let mut left = width;
    while left > 0 {
        let take = left.min(64);
        value = (value << take) + fields.take(take)?;
        left -= take;
    }
    Ok(value)
}

/// Number of bits that can hold every number below `bound` (at least 1).
pub fn width_below(bound: &BigUint) -> usize {
    (bound - 1u32).bits() as usize
}

/// Runs `write` on a new writer and returns its bits as a finished code.
pub fn code(write: impl FnOnce(&mut BitWriter)) -> Bits {
    let mut writer = BitWriter::new();
    write(&mut writer);
    Bits::from(writer)
}

/// Removes the least significant digit in base `base` from a number and returns it.
pub(super) fn take_digit(number: &mut BigUint, base: u32) -> u32 {
    let digit = &*number % base;
    *number /= base;
    u32::try_from(digit).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn choices_come_back_in_as_many_bits_as_they_are_worth(
            choices in prop::collection::vec((any::<u64>(), 1u128..1 << 70), 0..12), padding in 0usize..8) {
            let mut list = Choices::default();
            for &(seed, alternatives) in &choices {
                list.push(u128::from(seed) % alternatives, alternatives);
            }
            let bits = code(|writer| {
                list.write(writer);
                writer.write(0, padding);
            });
            let read = |bits: &Bits| {
                let mut reader = ChoiceReader::new(bits.fields()).unwrap();
                let read: Vec<u128> = choices.iter().map(|choice| reader.take(choice.1)).collect();
                (read, reader.finish())
            };
            let (given, end) = read(&bits);
            let pairs = given.iter().zip(&choices);
            prop_assert!(end.is_ok());
            for (&given, &(seed, alternatives)) in pairs {
                prop_assert_eq!(given, u128::from(seed) % alternatives);
            }
            // No other bits stand for the same choices.
            let next = read_number(&mut bits.fields(), bits.len()).unwrap() + 1u32;
            if next.bits() as usize <= bits.len() {
                let (other, end) = read(&code(|writer| write_number(writer, &next, bits.len())));
                prop_assert!(end.is_err() || other != given);
            }
        }

        #[test]
        fn codes_longer_than_any_are_not_even_looked_at(more in 1usize..100) {
            let bits = code(|writer| (0..MOST_BITS + more).for_each(|_| writer.write(1, 1)));
            prop_assert!(ChoiceReader::new(bits.fields()).is_err());
        }

        #[test]
        fn numbers_come_back(words in prop::collection::vec(any::<u32>(), 0..9), extra in 0usize..80) {
            let value = BigUint::new(words);
            let width = value.bits() as usize + extra;
            let bits = code(|writer| write_number(writer, &value, width));
            prop_assert_eq!(bits.len(), width);
            prop_assert_eq!(read_number(&mut bits.fields(), width).unwrap(), value);
        }
    }
}

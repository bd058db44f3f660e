//! Values as a pattern with numbers in it: `7.2`, `180+2`, `2020-01-23T06:00:18.893 PST`.

use crate::codec::model::tags::models::MAX_STRING;

/// Most numbers in one value.
pub(crate) const MAX_FIELDS: usize = 10;
/// Most digits of one number.
const MAX_DIGITS: usize = 15;

/// Stands for a number in a pattern. The byte after it is this plus the least number of digits.
const NUMBER: u8 = 1;

/// How numbers are padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Not at all; digits that begin with a zero belong to the pattern.
    Free,
    /// With leading zeros to a width that is part of the pattern.
    Fixed,
}

/// A value split into its pattern and its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The value with its numbers cut out.
    pub(crate) pattern: Vec<u8>,
    /// The numbers.
    pub(crate) fields: Vec<i64>,
}

impl Shape {
    /// Splits `value`. `None` if it holds the byte that stands for numbers, or if the pattern would
    /// be longer than any string.
    pub(crate) fn of(value: &[u8], width: Width) -> Option<Shape> {
        let mut shape = Shape::default();
        let mut rest = value;
        while let Some(&byte) = rest.first() {
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits == 0 {
                if byte == NUMBER {
                    return None;
                }
                shape.pattern.push(byte);
                rest = &rest[1..];
                continue;
            }
            let (number, after) = rest.split_at(digits);
            rest = after;
            let plain = width == Width::Fixed || digits == 1 || byte != b'0';
            if !plain || digits > MAX_DIGITS || shape.fields.len() == MAX_FIELDS {
                shape.pattern.extend_from_slice(number);
                continue;
            }
            shape.pattern.push(NUMBER);
            let least = match width {
                Width::Free => 1,
                Width::Fixed => digits as u8,
            };
            shape.pattern.push(NUMBER + least);
            shape.fields.push(
                number
                    .iter()
                    .fold(0, |number, digit| number * 10 + i64::from(digit - b'0')),
            );
        }
        (shape.pattern.len() <= MAX_STRING).then_some(shape)
    }

    /// How many numbers a pattern has.
    pub(crate) fn count(pattern: &[u8]) -> usize {
        let mut bytes = pattern.iter();
        let mut count = 0;
        while let Some(&byte) = bytes.next() {
            if byte == NUMBER {
                bytes.next();
                count += 1;
            }
        }
        count
    }

    /// Puts numbers into a pattern.
    pub(crate) fn write(pattern: &[u8], fields: &[i64], out: &mut Vec<u8>) {
        let mut bytes = pattern.iter();
        let mut fields = fields.iter();
        while let Some(&byte) = bytes.next() {
            if byte != NUMBER {
                out.push(byte);
                continue;
            }
            let width = bytes.next().map_or(1, |&byte| byte.saturating_sub(NUMBER));
            let width = usize::from(width).min(MAX_DIGITS);
            let number = fields.next().copied().unwrap_or(0);
            out.extend_from_slice(format!("{number:0width$}").as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_cut_out() {
        let shape = Shape::of(b"0:03:00.050", Width::Fixed).unwrap();
        assert_eq!(shape.fields, [0, 3, 0, 50]);
        assert_eq!(shape.pattern, b"\x01\x02:\x01\x03:\x01\x03.\x01\x04");
        let shape = Shape::of(b"1.007", Width::Free).unwrap();
        assert_eq!(shape.fields, [1]);
        assert_eq!(shape.pattern, b"\x01\x02.007");
        assert_eq!(Shape::of(b"a\x01", Width::Free), None);
    }

    proptest! {
        #[test]
        fn what_is_taken_apart_can_be_put_together(value in "[a0-9.: ]{0,40}", width in prop::sample::select(&[Width::Free, Width::Fixed])) {
            let shape = Shape::of(value.as_bytes(), width).unwrap();
            prop_assert_eq!(Shape::count(&shape.pattern), shape.fields.len());
            let mut out = Vec::new();
            Shape::write(&shape.pattern, &shape.fields, &mut out);
            prop_assert_eq!(out, value.as_bytes());
        }
    }
}

//! A finished code, a string of bits, and its forms as text.

use crate::coding::bits::{BitReader, BitWriter};
use crate::error::{Error, Quoted, Result};
use std::fmt::Write;

/// The most padding bits of a code that is read from whole bytes.
pub(super) const MAX_PADDING: usize = 7;

/// A string of bits, first bit in the top bit of the first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

/// How a code is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// Two hexadecimal digits a byte (one for the last byte if that is enough).
    Hex,
    /// Base64 of RFC 4648, section 4.
    Base64,
    /// A `0` or `1` for each bit.
    Binary,
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl From<BitWriter> for Bits {
    fn from(writer: BitWriter) -> Bits {
        let len = writer.len();
        Bits {
            bytes: writer.into_bytes(),
            len,
        }
    }
}

impl Bits {
    /// The first `len` bits of `bytes`; all of them if `len` is `None`.
    ///
    /// # Errors
    /// Usage if there are fewer.
    pub fn new(mut bytes: Vec<u8>, len: Option<usize>) -> Result<Bits> {
        let len = len.unwrap_or(bytes.len() * 8);
        if len > bytes.len() * 8 {
            return Err(Error::usage("the code has fewer bits than it says"));
        }
        bytes.truncate(len.div_ceil(8));
        if let Some(last) = bytes.last_mut()
            && !len.is_multiple_of(8)
        {
            *last &= 0xff << (8 - len % 8);
        }
        Ok(Bits { bytes, len })
    }

    /// Number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bits, padded with zeros to a whole byte.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether these are the bits of `code` and padding: zeros, and at most as many as fill up a
    /// byte.
    pub(super) fn are_padded(&self, code: &Bits) -> bool {
        let behind = self.bytes.strip_prefix(code.bytes());
        let is_zero = behind.is_some_and(|behind| behind.iter().all(|&byte| byte == 0));
        is_zero && self.len.saturating_sub(code.len) <= MAX_PADDING
    }

    /// Reads the bits one field after another.
    pub fn fields(&self) -> Fields<'_> {
        Fields {
            reader: BitReader::new(&self.bytes),
            len: self.len,
        }
    }

    /// The code as text. If the digits alone do not determine the number of bits, it follows after
    /// a colon.
    pub fn text(&self, form: TextForm) -> String {
        let mut out = String::new();
        let exact = match form {
            TextForm::Binary => {
                for index in 0..self.len {
                    out.push(char::from(
                        b'0' + (self.bytes[index / 8] >> (7 - index % 8) & 1),
                    ));
                }
                true
            }
            TextForm::Hex => {
                for byte in &self.bytes {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{byte:02x}");
                }
                out.truncate(self.len.div_ceil(4));
                self.len.is_multiple_of(4)
            }
            TextForm::Base64 => {
                push_base64(&mut out, &self.bytes);
                self.len.is_multiple_of(8)
            }
        };
        // An empty text would be a blank line in a list.
        if !exact || self.len == 0 {
            let _ = write!(out, ":{}", self.len);
        }
        out
    }

    /// Reads what [`Bits::text`] wrote; white space is skipped.
    ///
    /// # Errors
    /// Usage if the text does not have that form.
    pub fn parse(text: &str, form: TextForm) -> Result<Bits> {
        let text: String = text.split_ascii_whitespace().collect();
        let (digits, len) = match text.split_once(':') {
            None => (text.as_str(), None),
            Some((digits, len)) => {
                let len = len
                    .parse()
                    .map_err(|_| Error::usage("no number of bits after the colon"))?;
                (digits, Some(len))
            }
        };
        let (mut bytes, bits) = match form {
            TextForm::Binary => pack(digits, 1, |c| c.to_digit(2).map(|d| d as u8))?,
            TextForm::Hex => pack(digits, 4, |c| c.to_digit(16).map(|d| d as u8))?,
            TextForm::Base64 => {
                let digits = digits.trim_end_matches('=');
                let value = |c| BASE64.iter().position(|&other| char::from(other) == c);
                let (bytes, bits) = pack(digits, 6, |c| value(c).map(|d| d as u8))?;
                let whole = bits / 8;
                if bits - 8 * whole == 6 {
                    return Err(Error::usage("these digits make no whole bytes"));
                }
                if bytes[whole..].iter().any(|&spare| spare != 0) {
                    return Err(Error::usage("the last digit goes beyond the last byte"));
                }
                (bytes, 8 * whole)
            }
        };
        bytes.truncate(bits.div_ceil(8));
        let said = Bits::new(bytes.clone(), Some(len.unwrap_or(bits)))?;
        match said.bytes == bytes {
            true => Ok(said),
            false => Err(Error::usage("the code has more bits than it says")),
        }
    }
}

fn pack(
    digits: &str,
    width: usize,
    value: impl Fn(char) -> Option<u8>,
) -> Result<(Vec<u8>, usize)> {
    let mut writer = BitWriter::new();
    for digit in digits.chars() {
        let Some(value) = value(digit) else {
            return Err(Error::usage(format!(
                "{} is no digit of this form",
                Quoted(&digit.to_string())
            )));
        };
        writer.write(u64::from(value), width);
    }
    let bits = writer.len();
    Ok((writer.into_bytes(), bits))
}

fn push_base64(out: &mut String, bytes: &[u8]) {
    for group in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, i| {
            word << 8 | u32::from(*group.get(i).unwrap_or(&0))
        });
        for digit in 0..4 {
            if digit <= group.len() {
                out.push(char::from(BASE64[(word >> (18 - 6 * digit) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
}

/// Reads the fields of a code.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    reader: BitReader<'a>,
    len: usize,
}

impl Fields<'_> {
    /// The next `width` bits (64 at most), most significant first.
    ///
    /// # Errors
    /// Truncated if fewer are left.
    pub fn take(&mut self, width: usize) -> Result<u64> {
        if width > self.left() {
            return Err(Error::truncated("the code ends too early"));
        }
        self.reader.read(width)
    }

    /// The next bit as a truth value.
    ///
    /// # Errors
    /// Truncated if none is left.
    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.take(1)? == 1)
    }

    /// Number of bits left.
    pub fn left(&self) -> usize {
        self.len - self.reader.position()
    }

    /// Whether only padding is left: zeros, and at most as many as fill up a byte.
    pub fn only_padding_left(&self) -> bool {
        let left = self.left();
        left <= MAX_PADDING && self.clone().take(left).is_ok_and(|rest| rest == 0)
    }

    /// Requires that the code ends here.
    ///
    /// # Errors
    /// Corrupt if anything but padding is left.
    pub fn finish(self) -> Result<()> {
        if self.only_padding_left() {
            return Ok(());
        }
        Err(goes_on())
    }
}

/// The error of a code that has more behind its end than padding.
pub(super) fn goes_on() -> Error {
    Error::corrupt("the code goes on after its end")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_form_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..30), cut in 0usize..8) {
            let len = (bytes.len() * 8).saturating_sub(cut);
            let bits = Bits::new(bytes, Some(len)).unwrap();
            for form in [TextForm::Hex, TextForm::Base64, TextForm::Binary] {
                prop_assert_eq!(&Bits::parse(&bits.text(form), form).unwrap(), &bits);
            }
        }
    }

    #[test]
    fn no_bit_is_left_out_and_no_other_digit_taken_for_one() {
        for (text, form) in [
            ("35c413cf:29", TextForm::Hex),
            ("35c413c8ffff:29", TextForm::Hex),
            ("35c413c80:29", TextForm::Hex),
            ("\u{130}011", TextForm::Binary),
            ("012", TextForm::Binary),
            ("Y2hlc3N=", TextForm::Base64),
            ("Y2hlc3M=A", TextForm::Base64),
            ("/", TextForm::Base64),
            ("A", TextForm::Base64),
        ] {
            assert!(Bits::parse(text, form).is_err(), "{text}");
        }
        assert_eq!(Bits::parse("35c413c8:29", TextForm::Hex).unwrap().len(), 29);
        let none = Bits::new(Vec::new(), None).unwrap();
        assert_eq!(none.text(TextForm::Hex), ":0");
    }

    #[test]
    fn base64_is_the_common_one() {
        let bits = Bits::new(b"chess".to_vec(), None).unwrap();
        assert_eq!(bits.text(TextForm::Base64), "Y2hlc3M=");
    }
}

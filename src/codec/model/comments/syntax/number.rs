//! Numbers as text: a value and the form that it is written in.
//!
//! `+0.25` is 25 in the form "two decimals, plus sign"; `#-3` and `-M3` are -3 in the forms of
//! mates. [`Form::write`] gives back exactly the text that [`read`] took.

/// Most digits of a number.
const MOST_DIGITS: usize = 15;
/// All values stay below this, in units of the last decimal.
pub(crate) const LIMIT: u64 = 10_u64.pow(MOST_DIGITS as u32);
/// Most digits after the point.
const MOST_DECIMALS: u8 = 9;

/// What stands before the digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Prefix {
    /// Nothing.
    #[default]
    None,
    /// A mate after the sign: `-M12`.
    Letter,
    /// A mate before the sign: `#-12`.
    Hash,
}

/// How zero is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Zero {
    /// `0.00`.
    #[default]
    Plain,
    /// `+0.00`.
    Plus,
    /// `-0.00`.
    Minus,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    pub(crate) prefix: Prefix,
    /// Whether positive numbers have a plus sign.
    pub(super) plus: bool,
    pub(super) zero: Zero,
    /// Digits after the point; no point if none.
    pub(crate) decimals: u8,
    /// Whether these are behind a comma, not a point.
    pub(super) comma: bool,
    /// The whole part is filled up with zeros to this many digits.
    pub(super) pad: u8,
}

/// A number as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// In units of the last decimal.
    pub(crate) value: i64,
    /// The form that it was written in. Others may write it alike: [`fits`](Number::fits).
    pub(crate) form: Form,
}

impl Number {
    /// Whether `form` writes the value as the number's own form does.
    pub(crate) fn fits(&self, form: Form) -> bool {
        let own = self.form;
        let sign = match self.value {
            0 => form.zero == own.zero,
            1.. => form.plus == own.plus,
            _ => true,
        };
        let whole = self.value.unsigned_abs() / 10_u64.pow(u32::from(own.decimals));
        let digits = whole.checked_ilog10().unwrap_or(0) as u8 + 1;
        sign && form.prefix == own.prefix
            && form.decimals == own.decimals
            && (form.comma == own.comma || own.decimals == 0)
            && digits.max(form.pad) == digits.max(own.pad)
    }
}

/// The number at the front of `text`, and how many bytes it takes.
pub(crate) fn read(text: &[u8]) -> Option<(Number, usize)> {
    let mut form = Form::default();
    let mut at = 0;
    let sign;
    let take_sign = |at: &mut usize| match text.get(*at) {
        Some(&sign @ (b'+' | b'-')) => {
            *at += 1;
            sign
        }
        _ => 0,
    };
    if text.first() == Some(&b'#') {
        form.prefix = Prefix::Hash;
        at = 1;
        sign = take_sign(&mut at);
    } else {
        sign = take_sign(&mut at);
        if text.get(at) == Some(&b'M') {
            form.prefix = Prefix::Letter;
            at += 1;
        }
    }
    let digits = |from: usize| {
        text[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let whole = digits(at);
    if whole == 0 || whole > MOST_DIGITS {
        return None;
    }
    form.comma = form.prefix == Prefix::None
        && whole <= MOST_PAWN_DIGITS
        && has_decimal_comma(&text[at + whole..], sign != 0);
    let decimals = match text.get(at + whole) == Some(&b'.') || form.comma {
        true => digits(at + whole + 1),
        false => 0,
    };
    let decimals = if decimals <= usize::from(MOST_DECIMALS) && whole + decimals <= MOST_DIGITS {
        decimals
    } else {
        0
    };
    let end = at + whole + decimals + usize::from(decimals > 0);
    let magnitude = text[at..end]
        .iter()
        .filter(|b| b.is_ascii_digit())
        .fold(0i64, |value, b| value * 10 + i64::from(b - b'0'));
    if whole > 1 && text[at] == b'0' {
        form.pad = whole as u8;
    }
    form.decimals = decimals as u8;
    form.plus = magnitude > 0 && sign == b'+';
    form.zero = match (magnitude, sign) {
        (0, b'+') => Zero::Plus,
        (0, b'-') => Zero::Minus,
        _ => Zero::Plain,
    };
    let value = if sign == b'-' { -magnitude } else { magnitude };
    Some((Number { value, form }, end))
}

/// Most digits of whole pawns that a comma may follow in place of a point.
const MOST_PAWN_DIGITS: usize = 3;

/// Whether what is behind whole pawns are hundredths, as programs write them where a comma takes the
/// place of the point: `{+0,25/18}`, `{-0,30}`. Elsewhere commas stand between numbers
/// (`[%eval -25,20]`), and other decimals are too few to be told from these.
fn has_decimal_comma(behind: &[u8], is_signed: bool) -> bool {
    match *behind {
        [b',', a, b] => is_signed && a.is_ascii_digit() && b.is_ascii_digit(),
        [b',', a, b, b'/', ..] => a.is_ascii_digit() && b.is_ascii_digit(),
        _ => false,
    }
}

impl Form {
    /// Bits that [`pack`](Form::pack) takes.
    pub(crate) const BITS: u32 = 14;

    /// The form as a number below 2^BITS.
    pub(crate) fn pack(self) -> u32 {
        self.prefix as u32
            | u32::from(self.plus) << 2
            | (self.zero as u32) << 3
            | u32::from(self.decimals) << 5
            | u32::from(self.pad) << 9
            | u32::from(self.comma) << 13
    }

    /// The inverse of [`pack`](Form::pack); `None` for numbers that are no form.
    pub(crate) fn unpack(bits: u32) -> Option<Form> {
        let form = Form {
            prefix: match bits & 3 {
                0 => Prefix::None,
                1 => Prefix::Letter,
                2 => Prefix::Hash,
                _ => return None,
            },
            plus: bits >> 2 & 1 == 1,
            zero: match bits >> 3 & 3 {
                0 => Zero::Plain,
                1 => Zero::Plus,
                2 => Zero::Minus,
                _ => return None,
            },
            decimals: (bits >> 5 & 15) as u8,
            comma: bits >> 13 & 1 == 1,
            pad: (bits >> 9 & 15) as u8,
        };
        (form.decimals <= MOST_DECIMALS).then_some(form)
    }

    /// Appends `value` in this form.
    pub(crate) fn write(self, value: i64, out: &mut Vec<u8>) {
        let sign = match (value, self.plus, self.zero) {
            (..0, _, _) | (0, _, Zero::Minus) => Some(b'-'),
            (1.., true, _) | (0, _, Zero::Plus) => Some(b'+'),
            _ => None,
        };
        match self.prefix {
            Prefix::None => out.extend(sign),
            Prefix::Letter => {
                out.extend(sign);
                out.push(b'M');
            }
            Prefix::Hash => {
                out.push(b'#');
                out.extend(sign);
            }
        }
        let scale = 10_u64.pow(u32::from(self.decimals));
        let magnitude = value.unsigned_abs();
        write_padded(magnitude / scale, usize::from(self.pad), out);
        if self.decimals > 0 {
            out.push(if self.comma { b',' } else { b'.' });
            write_padded(magnitude % scale, usize::from(self.decimals), out);
        }
    }
}

/// Appends `value` with at least `width` digits.
pub(crate) fn write_padded(mut value: u64, width: usize, out: &mut Vec<u8>) {
    // Parts of times, which are most: 0.6 % fewer instructions to unpack clocks at level 1.
    match (value, width) {
        (0..10, 0..=1) => return out.push(b'0' + value as u8),
        (0..100, 2) => return out.extend([value / 10, value % 10].map(|digit| b'0' + digit as u8)),
        _ => {}
    }
    let mut digits = [b'0'; 20];
    let mut used = 0;
    while value > 0 || used < width.max(1) {
        used += 1;
        digits[20 - used] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend(&digits[20 - used..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text_of(number: Number) -> String {
        let mut out = Vec::new();
        number.form.write(number.value, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_programs_write_is_one_number() {
        for text in [
            "0",
            "+0.25",
            "-0.00",
            "0.00",
            "+0",
            "#5",
            "#-12",
            "-M7",
            "M3",
            "+M1",
            "18373",
            "007",
            "1.000",
            "-00.5",
            "999999999999999",
            "+0,25",
            "-10,00",
        ] {
            let (number, len) = read(text.as_bytes()).unwrap();
            assert_eq!((text_of(number).as_str(), len), (text, text.len()));
        }
    }

    #[test]
    fn a_comma_is_before_hundredths_of_a_pawn() {
        for (text, value, len) in [("+0,25/18 1,2", 25, 5), ("0,00/1", 0, 4), ("-0,30", -30, 5)] {
            let (number, taken) = read(text.as_bytes()).unwrap();
            assert_eq!((number.value, taken), (value, len), "{text}");
            assert_eq!((number.form.comma, number.form.decimals), (true, 2));
        }
        for (text, value, len) in [
            ("-25,20]", -25, 3),
            ("25,20", 25, 2),
            ("1,25 s", 1, 1),
            ("+0,250/7", 0, 2),
            ("+0,2/7", 0, 2),
            ("-3,", -3, 2),
            ("+1890,84", 1890, 5),
            ("#-1,22", -1, 3),
            ("+M12,34/5", 12, 4),
        ] {
            let (number, taken) = read(text.as_bytes()).unwrap();
            assert_eq!((number.value, taken), (value, len), "{text}");
            assert_eq!((number.form.comma, number.form.decimals), (false, 0));
        }
    }

    #[test]
    fn a_form_fits_the_numbers_that_it_writes_alike() {
        let form = |text: &str| read(text.as_bytes()).unwrap().0;
        assert!(form("-0.25").fits(form("+1.00").form));
        assert!(!form("0.25").fits(form("+1.00").form));
        assert!(form("12").fits(form("07").form));
        assert!(!form("0.00").fits(form("-0.00").form));
    }

    proptest! {
        #[test]
        fn numbers_come_back(text in "[+-]?(M|#)?[+-]?[0-9]{1,17}([.,][0-9]{0,11}/?)?") {
            if let Some((number, len)) = read(text.as_bytes()) {
                prop_assert_eq!(text_of(number), &text[..len]);
                prop_assert_eq!(Form::unpack(number.form.pack()), Some(number.form));
                prop_assert!(number.fits(number.form));
            }
        }

        #[test]
        fn what_fits_is_what_is_written_alike(value in -300i64..300, decimals in 0u8..3, plus: bool, zero in prop::sample::select(vec![Zero::Plain, Zero::Plus, Zero::Minus]), pad in 0u8..5) {
            let plain = Form { decimals, ..Form::default() };
            let form = Form { plus, zero, pad, ..plain };
            let texts = [plain, form].map(|form| {
                let mut text = Vec::new();
                form.write(value, &mut text);
                text
            });
            let (number, _) = read(&texts[0]).unwrap();
            prop_assert_eq!(number.fits(form), texts[0] == texts[1]);
        }
    }
}

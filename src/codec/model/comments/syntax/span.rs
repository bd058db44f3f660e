//! Times as text (`0:09:57`, `1:30:56`, `0:08:06.3`): a number of ticks and a form.

use super::number::write_padded;

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpanForm {
    /// The first part (hours, or minutes where there are no hours) has at least this many digits: 1
    /// or 2.
    pub(super) lead: u8,
    /// Which parts there are.
    pub(super) parts: Parts,
    /// Digits after the point, 3 at most.
    pub(crate) decimals: u8,
    /// Whether zeros that end the fraction are left out, with the point if nothing else is left.
    pub(super) trimmed: bool,
}

/// The parts of a time, and whether they are padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Parts {
    /// Minutes and two-digit seconds: `9:57`.
    Two,
    /// Hours, and two-digit minutes and seconds: `0:09:57`.
    Three,
    /// The same, but minutes and seconds are not padded: `0:9:57`.
    ThreeUnpadded,
}

/// Most digits of the first part.
const MOST_LEAD: usize = 4;

impl SpanForm {
    /// Ticks in a second: a tick is one unit of the last decimal.
    pub(super) fn per_second(self) -> i64 {
        10_i64.pow(u32::from(self.decimals))
    }

    /// Every form is below this as a number.
    pub(super) const END: u8 = 64;

    /// The form as a number of six bits: 0 for the lead, 1 and 5 for the parts, 2 and 3 for the
    /// decimals, 4 for trimmed. Nothing is free but a fourth value of the parts.
    pub(crate) fn pack(self) -> u8 {
        let parts = self.parts as u8;
        (self.lead - 1)
            | (parts & 1) << 1
            | self.decimals << 2
            | u8::from(self.trimmed) << 4
            | (parts >> 1) << 5
    }

    /// The inverse of [`pack`](SpanForm::pack); `None` for numbers that are no form.
    pub(crate) fn unpack(bits: u8) -> Option<SpanForm> {
        let parts = match bits >> 1 & 1 | bits >> 4 & 2 {
            0 => Parts::Two,
            1 => Parts::Three,
            2 => Parts::ThreeUnpadded,
            _ => return None,
        };
        Some(SpanForm {
            lead: (bits & 1) + 1,
            parts,
            decimals: bits >> 2 & 3,
            trimmed: bits >> 4 & 1 == 1,
        })
    }

    /// Least number of digits of minutes and seconds.
    fn width(self) -> usize {
        match self.parts {
            Parts::Two | Parts::Three => 2,
            Parts::ThreeUnpadded => 1,
        }
    }

    /// Appends a time of `ticks`.
    pub(crate) fn write(self, ticks: u64, out: &mut Vec<u8>) {
        let scale = self.per_second() as u64;
        let (seconds, fraction) = (ticks / scale, ticks % scale);
        let minutes = seconds / 60;
        let lead = usize::from(self.lead);
        if self.parts == Parts::Two {
            write_padded(minutes, lead, out);
        } else {
            write_padded(minutes / 60, lead, out);
            out.push(b':');
            write_padded(minutes % 60, self.width(), out);
        }
        out.push(b':');
        write_padded(seconds % 60, self.width(), out);
        if self.decimals > 0 && !(self.trimmed && fraction == 0) {
            out.push(b'.');
            write_padded(fraction, usize::from(self.decimals), out);
            while self.trimmed && out.ends_with(b"0") {
                out.pop();
            }
        }
    }

    /// The time in this form at the front of `text`, in ticks, and how many bytes it takes; `None`
    /// if there is none, or if [`write`](SpanForm::write) would not spell it so.
    ///
    /// How long a game lasted is read from the same comments, but more leniently, by
    /// `colons` in `tags/times/duration.rs`.
    pub(crate) fn read(self, text: &[u8]) -> Option<(u64, usize)> {
        let lead = text.iter().take_while(|b| b.is_ascii_digit()).count();
        let width = usize::from(self.lead);
        if lead < width || lead > MOST_LEAD || (lead > width && text[0] == b'0') {
            return None;
        }
        let mut total = number(&text[..lead]);
        let mut at = lead;
        for _ in 0..1 + usize::from(self.parts != Parts::Two) {
            let (part, len) = self.read_part(text.get(at..)?)?;
            total = total * 60 + part;
            at += len;
        }
        if self.decimals == 0 {
            return Some((total, at));
        }
        let (fraction, len) = self.read_fraction(&text[at..])?;
        Some((total * self.per_second() as u64 + fraction, at + len))
    }

    /// The number in `:59` at the front of `text`, and how many bytes it takes.
    fn read_part(self, text: &[u8]) -> Option<(u64, usize)> {
        let padded = self.width() == 2;
        match *text {
            [b':', tens @ b'0'..=b'5', ones @ b'0'..=b'9', ..] if padded || tens > b'0' => {
                Some((number(&[tens, ones]), 3))
            }
            [b':', b'0'..=b'9', b'0'..=b'9', ..] => None,
            [b':', ones @ b'0'..=b'9', ..] if !padded => Some((number(&[ones]), 2)),
            _ => None,
        }
    }

    /// The fraction at the front of `text` in ticks, and how many bytes it takes with its point.
    fn read_fraction(self, text: &[u8]) -> Option<(u64, usize)> {
        let width = usize::from(self.decimals);
        let digits = fraction_of(text);
        let digits = match self.trimmed {
            true => digits,
            false => digits.get(..width)?,
        };
        match digits {
            [] if self.trimmed => return Some((0, 0)),
            [.., b'0'] if self.trimmed => return None,
            _ if digits.len() > width => return None,
            _ => {}
        }
        let scale = 10_u64.pow((width - digits.len()) as u32);
        Some((number(digits) * scale, 1 + digits.len()))
    }
}

/// The form, the ticks and the length in bytes of a time at the front of `text`.
pub(crate) fn read(text: &[u8]) -> Option<(SpanForm, u64, usize)> {
    let lead = text.iter().take_while(|b| b.is_ascii_digit()).count();
    if lead == 0 || text.get(lead) != Some(&b':') {
        return None;
    }
    let parts = match text.get(lead + 3) {
        Some(b':') => Parts::Three,
        _ => Parts::Two,
    };
    let lead = if lead > 1 && text[0] == b'0' { 2 } else { 1 };
    read_in_parts(text, lead, parts).or_else(|| read_in_parts(text, lead, Parts::ThreeUnpadded))
}

/// The same for a time of these parts, the first with at least `lead` digits.
fn read_in_parts(text: &[u8], lead: u8, parts: Parts) -> Option<(SpanForm, u64, usize)> {
    let whole = SpanForm {
        lead,
        parts,
        decimals: 0,
        trimmed: false,
    };
    let (_, end) = whole.read(text)?;
    let decimals = fraction_of(&text[end..]).len();
    let decimals = if decimals > 3 { 0 } else { decimals as u8 };
    let form = SpanForm {
        decimals,
        trimmed: decimals > 0,
        ..whole
    };
    let plain = SpanForm {
        trimmed: false,
        ..form
    };
    let (form, (ticks, len)) = match form.read(text) {
        Some(read) => (form, read),
        None => (plain, plain.read(text)?),
    };
    Some((form, ticks, len))
}

/// The digits behind a point at the front of `text`.
fn fraction_of(text: &[u8]) -> &[u8] {
    let [b'.', digits @ ..] = text else {
        return &[];
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    &digits[..len]
}

fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_fraction_of_zero_may_be_left_out() {
        let form = read(b"0:09:57.1").unwrap().0;
        assert_eq!(form.read(b"0:08:06]"), Some((4860, 7)));
        let mut out = Vec::new();
        form.write(4860, &mut out);
        assert_eq!(out, b"0:08:06");
    }

    /// As python-chess writes them.
    #[test]
    fn zeros_that_end_a_fraction_may_be_left_out() {
        let form = read(b"0:01:58.83").unwrap().0;
        assert_eq!(form.read(b"0:01:56.9]"), Some((11_690, 9)));
        assert_eq!(form.read(b"0:01:56]"), Some((11_600, 7)));
        assert_eq!(form.read(b"0:01:56.90]"), None);
        assert_eq!(form.read(b"0:01:56.123]"), None);
        assert!(!read(b"0:01:58.80").unwrap().0.trimmed);
    }

    #[test]
    fn minutes_have_two_digits_and_end_at_sixty() {
        assert_eq!(read(b"1:60:00"), None);
        assert_eq!(read(b"1:3:60"), None);
        assert_eq!(read(b"1:3"), None);
        assert_eq!(read(b"0:9:00"), None);
        assert_eq!(read(b"12"), None);
    }

    #[test]
    fn minutes_and_seconds_may_have_as_many_digits_as_they_need() {
        let form = read(b"0:4:27").unwrap().0;
        assert_eq!(form.read(b"0:14:5]"), Some((845, 6)));
        assert_eq!(form.read(b"0:04:27]"), None);
    }

    proptest! {
        #[test]
        fn times_come_back(text in "[0-9]{1,5}(:[0-6]?[0-9]){1,2}(\\.[0-9]{0,4})?") {
            if let Some((form, ticks, len)) = read(text.as_bytes()) {
                let mut out = Vec::new();
                form.write(ticks, &mut out);
                prop_assert_eq!(String::from_utf8(out).unwrap(), &text[..len]);
                prop_assert_eq!(SpanForm::unpack(form.pack()), Some(form));
                prop_assert_eq!(form.read(text.as_bytes()), Some((ticks, len)));
            }
        }

        #[test]
        fn what_a_form_reads_it_writes(bits in 0u8..SpanForm::END, text in "[0-9]{1,3}(:[0-5]?[0-9]){1,2}(\\.[0-9]{0,4})?") {
            let form = SpanForm::unpack(bits);
            if let Some((form, (ticks, len))) = form.and_then(|form| Some((form, form.read(text.as_bytes())?))) {
                let mut out = Vec::new();
                form.write(ticks, &mut out);
                prop_assert_eq!(String::from_utf8(out).unwrap(), &text[..len]);
            }
        }
    }
}

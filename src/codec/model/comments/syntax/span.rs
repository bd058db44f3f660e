//! Times as text (`0:09:57`, `1:30:56`, `0:08:06.3`, `7.053`): a number of ticks and a form.

use super::number::write_padded;

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpanForm {
    /// The first part (hours, or minutes or seconds where there are no hours) has at least this many
    /// digits: 1 or 2.
    pub(super) lead: u8,
    /// Which parts there are.
    pub(super) parts: Parts,
    /// Digits after the point, 3 at most.
    pub(crate) decimals: u8,
    /// Whether zeros that end the fraction are left out, with the point if nothing else is left; but
    /// of seconds alone, the first digit stays: `3.0`.
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
    /// Seconds alone: `597`.
    One,
}

impl Parts {
    /// How many parts follow the first.
    fn behind_the_first(self) -> usize {
        match self {
            Parts::One => 0,
            Parts::Two => 1,
            Parts::Three | Parts::ThreeUnpadded => 2,
        }
    }

    /// Most digits of the first part.
    fn most_lead(self) -> usize {
        match self {
            Parts::One => 7,
            _ => 4,
        }
    }
}

/// Most digits after the point.
const MOST_DECIMALS: usize = 3;

impl SpanForm {
    /// Ticks in a second: a tick is one unit of the last decimal.
    pub(super) fn per_second(self) -> i64 {
        10_i64.pow(u32::from(self.decimals))
    }

    /// Every form is below this as a number.
    pub(super) const END: u8 = 64;

    /// The form as a number of six bits: 0 for the lead, 1 and 5 for the parts, 2 and 3 for the
    /// decimals, 4 for trimmed.
    pub(crate) fn pack(self) -> u8 {
        let parts = self.parts as u8;
        (self.lead - 1)
            | (parts & 1) << 1
            | self.decimals << 2
            | u8::from(self.trimmed) << 4
            | (parts >> 1) << 5
    }

    /// The inverse of [`pack`](SpanForm::pack); more than six bits do not count.
    pub(crate) fn unpack(bits: u8) -> SpanForm {
        let parts = match bits >> 1 & 1 | bits >> 4 & 2 {
            0 => Parts::Two,
            1 => Parts::Three,
            2 => Parts::ThreeUnpadded,
            _ => Parts::One,
        };
        SpanForm {
            lead: (bits & 1) + 1,
            parts,
            decimals: bits >> 2 & 3,
            trimmed: bits >> 4 & 1 == 1,
        }
    }

    /// Least number of digits after the point, which is not there without any.
    fn least_decimals(self) -> usize {
        match (self.trimmed, self.parts) {
            (false, _) => self.decimals.into(),
            (true, Parts::One) => self.decimals.min(1).into(),
            (true, _) => 0,
        }
    }

    /// Least number of digits of minutes, and of seconds behind these.
    fn width(self) -> usize {
        match self.parts {
            Parts::One | Parts::Two | Parts::Three => 2,
            Parts::ThreeUnpadded => 1,
        }
    }

    /// Appends a time of `ticks`.
    pub(crate) fn write(self, ticks: u64, out: &mut Vec<u8>) {
        let scale = self.per_second() as u64;
        let (seconds, fraction) = (ticks / scale, ticks % scale);
        let behind = self.parts.behind_the_first() as u32;
        write_padded(seconds / 60_u64.pow(behind), self.lead.into(), out);
        for place in (0..behind).rev() {
            out.push(b':');
            write_padded(seconds / 60_u64.pow(place) % 60, self.width(), out);
        }
        let least = self.least_decimals();
        if fraction > 0 || least > 0 {
            out.push(b'.');
            let shortest = out.len() + least;
            write_padded(fraction, usize::from(self.decimals), out);
            while out.len() > shortest && out.ends_with(b"0") {
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
        let lead = digits_of(text).len();
        let width = usize::from(self.lead);
        if lead < width || lead > self.parts.most_lead() || (lead > width && text[0] == b'0') {
            return None;
        }
        let mut total = number(&text[..lead]);
        let mut at = lead;
        for _ in 0..self.parts.behind_the_first() {
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
        let least = self.least_decimals();
        match digits {
            _ if digits.len() < least || digits.len() > width => return None,
            [] => return Some((0, 0)),
            [.., b'0'] if digits.len() > least => return None,
            _ => {}
        }
        let scale = 10_u64.pow((width - digits.len()) as u32);
        Some((number(digits) * scale, 1 + digits.len()))
    }
}

/// The form, the ticks and the length in bytes of a time at the front of `text`.
pub(crate) fn read(text: &[u8]) -> Option<(SpanForm, u64, usize)> {
    let lead = digits_of(text).len();
    if lead == 0 || text.get(lead) != Some(&b':') {
        return None;
    }
    let parts = match text.get(lead + 3) {
        Some(b':') => Parts::Three,
        _ => Parts::Two,
    };
    let lead = least_digits(&text[..lead]);
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
    let decimals = if decimals > MOST_DECIMALS {
        0
    } else {
        decimals as u8
    };
    let form = |trimmed| SpanForm {
        decimals,
        trimmed,
        ..whole
    };
    read_as(form(decimals > 0), text).or_else(|| read_as(form(false), text))
}

/// The form, the ticks and the length in bytes of seconds alone at the front of `text`. Where their
/// fraction may be trimmed, it counts as one of thousandths: `0.0` and `1.51` have the same form as
/// `1.337`. Finer fractions are no times.
pub(super) fn read_seconds(text: &[u8]) -> Option<(SpanForm, u64, usize)> {
    let whole = digits_of(text);
    let behind = &text[whole.len()..];
    let decimals = fraction_of(behind).len();
    if decimals > MOST_DECIMALS || behind.first() == Some(&b':') {
        return None;
    }
    let form = |decimals: usize, trimmed| SpanForm {
        lead: least_digits(whole),
        parts: Parts::One,
        decimals: decimals as u8,
        trimmed,
    };
    read_as(form(MOST_DECIMALS, true), text).or_else(|| read_as(form(decimals, false), text))
}

/// The form, the ticks and the length in bytes of a time in this form at the front of `text`.
fn read_as(form: SpanForm, text: &[u8]) -> Option<(SpanForm, u64, usize)> {
    let (ticks, len) = form.read(text)?;
    Some((form, ticks, len))
}

/// How many digits a first part that is written so has at least.
fn least_digits(first: &[u8]) -> u8 {
    match first {
        [b'0', _, ..] => 2,
        _ => 1,
    }
}

/// The digits behind a point at the front of `text`.
fn fraction_of(text: &[u8]) -> &[u8] {
    match text {
        [b'.', behind @ ..] => digits_of(behind),
        _ => &[],
    }
}

/// The digits at the front of `text`.
fn digits_of(text: &[u8]) -> &[u8] {
    let len = text.iter().take_while(|b| b.is_ascii_digit()).count();
    &text[..len]
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

    /// As the database of FICS writes them.
    #[test]
    fn seconds_alone_keep_one_decimal() {
        let form = read_seconds(b"0.0]").unwrap().0;
        for (text, ticks) in [
            ("0.0", 0),
            ("1.337", 1337),
            ("1.51", 1510),
            ("12.0", 12_000),
        ] {
            let mut out = Vec::new();
            form.write(ticks, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), text);
            assert_eq!(
                read_seconds(text.as_bytes()),
                Some((form, ticks, text.len()))
            );
        }
        for text in ["7", "1.00", "1.50", "0.1234", "07.5"] {
            assert_eq!(form.read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(read_seconds(b"0:07"), None);
        assert_eq!(read_seconds(b"0.1234"), None);
        assert_eq!(read_seconds(b"1.50").unwrap().1, 150);
    }

    /// What was read of the text, if anything, is written so again, and known in this form.
    fn comes_back(found: Option<(SpanForm, u64, usize)>, text: &str) {
        let Some((form, ticks, len)) = found else {
            return;
        };
        let mut out = Vec::new();
        form.write(ticks, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), &text[..len]);
        assert_eq!(SpanForm::unpack(form.pack()), form);
        assert_eq!(form.read(text.as_bytes()), Some((ticks, len)));
    }

    proptest! {
        #[test]
        fn times_come_back(text in "[0-9]{1,5}(:[0-6]?[0-9]){1,2}(\\.[0-9]{0,4})?") {
            comes_back(read(text.as_bytes()), &text);
        }

        #[test]
        fn seconds_come_back(text in "[0-9]{1,8}(\\.[0-9]{0,4})?") {
            comes_back(read_seconds(text.as_bytes()), &text);
        }

        #[test]
        fn what_a_form_reads_it_writes(bits in 0u8..SpanForm::END, text in "[0-9]{1,3}(:[0-5]?[0-9]){0,2}(\\.[0-9]{0,4})?") {
            let form = SpanForm::unpack(bits);
            let found = form.read(text.as_bytes());
            comes_back(found.map(|(ticks, len)| (form, ticks, len)), &text);
        }
    }
}

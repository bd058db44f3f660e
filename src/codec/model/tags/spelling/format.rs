//! Values that are numbers in some notation: ratings, differences, dates, times of day, numbered
//! links.

use super::affix;
use crate::listed::listed;

/// How numbers of a column are spelt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) notation: Notation,
    /// The bytes before every number.
    pub(crate) prefix: Vec<u8>,
    /// The bytes behind every moment, usually the time zone; empty for other notations.
    pub(crate) suffix: Vec<u8>,
}

listed! {
    /// The notation of the number itself, and what it counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Notation {
        /// Digits, no zero in front: `1500`.
        Plain,
        /// With a sign: `+13`, `-4`, `+0`.
        Signed,
        /// Days: `2024.02.29`.
        Date,
        /// Seconds: `23:59:59`.
        Time,
        /// Thousandths of a second, as hours (unpadded), minutes, seconds and thousandths:
        /// `0:03:00.000`.
        Clock,
        /// Moments in seconds: `2024-02-29T23:59:59`.
        Moment,
        /// Moments in thousandths of a second: `2024-02-29T23:59:59.999`.
        FineMoment,
    }
}

impl Notation {
    /// How many bytes a moment has; `None` for other notations.
    fn moment_bytes(self) -> Option<usize> {
        match self {
            Notation::Moment => Some(MOMENT_BYTES),
            Notation::FineMoment => Some(MOMENT_BYTES + 4),
            _ => None,
        }
    }

    /// Whether numbers may have a suffix.
    pub(crate) fn has_suffix(self) -> bool {
        self.moment_bytes().is_some()
    }

    /// How many units a second has; `None` unless it is a time of day or a moment.
    pub(crate) fn a_second(self) -> Option<i64> {
        match self {
            Notation::Time | Notation::Moment => Some(1),
            Notation::FineMoment => Some(1000),
            _ => None,
        }
    }
}

/// A date, a `T` and a time.
const MOMENT_BYTES: usize = 19;
pub(crate) const SECONDS_A_DAY: i64 = 86_400;

/// Most digits of a plain number.
const MAX_DIGITS: usize = 17;

impl Format {
    /// The format with that notation and prefix whose suffix is that of `value`.
    pub(crate) fn like(notation: Notation, prefix: &[u8], value: &[u8]) -> Format {
        let suffix = notation
            .moment_bytes()
            .and_then(|bytes| value.get(prefix.len() + bytes..));
        Format {
            notation,
            prefix: prefix.to_vec(),
            suffix: suffix.unwrap_or_default().to_vec(),
        }
    }

    /// The number that `text` is, if [`write`](Format::write) would spell it exactly so.
    pub(crate) fn parse(&self, text: &[u8]) -> Option<i64> {
        let digits = affix::stripped(text, &self.prefix, &self.suffix)?;
        match self.notation {
            Notation::Plain => plain(digits),
            Notation::Signed => match digits.split_first()? {
                (b'+', rest) => plain(rest),
                (b'-', rest) => plain(rest).filter(|&n| n > 0).map(|n| -n),
                _ => None,
            },
            Notation::Date => date(digits, b'.'),
            Notation::Time => time_of_day(digits),
            Notation::Moment => moment(digits),
            Notation::FineMoment => {
                let (moment_in, fraction) = digits.split_at_checked(MOMENT_BYTES)?;
                let [b'.', f1, f2, f3] = fraction else {
                    return None;
                };
                Some(moment(moment_in)? * 1000 + three(*f1, *f2, *f3)?)
            }
            Notation::Clock => {
                let (hours, rest) = digits.split_at(digits.len().checked_sub(10)?);
                let [b':', m1, m2, b':', s1, s2, b'.', f1, f2, f3] = rest else {
                    return None;
                };
                let seconds = time(
                    plain(hours).filter(|&h| h < 1000)?,
                    two(*m1, *m2)?,
                    two(*s1, *s2)?,
                )?;
                Some(seconds * 1000 + three(*f1, *f2, *f3)?)
            }
        }
    }

    /// Appends `number`; returns false if the notation cannot spell it.
    pub(crate) fn write(&self, number: i64, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(&self.prefix);
        let text = match self.notation {
            Notation::Plain if number >= 0 => number.to_string(),
            Notation::Signed => format!("{number:+}"),
            Notation::Date if (0..MAX_DAYS).contains(&number) => {
                let (year, month, day) = civil(number);
                format!("{year:04}.{month:02}.{day:02}")
            }
            Notation::Time if (0..SECONDS_A_DAY).contains(&number) => clock(number),
            Notation::Moment if (0..MAX_DAYS * SECONDS_A_DAY).contains(&number) => {
                moment_text(number)
            }
            Notation::FineMoment if (0..MAX_DAYS * SECONDS_A_DAY * 1000).contains(&number) => {
                format!("{}.{:03}", moment_text(number / 1000), number % 1000)
            }
            Notation::Clock if (0..3_600_000_000).contains(&number) => {
                let (seconds, thousandths) = (number / 1000, number % 1000);
                let (minutes, seconds) = (seconds / 60, seconds % 60);
                format!(
                    "{}:{:02}:{seconds:02}.{thousandths:03}",
                    minutes / 60,
                    minutes % 60
                )
            }
            _ => return false,
        };
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(&self.suffix);
        true
    }
}

fn digit(byte: u8) -> Option<i64> {
    byte.is_ascii_digit().then(|| i64::from(byte - b'0'))
}

fn two(tens: u8, ones: u8) -> Option<i64> {
    Some(digit(tens)? * 10 + digit(ones)?)
}

fn three(hundreds: u8, tens: u8, ones: u8) -> Option<i64> {
    Some(digit(hundreds)? * 100 + two(tens, ones)?)
}

/// A number without leading zeros.
fn plain(digits: &[u8]) -> Option<i64> {
    match digits {
        [] | [b'0', _, ..] => None,
        _ if digits.len() > MAX_DIGITS => None,
        _ => digits
            .iter()
            .try_fold(0, |number, &byte| Some(number * 10 + digit(byte)?)),
    }
}

fn time(hours: i64, minutes: i64, seconds: i64) -> Option<i64> {
    (minutes < 60 && seconds < 60).then_some((hours * 60 + minutes) * 60 + seconds)
}

/// One more than the number of the last day, 9999.12.31; 0000.03.01 is day 0.
const MAX_DAYS: i64 = days_of(9999, 12, 31) + 1;

/// Seconds since midnight.
fn time_of_day(text: &[u8]) -> Option<i64> {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = text else {
        return None;
    };
    time(two(*h1, *h2)?, two(*m1, *m2)?, two(*s1, *s2)?).filter(|&n| n < SECONDS_A_DAY)
}

fn clock(seconds: i64) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!("{:02}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
}

/// The number of seconds since 0000-03-01.
fn moment(text: &[u8]) -> Option<i64> {
    let (day, rest) = text.split_at_checked(10)?;
    let time = time_of_day(rest.strip_prefix(b"T")?)?;
    Some(date(day, b'-')? * SECONDS_A_DAY + time)
}

fn moment_text(seconds: i64) -> String {
    let (year, month, day) = civil(seconds / SECONDS_A_DAY);
    let time = clock(seconds % SECONDS_A_DAY);
    format!("{year:04}-{month:02}-{day:02}T{time}")
}

/// The number of days since 0000.03.01. (Years are counted from March, so that leap days come
/// last.)
fn date(text: &[u8], separator: u8) -> Option<i64> {
    let [y1, y2, y3, y4, s1, m1, m2, s2, d1, d2] = text else {
        return None;
    };
    if [*s1, *s2] != [separator; 2] {
        return None;
    }
    let year = two(*y1, *y2)? * 100 + two(*y3, *y4)?;
    let (month, day) = (two(*m1, *m2)?, two(*d1, *d2)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days_of(year, month, day);
    (days >= 0 && civil(days) == (year, month, day)).then_some(days)
}

const fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month < 3 { year - 1 } else { year };
    let month = (month + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 1
}

fn civil(days: i64) -> (i64, i64, i64) {
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year_of_era;
    match month {
        0..10 => (year, month + 3, day),
        _ => (year + 1, month - 9, day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn format(notation: Notation) -> Format {
        Format {
            notation,
            prefix: Vec::new(),
            suffix: Vec::new(),
        }
    }

    fn spelt(notation: Notation, number: i64) -> String {
        let mut out = Vec::new();
        assert!(format(notation).write(number, &mut out), "{number}");
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn days_and_seconds_count_up() {
        let date = |text: &str| format(Notation::Date).parse(text.as_bytes());
        assert_eq!(date("2024.03.01").unwrap() - date("2024.02.28").unwrap(), 2);
        assert_eq!(date("2023.03.01").unwrap() - date("2023.02.28").unwrap(), 1);
        assert_eq!(date("2000.01.01").unwrap() - date("1999.12.31").unwrap(), 1);
        for wrong in [
            "2023.02.29",
            "2023.13.01",
            "2023.00.10",
            "????.??.??",
            "2023.1.10",
        ] {
            assert_eq!(date(wrong), None, "{wrong}");
        }
        assert_eq!(format(Notation::Time).parse(b"01:02:03"), Some(3723));
        assert_eq!(format(Notation::Time).parse(b"24:00:00"), None);
        assert_eq!(format(Notation::Clock).parse(b"0:03:00.050"), Some(180_050));
        assert_eq!(format(Notation::Signed).parse(b"-12"), Some(-12));
        assert_eq!(format(Notation::Signed).parse(b"-0"), None);
        assert_eq!(format(Notation::Plain).parse(b"007"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(number in 0..MAX_DAYS, scale in prop::sample::select(vec![1, 1_000, 86_400, 86_400_000])) {
            for notation in Notation::ALL {
                let number = match notation {
                    Notation::Time => number % 86_400,
                    Notation::Moment => number.saturating_mul(scale.min(86_400)),
                    Notation::FineMoment => number.saturating_mul(scale),
                    Notation::Clock => number * 1_001 % 3_600_000_000,
                    _ => number,
                };
                prop_assert_eq!(format(notation).parse(spelt(notation, number).as_bytes()), Some(number));
            }
        }

        #[test]
        fn what_is_read_is_written(
            text in prop_oneof![
                "[+-]?[0-9]{1,4}[.:]?[0-9]{0,2}[.:]?[0-9]{0,2}",
                "[0-9]{1,4}:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}",
                "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{3})?",
            ]
        ) {
            for notation in Notation::ALL {
                if let Some(number) = format(notation).parse(text.as_bytes()) {
                    prop_assert_eq!(&spelt(notation, number), &text);
                }
            }
        }
    }
}

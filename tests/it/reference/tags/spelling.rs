//! Numbers, patterns, identifiers and starts as they are spelt. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

/// The bytes behind a prefix and before a suffix.
fn between<'v>(value: &'v [u8], prefix: &[u8], suffix: &[u8]) -> Option<&'v [u8]> {
    value.strip_prefix(prefix)?.strip_suffix(suffix)
}

/// How the numbers of a column are spelt (8.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Format {
    /// The number of the notation.
    pub(crate) notation: u8,
    /// What stands before all numbers.
    pub(crate) prefix: Vec<u8>,
    /// What stands behind all moments.
    pub(crate) suffix: Vec<u8>,
}

/// The notations that there are names for here.
pub(crate) const PLAIN: u8 = 0;
pub(crate) const DATE: u8 = 2;
pub(crate) const TIME: u8 = 3;
pub(crate) const MOMENT: u8 = 5;
pub(crate) const FINE_MOMENT: u8 = 6;

const A_DAY: i64 = 86_400;

impl Format {
    /// *A second* (8.1).
    pub(crate) fn a_second(&self) -> Option<i64> {
        match self.notation {
            TIME | MOMENT => Some(1),
            FINE_MOMENT => Some(1_000),
            _ => None,
        }
    }

    /// The number that a value spells.
    pub(crate) fn read(&self, value: &[u8]) -> Option<i64> {
        let text = between(value, &self.prefix, &self.suffix)?;
        let text = std::str::from_utf8(text).ok()?;
        let number = read(self.notation, text)?;
        (self.write(number)? == value).then_some(number)
    }

    /// How a number is spelt, if it can be.
    pub(crate) fn write(&self, number: i64) -> Option<Vec<u8>> {
        let text = write(self.notation, number)?;
        Some([&self.prefix, text.as_bytes(), &self.suffix].concat())
    }
}

/// A number from a text that spells it, and perhaps from others.
fn read(notation: u8, text: &str) -> Option<i64> {
    let digits = |part: &str| -> Option<i64> {
        let all = part.bytes().all(|byte| byte.is_ascii_digit());
        (all && (1..=17).contains(&part.len())).then(|| part.parse().unwrap())
    };
    let three = |text: &str, mark: char| -> Option<[i64; 3]> {
        let parts: Vec<i64> = text.split(mark).map(digits).collect::<Option<_>>()?;
        parts.try_into().ok()
    };
    let date = |text: &str, mark: char| {
        let [year, month, day] = three(text, mark)?;
        let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && year <= 9_999;
        is_date.then(|| days(year, month, day))
    };
    let time = |text: &str| {
        let [hours, minutes, seconds] = three(text, ':')?;
        let is_time = hours < 1_000 && minutes < 60 && seconds < 60;
        is_time.then(|| (hours * 60 + minutes) * 60 + seconds)
    };
    let moment = |text: &str| {
        let (day, clock) = text.split_once('T')?;
        Some(date(day, '-')? * A_DAY + time(clock)?)
    };
    let fine = |text: &str, whole: &dyn Fn(&str) -> Option<i64>| {
        let (seconds, parts) = text.split_once('.')?;
        Some(whole(seconds)? * 1_000 + digits(parts)?)
    };
    match notation {
        0 => digits(text),
        1 => match text.split_at_checked(1)? {
            ("+", rest) => digits(rest),
            ("-", rest) => digits(rest).map(|number| -number),
            _ => None,
        },
        2 => date(text, '.'),
        3 => time(text),
        4 => fine(text, &time),
        5 => moment(text),
        _ => fine(text, &moment),
    }
}

fn write(notation: u8, number: i64) -> Option<String> {
    let clock = |seconds: i64| {
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        (minutes / 60, format!("{:02}:{seconds:02}", minutes % 60))
    };
    let padded = |seconds: i64| {
        let (hours, rest) = clock(seconds);
        format!("{hours:02}:{rest}")
    };
    let date = |day: i64, mark: char| {
        let (year, month, day) = calendar(day);
        format!("{year:04}{mark}{month:02}{mark}{day:02}")
    };
    let moment =
        |seconds: i64| format!("{}T{}", date(seconds / A_DAY, '-'), padded(seconds % A_DAY));
    let end = match notation {
        0 => i64::MAX,
        1 => return Some(format!("{number:+}")),
        2 => days(9_999, 12, 31) + 1,
        3 => A_DAY,
        4 => 3_600_000_000,
        5 => (days(9_999, 12, 31) + 1) * A_DAY,
        _ => (days(9_999, 12, 31) + 1) * A_DAY * 1_000,
    };
    if number < 0 || notation != 0 && number >= end {
        return None;
    }
    let fraction = number % 1_000;
    Some(match notation {
        0 => number.to_string(),
        2 => date(number, '.'),
        3 => padded(number),
        4 => {
            let (hours, rest) = clock(number / 1_000);
            format!("{hours}:{rest}.{fraction:03}")
        }
        5 => moment(number),
        _ => format!("{}.{fraction:03}", moment(number / 1_000)),
    })
}

/// How many days there are from 0000.03.01 to a day.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let is_leap = |year: i64| year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let lengths = [
        31,
        28 + i64::from(is_leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let before: i64 = lengths[..month as usize - 1].iter().sum();
    // The leap days of the years before, that of the year 0 included.
    let leaps = if year > 0 {
        1 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    } else {
        0
    };
    year * 365 + leaps + before + day - 1 - 60
}

/// The date of a day.
fn calendar(day: i64) -> (i64, i64, i64) {
    let mut year = day / 366;
    while days(year + 1, 1, 1) <= day {
        year += 1;
    }
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day);
    let month = month.unwrap();
    (year, month, day - days(year, month, 1) + 1)
}

/// A value split into its pattern and numbers (8.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) pattern: Vec<u8>,
    pub(crate) fields: Vec<i64>,
}

impl Shape {
    /// The pattern and the numbers of a value, if it has a pattern.
    pub(crate) fn of(value: &[u8], fixed: bool) -> Option<Shape> {
        let mut shape = Shape::default();
        for run in value.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()) {
            if run == [1] {
                return None;
            }
            let cut = fixed || run.len() == 1 || run[0] != b'0';
            if !run[0].is_ascii_digit() || !cut || run.len() > 15 || shape.fields.len() == 10 {
                shape.pattern.extend(run);
                continue;
            }
            let width = if fixed { run.len() as u8 } else { 1 };
            shape.pattern.extend([1, 1 + width]);
            shape
                .fields
                .push(std::str::from_utf8(run).unwrap().parse().unwrap());
        }
        (shape.pattern.len() <= 1 << 16).then_some(shape)
    }

    /// How many numbers a pattern asks for.
    pub(crate) fn count(pattern: &[u8]) -> usize {
        let mut bytes = pattern.iter();
        let mut count = 0;
        while let Some(byte) = bytes.next() {
            if *byte == 1 {
                bytes.next();
                count += 1;
            }
        }
        count
    }

    /// The value.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut value = Vec::new();
        let mut bytes = self.pattern.iter();
        let mut fields = self.fields.iter();
        while let Some(&byte) = bytes.next() {
            if byte != 1 {
                value.push(byte);
                continue;
            }
            let width = usize::from(bytes.next().unwrap() - 1).min(15);
            value.extend(format!("{:0width$}", fields.next().unwrap()).bytes());
        }
        value
    }
}

/// The alphabets of identifiers (8.4).
pub(crate) const ALPHABETS: [&[u8]; 7] = [
    b"0123456789",
    b"0123456789abcdef",
    b"0123456789ABCDEF",
    b"0123456789abcdefghijklmnopqrstuvwxyz",
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
];

/// Identifiers (8.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identifier {
    pub(crate) alphabet: usize,
    pub(crate) len: usize,
    /// `None` where they stand behind paths.
    pub(crate) prefix: Option<Vec<u8>>,
    pub(crate) suffix: Vec<u8>,
}

/// The path of a value, and what stands behind it.
pub(crate) fn path_of(value: &[u8]) -> (&[u8], &[u8]) {
    let last = value.iter().rposition(|byte| b"/=".contains(byte));
    value.split_at(last.map_or(0, |last| last + 1))
}

impl Identifier {
    /// The characters of a value that fits.
    pub(crate) fn of<'v>(&self, value: &'v [u8]) -> Option<&'v [u8]> {
        let code = match &self.prefix {
            Some(prefix) => between(value, prefix, &self.suffix)?,
            None => between(path_of(value).1, b"", &self.suffix)?,
        };
        let alphabet = ALPHABETS[self.alphabet];
        let fits = code.len() == self.len && code.iter().all(|byte| alphabet.contains(byte));
        fits.then_some(code)
    }
}

/// White's men of a start of Chess960 (8.5).
pub(crate) fn back_rank(n: usize) -> [u8; 8] {
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut rank = [0; 8];
    rank[2 * (n % 4) + 1] = b'B';
    rank[2 * (n / 4 % 4)] = b'B';
    let empty = |rank: &[u8; 8]| -> Vec<usize> { (0..8).filter(|&file| rank[file] == 0).collect() };
    rank[empty(&rank)[n / 16 % 6]] = b'Q';
    let left = empty(&rank);
    let (one, other) = KNIGHTS[n / 96];
    (rank[left[one]], rank[left[other]]) = (b'N', b'N');
    for (file, man) in empty(&rank).into_iter().zip(*b"RKR") {
        rank[file] = man;
    }
    rank
}

/// The value of a start (8.5).
pub(crate) fn start(n: usize, by_file: bool) -> Vec<u8> {
    let white = back_rank(n);
    let black = white.to_ascii_lowercase();
    let rooks: Vec<u8> = (0..8)
        .filter(|&file| white[file as usize] == b'R')
        .collect();
    let large = [b'A' + rooks[1], b'A' + rooks[0]];
    let rights = match by_file {
        true => [large, [large[0] + 32, large[1] + 32]].concat(),
        false => b"KQkq".to_vec(),
    };
    let between = b"/pppppppp/8/8/8/8/PPPPPPPP/".as_slice();
    [&black, between, &white, b" w ", &rights, b" - 0 1"].concat()
}

/// The start that a value is, and whether its rights are by files.
pub(crate) fn start_of(value: &[u8]) -> Option<(usize, bool)> {
    let starts = (0..960).flat_map(|n| [false, true].map(|by_file| (n, by_file)));
    starts
        .into_iter()
        .find(|&(n, by_file)| start(n, by_file) == value)
}

//! Random identifiers, which nothing predicts: each character is as likely as any other.

use super::affix;
use crate::{
    coding::range::{Coder, equal_share},
    listed::listed,
};

listed! {
    /// Characters that an identifier is made of: those of one that has fewer come first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Alphabet {
        /// `0-9`.
        Decimal,
        /// `0-9a-f`.
        LowerHex,
        /// `0-9A-F`.
        UpperHex,
        /// `0-9a-z`.
        Lower,
        /// `0-9A-Z`.
        Upper,
        /// `0-9A-Za-z`.
        Alphanumeric,
        /// `0-9A-Za-z`, `-` and `_`.
        UrlSafe,
    }
}

/// The place of a byte in an alphabet that does not have it.
const NOWHERE: u8 = u8::MAX;

impl Alphabet {
    const fn characters(self) -> &'static [u8] {
        match self {
            Alphabet::Decimal => b"0123456789",
            Alphabet::LowerHex => b"0123456789abcdef",
            Alphabet::UpperHex => b"0123456789ABCDEF",
            Alphabet::Lower => b"0123456789abcdefghijklmnopqrstuvwxyz",
            Alphabet::Upper => b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            Alphabet::Alphanumeric => {
                b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            }
            Alphabet::UrlSafe => {
                b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
            }
        }
    }

    /// The place of `byte` among its characters; `None` if it is none of them.
    fn place(self, byte: u8) -> Option<usize> {
        const ALL: [Alphabet; 7] = Alphabet::ALL;
        static PLACES: [[u8; 256]; ALL.len()] = {
            let mut places = [[NOWHERE; 256]; ALL.len()];
            let mut alphabet = 0;
            while alphabet < ALL.len() {
                let characters = ALL[alphabet].characters();
                let mut place = 0;
                while place < characters.len() {
                    places[alphabet][characters[place] as usize] = place as u8;
                    place += 1;
                }
                alphabet += 1;
            }
            places
        };
        let place = PLACES[self as usize][usize::from(byte)];
        (place != NOWHERE).then_some(place.into())
    }

    /// Whether `byte` is one of its characters.
    pub(crate) fn holds(self, byte: u8) -> bool {
        self.place(byte).is_some()
    }

    /// Codes a character. One that is not of the alphabet comes back as another.
    pub(crate) fn code<C: Coder>(self, coder: &mut C, byte: u8) -> u8 {
        let place = self.place(byte).unwrap_or(0);
        self.characters()[coder.symbol(place, self.shares())]
    }

    /// The bounds of the equal shares of its characters, as [`Coder::symbol`] takes them.
    fn shares(self) -> &'static [u32] {
        match self {
            Alphabet::Decimal => &const { even::<11>() },
            Alphabet::LowerHex | Alphabet::UpperHex => &const { even::<17>() },
            Alphabet::Lower | Alphabet::Upper => &const { even::<37>() },
            Alphabet::Alphanumeric => &const { even::<63>() },
            Alphabet::UrlSafe => &const { even::<65>() },
        }
    }
}

/// The bounds of `BOUNDS` - 1 shares, as equal as whole numbers allow.
const fn even<const BOUNDS: usize>() -> [u32; BOUNDS] {
    let mut bounds = [0; BOUNDS];
    let mut number = 0;
    while number < BOUNDS {
        bounds[number] = equal_share(number, BOUNDS - 1);
        number += 1;
    }
    bounds
}

/// Identifiers of one length, between a prefix and a suffix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identifier {
    pub(crate) prefix: Prefix,
    pub(crate) suffix: Vec<u8>,
    pub(crate) alphabet: Alphabet,
    pub(crate) len: usize,
}

/// What stands before identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// Always the same.
    Fixed(Vec<u8>),
    /// A [path](split_path) that is the same for several games.
    Path,
}

impl Prefix {
    /// What is always the same; empty for a path.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Prefix::Fixed(prefix) => prefix,
            Prefix::Path => b"",
        }
    }
}

/// `value` as a path, up to and with the last separator, and what comes behind that
/// (`https://…/abcd`, `https://…?id=abcd`). The path is empty where there is no separator.
pub(crate) fn split_path(value: &[u8]) -> (&[u8], &[u8]) {
    let last = value.iter().rposition(|byte| b"/=".contains(byte));
    value.split_at(last.map_or(0, |last| last + 1))
}

impl Identifier {
    /// The identifier in `value`, without what stands before and behind it; `None` if it does not
    /// look like one of these.
    pub(crate) fn of<'v>(&self, value: &'v [u8]) -> Option<&'v [u8]> {
        let code = match &self.prefix {
            Prefix::Fixed(prefix) => affix::stripped(value, prefix, &self.suffix)?,
            Prefix::Path => affix::stripped(split_path(value).1, b"", &self.suffix)?,
        };
        (code.len() == self.len && code.iter().all(|&byte| self.alphabet.holds(byte)))
            .then_some(code)
    }

    /// Codes a value that fits and begins with `prefix`, and returns it.
    pub(crate) fn code<C: Coder>(&self, coder: &mut C, prefix: &[u8], value: &[u8]) -> Vec<u8> {
        let code = self.of(value).unwrap_or_default();
        let mut out = Vec::with_capacity(prefix.len() + self.len + self.suffix.len());
        out.extend_from_slice(prefix);
        for index in 0..self.len {
            let byte = code.get(index).copied().unwrap_or(0);
            out.push(self.alphabet.code(coder, byte));
        }
        out.extend_from_slice(&self.suffix);
        out
    }
}

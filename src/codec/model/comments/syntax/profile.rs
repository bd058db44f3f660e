//! Evaluations of a run of half-moves in one comment, as ChessBase writes them:
//! `[%evp 1,4,25,31,-12,18]` has those after the first to the fourth half-move, in hundredths of a
//! pawn.

/// Most digits of a number.
const MOST_DIGITS: usize = 5;
/// Numbers are below this.
const LIMIT: i64 = 10_i64.pow(MOST_DIGITS as u32);

/// The command before a profile.
pub(super) const COMMAND: &[u8] = b"[%evp ";

/// Evaluations after half-moves that follow one another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    /// The number of the first half-move.
    pub(crate) first: i64,
    /// The evaluations; none stand for no profile.
    pub(crate) evals: Vec<i64>,
}

impl Profile {
    /// The number of the last half-move.
    pub(crate) fn last(&self) -> i64 {
        self.first + self.evals.len() as i64 - 1
    }

    /// Whether a profile can go from the half-move `first` to `last`.
    pub(crate) fn may_be_of(first: i64, last: i64) -> bool {
        0 <= first && first <= last && last < LIMIT
    }

    /// Appends a profile.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let text = format!("{},{}", self.first, self.last());
        out.extend(text.as_bytes());
        for eval in &self.evals {
            out.extend(format!(",{eval}").as_bytes());
        }
    }
}

/// The profile at the front of `text`, up to a `]`, and how many bytes it takes.
pub(crate) fn read(text: &[u8]) -> Option<(Profile, usize)> {
    // Only as far as numbers go: looking for the bracket would read all of a long comment again
    // from each command in it.
    let is_of_list = |byte: &u8| matches!(byte, b'0'..=b'9' | b',' | b'-');
    let len = text.iter().position(|byte| !is_of_list(byte))?;
    if text[len] != b']' {
        return None;
    }
    let mut numbers = text[..len].split(|&byte| byte == b',').map(number);
    let (first, last) = (numbers.next()??, numbers.next()??);
    let evals: Vec<i64> = numbers.collect::<Option<_>>()?;
    let profile = Profile { first, evals };
    let fits = Profile::may_be_of(first, last) && profile.last() == last;
    fits.then_some((profile, len))
}

/// A whole number without plus sign and leading zeros.
fn number(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_usual = match digits {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', ..] => digits.len() <= MOST_DIGITS,
        _ => false,
    };
    is_usual.then(|| std::str::from_utf8(text).ok()?.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::testing::least_time;
    use proptest::prelude::*;

    /// A comment may be full of commands that no bracket ends.
    #[test]
    fn a_long_comment_is_not_searched_for_a_bracket_from_each_command() {
        let time_of = |rest: usize| {
            let text = [b"1,2", vec![b'a'; rest].as_slice()].concat();
            least_time(|| {
                for _ in 0..2000 {
                    assert!(read(std::hint::black_box(&text)).is_none());
                }
            })
        };
        assert!(time_of(100_000) < 50 * time_of(10));
    }

    #[test]
    fn the_numbers_of_half_moves_tell_how_many_evaluations_there_are() {
        let (profile, len) = read(b"9,11,25,0,-13]").unwrap();
        assert_eq!((profile.first, len), (9, 13));
        assert_eq!(profile.evals, [25, 0, -13]);
        for text in [
            "9,11,25,0]",
            "9,9]",
            "9,8]",
            "09,9,1]",
            "9,9,-0]",
            "9,9,123456]",
            "1,1,2",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn profiles_come_back(first in 0i64..200, evals in prop::collection::vec(-30_000i64..30_000, 1..100)) {
            let profile = Profile { first, evals };
            let mut text = Vec::new();
            profile.write(&mut text);
            let len = text.len();
            text.push(b']');
            prop_assert_eq!(read(&text), Some((profile, len)));
        }
    }
}

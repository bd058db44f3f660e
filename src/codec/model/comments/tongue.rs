//! Moves as annotators of different tongues write them, in prose.

use crate::{
    chess::{
        Move, Position,
        san::{self, San},
        tongue::Tongue,
    },
    coding::range::Coder,
    error::{Error, Result},
};

/// Bits that a tongue other than English takes.
const BITS: u32 = 4;

/// The tongue that explains most of the moves in `texts`.
pub(super) fn of_texts(texts: &[&[u8]]) -> Tongue {
    let mut counts = [0; 256];
    for text in texts {
        count_pieces(text, &mut counts);
    }
    Tongue::most_explaining(&counts, Tongue::English)
}

/// The move that an unusual spelling means in `position`: one that names squares needlessly, or no capture.
pub(super) fn find(tongue: Tongue, word: &[u8], position: &Position) -> Option<Move> {
    let mut word = word.to_vec();
    let first = word.first_mut()?;
    if let Some(role) = tongue.role(*first) {
        *first = role.upper_char() as u8;
    }
    let parsed = San::from_ascii(&word).ok()?;
    if let Ok(m) = san::find(position, parsed) {
        return Some(m);
    }
    san::find(position, with_capture_or_not(parsed)?).ok()
}

/// Codes which tongue it is.
///
/// # Errors
/// When what is read is none.
pub(super) fn code<C: Coder>(tongue: Tongue, coder: &mut C) -> Result<Tongue> {
    let number = tongue as u32;
    if coder.raw(u32::from(number != 0), 1) == 0 {
        return Ok(Tongue::English);
    }
    let number = coder.raw(number, BITS) as usize;
    let tongue = Tongue::ALL.get(number).copied();
    tongue.ok_or_else(|| Error::corrupt("moves are written in no known tongue"))
}

/// The same without its mark of a capture, or with one.
fn with_capture_or_not(mut san: San) -> Option<San> {
    let San::Normal { capture, .. } = &mut san else {
        return None;
    };
    *capture = !*capture;
    Some(san)
}

/// Counts the capital letters that look like pieces: those before a square, or before a capture on one.
fn count_pieces(text: &[u8], counts: &mut [u64; 256]) {
    for (at, window) in text.windows(3).enumerate() {
        let [letter @ b'A'..=b'Z', rest @ ..] = window else {
            continue;
        };
        let inside = at > 0 && text[at - 1].is_ascii_alphanumeric();
        let moves = matches!(rest, [b'a'..=b'h', b'1'..=b'8'] | [b'x', b'a'..=b'h']);
        counts[usize::from(*letter)] += u64::from(moves && !inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    fn tongue_of(text: &str) -> Tongue {
        of_texts(&[text.as_bytes()])
    }

    #[test]
    fn moves_tell_their_tongue() {
        for (text, tongue) in [
            ("Better was 14.Qb3, but not Nf3.", Tongue::English),
            ("6...Cf6 7.Fd2 e5 8.Cxg6 Da5", Tongue::French),
            ("besser war Sf6 oder Le7", Tongue::German),
            ("6...Cf6 7.Ad2", Tongue::Spanish),
            ("no moves at all; the pawn e4, UBe5", Tongue::English),
        ] {
            assert_eq!(tongue_of(text), tongue, "{text}");
        }
    }

    #[test]
    fn unusual_spellings_are_understood() {
        let position = Position::default();
        let square = |word: &[u8]| find(Tongue::French, word, &position).map(|m| m.to());
        assert_eq!(square(b"Cgf3"), Some(Square::F3));
        assert_eq!(square(b"Cxf3"), Some(Square::F3));
        assert_eq!(square(b"e4"), Some(Square::E4));
        assert_eq!(square(b"Ff3"), None);
        assert_eq!(square(b"0-0"), None);
        assert_eq!(square(b"\xe9t\xe9"), None);
    }
}

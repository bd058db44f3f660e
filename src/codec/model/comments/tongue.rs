//! What annotators of different tongues call the pieces: `Nf3` is `Cf3` in French, `Sf3` in German.

use crate::{
    chess::{
        Move, Position, Role,
        san::{self, San},
    },
    coding::range::Coder,
    error::{Error, Result},
};

/// The letters of knight, bishop, rook, queen and king.
type Letters = [u8; 5];

/// The letters of all tongues told apart, the standard's first. The place of a tongue in this list is what a file says.
const TONGUES: [Letters; 13] = [
    *b"NBRQK", // English
    *b"CFTDR", // French
    *b"SLTDK", // German, Danish, Norwegian, Swedish, Croatian, Slovenian
    *b"CATDR", // Spanish, Italian, Catalan
    *b"PLTDK", // Dutch
    *b"CBTDR", // Portuguese
    *b"SGWHK", // Polish
    *b"HFBVK", // Hungarian
    *b"JSVDK", // Czech, Slovak
    *b"CNTDR", // Romanian
    *b"RLTDK", // Finnish
    *b"RBHDK", // Icelandic
    *b"ROVLK", // Estonian
];
/// Bits that a tongue other than English takes.
const BITS: u32 = 4;

/// A tongue that moves are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tongue(usize);

impl Tongue {
    /// The tongue that explains most of the moves in `texts`: the standard's where none explains more.
    pub(super) fn of_texts(texts: &[&[u8]]) -> Tongue {
        let mut counts = [0_u64; 256];
        for text in texts {
            count_pieces(text, &mut counts);
        }
        let explained = |letters: &Letters| -> u64 {
            let letters = letters.iter();
            letters.map(|&letter| counts[usize::from(letter)]).sum()
        };
        let mut best = 0;
        for (index, letters) in TONGUES.iter().enumerate() {
            if explained(letters) > explained(&TONGUES[best]) {
                best = index;
            }
        }
        Tongue(best)
    }

    /// The letter of a piece; a pawn has none.
    pub(super) fn letter(self, role: Role) -> Option<u8> {
        let [knight, bishop, rook, queen, king] = TONGUES[self.0];
        Some(match role {
            Role::Pawn => return None,
            Role::Knight => knight,
            Role::Bishop => bishop,
            Role::Rook => rook,
            Role::Queen => queen,
            Role::King => king,
        })
    }

    /// The move that an unusual spelling means in `position`: one that names squares needlessly, or no capture.
    pub(super) fn find(self, word: &[u8], position: &Position) -> Option<Move> {
        let mut word = word.to_vec();
        let first = word.first_mut()?;
        let role = Role::ALL
            .into_iter()
            .find(|&role| self.letter(role) == Some(*first));
        if let Some(role) = role {
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
    pub(super) fn code<C: Coder>(self, coder: &mut C) -> Result<Tongue> {
        if coder.raw(u32::from(self.0 != 0), 1) == 0 {
            return Ok(Tongue::default());
        }
        let index = coder.raw(self.0 as u32, BITS) as usize;
        if index >= TONGUES.len() {
            return Err(Error::corrupt("moves are written in no known tongue"));
        }
        Ok(Tongue(index))
    }
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
        Tongue::of_texts(&[text.as_bytes()])
    }

    #[test]
    fn moves_tell_their_tongue() {
        let letters = |text| TONGUES[tongue_of(text).0];
        assert_eq!(letters("Better was 14.Qb3, but not Nf3."), *b"NBRQK");
        assert_eq!(letters("6...Cf6 7.Fd2 e5 8.Cxg6 Da5"), *b"CFTDR");
        assert_eq!(letters("besser war Sf6 oder Le7"), *b"SLTDK");
        assert_eq!(letters("6...Cf6 7.Ad2"), *b"CATDR");
        assert_eq!(letters("no moves at all; the pawn e4, UBe5"), *b"NBRQK");
    }

    #[test]
    fn unusual_spellings_are_understood() {
        let position = Position::default();
        let french = tongue_of("7.Cf3 Fd7 8.Dd2");
        let square = |word: &[u8]| french.find(word, &position).map(|m| m.to());
        assert_eq!(square(b"Cgf3"), Some(Square::F3));
        assert_eq!(square(b"Cxf3"), Some(Square::F3));
        assert_eq!(square(b"e4"), Some(Square::E4));
        assert_eq!(square(b"Ff3"), None);
        assert_eq!(square(b"0-0"), None);
        assert_eq!(square(b"\xe9t\xe9"), None);
    }

    #[test]
    fn letters_of_a_tongue_differ() {
        for letters in TONGUES {
            let mut sorted = letters.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), letters.len());
        }
    }
}

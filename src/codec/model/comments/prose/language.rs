//! Moves as annotators of different languages write them, in prose.

use crate::{
    chess::{
        Move, Position,
        language::{Language, Tally, capital},
        san::{self, San},
    },
    coding::range::Coder,
    error::{Error, Result},
    pgn::charset::is_of_word,
};

/// Bits of the number of a language other than English.
const BITS: u32 = 5;
const _: () = assert!(Language::ALL.len() <= 1 << BITS);

/// The language that explains most of the moves in `texts`.
pub(crate) fn of_texts(texts: &[&[u8]]) -> Language {
    let mut tally = Tally::default();
    for text in texts {
        count_pieces(text, &mut tally);
    }
    tally.most_explaining(Language::English)
}

/// The move that an unusual spelling means in `position`: one with a needless disambiguation, with
/// a capture mark too many or too few, or by its two squares.
pub(super) fn find(language: Language, word: &[u8], position: &Position) -> Option<Move> {
    let parsed = match language.in_standard(word) {
        Some((letter, rest)) => San::from_ascii(&[&[letter], rest].concat()).ok()?,
        None => San::from_ascii(word).ok()?,
    };
    if let Ok(m) = san::find(position, parsed) {
        return Some(m);
    }
    san::find(position, with_capture_or_not(parsed)?).ok()
}

/// Codes a language.
///
/// # Errors
/// If what is read is no language.
pub(crate) fn code<C: Coder>(language: Language, coder: &mut C) -> Result<Language> {
    let number = language as u32;
    if coder.raw(u32::from(number != 0), 1) == 0 {
        return Ok(Language::English);
    }
    let number = coder.raw(number, BITS) as usize;
    let language = Language::ALL.get(number).copied();
    language.ok_or_else(|| Error::corrupt("moves are written in no known language"))
}

/// The same move with its capture mark added or taken away.
fn with_capture_or_not(mut san: San) -> Option<San> {
    let San::Normal { capture, .. } = &mut san else {
        return None;
    };
    *capture = !*capture;
    Some(san)
}

/// Counts the letters that look like pieces: those before a square, or before a capture on one.
fn count_pieces(text: &[u8], tally: &mut Tally) {
    let mut inside = false;
    for (at, &byte) in text.iter().enumerate() {
        let begins = !inside && (byte.is_ascii_uppercase() || !byte.is_ascii());
        inside = is_of_word(byte);
        if !begins {
            continue;
        }
        let letter = capital(&text[at..]).unwrap_or_default();
        if let [b'a'..=b'h', b'1'..=b'8', ..] | [b'x', b'a'..=b'h', ..] = text[at + letter.len()..]
        {
            tally.note(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    fn language_of(text: &str) -> Language {
        of_texts(&[text.as_bytes()])
    }

    #[test]
    fn moves_tell_their_language() {
        for (text, language) in [
            ("Better was 14.Qb3, but not Nf3.", Language::English),
            ("6...Cf6 7.Fd2 e5 8.Cxg6 Da5", Language::French),
            ("besser war Sf6 oder Le7", Language::German),
            ("6...Cf6 7.Ad2", Language::Spanish),
            ("лучше 6...Кf6 7.Крd2, а не Сxe4", Language::Russian),
            ("better 6...♘f6 7.♔d2", Language::Figures),
            ("no moves at all; the pawn e4, UBe5", Language::English),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }

    #[test]
    fn unusual_spellings_are_understood() {
        let position = Position::default();
        let square = |word: &[u8]| find(Language::French, word, &position).map(|m| m.to());
        assert_eq!(square(b"Cgf3"), Some(Square::F3));
        assert_eq!(square(b"Cxf3"), Some(Square::F3));
        assert_eq!(square(b"e4"), Some(Square::E4));
        assert_eq!(square(b"Ff3"), None);
        assert_eq!(square(b"0-0"), None);
        assert_eq!(square(b"\xe9t\xe9"), None);
    }
}

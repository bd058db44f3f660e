//! Tokens of the movetext: where they end, and which are the numbers of moves.

use super::tag_lines;
use memchr::memchr;

/// Where the tokens of the movetext begin, and how long they are.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = (usize, usize)> + Clone {
    let mut place = tag_lines::movetext_start(text);
    let tokens = split(&text[place..], None).map(move |(blank, token)| {
        let start = place + blank.len();
        place = start + token.len();
        (start, token.len())
    });
    tokens.filter(|&(_, len)| len > 0)
}

/// The tokens of `movetext`, each with the blank before it. Where a blank is at the end, an empty
/// token follows it. A `result` at the end is one token.
pub(super) fn split<'a>(
    movetext: &'a [u8],
    result: Option<&'a [u8]>,
) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + Clone {
    let mut rest = movetext;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (blank, behind) = rest.split_at(blank_len(rest));
        let (token, left) = behind.split_at(token_len(behind, result));
        rest = left;
        Some((blank, token))
    })
}

/// The length of the token that `text` begins with, which is not a blank. A `result` that is all of
/// `text` is one token.
fn token_len(text: &[u8], result: Option<&[u8]>) -> usize {
    if let Some(result) = result
        && text == result
    {
        return text.len();
    }
    match text {
        [] => 0,
        [b'{', ..] => memchr(b'}', text).map_or(text.len(), |len| len + 1),
        [b';', ..] => memchr(b'\n', text).unwrap_or(text.len()),
        [b'(' | b')' | b'*', ..] => 1,
        [b'!' | b'?', b'!' | b'?', ..] => 2,
        [b'!' | b'?', ..] => 1,
        [b'0'..=b'9', ..] => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let dots = text[digits..]
                .iter()
                .take_while(|&&byte| byte == b'.')
                .count();
            match (dots, text.get(digits)) {
                (0, Some(b')')) => digits + 1,
                (0, _) if text[digits..].starts_with(ELLIPSIS) => digits + ELLIPSIS.len(),
                // `12Nf3`, but not `1-0` or `1/2`.
                (0, Some(byte)) if byte.is_ascii_alphabetic() || is_foreign(&text[digits..]) => {
                    digits
                }
                (0, _) => 1 + word_len(&text[1..]),
                _ => digits + dots,
            }
        }
        [b'.', ..] => text.iter().take_while(|&&byte| byte == b'.').count(),
        _ => 1 + word_len(&text[1..]),
    }
}

/// Whether `text` begins with a character beyond ASCII that is no blank: a piece's letter or
/// figure.
fn is_foreign(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| !byte.is_ascii()) && !text.starts_with(UNBROKEN)
}

/// Whether a token is the number of a move: digits alone, or points, an ellipsis or a closing
/// bracket behind them.
pub(super) fn is_number(token: &[u8]) -> bool {
    let digits = token
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let behind = &token[digits..];
    let ends = behind == b")" || behind == ELLIPSIS || behind.iter().all(|&byte| byte == b'.');
    digits > 0 && ends
}

/// The number that the movetext of `text` gives its first move, if it has one and the next number
/// goes on from there.
pub(super) fn first_number(text: &[u8]) -> Option<u16> {
    let mut first: Option<u16> = None;
    let mut depth = 0usize;
    for (place, len) in tokens(text) {
        let token = &text[place..place + len];
        match token {
            b"(" => depth += 1,
            b")" => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            [b'{' | b';' | b'$' | b'.' | b'!' | b'?', ..] => {}
            // The first move must have a number.
            _ if !is_number(token) => _ = first?,
            _ => match first {
                None => first = Some(value_of(token)?),
                Some(first) => {
                    let goes_on = value_of(token)?.wrapping_sub(first) <= 1;
                    return goes_on.then_some(first);
                }
            },
        }
    }
    first
}

/// The value of the number of a move; `None` where that is too large.
pub(super) fn value_of(number: &[u8]) -> Option<u16> {
    let mut digits = number.iter().take_while(|byte| byte.is_ascii_digit());
    let add = |value: u16, digit: &u8| value.checked_mul(10)?.checked_add((digit - b'0').into());
    digits.try_fold(0, add)
}

/// Whether a token begins like a move in English, by its first letter: a file's or a man's.
/// Castling is told by others.
pub(super) fn begins_like_move(token: &[u8]) -> bool {
    matches!(
        token,
        [b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', _, ..]
    )
}

/// Whether this is the letter of what a pawn may become, in English.
pub(super) fn names_promotion(letter: u8) -> bool {
    matches!(letter, b'N' | b'B' | b'R' | b'Q')
}

/// Three points as one character, in UTF-8.
pub(super) const ELLIPSIS: &[u8] = "…".as_bytes();

/// A space that no line is broken at (U+00A0), in UTF-8.
pub(super) const UNBROKEN: &[u8] = "\u{a0}".as_bytes();

/// How many bytes of blanks `text` begins with.
fn blank_len(text: &[u8]) -> usize {
    let mut len = 0;
    while let Some(byte) = text.get(len) {
        len += match byte {
            byte if byte.is_ascii_whitespace() => 1,
            _ if text[len..].starts_with(UNBROKEN) => UNBROKEN.len(),
            _ => break,
        };
    }
    len
}

/// How many bytes of `text` come before a blank or a byte that begins another token.
pub(super) fn word_len(text: &[u8]) -> usize {
    text.iter()
        .enumerate()
        .position(|(at, byte)| {
            byte.is_ascii_whitespace()
                || matches!(
                    byte,
                    b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
                )
                || *byte == UNBROKEN[0] && text[at..].starts_with(UNBROKEN)
        })
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        read,
        style::{Dots, Gap, Kind, NumberEnd, Style},
        testing::assert_told,
    };

    #[test]
    fn numbers_end_with_points_or_a_bracket_or_themselves() {
        for (text, len) in [
            ("12.Nf3", 3),
            ("12...Nf6", 5),
            ("12 Nf3", 2),
            ("12) Nf3", 3),
            ("12…Nf6", 5),
            ("12Nf3", 2),
            ("1e4", 1),
            ("12♘f3", 2),
            ("12\u{a0}Nf3", 2),
        ] {
            let len_found = token_len(text.as_bytes(), None);
            assert_eq!(len_found, len, "{text}");
            assert!(is_number(&text.as_bytes()[..len]), "{text}");
        }
        for token in ["1-0", "*", "1/2", "...", "", "12.)"] {
            assert!(!is_number(token.as_bytes()), "{token}");
        }
    }

    #[test]
    fn the_first_number_is_one_that_the_next_goes_on_from() {
        for (movetext, number) in [
            ("23... Qxh2+ 24. Kxh2 *", Some(23)),
            ("{White to move} 7. Nf3 {well} 7... d5 8. c4", Some(7)),
            ("7. Nf3 (7. c4 c5 8. d5) 7... d5", Some(7)),
            ("(3. a4) 7. Nf3 d5 8. c4", Some(7)),
            ("65535. Kg1", Some(65535)),
            ("65536. Kg1", None),
            ("12. e4 e5 2. Nf3", None),
            ("2. e4 e5 1. Nf3", None),
            ("e4 e5", None),
            ("Qa4 Rb8 19. Qa4", None),
            ("", None),
        ] {
            assert_eq!(first_number(movetext.as_bytes()), number, "{movetext}");
        }
    }

    #[test]
    fn blanks_between_moves_are_a_style() {
        let game =
            b"[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 {Better.} 2... Nc6 *\n\n";
        let plain = read(game);
        for gap in [Gap::Tab, Gap::Unbroken] {
            let mut style = Style::default();
            for gaps in &mut style.gaps {
                gaps[Kind::Number as usize][Kind::White as usize] = gap;
                gaps[Kind::White as usize][Kind::Black as usize] = gap;
            }
            assert_told(&plain, &style);
        }
    }

    #[test]
    fn numbers_that_touch_their_moves_are_a_style() {
        let game = b"[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 {Better.} 2... Nc6 3. Bb5 *\n\n";
        let mut style = Style {
            number_end: NumberEnd::Nothing,
            ..Style::default()
        };
        for gaps in &mut style.gaps {
            gaps[Kind::Number as usize][Kind::White as usize] = Gap::None;
        }
        assert_told(&read(game), &style);
    }

    #[test]
    fn numbers_written_in_any_way_are_a_style() {
        let game = b"[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 {Better.} 2... Nc6 *\n\n";
        let plain = read(game);
        for number_end in NumberEnd::ALL {
            for dots in Dots::ALL {
                let style = Style {
                    number_end,
                    dots,
                    ..Style::default()
                };
                assert_told(&plain, &style);
            }
        }
    }
}

//! Rewrites spellings of moves that the parser does not know.
//!
//! The parser drops a token that it cannot read, and every move after it is lost. The usual
//! spellings beside SAN are few: `e8Q`, `e8(Q)`, `e7e8q`, `Ng1-f3`, `e2-e4`, `Pe2e4`, `exd6e.p.`,
//! `o-o`, `e4+-`, `Qf7ch`, `Nf612.` where a blank is missing, and the letters that other languages
//! have for pieces. What moves looked like in the text is a matter of layout.

use super::{
    patch::Patch,
    style::{Captures, notation::names_pawn},
    tokens::{ELLIPSIS, UNBROKEN, begins_like_move, is_number, names_promotion, tokens, word_len},
};
use crate::chess::language::{Language, Tally, capital, first_letter};
use memchr::{memchr, memchr_iter, memmem};
use std::borrow::Cow;

/// `text` with such spellings rewritten; `None` if there are none. Its letters of pieces are those
/// of the `usual` language, unless another explains more moves.
pub(super) fn repair(text: &[u8], usual: Language) -> Option<Vec<u8>> {
    let english = in_english(text, language_of(text, usual));
    match (standard(&english), english) {
        (Some(repaired), _) => Some(repaired),
        (None, Cow::Owned(english)) => Some(english),
        (None, Cow::Borrowed(_)) => None,
    }
}

/// Whether a move in `text` names both squares, with a hyphen between: `e2-e4`.
pub(super) fn names_both_squares(text: &[u8]) -> bool {
    memchr_iter(b'-', text).any(|at| {
        let around = at.checked_sub(2).and_then(|from| text.get(from..at + 3));
        matches!(
            around,
            Some([b'a'..=b'h', b'1'..=b'8', _, b'a'..=b'h', b'1'..=b'8'])
        )
    })
}

/// The signs of captures that the parser does not know.
const SIGNS: [Captures; 2] = [Captures::Colon, Captures::Times];

/// Such a sign in the token of a move, and where it begins: one with a file behind it.
fn capture_sign(token: &[u8]) -> Option<(usize, Captures)> {
    SIGNS.into_iter().find_map(|captures| {
        let sign = captures.bytes();
        let at = memmem::find(token, sign).filter(|&at| at > 0)?;
        let file = token.get(at + sign.len())?;
        matches!(file, b'a'..=b'h').then_some((at, captures))
    })
}

/// How often each sign of captures is in `text`.
pub(super) fn count_captures(text: &[u8]) -> [u32; Captures::ALL.len()] {
    let mut counts = [0; Captures::ALL.len()];
    for (place, len) in tokens(text) {
        match &text[place..][..len] {
            [b'{' | b';', ..] => {}
            token if let Some((_, captures)) = capture_sign(token) => {
                counts[captures as usize] += 1;
            }
            token if memchr(b'x', token).is_some() => counts[Captures::Cross as usize] += 1,
            _ => {}
        }
    }
    counts
}

/// The language whose letters of pieces explain most of the moves of `text`: `usual`, unless
/// another explains more.
pub(super) fn language_of(text: &[u8], usual: Language) -> Language {
    let mut tally = Tally::default();
    for (place, len) in tokens(text) {
        if let Some(letter) = piece_letter(&text[place..][..len]) {
            tally.note(letter);
        }
    }
    tally.most_explaining(usual)
}

/// `text` with the standard's letters for pieces in place of the `language`'s, and with its sign
/// for captures.
pub(super) fn in_english<'t>(text: &'t [u8], language: Language) -> Cow<'t, [u8]> {
    let is_foreign = language != Language::English;
    let mut english = Patch::new(text);
    let known = |letter: Option<&'t [u8]>| {
        let letter = letter.filter(|_| is_foreign)?;
        Some((letter, language.role(letter)?.upper_char() as u8))
    };
    let mut put = |at: usize, len: usize, byte: u8| {
        // In what is no move, the letter of a promotion may stand before the sign.
        if at >= english.done() {
            english.replace(at, len).push(byte);
        }
    };
    for (place, len) in tokens(text) {
        let token = &text[place..][..len];
        if matches!(token, [b'{' | b';', ..]) {
            continue;
        }
        if let Some((letter, role)) = known(piece_letter(token)) {
            put(place, letter.len(), role);
        }
        if let Some((at, captures)) = capture_sign(token) {
            put(place + at, captures.bytes().len(), b'x');
        }
        if let Some((at, letter)) = promotion_letter(token)
            && let Some((letter, role)) = known(Some(letter))
        {
            put(place + at, letter.len(), role);
        }
        // `e8(D)`
        if let ([.., b'1' | b'8'], [b'(', behind @ ..]) = (token, &text[place + len..])
            && let Some((letter, role)) = known(capital(behind))
            && behind[letter.len()..].starts_with(b")")
        {
            put(place + len + 1, letter.len(), role);
        }
    }
    english.finish()
}

/// The letter of a piece that a token begins with, if the token looks like a move.
fn piece_letter(token: &[u8]) -> Option<&[u8]> {
    first_letter(token).filter(|_| !names_pawn(token))
}

/// Where in the token of a pawn's move the letter of the promotion stands, and that letter.
fn promotion_letter(token: &[u8]) -> Option<(usize, &[u8])> {
    let rank = token
        .windows(2)
        .position(|pair| matches!(pair, [b'a'..=b'h', b'1' | b'8']))?;
    let at = match token[rank + 2..] {
        [b'=' | b'/', ..] => rank + 3,
        _ if token[0].is_ascii_lowercase() || names_pawn(token) => rank + 2,
        _ => return None,
    };
    Some((at, capital(&token[at..])?))
}

/// `text` with moves as SAN has them, but for the letters of pieces; `None` if they all are so.
fn standard(text: &[u8]) -> Option<Vec<u8>> {
    let mut repaired = Patch::new(text);
    for (place, len) in tokens(text) {
        // This was replaced together with the token before.
        let Some(between) = text.get(repaired.done()..place) else {
            continue;
        };
        // The parser takes these blanks for a part of the token.
        if between.ends_with(UNBROKEN) {
            let blanks = place - UNBROKEN.len();
            repaired.replace(blanks, UNBROKEN.len()).push(b' ');
        }
        if let Some((len, spelling)) = respelt(&text[place..], len) {
            repaired.replace(place, len).extend_from_slice(&spelling);
        }
    }
    repaired.changed()
}

/// How many bytes of `text`, which begins with a token of `len` bytes, have another spelling for
/// the parser, and that spelling; `None` if the token stays as it is.
fn respelt(text: &[u8], len: usize) -> Option<(usize, Vec<u8>)> {
    let token = &text[..len];
    if text[len..].starts_with(b".")
        && let Some(split) = before_number(token)
    {
        return Some((len, split));
    }
    match token {
        _ if begins_like_move(token) => {}
        [b'o', b'-', b'o', ..] => return Some((len, token.to_ascii_uppercase())),
        // The parser takes the ellipsis for a part of the move.
        [digit, ..]
            if digit.is_ascii_digit()
                && let Some(number) = token.strip_suffix(ELLIPSIS) =>
        {
            return Some((len, [number, b"..."].concat()));
        }
        // The parser takes the bracket for the end of a variation.
        [number @ .., b')'] if is_number(token) => return Some((len, [number, b"."].concat())),
        _ => return None,
    }
    let (body, tail) = split_tail(token);
    let body = if names_pawn(body) { &body[1..] } else { body };
    let mut spelling: Vec<u8> = Vec::with_capacity(len + 1);
    spelling.extend(body.iter().filter(|&&byte| byte != b'-'));
    let mut used = len;
    let behind = &text[len..];
    match (spelling.as_slice(), behind) {
        // `exd6e.p.`
        ([.., b'a'..=b'h', b'3' | b'6', b'e'], [b'.', b'p', ..]) => {
            spelling.pop();
            used += behind
                .iter()
                .take(3)
                .filter(|&&byte| byte == b'.' || byte == b'p')
                .count();
        }
        // `exd6ep`
        ([start @ .., b'3' | b'6', b'e', b'p'], _) => spelling.truncate(start.len() + 1),
        // `e8(Q)`
        ([.., b'1' | b'8'], [b'(', role, b')', rest @ ..]) if names_promotion(*role) => {
            spelling.extend_from_slice(&[b'=', *role]);
            used += 3 + word_len(rest);
        }
        // `e8Q`, `e7e8q`, `e8/Q`
        ([start @ .., b'1' | b'8', role] | [start @ .., b'1' | b'8', b'=' | b'/', role], _)
            if names_promotion(role.to_ascii_uppercase()) =>
        {
            let role = role.to_ascii_uppercase();
            spelling.truncate(start.len() + 1);
            spelling.extend_from_slice(&[b'=', role]);
        }
        _ => {}
    }
    // Of marks, the parser knows a single `+` or `#`.
    spelling.extend(
        tail.iter()
            .take(1)
            .filter(|&&byte| byte == b'+' || byte == b'#'),
    );
    (spelling != text[..used]).then_some((used, spelling))
}

/// A move and the number of the next one, which no blank parts in `token` (`exd510`, `Qb5+7`,
/// `O-O6`), with a blank between; `None` where it is no such token.
fn before_number(token: &[u8]) -> Option<Vec<u8>> {
    let digits = token
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (start, number) = token.split_at(token.len() - digits);
    // How many of the digits are of the move.
    let of_move = match start {
        [b'O', b'-', .., b'O' | b'+' | b'#'] => 0,
        _ if !begins_like_move(token) => return None,
        [.., b'a'..=b'h'] => 1,
        [.., b'1'..=b'8', b'+' | b'#'] | [.., b'=', b'N' | b'B' | b'R' | b'Q'] => 0,
        _ => return None,
    };
    let parted = number.len() > of_move && number[of_move] != b'0';
    parted.then(|| {
        let (rank, number) = number.split_at(of_move);
        [start, rank, b" ", number].concat()
    })
}

/// A token as the move and the marks after it; `+` and `#` for words (`Qf7ch`, `Qf7mate`).
fn split_tail(token: &[u8]) -> (&[u8], &[u8]) {
    for (word, mark) in [(&b"ch"[..], &b"+"[..]), (b"mate", b"#")] {
        if let Some(body @ [.., b'1'..=b'8' | b'N' | b'B' | b'R' | b'Q']) = token.strip_suffix(word)
        {
            return (body, mark);
        }
    }
    let body = token
        .iter()
        .rposition(|byte| byte.is_ascii_alphanumeric())
        .map_or(0, |last| last + 1);
    token.split_at(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        repair(text.as_bytes(), Language::English).map_or_else(
            || text.to_owned(),
            |repaired| String::from_utf8(repaired).unwrap(),
        )
    }

    #[test]
    fn what_is_no_move_stays_whatever_its_signs() {
        for (text, english) in [
            ("1. Sf3 Sc6 2. e8D:d5", "1. Nf3 Nc6 2. e8Dxd5"),
            (
                "1. Sf3 Sc6 ; besser e8=D Kd7:e8\n2. Dd2",
                "1. Nf3 Nc6 ; besser e8=D Kd7:e8\n2. Qd2",
            ),
        ] {
            let german = in_english(text.as_bytes(), Language::German);
            assert_eq!(String::from_utf8_lossy(&german), english);
            assert_eq!(
                crate::pgn::write(&crate::pgn::read(text.as_bytes())).unwrap(),
                text.as_bytes()
            );
        }
    }

    #[test]
    fn moves_beside_the_standard_become_standard() {
        for (text, standard) in [
            ("1. e8Q", "1. e8=Q"),
            ("1. e8(Q)+ Kd7", "1. e8=Q Kd7"),
            ("1. e7e8q", "1. e7e8=Q"),
            ("1. exd8=q#", "1. exd8=Q#"),
            ("1. Ng1-f3 e7-e5", "1. Ng1f3 e7e5"),
            ("1. Pe2-e4+ Pd7xe8Q", "1. e2e4+ d7xe8=Q"),
            ("1. exd6e.p. Kd7", "1. exd6 Kd7"),
            ("1. exd6ep+ Kd7", "1. exd6+ Kd7"),
            ("1. o-o o-o-o+", "1. O-O O-O-O+"),
            ("1. e4+- e5", "1. e4+ e5"),
            ("1. Qf7ch Kd8 2. d8Qmate e5ch", "1. Qf7+ Kd8 2. d8=Q# e5+"),
            ("1.\u{a0}e4 e5\u{a0}2.\u{a0}Nf3", "1. e4 e5 2. Nf3"),
            ("1. N:e5 e×d5 {N:e5}", "1. Nxe5 exd5 {N:e5}"),
            ("1. e4 e5 (1…c5)", "1. e4 e5 (1...c5)"),
            ("1) e4 e5 (1... c5 2) Nf3)", "1. e4 e5 (1... c5 2. Nf3)"),
            (
                "5. Bf4 O-O6. e3 exd510. Qb5+11. c3",
                "5. Bf4 O-O 6. e3 exd5 10. Qb5+ 11. c3",
            ),
            (
                "9. d8=Q10. e4 e5. exd6e.p. Nf3",
                "9. d8=Q 10. e4 e5. exd6 Nf3",
            ),
        ] {
            assert_eq!(repaired(text), standard);
        }
    }

    #[test]
    fn pieces_are_called_by_the_standard_where_another_language_says_more() {
        let german = "[White \"S\"]\n\n1. e4 {Sf3 Tg1} e5 2. Sf3 Sc6 3. bxa8=D Dxa8 4. Sbd2 b1L";
        let english = "[White \"S\"]\n\n1. e4 {Sf3 Tg1} e5 2. Nf3 Nc6 3. bxa8=Q Qxa8 4. Nbd2 b1=B";
        assert_eq!(
            language_of(german.as_bytes(), Language::English),
            Language::German
        );
        assert_eq!(repaired(german), english);
        assert_eq!(
            language_of(english.as_bytes(), Language::German),
            Language::English
        );
    }

    #[test]
    fn letters_of_several_bytes_are_found_wherever_they_stand() {
        let russian = "1. e4 e5 2. Кf3 Крe7 3. bxa8=Ф Фxa8 4. Крe2 b1(С) 5. c8К Лe8";
        let english = "1. e4 e5 2. Nf3 Ke7 3. bxa8=Q Qxa8 4. Ke2 b1=B 5. c8=N Re8";
        assert_eq!(repaired(russian), english);
        let figures = "1. e4 e5 2. ♘f3 ♞c6 3. ♖1d2 bxa8=♛ {♘g1} 4. ♘bd2 ♚xe7";
        let english = "1. e4 e5 2. Nf3 Nc6 3. R1d2 bxa8=Q {♘g1} 4. Nbd2 Kxe7";
        assert_eq!(repaired(figures), english);
    }

    #[test]
    fn games_in_any_language_are_understood() {
        let export = include_bytes!("../../fixtures/pgn/export.pgn");
        let plain = crate::pgn::read(export);
        for language in Language::ALL {
            let mut document = plain.clone();
            for style in &mut document.styles {
                style.language = language;
            }
            let text = crate::pgn::write(&document).unwrap();
            let read = crate::pgn::read(&text);
            assert!(read.games().eq(document.games()), "{language:?}");
            assert!(read.styles.iter().all(|style| style.language == language));
            assert_eq!(crate::pgn::write(&read).unwrap(), text);
        }
    }

    #[test]
    fn standard_moves_and_comments_stay() {
        let text = "[White \"e8Q\"]\n\n1. e4 {e8Q Ng1-f3} e5 2. Nf3 Nc6+ (2... O-O) 3. bxa8=Q# 0-1";
        assert_eq!(repair(text.as_bytes(), Language::English), None);
    }
}

//! Moves written as the parser does not know them, rewritten as it does.
//!
//! The parser drops a token that it cannot read, and every move behind it is lost. The usual spellings beside the standard's are few:
//! `e8Q`, `e8(Q)`, `e7e8q`, `Ng1-f3`, `e2-e4`, `exd6e.p.`, `o-o`, `e4+-`. What they looked like in the text is a matter of layout.

use super::observe::{token_len, word_len};

/// `text` with such spellings rewritten; nothing if there are none.
pub(super) fn repair(text: &[u8]) -> Option<Vec<u8>> {
    let mut repaired = Vec::new();
    // Everything before this place is in `repaired`.
    let mut done = 0;
    let mut place = movetext_start(text);
    while place < text.len() {
        if text[place].is_ascii_whitespace() {
            place += 1;
            continue;
        }
        let len = token_len(&text[place..], None).max(1);
        let (len, spelling) = match respelt(&text[place..], len) {
            Some((len, spelling)) => (len, spelling),
            None => {
                place += len;
                continue;
            }
        };
        repaired.extend_from_slice(&text[done..place]);
        repaired.extend_from_slice(&spelling);
        place += len;
        done = place;
    }
    if done == 0 {
        return None;
    }
    repaired.extend_from_slice(&text[done..]);
    Some(repaired)
}

/// Behind the lines at the top that begin with a bracket.
fn movetext_start(text: &[u8]) -> usize {
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_start().first() {
            None | Some(b'[' | b'%') => start += line.len(),
            Some(_) => break,
        }
    }
    start
}

/// How the token of `len` bytes that `text` begins with is spelt for the parser, and how many bytes of the text that replaces; nothing
/// if it stays as it is.
fn respelt(text: &[u8], len: usize) -> Option<(usize, Vec<u8>)> {
    let token = &text[..len];
    match token {
        [b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', _, ..] => {}
        [b'o', b'-', b'o', ..] => return Some((len, token.to_ascii_uppercase())),
        _ => return None,
    }
    let (body, tail) = split_tail(token);
    let mut spelling: Vec<u8> = Vec::with_capacity(len + 1);
    spelling.extend(body.iter().filter(|&&byte| byte != b'-'));
    let mut used = len;
    let behind = &text[len..];
    match (spelling.as_slice(), behind) {
        // `exd6e.p.`
        ([.., b'x', b'a'..=b'h', b'3' | b'6', b'e'], [b'.', b'p', ..]) => {
            spelling.pop();
            used += behind
                .iter()
                .take(3)
                .filter(|&&byte| byte == b'.' || byte == b'p')
                .count();
        }
        // `e8(Q)`
        ([.., b'1' | b'8'], [b'(', role @ (b'N' | b'B' | b'R' | b'Q'), b')', rest @ ..]) => {
            spelling.extend_from_slice(&[b'=', *role]);
            used += 3 + word_len(rest);
        }
        // `e8Q`, `e7e8q`, `e8/Q`
        ([start @ .., b'1' | b'8', role], _) if is_role(*role) => {
            let role = role.to_ascii_uppercase();
            spelling.truncate(start.len() + 1);
            spelling.extend_from_slice(&[b'=', role]);
        }
        ([start @ .., b'1' | b'8', b'=' | b'/', role], _) if is_role(*role) => {
            let role = role.to_ascii_uppercase();
            spelling.truncate(start.len() + 1);
            spelling.extend_from_slice(&[b'=', role]);
        }
        _ => {}
    }
    // What the parser knows of marks: one `+` or `#`.
    spelling.extend(
        tail.iter()
            .take(1)
            .filter(|&&byte| byte == b'+' || byte == b'#'),
    );
    (spelling != text[..used]).then_some((used, spelling))
}

fn is_role(byte: u8) -> bool {
    matches!(byte.to_ascii_uppercase(), b'N' | b'B' | b'R' | b'Q')
}

/// The move and the marks behind it.
fn split_tail(token: &[u8]) -> (&[u8], &[u8]) {
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
        repair(text.as_bytes()).map_or_else(
            || text.to_owned(),
            |repaired| String::from_utf8(repaired).unwrap(),
        )
    }

    #[test]
    fn moves_beside_the_standard_become_standard() {
        for (text, standard) in [
            ("1. e8Q", "1. e8=Q"),
            ("1. e8(Q)+ Kd7", "1. e8=Q Kd7"),
            ("1. e7e8q", "1. e7e8=Q"),
            ("1. exd8=q#", "1. exd8=Q#"),
            ("1. Ng1-f3 e7-e5", "1. Ng1f3 e7e5"),
            ("1. exd6e.p. Kd7", "1. exd6 Kd7"),
            ("1. o-o o-o-o+", "1. O-O O-O-O+"),
            ("1. e4+- e5", "1. e4+ e5"),
        ] {
            assert_eq!(repaired(text), standard);
        }
    }

    #[test]
    fn standard_moves_and_comments_stay() {
        let text = "[White \"e8Q\"]\n\n1. e4 {e8Q Ng1-f3} e5 2. Nf3 Nc6+ (2... O-O) 3. bxa8=Q# 0-1";
        assert_eq!(repair(text.as_bytes()), None);
    }
}

//! Comments that go to the end of their line: `; text`.
//!
//! The parser passes over them. It is given the text with braces around theirs ([`in_braces`]);
//! that the text has none is a matter of [style](super::style::Braces).

use super::{lines::without_returns, patch::Patch, tokens::tokens};
use memchr::memchr;
use std::borrow::Cow;

/// `text` with each such comment in braces, if that is possible: a brace in the comment would end
/// it.
pub(super) fn in_braces(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if memchr(b';', &text).is_none() {
        return text;
    }
    let mut braced = Patch::new(&text);
    for (place, len) in tokens(&text) {
        if let Some(comment) = said(&text[place..][..len]) {
            let out = braced.replace(place, 1 + comment.len());
            out.push(b'{');
            out.extend_from_slice(comment);
            out.push(b'}');
        }
    }
    match braced.changed() {
        Some(braced) => Cow::Owned(braced),
        None => text,
    }
}

/// What a token says that is such a comment and may stand in braces.
pub(super) fn said(token: &[u8]) -> Option<&[u8]> {
    let text = token.strip_prefix(b";")?;
    let text = without_returns(text);
    memchr(b'}', text).is_none().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        read,
        style::{Braces, LineEnd},
        testing::is_exact,
        write,
    };

    #[test]
    fn comments_get_braces_where_they_may() {
        for (text, braced) in [
            ("1. e4 ; good\n1... e5;\n*", "1. e4 { good}\n1... e5{}\n*"),
            ("1. e4 ;a\r\n1... e5 ; b", "1. e4 {a}\r\n1... e5 { b}"),
            ("[A \";\"]\n\n1. e4 {;} e5", "[A \";\"]\n\n1. e4 {;} e5"),
            ("1. e4 ; a } b\n1... e5", "1. e4 ; a } b\n1... e5"),
        ] {
            let found = in_braces(Cow::Borrowed(text.as_bytes()));
            assert_eq!(String::from_utf8_lossy(&found), braced);
        }
    }

    #[test]
    fn comments_to_the_end_of_the_line_are_a_style() {
        for (sign, braces) in [(";", Braces::Semicolon), ("; ", Braces::SemicolonPadded)] {
            for line_end in LineEnd::ALL {
                let end = std::str::from_utf8(line_end.bytes()).unwrap();
                let first = format!(
                    "[Result \"*\"]\n\n1. e4 {sign}best by test\n1... e5 2. Nf3 $1 {sign}good\n2... Nc6 *\n\n"
                );
                let second = format!(
                    "[Result \"*\"]\n\n1. d4 d5 {sign}[%clk 0:03:00]\n2. c4 (2. Nf3 {sign}also\n) 2... e6 {sign}so\n*\n\n"
                );
                let text = [first, second].concat().replace('\n', end);
                let document = read(text.as_bytes());
                assert_eq!(write(&document).unwrap(), text.as_bytes());
                assert_eq!(document.styles.len(), 1, "{text}");
                assert_eq!(document.styles[0].braces, braces, "{text}");
                assert!(is_exact(&document), "{text}");
                let comments = document.games().flat_map(|game| &game.items);
                let comments = comments.filter(|item| item.is_annotation()).count();
                assert_eq!(comments, 7);
            }
        }
    }
}

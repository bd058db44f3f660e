//! Lines, and what ends them: `\n` for the search for games and for the parser, whatever the text
//! has.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// `text` with line feeds in place of its bare carriage returns, those that belong to no `\r\n` or
/// `\r\r\n`, if there are more of these than line feeds.
pub fn with_line_feeds(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\r', text).is_none() {
        return Cow::Borrowed(text);
    }
    let is_bare = |&place: &usize| !matches!(text[place + 1..], [b'\n', ..] | [b'\r', b'\n', ..]);
    let bare = memchr_iter(b'\r', text).filter(is_bare).count();
    if bare <= memchr_iter(b'\n', text).count() {
        return Cow::Borrowed(text);
    }
    let mut lines = text.to_vec();
    for place in memchr_iter(b'\r', text).filter(is_bare) {
        lines[place] = b'\n';
    }
    Cow::Owned(lines)
}

/// `text` with nothing but a line feed at the end of each line that ends with one.
pub(super) fn with_plain_ends(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\r', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match before_end(line) {
            Some(before) => {
                plain.extend_from_slice(before);
                plain.push(b'\n');
            }
            None => plain.extend_from_slice(line),
        }
    }
    Cow::Owned(plain)
}

/// The lines that `text` begins with, their line ends included, as long as they look like tags.
pub(super) fn of_tags(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    while_each(text, |text| text.starts_with(b"["))
}

/// The lines that `text` begins with, their line ends included, as long as `begins` likes what
/// begins with them.
pub(super) fn while_each(
    text: &[u8],
    begins: impl Fn(&[u8]) -> bool + Clone,
) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() || !begins(rest) {
            return None;
        }
        let len = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, behind) = rest.split_at(len);
        rest = behind;
        Some(line)
    })
}

/// What stands before the line end that `text` ends with: `\n`, and carriage returns before it.
/// `None` if it ends with none.
pub(super) fn before_end(text: &[u8]) -> Option<&[u8]> {
    text.strip_suffix(b"\n").map(without_returns)
}

/// What stands behind the line end that `text` begins with; `None` if it begins with none.
pub(super) fn behind_end(text: &[u8]) -> Option<&[u8]> {
    let returns = text.iter().take_while(|&&byte| byte == b'\r').count();
    text[returns..].strip_prefix(b"\n")
}

/// A line that was cut off before its line feed, without the carriage returns before that.
pub(super) fn without_returns(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r'] = line {
        line = rest;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_carriage_returns_are_those_that_no_line_feed_follows() {
        for (text, lines) in [
            ("a\rb\r", "a\nb\n"),
            ("a\rb\r\nc\r", "a\nb\r\nc\n"),
            ("a\r\nb\rc\r\n", "a\r\nb\rc\r\n"),
            ("a\rb\n", "a\rb\n"),
            ("a\r\r\nb\r\r\nc\rd", "a\r\r\nb\r\r\nc\rd"),
            ("a\r\r\r\nb", "a\r\r\r\nb"),
        ] {
            assert_eq!(
                &*with_line_feeds(text.as_bytes()),
                lines.as_bytes(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn ends_of_lines_are_line_feeds_with_the_returns_before_them() {
        assert_eq!(
            &*with_plain_ends(b"a\r\r\nb\rc\r\n\nd\r"),
            b"a\nb\rc\n\nd\r"
        );
        assert_eq!(before_end(b"a\r\n"), Some(&b"a"[..]));
        assert_eq!(before_end(b"a\r"), None);
        assert_eq!(behind_end(b"\r\r\na"), Some(&b"a"[..]));
        assert_eq!(behind_end(b"\ra"), None);
    }
}

//! Lines of tags, and tags that share a line with other tags or with movetext:
//! `[Event "a"] [Site "b"]`, `[Event "a"][Site "b"] 1. e4`.
//!
//! The parser takes such a line for one tag, so it is given the text with each tag in a line of its
//! own. What stood between the tags is a matter of layout.

use super::{
    lines,
    style::{
        NameLetters, TagForm,
        tag_form::{self, Head, Parts},
    },
};
use memchr::memchr;

/// Where each of the tags ends that `text` begins with; `None` if its first line holds nothing but
/// one, or does not begin with a tag.
pub(super) fn ends(text: &[u8]) -> Option<Vec<usize>> {
    let first = tag_len(text)?;
    let second = first + blanks(&text[first..]);
    let rest = text[second..].split(|&byte| byte == b'\n').next()?;
    // What ends with a bracket and is no tag is a part of the first one's value.
    let is_tag = tag_len(rest).is_some();
    if rest.is_empty() || !is_tag && rest.trim_ascii_end().ends_with(b"]") {
        return None;
    }
    let mut ends = vec![first];
    loop {
        let last = ends[ends.len() - 1];
        let next = last + between(&text[last..]);
        match tag_len(&text[next..]) {
            Some(len) => ends.push(next + len),
            None => return Some(ends),
        }
    }
}

/// Where the last of the tags ends; `None` as for [`ends`].
pub(super) fn end(text: &[u8]) -> Option<usize> {
    ends(text)?.last().copied()
}

/// Where the movetext begins: after tags that share lines, and after the [`head`].
pub(super) fn movetext_start(text: &[u8]) -> usize {
    let start = end(text).unwrap_or(0);
    let head = head(&text[start..]).map(<[u8]>::len);
    start + head.sum::<usize>()
}

/// The lines at the top of `text`, their line ends included, that are empty or begin with `[` or
/// `%`, but for blanks: all that the parser takes for tags and what may stand between them.
pub(super) fn head(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines::while_each(text, |text| {
        let is_first = |byte: &&u8| **byte == b'\n' || !byte.is_ascii_whitespace();
        matches!(text.iter().find(is_first), None | Some(b'\n' | b'[' | b'%'))
    })
}

/// `text` as the parser wants it: with a line for each tag, in the standard's form, names with their
/// own letters. `None` if it is so already.
pub(super) fn standard(text: &[u8]) -> Option<Vec<u8>> {
    match apart(text) {
        Some(lines) => Some(in_standard_form(&lines).unwrap_or(lines)),
        None => in_standard_form(text),
    }
}

/// `text` with the tags that it begins with, each in a line of its own, in the standard's form;
/// `None` if they are already.
fn in_standard_form(text: &[u8]) -> Option<Vec<u8>> {
    let letters = tag_form::letters_in(text);
    if letters == NameLetters::Own && lines::of_tags(text).all(tag_form::is_standard) {
        return None;
    }
    let mut standard = Vec::with_capacity(text.len());
    let mut start = 0;
    for line in lines::of_tags(text) {
        start += line.len();
        match Parts::of(line) {
            Some(tag) => {
                let name = tag_form::full_name(tag.name, letters);
                TagForm::default().write(name, tag.value, &mut standard);
                standard.extend_from_slice(&line[tag.whole.len()..]);
            }
            None => standard.extend_from_slice(line),
        }
    }
    standard.extend_from_slice(&text[start..]);
    (standard != text).then_some(standard)
}

/// `text` with a line for each tag; `None` if its first line holds nothing but one.
pub(super) fn apart(text: &[u8]) -> Option<Vec<u8>> {
    let ends = ends(text)?;
    let mut lines = Vec::with_capacity(text.len() + 1);
    let mut at = 0;
    for end in ends {
        lines.extend_from_slice(&text[at..end]);
        lines.push(b'\n');
        at = end + between(&text[end..]);
    }
    lines.extend_from_slice(&text[at..]);
    Some(lines)
}

/// The length of the tag that `text` begins with; `None` where its value holds an unescaped
/// quotation mark or a line end.
fn tag_len(text: &[u8]) -> Option<usize> {
    let head = Head::of(text).filter(Head::is_standard)?;
    // Not the whole line is looked at: many tags may share it.
    let end = tag_form::unescaped_quotes(head.behind).next()?;
    let (value, rest) = head.behind.split_at(end);
    let is_tag = rest.starts_with(b"\"]") && memchr(b'\n', value).is_none();
    is_tag.then_some(text.len() - rest.len() + 2)
}

/// How many blanks `text` begins with.
fn blanks(text: &[u8]) -> usize {
    text.iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
        .count()
}

/// How many blanks `text` begins with, one line end at most among them, and only spaces behind it.
fn between(text: &[u8]) -> usize {
    let len = blanks(text);
    match text.get(len) {
        Some(b'\n') => {
            len + 1
                + text[len + 1..]
                    .iter()
                    .take_while(|&&byte| byte == b' ')
                    .count()
        }
        _ => len,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        game::Item,
        read,
        style::{Gap, Style},
        testing::least_time,
        write,
    };

    #[test]
    fn the_time_for_a_line_of_tags_does_not_grow_with_the_square_of_their_number() {
        let time_of = |count: usize| {
            let tags = "[Event \"x\"] ".repeat(count);
            least_time(|| assert_eq!(ends(tags.as_bytes()).unwrap().len(), count))
        };
        assert!(time_of(64_000) < 256 * time_of(1000));
    }

    #[test]
    fn tags_get_lines_of_their_own() {
        for (text, lines) in [
            (
                "[A \"a\"][B \"\\\"]\"] [C \"c\"]\n\n1. e4",
                "[A \"a\"]\n[B \"\\\"]\"]\n[C \"c\"]\n\n1. e4",
            ),
            ("[A \"a\"] 1. e4", "[A \"a\"]\n1. e4"),
            (
                "[A \"a\"] [B \"b\"]\r\n[C \"c\"] 1. e4",
                "[A \"a\"]\n[B \"b\"]\n[C \"c\"]\n1. e4",
            ),
        ] {
            let found = apart(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8_lossy(&found), lines);
        }
        for text in [
            "[A \"a\"]\n[B \"b\"] [C \"c\"]",
            "[A \"a\"]",
            "[A \"a\"] \r\n1. e4",
            "[A \"a\"b\"] [B \"b\"]",
        ] {
            assert_eq!(apart(text.as_bytes()), None);
        }
    }

    #[test]
    fn tags_that_share_a_line_are_told_by_the_style() {
        let game = |tag: &str, line: &str, end: &str| {
            format!("[Event \"a\"]{tag}[Site \"b\"]{tag}[Result \"1-0\"]{line}1. e4 e5 1-0\n{end}")
        };
        for (tag, line) in [
            (" ", "\n\n"),
            ("", "\n\n"),
            (" ", "\n"),
            ("", "\r\n"),
            (" ", " "),
            ("", ""),
            ("", "  "),
        ] {
            for end in ["", "\n"] {
                let text = [game(tag, line, end), game(tag, line, end)].concat();
                let document = read(text.as_bytes());
                assert_eq!(write(&document).unwrap(), text.as_bytes());
                let games: Vec<_> = document.games().collect();
                assert_eq!(games.len(), 2, "{text}");
                assert!(
                    games
                        .iter()
                        .all(|game| game.tags.len() == 3 && game.items.len() == 2)
                );
                assert_eq!(document.styles.len(), 1, "{text}");
            }
        }
    }

    #[test]
    fn tags_that_share_a_line_may_have_small_names() {
        let text = b"[setup \"1\"] [fen \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ *\n\n";
        let document = read(text);
        assert_eq!(write(&document).unwrap(), text);
        assert_eq!(document.styles[0].tag_form.letters, NameLetters::Small);
        let game = document.games().next().unwrap();
        assert!(matches!(game.items[..], [Item::Move(_)]));
    }

    #[test]
    fn movetext_behind_a_single_tag_is_understood() {
        let game = "[Event \"a\"] 1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n";
        let text = game.repeat(3);
        let document = read(text.as_bytes());
        assert_eq!(write(&document).unwrap(), text.as_bytes());
        let games: Vec<_> = document.games().collect();
        assert_eq!(games.len(), 3);
        assert!(games.iter().all(|game| game.items.len() == 5));
        assert_eq!(document.styles.len(), 1);
    }

    #[test]
    fn what_stands_between_tags_is_any_gap() {
        let text = b"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 *\n\n";
        for gap in Gap::ALL {
            let mut document = read(text);
            let mut style = Style::default();
            style.gaps[0][0][0] = gap;
            document.styles = vec![style];
            let written = write(&document).unwrap();
            let read = read(&written);
            assert_eq!(write(&read).unwrap(), written);
            assert!(read.games().eq(document.games()), "{gap:?}");
        }
    }

    #[test]
    fn what_is_no_tag_in_any_form_stays() {
        for line in [
            "[Event \"a\"]",
            "[Event \"a\"]  ",
            "[]",
            "[Event]",
            "[\"a\"]",
            "[Event \"a]",
            "[Event  \"a\"] b",
            "[Event-  \"a\"]",
        ] {
            assert_eq!(standard(line.as_bytes()), None, "{line}");
        }
        let some = b"[A  \"a\"]\r\n[B]\n[C \"c\"] 1. e4";
        assert_eq!(
            standard(some).as_deref(),
            Some(&b"[A \"a\"]\r\n[B]\n[C \"c\"] 1. e4"[..])
        );
    }
}

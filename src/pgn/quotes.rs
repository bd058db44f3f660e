//! Unescaped quotation marks within the values of tags: `[Annotator "John "Jack" Doe"]`.
//!
//! For the parser such a value ends at the first of them, and so do all tags. It is given the text
//! with apostrophes in their places ([`replaced`]); then the values get their quotation marks back
//! ([`restore`]).

use super::{
    game::START_TAGS,
    lines,
    style::tag_form::unescaped_quotes,
    tags::{TagRef, Tags},
};
use memchr::memchr;

/// `text` with an apostrophe for each such quotation mark; `None` where there are none. `tags` are
/// what the parser has made of `text`.
///
/// Tags that tell the start of the game are left alone: the start is looked up while the
/// apostrophes are still in their values.
pub(super) fn replaced(text: &[u8], tags: &Tags) -> Option<Vec<u8>> {
    if !ends_early(tags, text) {
        return None;
    }
    let mut replaced = text.to_vec();
    let mut start = 0;
    for line in lines::of_tags(text) {
        for place in within(line) {
            replaced[start + place] = b'\'';
        }
        start += line.len();
    }
    Some(replaced)
}

/// Gives the values of `tags`, which the parser has found in the text that [`replaced`] made, the
/// quotation marks that they have in `text`.
pub(super) fn restore(tags: &mut Tags, text: &[u8]) {
    let lines = lines::of_tags(text);
    for (index, line) in lines.enumerate().take(tags.len()) {
        if within(line).next().is_none() {
            continue;
        }
        // After a line that the parser did not take for a tag, lines and tags do not match.
        let is_same = |tag: TagRef| name_in(line) == Some(tag.name);
        if tags.get(index).is_some_and(is_same) {
            put_back(line, tags.value_mut(index));
        }
    }
}

/// Copies the value of a line to `value`, if they differ only in apostrophes for quotation marks.
fn put_back(line: &[u8], value: &mut [u8]) {
    let is_same = |(a, b): (&u8, &u8)| a == b || (*a, *b) == (b'"', b'\'');
    if let Some(whole) = value_in(line)
        && whole.len() == value.len()
        && whole.iter().zip(value.iter()).all(is_same)
    {
        value.copy_from_slice(whole);
    }
}

/// Whether the parser has cut the value of a tag short.
fn ends_early(tags: &Tags, text: &[u8]) -> bool {
    let mut lines = lines::of_tags(text);
    tags.iter().any(|tag| {
        let value = lines.next().and_then(value_in);
        value.is_some_and(|value| value.len() > tag.value.len())
    })
}

/// Where the value of a line begins, if the parser may take it for a tag: one may be named by
/// anything.
fn value_start(line: &[u8]) -> Option<usize> {
    let quote = memchr(b'"', line)?;
    (quote > 1 && line[quote - 1] == b' ').then_some(quote + 1)
}

/// The name of a line, if it is a tag.
fn name_in(line: &[u8]) -> Option<&[u8]> {
    Some(&line[1..value_start(line)? - 2])
}

/// All that stands between the first quotation mark of a tag and the last.
fn value_in(line: &[u8]) -> Option<&[u8]> {
    line.trim_ascii_end()
        .strip_suffix(b"\"]")?
        .get(value_start(line)?..)
}

/// Where in a line the unescaped quotation marks within the value stand; none where the tag tells
/// the start of the game.
fn within(line: &[u8]) -> impl Iterator<Item = usize> {
    let start = value_start(line).unwrap_or(0);
    let value = match name_in(line) {
        Some(name) if !START_TAGS.contains(&name) => value_in(line).unwrap_or_default(),
        _ => b"",
    };
    unescaped_quotes(value).map(move |place| start + place)
}

#[cfg(test)]
mod tests {
    use crate::{
        chess::{Position, setup::position_of_fen},
        pgn::{read, write},
    };

    #[test]
    fn values_with_quotation_marks_are_whole_and_those_behind_them_too() {
        for (first, second) in [
            ("Cup \"Opera\"", "a"),
            ("\"Opera\" Cup", "\"\""),
            ("\\\"Opera\\\" \"Cup\"", "a]"),
            ("a\"]b", "c"),
        ] {
            let text = format!(
                "[Event \"{first}\"]\n[Site \"{second}\"]\r\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
            );
            let text = text.repeat(3);
            let document = read(text.as_bytes());
            assert_eq!(write(&document).unwrap(), text.as_bytes());
            let games: Vec<_> = document.games().collect();
            assert_eq!(games.len(), 3, "{text}");
            for game in games {
                assert_eq!(game.tag("Event"), Some(first.as_bytes()));
                assert_eq!(game.tag("Site"), Some(second.as_bytes()));
                assert_eq!((game.tags.len(), game.items.len()), (3, 2), "{text}");
            }
        }
    }

    #[test]
    fn lines_that_are_no_tags_may_stand_between() {
        for line in [
            "[x]",
            "[] \"\"b\"\"]",
            "[A \"b\0\"\0\"]",
            "[\"\"\"]",
            "[",
            "% a",
            "",
        ] {
            let text =
                format!("[A \"b\"c\"\"]\n{line}\n[C \"\"d\"\"]\n[E \"f\"g\"h\"]\n\n1. e4 *\n\n");
            let document = read(text.as_bytes());
            assert_eq!(write(&document).unwrap(), text.as_bytes());
            let game = document.games().next().unwrap();
            assert_eq!(game.tag("A"), Some(&b"b\"c\""[..]), "{line:?}");
        }
    }

    /// Lines that the parser takes for no tags give their values to no tags after them, least of
    /// all to those that tell the start.
    #[test]
    fn a_value_goes_to_no_other_tag() {
        for (tags, name, value) in [
            (
                "[A \"x\"y\"]\n[] \"a\"tomic\"]\n[Variant \"chess96\"]",
                "Variant",
                "chess96",
            ),
            ("[A \"x\"y\"]\n[B \"\0\"1\"]\n[C \"abc\"]", "C", "abc"),
        ] {
            let text = format!("{tags}\n\n1. e4 e5 2. Nf3 *\n");
            let document = read(text.as_bytes());
            assert_eq!(write(&document).unwrap(), text.as_bytes());
            let game = document.games().next().unwrap();
            assert_eq!(game.tag(name), Some(value.as_bytes()), "{text}");
        }
    }

    #[test]
    fn of_a_start_only_what_stands_before_the_quotation_mark_counts() {
        const PAWN_UP: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for (tag, start) in [
            ("[FEN \"a \"b\"\"]".to_owned(), Position::default()),
            (
                format!("[FEN \"{PAWN_UP}\"\"]"),
                position_of_fen(PAWN_UP.as_bytes()).unwrap(),
            ),
            ("[Variant \"\"atomic\"\"]".to_owned(), Position::default()),
            ("[SetUp \"a \"b\"\"]".to_owned(), Position::default()),
        ] {
            let text = format!("[Event \"?\"]\n{tag}\n\n1. e4 e5 *\n\n");
            let document = read(text.as_bytes());
            assert_eq!(write(&document).unwrap(), text.as_bytes());
            let game = document.games().next().unwrap();
            assert_eq!(game.start(), Some(start), "{tag}");
        }
    }
}

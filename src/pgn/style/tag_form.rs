//! The form of tags: what stands within their brackets beside a name and a value, and how names are
//! written.
//!
//! The parser knows the standard's form alone, `[Event "a"]`. It is given tags of other forms in
//! that one ([`tag_lines`](crate::pgn::tag_lines)), and the [`TagForm`] of the style says how the
//! text has them: `[Event  "a"]`, `[Event"a"]`, `[ Event "a" ]`, `[Event 'a']`, `[event "a"]`, or
//! with all values in one column.

use super::habit::{Brackets, NameLetters, Quotes, TagGap};
use crate::pgn::{lines, tag_names};
use memchr::memchr_iter;

/// How a tag is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagForm {
    /// What stands between the name and the value.
    pub gap: TagGap,
    /// The column at which the value begins if its name leaves room, counted from the opening
    /// bracket: spaces behind the gap lead there. 0 where it follows the gap. Below [`COLUMNS`].
    pub column: u8,
    /// What stands at both ends of the value.
    pub quotes: Quotes,
    /// What stands inside the brackets.
    pub brackets: Brackets,
    /// How names are written.
    pub letters: NameLetters,
}

/// Values begin at a column below this one.
pub const COLUMNS: u32 = 64;

/// So many tags of a game show the form of them all.
const TAGS_SEEN: usize = 32;

impl TagForm {
    /// Appends a tag.
    #[inline]
    pub(crate) fn write(self, name: &[u8], value: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        let (inside, quote) = (self.brackets.bytes(), self.quotes.byte());
        out.push(b'[');
        out.extend_from_slice(inside);
        let name_start = out.len();
        out.extend_from_slice(name);
        if self.letters == NameLetters::Small {
            out[name_start..].make_ascii_lowercase();
        }
        out.extend_from_slice(self.gap.bytes());
        while out.len() - start < self.column.into() {
            out.push(b' ');
        }
        out.push(quote);
        out.extend_from_slice(value);
        out.push(quote);
        out.extend_from_slice(inside);
        out.push(b']');
    }

    /// The form of most of the tags that `text` begins with, each of which has its own line; `None`
    /// if there are none in any form.
    pub(crate) fn of(text: &[u8]) -> Option<TagForm> {
        let tags: Vec<Parts> = lines::of_tags(text)
            .filter_map(Parts::of)
            .take(TAGS_SEEN)
            .collect();
        let letters = letters_in(text);
        let forms = tags.iter().flat_map(|tag| tag.forms(letters));
        let mut written = Vec::new();
        // Of those that fit as many tags, the first: no column if there need be none.
        forms.rev().max_by_key(|form| {
            let fits = |tag: &&Parts| {
                written.clear();
                form.write(full_name(tag.name, letters), tag.value, &mut written);
                written == tag.whole
            };
            tags.iter().filter(fits).count()
        })
    }
}

/// Whether a line looks like a tag of the standard's form.
pub(crate) fn is_standard(line: &[u8]) -> bool {
    Head::of(line).is_some_and(|head| head.is_standard()) && line.trim_ascii_end().ends_with(b"\"]")
}

/// How the names of the tags that `text` begins with are written: with small letters if all that
/// are looked at have none but these, and one is known with others.
pub(crate) fn letters_in(text: &[u8]) -> NameLetters {
    let names = lines::of_tags(text).take(TAGS_SEEN).map(name_of);
    let is_known = |name| tag_names::of_small(name).is_some();
    match names.clone().all(is_small) && names.clone().any(is_known) {
        true => NameLetters::Small,
        false => NameLetters::Own,
    }
}

/// The name of the tag that a line may be, which begins with a bracket; empty if it has none.
pub(crate) fn name_of(line: &[u8]) -> &[u8] {
    let (_, name) = split_blanks(&line[1..]);
    &name[..name_len(name)]
}

fn is_small(name: &[u8]) -> bool {
    !name.iter().any(u8::is_ascii_uppercase)
}

/// The name that is written as `name` in such letters.
pub(crate) fn full_name(name: &[u8], letters: NameLetters) -> &[u8] {
    match letters {
        NameLetters::Own => name,
        NameLetters::Small => tag_names::of_small(name).unwrap_or(name),
    }
}

/// Whether a line is a tag, in any form.
pub(crate) fn is_tag(line: &[u8]) -> bool {
    Parts::of(line).is_some()
}

/// The beginning of a tag, up to its value, taken apart.
pub(crate) struct Head<'t> {
    /// What stands between the bracket and the name.
    before: &'t [u8],
    name: &'t [u8],
    gap: &'t [u8],
    quotes: Quotes,
    /// All that follows the first quote: the value, and what stands behind it.
    pub(crate) behind: &'t [u8],
}

impl<'t> Head<'t> {
    /// The beginning of the tag that `text` begins with.
    pub(crate) fn of(text: &'t [u8]) -> Option<Head<'t>> {
        let (before, rest) = split_blanks(text.strip_prefix(b"[")?);
        let (name, rest) = rest.split_at(name_len(rest));
        let (gap, rest) = split_blanks(rest);
        let (&quote, behind) = rest.split_first().filter(|_| !name.is_empty())?;
        let quotes = *Quotes::ALL.iter().find(|quotes| quotes.byte() == quote)?;
        Some(Head {
            before,
            name,
            gap,
            quotes,
            behind,
        })
    }

    /// Whether it is as the standard wants it.
    pub(crate) fn is_standard(&self) -> bool {
        let TagForm { gap, quotes, .. } = TagForm::default();
        self.before.is_empty() && self.gap == gap.bytes() && self.quotes == quotes
    }
}

/// A tag, taken apart.
pub(crate) struct Parts<'t> {
    /// From bracket to bracket.
    pub(crate) whole: &'t [u8],
    /// What stands behind the opening bracket, and before the closing one.
    inside: [&'t [u8]; 2],
    pub(crate) name: &'t [u8],
    gap: &'t [u8],
    quotes: Quotes,
    pub(crate) value: &'t [u8],
}

impl<'t> Parts<'t> {
    /// The parts of a line that is nothing but a tag, whose value may hold anything but its quote
    /// and a bracket behind that.
    pub(crate) fn of(line: &'t [u8]) -> Option<Parts<'t>> {
        let head = Head::of(line)?;
        let rest = head.behind;
        let (value, after, behind) = memchr_iter(head.quotes.byte(), rest).find_map(|at| {
            let (after, behind) = split_blanks(&rest[at + 1..]);
            Some((&rest[..at], after, behind.strip_prefix(b"]")?))
        })?;
        behind.trim_ascii().is_empty().then(|| Parts {
            whole: &line[..line.len() - behind.len()],
            inside: [head.before, after],
            name: head.name,
            gap: head.gap,
            quotes: head.quotes,
            value,
        })
    }

    /// The forms that it may have, with names in such letters: the value behind the gap, or in its
    /// column.
    fn forms(&self, letters: NameLetters) -> impl DoubleEndedIterator<Item = TagForm> {
        let has = |brackets: &&Brackets| self.inside == [brackets.bytes(); 2];
        let brackets = Brackets::ALL.iter().find(has);
        let form = |gap, column| {
            Some(TagForm {
                gap,
                column,
                quotes: self.quotes,
                brackets: *brackets?,
                letters,
            })
        };
        let gap = TagGap::ALL.iter().find(|gap| gap.bytes() == self.gap);
        let column = 1 + self.inside[0].len() + self.name.len() + self.gap.len();
        let may_lead = self.gap.starts_with(b" ") && column < COLUMNS as usize;
        [
            gap.and_then(|gap| form(*gap, 0)),
            form(TagGap::Space, column as u8).filter(|_| may_lead),
        ]
        .into_iter()
        .flatten()
    }
}

/// The quotation marks in a value that no backslash stands before.
pub(crate) fn unescaped_quotes(value: &[u8]) -> impl Iterator<Item = usize> {
    let mut is_escaped = false;
    let places = value.iter().enumerate();
    places.filter_map(move |(place, &byte)| {
        let found = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        found.then_some(place)
    })
}

/// How many bytes of a tag's name `text` begins with.
fn name_len(text: &[u8]) -> usize {
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    text.iter().take_while(in_name).count()
}

/// `text` as the blanks that it begins with and the rest.
fn split_blanks(text: &[u8]) -> (&[u8], &[u8]) {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    text.split_at(text.iter().take_while(is_blank).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        game::Item,
        read,
        style::Style,
        testing::{assert_told, is_exact},
        write,
    };

    const GAMES: &[u8] =
        b"[Event \"Rob's \"\"]\n[Result \"1-0\"]\n[WhiteElo \"\"]\n\n1. e4 e5 1-0\n\n\
        [Event \"]\"]\n[Result \"*\"]\n[WhiteElo \"\\\"a\"]\n\n*\n\n";

    #[test]
    fn tags_of_every_form_are_a_style() {
        let plain = read(GAMES);
        for gap in TagGap::ALL {
            for quotes in Quotes::ALL {
                for brackets in Brackets::ALL {
                    for letters in NameLetters::ALL {
                        let tag_form = TagForm {
                            gap,
                            column: 0,
                            quotes,
                            brackets,
                            letters,
                        };
                        let usual = plain.styles[0].clone();
                        assert_told(&plain, &Style { tag_form, ..usual });
                    }
                }
            }
        }
    }

    #[test]
    fn values_may_stand_in_one_column() {
        let text = b"[Event    \"a\"]\n[WhiteElo \"1\"]\n[Result   \"*\"]\n[WhiteTitle \"GM\"]\n\n1. e4 *\n";
        let document = read(text);
        assert_eq!(write(&document).unwrap(), text);
        let form = TagForm {
            column: 10,
            ..TagForm::default()
        };
        assert_eq!(document.styles[0].tag_form, form);
        let game = document.games().next().unwrap();
        assert_eq!(game.tag("WhiteTitle"), Some(&b"GM"[..]));
        assert_eq!(game.tags.len(), 4);
    }

    #[test]
    fn names_in_small_letters_are_known() {
        let puzzle = "[setup \"1\"]\n[fen \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[index \"7\"]\n\n1. Ra8+ *\n\n";
        let document = read(puzzle.repeat(2).as_bytes());
        assert_eq!(document.styles.len(), 1);
        assert_eq!(document.styles[0].tag_form.letters, NameLetters::Small);
        assert!(is_exact(&document));
        for game in document.games() {
            let names: Vec<&[u8]> = game.tags.iter().map(|tag| tag.name).collect();
            assert_eq!(names, [&b"SetUp"[..], b"FEN", b"index"]);
            assert!(matches!(game.items[0], Item::Move(_)));
        }
    }

    #[test]
    fn names_are_small_if_all_are() {
        for (text, letters) in [
            ("[fen \"a\"]\n[index \"1\"]\n\n", NameLetters::Small),
            ("[fen \"a\"]\n[Index \"1\"]\n\n", NameLetters::Own),
            ("[index \"1\"]\n\n", NameLetters::Own),
        ] {
            let form = TagForm::of(text.as_bytes()).unwrap();
            assert_eq!(form.letters, letters, "{text}");
        }
    }
}

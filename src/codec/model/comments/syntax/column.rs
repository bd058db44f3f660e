//! What a field is, and what it means as far as the words beside it tell.

use super::{
    diagram::DiagramForm,
    lines::LineForm,
    mark::{Drawn, End},
    span::SpanForm,
};
use crate::{coding::mix::hash_bytes, pgn::command};
use memchr::memchr;
use std::borrow::Cow;

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A number.
    Number,
    /// A time.
    Span(SpanForm),
    /// A line of play.
    Line(LineForm),
    /// A list of squares or arrows drawn on the board.
    Marks(Drawn),
    /// A square or an arrow alone.
    Mark(Drawn),
    /// The square at an end of the last one alone: `e2` in `[%c_arrow e2e4;from;e2;to;e4]`.
    MarkEnd(End),
    /// The square of the piece that has just moved: `e4` in `[%c_effect e4;square;e4;type;Book]`
    /// behind 1. e4.
    Target,
    /// The position after that move.
    Diagram(DiagramForm),
    /// The code and the name of the opening that has its name from that position.
    Opening,
    /// Evaluations of a run of half-moves.
    Profile,
    /// A person's words, at one end of the comment.
    Words,
}

/// A field's kind, and its meaning as far as the words beside it tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) kind: Kind,
    /// Fields of the same meaning share it, even between templates: a hash of the words around the
    /// field, made as 9.3 of MODEL.md says.
    pub(crate) name: u32,
    /// Decides when the field is coded, and which others it may depend on.
    pub(crate) sort: Sort,
    /// Whether it is evaluations in hundredths of a pawn, unless they have decimals.
    pub(crate) may_be_centipawns: bool,
}

/// Sorts of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// The time left on a player's clock.
    Clock,
    /// The time that a move took, in a comment without a clock.
    Taken,
    /// An evaluation of the position.
    Eval,
    /// Anything else.
    Other,
}

impl Column {
    /// The column of a field that stands between the texts `before` and `after` it, behind one with
    /// the name `last` (0 if it is the first).
    pub(super) fn new(kind: Kind, before: &[u8], after: &[u8], last: u32) -> Column {
        let before = on_one_line(before);
        let word = last_word(&before);
        // A comma says what it follows.
        let stem = match word.iter().any(u8::is_ascii_alphanumeric) {
            true => hash_bytes(word),
            false => hash_bytes(word) ^ last.rotate_left(9),
        };
        Column {
            kind,
            name: stem ^ u32::from(after.first().copied().unwrap_or(0)) << 7,
            sort: sort_of(kind, word, after),
            may_be_centipawns: word.ends_with(EVAL_NAME) && after.starts_with(b","),
        }
    }
}

/// The text with a blank for each line end, since line breaks have no meaning.
fn on_one_line(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\n', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut line = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'\n' if line.ends_with(b"\r") => {
                *line.last_mut().expect("it ends with something") = b' '
            }
            b'\n' => line.push(b' '),
            _ => line.push(byte),
        }
    }
    Cow::Owned(line)
}

/// The last word of a text, with the blanks behind it: `[%clk `, `tl=`.
fn last_word(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&b| b != b' ').unwrap_or(0);
    let blank = text[..end].iter().rposition(|&b| b == b' ');
    &text[blank.map_or(0, |at| at + 1)..]
}

/// Stands between the evaluation before a move and that after it: `(0.41 → 0.14)`.
const CHANGE: &[u8] = "→ ".as_bytes();

/// What stands before the time in the command that tells a clock's; whatever bracket it may be in.
const CLOCK_NAME: &[u8] = command::CLOCK.split_at(1).1;

/// What stands before an evaluation in a command; where the depth follows behind a comma, as
/// ChessBase has it, it is in centipawns.
const EVAL_NAME: &[u8] = b"[%eval ";

/// What stands before the time that a move took.
const TAKEN_NAME: &[u8] = b"%emt ";

/// Whether what stands behind a text is a time, even if it is a lone number.
pub(super) fn tells_time(text: &[u8]) -> bool {
    text.ends_with(CLOCK_NAME) || text.ends_with(TAKEN_NAME)
}

/// Whether a word says that an evaluation follows: `[%eval `, `Eval: `, `evaluation=`, …
fn tells_eval(word: &[u8]) -> bool {
    let end = word.iter().rposition(|byte| !b" :=".contains(byte));
    let name = word[..end.map_or(0, |end| end + 1)].to_ascii_lowercase();
    name.len() < word.len()
        && [&b"eval"[..], b"evaluation"]
            .iter()
            .any(|end| name.ends_with(end))
}

/// The sort of a field, by the word before it and the text behind it.
fn sort_of(kind: Kind, word: &[u8], after: &[u8]) -> Sort {
    let ends_in = |names: &[&[u8]]| names.iter().any(|name| word.ends_with(name));
    let changes = || after.trim_ascii_start().starts_with(CHANGE);
    match kind {
        Kind::Span(_) if ends_in(&[CLOCK_NAME]) => Sort::Clock,
        Kind::Span(_) if ends_in(&[TAKEN_NAME]) => Sort::Taken,
        Kind::Number if ends_in(&[b"ev=", b"wv=", CHANGE]) || tells_eval(word) => Sort::Eval,
        Kind::Number if after.starts_with(b"/") || changes() => Sort::Eval,
        _ => Sort::Other,
    }
}

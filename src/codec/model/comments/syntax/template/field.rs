//! What stands in a field: found in the text of a comment, and written there again.

use super::{
    super::{
        column::Kind,
        mark::{self, Coloured, Mark},
        number::{self, Number},
        profile::{self, Profile},
    },
    Piece,
};
use crate::{
    chess::{Move, square_name},
    codec::model::comments::branch::Branch,
    pgn::command,
};
use memchr::memmem;

/// What stands in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A number.
    Number(Number),
    /// A time, in ticks.
    Span(u64),
    /// The moves of a line.
    Line(Vec<Move>),
    /// Squares or arrows.
    Marks(Vec<Coloured>),
    /// A square or an arrow.
    Mark(Mark),
    /// A square that an earlier field tells.
    MarkEnd,
    /// The square of the piece that has just moved; the last move says which.
    Target,
    /// The position, which the game tells.
    Diagram,
    /// The code and the name of the opening; the position tells them.
    Opening,
    /// Evaluations.
    Profile(Profile),
    /// A text without commands.
    Words(Vec<u8>),
}

// What a writer gives is of the kind that the template says, and a reader gives nothing: those who
// code a field take what it is, or else nothing.
impl Field {
    /// The number, if it is one.
    pub(crate) fn as_number(&self) -> Option<&Number> {
        match self {
            Field::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The ticks of a time, if it is one.
    pub(crate) fn as_ticks(&self) -> Option<u64> {
        match self {
            Field::Span(ticks) => Some(*ticks),
            _ => None,
        }
    }

    /// The moves of a line, if it is one.
    pub(crate) fn as_line(&self) -> Option<&[Move]> {
        match self {
            Field::Line(moves) => Some(moves),
            _ => None,
        }
    }

    /// Squares or arrows, if it is these.
    pub(crate) fn as_marks(&self) -> Option<&[Coloured]> {
        match self {
            Field::Marks(marks) => Some(marks),
            _ => None,
        }
    }

    /// A square or an arrow, if it is one alone.
    pub(crate) fn as_mark(&self) -> Option<&Mark> {
        match self {
            Field::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    /// Evaluations, if it is these.
    pub(crate) fn as_profile(&self) -> Option<&Profile> {
        match self {
            Field::Profile(profile) => Some(profile),
            _ => None,
        }
    }

    /// A text without commands, if it is one.
    pub(crate) fn as_words(&self) -> Option<&[u8]> {
        match self {
            Field::Words(words) => Some(words),
            _ => None,
        }
    }
}

impl Kind {
    /// Reads a field from the begin of `text`. Returns it, and the number of bytes that it takes.
    /// Lines of play may start from the positions in `branch`; `earlier` are the fields before it,
    /// `next` is the piece behind it.
    pub(super) fn read(
        self,
        text: &[u8],
        branch: Option<&Branch>,
        earlier: &[Field],
        next: Option<&Piece>,
    ) -> Option<(Field, usize)> {
        Some(match self {
            Kind::Number => {
                let (number, len) = number::read(text)?;
                (Field::Number(number), len)
            }
            Kind::Span(form) => {
                let (ticks, len) = form.read(text)?;
                (Field::Span(ticks), len)
            }
            Kind::Line(form) => {
                let (moves, len) = branch?.read(form, text)?;
                (Field::Line(moves), len)
            }
            Kind::Marks(drawn) => {
                branch?;
                let (marks, len) = mark::read(text, drawn)?;
                (Field::Marks(marks), len)
            }
            Kind::Mark(drawn) => {
                branch?;
                let (mark, len) = mark::read_alone(text, drawn)?;
                (Field::Mark(mark), len)
            }
            Kind::MarkEnd(end) => {
                let name = square_name(last_mark(earlier)?.end(end));
                text.starts_with(&name).then_some(())?;
                (Field::MarkEnd, name.len())
            }
            Kind::Target => {
                let target = branch?.target()?;
                text.starts_with(&target).then_some(())?;
                (Field::Target, target.len())
            }
            Kind::Diagram(form) => {
                let diagram = branch?.diagram(form);
                text.starts_with(diagram.as_bytes()).then_some(())?;
                (Field::Diagram, diagram.len())
            }
            Kind::Opening => {
                let opening = branch?.opening()?;
                text.starts_with(opening.as_bytes()).then_some(())?;
                (Field::Opening, opening.len())
            }
            Kind::Profile => {
                let (profile, len) = profile::read(text)?;
                (Field::Profile(profile), len)
            }
            Kind::Words => {
                let len = match next {
                    None => words_before(text, None)?,
                    Some(Piece::Text(literal)) => words_before(text, Some(literal))?,
                    Some(Piece::Field(_)) => return None,
                };
                (Field::Words(text[..len].to_vec()), len)
            }
        })
    }

    /// Appends `field`, which is of this kind, to `out`. What the game tells comes from `branch`,
    /// and what fields before it tell from `earlier`.
    pub(super) fn write(
        self,
        field: &Field,
        branch: Option<&Branch>,
        earlier: &[Field],
        out: &mut Vec<u8>,
    ) {
        match (self, field) {
            (Kind::Number, Field::Number(number)) => number.form.write(number.value, out),
            (Kind::Span(form), Field::Span(ticks)) => form.write(*ticks, out),
            (Kind::Line(form), Field::Line(moves)) => {
                if let Some(branch) = branch {
                    branch.write(form, moves, out);
                }
            }
            (Kind::Marks(_), Field::Marks(marks)) => mark::write(marks, out),
            (Kind::Mark(_), Field::Mark(mark)) => mark.write(out),
            (Kind::MarkEnd(end), Field::MarkEnd) => {
                let square = last_mark(earlier).map(|mark| mark.end(end));
                out.extend(square.map(square_name).unwrap_or_default());
            }
            (Kind::Target, Field::Target) => {
                out.extend(branch.and_then(Branch::target).unwrap_or_default())
            }
            (Kind::Diagram(form), Field::Diagram) => {
                let diagram = branch.map(|branch| branch.diagram(form));
                out.extend(diagram.unwrap_or_default().bytes())
            }
            (Kind::Opening, Field::Opening) => {
                out.extend(branch.and_then(Branch::opening).unwrap_or_default().bytes())
            }
            (Kind::Profile, Field::Profile(profile)) => profile.write(out),
            (Kind::Words, Field::Words(words)) => out.extend(words),
            _ => debug_assert!(false, "a field is not of its kind"),
        }
    }

    /// Whether the field depends on the position: a line of play, squares on the board, or what the
    /// position itself tells.
    pub(super) fn needs_board(self) -> bool {
        match self {
            Kind::Line(_)
            | Kind::Marks(_)
            | Kind::Mark(_)
            | Kind::Target
            | Kind::Diagram(_)
            | Kind::Opening => true,
            Kind::Number | Kind::Span(_) | Kind::MarkEnd(_) | Kind::Profile | Kind::Words => false,
        }
    }
}

/// The last square or arrow alone among the `earlier` fields.
pub(super) fn last_mark(earlier: &[Field]) -> Option<&Mark> {
    earlier.iter().rev().find_map(Field::as_mark)
}

/// The number of bytes of words at the front of a text, up to the template's next `literal` or, if
/// that is `None`, to the end. `None` unless there are some, without a command among them.
fn words_before(text: &[u8], literal: Option<&[u8]>) -> Option<usize> {
    let begin = memmem::find(text, command::BEGIN);
    let len = match literal {
        None if begin.is_some() => return None,
        None => text.len(),
        Some(literal) => begin?.checked_sub(memmem::find(literal, command::BEGIN)?)?,
    };
    (len > 0).then_some(len)
}

//! Comments as templates and fields: ` [%clk 0:09:57] ` is the template ` [%clk ·] ` with the time
//! 0:09:57 in its field. Where a person's words stand beside a program's
//! (`[%cal Gd1h5] A dangerous idea`), they are a field, too.
//!
//! A template is the text that is the same in all comments of a kind, with the kinds of the fields
//! between. [`tokenize`] finds the template and the fields of a comment, [`Template::match_text`]
//! the fields of a comment under a known template, and [`Template::write`] puts both together to
//! the same bytes.

use super::{
    column::{Column, Kind, Sort, tells_time},
    diagram::FenForm,
    lines::LineForm,
    mark::{self, Mark},
    number::{self, Number},
    profile::{self, Profile},
    span::{self, SpanForm},
};
use crate::{
    chess::Move,
    codec::model::comments::branch::Branch,
    error::{Error, Result},
    pgn::command,
};
use memchr::memmem;

/// Most fields of a template.
pub(super) const MOST_FIELDS: usize = 48;
/// The numbers of a comment with at least so many may be facts about the position.
const MANY_NUMBERS: usize = 8;
/// Longest template in bytes.
pub(crate) const LONGEST: usize = 4096;

impl Kind {
    /// Reads a field from the begin of `text`. Returns it, and the number of bytes that it takes.
    /// Lines of play may start from the positions in `branch`; `next` is the piece behind it.
    fn read(
        self,
        text: &[u8],
        branch: Option<&Branch>,
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
            Kind::Squares | Kind::Arrows => {
                branch?;
                let (marks, len) = mark::read(text, self == Kind::Arrows)?;
                (Field::Marks(marks), len)
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
}

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
    Marks(Vec<Mark>),
    /// The square of the piece that has just moved; the last move says which.
    Target,
    /// The position, which the game tells.
    Diagram,
    /// Evaluations.
    Profile(Profile),
    /// A text without commands.
    Words(Vec<u8>),
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// Bytes that are always the same.
    Text(Vec<u8>),
    /// A field.
    Field(Kind),
}

/// What comments of a kind have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template {
    pub(super) pieces: Vec<Piece>,
    /// What each field means.
    pub(crate) columns: Vec<Column>,
    /// How many of the fields are numbers.
    pub(crate) numbers: usize,
    /// Whether any field depends on the position: a line of play, squares on the board, or what the
    /// position itself tells.
    pub(crate) needs_board: bool,
    /// The place of the field of words among the fields.
    pub(crate) words: Option<usize>,
}

/// The bytes that stand for fields in a template's bytes; a byte of the text that looks like one of
/// them has [`QUOTE`] before it.
const NUMBER: u8 = 1;
const SPAN: u8 = 2;
const LINE: u8 = 3;
const SQUARES: u8 = 4;
const ARROWS: u8 = 5;
const WORDS: u8 = 6;
const TARGET: u8 = 7;
const PROFILE: u8 = 8;
const DIAGRAM: u8 = 9;
const QUOTE: u8 = 10;
/// Added to the number of a form, which is below it, so that its byte looks like none of these.
const FORM: u8 = b'@';

/// The error for bytes that are no template.
fn broken() -> Error {
    Error::corrupt("a comment's template makes no sense")
}

impl Template {
    /// The template made of `pieces`, with the name and sort of each field.
    pub(crate) fn new(pieces: Vec<Piece>) -> Template {
        let mut template = Template::default();
        let mut before: &[u8] = b"";
        let mut name = 0_u32;
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => before = text,
                Piece::Field(kind) => {
                    let after = match pieces.get(index + 1) {
                        Some(Piece::Text(text)) => text.as_slice(),
                        _ => b"",
                    };
                    let column = Column::new(*kind, before, after, name);
                    name = column.name;
                    template.columns.push(column);
                    template.numbers += usize::from(*kind == Kind::Number);
                    template.needs_board |= matches!(
                        kind,
                        Kind::Line(_)
                            | Kind::Squares
                            | Kind::Arrows
                            | Kind::Target
                            | Kind::Diagram(_)
                    );
                    if *kind == Kind::Words {
                        template.words = Some(template.columns.len() - 1);
                    }
                    before = b"";
                }
            }
        }
        if template.has(Sort::Clock) {
            // It tells the time taken, too, wherever that stands.
            for column in &mut template.columns {
                if column.sort == Sort::Taken {
                    column.sort = Sort::Other;
                }
            }
        }
        template.pieces = pieces;
        template
    }

    /// Whether the coders of the fields need the positions before and after the move commented on.
    pub(crate) fn wants_positions(&self) -> bool {
        self.needs_board || self.numbers >= MANY_NUMBERS
    }

    fn has(&self, sort: Sort) -> bool {
        self.columns.iter().any(|column| column.sort == sort)
    }

    /// Whether its comments say how the game stands.
    pub(crate) fn evaluates(&self) -> bool {
        self.has(Sort::Eval)
    }

    /// The template as a string without NUL.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => {
                    for &byte in text {
                        if byte <= QUOTE {
                            bytes.push(QUOTE);
                        }
                        bytes.push(byte);
                    }
                }
                Piece::Field(Kind::Number) => bytes.push(NUMBER),
                Piece::Field(Kind::Span(form)) => bytes.extend([SPAN, FORM + form.pack()]),
                Piece::Field(Kind::Line(form)) => bytes.extend([LINE, FORM + form.pack()]),
                Piece::Field(Kind::Squares) => bytes.push(SQUARES),
                Piece::Field(Kind::Arrows) => bytes.push(ARROWS),
                Piece::Field(Kind::Target) => bytes.push(TARGET),
                Piece::Field(Kind::Diagram(form)) => bytes.extend([DIAGRAM, FORM + form.pack()]),
                Piece::Field(Kind::Profile) => bytes.push(PROFILE),
                Piece::Field(Kind::Words) => bytes.push(WORDS),
            }
        }
        bytes
    }

    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        // A text has a piece of the heap, 32 bytes at least, and is said by its own bytes.
        let pieces = self.pieces.len() * (size_of::<Piece>() + 32);
        size_of::<Template>() + pieces + size_of_val(&*self.columns)
    }

    /// The inverse of [`to_bytes`](Template::to_bytes).
    ///
    /// # Errors
    /// For bytes that are no template.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Template> {
        let form_in =
            |byte: Option<u8>, end: u8| -> Result<u8> { Ok(byte.ok_or_else(broken)? & (end - 1)) };
        let mut pieces: Vec<Piece> = Vec::new();
        let mut fields = 0;
        let mut bytes = bytes.iter().copied();
        while let Some(byte) = bytes.next() {
            let field = match byte {
                NUMBER => Kind::Number,
                SPAN => {
                    let form = form_in(bytes.next(), SpanForm::END)?;
                    Kind::Span(SpanForm::unpack(form))
                }
                LINE => {
                    let form = form_in(bytes.next(), LineForm::END)?;
                    Kind::Line(LineForm::unpack(form).ok_or_else(broken)?)
                }
                SQUARES => Kind::Squares,
                ARROWS => Kind::Arrows,
                TARGET => Kind::Target,
                DIAGRAM => {
                    let form = form_in(bytes.next(), FenForm::END)?;
                    Kind::Diagram(FenForm::unpack(form).ok_or_else(broken)?)
                }
                PROFILE => Kind::Profile,
                WORDS => Kind::Words,
                _ => {
                    let byte = if byte == QUOTE {
                        bytes.next().ok_or_else(broken)?
                    } else {
                        byte
                    };
                    match pieces.last_mut() {
                        Some(Piece::Text(text)) => text.push(byte),
                        _ => pieces.push(Piece::Text(vec![byte])),
                    }
                    continue;
                }
            };
            pieces.push(Piece::Field(field));
            fields += 1;
        }
        if fields > MOST_FIELDS {
            return Err(broken());
        }
        Ok(Template::new(pieces))
    }

    /// Puts the fields of `text` into `fields` if it follows this template, else returns `None`.
    /// Lines of play may start from the positions in `branch`.
    pub(crate) fn match_text(
        &self,
        text: &[u8],
        branch: Option<&Branch>,
        fields: &mut Vec<Field>,
    ) -> Option<()> {
        fields.clear();
        let mut rest = text;
        for (index, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(literal) => rest = rest.strip_prefix(literal.as_slice())?,
                Piece::Field(kind) => {
                    let next = self.pieces.get(index + 1);
                    let (field, len) = kind.read(rest, branch, next)?;
                    fields.push(field);
                    rest = &rest[len..];
                }
            }
        }
        rest.is_empty().then_some(())
    }

    /// Appends the comment with these `fields` to `out`.
    pub(crate) fn write(&self, fields: &[Field], branch: Option<&Branch>, out: &mut Vec<u8>) {
        let mut fields = fields.iter();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend(text),
                Piece::Field(kind) => match (kind, fields.next()) {
                    (Kind::Number, Some(Field::Number(number))) => {
                        number.form.write(number.value, out)
                    }
                    (Kind::Span(form), Some(Field::Span(ticks))) => form.write(*ticks, out),
                    (Kind::Line(form), Some(Field::Line(moves))) => {
                        if let Some(branch) = branch {
                            branch.write(*form, moves, out);
                        }
                    }
                    (Kind::Squares | Kind::Arrows, Some(Field::Marks(marks))) => {
                        mark::write(marks, out)
                    }
                    (Kind::Target, Some(Field::Target)) => {
                        out.extend(branch.and_then(Branch::target).unwrap_or_default())
                    }
                    (Kind::Diagram(form), Some(Field::Diagram)) => {
                        let diagram = branch.map(|branch| branch.diagram(*form));
                        out.extend(diagram.unwrap_or_default().bytes())
                    }
                    (Kind::Profile, Some(Field::Profile(profile))) => profile.write(out),
                    (Kind::Words, Some(Field::Words(words))) => out.extend(words),
                    _ => debug_assert!(false, "fields and template disagree"),
                },
            }
        }
    }
}

/// Splits a comment into its template and its fields. A text without any field is a template, too.
pub(crate) fn tokenize(text: &[u8], branch: Option<&Branch>) -> (Template, Vec<Field>) {
    let mut pieces = Vec::new();
    let mut fields = Vec::new();
    let mut literal = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let found = match fields.len() < MOST_FIELDS && may_begin(text, at) {
            true => find_field(text.split_at(at), branch),
            false => None,
        };
        match found {
            Some((kind, field, len)) => {
                if !literal.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut literal)));
                }
                pieces.push(Piece::Field(kind));
                fields.push(field);
                at += len;
            }
            None => {
                literal.push(text[at]);
                at += 1;
            }
        }
    }
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal));
    }
    (Template::new(pieces), fields)
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

/// Splits a comment in which a person's words stand behind a program's commands, or before them,
/// into its template and fields; `None` for any other.
pub(crate) fn tokenize_beside_words(
    text: &[u8],
    branch: Option<&Branch>,
) -> Option<(Template, Vec<Field>)> {
    let begin = text.iter().position(|&byte| byte != b' ')?;
    let begins = text[begin..].starts_with(command::BEGIN);
    let (words, commands) = if begins {
        let end = text.iter().rposition(|&byte| byte == b']')? + 1;
        let blanks = text[end..].iter().take_while(|&&byte| byte == b' ');
        let end = end + blanks.count();
        (&text[end..], &text[..end])
    } else {
        let end = memmem::find(text, command::BEGIN)?;
        let blanks = text[..end].iter().rev().take_while(|&&byte| byte == b' ');
        text.split_at(end - blanks.count())
    };
    let is_worded = words
        .iter()
        .any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    if !is_worded || memmem::find(words, command::BEGIN).is_some() || !are_commands(commands) {
        return None;
    }
    let (template, mut fields) = tokenize(commands, branch);
    if fields.len() == MOST_FIELDS {
        return None;
    }
    let mut pieces = template.pieces;
    let place = if begins { pieces.len() } else { 0 };
    pieces.insert(place, Piece::Field(Kind::Words));
    fields.insert(
        if begins { fields.len() } else { 0 },
        Field::Words(words.to_vec()),
    );
    Some((Template::new(pieces), fields))
}

/// Whether a text is nothing but commands in brackets and blanks. It decides how a comment is
/// coded, so it looks at all of it; [`may_be_commands`](super::super::survey::may_be_commands) does
/// not, and only serves estimates and an order.
fn are_commands(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii();
    while let Some(inner) = rest.strip_prefix(command::BEGIN) {
        let Some(end) = inner.iter().position(|&byte| byte == b']') else {
            return false;
        };
        rest = inner[end + 1..].trim_ascii_start();
    }
    rest.is_empty()
}

/// Whether a field may begin at this byte: not inside a word, and not inside a longer number.
fn may_begin(text: &[u8], at: usize) -> bool {
    let before = match at {
        0 => b' ',
        _ => text[at - 1],
    };
    match text[at] {
        b'0'..=b'9' | b'#' | b'a'..=b'h' | b'A'..=b'Z' => !before.is_ascii_alphanumeric(),
        // A black piece may begin a FEN.
        b'k' | b'n' | b'p'..=b'r' => !before.is_ascii_alphanumeric(),
        b'+' | b'-' => !before.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The field at the front of `text`, and how many bytes it takes. What stands `before` it in the
/// comment may tell what it is.
fn find_field(
    (before, text): (&[u8], &[u8]),
    branch: Option<&Branch>,
) -> Option<(Kind, Field, usize)> {
    if before.ends_with(profile::COMMAND)
        && let Some((profile, len)) = profile::read(text)
    {
        return Some((Kind::Profile, Field::Profile(profile), len));
    }
    if tells_time(before)
        && let Some((form, ticks, len)) = span::read_seconds(text)
    {
        return Some((Kind::Span(form), Field::Span(ticks), len));
    }
    // Before lines, since a square may look like a pawn's move, too.
    if let [a, b, b';', ..] = text
        && branch.and_then(Branch::target) == Some([*a, *b])
    {
        return Some((Kind::Target, Field::Target, 2));
    }
    if let Some(branch) = branch
        && let Some((form, len)) = FenForm::find(text, &branch.after.position)
    {
        return Some((Kind::Diagram(form), Field::Diagram, len));
    }
    if let Some((form, moves, len)) = branch.and_then(|branch| branch.find(text)) {
        return Some((Kind::Line(form), Field::Line(moves), len));
    }
    for (kind, arrows) in [(Kind::Squares, false), (Kind::Arrows, true)] {
        if branch.is_some()
            && let Some((marks, len)) = mark::read(text, arrows)
        {
            return Some((kind, Field::Marks(marks), len));
        }
    }
    if let Some((form, ticks, len)) = span::read(text) {
        return Some((Kind::Span(form), Field::Span(ticks), len));
    }
    let (number, len) = number::read(text)?;
    Some((Kind::Number, Field::Number(number), len))
}

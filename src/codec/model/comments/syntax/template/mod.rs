//! Comments as templates and fields: ` [%clk 0:09:57] ` is the template ` [%clk ·] ` with the time
//! 0:09:57 in its field. Where a person's words stand beside a program's
//! (`[%cal Gd1h5] A dangerous idea`), they are a field, too.
//!
//! A template is the text that is the same in all comments of a kind, with the kinds of the fields
//! between. [`tokenize`] finds the template and the fields of a comment, [`Template::match_text`]
//! the fields of a comment under a known template, and [`Template::write`] puts both together to
//! the same bytes. How a template itself is written is told in [`spelling`].

mod field;
mod spelling;
mod tokens;

use super::column::{Column, Kind, Sort};
use crate::{codec::model::comments::branch::Branch, limits::charges, pgn::charset::is_of_word};
pub(crate) use field::Field;
pub(crate) use tokens::{tokenize, tokenize_beside_words};

/// Most fields of a template.
pub(super) const MOST_FIELDS: usize = 48;
/// The numbers of a comment with at least so many may be facts about the position.
const MANY_NUMBERS: usize = 8;
/// Longest template in bytes.
pub(crate) const LONGEST: usize = 4096;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// Bytes that are always the same.
    Text(Vec<u8>),
    /// A field.
    Field(Kind),
}

/// A text has a piece of the heap, 32 bytes at least, and is said by its own bytes.
const _: () = assert!(size_of::<Piece>() + 32 <= charges::TEMPLATE_PIECE);

impl Piece {
    /// Whether it is no text with anything of a word.
    fn is_wordless(&self) -> bool {
        !matches!(self, Piece::Text(text) if text.iter().any(|&byte| is_of_word(byte)))
    }
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

const _: () = assert!(size_of::<Template>() <= charges::TEMPLATE);
const _: () = assert!(size_of::<Column>() <= charges::TEMPLATE_FIELD);

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
                    template.needs_board |= kind.needs_board();
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
        if let [column] = &mut template.columns[..]
            && column.kind == Kind::Number
            && pieces.iter().all(Piece::is_wordless)
        {
            // A comment of nothing else: `{ -0.30 }`.
            column.sort = Sort::Eval;
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

    /// What it counts for in memory, in bytes, without those that spell it.
    pub(crate) fn size(&self) -> usize {
        let pieces = charges::TEMPLATE_PIECE * self.pieces.len();
        charges::TEMPLATE + pieces + charges::TEMPLATE_FIELD * self.columns.len()
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
                    let (field, len) = kind.read(rest, branch, fields, next)?;
                    fields.push(field);
                    rest = &rest[len..];
                }
            }
        }
        rest.is_empty().then_some(())
    }

    /// Appends the comment with these `fields` to `out`.
    pub(crate) fn write(&self, fields: &[Field], branch: Option<&Branch>, out: &mut Vec<u8>) {
        debug_assert_eq!(fields.len(), self.columns.len(), "a field for each column");
        let mut place = 0;
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend(text),
                Piece::Field(kind) => {
                    if let Some(field) = fields.get(place) {
                        kind.write(field, branch, &fields[..place], out);
                    }
                    place += 1;
                }
            }
        }
    }
}

//! Templates as bytes: their text, with a byte or two for each field.

use super::{
    super::{
        column::Kind,
        diagram::DiagramForm,
        lines::LineForm,
        mark::{Drawn, End},
        span::SpanForm,
    },
    MOST_FIELDS, Piece, Template,
};
use crate::error::{Error, Result};

/// The bytes that stand for fields in a template's bytes; a byte of the text that looks like one of
/// them has [`QUOTE`] before it.
const NUMBER: u8 = 1;
const SPAN: u8 = 2;
/// A line in a form of the first notations, of the next ones, and of the last ones.
const LINE: [u8; 3] = [3, 11, 13];
const SQUARES: u8 = 4;
const ARROWS: u8 = 5;
const WORDS: u8 = 6;
const TARGET: u8 = 7;
const PROFILE: u8 = 8;
const DIAGRAM: u8 = 9;
const QUOTE: u8 = 10;
const OPENING: u8 = 12;
/// A square alone, an arrow alone, and the squares at their ends.
const SQUARE: u8 = 14;
const ARROW: u8 = 15;
const FIRST_END: u8 = 16;
const LAST_END: u8 = 17;
/// Any byte above this is one of the text.
const LAST: u8 = 17;
/// Added to the number of a form, which is below it, so that its byte looks like none of these.
const FORM: u8 = b'@';
/// Every form of a line is below this, counted from the first in [notations](LineForm::TOGETHER)
/// that are numbered together.
const LINES: u8 = 64;
const _: () = assert!(LineForm::TOGETHER <= LINES);
/// Added to the byte of a line's form where the byte of a [manner](LineForm::manner) follows.
const IN_MANNER: u8 = 0x80;

/// The error for bytes that are no template.
fn broken() -> Error {
    Error::corrupt("a comment's template makes no sense")
}

impl Template {
    /// The template as a string without NUL.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => {
                    for &byte in text {
                        if byte <= LAST {
                            bytes.push(QUOTE);
                        }
                        bytes.push(byte);
                    }
                }
                Piece::Field(Kind::Number) => bytes.push(NUMBER),
                Piece::Field(Kind::Span(form)) => bytes.extend([SPAN, FORM + form.pack()]),
                Piece::Field(Kind::Line(form)) => {
                    let (set, number) = (
                        form.pack() / LineForm::TOGETHER,
                        form.pack() % LineForm::TOGETHER,
                    );
                    let kind = LINE[usize::from(set)];
                    match form.manner() {
                        0 => bytes.extend([kind, FORM + number]),
                        manner => bytes.extend([kind, IN_MANNER + FORM + number, FORM + manner]),
                    }
                }
                Piece::Field(Kind::Marks(Drawn::Square)) => bytes.push(SQUARES),
                Piece::Field(Kind::Marks(Drawn::Arrow)) => bytes.push(ARROWS),
                Piece::Field(Kind::Mark(Drawn::Square)) => bytes.push(SQUARE),
                Piece::Field(Kind::Mark(Drawn::Arrow)) => bytes.push(ARROW),
                Piece::Field(Kind::MarkEnd(End::First)) => bytes.push(FIRST_END),
                Piece::Field(Kind::MarkEnd(End::Last)) => bytes.push(LAST_END),
                Piece::Field(Kind::Target) => bytes.push(TARGET),
                Piece::Field(Kind::Diagram(form)) => bytes.extend([DIAGRAM, FORM + form.pack()]),
                Piece::Field(Kind::Opening) => bytes.push(OPENING),
                Piece::Field(Kind::Profile) => bytes.push(PROFILE),
                Piece::Field(Kind::Words) => bytes.push(WORDS),
            }
        }
        bytes
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
        let mut has_mark = false;
        let mut bytes = bytes.iter().copied();
        while let Some(byte) = bytes.next() {
            let field = match byte {
                NUMBER => Kind::Number,
                SPAN => {
                    let form = form_in(bytes.next(), SpanForm::END)?;
                    Kind::Span(SpanForm::unpack(form))
                }
                _ if let Some(set) = LINE.iter().position(|&line| line == byte) => {
                    let first = set as u8 * LineForm::TOGETHER;
                    let byte = bytes.next();
                    let form = form_in(byte, LINES)?;
                    let form = (form < LineForm::TOGETHER).then(|| LineForm::unpack(first + form));
                    let form = form.flatten().ok_or_else(broken)?;
                    Kind::Line(match byte {
                        Some(IN_MANNER..) => {
                            let manner = bytes.next().ok_or_else(broken)?.wrapping_sub(FORM);
                            form.in_manner(manner).ok_or_else(broken)?
                        }
                        _ => form,
                    })
                }
                SQUARES => Kind::Marks(Drawn::Square),
                ARROWS => Kind::Marks(Drawn::Arrow),
                SQUARE => Kind::Mark(Drawn::Square),
                ARROW => Kind::Mark(Drawn::Arrow),
                FIRST_END if has_mark => Kind::MarkEnd(End::First),
                LAST_END if has_mark => Kind::MarkEnd(End::Last),
                FIRST_END | LAST_END => return Err(broken()),
                TARGET => Kind::Target,
                DIAGRAM => {
                    let form = form_in(bytes.next(), DiagramForm::END)?;
                    Kind::Diagram(DiagramForm::unpack(form).ok_or_else(broken)?)
                }
                OPENING => Kind::Opening,
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
            has_mark |= matches!(field, Kind::Mark(_));
            pieces.push(Piece::Field(field));
            fields += 1;
        }
        if fields > MOST_FIELDS {
            return Err(broken());
        }
        Ok(Template::new(pieces))
    }
}

//! Encodes a game as bytes.

use super::{
    RESULT, SAID_TAGS,
    code::{Code, Notation, Other},
    geometry::{self, Words},
    glyphs, result_of,
};
use crate::{
    chess::{Move, identity::MenLine, line::Cursor},
    codec::{
        bytes::{write_byte, write_text},
        notes::{self, NotesWriter},
        tape::Tape,
    },
    pgn::{
        charset::readable,
        cursor::follow,
        game::{Game, Item},
    },
};

/// Writes `game`, to which the codec has no objection.
pub(super) fn game(notation: Notation, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
    let result = tags(game, tape, notes);
    let mut notes = NotesWriter::new(notes);
    let mut line = MenLine::new(game.start().unwrap_or_default());
    let mut writer = Writer {
        notation,
        tape,
        moved: false,
    };
    for (index, item) in game.items.iter().enumerate() {
        match writer.item(&line, item, Neighbours::of(&game.items, index)) {
            true => notes.said(),
            false => notes.item(item),
        }
        follow(&mut line, item);
    }
    notes.end();
    if let Some(result) = result {
        writer.code(Code::Other(result));
        tape.label(|| super::token(result).to_owned());
    }
}

/// Writes the headers, and the other tags into the notes. Returns the result that the last byte has
/// to express.
fn tags(game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) -> Option<Other> {
    let mut said = [false; SAID_TAGS.len() + 1];
    let mut result = None;
    notes::write_tags(notes, &game.tags, |tag| {
        let number = SAID_TAGS
            .iter()
            .position(|(name, _)| name.as_bytes() == tag.name);
        let number = match number {
            Some(number) => number,
            None if tag.name == b"Result" => {
                result = result.or(result_of(tag.value));
                result_of(tag.value)?;
                RESULT
            }
            None => return None,
        };
        if std::mem::replace(&mut said[number], true) {
            return None;
        }
        if let Some((name, letter)) = SAID_TAGS.get(number) {
            write_byte(0, tape);
            write_byte(*letter, tape);
            write_text(tag.value, tape);
            tape.label(|| format!("{name}: {}", readable(tag.value)));
        }
        Some(number)
    });
    result
}

/// The items before and after an item.
#[derive(Clone, Copy)]
struct Neighbours<'a> {
    before: Option<&'a Item>,
    after: Option<&'a Item>,
}

impl<'a> Neighbours<'a> {
    fn of(items: &'a [Item], index: usize) -> Neighbours<'a> {
        Neighbours {
            before: index.checked_sub(1).map(|before| &items[before]),
            after: items.get(index + 1),
        }
    }

    /// Whether a glyph can be coded here: only after a move, and not before another glyph that has
    /// codes.
    fn allow_glyph(self) -> bool {
        matches!(self.before, Some(Item::Move(_)))
            && !matches!(self.after, Some(Item::Nag(next)) if glyphs(*next).is_some())
    }
}

struct Writer<'a> {
    notation: Notation,
    tape: &'a mut Tape,
    /// Whether a move was written.
    moved: bool,
}

impl Writer<'_> {
    /// Writes `item`; returns false if the bytes cannot express it.
    fn item(&mut self, line: &MenLine, item: &Item, around: Neighbours<'_>) -> bool {
        match item {
            Item::Move(m) => {
                self.chess_move(line, *m);
                true
            }
            Item::Comment(text) if self.moved => {
                self.comment(text);
                true
            }
            Item::Nag(number) if around.allow_glyph() => self.glyph(*number),
            _ => false,
        }
    }

    fn chess_move(&mut self, line: &MenLine, m: Move) {
        // The codec has an objection to games with a move that has no words.
        if let Some(Words { named, code }) = geometry::words(line, m) {
            if let Some(man) = named {
                self.code(Code::Named(man));
            }
            self.code(code);
        }
        self.tape.label_move(line.line(), m);
        self.moved = true;
    }

    fn comment(&mut self, text: &[u8]) {
        self.code(Code::Other(Other::Text));
        write_text(text, self.tape);
        self.tape.label(|| format!("{{{}}}", readable(text)));
    }

    /// Writes a glyph; returns false if it has no code.
    fn glyph(&mut self, number: u8) -> bool {
        let Some(bytes) = glyphs(number) else {
            return false;
        };
        for &byte in bytes {
            self.code(Code::Other(byte));
        }
        self.tape.label(|| format!("${number}"));
        true
    }

    fn code(&mut self, code: Code) {
        write_byte(self.notation.byte(code), self.tape);
    }
}

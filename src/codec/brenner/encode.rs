//! A game as bytes.

use super::{
    RESULT, SAID_TAGS,
    code::{Code, Notation, Other},
    geometry, glyphs, result_of,
};
use crate::{
    chess::{Move, identity::MenLine},
    codec::{
        notes::{self, NotesWriter},
        tape::Tape,
    },
    pgn::game::{Game, Item},
};

/// Writes `game`, which the codec has no objection to.
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
        let neighbours = (
            index
                .checked_sub(1)
                .and_then(|before| game.items.get(before)),
            game.items.get(index + 1),
        );
        match writer.item(&line, item, neighbours) {
            true => notes.said(),
            false => notes.item(item),
        }
        match item {
            Item::Move(m) => line.play(*m),
            Item::Open => line.open(),
            Item::Close => {
                line.close();
            }
            _ => {}
        }
    }
    notes.end();
    if let Some(result) = result {
        writer.code(Code::Other(result));
        tape.row(|| super::token(result).to_owned());
    }
}

/// Writes the headers, and into the notes the other tags; returns the result that a last byte says.
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
            tape.write(0, 8);
            tape.write(u64::from(*letter), 8);
            string(tag.value, tape);
            tape.row(|| format!("{name}: {}", String::from_utf8_lossy(tag.value)));
        }
        Some(number)
    });
    result
}

struct Writer<'a> {
    notation: Notation,
    tape: &'a mut Tape,
    /// Whether a move was written.
    moved: bool,
}

impl Writer<'_> {
    /// Writes `item`; false where the bytes cannot say it.
    fn item(
        &mut self,
        line: &MenLine,
        item: &Item,
        (before, after): (Option<&Item>, Option<&Item>),
    ) -> bool {
        match item {
            Item::Move(m) => self.chess_move(line, *m),
            Item::Comment(text) if self.moved => {
                self.code(Code::Other(Other::Text));
                string(text, self.tape);
                self.tape
                    .row(|| format!("{{{}}}", String::from_utf8_lossy(text)));
                true
            }
            Item::Nag(number) => {
                let alone = matches!(before, Some(Item::Move(_)))
                    && !matches!(after, Some(Item::Nag(next)) if glyphs(*next).is_some());
                match glyphs(*number) {
                    Some(bytes) if alone => {
                        for &byte in bytes {
                            self.code(Code::Other(byte));
                        }
                        self.tape.row(|| format!("${number}"));
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn chess_move(&mut self, line: &MenLine, m: Move) -> bool {
        // The codec objects to games with a man that has no words.
        if let Some((named, code)) = geometry::words(line.position(), line.men(), m) {
            if let Some(named) = named {
                self.code(named);
            }
            self.code(code);
        }
        self.tape.move_row(line.line(), m);
        self.moved = true;
        true
    }

    fn code(&mut self, code: Code) {
        self.tape.write(u64::from(self.notation.byte(code)), 8);
    }
}

/// Text and the zero byte that ends it.
fn string(text: &[u8], tape: &mut Tape) {
    tape.write_bytes(text);
    tape.write(0, 8);
}

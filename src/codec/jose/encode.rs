//! Encodes a game as bytes.

use super::{
    COMMENT, END, LONG_GLYPH, RESULT, RESULT_TAG, RESULTS, SHORT_GLYPHS, VARIATION_BEGINS,
    VARIATION_ENDS, moves,
};
use crate::{
    chess::{identity::MenLine, line::Cursor},
    codec::{
        bytes::{write_byte, write_text},
        notes::{self, NotesWriter},
        tape::Tape,
    },
    pgn::{
        charset::readable,
        cursor::follow,
        game::{Fault, Game, Item, Outcome},
    },
};

/// Writes `game`, to which the codec has no objection.
pub(super) fn game(game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
    let mut result = None;
    notes::write_tags(notes, &game.tags, |tag| {
        if result.is_some() || tag.name != b"Result" {
            return None;
        }
        result = Outcome::from_token(tag.value);
        result.map(|_| RESULT_TAG)
    });
    let mut notes = NotesWriter::new(notes);
    let mut line = MenLine::new(game.start().unwrap_or_default());
    for item in &game.items {
        match said(item) {
            true => {
                notes.said();
                self::item(&line, item, tape);
            }
            false => notes.item(item),
        }
        follow(&mut line, item);
    }
    notes.end();
    if let Some(result) = result {
        let place = RESULTS.iter().position(|&r| r == result);
        write_byte(RESULT + place.unwrap_or_default() as u8, tape);
        tape.label(|| result.token().to_owned());
    }
    write_byte(END, tape);
    tape.label(|| "end".to_owned());
}

/// Whether the bytes can express the item: its text, if any, must be UTF-8. Other items go into the
/// notes.
fn said(item: &Item) -> bool {
    match item {
        Item::Comment(text) => str::from_utf8(text).is_ok(),
        Item::Fault(fault) => str::from_utf8(&fault.text).is_ok(),
        _ => true,
    }
}

/// Writes an item that the bytes can express; `line` has come to it.
fn item(line: &MenLine, item: &Item, tape: &mut Tape) {
    match item {
        Item::Move(m) => {
            if let Some((first, second)) = moves::bytes(line.position(), line.men(), *m) {
                write_byte(first, tape);
                if let Some(second) = second {
                    write_byte(second, tape);
                }
            }
            tape.label_move(line.line(), *m);
        }
        Item::Null => {
            write_byte(moves::NULL_MOVE, tape);
            tape.label_null(line.line());
        }
        Item::Nag(number) => {
            match number {
                1..SHORT_GLYPHS => write_byte(LONG_GLYPH + number, tape),
                _ => {
                    write_byte(LONG_GLYPH, tape);
                    write_byte(*number, tape);
                }
            }
            tape.label(|| format!("${number}"));
        }
        Item::Comment(text) => {
            write_byte(COMMENT, tape);
            write_text(text, tape);
            tape.label(|| format!("{{{}}}", readable(text)));
        }
        Item::Fault(fault) => {
            let Fault { kind, text } = &**fault;
            write_byte(COMMENT + 1 + *kind as u8, tape);
            write_text(text, tape);
            tape.label(|| format!("{kind:?} move {}", readable(text)).to_lowercase());
        }
        Item::Open => {
            write_byte(VARIATION_BEGINS, tape);
            tape.label(|| "(".to_owned());
        }
        Item::Close => {
            write_byte(VARIATION_ENDS, tape);
            tape.label(|| ")".to_owned());
        }
    }
}

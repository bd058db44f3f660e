//! A game as bytes.

use super::{
    COMMENT, END, LONG_GLYPH, RESULTS, SHORT_GLYPHS, VARIATION_BEGINS, VARIATION_ENDS, moves,
};
use crate::{
    chess::identity::MenLine,
    codec::{
        notes::{self, NotesWriter},
        tape::Tape,
    },
    pgn::game::{Fault, Game, Item, Outcome},
};

/// Writes `game`, which the codec has no objection to.
pub(super) fn game(game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
    let mut result = None;
    notes::write_tags(notes, &game.tags, |tag| {
        if result.is_some() || tag.name != b"Result" {
            return None;
        }
        result = Outcome::from_token(tag.value);
        result.map(|_| 0)
    });
    let mut notes = NotesWriter::new(notes);
    let mut line = MenLine::new(game.start().unwrap_or_default());
    for item in &game.items {
        match said(item) {
            true => {
                notes.said();
                self::item(&mut line, item, tape);
            }
            false => notes.item(item),
        }
    }
    notes.end();
    if let Some(result) = result {
        let place = RESULTS.iter().position(|&r| r == result);
        tape.write(
            u64::from(super::RESULT) + place.unwrap_or_default() as u64,
            8,
        );
        tape.row(|| result.token().to_owned());
    }
    tape.write(u64::from(END), 8);
    tape.row(|| "end".to_owned());
}

/// Whether the bytes can say it: text must be UTF-8.
fn said(item: &Item) -> bool {
    match item {
        Item::Comment(text) => str::from_utf8(text).is_ok(),
        Item::Fault(fault) => str::from_utf8(&fault.text).is_ok(),
        _ => true,
    }
}

fn item(line: &mut MenLine, item: &Item, tape: &mut Tape) {
    match item {
        Item::Move(m) => {
            if let Some((first, second)) = moves::bytes(line.position(), line.men(), *m) {
                byte(first, tape);
                if let Some(second) = second {
                    byte(second, tape);
                }
            }
            tape.move_row(line.line(), *m);
            line.play(*m);
        }
        Item::Null => {
            byte(moves::NULL_MOVE, tape);
            tape.null_row(line.line());
            line.pass();
        }
        Item::Nag(number) => {
            match number {
                1..SHORT_GLYPHS => byte(LONG_GLYPH + number, tape),
                _ => {
                    byte(LONG_GLYPH, tape);
                    byte(*number, tape);
                }
            }
            tape.row(|| format!("${number}"));
        }
        Item::Comment(text) => {
            byte(COMMENT, tape);
            string(text, tape);
            tape.row(|| format!("{{{}}}", String::from_utf8_lossy(text)));
        }
        Item::Fault(fault) => {
            let Fault { kind, text } = &**fault;
            byte(COMMENT + 1 + *kind as u8, tape);
            string(text, tape);
            tape.row(|| format!("{kind:?} move {}", String::from_utf8_lossy(text)).to_lowercase());
        }
        Item::Open => {
            byte(VARIATION_BEGINS, tape);
            tape.row(|| "(".to_owned());
            line.open();
        }
        Item::Close => {
            byte(VARIATION_ENDS, tape);
            tape.row(|| ")".to_owned());
            line.close();
        }
    }
}

fn byte(byte: u8, tape: &mut Tape) {
    tape.write(u64::from(byte), 8);
}

/// Text and the zero byte that ends it.
fn string(text: &[u8], tape: &mut Tape) {
    tape.write_bytes(text);
    tape.write(0, 8);
}

//! Codecs 2 and 3, `brenner` and `brenner-alt`, from their own document.

use super::{
    frame::{Reader, Tag},
    game::{Item, Line},
    moves::only,
};
use crate::{
    reference::codecs::brenner::{Word, word},
    reference::container::{Bytes, ensure},
};
use shakmaty::{Position, Role, Square};

/// The string of bytes of a game.
pub(super) struct Brenner<'a> {
    bytes: Bytes<'a>,
    alternate: bool,
    /// Whether the last byte is a result.
    has_result: bool,
}

/// *Headers*: letters and tags by their numbers in the notes.
const HEADERS: [(u8, &str); 6] = [
    (b'W', "White"),
    (b'B', "Black"),
    (b'D', "Date"),
    (b'L', "Site"),
    (b'T', "Event"),
    (b'V', "Opening"),
];

impl<'a> Brenner<'a> {
    pub(super) fn new(bytes: &'a [u8], alternate: bool) -> Brenner<'a> {
        Brenner {
            bytes: Bytes { all: bytes, at: 0 },
            alternate,
            has_result: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.all.get(self.bytes.at).copied()
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.bytes.fixed(1)? as u8)
    }

    /// *Text*, behind its first zero byte.
    fn text(&mut self) -> Result<Vec<u8>, String> {
        self.bytes.text()
    }

    /// *Glyphs*, behind the first byte of one.
    fn glyph(&mut self, first: u8) -> u8 {
        let second = self.peek().filter(|byte| matches!(byte, 6 | 7));
        self.bytes.at += usize::from(second.is_some());
        match (first, second) {
            (7, None) => 1,
            (_, None) => 2,
            (7, Some(7)) => 3,
            (6, Some(6)) => 4,
            (7, _) => 5,
            _ => 6,
        }
    }

    /// *Moves*
    fn a_move(&mut self, mut byte: u8, line: &Line) -> Result<Item, String> {
        let position = &line.here.position;
        let turn = position.turn();
        let mut named = None;
        if let Word::Name(role, number) = word(byte, self.alternate) {
            named = Some((role, number));
            byte = self.byte()?;
            ensure(byte > 5, "a name before no move")?;
        }
        ensure(byte != 6 && byte != 7, "a name before no move")?;
        let (role, number, (x, y)) = match word(byte, self.alternate) {
            Word::Castle(side) => {
                ensure(named.is_none(), "a name before castling")?;
                let castles = only(position, |m| m.castling_side() == Some(side))?;
                return Ok(Item::Move(castles));
            }
            Word::Name(..) | Word::Nothing => return Err("a byte that says nothing".into()),
            Word::Way(role, number, way) => (role, number, way),
        };
        let (number, into) = match named {
            None => (number, None),
            Some((into, made)) if role == Role::Pawn => {
                ensure(made == line.here.coming(into), "the number of a new man")?;
                (number, Some(into))
            }
            Some((kind, other)) => {
                let least = if kind == Role::Queen { 1 } else { 2 };
                ensure(kind == role && number == 0, "the name of another man")?;
                ensure(other >= least, "a name that is not needed")?;
                (other, None)
            }
        };
        let from = line
            .here
            .man(|man| man.role == role && man.number == number)?;
        let forward = match role {
            Role::Pawn => turn.fold_wb(1, -1),
            _ => 1,
        };
        let file = i32::from(from.file()) + x * forward;
        let rank = i32::from(from.rank()) + y * forward;
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        ensure(inside, "a move off the board")?;
        let to = Square::new((rank * 8 + file) as u32);
        let m = only(position, |m| {
            !m.is_castle() && m.from() == Some(from) && m.to() == to && m.promotion() == into
        })?;
        Ok(Item::Move(m))
    }
}

impl Reader for Brenner<'_> {
    fn tag(&mut self, number: u64) -> Result<Tag, String> {
        if number == 6 {
            ensure(!self.has_result, "a second result")?;
            self.has_result = true;
            let value = match self.bytes.all.split_last() {
                Some((1, rest)) => ("0-1", rest),
                Some((2, rest)) => ("1-0", rest),
                Some((3, rest)) => ("1/2-1/2", rest),
                _ => return Err("no result".into()),
            };
            self.bytes.all = value.1;
            return Ok((b"Result".into(), value.0.into()));
        }
        let (letter, name) = HEADERS.get(number as usize).ok_or("no such header")?;
        ensure(self.byte()? == 0, "no header")?;
        let text = self.text()?;
        let value = text.strip_prefix(&[*letter]).ok_or("another header")?;
        Ok((name.as_bytes().into(), value.into()))
    }

    fn next(&mut self, line: &Line, items: &[Item]) -> Result<Item, String> {
        let is_move = |item: &Item| matches!(item, Item::Move(_));
        match self.byte()? {
            0 => {
                let moved = items.iter().any(is_move);
                ensure(moved, "a comment before the first move")?;
                Ok(Item::Comment(self.text()?))
            }
            1..=3 => Err("a result before the end".into()),
            first @ 6..=7 => {
                let follows = items.last().is_some_and(is_move);
                ensure(follows, "a glyph that follows no move")?;
                Ok(Item::Glyph(self.glyph(first)))
            }
            byte => self.a_move(byte, line),
        }
    }

    fn end(&mut self) -> Result<(), String> {
        ensure(self.peek().is_none(), "bytes behind the game")
    }
}

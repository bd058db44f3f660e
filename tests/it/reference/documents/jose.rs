//! Codec 4, `jose`, from its own document.

use super::{
    frame::{Reader, Tag},
    game::{Item, Line, Man},
    moves::only,
};
use crate::{
    reference::codecs::jose::drawn,
    reference::container::{Bytes, ensure},
};
use shakmaty::{CastlingSide, Move, Position, Role};

/// The string of bytes of a game.
pub(super) struct Jose<'a> {
    bytes: Bytes<'a>,
    has_result: bool,
}

impl<'a> Jose<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Jose<'a>, String> {
        let (last, rest) = bytes.split_last().ok_or("no bytes")?;
        ensure(*last == 0xff, "no end")?;
        let bytes = Bytes { all: rest, at: 0 };
        Ok(Jose {
            bytes,
            has_result: false,
        })
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.bytes.fixed(1)? as u8)
    }

    fn text(&mut self) -> Result<Vec<u8>, String> {
        let text = self.bytes.text()?;
        ensure(str::from_utf8(&text).is_ok(), "text that is not UTF-8")?;
        Ok(text)
    }
}

/// *Offsets*: the move of a man by its offset.
fn by_offset(
    line: &Line,
    wanted: impl Fn(&Man) -> bool,
    offset: u8,
    into: Option<Role>,
) -> Result<Move, String> {
    let position = &line.here.position;
    let from = line.here.man(wanted)?;
    only(position, |m| {
        let way = (
            i32::from(m.to().file()) - i32::from(from.file()),
            i32::from(m.to().rank()) - i32::from(from.rank()),
        );
        !m.is_castle()
            && m.from() == Some(from)
            && m.promotion() == into
            && drawn(m.role(), position.turn(), way) == Some(i32::from(offset))
    })
}

/// `00` to `8f`: a man that was no pawn, or is one still.
fn plain(line: &Line, role: Role, number: u8, offset: u8) -> Result<Move, String> {
    let number = usize::from(number);
    let wanted = |man: &Man| {
        let own = man.role == Role::Pawn || man.pawn.is_none();
        man.role == role && man.number == number && own
    };
    by_offset(line, wanted, offset, None)
}

impl Reader for Jose<'_> {
    fn tag(&mut self, number: u64) -> Result<Tag, String> {
        ensure(number == 0 && !self.has_result, "no such tag")?;
        self.has_result = true;
        let value = match self.bytes.all.split_last() {
            Some((0xd0, rest)) => ("0-1", rest),
            Some((0xd1, rest)) => ("1/2-1/2", rest),
            Some((0xd2, rest)) => ("1-0", rest),
            Some((0xd3, rest)) => ("*", rest),
            _ => return Err("no result".into()),
        };
        self.bytes.all = value.1;
        Ok((b"Result".into(), value.0.into()))
    }

    fn next(&mut self, line: &Line, _: &[Item]) -> Result<Item, String> {
        let code = self.byte()?;
        let m = match code {
            0x00..=0x1f => plain(line, Role::Pawn, code / 4, code % 4),
            0x20..=0x2f => plain(line, Role::Knight, (code - 0x20) / 8, code % 8),
            0x30..=0x4f => plain(line, Role::Bishop, (code - 0x30) / 16, code % 16),
            0x50..=0x6f => plain(line, Role::Rook, (code - 0x50) / 16, code % 16),
            0x70..=0x8f => plain(line, Role::Queen, 0, code - 0x70),
            0x90..=0x97 => plain(line, Role::King, 0, code - 0x90),
            0x98 | 0x99 => {
                let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
                let side = sides[usize::from(code - 0x98)];
                only(&line.here.position, |m| m.castling_side() == Some(side))
            }
            0xa0..=0xa7 => {
                let second = self.byte()?;
                ensure(second >> 4 == 0b0010, "the second byte of a promotion")?;
                let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
                let into = pieces[usize::from(second & 3)];
                let number = usize::from(code - 0xa0);
                let wanted = |man: &Man| man.role == Role::Pawn && man.number == number;
                by_offset(line, wanted, second >> 2 & 3, Some(into))
            }
            0xa8..=0xaf => {
                let second = self.byte()?;
                ensure(second >> 5 == 0b001, "the second byte of a move")?;
                let number = Some(usize::from(code - 0xa8));
                let wanted = |man: &Man| man.role != Role::Pawn && man.pawn == number;
                by_offset(line, wanted, second & 0x1f, None)
            }
            0x9a => {
                ensure(!line.faulty, "a null move that cannot be made")?;
                return Ok(Item::Null);
            }
            0xb0 => {
                let number = self.byte()?;
                ensure(
                    number == 0 || number >= 32,
                    "a glyph with a byte of its own",
                )?;
                return Ok(Item::Glyph(number));
            }
            0xb1..=0xcf => return Ok(Item::Glyph(code - 0xb0)),
            0xe0 => return Ok(Item::Comment(self.text()?)),
            0xe1..=0xe4 => return Ok(Item::Fault(self.text()?)),
            0xf0 => return Ok(Item::Open),
            0xf1 => return Ok(Item::Close),
            _ => return Err("no such byte".into()),
        }?;
        ensure(!line.faulty, "a move that cannot be played")?;
        Ok(Item::Move(m))
    }

    fn allows(&self, item: &Item) -> bool {
        matches!(item, Item::Comment(_) | Item::Fault(_))
    }

    fn end(&mut self) -> Result<(), String> {
        let left = self.bytes.at < self.bytes.all.len();
        ensure(!left, "bytes behind the game")
    }
}

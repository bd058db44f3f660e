//! Bytes as a game.

use super::{
    RESULT, SAID_TAGS,
    code::{Code, Notation, Other},
    geometry, number_of, token,
};
use crate::{
    chess::{Move, identity::MenLine},
    codec::{
        by_game::standard_start,
        notes::{self, NotesReader, Step, TagNote},
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Game, Item, Tags},
};

/// Reads a game.
///
/// # Errors
/// For anything that [`encode::game`](super::encode::game) does not write.
pub(super) fn game(
    notation: Notation,
    bytes: &[u8],
    notes: &mut &[u8],
    budget: &Budget,
) -> Result<Game> {
    let mut reader = Reader {
        notation,
        bytes,
        moved: false,
    };
    let (tags, result) = reader.tags(notes, budget)?;
    let mut game = Game {
        tags,
        items: Vec::new(),
    };
    let start =
        standard_start(&game).ok_or_else(|| Error::corrupt("no legal position to start from"))?;
    let mut line = MenLine::new(start);
    let mut notes = NotesReader::new(notes)?;
    loop {
        let item = match notes.next(budget)? {
            Step::Said => reader.item(&line, game.items.last(), budget)?,
            Step::Item(item @ (Item::Open | Item::Close | Item::Nag(_) | Item::Comment(_))) => item,
            Step::Item(_) => {
                return Err(Error::corrupt(
                    "something that this encoding has no words for",
                ));
            }
            Step::End => break,
        };
        budget.take(size_of::<Item>())?;
        match &item {
            Item::Move(m) => line.play(*m),
            Item::Open => {
                budget.take(size_of::<MenLine>())?;
                line.open();
            }
            Item::Close if !line.close() => {
                return Err(Error::corrupt("a variation ends that never began"));
            }
            Item::Close => budget.give_back(size_of::<MenLine>()),
            _ => {}
        }
        game.items.push(item);
    }
    if line.line().depth() > 0 {
        return Err(Error::corrupt("a variation does not end"));
    }
    if let Some(index) = result {
        game.tags.set_value(index, reader.result()?.as_bytes());
    }
    match reader.bytes {
        [] => Ok(game),
        _ => Err(Error::corrupt("more bytes than the game has")),
    }
}

struct Reader<'a> {
    notation: Notation,
    bytes: &'a [u8],
    /// Whether a move was read.
    moved: bool,
}

impl Reader<'_> {
    /// The tags, and the place of the one that the result at the end will fill.
    fn tags(&mut self, notes: &mut &[u8], budget: &Budget) -> Result<(Tags, Option<usize>)> {
        let mut tags = Tags::default();
        let mut result = None;
        for note in notes::read_tags(notes, budget)? {
            match note {
                TagNote::Full(tag) => tags.push(&tag.name, &tag.value),
                TagNote::Said(RESULT) if result.is_none() => {
                    result = Some(tags.len());
                    tags.push(b"Result", b"");
                }
                TagNote::Said(number) => {
                    let (name, letter) = SAID_TAGS
                        .get(number)
                        .ok_or_else(|| Error::corrupt("no such header"))?;
                    if self.byte()? != 0 || self.byte()? != *letter {
                        return Err(Error::corrupt("another header than announced"));
                    }
                    tags.push(name.as_bytes(), &self.text(budget)?);
                }
            }
        }
        Ok((tags, result))
    }

    fn item(&mut self, line: &MenLine, before: Option<&Item>, budget: &Budget) -> Result<Item> {
        match self.code()? {
            Code::Other(Other::Text) if self.moved => {
                self.text(budget).map(|text| Item::Comment(text.into()))
            }
            Code::Other(glyph @ (Other::Question | Other::Exclamation))
                if matches!(before, Some(Item::Move(_))) =>
            {
                self.glyph(glyph).map(Item::Nag)
            }
            code => self.chess_move(line, code).map(Item::Move),
        }
    }

    /// A glyph of one byte or two.
    fn glyph(&mut self, first: Other) -> Result<u8> {
        let second = self
            .bytes
            .first()
            .and_then(|&byte| self.notation.code(byte));
        let second = match second {
            Some(Code::Other(glyph @ (Other::Question | Other::Exclamation))) => {
                self.byte()?;
                Some(glyph)
            }
            _ => None,
        };
        Ok(number_of(first, second))
    }

    fn chess_move(&mut self, line: &MenLine, code: Code) -> Result<Move> {
        let words = match code {
            Code::Named { .. } => (Some(code), self.code()?),
            _ => (None, code),
        };
        let m = geometry::read(line.position(), line.men(), words)?;
        self.moved = true;
        Ok(m)
    }

    fn result(&mut self) -> Result<&'static str> {
        match self.code()? {
            Code::Other(result @ (Other::BlackWins | Other::WhiteWins | Other::Draw)) => {
                Ok(token(result))
            }
            _ => Err(Error::corrupt("no result where one was announced")),
        }
    }

    fn code(&mut self) -> Result<Code> {
        let byte = self.byte()?;
        self.notation
            .code(byte)
            .ok_or_else(|| Error::corrupt("a byte that says nothing"))
    }

    fn byte(&mut self) -> Result<u8> {
        let (&byte, rest) = self
            .bytes
            .split_first()
            .ok_or_else(|| Error::truncated("the bytes of a game end too early"))?;
        self.bytes = rest;
        Ok(byte)
    }

    fn text(&mut self, budget: &Budget) -> Result<Vec<u8>> {
        let len =
            memchr::memchr(0, self.bytes).ok_or_else(|| Error::truncated("a text does not end"))?;
        budget.take(len)?;
        let text = self.bytes[..len].to_vec();
        self.bytes = &self.bytes[len + 1..];
        Ok(text)
    }
}

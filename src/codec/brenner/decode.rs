//! Decodes bytes as a game.

use super::{
    RESULT, SAID_TAGS,
    code::{Code, Notation, Other},
    geometry::{self, Words},
    number_of, token,
};
use crate::{
    chess::{Move, identity::MenLine},
    codec::{
        bytes::ByteReader,
        encodings::{beside_moves, expect_start, standard_start},
        items::read_items,
        notes,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Game, Item, Tags},
};

/// Reads a game.
///
/// # Errors
/// For what FORMAT.md calls an error or damage, or does not speak of.
pub(super) fn game(
    notation: Notation,
    bytes: &[u8],
    notes: &mut &[u8],
    budget: &Budget,
) -> Result<Game> {
    let mut reader = Reader {
        notation,
        bytes: ByteReader::new(bytes),
        moved: false,
    };
    let (tags, result) = notes::read_tags_before_result(notes, budget, RESULT, |number, tags| {
        reader.header(number, tags, budget)
    })?;
    let mut game = Game {
        tags,
        items: Vec::new(),
    };
    let line = MenLine::new(expect_start(standard_start(&game).ok())?);
    game.items = read_items(line, notes, budget, |line, before, noted| match noted {
        None => reader.item(line, before.last(), budget),
        Some(item) => beside_moves(item),
    })?;
    if let Some(index) = result {
        game.tags.set_value(index, reader.result()?.as_bytes());
    }
    match reader.bytes.is_empty() {
        true => Ok(game),
        false => Err(Error::corrupt("more bytes than the game has")),
    }
}

struct Reader<'a> {
    notation: Notation,
    bytes: ByteReader<'a>,
    /// Whether a move was read.
    moved: bool,
}

impl Reader<'_> {
    /// Reads the header of that number as a tag.
    fn header(&mut self, number: usize, tags: &mut Tags, budget: &Budget) -> Result<()> {
        let (name, letter) = SAID_TAGS
            .get(number)
            .ok_or_else(|| Error::corrupt("no such header"))?;
        if self.bytes.byte()? != 0 || self.bytes.byte()? != *letter {
            return Err(Error::corrupt("another header than announced"));
        }
        tags.try_push(name.as_bytes(), self.bytes.text(budget)?)?;
        Ok(())
    }

    fn item(&mut self, line: &MenLine, before: Option<&Item>, budget: &Budget) -> Result<Item> {
        match self.code()? {
            Code::Other(Other::Text) if self.moved => {
                Ok(Item::Comment(self.bytes.text(budget)?.into()))
            }
            Code::Other(glyph @ (Other::Question | Other::Exclamation))
                if matches!(before, Some(Item::Move(_))) =>
            {
                self.glyph(glyph).map(Item::Nag)
            }
            code => self.chess_move(line, code).map(Item::Move),
        }
    }

    /// Reads a glyph of one or two bytes, the first of which is `first`.
    fn glyph(&mut self, first: Other) -> Result<u8> {
        let next = self.bytes.peek();
        let second = match next.and_then(|byte| self.notation.code(byte)) {
            Some(Code::Other(glyph @ (Other::Question | Other::Exclamation))) => {
                self.bytes.byte()?;
                Some(glyph)
            }
            _ => None,
        };
        Ok(number_of(first, second))
    }

    fn chess_move(&mut self, line: &MenLine, code: Code) -> Result<Move> {
        let words = match code {
            Code::Named(man) => Words {
                named: Some(man),
                code: self.code()?,
            },
            _ => Words { named: None, code },
        };
        let m = geometry::read(line, words)?;
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
        let byte = self.bytes.byte()?;
        self.notation
            .code(byte)
            .ok_or_else(|| Error::corrupt("a byte that says nothing"))
    }
}

//! Decodes bytes as a game.

use super::{
    COMMENT, END, LONG_GLYPH, RESULT, RESULT_TAG, RESULTS, SHORT_GLYPHS, VARIATION_BEGINS,
    VARIATION_ENDS, moves,
};
use crate::{
    chess::identity::MenLine,
    codec::{
        bytes::ByteReader,
        encodings::{expect_start, standard_start},
        items::read_items,
        notes,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, FaultKind, Game, Item},
};

/// Reads a game.
///
/// # Errors
/// For what FORMAT.md calls an error or damage, or does not speak of.
pub(super) fn game(bytes: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
    let (tags, result) = notes::read_tags_before_result(notes, budget, RESULT_TAG, |_, _| {
        Err(Error::corrupt("no such tag"))
    })?;
    let mut game = Game {
        tags,
        items: Vec::new(),
    };
    let line = MenLine::new(expect_start(standard_start(&game).ok())?);
    let mut reader = Reader {
        bytes: ByteReader::new(bytes),
        faulty: vec![false],
    };
    game.items = read_items(line, notes, budget, |line, _, noted| {
        let item = match noted {
            None => reader.item(line, budget)?,
            Some(item @ (Item::Comment(_) | Item::Fault(_))) => item,
            Some(_) => return Err(Error::corrupt("a note on what the bytes should say")),
        };
        reader.heed(&item)?;
        Ok(item)
    })?;
    let mut bytes = reader.bytes;
    if let Some(index) = result {
        let place = bytes.byte()?.checked_sub(RESULT).map(usize::from);
        let result = place
            .and_then(|place| RESULTS.get(place))
            .ok_or_else(|| Error::corrupt("no result"))?;
        game.tags.set_value(index, result.token().as_bytes());
    }
    match (bytes.byte()?, bytes.is_empty()) {
        (END, true) => Ok(game),
        _ => Err(Error::corrupt("more bytes than the game has")),
    }
}

/// The code of glyph 1.
const FIRST_SHORT_GLYPH: u8 = LONG_GLYPH + 1;

struct Reader<'a> {
    bytes: ByteReader<'a>,
    /// For each open line: whether it contains a move that cannot be played.
    faulty: Vec<bool>,
}

impl Reader<'_> {
    fn item(&mut self, line: &MenLine, budget: &Budget) -> Result<Item> {
        let first = self.bytes.byte()?;
        Ok(match first {
            moves::NULL_MOVE => Item::Null,
            0..moves::NULL_MOVE | moves::PROMOTION..LONG_GLYPH => {
                let m = moves::read(line.position(), line.men(), first, &mut self.bytes)?;
                Item::Move(m)
            }
            LONG_GLYPH => match self.bytes.byte()? {
                1..SHORT_GLYPHS => {
                    return Err(Error::corrupt("a glyph is written longer than it need be"));
                }
                number => Item::Nag(number),
            },
            FIRST_SHORT_GLYPH..RESULT => Item::Nag(first - LONG_GLYPH),
            COMMENT => Item::Comment(self.text(budget)?.into()),
            VARIATION_BEGINS => Item::Open,
            VARIATION_ENDS => Item::Close,
            _ => {
                let kind = FaultKind::ALL.get(usize::from(first.wrapping_sub(COMMENT + 1)));
                Item::Fault(Box::new(Fault {
                    kind: *kind.ok_or_else(|| Error::corrupt("a byte that says nothing"))?,
                    text: self.text(budget)?,
                }))
            }
        })
    }

    /// Checks that in each line no move follows one that cannot be played.
    fn heed(&mut self, item: &Item) -> Result<()> {
        match item {
            Item::Move(_) | Item::Null if self.faulty.last() == Some(&true) => {
                return Err(Error::corrupt("a move behind one that cannot be played"));
            }
            Item::Open => self.faulty.push(false),
            Item::Close => {
                self.faulty.pop();
            }
            Item::Fault(_) => {
                if let Some(faulty) = self.faulty.last_mut() {
                    *faulty = true;
                }
            }
            Item::Move(_) | Item::Null | Item::Nag(_) | Item::Comment(_) => {}
        }
        Ok(())
    }

    fn text(&mut self, budget: &Budget) -> Result<Vec<u8>> {
        let text = self.bytes.text(budget)?;
        match str::from_utf8(text) {
            Ok(_) => Ok(text.to_vec()),
            Err(_) => Err(Error::corrupt("a text that is not UTF-8")),
        }
    }
}

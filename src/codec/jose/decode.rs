//! Bytes as a game.

use super::{
    COMMENT, END, LONG_GLYPH, RESULT, RESULTS, SHORT_GLYPHS, VARIATION_BEGINS, VARIATION_ENDS,
    moves,
};
use crate::{
    chess::identity::MenLine,
    codec::{
        by_game::standard_start,
        notes::{self, NotesReader, Step, TagNote},
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, FaultKind, Game, Item, Tags},
};

/// Reads a game.
///
/// # Errors
/// For anything that [`encode::game`](super::encode::game) does not write.
pub(super) fn game(bytes: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
    let (tags, result) = tags(notes, budget)?;
    let mut game = Game {
        tags,
        items: Vec::new(),
    };
    let start =
        standard_start(&game).ok_or_else(|| Error::corrupt("no legal position to start from"))?;
    let mut reader = Reader {
        bytes,
        line: MenLine::new(start),
        faulty: vec![false],
    };
    let mut notes = NotesReader::new(notes)?;
    loop {
        let item = match notes.next(budget)? {
            Step::Said => reader.item(budget)?,
            Step::Item(item @ (Item::Comment(_) | Item::Fault(_))) => item,
            Step::Item(_) => return Err(Error::corrupt("a note on what the bytes should say")),
            Step::End => break,
        };
        budget.take(size_of::<Item>())?;
        reader.play(&item, budget)?;
        game.items.push(item);
    }
    if reader.line.line().depth() > 0 {
        return Err(Error::corrupt("a variation does not end"));
    }
    if let Some(index) = result {
        let place = reader.byte()?.checked_sub(RESULT).map(usize::from);
        let result = place
            .and_then(|place| RESULTS.get(place))
            .ok_or_else(|| Error::corrupt("no result"))?;
        game.tags.set_value(index, result.token().as_bytes());
    }
    match (reader.byte()?, reader.bytes) {
        (END, []) => Ok(game),
        _ => Err(Error::corrupt("more bytes than the game has")),
    }
}

/// The tags, and the place of the one that the result at the end will fill.
fn tags(notes: &mut &[u8], budget: &Budget) -> Result<(Tags, Option<usize>)> {
    let mut tags = Tags::default();
    let mut result = None;
    for note in notes::read_tags(notes, budget)? {
        match note {
            TagNote::Full(tag) => tags.push(&tag.name, &tag.value),
            TagNote::Said(0) if result.is_none() => {
                result = Some(tags.len());
                tags.push(b"Result", b"");
            }
            TagNote::Said(_) => return Err(Error::corrupt("no such tag")),
        }
    }
    Ok((tags, result))
}

/// The byte of glyph 1.
const FIRST_SHORT_GLYPH: u8 = LONG_GLYPH + 1;

struct Reader<'a> {
    bytes: &'a [u8],
    line: MenLine,
    /// For each open line whether a move that cannot be played stands in it.
    faulty: Vec<bool>,
}

impl Reader<'_> {
    fn item(&mut self, budget: &Budget) -> Result<Item> {
        let first = self.byte()?;
        Ok(match first {
            moves::NULL_MOVE => Item::Null,
            0..moves::NULL_MOVE | moves::PROMOTION..LONG_GLYPH => {
                let (line, bytes) = (&self.line, &mut self.bytes);
                Item::Move(moves::read(line.position(), line.men(), first, || {
                    take(bytes)
                })?)
            }
            LONG_GLYPH => match self.byte()? {
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

    fn play(&mut self, item: &Item, budget: &Budget) -> Result<()> {
        let faulty = self.faulty.last().copied().unwrap_or(false);
        match item {
            Item::Move(_) | Item::Null if faulty => {
                return Err(Error::corrupt("a move behind one that cannot be played"));
            }
            Item::Move(m) => self.line.play(*m),
            Item::Null if !self.line.pass() => {
                return Err(Error::corrupt("a null move that cannot be played"));
            }
            Item::Open => {
                budget.take(size_of::<MenLine>())?;
                self.line.open();
                self.faulty.push(false);
            }
            Item::Close if !self.line.close() => {
                return Err(Error::corrupt("a variation ends that never began"));
            }
            Item::Close => {
                budget.give_back(size_of::<MenLine>());
                self.faulty.pop();
            }
            Item::Fault(_) => {
                if let Some(faulty) = self.faulty.last_mut() {
                    *faulty = true;
                }
            }
            Item::Null | Item::Nag(_) | Item::Comment(_) => {}
        }
        Ok(())
    }

    fn byte(&mut self) -> Result<u8> {
        take(&mut self.bytes)
    }

    fn text(&mut self, budget: &Budget) -> Result<Vec<u8>> {
        let len =
            memchr::memchr(0, self.bytes).ok_or_else(|| Error::truncated("a text does not end"))?;
        budget.take(len)?;
        let (text, rest) = self.bytes.split_at(len);
        self.bytes = &rest[1..];
        match str::from_utf8(text) {
            Ok(_) => Ok(text.to_vec()),
            Err(_) => Err(Error::corrupt("a text that is not UTF-8")),
        }
    }
}

fn take(bytes: &mut &[u8]) -> Result<u8> {
    let (&byte, rest) = bytes
        .split_first()
        .ok_or_else(|| Error::truncated("the bytes of a game end too early"))?;
    *bytes = rest;
    Ok(byte)
}

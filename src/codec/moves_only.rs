//! What the encodings that say moves and nothing else share: where the moves stand is said by [`notes`].
//!
//! Moves of variations are coded like those of the game, in the order of the text.

use super::notes::{self, NotesReader, NotesWriter, Step};
use crate::{
    chess::{Move, Position, line::Line},
    coding::bits::BitReader,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Item},
        layout::Reason,
    },
};

/// Why an encoding of legal moves from a known position has no words for `game`.
pub fn objection(game: &Game) -> Option<Reason> {
    if game.start().is_none() {
        return Some(Reason::Start);
    }
    game.items.iter().find_map(|item| match item {
        Item::Fault(_) => Some(Reason::Fault),
        Item::Null => Some(Reason::Unsayable),
        _ => None,
    })
}

/// Hands each move to `code` with the line that it continues, and writes the rest into `notes`.
pub fn encode(game: &Game, notes: &mut Vec<u8>, mut code: impl FnMut(&Line, Move)) {
    notes::write_tags(notes, &game.tags, |_| None);
    let mut notes = NotesWriter::new(notes);
    let mut line = Line::new(game.start().unwrap_or_default());
    for item in &game.items {
        notes.item(item);
        match item {
            Item::Move(m) => {
                code(&line, *m);
                line.play(*m);
            }
            Item::Open => line.open(),
            Item::Close => {
                line.close();
            }
            // The codecs object to null moves and faults.
            Item::Nag(_) | Item::Comment(_) | Item::Null | Item::Fault(_) => {}
        }
    }
    notes.end();
}

/// Reads the notes of a game and asks `next` for each legal move of it.
///
/// # Errors
/// For notes that [`encode`] does not write, and those of `next`.
pub fn decode(
    notes: &mut &[u8],
    budget: &Budget,
    mut next: impl FnMut(&Position) -> Result<Move>,
) -> Result<Game> {
    let mut game = Game {
        tags: notes::read_full_tags(notes, budget)?,
        items: Vec::new(),
    };
    let start = game.start();
    let mut line =
        Line::new(start.ok_or_else(|| Error::corrupt("no legal position to start from"))?);
    let mut notes = NotesReader::new(notes)?;
    loop {
        let item = match notes.next(budget)? {
            Step::Said => {
                let m = next(line.position())?;
                line.play(m);
                Item::Move(m)
            }
            Step::Item(Item::Open) => {
                budget.take(size_of::<Line>())?;
                line.open();
                Item::Open
            }
            Step::Item(Item::Close) if line.close() => {
                budget.give_back(size_of::<Line>());
                Item::Close
            }
            Step::Item(item @ (Item::Nag(_) | Item::Comment(_))) => item,
            Step::Item(_) => {
                return Err(Error::corrupt(
                    "something that this encoding has no words for",
                ));
            }
            Step::End => break,
        };
        budget.take(size_of::<Item>())?;
        game.items.push(item);
    }
    match line.depth() {
        0 => Ok(game),
        _ => Err(Error::corrupt("a variation does not end")),
    }
}

/// Makes sure that nothing but padding is left.
///
/// # Errors
/// When there is more.
pub fn expect_end(reader: &mut BitReader<'_>) -> Result<()> {
    let left = reader.left();
    match left < 8 && reader.read(left)? == 0 {
        true => Ok(()),
        false => Err(Error::corrupt("more bits than moves")),
    }
}

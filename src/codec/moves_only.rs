//! The parts shared by encodings that express nothing but moves; [`notes`] say where the moves
//! stand.
//!
//! Moves of variations are coded like those of the main line, in the order of the text.

use super::{
    encodings::{beside_moves, expect_start, is_at_end},
    items::read_items,
    notes::{self, NotesWriter},
};
use crate::{
    chess::{Move, Position, line::Line},
    coding::bits::BitReader,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        cursor::follow,
        game::{Game, Item},
    },
};

/// Calls `code` for each move, with the line that it continues, and writes everything else into
/// `notes`.
pub fn encode(game: &Game, notes: &mut Vec<u8>, mut code: impl FnMut(&Line, Move)) {
    notes::write_tags(notes, &game.tags, |_| None);
    let mut notes = NotesWriter::new(notes);
    let mut line = Line::new(game.start().unwrap_or_default());
    for item in &game.items {
        notes.item(item);
        if let Item::Move(m) = item {
            code(&line, *m);
        }
        follow(&mut line, item);
    }
    notes.end();
}

/// Reads a game from its notes, and calls `next` for each of its moves.
///
/// # Errors
/// For notes that [`encode`] does not write, and when `next` fails.
pub fn decode(
    notes: &mut &[u8],
    budget: &Budget,
    mut next: impl FnMut(&Position) -> Result<Move>,
) -> Result<Game> {
    let mut game = Game {
        tags: notes::read_full_tags(notes, budget)?,
        items: Vec::new(),
    };
    let line = Line::new(expect_start(game.start())?);
    game.items = read_items(line, notes, budget, |line, _, noted| match noted {
        None => next(line.position()).map(Item::Move),
        Some(item) => beside_moves(item),
    })?;
    Ok(game)
}

/// Reads a game whose moves stand one after another in `bits`, each read by `read`.
///
/// # Errors
/// As [`decode`], and where more bits are left than padding.
pub fn decode_bits(
    bits: &[u8],
    notes: &mut &[u8],
    budget: &Budget,
    read: impl Fn(&Position, &mut BitReader<'_>) -> Result<Move>,
) -> Result<Game> {
    let mut reader = BitReader::new(bits);
    let game = decode(notes, budget, |position| read(position, &mut reader))?;
    expect_end(&reader)?;
    Ok(game)
}

/// Checks that only zero padding is left.
///
/// # Errors
/// When anything else is left.
fn expect_end(reader: &BitReader<'_>) -> Result<()> {
    match is_at_end(reader)? {
        true => Ok(()),
        false => Err(Error::corrupt("more bits than moves")),
    }
}

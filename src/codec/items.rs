//! Reads the items of a game and follows them on the board, for the codecs that write each game by
//! itself.

use super::notes::{NotesReader, Step};
use crate::{
    chess::line::Cursor,
    error::{Error, Result},
    limits::Budget,
    pgn::game::{DEEPEST, Item},
};

/// Moves `line` on past an item that was decoded. An open variation takes memory from `budget` until
/// it is closed.
///
/// # Errors
/// When the item is not possible here, or `budget` is exhausted.
pub(super) fn follow_read<L: Cursor>(line: &mut L, item: &Item, budget: &Budget) -> Result<()> {
    match item {
        Item::Move(m) => line.play(*m),
        Item::Null => {
            if !line.pass() {
                return Err(Error::corrupt("a null move that cannot be played"));
            }
        }
        Item::Open if line.line().depth() >= DEEPEST => {
            return Err(Error::corrupt("variations are nested too deeply"));
        }
        Item::Open => {
            budget.take(L::OPEN)?;
            line.open();
        }
        Item::Close => {
            if !line.close() {
                return Err(Error::corrupt("a variation ends that never began"));
            }
            budget.give_back(L::OPEN);
        }
        Item::Nag(_) | Item::Comment(_) | Item::Fault(_) => {}
    }
    Ok(())
}

/// Reads the items of a game that begins at `line`. `next` returns each item; it gets the cursor
/// before the item, the items so far, and the item in the notes, or `None` if the bits express it.
///
/// # Errors
/// For items that do not make a game, for notes that no writer makes, and when `next` fails.
pub(super) fn read_items<L: Cursor>(
    mut line: L,
    notes: &mut &[u8],
    budget: &Budget,
    mut next: impl FnMut(&L, &[Item], Option<Item>) -> Result<Item>,
) -> Result<Vec<Item>> {
    let mut notes = NotesReader::new(notes)?;
    let mut items = Vec::new();
    loop {
        let noted = match notes.next(budget)? {
            Step::Said => None,
            Step::Item(item) => Some(item),
            Step::End => break,
        };
        let item = next(&line, &items, noted)?;
        budget.take(item.size())?;
        follow_read(&mut line, &item, budget)?;
        items.push(item);
    }
    match line.line().depth() {
        0 => Ok(items),
        _ => Err(Error::corrupt("a variation does not end")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, line::Line};

    #[test]
    fn variations_are_nested_as_deeply_as_the_parser_lets_them_be() {
        let (mut line, budget) = (Line::new(Position::default()), Budget::new(1 << 20));
        for _ in 0..DEEPEST {
            follow_read(&mut line, &Item::Open, &budget).unwrap();
        }
        let error = follow_read(&mut line, &Item::Open, &budget).unwrap_err();
        assert!(error.is_damage());
    }
}

//! Follows the items of a game on the board, for the codecs that write each game by itself.

use super::notes::{NotesReader, Step};
use crate::{
    chess::{Move, identity::MenLine, line::Line},
    error::{Error, Result},
    limits::Budget,
    pgn::game::{DEEPEST, Item},
};

/// A cursor in a game, which can go forward and into variations: a [`Line`], with or without the
/// identities of its men.
pub(super) trait Walk: Sized {
    /// The line without its men.
    fn line(&self) -> &Line;

    /// As [`Line::play`].
    fn play(&mut self, m: Move);

    /// As [`Line::pass`].
    fn pass(&mut self) -> bool;

    /// As [`Line::open`].
    fn open(&mut self);

    /// As [`Line::close`].
    fn close(&mut self) -> bool;

    /// Moves on past `item` of a game.
    fn follow(&mut self, item: &Item) {
        match item {
            Item::Move(m) => self.play(*m),
            Item::Null => {
                self.pass();
            }
            Item::Open => self.open(),
            Item::Close => {
                self.close();
            }
            Item::Nag(_) | Item::Comment(_) | Item::Fault(_) => {}
        }
    }

    /// Moves on past an item that was decoded. An open variation takes memory from `budget` until
    /// it is closed.
    ///
    /// # Errors
    /// When the item is not possible here, or `budget` is exhausted.
    fn follow_read(&mut self, item: &Item, budget: &Budget) -> Result<()> {
        match item {
            Item::Move(m) => self.play(*m),
            Item::Null => {
                if !self.pass() {
                    return Err(Error::corrupt("a null move that cannot be played"));
                }
            }
            Item::Open if self.line().depth() >= DEEPEST => {
                return Err(Error::corrupt("variations are nested too deeply"));
            }
            Item::Open => {
                budget.take(size_of::<Self>())?;
                self.open();
            }
            Item::Close => {
                if !self.close() {
                    return Err(Error::corrupt("a variation ends that never began"));
                }
                budget.give_back(size_of::<Self>());
            }
            Item::Nag(_) | Item::Comment(_) | Item::Fault(_) => {}
        }
        Ok(())
    }
}

impl Walk for Line {
    fn line(&self) -> &Line {
        self
    }

    fn play(&mut self, m: Move) {
        Line::play(self, m);
    }

    fn pass(&mut self) -> bool {
        Line::pass(self)
    }

    fn open(&mut self) {
        Line::open(self);
    }

    fn close(&mut self) -> bool {
        Line::close(self)
    }
}

impl Walk for MenLine {
    fn line(&self) -> &Line {
        MenLine::line(self)
    }

    fn play(&mut self, m: Move) {
        MenLine::play(self, m);
    }

    fn pass(&mut self) -> bool {
        MenLine::pass(self)
    }

    fn open(&mut self) {
        MenLine::open(self);
    }

    fn close(&mut self) -> bool {
        MenLine::close(self)
    }
}

/// Reads the items of a game that begins at `line`. `next` returns each item; it gets the cursor
/// before the item, the items so far, and the item in the notes, or `None` if the bits express it.
///
/// # Errors
/// For items that do not make a game, for notes that no writer makes, and when `next` fails.
pub(super) fn read_items<L: Walk>(
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
        line.follow_read(&item, budget)?;
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
    use crate::chess::Position;

    #[test]
    fn variations_are_nested_as_deeply_as_the_parser_lets_them_be() {
        let (mut line, budget) = (Line::new(Position::default()), Budget::new(1 << 20));
        for _ in 0..DEEPEST {
            line.follow_read(&Item::Open, &budget).unwrap();
        }
        let error = line.follow_read(&Item::Open, &budget).unwrap_err();
        assert!(error.is_damage());
    }
}

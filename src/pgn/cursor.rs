//! Follows the items of a game on the board.

use super::game::Item;
use crate::chess::{Move, identity::MenLine, line::Line};

/// A cursor in a game, which can go forward and into variations: a [`Line`], with or without the
/// identities of its men.
pub trait Cursor: Sized {
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
}

impl Cursor for Line {
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

impl Cursor for MenLine {
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

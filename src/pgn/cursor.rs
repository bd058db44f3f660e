//! Follows the items of a game on the board.

use super::game::Item;
use crate::chess::line::Cursor;

/// Moves `cursor` on past `item` of a game.
pub fn follow(cursor: &mut impl Cursor, item: &Item) {
    match item {
        Item::Move(m) => cursor.play(*m),
        Item::Null => {
            cursor.pass();
        }
        Item::Open => cursor.open(),
        Item::Close => {
            cursor.close();
        }
        Item::Nag(_) | Item::Comment(_) | Item::Fault(_) => {}
    }
}

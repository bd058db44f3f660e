//! Games and documents for the tests of this module.

use crate::pgn::{
    game::{Game, Item, Tag},
    layout::{Document, Layout, Piece},
    style::Style,
};

/// A game with these tags and items.
pub(super) fn game(tags: &[(&str, &str)], items: Vec<Item>) -> Game {
    let tags = tags.iter().map(|(name, value)| Tag {
        name: name.as_bytes().to_vec(),
        value: value.as_bytes().to_vec(),
    });
    Game {
        tags: tags.collect(),
        items,
    }
}

/// A document of these games, written as games usually are.
pub(super) fn document(games: Vec<Game>) -> Document {
    let piece = |game| Piece::Game(Box::new(game), Layout::default());
    let pieces = games.into_iter().map(piece).collect();
    Document::new(vec![Style::default()], pieces)
}

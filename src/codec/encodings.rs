//! What several of the historical encodings have in common: which games they can express, what may
//! stand beside coded moves, and where their bits end.

use crate::{
    chess::{CastlingMode, Position, Rules},
    coding::bits::BitReader,
    error::{Error, Result},
    pgn::{
        game::{Game, Item},
        layout::Reason,
    },
};

/// The starting position of `game`, for encodings that know only standard castling; else the reason
/// why they cannot express the game.
pub(super) fn standard_start(game: &Game) -> std::result::Result<Position, Reason> {
    let start = game.start().ok_or(Reason::Start)?;
    match start.castles().mode() {
        CastlingMode::Standard => Ok(start),
        CastlingMode::Chess960 => Err(Reason::Unsayable),
    }
}

/// Unwraps the starting position in a decoder.
///
/// # Errors
/// When there is none.
pub(super) fn expect_start(start: Option<Position>) -> Result<Position> {
    start.ok_or_else(|| Error::corrupt("no legal position to start from"))
}

/// The reason why an encoding of legal moves from a known position cannot express `game`; `None` if
/// it can.
pub(super) fn objection_to_moves(game: &Game) -> Option<Reason> {
    if game.start().is_none() {
        return Some(Reason::Start);
    }
    objection_to_items(&game.items)
}

/// The same, of `items` that start from a known position.
pub(super) fn objection_to_items(items: &[Item]) -> Option<Reason> {
    items.iter().find_map(|item| match item {
        Item::Fault(_) => Some(Reason::Fault),
        Item::Null => Some(Reason::Unsayable),
        _ => None,
    })
}

/// Checks an item that the notes hold beside coded moves.
///
/// # Errors
/// For moves, null moves and moves that cannot be played: no such encoding puts these into notes.
pub(super) fn beside_moves(item: Item) -> Result<Item> {
    match item {
        Item::Open | Item::Close | Item::Nag(_) | Item::Comment(_) => Ok(item),
        Item::Move(_) | Item::Null | Item::Fault(_) => Err(Error::corrupt(
            "something that this encoding has no words for",
        )),
    }
}

/// Whether only zero padding is left.
///
/// # Errors
/// When the bits cannot be read.
pub(super) fn is_at_end(reader: &BitReader<'_>) -> Result<bool> {
    Ok(reader.left() < 8 && reader.clone().read(reader.left())? == 0)
}

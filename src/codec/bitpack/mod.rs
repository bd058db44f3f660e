#![doc = include_str!("FORMAT.md")]
//!
//! # In this folder
//!
//! [`encode`] writes the bits and [`decode`] reads them, function by function in the same order.
//! `origins` computes the widths of fields from the geometry of the board; `en_passant` counts the
//! captures for the header of every line of play. How games are put together into a payload is the
//! business of [`by_game`](super::by_game).

pub mod decode;
mod en_passant;
pub mod encode;
mod origins;

use super::{by_game::GameCodec, encodings::objection_to_moves, tape::Tape};
use crate::{
    error::{Error, Result},
    limits::Budget,
    pgn::{game::Game, layout::Reason},
};

/// The three bits that begin every item of the movetext.
mod kind {
    use crate::chess::Role;

    /// Castling, a glyph (NAG) or a comment: the next one or two bits tell which.
    pub(super) const CASTLING_NAG_COMMENT: u64 = 0b110;
    /// Promotion, or the beginning or end of a variation: the next one or two bits tell which.
    pub(super) const PROMOTION_VARIATION: u64 = 0b111;

    /// The code of a piece that moves.
    pub(super) fn of(role: Role) -> u64 {
        match role {
            Role::King => 0b000,
            Role::Queen => 0b001,
            Role::Bishop => 0b010,
            Role::Knight => 0b011,
            Role::Rook => 0b100,
            Role::Pawn => 0b101,
        }
    }

    /// The piece with that code.
    pub(super) fn role(bits: u64) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| of(role) == bits)
    }
}

/// Promotion pieces in the order of their two-bit codes.
const PROMOTIONS: [crate::chess::Role; 4] = {
    use crate::chess::Role;
    [Role::Queen, Role::Bishop, Role::Knight, Role::Rook]
};

/// The codec `bitpack`.
#[derive(Clone, Copy, Debug)]
pub struct Bitpack;

impl GameCodec for Bitpack {
    fn objection(&self, game: &Game) -> Option<Reason> {
        let unnamed = || game.tags.iter().any(|tag| tag.name.is_empty());
        let unsayable = || unnamed() || en_passant::too_many(&game.items);
        objection_to_moves(game).or_else(|| unsayable().then_some(Reason::Unsayable))
    }

    fn encode(&self, game: &Game, tape: &mut Tape, _: &mut Vec<u8>) {
        encode::game(game, &[], tape);
    }

    fn decode(&self, bits: &[u8], _: &mut &[u8], budget: &Budget) -> Result<Game> {
        let (game, marked) = decode::game(bits, budget)?;
        if marked.is_empty() {
            Ok(game)
        } else {
            Err(Error::corrupt("an en-passant capture is marked twice over"))
        }
    }
}

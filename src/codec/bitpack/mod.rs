#![doc = include_str!("FORMAT.md")]
//!
//! # In this folder
//!
//! [`encode`] writes the bits and [`decode`] reads them, function by function in the same order; `origins` is the geometry that
//! both ask for widths, `en_passant` the count that opens every line of play. No file here knows how games are put together
//! into a payload: that is [`by_game`](super::by_game).

pub mod decode;
mod en_passant;
pub mod encode;
mod origins;

use super::{by_game::GameCodec, moves_only, tape::Tape};
use crate::{
    error::{Error, Result},
    limits::Budget,
    pgn::{game::Game, layout::Reason},
};

/// What the three bits before everything in the movetext say.
mod kind {
    use crate::chess::Role;

    /// Castling, a glyph or a comment: more bits follow.
    pub(super) const CASTLING_NAG_COMMENT: u64 = 0b110;
    /// Promotion or a bracket of a variation: one more bit follows.
    pub(super) const PROMOTION_VARIATION: u64 = 0b111;

    /// The bits of a piece that moves.
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

    /// The piece that the bits name.
    pub(super) fn role(bits: u64) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| of(role) == bits)
    }
}

/// What a pawn becomes, in the order of their two bits.
const PROMOTIONS: [crate::chess::Role; 4] = {
    use crate::chess::Role;
    [Role::Queen, Role::Bishop, Role::Knight, Role::Rook]
};

/// The codec.
#[derive(Clone, Copy, Debug)]
pub struct Bitpack;

impl GameCodec for Bitpack {
    fn objection(&self, game: &Game) -> Option<Reason> {
        let unnamed = || game.tags.iter().any(|tag| tag.name.is_empty());
        let unsayable = || unnamed() || en_passant::too_many(&game.items);
        moves_only::objection(game).or_else(|| unsayable().then_some(Reason::Unsayable))
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

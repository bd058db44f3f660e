//! What the historical codecs have in common: each writes one game at a time.

use super::tape::Tape;
use crate::{
    error::Result,
    limits::Budget,
    pgn::{game::Game, layout::Reason},
};

/// A codec that turns one game into bits, and what it has no words for into notes beside them.
pub trait GameCodec: Sync {
    /// Why the encoding has no words for `game`, if that is so.
    fn objection(&self, game: &Game) -> Option<Reason>;

    /// Writes a game without objection. What the encoding itself cannot say but the game holds (tags that it has no letter
    /// for, comments where it has moves alone) goes into `notes`.
    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>);

    /// Reads one game: `bits` are all its own, zero-padded to a byte; `notes` begin with its own and are moved past them.
    ///
    /// # Errors
    /// For anything that [`encode`](GameCodec::encode) does not write.
    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game>;
}

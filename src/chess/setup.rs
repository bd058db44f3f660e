//! Positions that a game starts from.

use super::{CastlingMode, Position};
use shakmaty::fen::Fen;

/// The position that the text of a FEN names, standard or Chess960; `None` where the text is no FEN or the position breaks
/// the rules.
pub fn position_of_fen(text: &[u8]) -> Option<Position> {
    let setup = Fen::from_ascii(text).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    shakmaty::FromSetup::from_setup(setup, mode).ok()
}

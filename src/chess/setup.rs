//! Positions that a game starts from.

use super::{CastlingMode, EnPassantMode, Position, Setup};
use shakmaty::fen::{Epd, Fen};

/// The position that the text of a FEN names, standard or Chess960; `None` where the text is not a
/// FEN or the position breaks the rules.
pub fn position_of_fen(text: &[u8]) -> Option<Position> {
    let (setup, mode) = setup_of_fen(text)?;
    shakmaty::FromSetup::from_setup(setup, mode).ok()
}

/// The position that a game with this FEN starts from: as [`position_of_fen`], but where all men
/// stand as at the start of a usual game and nobody has castling rights, both sides have all of
/// theirs. Programs that write a FEN into every game may leave them out.
pub fn start_of_fen(text: &[u8]) -> Option<Position> {
    let (mut setup, mode) = setup_of_fen(text)?;
    let usual = Setup::initial();
    if setup.board == usual.board && setup.castling_rights.is_empty() {
        setup.castling_rights = usual.castling_rights;
    }
    shakmaty::FromSetup::from_setup(setup, mode).ok()
}

/// What the text of a FEN sets up, whatever the rules, and how castling is meant there.
pub(super) fn setup_of_fen(text: &[u8]) -> Option<(Setup, CastlingMode)> {
    let setup = Fen::from_ascii(text).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    Some((setup, mode))
}

/// The FEN of a position without its two counters. `en_passant` says when the square that a pawn
/// has just passed is named.
pub fn epd(position: &Position, en_passant: EnPassantMode) -> String {
    Epd::from_position(position, en_passant).to_string()
}

/// The whole FEN of a position.
pub fn fen(position: &Position, en_passant: EnPassantMode) -> String {
    Fen::from_position(position, en_passant).to_string()
}

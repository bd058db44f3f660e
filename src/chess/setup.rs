//! Positions that a game starts from.

use super::{CastlingMode, EnPassantMode, Position, Setup};
use shakmaty::{
    FromSetup, PositionError,
    fen::{Epd, Fen},
};

/// The position that the text of a FEN names, standard or Chess960; `None` where the text is not a
/// FEN or the position breaks the rules.
pub fn position_of_fen(text: &[u8]) -> Option<Position> {
    position_of_setup(setup_of_fen(text)?)
}

/// The position that `setup` sets up, standard or Chess960; `None` where it breaks the rules.
pub fn position_of_setup(setup: Setup) -> Option<Position> {
    let mode = CastlingMode::detect(&setup);
    Position::from_setup(setup, mode).ok()
}

/// The position that a game with this FEN starts from: as [`position_of_fen`], but where all men
/// stand as at the start of a usual game and nobody has castling rights, both sides have all of
/// theirs: programs that write a FEN into every game may leave them out. Rights to castle without
/// king or rook in place, and a square to take en passant where no pawn can have passed, do not
/// count: who sets up a position by hand may forget them there.
pub fn start_of_fen(text: &[u8]) -> Option<Position> {
    let mut setup = setup_of_fen(text)?;
    let mode = CastlingMode::detect(&setup);
    let usual = Setup::initial();
    if setup.board == usual.board && setup.castling_rights.is_empty() {
        setup.castling_rights = usual.castling_rights;
    }
    Position::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

/// What the text of a FEN sets up, whatever the rules.
pub(super) fn setup_of_fen(text: &[u8]) -> Option<Setup> {
    Some(Fen::from_ascii(text).ok()?.into_setup())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_as_usual_may_castle() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        for (told, meant) in [("-", "KQkq"), ("K", "K"), ("KQkq", "KQkq")] {
            let start = start_of_fen(format!("{usual} {told} - 0 1").as_bytes()).unwrap();
            let meant = format!("{usual} {meant} - 0 1");
            assert_eq!(fen(&start, EnPassantMode::Always), meant, "{told}");
        }
        let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1";
        let start = start_of_fen(moved.as_bytes()).unwrap();
        assert_eq!(fen(&start, EnPassantMode::Always), moved);
    }

    #[test]
    fn what_a_game_may_forget_to_take_back_does_not_count() {
        for (forgetful, right) in [
            // A rook is gone.
            (
                "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            ),
            // No pawn has passed.
            (
                "4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1",
                "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
        ] {
            assert!(
                position_of_fen(forgetful.as_bytes()).is_none(),
                "{forgetful}"
            );
            let start = start_of_fen(forgetful.as_bytes()).unwrap();
            assert_eq!(fen(&start, EnPassantMode::Always), right, "{forgetful}");
        }
        for broken in [
            "4k3/8/8/8/8/8/8/8 w KQ - 0 1",
            "4k3/4R3/8/8/8/8/8/4K3 w Q e3 0 1",
        ] {
            assert!(start_of_fen(broken.as_bytes()).is_none(), "{broken}");
        }
    }
}

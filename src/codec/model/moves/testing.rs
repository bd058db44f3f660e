//! Positions to try things on.

use crate::chess::{Position, Rules, setup::position_of_fen};
use proptest::sample::Index;

/// Plays moves from the position of `fen`, those that the `picks` fall on, and shows each position on the way.
pub(super) fn each_position(fen: &[u8], picks: &[Index], visit: impl Fn(&Position)) {
    let mut position = position_of_fen(fen).expect("a legal position");
    for pick in picks {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[pick.index(moves.len())]);
    }
}

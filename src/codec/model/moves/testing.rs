//! Helpers for tests: positions and a model.

use super::model::MoveModel;
use crate::{
    chess::{Position, Rules, setup::position_of_fen},
    codec::model::learnt::Learnt,
};
use proptest::sample::Index;
use std::sync::LazyLock;

/// The model that the program carries, without its judges.
pub(crate) static WITHOUT_JUDGES: LazyLock<MoveModel> = LazyLock::new(|| {
    let whole = Learnt::standard().moves();
    MoveModel::new(whole.tables(), whole.quick()).expect("a model that can be packed")
});

/// Plays legal moves from the position of `fen`, chosen by `picks`, and calls `visit` with each
/// position before its move.
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

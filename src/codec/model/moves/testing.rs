//! Helpers for tests: positions and a model.

use super::model::MoveModel;
use crate::{
    chess::{Position, Rules, setup::position_of_fen},
    codec::model::learnt::Learnt,
};
use proptest::sample::Index;
use std::{path::PathBuf, sync::LazyLock};

/// The model that the program carries, without its judges.
pub(crate) static WITHOUT_JUDGES: LazyLock<MoveModel> = LazyLock::new(|| {
    let whole = Learnt::standard().moves();
    MoveModel::new(whole.tables(), whole.quick()).expect("a model that can be packed")
});

/// The files that an environment variable names, and of how many of their games each is to be taken
/// one: `a.pgn%3` means every third game, `a.pgn` all.
pub(super) fn sources(variable: &str) -> Vec<(PathBuf, usize)> {
    let named = std::env::var(variable).expect("a list of files");
    let source = |source: &str| {
        let (path, every) = source.split_once('%').unwrap_or((source, "1"));
        (path.into(), every.parse().expect("a number behind %"))
    };
    named.split_whitespace().map(source).collect()
}

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

//! Every bit of a game, one row for each thing coded. Decides neither what the rows look like nor which games are shown.

use super::{
    by_game::GameCodec,
    tape::{Played, Tape},
};
use crate::pgn::game::Game;

/// One thing coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which game of the file it belongs to, 1 for the first.
    pub game: usize,
    /// Its bits as zeros and ones.
    pub bits: String,
    /// The bits of the game up to its last.
    pub sum: usize,
    /// What the bits mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// The rows of `game`, the file's number `number`, which `codec` has no objection to. Their bits joined are what the codec stores
/// of the game, but for padding.
pub fn rows(codec: &dyn GameCodec, number: usize, game: &Game) -> Vec<Row> {
    let mut tape = Tape::explaining();
    codec.encode(game, &mut tape, &mut Vec::new());
    let labels = tape.labels().to_vec();
    let bits: String = tape
        .into_bytes()
        .iter()
        .map(|byte| format!("{byte:08b}"))
        .collect();
    let mut start = 0;
    labels
        .into_iter()
        .map(|label| {
            let bits = bits[start..label.end].to_owned();
            start = label.end;
            Row {
                game: number,
                bits,
                sum: label.end,
                what: label.what,
                played: label.played,
            }
        })
        .collect()
}

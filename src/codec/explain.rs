//! Lists the bits of a game, one row for each thing coded. How the rows look, and which games are
//! shown, is decided elsewhere.

use super::{
    by_game::GameCodec,
    tape::{Played, Tape},
};
use crate::pgn::game::Game;

/// One coded thing and its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of its game in the file, 1 for the first.
    pub game: usize,
    /// Its bits as zeros and ones.
    pub bits: String,
    /// Number of bits of the game up to the end of this row.
    pub sum: usize,
    /// What the bits mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// The rows of `game`, which is number `number` of the file and which `codec` can express. All
/// their bits joined are what the codec stores of the game, without padding.
pub fn rows(codec: &dyn GameCodec, number: usize, game: &Game) -> Vec<Row> {
    let mut tape = Tape::explaining();
    codec.encode(game, &mut tape, &mut Vec::new());
    let (bytes, labels) = tape.into_parts();
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
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

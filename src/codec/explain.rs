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
    /// Its bits as zeros and ones.
    pub bits: String,
    /// Number of bits of the game up to the end of this row.
    pub sum: usize,
    /// What the bits mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// What a codec stores of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// One row for each thing that has bits. All their bits joined are those that the codec stores
    /// of the game, without padding.
    pub rows: Vec<Row>,
    /// What it notes beside these bits, in bytes (FORMAT.md 7.N), before the notes of all games of
    /// a block are squeezed together.
    pub notes_bytes: usize,
}

/// Explains `game`, which `codec` can express.
pub fn explain(codec: &dyn GameCodec, game: &Game) -> Explained {
    let (mut tape, mut notes) = (Tape::explaining(), Vec::new());
    codec.encode(game, &mut tape, &mut notes);
    Explained {
        rows: rows(tape),
        notes_bytes: notes.len(),
    }
}

/// The rows of a tape that kept labels.
pub fn rows(tape: Tape) -> Vec<Row> {
    let (bytes, labels) = tape.into_parts();
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let mut start = 0;
    labels
        .into_iter()
        .map(|label| {
            let bits = bits[start..label.end].to_owned();
            start = label.end;
            Row {
                bits,
                sum: label.end,
                what: label.what,
                played: label.played,
            }
        })
        .collect()
}

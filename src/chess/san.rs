//! Spelling moves in standard algebraic notation, fast.

use super::{Move, Position, Rules};
use shakmaty::san::San;
use std::io::Write;

/// Appends the standard spelling of the legal move `m` (without check mark) and plays it.
pub fn write_and_play(position: &mut Position, m: Move, out: &mut Vec<u8>) {
    let san = San::from_move(&*position, m);
    // Writing to a vector cannot fail.
    let _ = write!(out, "{san}");
    position.play_unchecked(m);
}

/// The mark that follows the move which led to `position`: `+`, `#` or nothing.
pub fn check_mark(position: &Position) -> &'static str {
    if !position.is_check() {
        ""
    } else if position.legal_moves().is_empty() {
        "#"
    } else {
        "+"
    }
}

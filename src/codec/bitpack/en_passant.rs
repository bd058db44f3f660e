//! Finds the en-passant captures of each line of play, which are counted in the line's header.

use crate::{chess::Move, pgn::game::Item};

/// Width of the count in bits.
pub(super) const COUNT_BITS: usize = 4;

/// For each line, the item indices of its captures: the main line first, then the variations in the
/// order in which they open. The captures of a variation do not count for the line around it.
pub(super) fn by_line(items: &[Item]) -> Vec<Vec<usize>> {
    let mut lines = vec![Vec::new()];
    let mut open = vec![0];
    for (index, item) in items.iter().enumerate() {
        match item {
            Item::Move(Move::EnPassant { .. }) => {
                if let Some(&line) = open.last() {
                    lines[line].push(index);
                }
            }
            Item::Open => {
                open.push(lines.len());
                lines.push(Vec::new());
            }
            Item::Close => {
                open.pop();
            }
            _ => {}
        }
    }
    lines
}

/// Whether a line has more captures than its header can count. (Eight are known to be possible from
/// the usual start; a set-up position may allow more.)
pub(super) fn too_many(items: &[Item]) -> bool {
    by_line(items)
        .iter()
        .any(|captures| captures.len() >= 1 << COUNT_BITS)
}

//! The en-passant captures of each line of play, which its header counts.

use crate::{chess::Move, pgn::game::Item};

/// Bits of the count.
pub(super) const COUNT_BITS: usize = 4;

/// Where the captures stand in the items: those of the main line first, then those of each variation in the order in which
/// they open. A variation's captures are not counted in the line around it.
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

/// Whether a line holds more captures than its header can count. (Eight are known to be possible; a set-up position may ask
/// for more.)
pub(super) fn too_many(items: &[Item]) -> bool {
    by_line(items)
        .iter()
        .any(|captures| captures.len() >= 1 << COUNT_BITS)
}

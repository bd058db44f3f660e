//! Tags that are known, from which models learn (2.4 of `src/codec/model/tags/MODEL.md`).

use super::column::Plan;

/// The tags of a game whose columns are known.
#[derive(Clone, Default)]
pub(crate) struct Row {
    /// In the order of the text.
    pub(crate) columns: Vec<usize>,
    /// The value in each of them.
    pub(crate) values: Vec<Vec<u8>>,
}

/// The tags of games that are known; nothing where they are read.
#[derive(Clone, Default)]
pub(crate) struct Table {
    /// By column.
    pub(crate) names: Vec<Vec<u8>>,
    /// By column.
    pub(crate) plans: Vec<Plan>,
    /// By game.
    pub(crate) rows: Vec<Row>,
}

/// A value with `marks` in the place of the names of the players.
pub(crate) fn without_names(value: &[u8], players: [&[u8]; 2], marks: [u8; 2]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = value;
    while let [first, behind @ ..] = rest {
        let named =
            (0..2).filter(|&side| players[side].len() >= 2 && rest.starts_with(players[side]));
        // Of equally long names it is White's.
        match named.rev().max_by_key(|&side| players[side].len()) {
            Some(side) => {
                out.push(marks[side]);
                rest = &rest[players[side].len()..];
            }
            None => {
                out.push(*first);
                rest = behind;
            }
        }
    }
    out
}

//! What a run trains: the quick network that looks at every legal move, or one that takes a closer look at those it finds likely.

use super::shard::UNITS;
use crate::codec::model::moves::{
    features::{glance, rows},
    net::{reach::Reach, weights::Quick},
};

/// The network to train.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// The network for every legal move.
    Quick,
    /// A network that corrects the scores of the likeliest moves.
    Judge {
        /// Hidden units, a multiple of 64.
        units: usize,
        /// Whose scores it corrects.
        quick: &'a Quick,
        /// Which moves it looks at.
        reach: Reach,
    },
}

impl Subject<'_> {
    /// Units of the hidden layer.
    pub(crate) fn units(&self) -> usize {
        match self {
            Subject::Quick => UNITS,
            Subject::Judge { units, .. } => *units,
        }
    }

    /// Rows of the move layer.
    pub(crate) fn move_rows(&self) -> usize {
        match self {
            Subject::Quick => glance::COUNT,
            Subject::Judge { .. } => rows::COUNT,
        }
    }
}

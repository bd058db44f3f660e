//! What a run trains: the quick network or a judge.

use super::kinship::Kinship;
use crate::codec::model::moves::{
    features::{facts, quick_facts},
    net::weights::QUICK_UNITS,
};

/// The network to train.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// The quick network.
    Quick,
    /// A judge.
    Judge {
        /// Hidden units, a multiple of 64.
        units: usize,
    },
}

impl Subject {
    /// Units of the hidden layer.
    pub(crate) fn units(&self) -> usize {
        match self {
            Subject::Quick => QUICK_UNITS,
            Subject::Judge { units } => *units,
        }
    }

    /// Rows of the move layer.
    pub(crate) fn move_rows(&self) -> usize {
        match self {
            Subject::Quick => quick_facts::COUNT,
            Subject::Judge { .. } => facts::COUNT,
        }
    }

    /// Which rows of the move layer are alike.
    pub(super) fn kinship(&self) -> Kinship {
        let groups: &[_] = match self {
            Subject::Quick => &quick_facts::GROUPS,
            Subject::Judge { .. } => &facts::GROUPS,
        };
        Kinship::in_pairs_and_rests(self.move_rows(), groups)
    }
}

//! What both kinds of networks compute: the hidden layer of a position, then a score for each move asked about.

use super::{
    arithmetic::{Arithmetic, Scoring},
    weights::{MOVE_UNITS, Network},
};

/// What a network is told about a position.
pub(crate) struct Question<'a, const ROWS: usize> {
    /// Rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The moves' vectors.
    pub(crate) vectors: &'a [u16],
    /// Their rows of the move layer.
    pub(crate) facts: &'a [[u16; ROWS]],
}

/// Fills `space`, one byte a hidden unit, from the rows that are on.
#[inline(always)]
pub(super) fn hidden<A: Arithmetic>(network: &Network, rows: &[u16], space: &mut [u8]) {
    A::hidden(&network.inputs, &network.bias, rows, space);
}

/// A network that has seen a position.
pub(super) struct Layers<'a> {
    network: &'a Network,
    hidden: &'a [u8],
    /// What the position sends to the move layer, with the layer's biases.
    shared: [i16; MOVE_UNITS],
}

impl<'a> Layers<'a> {
    #[inline(always)]
    pub(super) fn new<A: Arithmetic>(network: &'a Network, hidden: &'a [u8]) -> Layers<'a> {
        let sent = A::sent(hidden, &network.shared);
        let mut shared = network.move_units.bias;
        for k in 0..MOVE_UNITS {
            let sent = sent[k] >> network.move_units.shift[k];
            let sent = sent.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            shared[k] = shared[k].saturating_add(sent);
        }
        Layers {
            network,
            hidden,
            shared,
        }
    }

    /// Adds to `sums` the scores of as many moves, with [`SCORE_BITS`](super::softmax::SCORE_BITS).
    #[inline(always)]
    pub(super) fn add_scores<A: Arithmetic, const ROWS: usize>(
        &self,
        question: &Question<'_, ROWS>,
        sums: &mut [i32],
    ) {
        let scoring = Scoring {
            hidden: self.hidden,
            vectors: &self.network.vectors,
            shared: &self.shared,
            table: &self.network.table,
            units: &self.network.move_units,
        };
        let moves = question.vectors.iter().zip(question.facts);
        A::add_scores(&scoring, moves.map(|(&vector, &rows)| (vector, rows)), sums);
    }
}

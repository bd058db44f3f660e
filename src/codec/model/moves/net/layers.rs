//! What a network, quick or judge, computes: the hidden layer of a position, then the score of each
//! move.

use super::{
    arithmetic::{Arithmetic, Scoring},
    weights::{MOVE_UNITS, Network},
};

/// What a network is told about a position and its moves.
pub(crate) struct Question<'a, const ROWS: usize> {
    /// The rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The moves' vectors.
    pub(crate) vectors: &'a [u16],
    /// The moves' rows of the move layer.
    pub(crate) facts: &'a [[u16; ROWS]],
}

/// Adds the scores of the moves to `sums`, one for each, with
/// [`SCORE_BITS`](super::softmax::SCORE_BITS) fractional bits. `space` is a buffer for the hidden
/// layer.
#[inline(always)]
pub(crate) fn add_scores<A: Arithmetic, const ROWS: usize>(
    network: &Network,
    question: &Question<'_, ROWS>,
    space: &mut Vec<u8>,
    sums: &mut [i32],
) {
    space.resize(network.units, 0);
    A::hidden(&network.inputs, &network.bias, question.rows, space);
    Layers::new::<A>(network, space).add_scores::<A, ROWS>(question, sums);
}

/// A network and its hidden layer for a position.
struct Layers<'a> {
    network: &'a Network,
    hidden: &'a [u8],
    /// The part of the move layer's sums that comes from the position, with the biases.
    shared: [i16; MOVE_UNITS],
}

impl<'a> Layers<'a> {
    #[inline(always)]
    fn new<A: Arithmetic>(network: &'a Network, hidden: &'a [u8]) -> Layers<'a> {
        let sent = A::sent(hidden, network.shared());
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

    #[inline(always)]
    fn add_scores<A: Arithmetic, const ROWS: usize>(
        &self,
        question: &Question<'_, ROWS>,
        sums: &mut [i32],
    ) {
        let scoring = Scoring {
            hidden: self.hidden,
            vectors: &self.network.vectors,
            shared: &self.shared,
            table: self.network.table(),
            units: &self.network.move_units,
        };
        A::add_scores(&scoring, question.vectors, question.facts, sums);
    }
}

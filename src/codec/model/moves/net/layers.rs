//! What both kinds of networks compute: the hidden layer of a position, then a score for each move asked about.

use super::{
    arithmetic::Arithmetic,
    weights::{MOVE_UNITS, Network},
};

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

    /// The score of the move with this vector and these rows of the move layer, with
    /// [`SCORE_BITS`](super::softmax::SCORE_BITS).
    #[inline(always)]
    pub(super) fn score<A: Arithmetic>(&self, vector: u16, rows: &[u16]) -> i32 {
        let network = self.network;
        let vector = network.vector(vector);
        A::score(
            (self.hidden, vector),
            &self.shared,
            &network.table,
            rows,
            &network.move_units,
        )
    }
}

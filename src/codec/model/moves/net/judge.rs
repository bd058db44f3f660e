//! A closer look: the scores that a large network gives.

use super::{
    arithmetic::Arithmetic,
    layers::{Layers, hidden},
    weights::Judge,
};
use crate::codec::model::moves::features::rows::Rows;

/// What a judge is told about a position.
pub(crate) struct Question<'a> {
    /// Rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The vectors of the moves to look at.
    pub(crate) vectors: &'a [u16],
    /// Their rows of the move layer.
    pub(crate) tactics: &'a [Rows],
}

/// Fills `out` with the judge's scores of the moves looked at; `space` is for the hidden layer.
#[inline(always)]
pub(crate) fn scores<A: Arithmetic>(
    judge: &Judge,
    question: &Question<'_>,
    space: &mut Vec<u8>,
    out: &mut Vec<i32>,
) {
    space.clear();
    space.resize(judge.network.units, 0);
    hidden::<A>(&judge.network, question.rows, space);
    let layers = Layers::new::<A>(&judge.network, space);
    out.clear();
    out.resize(question.vectors.len(), 0);
    let moves = question.vectors.iter().zip(question.tactics);
    for (score, (&vector, rows)) in out.iter_mut().zip(moves) {
        *score = layers.score::<A>(vector, rows.as_slice());
    }
}

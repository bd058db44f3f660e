//! A closer look: the scores that a large network gives.

use super::{
    arithmetic::Arithmetic,
    layers::{Layers, hidden},
    weights::Judge,
};
use crate::codec::model::moves::features::facts;

/// What a judge is told about a position.
pub(crate) struct Question<'a> {
    /// Rows of the first layer that are on.
    pub(crate) rows: &'a [u16],
    /// The moves' vectors.
    pub(crate) vectors: &'a [u16],
    /// Their rows of the move layer.
    pub(crate) facts: &'a [facts::Rows],
}

/// Adds the judge's scores of the moves to `sums`, as many; `space` is for the hidden layer.
#[inline(always)]
pub(crate) fn add_scores<A: Arithmetic>(
    judge: &Judge,
    question: &Question<'_>,
    space: &mut Vec<u8>,
    sums: &mut [i32],
) {
    space.clear();
    space.resize(judge.network.units, 0);
    hidden::<A>(&judge.network, question.rows, space);
    let layers = Layers::new::<A>(&judge.network, space);
    let moves = question.vectors.iter().zip(question.facts);
    layers.add_scores::<A, _>(moves.map(|(&vector, &rows)| (vector, rows)), sums);
}

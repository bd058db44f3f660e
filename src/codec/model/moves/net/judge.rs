//! A closer look: the scores that a large network gives.

use super::{
    arithmetic::Arithmetic,
    layers::{Layers, Question, hidden},
    weights::Judge,
};
use crate::codec::model::moves::features::facts;

/// Adds the judge's scores of the moves to `sums`, as many; `space` is for the hidden layer.
#[inline(always)]
pub(crate) fn add_scores<A: Arithmetic>(
    judge: &Judge,
    question: &Question<'_, { facts::ROWS }>,
    space: &mut Vec<u8>,
    sums: &mut [i32],
) {
    space.clear();
    space.resize(judge.network.units, 0);
    hidden::<A>(&judge.network, question.rows, space);
    let layers = Layers::new::<A>(&judge.network, space);
    layers.add_scores::<A, _>(question, sums);
}

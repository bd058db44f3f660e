//! The quick network: a score for every legal move from 64 hidden units and what can be told at a glance.

use super::{
    arithmetic::Arithmetic,
    layers::{Layers, Question, hidden},
    weights::{QUICK_UNITS, Quick},
};
use crate::codec::model::moves::features::glance;

/// Adds the quick network's scores of the moves to `sums`, as many, with [`SCORE_BITS`](super::softmax::SCORE_BITS).
#[inline(always)]
pub(crate) fn add_scores<A: Arithmetic>(
    quick: &Quick,
    question: &Question<'_, { glance::ROWS }>,
    sums: &mut [i32],
) {
    let mut space = [0; QUICK_UNITS];
    hidden::<A>(&quick.network, question.rows, &mut space);
    let layers = Layers::new::<A>(&quick.network, &space);
    layers.add_scores::<A, _>(question, sums);
}

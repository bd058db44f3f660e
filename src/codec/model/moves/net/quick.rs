//! The quick network: a score for every legal move from 64 hidden units and what can be told at a glance.

use super::{
    arithmetic::Arithmetic,
    layers::{Layers, hidden},
    weights::{QUICK_UNITS, Quick},
};
use crate::codec::model::moves::{
    board::generate::Candidate,
    features::{Situation, glance::Glance, vectors},
};

/// Adds to `sums` the scores of `candidates`, as many, with [`SCORE_BITS`](super::softmax::SCORE_BITS), where the position switches on `rows` of the first layer.
#[inline(always)]
pub(crate) fn add_scores<A: Arithmetic>(
    quick: &Quick,
    situation: &Situation<'_>,
    rows: &[u16],
    candidates: &[Candidate],
    sums: &mut [i32],
) {
    let mut space = [0; QUICK_UNITS];
    hidden::<A>(&quick.network, rows, &mut space);
    let layers = Layers::new::<A>(&quick.network, &space);
    let glance = Glance::new(situation);
    let moves = candidates
        .iter()
        .map(|c| (vectors::number(c), glance.rows(c)));
    layers.add_scores::<A, _>(moves, sums);
}

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

/// The scores of `candidates`, with [`SCORE_BITS`](super::softmax::SCORE_BITS), where the position switches on `rows` of the first layer.
#[inline(always)]
pub(crate) fn scores<A: Arithmetic>(
    quick: &Quick,
    situation: &Situation<'_>,
    rows: &[u16],
    candidates: &[Candidate],
    out: &mut Vec<i32>,
) {
    let mut space = [0; QUICK_UNITS];
    hidden::<A>(&quick.network, rows, &mut space);
    let layers = Layers::new::<A>(&quick.network, &space);
    let glance = Glance::new(situation);
    out.clear();
    out.resize(candidates.len(), 0);
    for (score, c) in out.iter_mut().zip(candidates) {
        *score = layers.score::<A>(vectors::number(c), &glance.rows(c));
    }
}

//! The quick network: a score for every legal move from 64 hidden units and what can be told at a glance.

use super::{
    arithmetic::{Arithmetic, Task, on_this_machine},
    layers::{Layers, hidden},
    weights::{QUICK_UNITS, Quick},
};
use crate::codec::model::moves::{
    board::generate::Candidate,
    features::{Situation, glance::Glance, vectors},
};

/// The scores of `candidates`, with [`SCORE_BITS`](super::softmax::SCORE_BITS), where the position switches on `rows` of the first layer.
pub(crate) fn scores(
    quick: &Quick,
    situation: &Situation<'_>,
    rows: &[u16],
    candidates: &[Candidate],
    out: &mut Vec<i32>,
) {
    on_this_machine(Scores {
        quick,
        situation,
        rows,
        candidates,
        out,
    });
}

struct Scores<'a> {
    quick: &'a Quick,
    situation: &'a Situation<'a>,
    rows: &'a [u16],
    candidates: &'a [Candidate],
    out: &'a mut Vec<i32>,
}

impl Task for Scores<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        work_out::<A>(
            self.quick,
            self.situation,
            self.rows,
            self.candidates,
            self.out,
        );
    }
}

/// The same in the instructions at hand.
#[inline(always)]
pub(crate) fn work_out<A: Arithmetic>(
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

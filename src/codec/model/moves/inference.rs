//! Asks the networks about one position: gathers what they are told of it and of its moves, and
//! their scores.

use super::{
    board::candidate::Candidates,
    broad,
    features::{Situation, facts, inputs, quick_facts, vectors},
    net::{
        arithmetic::Arithmetic,
        layers::{self, Question},
        weights::{Judge, Quick},
    },
};

/// What the networks are told of one position and what they say: buffers that every position uses
/// again. `candidates` must be filled in first.
#[derive(Debug, Default)]
pub(crate) struct Inference {
    pub(crate) candidates: Candidates,
    /// The rows of the first layer that are on.
    rows: Vec<u16>,
    /// The candidates' vectors, and their rows of the move layer: the quick network's, or the
    /// judges'.
    pub(crate) vectors: Vec<u16>,
    quick_facts: Vec<quick_facts::Rows>,
    pub(crate) facts: Vec<facts::Rows>,
    hidden: Vec<u8>,
    /// In nats, with [`SCORE_BITS`](super::net::softmax::SCORE_BITS) fractional bits.
    pub(crate) scores: Vec<i32>,
    /// Proportional to the probabilities; the best move has 2^24.
    pub(crate) weights: Vec<u32>,
}

impl Inference {
    /// Fills in what every network is told, and sets all scores to 0.
    #[inline(always)]
    pub(crate) fn begin<A: Arithmetic>(&mut self, situation: &Situation<'_>) {
        self.rows.clear();
        inputs::rows::<A>(situation, &mut self.rows);
        self.scores.clear();
        self.scores.resize(self.candidates.len(), 0);
        vectors::fill::<A>(&self.candidates, &mut self.vectors);
    }

    /// Adds the quick network's scores of the candidates.
    #[inline(always)]
    pub(crate) fn ask_quick<A: Arithmetic>(&mut self, quick: &Quick, situation: &Situation<'_>) {
        quick_facts::describe::<A>(situation, &self.candidates, &mut self.quick_facts);
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            facts: &self.quick_facts,
        };
        let network = &quick.network;
        layers::add_scores::<A, _>(network, &question, &mut self.hidden, &mut self.scores);
    }

    /// Adds the scores that a judge gives the candidates or, with the broad judge, the mean of
    /// both, in which that counts more.
    #[inline(always)]
    pub(crate) fn ask_judge<A: Arithmetic>(
        &mut self,
        judge: &Judge,
        broad: Option<&Judge>,
        situation: &Situation<'_>,
    ) {
        let first = &broad.unwrap_or(judge).network;
        let mut pairs = self.rows.chunks(2);
        let fetch = || {
            for &row in pairs.next().unwrap_or_default() {
                first.fetch_row(row);
            }
        };
        facts::describe::<A>(situation, &self.candidates, &mut self.facts, fetch);
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            facts: &self.facts,
        };
        let (hidden, scores) = (&mut self.hidden, &mut self.scores);
        if let Some(broad) = broad {
            layers::add_scores::<A, _>(&broad.network, &question, hidden, scores);
            scores.iter_mut().for_each(|score| *score *= broad::VOTES);
        }
        layers::add_scores::<A, _>(&judge.network, &question, hidden, scores);
        if broad.is_some() {
            let votes = broad::VOTES + 1;
            scores.iter_mut().for_each(|score| *score /= votes);
        }
    }
}

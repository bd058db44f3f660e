//! What there is to see in one position, and what the networks say of it.

use super::{
    board::candidate::Candidates,
    features::{Situation, facts, glance, inputs, vectors},
    net::{
        arithmetic::Arithmetic,
        layers::{self, Question},
        weights::{Judge, Quick},
    },
};

/// What there is to see in one position: buffers used anew for each.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    pub(crate) candidates: Candidates,
    /// Rows of the first layer that are on.
    rows: Vec<u16>,
    /// The candidates' vectors and their rows of the move layer, of the quick network's or of the judges'.
    pub(crate) vectors: Vec<u16>,
    glances: Vec<glance::Rows>,
    pub(crate) facts: Vec<facts::Rows>,
    space: facts::Space,
    hidden: Vec<u8>,
    pub(crate) scores: Vec<i32>,
    pub(crate) shares: Vec<u32>,
}

impl Sight {
    /// Fills in what every network is told, and scores of nothing.
    #[inline(always)]
    pub(crate) fn begin(&mut self, situation: &Situation<'_>) {
        self.rows.clear();
        inputs::rows(situation, &mut self.rows);
        let count = self.candidates.len();
        self.scores.clear();
        self.scores.resize(count, 0);
        self.vectors.clear();
        self.vectors.resize(count, 0);
        for (vector, c) in self.vectors.iter_mut().zip(self.candidates.iter()) {
            *vector = vectors::number(c);
        }
    }

    /// Adds the quick network's scores.
    #[inline(always)]
    pub(crate) fn glance<A: Arithmetic>(&mut self, quick: &Quick, situation: &Situation<'_>) {
        glance::describe::<A>(situation, &self.candidates, &mut self.glances);
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            facts: &self.glances,
        };
        let network = &quick.network;
        layers::add_scores::<A, _>(network, &question, &mut self.hidden, &mut self.scores);
    }

    /// Adds the mean of the judges' scores.
    #[inline(always)]
    pub(crate) fn look_closer<A: Arithmetic>(
        &mut self,
        judges: &[&Judge],
        situation: &Situation<'_>,
    ) {
        let (rows, count) = (&self.rows, self.candidates.len());
        let fetch = |number: usize| {
            for &row in [rows.get(number), rows.get(number + count)]
                .into_iter()
                .flatten()
            {
                judges[0].network.fetch_row(row);
            }
        };
        facts::describe::<A>(
            situation,
            &self.candidates,
            &mut self.space,
            &mut self.facts,
            fetch,
        );
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            facts: &self.facts,
        };
        for judge in judges {
            let network = &judge.network;
            layers::add_scores::<A, _>(network, &question, &mut self.hidden, &mut self.scores);
        }
        if let count @ 2.. = judges.len() as i32 {
            for score in &mut self.scores {
                *score /= count;
            }
        }
    }
}

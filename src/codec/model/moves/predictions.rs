//! Three predictions of the moves of a position: that of the networks; the same corrected by what
//! was played before from the same position; and that corrected by what the player to move has
//! played there. Knows nothing of how they are mixed (see [`ranking`](super::ranking)).

use super::{logarithm::logarithm, memory::Seen, net::softmax};
use crate::{
    chess::{MOST_LEGAL_MOVES, variants::VariantMoves},
    coding::mix::STRETCH_MAX,
};

/// Number of predictions.
pub(crate) const PREDICTIONS: usize = 3;
/// Classes of how often a position was seen.
pub(crate) const SEEN: usize = 5;
/// Classes of how often the player to move had it.
pub(crate) const BY_PLAYER: usize = 4;

fn by_player_class(seen: Option<&Seen>) -> usize {
    match seen.map_or(0, Seen::total) {
        0 => 0,
        1 => 1,
        2..4 => 2,
        _ => 3,
    }
}

fn seen_class(seen: Option<&Seen>) -> usize {
    match seen.map_or(0, Seen::total) {
        0 => 0,
        1 => 1,
        2..4 => 2,
        4..12 => 3,
        _ => 4,
    }
}

/// The moves not ruled out yet, with their probabilities in the three predictions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Predictions {
    /// By the networks alone.
    plain: Prediction,
    /// Corrected by what was played from the position.
    informed: Corrected,
    /// Corrected, besides, by what the player to move played there.
    by_player: Corrected,
    /// Classes of how often the position was seen, and of how often the player to move had it.
    classes: [usize; 2],
}

/// A prediction that corrects another one, and a buffer where there is nothing to correct it by.
#[derive(Clone, Debug, Default)]
struct Corrected {
    prediction: Prediction,
    stands: bool,
}

impl Corrected {
    /// The prediction, if there is one.
    #[inline]
    fn get(&self) -> Option<&Prediction> {
        self.stands.then_some(&self.prediction)
    }

    #[inline]
    fn strike(&mut self, index: usize) {
        if self.stands {
            self.prediction.strike(index);
        }
    }
}

impl Predictions {
    /// Begins with a position: the networks' weights of its moves, what was `seen` there, and what
    /// was seen there `by_player`.
    pub(crate) fn fill(&mut self, weights: &[u32], seen: Option<&Seen>, by_player: Option<&Seen>) {
        self.plain.set(weights);
        self.classes = [seen_class(seen), by_player_class(by_player)];
        let informed = &mut self.informed;
        informed.stands = informed.prediction.inform(&self.plain, seen, PRIOR_TWICE);
        let before = informed.get().unwrap_or(&self.plain);
        let own = &mut self.by_player;
        own.stands = self.classes[1] != 0;
        if own.stands
            && !own
                .prediction
                .inform(before, by_player, PLAYERS_PRIOR_TWICE)
        {
            own.prediction.clone_from(before);
        }
    }

    /// Rules a move out.
    #[inline]
    pub(crate) fn strike(&mut self, index: usize) {
        self.plain.strike(index);
        self.informed.strike(index);
        self.by_player.strike(index);
    }

    /// The log odds of a move in the three predictions, in 1/256 nat. What was not seen changes
    /// nothing: the second is the first where the position is new, the third is 0 where the player
    /// is new to it.
    #[inline]
    pub(crate) fn odds(&self, index: usize) -> [i32; PREDICTIONS] {
        let plain = self.plain.odds(index);
        let informed = self.informed.get().map_or(plain, |said| said.odds(index));
        let by_player = self.by_player.get().map_or(0, |said| said.odds(index));
        [plain, informed, by_player]
    }

    /// The classes of how often the position was seen, and of how often the player to move had it.
    pub(crate) fn classes(&self) -> [usize; 2] {
        self.classes
    }

    /// The best prediction: the one with the most corrections.
    #[inline]
    pub(crate) fn best(&self) -> &Prediction {
        let corrected = self.by_player.get().or(self.informed.get());
        corrected.unwrap_or(&self.plain)
    }
}

/// One prediction of the moves not ruled out yet: weights proportional to their probabilities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prediction {
    weights: Vec<u32>,
    total: u64,
    left: usize,
}

/// The weight of a move that is ruled out.
const STRUCK: u32 = 0;

impl Prediction {
    /// Takes over `weights`, raising each to at least 1.
    fn set(&mut self, weights: &[u32]) {
        self.weights.clear();
        self.weights.extend(weights.iter().map(|&w| w.max(1)));
        self.total = softmax::total(&self.weights);
        self.left = self.weights.len();
    }

    /// How many moves are not ruled out.
    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// The likeliest move left, the first of equals.
    #[inline]
    pub(crate) fn likeliest(&self) -> usize {
        // Four at a time, so that comparisons do not wait for each other. A key has the weight in
        // its high bits and 255 minus the index in its low byte, so that the first of equals wins.
        const { assert!(MOST_LEGAL_MOVES <= 256 && VariantMoves::MOST <= 256) };
        let key = |index: usize, weight: u32| u64::from(weight) << 8 | (255 - index as u64);
        let mut best = [0; 4];
        let (fours, rest) = self.weights.as_chunks::<4>();
        for (number, four) in fours.iter().enumerate() {
            for (lane, (best, &weight)) in best.iter_mut().zip(four).enumerate() {
                *best = key(4 * number + lane, weight).max(*best);
            }
        }
        for (lane, (best, &weight)) in best.iter_mut().zip(rest).enumerate() {
            *best = key(4 * fours.len() + lane, weight).max(*best);
        }
        let best = best.into_iter().fold(0, u64::max);
        255 - (best & 255) as usize
    }

    /// The log odds of a move against the other moves left, in 1/256 nat.
    #[inline]
    fn odds(&self, index: usize) -> i32 {
        let weight = u64::from(self.weights[index]);
        (logarithm(weight) - logarithm(self.total - weight)).clamp(-STRETCH_MAX, STRETCH_MAX)
    }

    /// Rules a move out.
    #[inline]
    fn strike(&mut self, index: usize) {
        if self.weights[index] != STRUCK {
            self.total -= u64::from(self.weights[index]);
            self.weights[index] = STRUCK;
            self.left -= 1;
        }
    }

    /// Divides `whole` (at most 2^32) among the moves left, in proportion to their weights, and
    /// writes the parts to `out`. What rounding leaves over goes to the likeliest.
    pub(crate) fn divide(&self, whole: u64, out: &mut [u64]) {
        let scale = (whole << 24) / self.total.max(1);
        let mut rest = whole;
        for (out, &weight) in out.iter_mut().zip(&self.weights) {
            if weight != STRUCK {
                *out = (u64::from(weight) * scale) >> 24;
                rest -= *out;
            }
        }
        out[self.likeliest()] += rest;
    }

    /// Sets this prediction to the one `given`, corrected by what was played before. A move chosen in
    /// n of N earlier visits, where k different moves were chosen, gets (n - d + (a + d k) p) / (N +
    /// a) for its share p, without the d where n is 0. Here d is 1/2 (absolute discounting; Kneser
    /// and Ney 1995) and a is half of `prior_twice`. Returns false, and changes nothing, where no
    /// possible move was seen.
    fn inform(&mut self, given: &Prediction, seen: Option<&Seen>, prior_twice: u32) -> bool {
        let moves = given.weights.len();
        let Some(seen) = seen.filter(|seen| seen.moves().any(|(m, _)| m < moves)) else {
            return false;
        };
        const SCALE: u32 = 18;
        let reciprocal = (1u64 << (SCALE + 32)) / given.total.max(1);
        let kinds = seen.moves().filter(|&(m, _)| m < moves).count() as u32;
        self.weights.clear();
        self.weights.extend(given.weights.iter().map(|&w| {
            let p = ((u64::from(w) * reciprocal) >> 32) as u32;
            (p * (prior_twice + kinds)).max(1)
        }));
        for (m, count) in seen.moves().filter(|&(m, _)| m < moves) {
            self.weights[m] += (2 * count - 1) << SCALE;
        }
        self.total = softmax::total(&self.weights);
        self.left = moves;
        true
    }
}

/// Twice the `a` of [`Prediction::inform`] for what anybody played.
const PRIOR_TWICE: u32 = 8;
/// The same for what the player to move played: on five training files, 0 was better than 1, 2, 4,
/// 8 and 16.
const PLAYERS_PRIOR_TWICE: u32 = 0;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::codec::model::moves::memory::Memory;

    pub(crate) fn predictions(
        weights: &[u32],
        seen: Option<&Seen>,
        by_player: Option<&Seen>,
    ) -> Predictions {
        let mut predictions = Predictions::default();
        predictions.fill(weights, seen, by_player);
        predictions
    }

    /// A memory in which move number 2 was played five times.
    pub(crate) fn memory() -> Memory {
        let mut memory = Memory::new(2);
        (0..5).for_each(|_| memory.note(1, 2));
        memory
    }

    #[test]
    fn what_was_played_before_becomes_likelier() {
        let memory = memory();
        let weights = [1 << 24, 1 << 23, 1 << 20];
        let ignorant = predictions(&weights, None, None);
        let seen = predictions(&weights, memory.recall(1), None);
        let by_player = predictions(&weights, memory.recall(1), memory.recall(1));
        assert_eq!(ignorant.best().likeliest(), 0);
        assert_eq!(seen.best().likeliest(), 2);
        assert!(by_player.best().odds(2) > seen.best().odds(2));
        assert!(seen.best().odds(2) > 0 && seen.plain.odds(2) < -600);
    }
}

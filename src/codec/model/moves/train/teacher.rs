//! Another model as a teacher: a network learns what that one expects, which says more of a position than the one move that was played there.
//! (Hinton, Vinyals and Dean, 2015.)

use super::random::Random;
use crate::chess::Position;
use crate::codec::model::moves::{context::GameContext, model::MoveModel, networks::Opinion};

/// All networks of a model, and chance.
pub(crate) struct Teacher<'m> {
    opinion: Opinion<'m>,
    random: Random,
}

impl<'m> Teacher<'m> {
    pub(crate) fn new(model: &'m MoveModel, seed: u64) -> Teacher<'m> {
        Teacher {
            opinion: Opinion::of_all(model),
            random: Random::new(seed),
        }
    }

    /// Appends how likely each legal move is, in the model's order, and returns the number of one that is drawn accordingly. There are two moves
    /// at least.
    pub(crate) fn ask(
        &mut self,
        position: &Position,
        context: &GameContext,
        expected: &mut Vec<f32>,
    ) -> u8 {
        let weights = self.opinion.weights(position, context);
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        expected.extend(weights.iter().map(|&w| w as f32 / total as f32));
        let mut chance = self.random.next() % total;
        let drawn = weights.iter().position(|&weight| {
            let hit = chance < u64::from(weight);
            chance = chance.saturating_sub(u64::from(weight));
            hit
        });
        drawn.unwrap_or(0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::{learnt::Learnt, moves::context::Speed};

    #[test]
    fn moves_are_drawn_as_they_are_expected() {
        let mut teacher = Teacher::new(Learnt::standard().moves(), 5);
        let context = GameContext::new([2000, 2000], Speed::Blitz);
        let mut drawn = [0; 20];
        let mut expected = Vec::new();
        for _ in 0..4000 {
            expected.clear();
            let number = teacher.ask(&Position::default(), &context, &mut expected);
            drawn[usize::from(number)] += 1;
        }
        assert!((expected.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        for (share, times) in expected.iter().zip(drawn) {
            assert!(
                (share - times as f32 / 4000.0).abs() < 0.05,
                "{share} {times}"
            );
        }
    }
}

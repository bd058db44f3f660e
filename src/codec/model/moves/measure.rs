//! Measures what games cost under a model, for reports.

use super::{
    context::GameContext,
    model::{Effort, MoveModel},
    predictor::MovePredictor,
};
use crate::chess::Rules;
use crate::coding::range::{Encoder, Meter};
use crate::pgn::game::Game;
use std::time::{Duration, Instant};

/// What the main lines of some games cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Half-moves.
    pub plies: u64,
    /// Bits that the probabilities say.
    pub bits: f64,
    /// Bytes that the range coder writes.
    pub bytes: u64,
    /// The logarithms of the numbers of legal moves, added up: the cost if nothing were known.
    pub uniform_bits: f64,
    /// Time to code, including the search for legal moves and the replay.
    pub time: Duration,
}

/// Codes the main lines of `games` as one block.
pub fn cost<'a>(model: &MoveModel, effort: Effort, games: impl Iterator<Item = &'a Game>) -> Cost {
    let (mut cost, mut meter, mut encoder) = (Cost::default(), Meter::new(), Encoder::new());
    let mut metered = MovePredictor::new(model, effort);
    let mut encoded = MovePredictor::new(model, effort);
    for game in games {
        let Some(mut position) = game.start() else {
            continue;
        };
        let mut context = GameContext::of_tags(&game.tags).at(effort);
        for m in game.main_line() {
            cost.plies += 1;
            cost.uniform_bits += (position.legal_moves().len() as f64).log2();
            metered.code(&mut meter, &position, &context, Some(m));
            let start = Instant::now();
            encoded.code(&mut encoder, &position, &context, Some(m));
            context.advance(&position, m);
            position.play_unchecked(m);
            cost.time += start.elapsed();
        }
    }
    cost.bits = meter.bits();
    cost.bytes = encoder.finish().len() as u64;
    cost
}

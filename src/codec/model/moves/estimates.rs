//! What a model thinks of each move of a game, for people to read.

use super::{
    context::GameContext,
    model::{Effort, MoveModel},
    predictor::MovePredictor,
};
use crate::{
    chess::{Move, Position, line::Line, san},
    pgn::game::{Game, Item, steps},
};

/// A move of a game's main line, and a model's estimate of it.
pub struct Estimate {
    /// The number of the half-move, 1 for the first.
    pub ply: u32,
    /// The move in SAN.
    pub san: String,
    /// Its rank by probability, 1 for the likeliest.
    pub rank: usize,
    /// Its probability.
    pub chance: f64,
    /// Its cost in bits.
    pub bits: f64,
    /// The cost in bits of the game up to and including it.
    pub sum: f64,
}

/// Calls `visit` with each move of the main line of a game that is packed alone, and the position
/// after it; not at all for a game by other rules than those of chess. What cannot be played has no
/// probability, nor has what follows it.
///
/// # Errors
/// Those of `visit`, which end the walk.
pub fn each_estimate<E>(
    model: &MoveModel,
    effort: Effort,
    game: &Game,
    mut visit: impl FnMut(Estimate, &Position) -> Result<(), E>,
) -> Result<(), E> {
    let Some(start) = game.start() else {
        return Ok(());
    };
    let mut predictor = MovePredictor::new(model, effort);
    let mut line = Line::new(start);
    let mut context = GameContext::of_tags(&game.tags).at(effort);
    let mut sum = 0.0;
    for step in steps(&game.items) {
        let played = match step {
            Item::Move(played) => *played,
            Item::Null if line.pass() => {
                context.pass();
                continue;
            }
            _ => break,
        };
        let shares = predictor.distribution(line.position(), &context);
        let (rank, chance) = rank_and_chance(played, &shares);
        let bits = (1.0 / chance).log2();
        sum += bits;
        let san = san::spell(line.position(), played);
        // The codec learns from each move, too.
        predictor.listen(line.position(), &context, played);
        context.advance(line.position(), played);
        line.play(played);
        let estimate = Estimate {
            ply: line.ply(),
            san,
            rank,
            chance,
            bits,
            sum,
        };
        visit(estimate, line.position())?;
    }
    Ok(())
}

/// The rank of `played`, 1 for the likeliest, and its probability. `shares` are the probabilities
/// of the legal moves in units of 2^-32.
fn rank_and_chance(played: Move, shares: &[(Move, u64)]) -> (usize, f64) {
    let own = shares
        .iter()
        .find(|(m, _)| *m == played)
        .map_or(1, |&(_, share)| share.max(1));
    let rank = 1 + shares.iter().filter(|&&(_, share)| share > own).count();
    (rank, own as f64 / 2f64.powi(32))
}

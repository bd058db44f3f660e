//! A novice on moves, at [`Effort::Quick`]: believes what the networks say, and learns nothing.

use super::{
    context::GameContext,
    model::{Effort, MoveModel},
    net::softmax,
    networks::{Known, Networks},
};
use crate::{
    chess::{Move, Position},
    coding::range::{Coder, ONE},
};

/// Asks the networks about one position after another.
pub(crate) struct Novice<'m> {
    networks: Networks<'m>,
    bounds: Vec<u32>,
}

impl<'m> Novice<'m> {
    pub(crate) fn new(model: &'m MoveModel, effort: Effort) -> Novice<'m> {
        Novice {
            networks: Networks::new(model, effort),
            bounds: Vec::new(),
        }
    }

    /// As [`MovePredictor::code`](super::predictor::MovePredictor::code).
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        let (view, _) = self.networks.look(position, context, Known::default());
        let played = self.networks.number_of::<C>(played, &view)?;
        let said = self.networks.said();
        let index = match said.candidates.len() {
            0 | 1 => 0,
            _ => {
                softmax::bounds(said.weights.iter().copied(), &mut self.bounds);
                coder.symbol(played, &self.bounds)
            }
        };
        Some(said.candidates.get(index)?.to_move(&view))
    }

    /// As [`Forecaster::distribution`](super::forecaster::Forecaster::distribution), into `out`.
    pub(crate) fn distribution(
        &mut self,
        position: &Position,
        context: &GameContext,
        out: &mut Vec<(Move, u64)>,
    ) {
        let (view, _) = self.networks.look(position, context, Known::default());
        let said = self.networks.said();
        let moves = said.candidates.iter().map(|c| c.to_move(&view));
        out.clear();
        if said.candidates.len() == 1 {
            out.extend(moves.map(|m| (m, 1 << 32)));
            return;
        }
        softmax::bounds(said.weights.iter().copied(), &mut self.bounds);
        let shares = self.bounds.windows(2).map(|pair| pair[1] - pair[0]);
        out.extend(moves.zip(shares.map(|share| u64::from(share) * u64::from(ONE))));
    }
}

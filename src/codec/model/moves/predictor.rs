//! The predictor of one block: gives every legal move of a position its probability, codes the one
//! that is played, and learns from it.

use super::{
    context::GameContext,
    model::{Effort, MoveModel},
    networks::NetworkPredictor,
    precedent::Parting,
    reflex::choice::Reflex,
};
use crate::chess::{Move, Position};
use crate::coding::range::{Coder, Listener};
use crate::pgn::tags::Tags;

/// Codes the moves of a block.
pub struct MovePredictor<'m>(Kind<'m>);

/// The predictor at [`Effort::Reflex`], and above it.
enum Kind<'m> {
    Reflex(Box<Reflex<'m>>),
    Networks(Box<NetworkPredictor<'m>>),
}

impl<'m> MovePredictor<'m> {
    /// A predictor that has seen nothing yet.
    pub fn new(model: &'m MoveModel, effort: Effort) -> MovePredictor<'m> {
        MovePredictor(match effort {
            Effort::Reflex => Kind::Reflex(Box::new(Reflex::new(model.tables()))),
            _ => Kind::Networks(Box::new(NetworkPredictor::new(model, effort))),
        })
    }

    /// The context of a game with these tags, which remembers what the predictor asks about.
    pub(crate) fn context_of(&self, tags: &Tags) -> GameContext {
        let context = GameContext::of_tags(tags);
        match self.0 {
            Kind::Reflex(_) => context.forgetful(),
            Kind::Networks(_) => context,
        }
    }

    /// Codes the move played in `position` and returns it: `played`, or the one that is read where
    /// `C` reads. `None` where no move is legal, or where `played` is not.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        match &mut self.0 {
            Kind::Reflex(reflex) => reflex.code(coder, position, context, played),
            Kind::Networks(networks) => networks.code(coder, position, context, played),
        }
    }

    /// How the game compares with the game before, where `context` is that of the next half-move.
    /// Nobody knows up to [`Effort::Quick`].
    pub(crate) fn parting(&self, context: &GameContext) -> Parting {
        match &self.0 {
            Kind::Reflex(_) => Parting::default(),
            Kind::Networks(networks) => networks.parting(context),
        }
    }

    /// Learns what [`code`](MovePredictor::code) learns from a move, without a coder.
    pub fn listen(&mut self, position: &Position, context: &GameContext, played: Move) {
        self.code(&mut Listener, position, context, Some(played));
    }

    /// Every legal move and its probability, in 1/2^32, whatever the game before played and without
    /// the weights kept of familiar positions. Nothing is learnt.
    pub fn distribution(&mut self, position: &Position, context: &GameContext) -> Vec<(Move, u64)> {
        match &mut self.0 {
            Kind::Reflex(reflex) => reflex.distribution(position, context),
            Kind::Networks(networks) => networks.distribution(position, context),
        }
    }

    /// Learns, from [`Effort::Slow`] on, that `played` was played in `position`, without coding it.
    /// The last distribution asked for must be that of `position`.
    pub fn follow(&mut self, position: &Position, context: &GameContext, played: Move) {
        if let Kind::Networks(networks) = &mut self.0 {
            networks.follow(position, context, played);
        }
    }
}

//! The positions that a comment may speak of, with all that predicting moves from them takes.

use crate::{
    chess::{Move, Position, Rules},
    codec::model::moves::context::GameContext,
};

/// A position that a line starts from.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) position: Position,
    /// Half-moves played up to there, by the move number that the game starts with.
    pub(crate) ply: u32,
    /// The move predictor's context.
    pub(crate) context: GameContext,
    /// The move that led there.
    pub(crate) last: Option<Move>,
}

impl Root {
    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: Move) {
        self.context.advance(&self.position, m);
        self.position.play_unchecked(m);
        self.ply += 1;
        self.last = Some(m);
    }
}

/// The positions that a line may start from.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The position after the move commented on.
    pub(crate) after: Root,
    /// The position before it.
    pub(crate) before: Option<Root>,
    /// Before the move that it answers, in the main line.
    pub(crate) earlier: Option<Root>,
}

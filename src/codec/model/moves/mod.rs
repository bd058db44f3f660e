//! The moves of games: a model of what people play, and its use to code moves in few bits.
//!
//! Each legal move of a position gets a score, from one or more small networks or, with the least
//! [`Effort`](model::Effort), from tables whose numbers are added up. Scores become probabilities,
//! and these are corrected by what the block has shown so far. All arithmetic is on whole numbers:
//! every machine gets the same bits. What a decoder must reproduce follows (MODEL.md beside this
//! file).
//!
//! * [`predictor`]: the predictor of one block's main lines, which the rest of the codec calls;
//!   [`forecaster`]: likewise, of moves beside the main lines;
//! * [`by_effort`]: whom both ask: with the least effort [`reflex`], with the next a [`novice`],
//!   and with any more an [`expert`], who learns; [`networks`]: what the latter two ask;
//! * [`context`]: what is known of a game besides the position; [`repetitions`]: which positions
//!   have been before, by their keys ([`zobrist`]);
//! * [`board`]: the position seen by the player to move, attack maps, legal moves in the model's
//!   order;
//! * [`features`]: what the networks are told about a position and its moves;
//! * [`net`]: the networks in whole numbers;
//! * [`inference`]: asks the networks about one position;
//! * [`model`]: the tables and networks that a predictor may use;
//! * [`memory`]: what was played before from the same position, by anybody and by the same player;
//!   [`predictions`]: what the networks say, corrected by that; [`logarithm`]: logarithms for it;
//!   [`ranking`]: decisions by these predictions, with probabilities that learn from how they turn
//!   out; [`familiar`]: positions met so often that the networks are not asked about them any more;
//! * [`precedent`]: what followed in the game before, as long as a game repeats it;
//! * [`broad`]: from `Effort::Keen` on, a judge of more hidden units than those of a model;
//! * [`tuning`]: likewise, the last layer of the networks learns from the block;
//! * [`thorough`] and [`habits`]: from `Effort::Slow` on, decisions from more sides, and how much
//!   more often than expected the same player, or anybody with the same pieces, has played a move;
//! * [`grid`]: at `Effort::Utmost`, a network of several layers that looks at the whole board;
//!   [`ahead`]: likewise, what a likely move leads to;
//! * [`train`]: makes a model from games; [`measure`]: what games cost under a model;
//!   [`estimates`]: what it thinks of each move.
//!
//! This module knows nothing of PGN text, streams or annotations: its callers walk along a game and
//! ask for one move at a time.
//!
#![doc = include_str!("MODEL.md")]

pub(crate) mod ahead;
pub(crate) mod board;
pub(crate) mod broad;
pub(crate) mod by_effort;
pub mod context;
pub mod estimates;
pub(crate) mod expert;
pub(crate) mod familiar;
pub(crate) mod features;
pub mod forecaster;
pub(crate) mod grid;
pub(crate) mod habits;
pub(crate) mod inference;
pub(crate) mod logarithm;
pub mod measure;
pub(crate) mod memory;
pub mod model;
pub mod net;
pub(crate) mod networks;
pub(crate) mod novice;
pub(crate) mod precedent;
pub(crate) mod predictions;
pub mod predictor;
pub(crate) mod ranking;
pub(crate) mod reflex;
pub(crate) mod repetitions;
pub(crate) mod thorough;
pub mod train;
pub(crate) mod tuning;
pub(crate) mod zobrist;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

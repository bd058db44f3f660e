//! The moves of games: what people play, in few bits.
//!
//! Each legal move of a position gets a score from a small network, scores become probabilities, and those are corrected by what
//! the block has shown so far; at level 1, scores are sums of numbers out of tables. All of it is whole numbers: every
//! machine gets the same bits. MODEL.md beside this file says what a decoder must reproduce.
//!
//! * [`predictor`]: one block's predictor, the way in for the rest of the codec;
//! * [`reflex`]: level 1's; [`networks`]: all others';
//! * [`context`]: what is known of a game besides the position;
//! * [`board`]: the position seen by the player to move, attack maps, legal moves in the model's order;
//! * [`features`]: what the network is told;
//! * [`net`]: the network in whole numbers;
//! * [`inference`]: what the networks are told of one position, and what they say of its moves;
//! * [`model`]: the networks that a predictor may use;
//! * [`memory`] and [`ranking`]: what was played before from the same position, by anybody and by the same player, and
//!   probabilities that learn from how they turn out; [`logarithm`]: theirs; [`familiar`]: positions that networks are
//!   not asked about any more;
//! * [`precedent`]: what followed in the game before;
//! * [`thorough`] and [`habits`]: for the slowest, more thorough decisions, and how much oftener than expected a move
//!   was played by the same player or with the same pieces;
//! * [`tuning`]: for the slow levels, the network's last layer follows the block;
//! * [`ahead`]: for the slowest, what a likely move leads to;
//! * [`train`]: from games to a model; [`measure`]: what games cost under one.
//!
//! Knows nothing of PGN text, of streams, or of annotations: whoever walks along a game asks for one move at a time.
//!
#![doc = include_str!("NOTES.md")]

pub(crate) mod ahead;
pub(crate) mod board;
pub mod context;
pub(crate) mod familiar;
pub(crate) mod features;
pub(crate) mod habits;
pub(crate) mod inference;
pub(crate) mod logarithm;
pub mod measure;
pub(crate) mod memory;
pub mod model;
pub mod net;
pub(crate) mod networks;
pub(crate) mod precedent;
pub mod predictor;
pub(crate) mod ranking;
pub(crate) mod reflex;
pub(crate) mod thorough;
pub mod train;
pub(crate) mod tuning;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

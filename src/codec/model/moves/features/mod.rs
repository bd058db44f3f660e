//! What the networks are told about a position and its moves: numbers of rows of weights. All of it
//! is integers, the same in training and in use.
//!
//! * [`inputs`]: the rows of the first layer that a position switches on;
//! * [`quick_facts`]: what the quick network is told of each legal move: facts that take a few
//!   instructions;
//! * [`facts`]: what judges are told: facts that take more work, about where the piece gets to from
//!   its new square (`reach`), how often each square is attacked and defended (`tension`), and
//!   which pieces are `hanging`;
//! * `moves`: eight moves side by side, the form in which all modules but the first work on them;
//!   `steps`: steps on eight sets of squares;
//! * `scene` and `pawns`: facts about a position, and about pawns, for both kinds of networks;
//! * [`vectors`]: a number for every move that geometry allows;
//! * [`groups`]: which rows are numbered by several facts.
//!
//! Rows belong to the version of a model file. Where their number changes, the built-in model must
//! have the new number, too (rows of zeros will do), before the program can train its successor:
//! that begins with the built-in quick network.

pub(crate) mod facts;
pub(crate) mod groups;
mod hanging;
pub(crate) mod inputs;
mod moves;
mod pawns;
pub(crate) mod quick_facts;
mod reach;
pub(crate) mod scene;
mod steps;
mod tension;
pub(crate) mod vectors;

use super::{
    board::view::{Attacks, View},
    context::GameContext,
};
use crate::chess::Position;

/// A position in a game, and what was worked out about it.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub(crate) view: &'a View,
    pub(crate) attacks: &'a Attacks,
    pub(crate) context: &'a GameContext,
    pub(crate) position: &'a Position,
}

//! What the network is told: integers alone, the same in training and in use.
//!
//! * [`inputs`]: rows of the first layer that a position switches on;
//! * [`quick_facts`]: what can be told of every legal move in a few instructions;
//! * [`facts`]: what takes a closer look: it needs to know where the piece gets to from its new square (`reach`), what
//!   stands against each square and for it (`tension`), and what is `hanging`;
//! * `moves`: eight moves side by side, as all but the first take them; `steps`: steps of eight sets;
//! * `scene`: what all moves of a position have in common, for both; `pawns`: how a pawn stands, for both;
//! * [`vectors`]: the numbers of all moves that geometry allows.

pub(crate) mod facts;
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

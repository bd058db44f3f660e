//! What the network is told: integers alone, the same in training and in use.
//!
//! * [`inputs`]: rows of the first layer that a position switches on;
//! * [`glance`]: what can be told of every legal move in a few instructions;
//! * [`tactics`]: what is notable about a move worth a closer look, from what [`scene`] has worked out for all of them,
//!   as [`rows`] of the move layer; `pawns`: how a pawn stands, for both;
//! * [`exchange`]: what a series of captures on one square wins;
//! * [`vectors`]: the numbers of all moves that geometry allows.

pub(crate) mod exchange;
pub(crate) mod glance;
pub(crate) mod inputs;
pub(crate) mod mate;
mod pawns;
pub(crate) mod rows;
mod scene;
pub(crate) mod tactics;
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

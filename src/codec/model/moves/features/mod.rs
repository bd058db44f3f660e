//! What the network is told: integers alone, the same in training and in use.
//!
//! * [`inputs`]: rows of the first layer that a position switches on;
//! * [`tactics`]: what is notable about each legal move;
//! * [`exchange`]: what a series of captures on one square wins;
//! * [`vectors`]: the numbers of all moves that geometry allows.

pub(crate) mod exchange;
pub(crate) mod inputs;
pub(crate) mod mate;
pub(crate) mod tactics;
pub(crate) mod vectors;

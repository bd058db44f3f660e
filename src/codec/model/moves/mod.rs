//! The moves of games: what people play, in few bits.

pub(crate) mod board;
pub mod context;
pub(crate) mod features;
pub mod measure;
pub(crate) mod memory;
pub mod model;
pub mod net;
pub mod predictor;
pub(crate) mod ranking;
pub mod train;

#[cfg(test)]
mod tests;

//! The moves of games: what people play, in few bits.

pub(crate) mod board;
pub mod context;
pub(crate) mod features;
pub mod net;
pub mod predictor;
pub mod train;

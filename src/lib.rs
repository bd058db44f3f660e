//! Packs chess games, and gives every byte back.

pub mod chess;
pub mod codec;
pub mod coding;
pub mod error;
pub mod limits;
pub mod pgn;
pub mod pipeline;

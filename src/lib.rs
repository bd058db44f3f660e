//! Packs chess games, and gives every byte back.

pub mod chess;
pub mod cli;
pub mod codec;
pub mod coding;
pub mod container;
pub mod error;
pub mod limits;
pub mod pgn;
pub mod pipeline;
pub mod position;

//! Packs chess games, and gives every byte back.

pub mod chess;
pub mod coding;
pub mod error;
pub mod limits;

//! Text ↔ games. The only code that names `pgn_reader`.

pub mod game;
pub mod layout;
pub mod style;

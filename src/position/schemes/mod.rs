//! The schemes that are answers to the question "smallest chess board compression", put on a site
//! of programming puzzles in 2014. Each says where its author's claim did not hold.

pub(super) mod base11;
pub(super) mod bytes23;
pub(super) mod classes;
mod common;
pub(super) mod decimal;
pub(super) mod enumerate;
pub(super) mod gaps;
pub mod history;
pub(super) mod implied_colour;
pub(super) mod kings_first;
pub(super) mod nibble;
pub(super) mod pawn_swap;
pub(super) mod piece_lists;
pub(super) mod piece_lists_arithmetic;
mod prefix;
pub(super) mod swap160;
pub(super) mod tree_fixed;
pub(super) mod tree_huffman;
pub(super) mod two_phase;

//! The board as the model looks at it: from the side of the player to move, as sets of squares
//! (bitboards), with all attacks worked out once.
//!
//! * [`squares`]: squares and sets of squares;
//! * [`view`]: the position, turned so that the player to move plays up the board, and its attack
//!   maps;
//! * [`candidate`]: legal moves, in lists that can be worked on eight at a time;
//! * [`generate`]: the legal moves in the model's order.

pub(crate) mod candidate;
pub(crate) mod generate;
pub(crate) mod squares;
pub(crate) mod view;

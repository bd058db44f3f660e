//! The board as the model looks at it: from the side of the player to move, as sets of squares, with everything that
//! attacks anything worked out once.
//!
//! * [`squares`]: arithmetic of squares and sets of squares;
//! * [`view`]: the position turned round so that the player to move plays up the board, and its attack maps;
//! * [`candidate`]: legal moves in lists that can be taken by eights;
//! * [`generate`]: the legal moves in the model's order.

pub(crate) mod candidate;
pub(crate) mod generate;
pub(crate) mod squares;
pub(crate) mod view;

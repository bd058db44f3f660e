//! The predictor at `Effort::Reflex`: a move's score is a sum of numbers out of tables, worked out
//! for all squares at once. Nothing is learnt from the block.
//!
//! Each part of a score (4.2 of MODEL.md) depends only on the role and one square, or on the origin
//! and the target. So the parts are added up for 64 squares at a time, and the sums of legal
//! targets are picked out.
//!
//! * [`outlook`]: which numbers a position needs; [`tables`]: the numbers; [`choice`]: from scores
//!   to the move.

pub(crate) mod choice;
pub(crate) mod outlook;
pub(crate) mod tables;

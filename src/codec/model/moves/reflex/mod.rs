//! The predictor of level 1 (*reflex*): a move's score is a sum of numbers out of tables, worked
//! out for all squares at once. Nothing is learnt from the block.
//!
//! A move's score has seven parts: the move itself (role, origin, target) at this stage of the
//! game; its role and target as an answer to the opponent's last move; the same as a sequel to the
//! own last move; what awaits the piece on its target (*stakes*); what is near the target (*near*);
//! what the piece does from there (*hits*); and how it stands on its origin (*stands*). Each part
//! depends only on the role and one square, or on the origin and the target. So the parts are added
//! up for 64 squares at a time, and the sums of legal targets are picked out.
//!
//! * [`outlook`]: which numbers a position needs; [`tables`]: the numbers; [`choice`]: from scores
//!   to the move.

pub(crate) mod choice;
pub(crate) mod outlook;
pub(crate) mod tables;

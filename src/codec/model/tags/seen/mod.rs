//! What was seen in the games before.
//!
//! [`values`] keeps every value once, under a number, and the others remember numbers: [`recency`]
//! in the order in which they were last seen, [`memory`] beside what they were seen with.
//! [`players`] remembers the players of games, [`lately`] the last numbers of a column.

pub(super) mod lately;
pub(super) mod memory;
pub(super) mod players;
pub(super) mod recency;
pub(super) mod values;

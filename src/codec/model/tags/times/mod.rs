//! Times and what grows with them.
//!
//! [`duration`] works out from the comments how long a game took, which helps with the times at
//! which games begin and end ([`between`]), and [`shown`] what the clocks showed last; [`pace`] and
//! [`windows`] predict numbers that count up with time.

pub(super) mod between;
pub(super) mod duration;
pub(super) mod pace;
pub(super) mod shown;
mod windows;

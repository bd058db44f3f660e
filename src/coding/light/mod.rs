//! A faster, simpler context mixer for decisions and small numbers: one prediction from each
//! context, one weighted sum.
//!
//! [`ContextMixer`](super::mix::ContextMixer) has a second prediction from each context: what came
//! of contexts that had seen as much.
//!
//! * [`Light`]: the weighted sum of predictions;
//! * [`Chooser`]: codes decisions and small numbers, each under several contexts, and learns which
//!   contexts to trust;
//! * [`Votes`]: the same, faster still: all contexts have equal weight.
//!
//! NOTES. Bytes of all tags of six files (1,000 to 6,000 games each), against a `ContextMixer`
//! under seven contexts: 0.1 % to 0.7 % more under the same contexts, 0.3 % to 2 % more under the
//! first five of them, 1 % to 9 % more under three. Fewer contexts saved no time that could be
//! measured.
//!
//! Clocks of one file under the same two or three contexts: 43,143 bytes where a mixer learns the
//! weights, 43,807 where the contexts vote, and 46,018 where each context, from the general to the
//! special, pulls the probability towards its own. All tags of five files by votes under three
//! contexts, with names spelt under three contexts and unprimed: 5 % to 23 % more bytes than by a
//! `Chooser` under seven, with names primed.

mod blend;
mod chooser;
mod table;
mod votes;

pub use blend::{INPUTS, Inputs, Light, Pace};
pub use chooser::Chooser;
pub use votes::{Votes, outcome, weight};

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

mod blend;
mod chooser;
mod table;
mod votes;

pub use blend::{INPUTS, Inputs, Light, Pace};
pub use chooser::Chooser;
pub use votes::{Votes, outcome, weight};

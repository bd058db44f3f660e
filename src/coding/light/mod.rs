//! Decisions and small numbers predicted from a few contexts, for those who are in a hurry: one prediction from each context, one sum.
//!
//! [`ContextMixer`](super::mix::ContextMixer) also asks what came of contexts that had seen as much.
//!
//! * [`Light`]: predictions blended;
//! * [`Chooser`]: decisions and small numbers, each under seven contexts at most;
//! * [`Votes`]: the same for those in the greatest hurry: who knows best is not learnt.
//!
//! NOTES. All tags of six files (1,000 to 6,000 games each) under seven contexts: 0.1 % to 0.7 % more bytes than with a `ContextMixer`;
//! under the first five of them 0.3 % to 2 %, under three 1 % to 9 %, at no gain of time that could be measured.
//!
//! Votes under three contexts: 3 % to 10 % more bytes of decisions than a `Chooser` under seven, in a quarter of the time. Where each context, from the general to the special, pulls the probability
//! towards its own instead: as fast, and 2 % to 5 % more bytes of clocks and numbers than votes.

mod blend;
mod chooser;
mod slot;
mod votes;

pub use blend::{INPUTS, Inputs, Light, Pace};
pub use chooser::Chooser;
pub use votes::{Votes, outcome, weight};

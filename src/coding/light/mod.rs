//! Decisions and small numbers predicted from a few contexts, for those who are in a hurry: one prediction from each context, one sum.
//!
//! [`ContextMixer`](super::mix::ContextMixer) also asks what came of contexts that had seen as much.
//!
//! * [`Light`]: predictions blended;
//! * [`Chooser`]: decisions and small numbers, each under several contexts, of which it is learnt who knows best;
//! * [`Votes`]: the same for those in the greatest hurry: who knows best is not learnt.
//!
//! NOTES. All tags of six files (1,000 to 6,000 games each) under seven contexts: 0.1 % to 0.7 % more bytes than with a `ContextMixer`;
//! under the first five of them 0.3 % to 2 %, under three 1 % to 9 %, at no gain of time that could be measured.
//!
//! Clocks of one file told by the same two or three contexts: 43,143 bytes where a mixer learns who knows best, 43,807
//! where they vote, and 46,018 where each, from the general to the special, pulls the probability towards its own. All
//! tags of five files by votes under three contexts, names spelt under three and from nothing: 5 % to 23 % more bytes
//! than by a `Chooser` under seven and with names primed.

mod blend;
mod chooser;
mod slot;
mod votes;

pub use blend::{INPUTS, Inputs, Light, Pace};
pub use chooser::Chooser;
pub use votes::{Votes, outcome, weight};

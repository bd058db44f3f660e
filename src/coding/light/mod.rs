//! Decisions and small numbers predicted from a few contexts, for those who are in a hurry: one prediction from each context, one sum.
//!
//! Twice as fast as [`ContextMixer`](super::mix::ContextMixer), which also asks what came of contexts that had seen as much; for 1 % to 3 %
//! more bytes.
//!
//! * [`Light`]: predictions blended;
//! * [`Chooser`]: decisions and small numbers, each under seven contexts at most.

mod blend;
mod chooser;
mod slot;

pub use blend::{INPUTS, Inputs, Light, Pace};
pub use chooser::Chooser;

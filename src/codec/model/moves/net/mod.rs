//! The networks in whole numbers: what a decoder computes.
//!
//! The quick network scores every legal move from facts that take a few instructions; a judge is
//! much larger and is told more. In both, the first layer adds up the rows of weights that the
//! position switches on; each sum, clamped to 0 … 1 and squared, is a hidden unit. A move's score
//! is the dot product of the hidden layer and the move's vector, plus what the *move layer* (32
//! units) makes of the position and of the move's facts. A table of e^-x turns scores into
//! probabilities.
//!
//! * [`weights`]: the weights, from training or from a model file; [`layers`]: what is computed
//!   from them;
//! * [`arithmetic`]: the inner loops, and the choice of those for this machine; [`eight`]: numbers
//!   of eight moves or squares at a time;
//! * [`softmax`]: from scores to probabilities in 1/65,536.

pub(crate) mod arithmetic;
pub(crate) mod eight;
pub(crate) mod layers;
pub(crate) mod softmax;
pub mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;

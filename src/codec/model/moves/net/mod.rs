//! The networks in whole numbers: what a decoder computes.
//!
//! The quick network scores every legal move from facts that take a few instructions; a judge is
//! much larger and is told more. Both have the same parts: a first layer that depends on the
//! position alone, and for each move a vector and the *move layer* (5.4 to 5.6 of MODEL.md).
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

//! The networks in whole numbers: what a decoder computes.
//!
//! The quick network scores every legal move from what is seen at a glance; a judge is much larger and told more. The
//! scores become probabilities by a table of e^-x. In both, the hidden layer is the sum of the rows that the position
//! switches on, held between 0 and 1 and squared, and a move's score begins with the product of the hidden layer and
//! the move's vector.
//!
//! * [`weights`]: the weights, from training and from a model file; [`layers`]: what is computed from them;
//! * [`arithmetic`]: the inner loops, and their choice by what the machine can do; [`eight`]: eight moves or squares at a time;
//! * [`softmax`]: from scores to shares of 65,536.

pub(crate) mod arithmetic;
pub(crate) mod eight;
pub(crate) mod layers;
pub(crate) mod softmax;
pub mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;

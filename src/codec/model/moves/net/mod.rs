//! The network in whole numbers: what a decoder computes.
//!
//! Hidden layer: the sum of the rows that the position switches on, held between 0 and 1 and squared. A move's score: the hidden layer times the
//! move's vector, plus what the move layer makes of the move's tactics and of 32 sums of the hidden layer. The scores become
//! probabilities by a table of e^-x.
//!
//! * [`weights`]: the weights, from training and from a model file;
//! * [`kernel`]: the sums;
//! * [`softmax`]: from scores to shares of 65,536.

pub(crate) mod kernel;
pub(crate) mod softmax;
pub mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;

//! Bits, numbers and probabilities: entropy coding and the learning models that feed it. Knows
//! neither chess nor PGN.
//!
//! * [`bits`]: strings of bits, written and read through `bitvec`;
//! * [`varint`]: whole numbers in bytes;
//! * [`range`]: the range coder, one [`range::Coder`] trait for writing, reading and measuring;
//! * [`adaptive`]: probabilities that learn, and numbers coded with them;
//! * [`random`]: numbers that seem random, and are the same everywhere;
//! * [`cost`]: adds up what symbols cost while they are coded;
//! * [`fetch`]: prefetching; [`lined`]: lists aligned to cache lines; [`ways`]: set-associative
//!   hash tables;
//! * `stopwatch`: the time that measurements among the tests take;
//! * [`slot`]: what a context has seen of a decision;
//! * [`mix`]: context mixing in full: several predictions of one decision are blended into a better
//!   one;
//! * [`light`]: the same from fewer predictions, at twice the speed;
//! * [`names`]: the numbers by which packed files name models;
//! * [`weighing`]: the choice between the ways to blend;
//! * [`text`]: a model of text, which predicts each byte from those before it.

pub mod adaptive;
pub mod bits;
pub mod cost;
pub(crate) mod fetch;
pub mod light;
pub(crate) mod lined;
pub mod mix;
pub mod names;
pub(crate) mod random;
pub mod range;
mod slot;
#[cfg(test)]
pub(crate) mod stopwatch;
pub mod text;
pub mod varint;
pub(crate) mod ways;
pub(crate) mod weighing;

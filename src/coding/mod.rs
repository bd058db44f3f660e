//! Bits, numbers and probabilities. Knows neither chess nor PGN.
//!
//! * [`bits`]: strings of bits, written and read through `bitvec`;
//! * [`varint`]: whole numbers in bytes;
//! * [`range`]: the range coder, one [`range::Coder`] trait for writing, reading and measuring;
//! * [`adaptive`]: probabilities that learn, and numbers coded with them;
//! * [`cost`]: what symbols cost while they are coded;
//! * [`fetch`]: a hint to the cache; [`lined`]: numbers that begin where a line of it does; [`ways`]: tables whose keys
//!   have several places;
//! * [`mix`]: several predictions of one decision blended into a better one;
//! * [`light`]: the same from fewer predictions, at twice the speed;
//! * [`weighing`]: which of the ways to blend is taken;
//! * [`text`]: bytes of text predicted from the bytes before them.

pub mod adaptive;
pub mod bits;
pub mod cost;
pub(crate) mod fetch;
pub mod light;
pub(crate) mod lined;
pub mod mix;
pub mod range;
pub mod text;
pub mod varint;
pub(crate) mod ways;
pub(crate) mod weighing;

//! Second decoders of models, written from their documents alone: nothing here is shared with the
//! program but data that the documents name.
//!
//! They are slow and plain, and they only decode, but for the range coder's encoder.

mod blend;
pub(crate) mod coder;
mod coding_tests;
pub(crate) mod contexts;
mod encoder;
mod model_tests;
mod past;
pub(crate) mod payload;
mod snapshot;
mod table;
mod tests;
pub(crate) mod text;

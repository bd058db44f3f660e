//! Second decoders of models, written from their documents alone: nothing here is shared with the
//! program but data that the documents name.
//!
//! They are slow and plain, and they only decode.

pub(crate) mod coder;
pub(crate) mod contexts;

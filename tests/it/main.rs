//! The tests of the whole.

mod corpus;
mod documents;

//! The tests of the whole.

mod bitpack_example;
mod corpus;
mod documents;
mod games;
mod historic;

//! The tests of the whole.

mod bitpack_example;
mod byte_examples;
mod corpus;
mod documents;
mod games;
mod historic;
mod history_examples;

//! Tests of the library and the program as a whole.

mod bitpack_example;
mod byte_examples;
mod cli;
mod corpus;
mod corrupt;
mod delivery;
mod documents;
mod engine_match;
mod extract;
mod games;
mod golden;
mod historic;
mod historic_corpus;
mod history_examples;
mod layering;
mod lead;
mod models;
mod positions;
mod program;
mod properties;
mod random;
mod reference;
mod round_trip;
mod styles;
mod texts;

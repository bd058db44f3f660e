//! The habits of the program that wrote a text.

/// How a program writes games: line ends, wrapping, spacing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {}

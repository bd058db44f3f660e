//! What a person's words say about moves.
//!
//! Prose is coded by the model of text, and [`foresight`] corrects each of its bits: [`reader`]
//! follows which position the text speaks about, [`listing`] lists the moves and move numbers that
//! may come next, spelt in the annotator's [`language`], and [`tree`] holds the positions.

pub(super) mod foresight;
pub(super) mod language;
mod listing;
mod reader;
pub(super) mod tree;

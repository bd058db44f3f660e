//! What a comment consists of: literal words, and fields that hold numbers, times, moves or marks.
//!
//! [`template`] splits the text of a comment into these and puts it together again, with the help
//! of a module for each kind of field: [`number`], [`span`] (times), [`profile`], [`diagram`],
//! [`lines`] (lines of play) and [`mark`] (squares and arrows). What fields are, and what the words
//! around them tell of their meaning, is in [`mod@column`]. All of them read and write text; they
//! know nothing of coding.

pub(super) mod column;
pub(super) mod diagram;
pub(super) mod lines;
pub(super) mod mark;
pub(super) mod number;
pub(super) mod profile;
pub(super) mod span;
pub(super) mod template;

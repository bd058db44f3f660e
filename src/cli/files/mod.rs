//! Files as commands meet them.
//!
//! [`folders`] finds the files in folders. [`input`] opens what is read, [`file_out`] and
//! [`mod@output`] take what is written, and [`descriptors`] tells the names of open descriptors
//! from those of files.

pub(super) mod descriptors;
pub(super) mod file_out;
pub(super) mod folders;
pub(super) mod input;
pub(super) mod output;

//! The program under test.

use assert_cmd::{Command, assert::Assert};
use std::io::PipeWriter;

/// Where it is.
pub(crate) const PATH: &str = env!("CARGO_BIN_EXE_pgnpack");

/// The program, run until it ends.
pub(crate) fn pgnpack() -> Command {
    Command::new(PATH)
}

/// The program as a process that a test talks to, sends signals to or leaves.
pub(crate) fn process() -> std::process::Command {
    std::process::Command::new(PATH)
}

/// What it wrote to standard error.
pub(crate) fn said(done: &Assert) -> String {
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// What it wrote to standard output, where that is text.
pub(crate) fn printed(done: &Assert) -> String {
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Where a process writes to that nobody reads.
pub(crate) fn unread() -> PipeWriter {
    let (_, writer) = std::io::pipe().unwrap();
    writer
}

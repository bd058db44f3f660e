//! The program under test.

use assert_cmd::Command;

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

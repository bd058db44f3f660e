//! The program under test.

use assert_cmd::Command;

pub(crate) fn pgnpack() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pgnpack"))
}

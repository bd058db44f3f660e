//! `pgnpack generate`: the man page and shell completions, from the definition of the arguments.

use super::args::{Cli, Generated};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Writes what was asked for to `out`.
///
/// # Errors
/// When `out` refuses.
pub fn run(what: Generated, out: &mut dyn Write) -> Result<()> {
    let mut command = Cli::command();
    let shell = match what {
        Generated::Man => {
            clap_mangen::Man::new(command).render(&mut &mut *out)?;
            return Ok(());
        }
        Generated::Bash => Shell::Bash,
        Generated::Zsh => Shell::Zsh,
        Generated::Fish => Shell::Fish,
        Generated::Powershell => Shell::PowerShell,
        Generated::Elvish => Shell::Elvish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "pgnpack", &mut script);
    Ok(out.write_all(&script)?)
}

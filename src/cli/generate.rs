//! `pgnpack generate`: man pages and shell completions, from the definition of the arguments.

use super::args::{Cli, GenerateArgs, Generated};
use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Writes what was asked for to `out`.
///
/// # Errors
/// When there is no such command, or `out` refuses.
pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<()> {
    let mut command = Cli::command();
    let shell = match args.what {
        Generated::Man => {
            command.build();
            let page = match &args.command {
                Some(name) => command
                    .find_subcommand(name)
                    .with_context(|| format!("there is no command {name}"))?,
                None => &command,
            };
            clap_mangen::Man::new(page.clone()).render(&mut &mut *out)?;
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

//! `pgnpack generate`: man pages and shell completions, from the definition of the arguments.

use super::man;
use crate::cli::{
    Status,
    args::{Cli, GenerateArgs, Generated},
    message::Misuse,
};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Writes what was asked for to `out`.
///
/// # Errors
/// When `out` refuses.
pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<Status> {
    let mut command = Cli::command();
    if args.what != Generated::Man && !args.command.is_empty() {
        return Err(Misuse::CommandForShell.into());
    }
    let shell = match args.what {
        Generated::Man => {
            command.build();
            let mut page = &command;
            for name in &args.command {
                match page.find_subcommand(name) {
                    Some(inner) => page = inner,
                    None => {
                        return Err(Misuse::NoCommand(args.command.join(" ")).into());
                    }
                }
            }
            let program = format!("pgnpack {}", command.get_version().unwrap_or_default());
            man::write(page, program, out)?;
            out.flush()?;
            return Ok(Status::Good);
        }
        Generated::Bash => Shell::Bash,
        Generated::Zsh => Shell::Zsh,
        Generated::Fish => Shell::Fish,
        Generated::Powershell => Shell::PowerShell,
        Generated::Elvish => Shell::Elvish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "pgnpack", &mut script);
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Good)
}

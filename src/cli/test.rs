//! `pgnpack test`.

use super::{
    Session, Status,
    args::TestArgs,
    batch, input,
    message::{self, Refusal, say},
    plan::{self, Direction, Source},
    refuse,
};
use crate::pipeline::{self, DecompressOptions, Report};
use anyhow::{Context, Result};
use std::{fs::Metadata, io};

/// Unpacks the files that `args` name to nowhere.
///
/// # Errors
/// When a model cannot be read.
pub fn run(args: &TestArgs, session: &Session) -> Result<Status> {
    let options = options(args)?;
    let sources = plan::sources(&args.files);
    if session.around.stdin_is_terminal && sources.contains(&Source::Stdin) {
        return Ok(refuse(&Refusal::PackedFromTerminal));
    }
    let mut worst = Status::Good;
    for source in sources {
        match test(&source, args, &options, session) {
            Ok(report) if args.common.verbose => {
                let name = input::name_of(&source);
                say(message::summary(&name, &report, Direction::Unpack));
            }
            Ok(_) => {}
            Err(error) => worst = worst.max(session.report(&error)),
        }
    }
    Ok(worst)
}

fn options(args: &TestArgs) -> Result<DecompressOptions> {
    Ok(DecompressOptions {
        threads: batch::threads(args.common.threads),
        models: input::models(&args.models)?,
        ..DecompressOptions::default()
    })
}

fn test(
    source: &Source,
    args: &TestArgs,
    options: &DecompressOptions,
    session: &Session,
) -> Result<Report> {
    let (mut input, metadata) = input::open(source, true)?;
    let name = input::name_of(source);
    let size = metadata.as_ref().map(Metadata::len);
    let progress = session.progress(&name, size, Direction::Unpack, args.common.quiet);
    pipeline::decompress(&mut input, &mut io::sink(), options, &progress).with_context(|| name)
}

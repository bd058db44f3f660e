//! `pgnpack test`.

use super::decompress::is_light;
use crate::{
    cli::{
        Session, Status,
        args::TestArgs,
        files::{
            folders,
            input::{self, Input, Pipes},
        },
        job::{Direction, Source},
        message::{self, Misuse, say},
        progress::Visibility,
        side_by_side,
    },
    error::ErrorKind,
    pipeline::{self, DecompressOptions, DecompressReport},
};
use anyhow::{Context, Result};
use std::{fs::Metadata, io};

/// Unpacks the files that `args` name, and throws the text away.
///
/// # Errors
/// When a model cannot be read.
pub fn run(args: &TestArgs, session: &Session) -> Result<Status> {
    let options = options(args)?;
    let (sources, mut worst) =
        folders::sources(&args.files, &args.folders, Direction::Unpack, session);
    if session.around.stdin_is_terminal && sources.contains(&Source::Stdin) {
        return Err(Misuse::PackedFromTerminal.into());
    }
    side_by_side::each(
        options.threads,
        sources,
        |source| input::size_of(source).is_some_and(is_light),
        |source, threads| {
            let options = DecompressOptions {
                threads,
                ..options.clone()
            };
            let name = input::name_of(&source);
            let visibility = Visibility::of_job(&args.common, threads);
            let done =
                side_by_side::guarded(&name, || test(&source, &options, visibility, session));
            (name, done)
        },
        |(name, done)| {
            match done {
                Ok(report) => {
                    message::tell_damage(&name, &report, message::damaged);
                    if args.common.verbose && (report.blocks > 0 || report.is_whole()) {
                        say(message::unpacked(&name, &report));
                    }
                    if !report.is_whole() {
                        worst = worst.max(Status::Failed);
                    }
                }
                Err(error) => worst = worst.max(session.report(&error)),
            }
            worst.flow()
        },
    )?;
    Ok(worst)
}

fn options(args: &TestArgs) -> Result<DecompressOptions> {
    Ok(DecompressOptions {
        threads: args.common.threads.count,
        models: input::models(&args.models.models)?,
        block_limit: args.limit.block_limit,
    })
}

fn test(
    source: &Source,
    options: &DecompressOptions,
    visibility: Visibility,
    session: &Session,
) -> Result<DecompressReport> {
    let (mut input, metadata) = input::open(source, Pipes::Read)?;
    let name = input::name_of(source);
    let size = metadata.as_ref().map(Metadata::len);
    let progress = || session.progress(&name, size, Direction::Unpack, visibility);
    // To find all the damage, not the first alone.
    let found = pipeline::salvage_front(&mut input, &mut io::sink(), options, &progress());
    let is_all = match &found {
        Ok(found) => found.lost.is_none(),
        Err(error) => error.kind() == ErrorKind::Io,
    };
    if is_all || !matches!(input, Input::File(_)) {
        return found.with_context(|| name.clone());
    }
    // The index may tell where the blocks behind that place are. (It alone would not do: what
    // stands between blocks is read only on the way from the front.)
    let salvaged = pipeline::salvage(&mut input, &mut io::sink(), options, &progress())
        .with_context(|| name.clone())?;
    match found {
        Ok(found) if salvaged.is_whole() => Ok(found),
        _ => Ok(salvaged),
    }
}

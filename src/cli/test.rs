//! `pgnpack test`.

use super::{
    Session, Status,
    args::TestArgs,
    files::{self, Input},
    message,
    plan::{self, Source},
    progress::Progress,
};
use crate::pipeline::{self, DecompressOptions, Report};
use anyhow::{Context, Result};
use std::{fs::Metadata, io, sync::Arc};

/// Unpacks the files that `args` name to nowhere.
pub fn run(args: &TestArgs, session: &Session) -> Status {
    let options = match options(args) {
        Ok(options) => options,
        Err(error) => return session.report(&error),
    };
    let mut worst = Status::Good;
    for source in plan::sources(&args.files) {
        match test(&source, args, &options, session) {
            Ok(report) if args.common.verbose => {
                eprintln!(
                    "{}",
                    message::summary(&files::name_of(&source), &report, false)
                );
            }
            Ok(_) => {}
            Err(error) => worst = worst.max(session.report(&error)),
        }
    }
    worst
}

fn options(args: &TestArgs) -> Result<DecompressOptions> {
    Ok(DecompressOptions {
        threads: files::threads(&args.common),
        models: files::models(&args.models)?,
        ..DecompressOptions::default()
    })
}

fn test(
    source: &Source,
    args: &TestArgs,
    options: &DecompressOptions,
    session: &Session,
) -> Result<Report> {
    let (mut input, metadata): (Input, Option<Metadata>) = files::open(source, true)?;
    let name = files::name_of(source);
    let size = metadata.as_ref().map(Metadata::len);
    let progress = Progress::new(
        &name,
        size,
        true,
        args.common.quiet,
        Arc::clone(&session.interrupted),
    );
    pipeline::decompress(&mut input, &mut io::sink(), options, &progress).with_context(|| name)
}

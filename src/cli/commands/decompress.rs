//! `pgnpack decompress`.

use crate::{
    cli::{
        Session, Status,
        args::DecompressArgs,
        batch::{self, Report, Work},
        files::input::{self, Input},
        job::{Direction, Target},
        message::{self, Misuse},
        plan::Destination,
    },
    pipeline::{self, DecompressOptions, Selection, Watch},
};
use anyhow::Result;
use std::{io::Write, num::NonZero};

/// Whether a packed file of `bytes` bytes has a block or two, if it is like most: too little for
/// several threads.
pub fn is_light(bytes: u64) -> bool {
    bytes <= 256 << 10
}

struct Decompress {
    options: DecompressOptions,
    /// Whether what is sound is wanted of a damaged file.
    salvages: bool,
    /// Whether what is not packed is passed on, where the target is standard output.
    passes_on: bool,
    games: Option<Selection>,
}

impl Work for Decompress {
    const DIRECTION: Direction = Direction::Unpack;

    fn is_light(&self, bytes: u64) -> bool {
        is_light(bytes)
    }

    fn searches_for(&self) -> Option<&'static str> {
        self.games.is_some().then_some("--games")
    }

    fn run(
        &self,
        input: &mut Input,
        target: &Target,
        output: &mut (dyn Write + Send),
        threads: NonZero<usize>,
        watch: &dyn Watch,
    ) -> Result<Report> {
        let options = &DecompressOptions {
            threads,
            ..self.options.clone()
        };
        let passes_on = self.passes_on && *target == Target::Stdout;
        let report = if self.salvages {
            match (&self.games, &input) {
                (Some(games), _) => pipeline::salvage_games(input, games, output, options, watch)?,
                (None, Input::File(_)) => pipeline::salvage(input, output, options, watch)?,
                (None, _) => pipeline::salvage_front(input, output, options, watch)?,
            }
        } else {
            let unpacked = match &self.games {
                Some(games) => pipeline::extract(input, games, output, options, watch),
                None if passes_on => pipeline::decompress_or_pass_on(input, output, options, watch),
                None => pipeline::decompress(input, output, options, watch),
            };
            unpacked.map_err(message::hint_at_salvage)?
        };
        Ok(Report::Unpacked(report))
    }
}

/// Unpacks the files that `args` name.
///
/// # Errors
/// When a model cannot be read, some games would get the name of a whole file, or the command line
/// is wrong in another way.
pub fn run(args: &DecompressArgs, session: &Session) -> Result<Status> {
    let destination = match (Destination::of(&args.files), &args.games) {
        (Destination::Folder(_), Some(_)) => return Err(Misuse::GamesIntoFolder.into()),
        // Some games of a file do not get the name of the whole.
        (Destination::Usual, Some(_)) => Destination::Stdout,
        (destination, _) => destination,
    };
    let options = DecompressOptions {
        models: input::models(&args.models.models)?,
        block_limit: args.limit.block_limit,
        ..DecompressOptions::default()
    };
    let work = Decompress {
        options,
        salvages: args.salvage,
        passes_on: args.files.force,
        games: args.games.clone(),
    };
    let models = &args.models.models;
    batch::run_all(
        &args.files,
        &destination,
        &args.common,
        session,
        &work,
        models,
    )
}

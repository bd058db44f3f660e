//! `pgnpack compress`.

use crate::{
    cli::{
        Session, Status,
        args::CompressArgs,
        batch::{self, Report, Work},
        files::input::{self, Input},
        job::{Direction, Target},
        message::Misuse,
        plan::Destination,
    },
    pipeline::{self, CompressOptions, ModelChoice, Watch},
};
use anyhow::Result;
use std::{io::Write, num::NonZero};

struct Compress(CompressOptions);

impl Work for Compress {
    const DIRECTION: Direction = Direction::Pack;

    fn is_light(&self, bytes: u64) -> bool {
        bytes <= self.0.wanted_block_size() as u64
    }

    fn run(
        &self,
        input: &mut Input,
        _: &Target,
        output: &mut (dyn Write + Send),
        threads: NonZero<usize>,
        watch: &dyn Watch,
    ) -> Result<Report> {
        let options = CompressOptions {
            threads,
            ..self.0.clone()
        };
        let report = pipeline::compress(input, output, &options, watch)?;
        Ok(Report::Packed(report))
    }
}

/// Packs the files that `args` name.
///
/// # Errors
/// When the model cannot be read, or the command line is wrong.
pub fn run(args: &CompressArgs, session: &Session) -> Result<Status> {
    let work = Compress(options(args)?);
    let models = &args.model;
    let destination = Destination::of(&args.files);
    batch::run_all(
        &args.files,
        &destination,
        &args.common,
        session,
        &work,
        models,
    )
}

/// The options that `args` ask for, but for the number of threads.
fn options(args: &CompressArgs) -> Result<CompressOptions> {
    if args.model.is_some() && !args.codec.takes_model() {
        return Err(Misuse::OptionForCodec("--model", args.codec).into());
    }
    Ok(CompressOptions {
        codec: args.codec,
        model: model(args)?,
        level: args.level.0,
        verify: !args.no_verify,
        block_size: args.block_size,
        ..CompressOptions::default()
    })
}

fn model(args: &CompressArgs) -> Result<ModelChoice> {
    let Some(path) = &args.model else {
        return Ok(ModelChoice::BuiltIn);
    };
    let file = input::model(path)?;
    Ok(match args.embed_model {
        true => ModelChoice::Embedded(file),
        false => ModelChoice::Named(file),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::args::{Command, parse},
        codec::CodecId,
    };

    fn options_of(words: &str) -> CompressOptions {
        let words = ["pgnpack", "compress"]
            .into_iter()
            .chain(words.split_whitespace());
        match parse(words.map(Into::into), false).unwrap().command {
            Command::Compress(args) => options(&args).unwrap(),
            _ => unreachable!(),
        }
    }

    #[test]
    fn blocks_are_verified_unless_that_is_switched_off() {
        assert!(options_of("").verify);
        assert!(!options_of("--no-verify").verify);
    }

    #[test]
    fn options_are_those_that_are_given() {
        let plain = options_of("a.pgn");
        assert_eq!(plain.codec, CodecId::Model);
        assert_eq!((plain.level.number(), plain.block_size), (6, None));
        let other = options_of("-9 --block-size 8K --codec jose a.pgn");
        assert_eq!(other.codec, CodecId::Jose);
        assert_eq!((other.level.number(), other.block_size), (9, Some(8 << 10)));
    }
}

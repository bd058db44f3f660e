//! `pgnpack compress`.

use crate::{
    cli::{
        Session, Status,
        args::CompressArgs,
        batch::{self, Work},
        files::input::{self, Input},
        message::Refusal,
        plan::Direction,
    },
    pipeline::{self, CompressOptions, ModelChoice, Report, Watch},
};
use anyhow::Result;
use std::{io::Write, num::NonZero};

struct Compress(CompressOptions);

impl Work for Compress {
    const DIRECTION: Direction = Direction::Pack;

    fn is_light(&self, bytes: u64) -> bool {
        bytes <= self.0.wanted_block_text() as u64
    }

    fn run(
        &self,
        input: &mut Input,
        output: &mut (dyn Write + Send),
        threads: NonZero<usize>,
        watch: &dyn Watch,
    ) -> Result<Report> {
        let options = CompressOptions {
            threads,
            ..self.0.clone()
        };
        Ok(pipeline::compress(input, output, &options, watch)?)
    }
}

/// Packs the files that `args` name.
///
/// # Errors
/// When the model cannot be read.
pub fn run(args: &CompressArgs, session: &Session) -> Result<Status> {
    if args.model.is_some() && !args.codec.takes_model() {
        return Err(Refusal::OptionForCodec("--model", args.codec).into());
    }
    let options = CompressOptions {
        codec: args.codec,
        model: model(args)?,
        level: args.level.level(),
        verify: !args.no_verify,
        block_text: args.block_size,
        ..CompressOptions::default()
    };
    let work = Compress(options);
    let models = &args.model;
    batch::run_all(&args.files, &args.common, session, &work, models)
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

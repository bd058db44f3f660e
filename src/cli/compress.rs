//! `pgnpack compress`.

use super::{
    Session, Status,
    args::CompressArgs,
    files::{self, Input, Work},
    message::Refusal,
    plan::Direction,
};
use crate::{
    codec::CodecId,
    pipeline::{self, CompressOptions, ModelChoice, Report, Watch},
};
use anyhow::Result;
use std::io::Write;

struct Compress(CompressOptions);

impl Work for Compress {
    const DIRECTION: Direction = Direction::Pack;

    fn run(
        &self,
        input: &mut Input,
        output: &mut (dyn Write + Send),
        watch: &dyn Watch,
    ) -> Result<Report> {
        Ok(pipeline::compress(input, output, &self.0, watch)?)
    }
}

/// Packs the files that `args` name.
pub fn run(args: &CompressArgs, session: &Session) -> Status {
    if args.model.is_some() && args.codec != CodecId::Model {
        eprintln!(
            "pgnpack: {}",
            Refusal::OptionForCodec("--model", args.codec)
        );
        return Status::Usage;
    }
    let model = match model(args) {
        Ok(model) => model,
        Err(error) => return session.report(&error),
    };
    let options = CompressOptions {
        codec: args.codec,
        model,
        level: args.level.level(),
        threads: files::threads(&args.common),
        verify: !args.no_verify,
        block_text: args.block_size,
    };
    files::run_all(&args.files, &args.common, session, &Compress(options))
}

fn model(args: &CompressArgs) -> Result<ModelChoice> {
    let Some(path) = &args.model else {
        return Ok(ModelChoice::BuiltIn);
    };
    let file = files::model(path)?;
    Ok(match args.embed_model {
        true => ModelChoice::Embedded(file),
        false => ModelChoice::Named(file),
    })
}

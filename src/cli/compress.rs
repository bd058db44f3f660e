//! `pgnpack compress`.

use super::{
    Session, Status,
    args::CompressArgs,
    files::{self, Input, Work},
    plan::Direction,
};
use crate::pipeline::{self, CompressOptions, Report, Watch};
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
    let options = CompressOptions {
        codec: args.codec,
        level: args.level.level(),
        threads: files::threads(&args.common),
        verify: !args.no_verify,
        block_text: args.block_size,
    };
    files::run_all(&args.files, &args.common, session, &Compress(options))
}

//! Text → `.pgz`.

use super::{CompressOptions, Report, Watch};
use crate::error::Result;
use std::io::{Read, Write};

/// Packs everything that `input` gives into one `.pgz` file on `output`.
///
/// `input` is read on this thread, `output` written on another. The bytes written depend on the text and on the codec, level
/// and block size alone: neither on the number of threads nor on how `input` portions the text.
///
/// # Errors
/// What reading or writing gives, and [`ErrorKind::Unsupported`](crate::error::ErrorKind::Unsupported) for a codec that this
/// build does not have.
pub fn compress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &CompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    super::watch::check(watch)?;
    let _ = (input, output, options);
    todo!()
}

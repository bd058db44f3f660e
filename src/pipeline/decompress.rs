//! `.pgz` → text.

use super::{DecompressOptions, Report, Watch};
use crate::error::Result;
use std::io::{Read, Write};

/// Unpacks the `.pgz` file, or several one after the other, that `input` holds.
///
/// `input` is read to its end, on this thread; `output` is written on another. What was decoded before an error is written.
///
/// # Errors
/// What reading or writing gives, and for any input that is no whole, undamaged, known `.pgz` file.
pub fn decompress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    super::watch::check(watch)?;
    let _ = (input, output, options);
    todo!()
}

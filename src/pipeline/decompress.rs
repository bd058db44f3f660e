//! `.pgz` → text.

use super::{DecompressOptions, DecompressReport, Watch, unpacking::Unpacking, watch};
use crate::{container::header::MAGIC, error::Result};
use std::io::{self, Read, Write};

/// Unpacks the `.pgz` file, or several one after the other, that `input` holds.
///
/// `input` is read to its end, on this thread; `output` is written on another if there are several.
/// Text that was decoded before an error is written.
///
/// # Errors
/// Errors of reading or writing, and for any input that is not a whole, undamaged `.pgz` file of a
/// known version; [`ErrorKind::Unsupported`](crate::error::ErrorKind::Unsupported) where a file names a model that is not among those of
/// `options`.
pub fn decompress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    Unpacking::strict(options, watch).read_front(input, output)
}

/// As [`decompress`], but an input that does not begin as a `.pgz` file is its own text, and is
/// written as it is. Not for damaged files: their first bytes may be what is damaged.
///
/// # Errors
/// As [`decompress`].
pub fn decompress_or_pass_on(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    let mut head = Vec::new();
    let most = MAGIC.len() as u64;
    (&mut *input).take(most).read_to_end(&mut head)?;
    let is_packed = head == MAGIC;
    let mut whole = head.as_slice().chain(input);
    match is_packed {
        true => decompress(&mut whole, output, options, watch),
        false => copy(&mut whole, output, watch),
    }
}

/// Bytes that are copied at a time.
const COPIED: u64 = 1 << 20;

/// Writes the input as it is.
fn copy(
    input: &mut dyn Read,
    output: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    let mut report = DecompressReport {
        passed_on: true,
        ..DecompressReport::default()
    };
    loop {
        watch::check(watch)?;
        let copied = io::copy(&mut input.take(COPIED), output)?;
        if copied == 0 {
            output.flush()?;
            return Ok(report);
        }
        report.text_bytes += copied;
        watch.advance(copied, copied);
    }
}

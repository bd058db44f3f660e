//! Some games of a `.pgz` file.

use super::{DecompressOptions, Report, Watch};
use crate::error::Result;
use std::{
    io::{Read, Seek, Write},
    ops::Range,
};

/// Writes the text of the games that `games` numbers (from 0), as it stood in the original: with what stands between two
/// games and belongs to neither. Only the blocks that hold them are read and decoded.
///
/// # Errors
/// As [`decompress`](super::decompress()), and [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) where the file has fewer
/// games.
pub fn extract<R: Read + Seek>(
    input: &mut R,
    games: Range<u64>,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    super::watch::check(watch)?;
    let _ = (input, games, output, options);
    todo!()
}

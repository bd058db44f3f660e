//! Unpacks whatever is sound in a damaged `.pgz` file.

use super::{DecompressOptions, DecompressReport, Lost, Reached, Watch, unpacking::Unpacking};
use crate::{
    container::{
        block::Block,
        catalog::{Catalog, Located, Spot},
        survey::{Extent, Flaw, Survey},
    },
    error::Result,
};
use std::io::{Read, Seek, SeekFrom, Write};

/// Writes the text of all blocks that are sound, and reports the others.
///
/// The index says where each block is, so a damaged block header does not hide the blocks behind
/// it. Where bytes are missing, or too many, the blocks before that place are found from the
/// beginning of the file and those behind it from its end. Where the index is damaged or missing,
/// as in a file that is cut short, blocks are read from the front, up to the first whose end cannot
/// be found, and the files behind it are found from the end of the input.
///
/// # Errors
/// Errors of reading or writing; unsupported or limit where that is what is wrong with all of the
/// input: a newer version, a missing model, blocks of more text than `options` allow. A header that
/// is damaged or newer among others is no error: its file is left out, and the report says why.
pub fn salvage<R: Read + Seek>(
    input: &mut R,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    let Survey { catalog, flaw } = Survey::of(input)?;
    let (displaced, unread) = match flaw {
        None => (0, None),
        Some(Flaw { error, extent }) => match extent {
            Extent::Displaced(by) => (by, None),
            Extent::Unread(bytes) => (0, Some((bytes, error))),
            Extent::Nothing => {
                input.seek(SeekFrom::Start(0))?;
                return salvage_front(input, output, options, watch);
            }
        },
    };
    let unpacking = Unpacking::lenient(options, watch);
    let mut report = by_catalog(&catalog, displaced, input, output, unpacking)?;
    if let Some((bytes, error)) = unread {
        report.packed_bytes = report.packed_bytes.map(|packed| packed + bytes);
        report.lost = Some(Lost {
            reached: Reached::Around(bytes),
            error,
        });
    }
    report.unless_all_refused()
}

/// As [`salvage()`], but reads from front to back, so that any input will do: the text ends at the
/// first damage outside a payload, or at the header of another version.
///
/// # Errors
/// As [`salvage()`].
pub fn salvage_front(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    Unpacking::lenient(options, watch).read_front(input, output)
}

/// Reads a block from where the index says it is or, if it is not there, `displaced` bytes further
/// on.
fn read_block<R: Read + Seek>(
    located: &Located,
    displaced: i64,
    input: &mut R,
    limit: u64,
) -> Result<Block> {
    let found = located.read_block(input, limit);
    let offset = located.spot.offset.checked_add_signed(displaced);
    match (found, offset) {
        (Err(error), Some(offset)) if displaced != 0 && error.is_damage() => {
            let spot = Spot {
                offset,
                ..located.spot
            };
            let elsewhere = Located { spot, ..*located };
            match elsewhere.read_block(input, limit) {
                Err(other) if other.is_damage() => Err(error),
                found => found,
            }
        }
        (found, _) => found,
    }
}

fn by_catalog<R: Read + Seek>(
    catalog: &Catalog,
    displaced: i64,
    input: &mut R,
    output: &mut (dyn Write + Send),
    unpacking: Unpacking<'_>,
) -> Result<DecompressReport> {
    let mut sink = unpacking.sink(output);
    unpacking.each_located(
        catalog.blocks().map(|located| (located, ())),
        |located, limit| read_block(located, displaced, input, limit),
        |(), unpacked| Ok(unpacked.whole()),
        |unpacked| sink.put(unpacked),
    )?;
    let mut report = sink.finish()?;
    report.displaced = displaced;
    report.packed_bytes = Some(catalog.files.iter().map(|file| file.packed_bytes).sum());
    Ok(report)
}

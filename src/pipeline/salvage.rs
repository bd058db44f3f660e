//! Unpacks whatever is sound in a damaged `.pgz` file.

use super::{
    DecompressOptions, Report, Watch,
    decompress::{Sink, Unpacked, decompress},
    models::CodecFinder,
    ordered::ordered,
    watch,
};
use crate::{
    container::{
        block::Block,
        catalog::{Catalog, Located},
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
/// be found.
///
/// # Errors
/// Errors of reading or writing; unsupported for a newer version or a missing model; corrupt for a
/// model or a lead that cannot be decoded. A damaged header is no error: the text ends before it,
/// and the report says why.
pub fn salvage<R: Read + Seek>(
    input: &mut R,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    let options = DecompressOptions {
        salvage: true,
        ..options.clone()
    };
    let displaced = match Catalog::read(input) {
        Ok(catalog) => return by_index(&catalog, 0, input, output, &options, watch),
        Err(error) if error.is_damage() => Catalog::read_displaced(input),
        Err(error) => Err(error),
    };
    match displaced {
        Ok(Some((catalog, by))) => by_index(&catalog, by, input, output, &options, watch),
        Err(error) if !error.is_damage() => Err(error),
        Ok(None) | Err(_) => {
            input.seek(SeekFrom::Start(0))?;
            decompress(input, output, &options, watch)
        }
    }
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
    let offset = located.offset.checked_add_signed(displaced);
    match (found, offset) {
        (Err(error), Some(offset)) if displaced != 0 && error.is_damage() => {
            let elsewhere = Located { offset, ..*located };
            match elsewhere.read_block(input, limit) {
                Err(other) if other.is_damage() => Err(error),
                found => found,
            }
        }
        (found, _) => found,
    }
}

fn by_index<R: Read + Seek>(
    catalog: &Catalog,
    displaced: i64,
    input: &mut R,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    let mut blocks = catalog.blocks();
    let mut finder = CodecFinder::new(options);
    let mut sink = Sink::new(output, watch);
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let Some(located) = blocks.next() else {
                return Ok(None);
            };
            let codecs = finder.codecs(&located.file.header)?;
            let block = read_block(&located, displaced, input, options.block_text);
            Ok(Some((codecs, located, block)))
        },
        |(codecs, located, block)| Unpacked::located(&codecs, &located, block, options.salvage),
        |unpacked| sink.put(unpacked),
    )?;
    let mut report = sink.finish()?;
    report.displaced = displaced;
    report.packed_bytes = Some(catalog.files.iter().map(|file| file.packed_bytes).sum());
    Ok(report)
}

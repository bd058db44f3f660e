//! Text → `.pgz`.

use super::{
    CompressOptions, CompressReport, Watch,
    blocks::Blocks,
    lead::{Ahead, Leading},
    models::Codecs,
    ordered::ordered,
    pack::{Packed, Packer},
    watch,
};
use crate::{
    codec::CodecId,
    container::{
        header::{Header, ModelSection},
        writer::Writer,
    },
    error::{Error, Result},
};
use std::io::{Read, Write};

/// Packs everything that `input` gives into one `.pgz` file on `output`.
///
/// `input` is read on this thread; `output` is written on another if there are several. The bytes
/// written depend only on the text, codec, model, level and block size, not on the number of threads
/// or the lengths of reads.
///
/// # Errors
/// Errors of reading or writing; [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) for a block
/// size that the format does not allow, and for a model with a codec that uses none.
pub fn compress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &CompressOptions,
    watch: &dyn Watch,
) -> Result<CompressReport> {
    let codecs = options.model.codecs();
    let block_size = options.checked_block_size()?;
    let mut header = Header::new(Blocks::longest(block_size));
    if let Some(model) = model_section(options)? {
        header = header.with_model(model);
    }
    let mut blocks = Ahead::new(Blocks::new(input, block_size));
    let mut report = CompressReport::default();
    let (lead, leading) = Leading::find(&mut blocks, &codecs, options, &mut report)?.unzip();
    if let Some(lead) = lead {
        header = header.with_lead(lead);
    }
    let (first, rest) = match &leading {
        Some(leading) => (
            packer(&leading.first, &leading.rest, options),
            packer(&leading.rest, &leading.rest, options),
        ),
        None => {
            let packer = packer(&codecs, &codecs, options);
            (packer, packer)
        }
    };
    let mut writer = Writer::new(output, header);
    let mut packers = std::iter::once(first).chain(std::iter::repeat(rest));
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            Ok(blocks.next()?.zip(packers.next()))
        },
        |(text, packer)| Ok(packer.pack(&text)),
        |packed: Packed| {
            watch::check(watch)?;
            let bytes = writer.block(&packed.header, &packed.payload)?;
            report += packed.report;
            watch.advance(packed.header.text_bytes, bytes);
            Ok(())
        },
    )?;
    report.packed_bytes = writer.finish()?;
    Ok(report)
}

/// A packer that encodes with the codecs `writer`, and verifies with `reader`, the codecs that a
/// reader of the file will use.
fn packer<'a>(writer: &'a Codecs, reader: &'a Codecs, options: &CompressOptions) -> Packer<'a> {
    Packer {
        codec: writer.by_id(options.codec),
        reader: reader.by_id(options.codec),
        text: writer.by_id(CodecId::Text),
        level: options.level,
        verify: options.verify,
    }
}

/// The header's model section; `None` for the built-in model.
fn model_section(options: &CompressOptions) -> Result<Option<ModelSection>> {
    let section = options.model.section();
    match section.is_none() || options.codec.takes_model() {
        true => Ok(section),
        false => Err(Error::usage(options.codec.has_no_use_for("a model"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_verified_where_the_options_say_so() {
        for verify in [true, false] {
            let options = CompressOptions {
                verify,
                ..CompressOptions::default()
            };
            let codecs = options.model.codecs();
            assert_eq!(packer(&codecs, &codecs, &options).verify, verify);
        }
        assert!(CompressOptions::default().verify);
    }
}

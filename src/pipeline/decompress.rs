//! `.pgz` → text.

use super::{
    Damage, DecompressOptions, Lost, Reached, Report, Watch,
    models::{CodecFinder, Codecs},
    ordered::ordered,
    unpack::unpack,
    watch,
};
use crate::{
    container::{
        block::Block,
        catalog::Located,
        index::Entry,
        reader::{Place, Reader},
    },
    error::{Error, ErrorKind, Result},
};
use std::io::{Read, Write};

/// Unpacks the `.pgz` file, or several one after the other, that `input` holds.
///
/// `input` is read to its end, on this thread; `output` is written on another. Text that was
/// decoded before an error is written. With `salvage` in the options, a block with a damaged
/// payload is left out, and the text ends at the first damage outside a payload. To go on behind
/// that takes a seekable input: see [`salvage`](super::salvage()).
///
/// # Errors
/// Errors of reading or writing, and for any input that is not a whole, undamaged `.pgz` file of a
/// known version; [`ErrorKind::Unsupported`] where a file
/// names a model that is not among those of `options`.
pub fn decompress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    let mut reader = Reader::new(input, options.block_text);
    let mut finder = CodecFinder::new(options);
    let mut next = Numbers::default();
    let mut sink = Sink::new(output, watch);
    let mut lost = None;
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let read = match reader.next_block() {
                Err(error) if options.salvage && error.is_damage() => {
                    let reached = reached(&reader, &error);
                    lost = Some(Lost { reached, error });
                    None
                }
                read => read?,
            };
            let Some((file, block)) = read else {
                return Ok(None);
            };
            let codecs = finder.codecs(&file)?;
            let numbers = next;
            next.block += 1;
            next.first_game += block.header.games;
            Ok(Some((codecs, numbers, block)))
        },
        |(codecs, numbers, block)| Unpacked::new(&codecs, numbers, block, options.salvage),
        |unpacked| sink.put(unpacked),
    )?;
    let mut report = sink.finish()?;
    report.packed_bytes = Some(reader.offset());
    report.lost = lost;
    Ok(report)
}

/// How far `reader` came before it met with `error`.
fn reached<R: Read>(reader: &Reader<R>, error: &Error) -> Reached {
    let at_end = reader.is_behind_blocks() && error.kind() == ErrorKind::Truncated;
    match reader.has_begun() {
        false => Reached::Nothing,
        true if at_end => Reached::End,
        true => Reached::Blocks,
    }
}

/// The number of a block and that of its first game among those of the input, from 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Numbers {
    pub(super) block: u64,
    pub(super) first_game: u64,
}

/// A block that was decoded, or could not be and may be left out.
pub(super) struct Unpacked {
    pub(super) entry: Entry,
    numbers: Numbers,
    offset: u64,
    pub(super) text: Result<Vec<u8>>,
    /// How many games are in `text`, if it is there.
    pub(super) games: u64,
}

impl Unpacked {
    /// Decodes a block.
    ///
    /// # Errors
    /// As [`unpack`], with the place. None with `salvage`: the error is then in `text`.
    pub(super) fn new(
        codecs: &Codecs,
        numbers: Numbers,
        block: Block,
        salvage: bool,
    ) -> Result<Unpacked> {
        let entry = Entry::of(&block.header);
        let offset = block.offset;
        let text = super::ordered::guarded(|| unpack(codecs, block))
            .map_err(|error| error.at(Place::block(numbers.block, offset)));
        match text {
            Err(error) if !salvage => Err(error),
            text => Ok(Unpacked {
                entry,
                numbers,
                offset,
                text,
                games: entry.games,
            }),
        }
    }

    /// Decodes a block that was read at the place that a catalog gives.
    ///
    /// # Errors
    /// As [`new`](Unpacked::new), and the error in `block`, unless it is damage and `salvage` is
    /// on.
    pub(super) fn located(
        codecs: &Codecs,
        located: &Located,
        block: Result<Block>,
        salvage: bool,
    ) -> Result<Unpacked> {
        let numbers = Numbers {
            block: located.number,
            first_game: located.first_game,
        };
        match block {
            Ok(block) => Unpacked::new(codecs, numbers, block, salvage),
            Err(error) if salvage && error.is_damage() => Ok(Unpacked {
                entry: located.entry,
                numbers,
                offset: located.offset,
                text: Err(error),
                games: located.entry.games,
            }),
            Err(error) => Err(error),
        }
    }
}

/// Writes the text of blocks and adds up the report.
pub(super) struct Sink<'a> {
    output: &'a mut (dyn Write + Send),
    watch: &'a dyn Watch,
    report: Report,
}

impl<'a> Sink<'a> {
    pub(super) fn new(output: &'a mut (dyn Write + Send), watch: &'a dyn Watch) -> Sink<'a> {
        Sink {
            output,
            watch,
            report: Report::default(),
        }
    }

    /// Writes a block's text, or notes that it is damaged.
    pub(super) fn put(&mut self, unpacked: Unpacked) -> Result<()> {
        watch::check(self.watch)?;
        let Unpacked {
            entry,
            numbers,
            offset,
            text,
            games,
        } = unpacked;
        self.report.blocks += 1;
        match text {
            Ok(text) => {
                self.output.write_all(&text).map_err(Error::from)?;
                self.report.text_bytes += text.len() as u64;
                self.report.games += games;
            }
            Err(error) => self.report.damaged.push(Damage {
                block: numbers.block,
                offset,
                text_bytes: entry.text_bytes,
                first_game: numbers.first_game,
                games: entry.games,
                error,
            }),
        }
        self.watch.advance(entry.text_bytes, entry.packed_bytes);
        Ok(())
    }

    /// Flushes the output and returns the report of what was written.
    pub(super) fn finish(self) -> Result<Report> {
        self.output.flush()?;
        Ok(self.report)
    }
}

//! `.pgz` → text.

use super::{
    Damage, DecompressOptions, DecompressReport, Lost, Reached, Watch,
    models::{CodecFinder, Codecs},
    ordered::{guarded, ordered},
    unpack::{Decoded, unpack},
    watch,
};
use crate::{
    container::{
        block::Block,
        catalog::{Located, Spot},
        header::MAGIC,
        index::Entry,
        place::Place,
        reader::Reader,
    },
    error::{Error, ErrorKind, Result},
};
use std::{
    io::{self, Read, Write},
    sync::Arc,
};

/// Unpacks the `.pgz` file, or several one after the other, that `input` holds.
///
/// `input` is read to its end, on this thread; `output` is written on another if there are several.
/// Text that was decoded before an error is written.
///
/// # Errors
/// Errors of reading or writing, and for any input that is not a whole, undamaged `.pgz` file of a
/// known version; [`ErrorKind::Unsupported`] where a file names a model that is not among those of
/// `options`.
pub fn decompress(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    from_front(input, output, options, OnDamage::Fail, watch)
}

/// What to do where data is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnDamage {
    /// To fail.
    Fail,
    /// To leave out what is damaged, and to report it.
    LeaveOut,
}

impl OnDamage {
    /// Whether to go on after `error`. Errors of reading are no damage.
    fn forgives(self, error: &Error) -> bool {
        self == OnDamage::LeaveOut && error.kind() != ErrorKind::Io
    }
}

/// Unpacks what `input` holds, from its beginning on, up to damage outside a payload at the latest.
///
/// # Errors
/// As [`decompress`]; with [`OnDamage::LeaveOut`], as [`salvage_front`](super::salvage_front).
pub(super) fn from_front(
    input: &mut dyn Read,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    on_damage: OnDamage,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    let mut reader = Reader::new(input, options.block_text);
    let mut finder = CodecFinder::new(options);
    let (mut number, mut first_game) = (0, 0);
    let mut sink = Sink::new(output, watch);
    let mut lost = None;
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let read = match reader.next_block() {
                Err(error) if on_damage.forgives(&error) => {
                    let reached = reached(&reader, &error);
                    lost = Some(Lost { reached, error });
                    None
                }
                read => read?,
            };
            let Some((file, block)) = read else {
                return Ok(None);
            };
            let spot = Spot {
                number,
                first_game,
                offset: block.offset,
                entry: Entry::of(&block.header),
            };
            number += 1;
            first_game += block.header.games;
            let codecs = finder.codecs(&file);
            Ok(Some((spot, codecs.map(|codecs| (codecs, block)))))
        },
        |(spot, block)| Ok(Unpacked::of(spot, block, on_damage)?.whole()),
        |unpacked| sink.put(unpacked),
    )?;
    let mut report = sink.finish()?;
    report.packed_bytes = Some(reader.offset());
    report.lost = lost;
    report.unless_all_refused()
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

/// How far `reader` came before it met with `error`.
fn reached<R: Read>(reader: &Reader<R>, error: &Error) -> Reached {
    let at_end = reader.is_behind_blocks() && error.kind() == ErrorKind::Truncated;
    match reader.has_begun() {
        false => Reached::Nothing,
        true if at_end => Reached::End,
        true => Reached::Blocks,
    }
}

/// A block that was decoded, or could not be and may be left out.
pub(super) struct Unpacked<T> {
    pub(super) spot: Spot,
    /// What it holds, or what of that is wanted.
    pub(super) contents: Result<T>,
}

/// The text of some games of a block, or of all.
pub(super) struct BlockText {
    pub(super) text: Vec<u8>,
    /// How many games are in it.
    pub(super) games: u64,
}

impl<T> Unpacked<T> {
    /// The same block with what `work` makes of its contents.
    pub(super) fn and_then<U>(self, work: impl FnOnce(T) -> Result<U>) -> Unpacked<U> {
        Unpacked {
            spot: self.spot,
            contents: self.contents.and_then(work),
        }
    }

    /// Returns the error in `contents`, unless the block may be left out for it.
    pub(super) fn unless_failed(self, on_damage: OnDamage) -> Result<Unpacked<T>> {
        match self.contents {
            Err(error) if !on_damage.forgives(&error) => Err(error),
            _ => Ok(self),
        }
    }
}

impl Unpacked<Decoded> {
    /// Decodes a block that was read, with the codecs of its file.
    ///
    /// # Errors
    /// The error in `block`, and as [`unpack`], with the place. Where damage is left out, errors of
    /// reading alone: others are then in `contents`.
    fn of(
        spot: Spot,
        block: Result<(Arc<Codecs>, Block)>,
        on_damage: OnDamage,
    ) -> Result<Unpacked<Decoded>> {
        let contents = block.and_then(|(codecs, block)| {
            // Not where it was looked for, if bytes are missing or too many.
            let place = Place::block(spot.number, block.offset);
            guarded(|| unpack(&codecs, block)).map_err(|error| error.at(place))
        });
        Unpacked { spot, contents }.unless_failed(on_damage)
    }

    /// The text of all that the block holds.
    pub(super) fn whole(self) -> Unpacked<BlockText> {
        let games = self.spot.entry.games;
        self.and_then(|decoded| {
            Ok(BlockText {
                text: decoded.text,
                games,
            })
        })
    }
}

/// Reads `blocks` with `read`, decodes them, calls `work` with each of them, and with what comes
/// with it, on the threads of `options`, and `emit` with the results in their order.
///
/// # Errors
/// Errors of reading, and those of `work` and `emit`; unless damage is left out, also what is wrong
/// with a block or its file.
pub(super) fn each_located<'a, T: Send, O: Send>(
    blocks: impl IntoIterator<Item = (Located<'a>, T)>,
    options: &DecompressOptions,
    on_damage: OnDamage,
    watch: &dyn Watch,
    mut read: impl FnMut(&Located<'a>) -> Result<Block>,
    work: impl Fn(T, Unpacked<Decoded>) -> Result<O> + Sync,
    emit: impl FnMut(O) -> Result<()> + Send,
) -> Result<()> {
    let mut blocks = blocks.into_iter();
    let mut finder = CodecFinder::new(options);
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let Some((located, with)) = blocks.next() else {
                return Ok(None);
            };
            let codecs = finder.codecs(&located.file.header);
            let block = codecs.and_then(|codecs| Ok((codecs, read(&located)?)));
            Ok(Some((located.spot, with, block)))
        },
        |(spot, with, block)| work(with, Unpacked::of(spot, block, on_damage)?),
        emit,
    )
}

/// Writes the text of blocks and adds up the report.
pub(super) struct Sink<'a> {
    output: &'a mut (dyn Write + Send),
    watch: &'a dyn Watch,
    report: DecompressReport,
}

impl<'a> Sink<'a> {
    pub(super) fn new(output: &'a mut (dyn Write + Send), watch: &'a dyn Watch) -> Sink<'a> {
        Sink {
            output,
            watch,
            report: DecompressReport::default(),
        }
    }

    /// Writes a block's text, or notes that it is left out.
    pub(super) fn put(&mut self, unpacked: Unpacked<BlockText>) -> Result<()> {
        watch::check(self.watch)?;
        let Unpacked { spot, contents } = unpacked;
        let entry = spot.entry;
        self.report.blocks += 1;
        match contents {
            Ok(BlockText { text, games }) => {
                self.output.write_all(&text)?;
                self.report.text_bytes += text.len() as u64;
                self.report.games += games;
            }
            Err(error) => self.report.leave_out(Damage {
                block: spot.number,
                blocks: 1,
                offset: spot.offset,
                text_bytes: entry.text_bytes,
                first_game: spot.first_game,
                games: entry.games,
                error,
            }),
        }
        self.watch.advance(entry.text_bytes, entry.packed_bytes);
        Ok(())
    }

    /// Flushes the output and returns the report of what was written.
    pub(super) fn finish(self) -> Result<DecompressReport> {
        self.output.flush()?;
        Ok(self.report)
    }
}

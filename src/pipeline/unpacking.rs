//! Unpacks blocks: reads them, decodes them on several threads, and writes what is wanted of them in
//! their order. Which blocks, and what of them, the callers say.

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
        index::Entry,
        place::Place,
        reader::Reader,
    },
    error::{Error, ErrorKind, Result},
};
use std::{
    io::{Read, Write},
    sync::Arc,
};

/// What to do where data is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnDamage {
    /// To fail.
    Fail,
    /// To leave out what is damaged, and to report it.
    LeaveOut,
}

/// How blocks are unpacked.
#[derive(Clone, Copy)]
pub(super) struct Unpacking<'a> {
    options: &'a DecompressOptions,
    on_damage: OnDamage,
    watch: &'a dyn Watch,
}

impl<'a> Unpacking<'a> {
    /// It fails where data is damaged.
    pub(super) fn strict(options: &'a DecompressOptions, watch: &'a dyn Watch) -> Unpacking<'a> {
        Unpacking {
            options,
            on_damage: OnDamage::Fail,
            watch,
        }
    }

    /// It leaves out what is damaged, and reports it.
    pub(super) fn lenient(options: &'a DecompressOptions, watch: &'a dyn Watch) -> Unpacking<'a> {
        Unpacking {
            options,
            on_damage: OnDamage::LeaveOut,
            watch,
        }
    }

    /// The most bytes of text that a block may have.
    pub(super) fn block_limit(self) -> u64 {
        self.options.block_limit
    }

    /// What writes the blocks.
    pub(super) fn sink(self, output: &'a mut (dyn Write + Send)) -> Sink<'a> {
        Sink {
            output,
            watch: self.watch,
            report: DecompressReport::default(),
        }
    }

    /// Unpacks what `input` holds, from its beginning on, up to damage outside a payload at the
    /// latest.
    ///
    /// # Errors
    /// As [`decompress`](super::decompress()); where damage is left out, as [`salvage_front`](super::salvage_front).
    pub(super) fn read_front(
        self,
        input: &mut dyn Read,
        output: &mut (dyn Write + Send),
    ) -> Result<DecompressReport> {
        let mut reader = Reader::new(input, self.options.block_limit);
        let mut finder = CodecFinder::new(self.options);
        let (mut number, mut first_game) = (0, 0);
        let mut sink = self.sink(output);
        let mut lost = None;
        ordered(
            self.options.threads,
            || {
                watch::check(self.watch)?;
                let read = match reader.next_block() {
                    Err(error) if self.forgives(&error) => {
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
            |(spot, block)| Ok(self.decoded(spot, block)?.whole()),
            |unpacked| sink.put(unpacked),
        )?;
        let mut report = sink.finish()?;
        report.packed_bytes = Some(reader.offset());
        report.lost = lost;
        report.unless_all_refused()
    }

    /// Reads `blocks` with `read`, which is told how long they may be, decodes them, calls `work` with each of them, and with what comes
    /// with it, on the threads wanted, and `emit` with the results in their order.
    ///
    /// # Errors
    /// Errors of reading, and those of `work` and `emit`; unless damage is left out, also what is
    /// wrong with a block or its file.
    pub(super) fn each_located<'l, T: Send, O: Send>(
        self,
        blocks: impl IntoIterator<Item = (Located<'l>, T)>,
        mut read: impl FnMut(&Located<'l>, u64) -> Result<Block>,
        work: impl Fn(T, Unpacked<Decoded>) -> Result<O> + Sync,
        emit: impl FnMut(O) -> Result<()> + Send,
    ) -> Result<()> {
        let mut blocks = blocks.into_iter();
        let mut finder = CodecFinder::new(self.options);
        ordered(
            self.options.threads,
            || {
                watch::check(self.watch)?;
                let Some((located, with)) = blocks.next() else {
                    return Ok(None);
                };
                let codecs = finder.codecs(&located.file.header);
                let block = codecs
                    .and_then(|codecs| Ok((codecs, read(&located, self.options.block_limit)?)));
                Ok(Some((located.spot, with, block)))
            },
            |(spot, with, block)| work(with, self.decoded(spot, block)?),
            emit,
        )
    }

    /// Decodes a block that was read, with the codecs of its file.
    ///
    /// # Errors
    /// The error in `block`, and as [`unpack`], with the place. Where damage is left out, errors of
    /// reading alone: others are then in the contents.
    fn decoded(self, spot: Spot, block: Result<(Arc<Codecs>, Block)>) -> Result<Unpacked<Decoded>> {
        let contents = block.and_then(|(codecs, block)| {
            // Not where it was looked for, if bytes are missing or too many.
            let place = Place::Block {
                number: spot.number,
                offset: block.offset,
            };
            guarded(|| unpack(&codecs, block)).map_err(|error| error.at(place))
        });
        self.unless_failed(Unpacked { spot, contents })
    }

    /// Gives a block back, unless what is wrong with it is no damage that is left out.
    ///
    /// # Errors
    /// What is wrong with it then.
    pub(super) fn unless_failed<T>(self, unpacked: Unpacked<T>) -> Result<Unpacked<T>> {
        match unpacked.contents {
            Err(error) if !self.forgives(&error) => Err(error),
            _ => Ok(unpacked),
        }
    }

    /// Whether to go on after `error`. Errors of reading are no damage.
    fn forgives(self, error: &Error) -> bool {
        self.on_damage == OnDamage::LeaveOut && error.kind() != ErrorKind::Io
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
}

impl Unpacked<Decoded> {
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

/// Writes the text of blocks and adds up the report.
pub(super) struct Sink<'a> {
    output: &'a mut (dyn Write + Send),
    watch: &'a dyn Watch,
    report: DecompressReport,
}

impl Sink<'_> {
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

//! Reads some games of a `.pgz` file: their text, or their tags alone.

use super::{
    DecompressOptions, Report, Selection, Watch,
    decompress::{Sink, Unpacked},
    models::CodecFinder,
    ordered::ordered,
    watch,
};
use crate::{
    container::{
        catalog::{Catalog, Located},
        reader::Place,
    },
    error::{Error, Result},
    pgn::{
        self,
        layout::{Document, Piece},
        tags::Tags,
    },
};
use std::{
    io::{Read, Seek, Write},
    ops::Range,
};

/// Writes the original text of the games wanted, in the order of the file, including text behind a
/// game that belongs to none. Reads and decodes only the blocks that hold them.
///
/// # Errors
/// As [`decompress`](super::decompress()), and [`ErrorKind::Usage`](crate::error::ErrorKind::Usage)
/// where the file has fewer games.
pub fn extract<R: Read + Seek>(
    input: &mut R,
    games: impl Into<Selection>,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    let mut sink = Sink::new(output, watch);
    each_block(
        input,
        &games.into(),
        options,
        watch,
        |wanted, mut unpacked| {
            if wanted.count() < unpacked.entry.games {
                let extent = wanted.extent();
                unpacked.numbers.first_game += extent.start;
                unpacked.entry.games = match unpacked.text {
                    Ok(_) => wanted.count(),
                    Err(_) => extent.end - extent.start,
                };
                unpacked.text = unpacked.text.and_then(|text| wanted.select(&text));
            }
            Ok(unpacked)
        },
        |unpacked| sink.put(unpacked),
    )?;
    sink.finish()
}

/// Calls `visit` with the number (from 0) and the tags of each of the games wanted, in the order of
/// the file. Reads and decodes only the blocks that hold them.
///
/// # Errors
/// As [`extract`], and whatever `visit` returns.
pub fn each_tags<R: Read + Seek>(
    input: &mut R,
    games: impl Into<Selection>,
    options: &DecompressOptions,
    watch: &dyn Watch,
    mut visit: impl FnMut(u64, &Tags) -> Result<()> + Send,
) -> Result<()> {
    each_block(
        input,
        &games.into(),
        options,
        watch,
        |wanted, unpacked| match unpacked.text {
            Ok(text) => wanted.tags(&text),
            Err(_) => Ok(Vec::new()),
        },
        |games| {
            games
                .iter()
                .try_for_each(|(number, tags)| visit(*number, tags))
        },
    )
}

/// Decodes the blocks that hold some of `games`, calls `work` with each of them on the threads of
/// `options`, and `emit` with the results in the order of the file.
fn each_block<R: Read + Seek, O: Send>(
    input: &mut R,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
    work: impl Fn(&Wanted<'_>, Unpacked) -> Result<O> + Sync,
    emit: impl FnMut(O) -> Result<()> + Send,
) -> Result<()> {
    let catalog = Catalog::read(input)?;
    let count = catalog.blocks().map(|located| located.entry.games).sum();
    let mut wanted = wanted(&catalog, &games.among(count)?).into_iter();
    let mut finder = CodecFinder::new(options);
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let Some(wanted) = wanted.next() else {
                return Ok(None);
            };
            let codecs = finder.codecs(&wanted.located.file.header)?;
            let block = wanted.located.read_block(input, options.block_text);
            Ok(Some((codecs, wanted, block)))
        },
        |(codecs, wanted, block)| {
            let unpacked = Unpacked::located(&codecs, &wanted.located, block, options.salvage)?;
            work(&wanted, unpacked)
        },
        emit,
    )
}

/// A block that holds some of the games wanted.
struct Wanted<'a> {
    located: Located<'a>,
    /// Which of its own games are wanted, in ascending order; none where it has no games.
    parts: Vec<Range<u64>>,
}

impl Wanted<'_> {
    /// How many of its games are wanted.
    fn count(&self) -> u64 {
        self.parts.iter().map(|part| part.end - part.start).sum()
    }

    /// From the first of its games wanted to the last, among its own.
    fn extent(&self) -> Range<u64> {
        let first = self.parts.first().map_or(0, |part| part.start);
        first..self.parts.last().map_or(0, |part| part.end)
    }

    /// The pieces of its text, each with the number of its game among its own: a game goes on until
    /// the next one begins, and text before the first game belongs to that.
    fn pieces(&self, document: Document) -> Result<impl Iterator<Item = (u64, Piece)>> {
        if super::pack::games(&document) != self.located.entry.games {
            let place = Place::block(self.located.number, self.located.offset);
            return Err(Error::unsupported(
                "another version of this program told the games of this block apart",
            )
            .at(place));
        }
        let mut number = None;
        Ok(document.pieces.into_iter().map(move |piece| {
            if piece.is_game() {
                number = Some(number.map_or(0, |number: u64| number + 1));
            }
            (number.unwrap_or(0), piece)
        }))
    }

    fn holds(&self, number: u64) -> bool {
        self.parts.iter().any(|part| part.contains(&number))
    }

    /// The text of the games wanted, from that of all.
    fn select(&self, text: &[u8]) -> Result<Vec<u8>> {
        let mut document = pgn::read(text);
        let styles = std::mem::take(&mut document.styles);
        let pieces = self.pieces(document)?;
        let pieces = pieces.filter(|&(number, _)| self.holds(number));
        pgn::write(&Document {
            styles,
            pieces: pieces.map(|(_, piece)| piece).collect(),
        })
    }

    /// The numbers, among the games of the input, and the tags of the games wanted, from the text of
    /// all.
    fn tags(&self, text: &[u8]) -> Result<Vec<(u64, Tags)>> {
        let pieces = self.pieces(pgn::read(text))?;
        let games = pieces.filter(|(number, piece)| piece.is_game() && self.holds(*number));
        let tags = games.map(|(number, piece)| {
            let tags = match piece {
                Piece::Game(game, _) => game.tags,
                Piece::Text(text, _) => pgn::tags_of(&text),
            };
            (self.located.first_game + number, tags)
        });
        Ok(tags.collect())
    }
}

/// The blocks that hold some of `games`.
fn wanted<'a>(catalog: &'a Catalog, games: &[Range<u64>]) -> Vec<Wanted<'a>> {
    let of_block = |located: Located<'a>| {
        let (first, own) = (located.first_game, located.entry.games);
        let parts: Vec<_> = games
            .iter()
            .map(|part| part.start.max(first)..part.end.min(first + own))
            .filter(|part| part.start < part.end)
            .map(|part| part.start - first..part.end - first)
            .collect();
        // A block without games belongs to the game before it, or to the first.
        let before = first.saturating_sub(1);
        let of_game_before = own == 0 && games.iter().any(|part| part.contains(&before));
        (!parts.is_empty() || of_game_before).then_some(Wanted { located, parts })
    };
    catalog.blocks().filter_map(of_block).collect()
}

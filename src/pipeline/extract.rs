//! Extracts some games of a `.pgz` file.

use super::{
    DecompressOptions, Report, Watch,
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
    pgn::{self, layout::Document},
};
use std::{
    io::{Read, Seek, Write},
    ops::{Bound, Range, RangeBounds},
};

/// Writes the original text of the games with numbers in `games` (from 0; to the file's last game
/// if it has no end), including text behind a game that belongs to none. Reads and decodes only the
/// blocks that hold them.
///
/// # Errors
/// As [`decompress`](super::decompress()), and [`ErrorKind::Usage`](crate::error::ErrorKind::Usage)
/// where the file has fewer games.
pub fn extract<R: Read + Seek>(
    input: &mut R,
    games: impl RangeBounds<u64>,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Report> {
    let catalog = Catalog::read(input)?;
    let games = within(&catalog, &games)?;
    let first = games.start;
    let mut wanted = wanted(&catalog, games).into_iter();
    let mut finder = CodecFinder::new(options);
    let mut sink = Sink::new(output, first, watch);
    ordered(
        options.threads,
        || {
            watch::check(watch)?;
            let Some((located, part)) = wanted.next() else {
                return Ok(None);
            };
            let codecs = finder.codecs(&located.file.header)?;
            let block = located.read_block(input, options.block_text);
            Ok(Some((codecs, located, part, block)))
        },
        |(codecs, located, part, block)| {
            let mut unpacked = Unpacked::located(&codecs, &located, block, options.salvage)?;
            if part != (0..unpacked.entry.games) {
                unpacked.entry.games = part.end - part.start;
                if let Ok(text) = &mut unpacked.text {
                    let place = Place::block(located.number, located.offset);
                    *text =
                        select(text, located.entry.games, part).map_err(|error| error.at(place))?;
                }
            }
            Ok(unpacked)
        },
        |unpacked| sink.put(unpacked),
    )?;
    sink.finish()
}

/// The numbers in `games` of a file's games.
fn within(catalog: &Catalog, games: &impl RangeBounds<u64>) -> Result<Range<u64>> {
    let first = match games.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let count = catalog.blocks().map(|located| located.entry.games).sum();
    let end = match games.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        // There must be one game at least.
        Bound::Unbounded => first.saturating_add(1).max(count),
    };
    if end > count {
        let held = match count {
            1 => "is 1 game".into(),
            _ => format!("are {count} games"),
        };
        let asked = format!("game {end} is asked for, and there {held}");
        return Err(Error::usage(asked));
    }
    Ok(first..end)
}

/// The blocks that hold some of `games`, each with the range of its own games that is wanted.
fn wanted(catalog: &Catalog, games: Range<u64>) -> Vec<(Located<'_>, Range<u64>)> {
    let mut wanted = Vec::new();
    let mut first = 0;
    for located in catalog.blocks() {
        let end = first + located.entry.games;
        let part = games.start.max(first)..games.end.min(end);
        if part.start < part.end {
            wanted.push((located, part.start - first..part.end - first));
        } else if first == end && games.contains(&first.saturating_sub(1)) {
            // A block without games belongs to the game before it, or to the first.
            wanted.push((located, 0..0));
        }
        first = end;
    }
    wanted
}

/// The text of the games `part` of a block that has `games` in all. A game goes on until the next
/// one begins; text before a block's first game belongs to that game.
fn select(text: &[u8], games: u64, part: Range<u64>) -> Result<Vec<u8>> {
    let document = pgn::read(text);
    if super::pack::games(&document) != games {
        return Err(Error::unsupported(
            "another version of this program told the games of this block apart",
        ));
    }
    let mut number: Option<u64> = None;
    let mut pieces = document.pieces;
    pieces.retain(|piece| {
        if piece.is_game() {
            number = Some(number.map_or(0, |number| number + 1));
        }
        part.contains(&number.unwrap_or(0))
    });
    pgn::write(&Document {
        styles: document.styles,
        pieces,
    })
}

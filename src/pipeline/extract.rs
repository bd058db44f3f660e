//! Reads some games of a `.pgz` file: their text, their tags alone, or all that was understood of
//! them, as from a text.

use super::{
    DecompressOptions, DecompressReport, Selection, Watch,
    blocks::Blocks,
    unpack::Decoded,
    unpacking::{BlockText, Unpacked, Unpacking},
    watch,
};
use crate::{
    codec::Level,
    container::{
        catalog::{Catalog, Located},
        index::Entry,
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
    games: &Selection,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    write_games(input, games, output, Unpacking::strict(options, watch))
}

/// As [`extract`], but leaves out blocks that cannot be decoded, and reports them.
///
/// # Errors
/// As [`extract`], where it is not one block that is damaged.
pub fn salvage_games<R: Read + Seek>(
    input: &mut R,
    games: &Selection,
    output: &mut (dyn Write + Send),
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<DecompressReport> {
    write_games(input, games, output, Unpacking::lenient(options, watch))
}

fn write_games<R: Read + Seek>(
    input: &mut R,
    games: &Selection,
    output: &mut (dyn Write + Send),
    unpacking: Unpacking<'_>,
) -> Result<DecompressReport> {
    let mut sink = unpacking.sink(output);
    let catalog = Catalog::read(input)?;
    each_block(
        input,
        wanted(&catalog, games)?,
        unpacking,
        |wanted, unpacked| {
            let excerpted = unpacked.and_then(|decoded| wanted.select(decoded));
            unpacking.unless_failed(excerpted)
        },
        |unpacked| sink.put(unpacked),
    )?;
    sink.finish()?.unless_all_refused()
}

/// Calls `visit` with the number (from 0) and the tags of each of the games wanted, in the order of
/// the file. Reads and decodes only the blocks that hold them. Damage is an error.
///
/// # Errors
/// As [`extract`], and whatever `visit` returns.
pub fn visit_tags<R: Read + Seek>(
    input: &mut R,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
    mut visit: impl FnMut(u64, &Tags) -> Result<()> + Send,
) -> Result<()> {
    let catalog = Catalog::read(input)?;
    each_block(
        input,
        wanted(&catalog, games)?,
        Unpacking::strict(options, watch),
        |wanted, unpacked| {
            let tagged = Tagged::of(wanted.excerpt(wanted.games(unpacked.contents?)?));
            Ok((unpacked.spot.entry, tagged))
        },
        |(entry, tagged)| {
            watch::check(watch)?;
            for (number, tags) in tagged.games() {
                visit(number, tags)?;
            }
            watch.advance(entry.text_bytes, entry.packed_bytes);
            Ok(())
        },
    )
}

/// Some games of one block.
pub struct Excerpt {
    /// The document of the block.
    pub document: Document,
    /// For each of the games, its number among those of the input, from 0, and the piece that it
    /// is: the same for a game that comes again.
    places: Vec<(u64, usize)>,
}

impl Excerpt {
    /// The games wanted of a document whose first game has the number `first`.
    fn of(document: Document, first: u64, is_wanted: impl Fn(u64) -> bool) -> Excerpt {
        let is_game = |&(_, piece): &(u64, usize)| document.pieces[piece].is_game();
        let wanted = numbered(&document, first).filter(|&(number, _)| is_wanted(number));
        let places = wanted.filter(is_game).collect();
        Excerpt { document, places }
    }

    /// The games, each with its number among those of the input, from 0.
    pub fn games(&self) -> impl Iterator<Item = (u64, &Piece)> {
        let places = self.places.iter();
        places.map(|&(number, piece)| (number, &self.document.pieces[piece]))
    }
}

/// The tags of some games of one block.
struct Tagged {
    /// Those of each piece of the block's document that is one of these games.
    tags: Vec<Option<Tags>>,
    /// As [`Excerpt::places`].
    places: Vec<(u64, usize)>,
}

impl Tagged {
    /// Those of the games of an excerpt.
    fn of(Excerpt { document, places }: Excerpt) -> Tagged {
        let mut is_wanted = vec![false; document.pieces.len()];
        for &(_, piece) in &places {
            is_wanted[piece] = true;
        }
        let tags_of = |(piece, is_wanted): (Piece, bool)| {
            is_wanted.then(|| match piece {
                Piece::Game(game, _) => game.tags,
                Piece::Text(text, _) => pgn::tags_of(&text),
            })
        };
        let tags = document.pieces.into_iter().zip(is_wanted).map(tags_of);
        Tagged {
            tags: tags.collect(),
            places,
        }
    }

    /// The tags of each game, with its number among those of the input, from 0.
    fn games(&self) -> impl Iterator<Item = (u64, &Tags)> {
        let places = self.places.iter();
        places.filter_map(|&(number, piece)| Some((number, self.tags[piece].as_ref()?)))
    }
}

/// Calls `visit` with the games wanted of each block, in the order of the file, and returns how many
/// games there are. Reads and decodes only the blocks that hold those wanted. Damage is an error.
///
/// # Errors
/// As [`extract`], but not where there is no game at all, and whatever `visit` returns.
pub fn visit_games<R: Read + Seek>(
    input: &mut R,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
    mut visit: impl FnMut(Excerpt) -> Result<()> + Send,
) -> Result<u64> {
    let catalog = Catalog::read(input)?;
    let count = games_of(&catalog);
    if count == 0 {
        return Ok(0);
    }
    // The text is parsed: codecs may have kept games as text that others understand.
    let work = |wanted: &Wanted<'_>, unpacked: Unpacked<Decoded>| {
        let document = wanted.parse(&unpacked.contents?.text)?;
        Ok((unpacked.spot.entry, wanted.excerpt(document)))
    };
    let emit = |(entry, excerpt): (Entry, Excerpt)| {
        visit(excerpt)?;
        watch.advance(entry.text_bytes, entry.packed_bytes);
        Ok(())
    };
    let wanted = wanted(&catalog, games)?;
    each_block(input, wanted, Unpacking::strict(options, watch), work, emit)?;
    Ok(count)
}

/// Calls `visit` with the games wanted of each block into which a text is cut to be packed at the
/// default level, and returns how many games were met. Reads no further than to the block with the
/// last one wanted. `watch` may stop this; it is told of no block, as none is packed.
///
/// # Errors
/// Errors of reading, and whatever `visit` returns.
pub fn visit_games_of_text(
    input: &mut dyn Read,
    games: &Selection,
    watch: &dyn Watch,
    mut visit: impl FnMut(Excerpt) -> Result<()>,
) -> Result<u64> {
    let wanted = games.among(u64::MAX)?;
    let end = wanted.last().map_or(0, |range| range.end);
    let mut blocks = Blocks::new(input, Level::DEFAULT.block_size());
    let mut count = 0;
    while count < end
        && let Some(text) = blocks.next()?
    {
        watch::check(watch)?;
        // As it is packed: games that come again are not read again.
        let document = pgn::read_once(&text);
        let first = count;
        count += document.count_games();
        let excerpt = Excerpt::of(document, first, |number| contain(&wanted, number));
        if !excerpt.places.is_empty() {
            visit(excerpt)?;
        }
    }
    Ok(count)
}

fn games_of(catalog: &Catalog) -> u64 {
    catalog
        .blocks()
        .map(|located| located.spot.entry.games)
        .sum()
}

/// Decodes the blocks that hold games wanted, calls `work` with each of them on the threads of
/// `unpacking`, and `emit` with the results in the order of the file.
fn each_block<'a, R: Read + Seek, O: Send>(
    input: &mut R,
    wanted: Vec<Wanted<'a>>,
    unpacking: Unpacking<'_>,
    work: impl Fn(&Wanted<'a>, Unpacked<Decoded>) -> Result<O> + Sync,
    emit: impl FnMut(O) -> Result<()> + Send,
) -> Result<()> {
    let wanted = wanted.into_iter();
    unpacking.each_located(
        wanted.map(|wanted| (wanted.located, wanted)),
        |located, limit| located.read_block(input, limit),
        |wanted, unpacked| work(&wanted, unpacked),
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

    /// Parses the block's text. Whether a text is a game may depend on the text before it, so games
    /// that come again are not read again here, as they were not when the block was packed.
    fn parse(&self, text: &[u8]) -> Result<Document> {
        let document = pgn::read_once(text);
        match document.count_games() == self.located.spot.entry.games {
            true => Ok(document),
            false => Err(Error::unsupported(
                "another version of this program told the games of this block apart",
            )
            .at(self.located.spot.place())),
        }
    }

    /// The games of the block. Other versions of the program may tell games apart in another way:
    /// the document that was decoded counts, if the games are in it (a whole block kept as text is
    /// one piece), else what this one understands of the text.
    fn games(&self, Decoded { text, document }: Decoded) -> Result<Document> {
        let decoded =
            document.filter(|decoded| decoded.count_games() == self.located.spot.entry.games);
        decoded.map_or_else(|| self.parse(&text), Ok)
    }

    /// The text of the games wanted.
    fn select(&self, block: Decoded) -> Result<BlockText> {
        let games = self.count();
        if games == self.located.spot.entry.games {
            let text = block.text;
            return Ok(BlockText { text, games });
        }
        let document = self.games(block)?;
        let wanted = numbered(&document, 0).filter(|&(number, _)| contain(&self.parts, number));
        let pieces = wanted.map(|(_, piece)| &document.pieces[piece]);
        let text = pgn::write_pieces(&document.styles, pieces);
        let text = text.map_err(|error| error.at(self.located.spot.place()))?;
        Ok(BlockText { text, games })
    }

    /// The games wanted, from the document of all.
    fn excerpt(&self, document: Document) -> Excerpt {
        let first = self.located.spot.first_game;
        let is_wanted = |number| contain(&self.parts, number - first);
        Excerpt::of(document, first, is_wanted)
    }
}

/// The pieces of a document, in the order of the text, each with the number of its game, where the
/// first has the number `first`: a game goes on until the next one begins, and text before the first
/// game belongs to that.
fn numbered(document: &Document, first: u64) -> impl Iterator<Item = (u64, usize)> {
    let mut begun = 0;
    document.in_order().map(move |piece| {
        begun += u64::from(document.pieces[piece].is_game());
        (first + begun.max(1) - 1, piece)
    })
}

/// The index of the first of `ranges`, which are in ascending order, that goes on beyond `number`.
fn first_beyond(ranges: &[Range<u64>], number: u64) -> usize {
    ranges.partition_point(|range| range.end <= number)
}

/// Whether one of `ranges`, which are in ascending order, contains `number`.
fn contain(ranges: &[Range<u64>], number: u64) -> bool {
    let range = ranges.get(first_beyond(ranges, number));
    range.is_some_and(|range| range.contains(&number))
}

/// The blocks that hold some of `games`.
///
/// # Errors
/// [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) where there are fewer games.
fn wanted<'a>(catalog: &'a Catalog, games: &Selection) -> Result<Vec<Wanted<'a>>> {
    let games = games.among(games_of(catalog))?;
    let of_block = |located: Located<'a>| {
        let (first, end) = (
            located.spot.first_game,
            located.spot.first_game + located.spot.entry.games,
        );
        let parts: Vec<_> = games[first_beyond(&games, first)..]
            .iter()
            .take_while(|part| part.start < end)
            .map(|part| part.start.max(first) - first..part.end.min(end) - first)
            .collect();
        // A block without games belongs to the game before it, or to the first.
        let of_game_before = first == end && contain(&games, first.saturating_sub(1));
        (!parts.is_empty() || of_game_before).then_some(Wanted { located, parts })
    };
    Ok(catalog.blocks().filter_map(of_block).collect())
}

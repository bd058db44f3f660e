//! Reads some games of a `.pgz` file: their text, their tags alone, or all that was understood of
//! them, as from a text.

use super::{
    DecompressOptions, DecompressReport, Selection, Watch,
    blocks::Blocks,
    inspect,
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

/// Writes the original text of the games wanted, in the order of the file. Text that is no game
/// belongs to the game before it, or to the first. Reads and decodes only the blocks that hold
/// these games, and of a block that may begin with text behind one of them, its layout: if
/// something there is no game, or that cannot be told without it, the rest, too.
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
    let mut blocks = Vec::new();
    for block in wanted(&catalog, games)? {
        if block.holds_games() || block.may_begin_with_text(input, unpacking.block_limit())? {
            blocks.push(block);
        }
    }
    each_block(
        input,
        blocks,
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
        wanted(&catalog, games)?.filter(Wanted::holds_games),
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
        let begun = numbered(&document)
            .filter_map(|(number, piece)| Some((first + number?, piece)))
            .filter(is_game);
        let places = begun.filter(|&(number, _)| is_wanted(number)).collect();
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
    let wanted = wanted(&catalog, games)?.filter(Wanted::holds_games);
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
    wanted: impl IntoIterator<Item = Wanted<'a>>,
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

/// A block that holds some of the games wanted, or text behind one.
struct Wanted<'a> {
    located: Located<'a>,
    /// Which of its own games are wanted, in ascending order.
    parts: Vec<Range<u64>>,
    /// Whether text before its first game is wanted, or all its text where it has no games: that
    /// belongs to the last game of the blocks before it, or to the first game of all.
    with_beginning: bool,
}

impl Wanted<'_> {
    fn holds_games(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether there may be text before its first game.
    ///
    /// # Errors
    /// Errors of reading.
    fn may_begin_with_text<R: Read + Seek>(&self, input: &mut R, limit: u64) -> Result<bool> {
        match self.located.spot.entry.games {
            0 => Ok(true),
            _ => inspect::may_hold_text(&self.located, input, limit),
        }
    }

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
        if self.with_beginning && games == self.located.spot.entry.games {
            let text = block.text;
            return Ok(BlockText { text, games });
        }
        let document = self.games(block)?;
        let is_wanted = |number: Option<u64>| match number {
            Some(number) => contain(&self.parts, number),
            None => self.with_beginning,
        };
        let wanted = numbered(&document).filter(|&(number, _)| is_wanted(number));
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

/// The pieces of a document, in the order of the text, each with the number of its game, from 0: a
/// game goes on until the next one begins. Before the first, there is none.
fn numbered(document: &Document) -> impl Iterator<Item = (Option<u64>, usize)> {
    let mut begun = 0_u64;
    document.in_order().map(move |piece| {
        begun += u64::from(document.pieces[piece].is_game());
        (begun.checked_sub(1), piece)
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

/// The blocks that hold some of `games`, or may hold text behind one.
///
/// # Errors
/// [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) where there are fewer games.
fn wanted<'a>(catalog: &'a Catalog, games: &Selection) -> Result<impl Iterator<Item = Wanted<'a>>> {
    let games = games.among(games_of(catalog))?;
    let of_block = move |located: Located<'a>| {
        let (first, end) = (
            located.spot.first_game,
            located.spot.first_game + located.spot.entry.games,
        );
        let parts: Vec<_> = games[first_beyond(&games, first)..]
            .iter()
            .take_while(|part| part.start < end)
            .map(|part| part.start.max(first) - first..part.end.min(end) - first)
            .filter(|part| !part.is_empty())
            .collect();
        let with_beginning = contain(&games, first.saturating_sub(1));
        (!parts.is_empty() || with_beginning).then_some(Wanted {
            located,
            parts,
            with_beginning,
        })
    };
    Ok(catalog.blocks().filter_map(of_block))
}

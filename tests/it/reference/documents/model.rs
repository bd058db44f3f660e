//! Codec `model` (7.8): from the payload of a block to its text, by the second decoders of layouts,
//! tags, moves, annotations and pieces of text, one after the other. None knows more than those
//! before have read.

use super::{
    game::{Game, Item},
    layout::{self, Piece},
    rendered,
};
use crate::reference::{
    comments::{
        block::Annotations,
        streams::Streams,
        told::{MainLines, Told},
        walk::Bare,
    },
    container,
    models::{coder::RangeDecoder, payload},
    tags::{self, Lead, block::Block, source::Coder, table::Table},
};
use pgnpack::pgn::game;

/// What the decoders of a block's streams take their decisions from: one string for each stream, or
/// one for all of them.
enum Strings<'a> {
    Apart(&'a [u8]),
    Joint(RangeDecoder<'a>),
}

impl<'a> Strings<'a> {
    /// Has something read the stream of that number.
    fn read<T>(
        &mut self,
        number: u64,
        read: impl FnOnce(RangeDecoder<'a>) -> (T, RangeDecoder<'a>),
    ) -> T {
        let decoder = match self {
            Strings::Joint(decoder) => std::mem::replace(decoder, RangeDecoder::new(&[])),
            Strings::Apart(payload) => {
                let stream = container::stream(payload, number);
                let head = usize::from(number == container::LAYOUT);
                RangeDecoder::new(&stream[head..])
            }
        };
        let (found, behind) = read(decoder);
        assert!(behind.beyond() <= 4, "stream {number} is cut short");
        if let Strings::Joint(decoder) = self {
            *decoder = behind;
        }
        found
    }
}

/// A game whose annotations and outcomes are not known yet.
struct Played {
    /// With its early tags alone.
    game: game::Game,
    main: Vec<game::Item>,
    told: Vec<Told>,
}

/// The text of a block.
pub(super) fn decode(payload: &[u8], lead: Option<&Lead>) -> Result<Vec<u8>, String> {
    let joint = container::stream(payload, container::JOINT);
    let (head, mut strings) = match joint {
        [] => {
            let head = container::stream(payload, container::LAYOUT)[0];
            (head, Strings::Apart(payload))
        }
        [head, string @ ..] => (*head, Strings::Joint(RangeDecoder::new(string))),
    };
    let level = head % 16;
    let layout = strings.read(container::LAYOUT, |mut decoder| {
        (layout::read(&mut decoder), decoder)
    })?;
    let is_game = |piece: &&Piece| matches!(piece, Piece::Game(_));
    let count = layout.pieces.iter().filter(is_game).count();

    let (mut block, first) = tags::beginning(head, count, lead);
    if head / 16 != tags::THE_LEAD {
        with_tags(&mut strings, container::TAGS, |coder| {
            block.early(coder, &Table::default(), count);
        });
    }
    let played = main_lines(&mut strings, level, &block, first, count);
    let games = annotated(&mut strings, level, played);
    with_tags(&mut strings, container::OUTCOMES, |coder| {
        block.late(coder, &Table::default(), &games, first);
    });
    let texts = strings.read(container::TEXT, |mut decoder| {
        let count = layout.pieces.len() - count;
        let texts = payload::decode_inside(&mut decoder, level.into(), count);
        (texts, decoder)
    })?;
    let whole = games.into_iter().enumerate();
    let whole: Vec<Game> = whole
        .map(|(number, game)| Game {
            tags: block.tags(first + number),
            items: game.items.into_iter().map(item).collect(),
        })
        .collect();
    strings.read(container::EDITS, |mut decoder| {
        (rendered(&layout, &whole, &texts, &mut decoder), decoder)
    })
}

/// Has the models of tags read a stream.
fn with_tags(strings: &mut Strings<'_>, number: u64, read: impl FnOnce(&mut Coder<'_>)) {
    strings.read(number, |decoder| {
        let mut coder = Coder::Reads(decoder);
        read(&mut coder);
        ((), coder.into_decoder().expect("one that reads"))
    });
}

/// The main lines of all games, whose early tags `block` knows.
fn main_lines(
    strings: &mut Strings<'_>,
    level: u8,
    block: &Block,
    first: usize,
    count: usize,
) -> Vec<Played> {
    strings.read(container::MOVES, |decoder| {
        let mut lines = MainLines::new(decoder, level);
        let played = (0..count).map(|number| {
            let mut game = game::Game::default();
            for (name, value) in block.tags(first + number) {
                game.tags.push(&name, &value);
            }
            let (main, told) = lines.decode(&game);
            Played { game, main, told }
        });
        let played = played.collect();
        (played, lines.decoder)
    })
}

/// The same games with their annotations.
fn annotated(strings: &mut Strings<'_>, level: u8, played: Vec<Played>) -> Vec<game::Game> {
    let mut annotations = Annotations::new(level);
    let mut all = |streams: &mut Streams<'_>| {
        let games = played.iter().map(|played| {
            let bare = Bare {
                game: &played.game,
                main: played.main.clone(),
                told: played.told.clone(),
            };
            game::Game {
                items: annotations.decode(streams, &bare),
                tags: played.game.tags.clone(),
            }
        });
        games.collect()
    };
    match strings {
        Strings::Apart(payload) => {
            let mut streams = Streams::new(payload);
            let games = all(&mut streams);
            streams.check();
            games
        }
        Strings::Joint(_) => strings.read(container::NOTES, |decoder| {
            let mut streams = Streams::joint(decoder);
            let games = all(&mut streams);
            (games, streams.into_last().expect("the only one"))
        }),
    }
}

fn item(item: game::Item) -> Item {
    match item {
        game::Item::Move(m) => Item::Move(m),
        game::Item::Null => Item::Null,
        game::Item::Nag(number) => Item::Glyph(number),
        game::Item::Comment(text) => Item::Comment(text.to_vec()),
        game::Item::Open => Item::Open,
        game::Item::Close => Item::Close,
        game::Item::Fault(fault) => Item::Fault(fault.text),
    }
}

//! The `model` codec: entropy-coded under a model of what people play, type and are called.
//!
//! Owns the order in which a block's streams are coded, and what each may know of those before it:
//!
//! 1. layout: which pieces are games, and how their text departs from the plain rendering;
//! 2. tags: players, ratings, dates, the starting position: all that helps the moves or that a search asks for;
//! 3. moves of the main lines;
//! 4. annotations between them, with the numbers, lines of play and prose inside;
//! 5. outcomes: tags that follow from the moves, at least in part (`ECO`, `PlyCount`, `Result`);
//! 6. pieces that are no games; lists of positions among them as positions.
//!
//! Each stream is decodable without the later ones: [`Codec::decode`] goes through all of them in that order.

mod channels;
pub mod comments;
mod endings;
mod facts;
mod mainline;
pub mod moves;
mod opening;
mod positions;
pub mod tags;

use super::{
    Codec, CodecId, Level, layout,
    streams::{Stream, StreamsIn},
    text,
};
use crate::{
    coding::range::Coder,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Item},
        layout::{Document, Piece, Reason},
    },
};
use channels::Channels;
use comments::Comments;
use mainline::MainLine;
use moves::model::MoveModel;
use std::sync::Arc;

/// The codec.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The model of moves, where it is not the one that the program carries.
    moves: Option<Arc<MoveModel>>,
}

impl Model {
    /// The codec with the model of moves that the program carries.
    pub const STANDARD: Model = Model { moves: None };

    /// The codec with another model of moves. Only the same model reads what it writes.
    pub fn with_moves(moves: Arc<MoveModel>) -> Model {
        Model { moves: Some(moves) }
    }

    /// The model of moves that blocks are coded under.
    pub fn moves(&self) -> &MoveModel {
        self.moves
            .as_deref()
            .unwrap_or_else(|| MoveModel::standard())
    }

    /// Codes the games of a block, stream after stream: those `given` or, where `C` reads, into those of `read`.
    fn code_games<C: Coder>(
        &self,
        channels: &mut Channels<C>,
        level: Level,
        given: &[&Game],
        read: &mut [&mut Game],
        budget: &Budget,
    ) -> Result<()> {
        let mut tags = tags::Tags::new(given, read.len().max(given.len()), level, budget);
        tags.code_early(&mut channels[Stream::Tags], given, read)?;
        let mut main_line = MainLine::new(level, self.moves(), budget);
        let count = read.len().max(given.len());
        for index in 0..count {
            main_line.code(
                &mut channels[Stream::Moves],
                given.get(index).copied(),
                read.get_mut(index).map(|game| &mut **game),
            )?;
        }
        let mut comments = Comments::new(level, given, self.moves());
        for index in 0..count {
            comments.code_annotations(
                channels,
                given.get(index).copied(),
                read.get_mut(index).map(|game| &mut **game),
                &[],
                budget,
            )?;
        }
        tags.code_late(&mut channels[Stream::Outcomes], given, read)
    }
}

impl Codec for Model {
    fn id(&self) -> CodecId {
        CodecId::Model
    }

    fn objection(&self, game: &Game) -> Option<Reason> {
        if game.start().is_none() {
            Some(Reason::Start)
        } else if is_too_deep(game) || tags::are_too_long(game) {
            Some(Reason::Unsayable)
        } else {
            None
        }
    }

    fn encode(&self, document: &Document, level: Level) -> Result<Vec<u8>> {
        let mut channels = Channels::writing();
        let mut pieces = vec![level.number()];
        pieces.extend(layout::write(document));
        let games: Vec<&Game> = document
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Game(game, _) => Some(&**game),
                Piece::Text(..) => None,
            })
            .collect();
        let texts: Vec<&[u8]> = document
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Text(text, _) => Some(text.as_slice()),
                Piece::Game(..) => None,
            })
            .collect();
        // A writer takes nothing out of its budget.
        let budget = Budget::new(0);
        self.code_games(&mut channels, level, &games, &mut [], &budget)?;
        positions::code_texts(
            &mut channels[Stream::Text],
            text::strength(level),
            &texts,
            &mut [],
            &budget,
        )?;
        let mut streams = channels.finish();
        streams.put(Stream::Layout, pieces);
        Ok(streams.into_payload())
    }

    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
        let streams = StreamsIn::new(payload)?;
        let (level, pieces) = split_level(streams.get(Stream::Layout))?;
        let mut document = layout::read(pieces, budget)?;
        let mut channels = Channels::reading(&streams);
        let mut games = Vec::new();
        let mut texts = Vec::new();
        for piece in &mut document.pieces {
            match piece {
                Piece::Game(game, _) => games.push(&mut **game),
                Piece::Text(text, _) => texts.push(text),
            }
        }
        self.code_games(&mut channels, level, &[], &mut games, budget)?;
        positions::code_texts(
            &mut channels[Stream::Text],
            text::strength(level),
            &[],
            &mut texts,
            budget,
        )?;
        Ok(document)
    }

    fn reasons(&self, layout: &[u8], budget: &Budget) -> Result<Vec<Reason>> {
        layout::reasons(split_level(layout)?.1, budget)
    }
}

/// The level at the head of the layout stream, and what follows it.
fn split_level(layout: &[u8]) -> Result<(Level, &[u8])> {
    let (&number, rest) = layout
        .split_first()
        .ok_or_else(|| Error::truncated("a block without its level"))?;
    let level =
        Level::new(number).ok_or_else(|| Error::corrupt("the level of a block is not known"))?;
    Ok((level, rest))
}

/// Whether variations are nested so deeply that this codec has no words for it.
fn is_too_deep(game: &Game) -> bool {
    let mut depth = 0;
    game.items.iter().any(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            _ => {}
        }
        depth > comments::MAX_DEPTH
    })
}

#[cfg(test)]
mod tests;

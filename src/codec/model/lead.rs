//! What the tags of a packed file's first games teach, so that not every block has to learn it
//! anew.
//!
//! The tags of the first block's games are coded apart from their block: they are the file's
//! *lead* and stand before all blocks. A reader decodes the lead first. Every block then begins
//! with what the models of tags have learnt from it, players and events included. The first block
//! leaves its own tags out, so nothing is stored twice. FORMAT.md 7.8.5 is the format.

use super::tags;
use crate::{
    codec::Level,
    coding::{
        range::{Coder, Decoder, Encoder},
        varint,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::{game::Game, layout::Document},
};

/// The tags of a packed file's first games, and what they taught.
pub struct Lead {
    tags: tags::Taught,
}

impl Lead {
    /// The bytes that [`read`](Lead::read) reads: the tags of a document's games. The codec must
    /// have an encoding for all of the games.
    ///
    /// # Errors
    /// None that depend on the document.
    pub fn write(document: &Document, level: Level) -> Result<Vec<u8>> {
        let games: Vec<&Game> = document.games().collect();
        let mut bytes = vec![level.number()];
        varint::write(&mut bytes, games.len() as u64);
        let mut coder = Encoder::new();
        Lead::code(&mut coder, &games, games.len(), level, &Budget::of_writer())?;
        bytes.extend(coder.finish());
        Ok(bytes)
    }

    /// Reads what [`write`](Lead::write) wrote.
    ///
    /// # Errors
    /// For most bytes that `write` has not written (checksums guard the rest). Time and memory are
    /// bounded by `budget`.
    pub fn read(mut bytes: &[u8], budget: &Budget) -> Result<Lead> {
        let (&level, rest) = bytes
            .split_first()
            .ok_or_else(|| Error::corrupt("the lead is empty"))?;
        bytes = rest;
        let level = Level::read(level)?;
        let games = varint::read_len(&mut bytes)?;
        Lead::code(&mut Decoder::new(bytes), &[], games, level, budget)
    }

    fn code<C: Coder>(
        coder: &mut C,
        given: &[&Game],
        games: usize,
        level: Level,
        budget: &Budget,
    ) -> Result<Lead> {
        Ok(Lead {
            tags: tags::Taught::code(coder, given, games, level, budget)?,
        })
    }

    /// How many games the tags are of.
    pub fn games(&self) -> usize {
        self.tags.games()
    }

    /// What the tags taught.
    pub(super) fn tags(&self) -> &tags::Taught {
        &self.tags
    }
}

impl std::fmt::Debug for Lead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "lead of {} games", self.games())
    }
}

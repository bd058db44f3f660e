//! What the tags of a packed file's first games teach, so that not every block has to learn it
//! anew.
//!
//! The tags of the first block's games are coded apart from their block: they are the file's
//! *lead* and stand before all blocks. A reader decodes the lead first. Every block then begins
//! with what the models of tags have learnt from it, players and events included. The first block
//! leaves its own tags out, so nothing is stored twice.
//!
//! # NOTES
//!
//! What a block of 4 MiB at level 6 saves when it is coded after the first 64 KiB, 256 KiB, 1 MiB
//! and 4 MiB of the same file, 8 MiB before it, in percent of its size, all streams together; the
//! last column is the part of the 4 MiB figure that tags and outcomes save:
//!
//! | file | 64 KiB | 256 KiB | 1 MiB | 4 MiB | tags and outcomes |
//! |---|--:|--:|--:|--:|--:|
//! | over the board | 0.25 | 0.65 | 1.91 | 3.35 | 3.01 |
//! | chess.com, many players | 0.18 | 0.33 | 0.73 | 2.62 | 2.60 |
//! | Lichess, rapid | 0.18 | 0.42 | 0.77 | 1.79 | 1.68 |
//! | Lichess, mixed | 0.18 | 0.34 | 0.38 | 0.54 | 0.75 |
//! | engines with long comments | 0.11 | 0.13 | 0.16 | 0.23 | 0.09 |
//!
//! So it is the tags that profit, and they profit from more names than a header of a few KiB can
//! hold. That is why the lead is the tags of a whole block; it costs nothing, because they are not
//! stored again. In the same experiment, handing over with the moves the memory of positions, the
//! calibration of ranks and the model of endings made the moves 0.4 % smaller (over the board),
//! 0.1 % smaller (rapid, engines), or larger (by 0.05 % at chess.com, 0.4 % mixed). Templates of
//! comments, clocks and prose gave the rest of the engines' 0.2 %.
//!
//! Bytes of whole files at level 6, without and with a lead; a file of 4 MiB or less is a single
//! block and has none:
//!
//! | file | text | without | with | |
//! |---|--:|--:|--:|--:|
//! | over the board | 8 MiB | 406,170 | 400,482 | -1.4 % |
//! | chess.com | 8 MiB | 389,474 | 385,422 | -1.0 % |
//! | Lichess, rapid | 8 MiB | 423,731 | 420,321 | -0.8 % |
//! | Lichess, rapid | 17 MiB | 909,335 | 899,198 | -1.1 % |
//! | Lichess, mixed | 17 MiB | 722,930 | 719,243 | -0.5 % |
//!
//! A lead pays from the second block on, so packed files of two or more blocks have one from level 3
//! up, if it is not too long. It takes no time that could be measured (8 MiB against 4 MiB, one thread), but memory for a second copy
//! of what is known of tags, all but the table of their text. The first block makes its copy only
//! when it comes to the tags that follow from its moves. Where the packed bytes are verified, the
//! lead that packs is the one that was read back.

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
        // A writer takes nothing out of its budget.
        Lead::code(&mut coder, &games, games.len(), level, &Budget::new(0))?;
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

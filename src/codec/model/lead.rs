//! What the first games of an archive teach about its tags, so that its blocks need not learn it one by one.
//!
//! The tags of the first block's games are coded apart from their block: they are the archive's *lead* and stand before all blocks. A
//! reader decodes them first; what the models of tags have learnt by then, players and events included, is where every block begins.
//! The first block is spared its own tags, so nothing is stored twice.
//!
//! # NOTES
//!
//! What a block of 4 MiB at level 6 saves where it is coded behind the first 64 KiB, 256 KiB, 1 MiB and 4 MiB of the
//! same file, 8 MiB further up, in percent of its size, all streams together; and what of the last figure tags and
//! outcomes save:
//!
//! | file | 64 KiB | 256 KiB | 1 MiB | 4 MiB | tags and outcomes |
//! |---|--:|--:|--:|--:|--:|
//! | over the board | 0.25 | 0.65 | 1.91 | 3.35 | 3.01 |
//! | chess.com, many players | 0.18 | 0.33 | 0.73 | 2.62 | 2.60 |
//! | Lichess, rapid | 0.18 | 0.42 | 0.77 | 1.79 | 1.68 |
//! | Lichess, mixed | 0.18 | 0.34 | 0.38 | 0.54 | 0.75 |
//! | engines with long comments | 0.11 | 0.13 | 0.16 | 0.23 | 0.09 |
//!
//! So it is the tags that profit, and of names more than a header of a few KiB can hold: that is why the lead is a
//! whole block's tags, and costs nothing because they are not stored again. The memory of positions, the calibration of
//! ranks and the endings, which the same experiment hands over with the moves, made the moves 0.4 % smaller (over the
//! board), 0.1 % (rapid, engines), or larger (0.05 % chess.com, 0.4 % mixed). Templates of comments, clocks and prose
//! gave the rest of the engines' 0.2 %.
//!
//! Bytes of whole files at level 6, without and with a lead; one of 4 MiB or less is a single block and has none:
//!
//! | file | text | without | with | |
//! |---|--:|--:|--:|--:|
//! | over the board | 8 MiB | 406,170 | 400,482 | -1.4 % |
//! | chess.com | 8 MiB | 389,474 | 385,422 | -1.0 % |
//! | Lichess, rapid | 8 MiB | 423,731 | 420,321 | -0.8 % |
//! | Lichess, rapid | 17 MiB | 909,335 | 899,198 | -1.1 % |
//! | Lichess, mixed | 17 MiB | 722,930 | 719,243 | -0.5 % |
//!
//! It pays from the second block on, so that is where it begins. It takes no time that could be measured (8 MiB against
//! 4 MiB, one thread), and memory: a second copy of all that is known of tags. The first block makes its copy only
//! where the tags that follow from its moves are coded, and where what was packed is verified, the lead as it was read
//! is the one that packs.

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

/// The tags of an archive's first games, and what they taught.
pub struct Lead {
    tags: tags::Taught,
}

impl Lead {
    /// What [`read`](Lead::read) reads of the games of a document that the codec has words for.
    ///
    /// # Errors
    /// None that a document brings about.
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
    /// For most other bytes (checksums guard the rest), in time and memory bounded by `budget`.
    pub fn read(mut bytes: &[u8], budget: &Budget) -> Result<Lead> {
        let (&level, rest) = bytes
            .split_first()
            .ok_or_else(|| Error::corrupt("the lead is empty"))?;
        bytes = rest;
        let level = Level::new(level).ok_or_else(|| Error::corrupt("an unknown level"))?;
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

    /// How many games it has the tags of.
    pub fn games(&self) -> usize {
        self.tags.games()
    }

    /// The tags.
    pub(super) fn tags(&self) -> &tags::Taught {
        &self.tags
    }
}

impl std::fmt::Debug for Lead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "lead of {} games", self.games())
    }
}

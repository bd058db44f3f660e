//! The part of a model file that predicts moves: the number of judges (large networks, none to
//! two), the tables of reflexes, the quick network, and the judges.

use super::{
    net::weights::{Judge, Quick},
    reflex::tables::Tables,
};
use crate::codec::model::sections::{Packed, damaged, take};
use crate::{
    error::{Error, Result},
    listed::listed,
};
use std::borrow::Cow;

/// Most judges of a model.
pub(crate) const MOST_JUDGES: usize = 2;
/// Why unpacking a part of a model cannot fail.
const WHOLE: &str = "the model is whole";

listed! {
    /// How much time a move may take; `codec/level.rs` says which levels take which effort.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Effort {
        /// Numbers out of tables are added up; nothing is learnt from the block.
        Reflex,
        /// The quick network alone; nothing is learnt from the block.
        Quick,
        /// The quick network, corrected by what the block has shown so far.
        Brisk,
        /// The last judge, corrected likewise.
        Usual,
        /// The first judge and the broad one, whose last layer also learns from the block.
        Keen,
        /// Besides, each decision weighs the habits of the player, and of others in like
        /// circumstances.
        Slow,
        /// Besides, the grid corrects the judges, and the opponent's replies to likely moves are
        /// looked at.
        Utmost,
    }
}

impl Effort {
    /// Whether decisions are made by [`thorough`](super::thorough), and lines of play are learnt
    /// from.
    pub(crate) fn is_thorough(self) -> bool {
        self >= Effort::Slow
    }

    /// Whether anything is learnt from the block.
    pub(crate) fn follows_block(self) -> bool {
        self.log2_memory().is_some()
    }

    /// Whether the judges' last layer learns from the block.
    pub(crate) fn tunes(self) -> bool {
        self >= Effort::Keen
    }

    /// Whether the broad judge is asked.
    pub(crate) fn asks_broad(self) -> bool {
        self >= Effort::Keen
    }

    /// Whether the grid is asked, and the replies to likely moves are looked at.
    pub(crate) fn looks_ahead(self) -> bool {
        self == Effort::Utmost
    }

    /// Log2 of the slots (of sixteen bytes each) in each of the two memories, that of all players
    /// and that by player. `None` where nothing is learnt from a block.
    pub(crate) fn log2_memory(self) -> Option<u32> {
        match self {
            Effort::Reflex | Effort::Quick => None,
            Effort::Brisk | Effort::Usual => Some(17),
            Effort::Keen | Effort::Slow | Effort::Utmost => Some(20),
        }
    }
}

/// The tables and networks, unpacked when they are first needed.
#[derive(Clone, Debug)]
pub struct MoveModel {
    tables: Packed<Tables>,
    quick: Packed<Quick>,
    judges: Vec<Packed<Judge>>,
}

/// Keeps bytes of a model beyond the life of their file: borrows those of the program itself,
/// copies others.
pub(crate) type Keep<'a> = fn(&'a [u8]) -> Cow<'static, [u8]>;

impl MoveModel {
    /// A model without judges.
    ///
    /// # Errors
    /// Where it cannot be packed.
    pub fn new(tables: &Tables, quick: &Quick) -> Result<MoveModel> {
        Ok(MoveModel {
            tables: Packed::new(tables)?,
            quick: Packed::new(quick)?,
            judges: Vec::new(),
        })
    }

    /// The same networks with other tables.
    ///
    /// # Errors
    /// Where these cannot be packed.
    pub fn with_tables(&self, tables: &Tables) -> Result<MoveModel> {
        Ok(MoveModel {
            tables: Packed::new(tables)?,
            ..self.clone()
        })
    }

    /// The same with another quick network.
    ///
    /// # Errors
    /// Where it cannot be packed.
    pub fn with_quick(&self, quick: &Quick) -> Result<MoveModel> {
        Ok(MoveModel {
            quick: Packed::new(quick)?,
            ..self.clone()
        })
    }

    /// Adds a judge after the others. The last judge is asked at [`Effort::Usual`], the first from
    /// [`Effort::Keen`] on; at [`Effort::Utmost`], it is also asked about the opponent's replies.
    ///
    /// # Errors
    /// Where there are as many as a model may have already, or it cannot be packed.
    pub fn push(&mut self, judge: &Judge) -> Result<()> {
        if self.judges.len() == MOST_JUDGES {
            return Err(Error::unsupported(format!(
                "a model has no more than {MOST_JUDGES} networks beside the quick one"
            )));
        }
        self.judges.push(Packed::new(judge)?);
        Ok(())
    }

    /// Takes a model off the front of `bytes`. `keep` makes its sections outlive them. Nothing is
    /// unpacked before it is needed.
    ///
    /// # Errors
    /// Where `bytes` begin with no model.
    pub(crate) fn take<'a>(bytes: &mut &'a [u8], keep: Keep<'a>) -> Result<MoveModel> {
        let (&[count], rest) = bytes.split_first_chunk::<1>().ok_or_else(damaged)?;
        *bytes = rest;
        if usize::from(count) > MOST_JUDGES {
            return Err(damaged());
        }
        let mut model = MoveModel {
            tables: Packed::of_bytes(keep(take(bytes)?)),
            quick: Packed::of_bytes(keep(take(bytes)?)),
            judges: Vec::new(),
        };
        for _ in 0..count {
            model.judges.push(Packed::of_bytes(keep(take(bytes)?)));
        }
        Ok(model)
    }

    /// Unpacks and checks all parts.
    ///
    /// # Errors
    /// Where one is damaged.
    pub(crate) fn check(&self) -> Result<()> {
        self.tables.unpacked()?;
        self.quick.unpacked()?;
        self.judges
            .iter()
            .try_for_each(|judge| judge.unpacked().map(drop))
    }

    /// Appends the model to a file.
    pub(crate) fn put(&self, file: &mut Vec<u8>) {
        file.push(self.judges.len() as u8);
        self.tables.put(file);
        self.quick.put(file);
        for judge in &self.judges {
            judge.put(file);
        }
    }

    /// The tables of reflexes.
    ///
    /// # Panics
    /// Never: [`check`](MoveModel::check) has unpacked all parts of a model that was read, and a
    /// test those of the standard model.
    pub fn tables(&self) -> &Tables {
        self.tables.unpacked().expect(WHOLE)
    }

    /// The quick network.
    ///
    /// # Panics
    /// Never, as [`tables`](MoveModel::tables).
    pub fn quick(&self) -> &Quick {
        self.quick.unpacked().expect(WHOLE)
    }

    /// The judge that is asked at `effort`. Where there is none, the quick network is asked.
    ///
    /// # Panics
    /// Never, as [`tables`](MoveModel::tables).
    pub(crate) fn judge(&self, effort: Effort) -> Option<&Judge> {
        let asked = match effort {
            Effort::Reflex | Effort::Quick | Effort::Brisk => None,
            Effort::Usual => self.judges.last(),
            Effort::Keen | Effort::Slow | Effort::Utmost => self.judges.first(),
        };
        asked.map(|judge| judge.unpacked().expect(WHOLE))
    }

    /// The judges of a whole model.
    #[cfg(test)]
    pub(crate) fn judges(&self) -> impl Iterator<Item = &Judge> {
        self.judges
            .iter()
            .map(|judge| judge.unpacked().expect(WHOLE))
    }
}

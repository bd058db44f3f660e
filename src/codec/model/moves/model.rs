//! What a predictor may use, as it stands in the model file: how many judges, the tables of reflexes, the quick network, the judges.

use super::{
    net::weights::{Judge, Quick},
    reflex::tables::Tables,
};
use crate::codec::model::sections::{Packed, damaged, take};
use crate::error::{Error, ErrorKind, Result};
use std::borrow::Cow;

/// Judges that a model has at most.
const MOST_JUDGES: usize = 4;
/// Why no part of a model is damaged.
const WHOLE: &str = "the model is whole";

/// How much time a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Sums of numbers out of tables, nothing learnt on the way.
    Reflex,
    /// The quick network alone, nothing learnt on the way.
    Quick,
    /// The quick network, corrected by what the block has shown so far.
    Brisk,
    /// The first judge, corrected by what the block has shown so far.
    Usual,
    /// All judges, and the last layer follows the block.
    Keen,
    /// Besides, what each player and others have done before is weighed in each decision.
    Slow,
    /// Besides, the opponent's replies are asked for.
    Utmost,
}

impl Effort {
    /// Whether decisions are made thoroughly, and something is learnt from lines of play.
    pub(crate) fn is_thorough(self) -> bool {
        self >= Effort::Slow
    }

    /// The size of a memory of positions, as a power of two of slots of sixteen bytes: of that of all players, and of that by player.
    pub(crate) fn log2_memory(self) -> u32 {
        match self {
            Effort::Reflex | Effort::Quick => 0,
            Effort::Brisk | Effort::Usual => 17,
            Effort::Keen | Effort::Slow | Effort::Utmost => 20,
        }
    }
}

/// Tables and networks.
#[derive(Clone, Debug)]
pub struct MoveModel {
    tables: Packed<Tables>,
    quick: Packed<Quick>,
    judges: Vec<Packed<Judge>>,
}

/// Bytes of a model that are to be kept: as they are where they are part of the program, else a copy.
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

    /// Adds a judge behind the others. The first is asked at levels 5 and 6, all from level 7 on; at level 9 the first
    /// about the opponent's replies, too.
    ///
    /// # Errors
    /// Where there are as many as a model has, or it cannot be packed.
    pub fn push(&mut self, judge: &Judge) -> Result<()> {
        if self.judges.len() == MOST_JUDGES {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "a model has no more than four networks beside the quick one",
            ));
        }
        self.judges.push(Packed::new(judge)?);
        Ok(())
    }

    /// Takes a model off the front of `bytes`, of which `keep` gives back what is to be kept. Nothing is unpacked before it is needed.
    ///
    /// # Errors
    /// Where there is none.
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

    /// Whether all parts are what they should be.
    ///
    /// # Errors
    /// Where one is not.
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
    /// Never: [`check`](MoveModel::check) has looked at all parts of a model that was read, and a test at those of the standard one.
    pub fn tables(&self) -> &Tables {
        self.tables.unpacked().expect(WHOLE)
    }

    /// The network for those in a hurry.
    ///
    /// # Panics
    /// Never, as [`tables`](MoveModel::tables).
    pub fn quick(&self) -> &Quick {
        self.quick.unpacked().expect(WHOLE)
    }

    /// The judges that are asked at such an effort. Where there is none, the quick network is.
    ///
    /// # Panics
    /// Never, as [`tables`](MoveModel::tables).
    pub(crate) fn judges(&self, effort: Effort) -> Vec<&Judge> {
        let count = match effort {
            Effort::Reflex | Effort::Quick | Effort::Brisk => 0,
            Effort::Usual => 1,
            Effort::Keen | Effort::Slow | Effort::Utmost => self.judges.len(),
        };
        let asked = self.judges.iter().take(count);
        asked.map(|judge| judge.unpacked().expect(WHOLE)).collect()
    }
}

//! What a predictor may use, as it stands in the model file: how many judges, the tables of reflexes, the quick network, the judges.

use super::{
    net::weights::{Judge, Quick},
    reflex::tables::Tables,
};
use crate::codec::{
    Level,
    model::sections::{damaged, pack, put, take, unpack},
};
use crate::error::{Error, ErrorKind, Result};
use std::{borrow::Cow, sync::OnceLock};

/// Judges that a model has at most.
const MOST_JUDGES: usize = 4;

/// How much time a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Sums of numbers out of tables, nothing learnt on the way.
    Reflex,
    /// The quick network alone, nothing learnt on the way.
    Quick,
    /// The first judge, corrected by what the block has shown so far.
    Usual,
    /// All judges, and the last layer follows the block.
    Slow,
    /// Besides, the opponent's replies are asked for.
    Utmost,
}

impl Effort {
    /// What a level spends.
    pub fn of(level: Level) -> Effort {
        match level.number() {
            1 => Effort::Reflex,
            2 => Effort::Quick,
            3..=7 => Effort::Usual,
            8 => Effort::Slow,
            _ => Effort::Utmost,
        }
    }

    /// The size of a memory of positions, as a power of two of slots of sixteen bytes: of that of all players, and of that by player.
    pub(crate) fn log2_memory(self) -> u32 {
        match self {
            Effort::Reflex | Effort::Quick => 0,
            Effort::Usual => 17,
            Effort::Slow | Effort::Utmost => 20,
        }
    }
}

/// Tables and networks.
#[derive(Debug)]
pub struct MoveModel {
    tables: Tables,
    quick: Quick,
    judges: Vec<PackedJudge>,
}

/// Bytes of a model that are to be kept: as they are where they are part of the program, else a copy.
pub(crate) type Keep<'a> = fn(&'a [u8]) -> Cow<'static, [u8]>;

/// A judge that is unpacked when it is first needed: most levels ask one, the fastest none.
#[derive(Clone, Debug)]
struct PackedJudge {
    bytes: Cow<'static, [u8]>,
    judge: OnceLock<Judge>,
}

impl PackedJudge {
    fn unpacked(&self) -> Result<&Judge> {
        if let Some(judge) = self.judge.get() {
            return Ok(judge);
        }
        let plain = unpack(&self.bytes)?;
        let mut rest = &plain[..];
        let judge = Judge::read(&mut rest)?;
        if !rest.is_empty() {
            return Err(damaged());
        }
        Ok(self.judge.get_or_init(|| judge))
    }
}

impl MoveModel {
    /// A model without judges.
    pub fn new(tables: Tables, quick: Quick) -> MoveModel {
        MoveModel {
            tables,
            quick,
            judges: Vec::new(),
        }
    }

    /// The same networks with other tables.
    pub fn with_tables(&self, tables: Tables) -> MoveModel {
        MoveModel {
            tables,
            quick: self.quick.clone(),
            judges: self.judges.clone(),
        }
    }

    /// The same without judges.
    #[cfg(test)]
    pub(crate) fn without_judges(&self) -> MoveModel {
        MoveModel::new(self.tables.clone(), self.quick.clone())
    }

    /// Adds a judge behind the others. The first is asked at levels 3 to 9, all at levels 8 and 9; at level 9 the first about the opponent's replies, too.
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
        let mut plain = Vec::new();
        judge.write(&mut plain);
        self.judges.push(PackedJudge {
            bytes: pack(&plain)?.into(),
            judge: OnceLock::new(),
        });
        Ok(())
    }

    /// Takes a model off the front of `bytes`, of which `keep` gives back what is to be kept. Judges are not looked at before they are asked.
    ///
    /// # Errors
    /// Where there is none.
    pub(crate) fn take<'a>(bytes: &mut &'a [u8], keep: Keep<'a>) -> Result<MoveModel> {
        let (&[count], rest) = bytes.split_first_chunk::<1>().ok_or_else(damaged)?;
        *bytes = rest;
        if usize::from(count) > MOST_JUDGES {
            return Err(damaged());
        }
        let tables = Tables::of_bytes(&unpack(take(bytes)?)?)?;
        let plain = unpack(take(bytes)?)?;
        let mut plain = &plain[..];
        let mut model = MoveModel::new(tables, Quick::read(&mut plain)?);
        if !plain.is_empty() {
            return Err(damaged());
        }
        for _ in 0..count {
            model.judges.push(PackedJudge {
                bytes: keep(take(bytes)?),
                judge: OnceLock::new(),
            });
        }
        Ok(model)
    }

    /// Whether all judges are what they should be.
    ///
    /// # Errors
    /// Where one is not.
    pub(crate) fn check(&self) -> Result<()> {
        self.judges
            .iter()
            .try_for_each(|judge| judge.unpacked().map(drop))
    }

    /// Appends the model to a file.
    ///
    /// # Errors
    /// Where it cannot be packed.
    pub(crate) fn put(&self, file: &mut Vec<u8>) -> Result<()> {
        file.push(self.judges.len() as u8);
        put(&pack(&self.tables.to_bytes())?, file);
        let mut plain = Vec::new();
        self.quick.write(&mut plain);
        put(&pack(&plain)?, file);
        for judge in &self.judges {
            put(&judge.bytes, file);
        }
        Ok(())
    }

    /// The tables of reflexes.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The network that looks at every legal move.
    pub fn quick(&self) -> &Quick {
        &self.quick
    }

    /// The judges that are asked at such an effort. Where there is none, the quick network is.
    ///
    /// # Panics
    /// Never: [`check`](MoveModel::check) has looked at all of them, and a test at the standard ones.
    pub(crate) fn judges(&self, effort: Effort) -> Vec<&Judge> {
        let count = match effort {
            Effort::Reflex | Effort::Quick => 0,
            Effort::Usual => 1,
            Effort::Slow | Effort::Utmost => self.judges.len(),
        };
        let asked = self.judges.iter().take(count);
        asked
            .map(|judge| judge.unpacked().expect("the judges are whole"))
            .collect()
    }
}

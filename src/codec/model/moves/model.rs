//! The networks that a predictor may use, as they stand in the model file: how many judges, the quick network, the judges.

use super::net::{
    reach::Reach,
    weights::{Judge, Quick},
};
use crate::codec::{
    Level,
    model::sections::{damaged, pack, put, take, unpack},
};
use crate::error::{Error, ErrorKind, Result};
use std::sync::OnceLock;

/// Judges that a model has at most.
const MOST_JUDGES: usize = 4;

/// How much time a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The quick network alone, nothing learnt on the way.
    Quick,
    /// The first judge's closer look at the likeliest moves, corrected by what the block has shown so far.
    Brief,
    /// The same at all moves.
    Usual,
    /// All there is.
    Slow,
}

impl Effort {
    /// What a level spends.
    pub fn of(level: Level) -> Effort {
        match level.number() {
            1..=2 => Effort::Quick,
            3..=5 => Effort::Brief,
            6..=7 => Effort::Usual,
            _ => Effort::Slow,
        }
    }

    /// The size of a memory of positions, as a power of two of slots of sixteen bytes: of that of all players, and of that by player.
    pub(crate) fn log2_memory(self) -> u32 {
        match self {
            Effort::Quick => 0,
            Effort::Brief | Effort::Usual => 17,
            Effort::Slow => 20,
        }
    }
}

/// The judges that are asked at some effort.
pub(crate) struct Jury<'m> {
    pub(crate) judges: Vec<&'m Judge>,
    /// Which moves they look at: all where there is no reach.
    pub(crate) reach: Option<Reach>,
}

/// The networks.
#[derive(Debug)]
pub struct MoveModel {
    quick: Quick,
    judges: Vec<PackedJudge>,
}

/// A judge that is unpacked when it is first needed: most levels ask one, the fastest none.
#[derive(Debug)]
struct PackedJudge {
    bytes: Vec<u8>,
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
    pub fn new(quick: Quick) -> MoveModel {
        MoveModel {
            quick,
            judges: Vec::new(),
        }
    }

    /// Adds a judge behind the others. The first is asked at levels 3 to 9, all at levels 8 and 9.
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
            bytes: pack(&plain)?,
            judge: OnceLock::new(),
        });
        Ok(())
    }

    /// Takes a model off the front of `bytes`. Judges are not looked at before they are asked.
    ///
    /// # Errors
    /// Where there is none.
    pub(crate) fn take(bytes: &mut &[u8]) -> Result<MoveModel> {
        let (&[count], rest) = bytes.split_first_chunk::<1>().ok_or_else(damaged)?;
        *bytes = rest;
        if usize::from(count) > MOST_JUDGES {
            return Err(damaged());
        }
        let plain = unpack(take(bytes)?)?;
        let mut plain = &plain[..];
        let mut model = MoveModel::new(Quick::read(&mut plain)?);
        if !plain.is_empty() {
            return Err(damaged());
        }
        for _ in 0..count {
            model.judges.push(PackedJudge {
                bytes: take(bytes)?.to_vec(),
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
        let mut plain = Vec::new();
        self.quick.write(&mut plain);
        put(&pack(&plain)?, file);
        for judge in &self.judges {
            put(&judge.bytes, file);
        }
        Ok(())
    }

    /// The network that looks at every legal move.
    pub fn quick(&self) -> &Quick {
        &self.quick
    }

    /// The networks that take a closer look at such an effort.
    ///
    /// # Panics
    /// Never: [`check`](MoveModel::check) has looked at all of them, and a test at the standard ones.
    pub(crate) fn jury(&self, effort: Effort) -> Jury<'_> {
        let count = match effort {
            Effort::Quick => 0,
            Effort::Brief | Effort::Usual => 1,
            Effort::Slow => self.judges.len(),
        };
        let asked = self.judges.iter().take(count);
        let judges: Vec<&Judge> = asked
            .map(|judge| judge.unpacked().expect("the judges are whole"))
            .collect();
        let brief = judges.first().filter(|_| effort == Effort::Brief);
        Jury {
            reach: brief.map(|judge| judge.reach),
            judges,
        }
    }
}

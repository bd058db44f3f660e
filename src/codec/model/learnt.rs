//! Model files: what was learnt beforehand, from other games. One is carried by the program.
//!
//! Owns what a file consists of (2.1 of `moves/MODEL.md`), and its name: the checksum of all of it.
//! What networks and priors mean is the business of [`moves`](super::moves) and
//! [`comments`](super::comments).

use super::{
    moves::model::{Keep, MoveModel},
    sections::{Packed, damaged, pack, put, take},
};
use crate::{
    coding::names,
    error::{Error, Result},
};
use std::{borrow::Cow, sync::OnceLock};

/// The first bytes of a model file.
pub const MAGIC: [u8; 4] = *b"PGNM";
const VERSION: u8 = 6;
/// The largest size of a model file.
pub const MAX_BYTES: usize = 8 << 20;

/// Most hidden units that a model file has room for, if they take as much as those of the built-in
/// networks, which are 128 fewer. (Networks that learnt from few games are smaller in the file, but
/// do not need that many units.)
pub const MOST_UNITS_IN_ALL: usize = 1024;

static STANDARD: &[u8] = include_bytes!("standard.pgm");

/// The contents of a model file, and its name.
#[derive(Debug)]
pub struct Learnt {
    moves: MoveModel,
    priors: Priors,
    /// `None` for the model that the program carries: it is worked out when somebody asks, which is
    /// rare.
    name: Option<u64>,
}

/// What is known beforehand of the numbers in comments.
#[derive(Clone, Debug, Default)]
pub struct Priors {
    /// Of times on clocks.
    pub(crate) clocks: Prior,
    /// Of evaluations.
    pub(crate) evals: Prior,
}

/// What is known beforehand of one sort of numbers; empty where nothing is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prior {
    /// The table, in the form of [`comments::blend`](super::comments).
    pub(super) table: Packed<Vec<u8>>,
    /// The network, in the form of [`comments::expectation`](super::comments). Only a
    /// [`Plan`](super::comments::plan::Plan) with `networks` uses it.
    pub(super) network: Packed<Vec<u8>>,
}

impl Prior {
    /// The table; empty where there is none.
    pub(super) fn table(&self) -> &[u8] {
        self.table.unpacked().map_or(&[], Vec::as_slice)
    }
}

impl Learnt {
    /// The model that the program carries.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn standard() -> &'static Learnt {
        static LEARNT: OnceLock<Learnt> = OnceLock::new();
        LEARNT.get_or_init(|| {
            // Sections are neither checked nor unpacked here: that would take longer than all the
            // rest.
            let learnt =
                split(STANDARD).and_then(|file| Learnt::of_sections(file.sections, Cow::Borrowed));
            learnt.expect("the standard model is whole")
        })
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// Where `file` is no model file, is damaged, or was made for another version of the program.
    pub fn read(file: &[u8]) -> Result<Learnt> {
        let parts = split(file)?;
        if file.len() > MAX_BYTES || names::checksum(parts.body) != parts.checksum {
            return Err(damaged());
        }
        let learnt = Learnt::of_sections(parts.sections, |bytes| Cow::Owned(bytes.to_vec()))?;
        learnt.moves.check()?;
        for Prior { table, network } in [&learnt.priors.clocks, &learnt.priors.evals] {
            table.unpacked()?;
            if !network.is_empty() {
                network.unpacked()?;
            }
        }
        Ok(Learnt {
            name: Some(names::of_model(file)),
            ..learnt
        })
    }

    /// Reads what stands between the version and the checksum of a model file.
    fn of_sections<'a>(mut rest: &'a [u8], keep: Keep<'a>) -> Result<Learnt> {
        let moves = MoveModel::take(&mut rest, keep)?;
        let mut priors = Priors::default();
        for prior in [&mut priors.clocks, &mut priors.evals] {
            prior.table = Packed::of_bytes(keep(take(&mut rest)?));
        }
        for prior in [&mut priors.clocks, &mut priors.evals] {
            prior.network = Packed::of_bytes(keep(take(&mut rest)?));
        }
        if !rest.is_empty() {
            return Err(damaged());
        }
        Ok(Learnt {
            moves,
            priors,
            name: None,
        })
    }

    /// The bytes of a model file with these contents.
    ///
    /// # Errors
    /// Where they cannot be packed, or are more than a file holds.
    pub fn write(moves: &MoveModel, priors: &Priors) -> Result<Vec<u8>> {
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        moves.put(&mut file);
        // A table is a frame even where it is empty.
        put(&pack(priors.clocks.table())?, &mut file);
        put(&pack(priors.evals.table())?, &mut file);
        priors.clocks.network.put(&mut file);
        priors.evals.network.put(&mut file);
        let checksum = names::checksum(&file);
        file.extend(checksum.to_le_bytes());
        if file.len() > MAX_BYTES {
            return Err(Error::unsupported(format!(
                "the networks are more than a model file holds ({} MiB): fewer hidden units will do",
                MAX_BYTES >> 20
            )));
        }
        Ok(file)
    }

    /// The number that packed files know the model by.
    pub fn name(&self) -> u64 {
        self.name.unwrap_or_else(|| names::of_model(STANDARD))
    }

    /// The tables and networks of moves.
    pub fn moves(&self) -> &MoveModel {
        &self.moves
    }

    /// What is known beforehand of the numbers in comments.
    pub fn priors(&self) -> &Priors {
        &self.priors
    }
}

/// The parts of a model file.
struct Parts<'f> {
    /// All but the checksum.
    body: &'f [u8],
    /// What stands between the version and the checksum.
    sections: &'f [u8],
    checksum: u64,
}

/// Splits a model file of this version.
fn split(file: &[u8]) -> Result<Parts<'_>> {
    let (body, checksum) = file.split_last_chunk::<8>().ok_or_else(damaged)?;
    let rest = body
        .strip_prefix(&MAGIC)
        .ok_or_else(|| Error::corrupt("this is no model file"))?;
    let (&[version], sections) = rest.split_first_chunk::<1>().ok_or_else(damaged)?;
    if version != VERSION {
        return Err(Error::unsupported(
            "the model file was made for another version of the program",
        ));
    }
    Ok(Parts {
        body,
        sections,
        checksum: u64::from_le_bytes(*checksum),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::moves::{
        model::{Effort, MOST_JUDGES},
        net::weights::LANES,
        testing::WITHOUT_JUDGES,
    };
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn damaged_models_are_refused(place in any::<prop::sample::Index>(), flip in 1u8..) {
            let mut file = Learnt::write(&WITHOUT_JUDGES, Learnt::standard().priors()).unwrap();
            let place = place.index(file.len());
            file[place] ^= flip;
            prop_assert!(Learnt::read(&file).is_err());
            prop_assert!(Learnt::read(&file[..place]).is_err());
        }
    }

    #[test]
    fn the_standard_model_is_whole_and_written_as_it_was_read() {
        let learnt = Learnt::read(STANDARD).unwrap();
        assert_eq!(learnt.name(), Learnt::standard().name());
        let Priors { clocks, evals } = &learnt.priors;
        for prior in [clocks, evals] {
            assert!(!prior.table.is_empty() && !prior.network.is_empty());
        }
        assert!(Learnt::write(&learnt.moves, &learnt.priors).unwrap() == STANDARD);
    }

    #[test]
    fn a_model_takes_as_many_networks_as_are_said_and_no_more() {
        let mut model = WITHOUT_JUDGES.clone();
        let judge = Learnt::standard().moves().judge(Effort::Usual).unwrap();
        for _ in 0..MOST_JUDGES {
            model.push(judge).unwrap();
        }
        assert!(model.push(judge).is_err());
    }

    #[test]
    fn a_model_file_has_room_for_as_many_units_as_are_said_and_no_more() {
        let standard = Learnt::standard();
        let judges = standard.moves().judges();
        let units: usize = judges.map(|judge| judge.network.units).sum();
        let file = Learnt::write(standard.moves(), standard.priors()).unwrap();
        let networks = Learnt::write(&WITHOUT_JUDGES, standard.priors());
        let others = networks.unwrap().len();
        let each = (file.len() - others) / units;
        let fits = |units: usize| others + units * each <= MAX_BYTES;
        assert!(fits(MOST_UNITS_IN_ALL) && !fits(MOST_UNITS_IN_ALL + LANES));
    }
}

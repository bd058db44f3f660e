//! The model file: the networks that a predictor may use.
//!
//! A file begins with [`MAGIC`], a version, and the number of networks; the networks follow, smallest first; the checksum (XXH3, 64 bits) of
//! all that ends it. The checksum of the whole file is the model's name: what archives know it by. MODEL.md says it byte by byte.

use super::net::weights::Weights;
use crate::codec::Level;
use crate::error::{Error, ErrorKind, Result};
use std::sync::OnceLock;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a model file.
pub const MAGIC: [u8; 4] = *b"PGNM";
const VERSION: u8 = 1;
/// More networks than any file has.
const MOST_NETWORKS: u8 = 4;
/// A model file is no larger than this.
pub const MAX_BYTES: usize = 8 << 20;

static STANDARD: &[u8] = include_bytes!("standard.pgm");

/// How much time a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The smallest network, nothing learnt on the way.
    Quick,
    /// A larger network, corrected by what the block has shown so far.
    Usual,
    /// All there is.
    Slow,
}

impl Effort {
    /// What a level spends.
    pub fn of(level: Level) -> Effort {
        match level.number() {
            1..=2 => Effort::Quick,
            3..=7 => Effort::Usual,
            _ => Effort::Slow,
        }
    }

    /// The size of the memory of positions, as a power of two of slots of sixteen bytes.
    pub(crate) fn log2_memory(self) -> u32 {
        match self {
            Effort::Quick => 0,
            Effort::Usual => 17,
            Effort::Slow => 20,
        }
    }
}

/// The networks of a model file and the file's name.
#[derive(Clone, Debug)]
pub struct MoveModel {
    networks: Vec<Weights>,
    name: u64,
}

impl MoveModel {
    /// The model that the program carries.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn standard() -> &'static MoveModel {
        static MODEL: OnceLock<MoveModel> = OnceLock::new();
        MODEL.get_or_init(|| MoveModel::read(STANDARD).expect("the standard model is whole"))
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// Where `file` is none, is damaged, or was made for another version of the network.
    pub fn read(file: &[u8]) -> Result<MoveModel> {
        let damaged = || Error::corrupt("the model file is damaged");
        let (body, checksum) = file.split_last_chunk::<8>().ok_or_else(damaged)?;
        let rest = body
            .strip_prefix(&MAGIC)
            .ok_or_else(|| Error::corrupt("this is no model file"))?;
        let (&[version, count], mut rest) = rest.split_first_chunk::<2>().ok_or_else(damaged)?;
        if version != VERSION {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the model file was made for another version of the program",
            ));
        }
        if xxh3_64(body) != u64::from_le_bytes(*checksum)
            || file.len() > MAX_BYTES
            || count == 0
            || count > MOST_NETWORKS
        {
            return Err(damaged());
        }
        let networks = (0..count)
            .map(|_| Weights::read(&mut rest))
            .collect::<Result<Vec<_>>>()?;
        if rest.is_empty() {
            Ok(MoveModel {
                networks,
                name: xxh3_64(file),
            })
        } else {
            Err(damaged())
        }
    }

    /// The bytes of a model file that holds `networks`, smallest first.
    pub fn write(networks: &[Weights]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, networks.len() as u8]);
        for network in networks {
            network.write(&mut file);
        }
        let checksum = xxh3_64(&file);
        file.extend(checksum.to_le_bytes());
        file
    }

    /// The number that archives know the model by: the checksum (XXH3, 64 bits) of its file.
    pub fn name(&self) -> u64 {
        self.name
    }

    /// The network that a predictor of such effort asks.
    pub(crate) fn network(&self, effort: Effort) -> &Weights {
        let last = self.networks.len() - 1;
        &self.networks[if effort == Effort::Quick { 0 } else { last }]
    }
}

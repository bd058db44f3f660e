//! The model file: the networks that a predictor may use.
//!
//! A file begins with [`MAGIC`], a version, and the number of judges; the quick network and the judges follow; the checksum (XXH3, 64 bits) of
//! all that ends it. Networks are packed with Zstandard, a quarter off. The checksum of the whole file is the model's name: what archives know it by. MODEL.md says it byte by byte.

use super::net::{
    reach::Reach,
    weights::{Judge, Quick},
};
use crate::codec::Level;
use crate::error::{Error, ErrorKind, Result};
use std::sync::OnceLock;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a model file.
pub const MAGIC: [u8; 4] = *b"PGNM";
const VERSION: u8 = 2;
/// Judges that a file has at most.
const MOST_JUDGES: u8 = 4;
/// A model file is no larger than this.
pub const MAX_BYTES: usize = 8 << 20;
/// A network is no larger than this.
const MAX_PLAIN: usize = 16 << 20;
/// Level of compression of networks.
const ZSTD_LEVEL: i32 = 3;

static STANDARD: &[u8] = include_bytes!("standard.pgm");

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

    /// The size of the memory of positions, as a power of two of slots of sixteen bytes.
    pub(crate) fn log2_memory(self) -> u32 {
        match self {
            Effort::Quick => 0,
            Effort::Brief | Effort::Usual => 17,
            Effort::Slow => 20,
        }
    }
}

/// The networks of a model file and the file's name.
#[derive(Debug)]
pub struct MoveModel {
    quick: Quick,
    judges: Vec<PackedJudge>,
    name: u64,
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

fn damaged() -> Error {
    Error::corrupt("the model file is damaged")
}

impl MoveModel {
    /// The model that the program carries.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn standard() -> &'static MoveModel {
        static MODEL: OnceLock<MoveModel> = OnceLock::new();
        MODEL.get_or_init(|| MoveModel::open(STANDARD).expect("the standard model is whole"))
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// Where `file` is none, is damaged, or was made for another version of the network.
    pub fn read(file: &[u8]) -> Result<MoveModel> {
        let model = MoveModel::open(file)?;
        for judge in &model.judges {
            judge.unpacked()?;
        }
        Ok(model)
    }

    /// The same, but judges are not looked at before they are asked.
    fn open(file: &[u8]) -> Result<MoveModel> {
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
            || count > MOST_JUDGES
        {
            return Err(damaged());
        }
        let plain = unpack(section(&mut rest)?)?;
        let mut plain = &plain[..];
        let quick = Quick::read(&mut plain)?;
        let judge = |_| -> Result<PackedJudge> {
            Ok(PackedJudge {
                bytes: section(&mut rest)?.to_vec(),
                judge: OnceLock::new(),
            })
        };
        let judges = (0..count).map(judge).collect::<Result<Vec<_>>>()?;
        if !rest.is_empty() || !plain.is_empty() {
            return Err(damaged());
        }
        Ok(MoveModel {
            quick,
            judges,
            name: xxh3_64(file),
        })
    }

    /// The bytes of a model file that holds these networks.
    ///
    /// # Errors
    /// Where they cannot be packed or are more than a file holds.
    pub fn write(quick: &Quick, judges: &[Judge]) -> Result<Vec<u8>> {
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, judges.len() as u8]);
        let mut plain = Vec::new();
        quick.write(&mut plain);
        pack(&plain, &mut file)?;
        for judge in judges {
            plain.clear();
            judge.write(&mut plain);
            pack(&plain, &mut file)?;
        }
        let checksum = xxh3_64(&file);
        file.extend(checksum.to_le_bytes());
        if judges.len() > usize::from(MOST_JUDGES) || file.len() > MAX_BYTES {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the networks are more than a model file holds (8 MiB): fewer hidden units will do",
            ));
        }
        Ok(file)
    }

    /// The number that archives know the model by: the checksum (XXH3, 64 bits) of its file.
    pub fn name(&self) -> u64 {
        self.name
    }

    /// The network that looks at every legal move.
    pub fn quick(&self) -> &Quick {
        &self.quick
    }

    /// The networks that take a closer look at such an effort, and at which moves: all where there is no reach.
    ///
    /// # Panics
    /// Never: [`MoveModel::read`] has looked at all of them, and a test at the standard ones.
    pub(crate) fn judges(&self, effort: Effort) -> Vec<(&Judge, Option<Reach>)> {
        let count = match effort {
            Effort::Quick => 0,
            Effort::Brief | Effort::Usual => 1,
            Effort::Slow => self.judges.len(),
        };
        let asked = self.judges.iter().take(count);
        asked
            .map(|judge| {
                let judge = judge.unpacked().expect("the judges are whole");
                (judge, (effort == Effort::Brief).then_some(judge.reach))
            })
            .collect()
    }
}

/// Appends a network, packed, with its length before it.
fn pack(plain: &[u8], file: &mut Vec<u8>) -> Result<()> {
    let packed = zstd::bulk::compress(plain, ZSTD_LEVEL)?;
    file.extend((packed.len() as u32).to_le_bytes());
    file.extend(packed);
    Ok(())
}

/// Takes a packed network off the front of `bytes`.
fn section<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (section, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
    *bytes = rest;
    Ok(section)
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::decompress(packed, MAX_PLAIN).map_err(|_| damaged())
}

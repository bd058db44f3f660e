//! The weights of the networks in whole numbers, and their form in a model file.

use crate::codec::model::{
    moves::features::{facts, inputs, quick_facts, vectors},
    sections::{MOST_BYTES, Section, i8s, i16s},
};
use crate::coding::{
    fetch::fetch,
    lined::{LINE, Lined},
};
use crate::error::{Error, Result};

/// Number of units of the move layer.
pub(crate) const MOVE_UNITS: usize = 32;
/// The unit of the move layer that is added to the score without being clamped.
pub(crate) const LINEAR: usize = MOVE_UNITS - 1;
/// The number of hidden units is a multiple of this.
pub(crate) const LANES: usize = 64;

/// Most hidden units of a network: a judge of so many just fits a section of the model file.
pub(crate) const MOST_UNITS: usize = 1536;
const _: () = {
    let each = inputs::COUNT + 2 + vectors::COUNT + MOVE_UNITS;
    let others = 2 + 2 * MOVE_UNITS * (facts::COUNT + 5);
    assert!(MOST_UNITS * each + others <= MOST_BYTES);
    assert!((MOST_UNITS + LANES) * each + others > MOST_BYTES);
};
/// Hidden units of the quick network.
pub(crate) const QUICK_UNITS: usize = 64;

/// Fractional bits of the hidden layer's sums.
pub(crate) const SUM_BITS: u32 = 9;
/// Fractional bits of the hidden units.
pub(crate) const HIDDEN_BITS: u32 = 7;
/// Fractional bits of the moves' vectors.
pub(crate) const VECTOR_BITS: u32 = 6;
/// Fractional bits of the move layer.
pub(crate) const MOVE_BITS: u32 = 10;

/// The parameters of each unit of the move layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveUnits {
    pub(crate) bias: [i16; MOVE_UNITS],
    /// The units are clamped to `floor` … `ceiling`.
    pub(crate) floor: [i16; MOVE_UNITS],
    pub(crate) ceiling: [i16; MOVE_UNITS],
    /// Whether a unit is added to the score (1) or subtracted from it (-1).
    pub(crate) sign: [i16; MOVE_UNITS],
    /// What the hidden layer sends to a unit is shifted right by this.
    pub(crate) shift: [i16; MOVE_UNITS],
}

/// The weights from four neighbouring hidden units to each unit of the move layer: four bytes for
/// the first unit of the move layer, then four for the second, and so on, as processors multiply
/// them.
pub(crate) type Shared = [i8; 4 * MOVE_UNITS];

/// Likewise, to twice as many units.
pub(crate) type Wide = [i8; 4 * WIDE_UNITS];
/// The units that [`Wide`] weights lead to.
pub(crate) const WIDE_UNITS: usize = 2 * MOVE_UNITS;

/// Rearranges weights that are sorted by the unit they lead to, `units` for each, into one
/// [`Shared`] or [`Wide`], of `LEN` weights, after another.
pub(crate) fn by_fours<const LEN: usize>(weights: &[i8], units: usize) -> Lined<i8> {
    let places = (0..units / 4 * LEN).map(|place| (place / LEN, place % LEN));
    Lined::new(places.map(|(at, i)| weights[i / 4 * units + 4 * at + i % 4]))
}

/// One network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) units: usize,
    /// The first layer: rows of `units` weights, with two fractional bits fewer than the sums.
    pub(crate) inputs: Lined<i8>,
    pub(crate) bias: Lined<i16>,
    /// The moves' vectors: rows of `units` weights.
    pub(crate) vectors: Lined<i8>,
    /// The weights from the hidden layer to the move layer, one [`Shared`] after another.
    pub(crate) by_fours: Lined<i8>,
    /// The rows of the move layer, one after another; the first is all zeros.
    pub(crate) facts: Lined<i16>,
    pub(crate) move_units: MoveUnits,
}

/// The quick network: small, and told only facts that take a few instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick {
    pub(crate) network: Network,
}

/// A judge: a large network that is told all facts there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    pub(crate) network: Network,
}

impl Network {
    /// The weights from the hidden layer to the move layer.
    #[inline(always)]
    pub(crate) fn shared(&self) -> &[Shared] {
        self.by_fours.as_chunks().0
    }

    /// The rows of the move layer.
    #[inline(always)]
    pub(crate) fn table(&self) -> &[[i16; MOVE_UNITS]] {
        self.facts.as_chunks().0
    }

    /// Prefetches a row of the first layer that will soon be added up: the whole layer is too large
    /// for the nearer caches.
    #[inline(always)]
    pub(crate) fn fetch_row(&self, row: u16) {
        let weights = &self.inputs[usize::from(row) * self.units..][..self.units];
        // Six lines at a time, so that the loop is unrolled: those of 384 units are as many, and for
        // 512 it makes no difference.
        let (sixes, rest) = weights.as_chunks::<{ 6 * LINE }>();
        for six in sixes {
            fetch_lines(six);
        }
        fetch_lines(rest);
    }

    fn write(&self, file: &mut Vec<u8>) {
        file.extend((self.units as u16).to_le_bytes());
        file.extend(self.inputs.iter().map(|&w| w as u8));
        put(&self.bias, file);
        file.extend(self.vectors.iter().map(|&w| w as u8));
        for unit in 0..MOVE_UNITS {
            let fours = self.shared().iter();
            let fours = fours.flat_map(|four| &four[4 * unit..][..4]);
            file.extend(fours.map(|&w| w as u8));
        }
        put(&self.facts, file);
        let MoveUnits {
            bias,
            floor,
            ceiling,
            sign,
            shift,
        } = &self.move_units;
        for row in [bias, floor, ceiling, sign, shift] {
            put(row, file);
        }
    }

    /// Takes a network whose move layer has `rows` rows off the front of `bytes`.
    fn read(bytes: &mut &[u8], rows: usize) -> Result<Network> {
        let units = usize::from(get(bytes, 1)?[0] as u16);
        if units == 0 || units % LANES != 0 || units > MOST_UNITS {
            return Err(unknown_shape());
        }
        let inputs = narrow(bytes, inputs::COUNT * units)?;
        let bias = get(bytes, units)?;
        let vectors = narrow(bytes, vectors::COUNT * units)?;
        let by_fours =
            by_fours::<{ size_of::<Shared>() }>(&narrow(bytes, MOVE_UNITS * units)?, units);
        let mut facts = get(bytes, rows * MOVE_UNITS)?;
        // Row 0 stands for no row: adding zeros is quicker than testing for it.
        facts[..MOVE_UNITS].fill(0);
        let mut row = || -> Result<[i16; MOVE_UNITS]> {
            let mut row = [0; MOVE_UNITS];
            row.copy_from_slice(&get(bytes, MOVE_UNITS)?);
            Ok(row)
        };
        let move_units = MoveUnits {
            bias: row()?,
            floor: row()?,
            ceiling: row()?,
            sign: row()?.map(i16::signum),
            shift: row()?.map(|shift| shift.clamp(0, 31)),
        };
        Ok(Network {
            units,
            inputs,
            bias,
            vectors,
            by_fours,
            facts,
            move_units,
        })
    }
}

impl Section for Quick {
    fn write(&self, plain: &mut Vec<u8>) {
        self.network.write(plain);
    }

    fn read(bytes: &mut &[u8]) -> Result<Quick> {
        let network = Network::read(bytes, quick_facts::COUNT)?;
        if network.units != QUICK_UNITS {
            return Err(unknown_shape());
        }
        Ok(Quick { network })
    }
}

impl Section for Judge {
    fn write(&self, plain: &mut Vec<u8>) {
        self.network.write(plain);
    }

    fn read(bytes: &mut &[u8]) -> Result<Judge> {
        Ok(Judge {
            network: Network::read(bytes, facts::COUNT)?,
        })
    }
}

#[inline(always)]
fn fetch_lines(weights: &[i8]) {
    for line in weights.as_chunks::<LINE>().0 {
        fetch(line);
    }
}

fn unknown_shape() -> Error {
    Error::corrupt("the model has a network of no known shape")
}

fn put(weights: &[i16], file: &mut Vec<u8>) {
    file.extend(weights.iter().flat_map(|w| w.to_le_bytes()));
}

fn narrow(bytes: &mut &[u8], count: usize) -> Result<Lined<i8>> {
    Ok(Lined::new(i8s(bytes, count)?))
}

fn get(bytes: &mut &[u8], count: usize) -> Result<Lined<i16>> {
    Ok(Lined::new(i16s(bytes, count)?))
}

//! The weights of a network in whole numbers.

use crate::codec::model::moves::features::{inputs, rows, vectors};
use crate::error::{Error, Result};

/// Units of the move layer.
pub(crate) const MOVE_UNITS: usize = 32;
/// The unit of the move layer that goes into the score as it is.
pub(crate) const LINEAR: usize = MOVE_UNITS - 1;
/// Hidden units come in multiples of this.
pub(crate) const LANES: usize = 64;

/// Rows of the move layer's table: a power of two, so that no row is beyond its end.
pub(crate) const TACTIC_ROWS: usize = rows::COUNT.next_power_of_two();

/// Fractional bits of the hidden layer's sums.
pub(crate) const SUM_BITS: u32 = 9;
/// Fractional bits of input weights in a file: the sums' less two.
const FILE_SUM_BITS: u32 = 7;
/// Fractional bits of hidden units after the activation.
pub(crate) const HIDDEN_BITS: u32 = 7;
/// Fractional bits of the moves' vectors.
pub(crate) const VECTOR_BITS: u32 = 6;
/// Fractional bits of the move layer.
pub(crate) const MOVE_BITS: u32 = 10;

/// What is particular to each unit of the move layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveUnits {
    pub(crate) bias: [i16; MOVE_UNITS],
    /// What the units are held between.
    pub(crate) floor: [i16; MOVE_UNITS],
    pub(crate) ceiling: [i16; MOVE_UNITS],
    /// Whether the score gains (1) or loses (-1) by a unit.
    pub(crate) sign: [i16; MOVE_UNITS],
    /// What the hidden layer sends to a unit is shifted right by so much.
    pub(crate) shift: [i16; MOVE_UNITS],
}

/// One network. Built by [`Weights::read`] or from training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(crate) units: usize,
    /// Row by row, `units` each.
    pub(crate) inputs: Vec<i16>,
    pub(crate) bias: Vec<i16>,
    /// Row by row, `units` each.
    pub(crate) vectors: Vec<i8>,
    /// By unit of the move layer, `units` each.
    pub(crate) shared: Vec<i8>,
    pub(crate) tactics: Box<[[i16; MOVE_UNITS]; TACTIC_ROWS]>,
    pub(crate) move_units: MoveUnits,
}

impl Weights {
    /// Appends the network to a model file.
    pub fn write(&self, file: &mut Vec<u8>) {
        file.extend_from_slice(&(self.units as u16).to_le_bytes());
        let coarse = |&w: &i16| (w >> (SUM_BITS - FILE_SUM_BITS)) as i8 as u8;
        file.extend(self.inputs.iter().map(coarse));
        put(&self.bias, file);
        file.extend(self.vectors.iter().map(|&w| w as u8));
        file.extend(self.shared.iter().map(|&w| w as u8));
        put(self.tactics[..rows::COUNT].as_flattened(), file);
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

    /// Takes a network off the front of `bytes`.
    ///
    /// # Errors
    /// Where they end too early or hold a network of another shape.
    pub fn read(bytes: &mut &[u8]) -> Result<Weights> {
        let units = usize::from(u16::from_le_bytes(*array(bytes)?));
        if units == 0 || units % LANES != 0 || units > 4096 {
            return Err(Error::corrupt("the model has a network of no known shape"));
        }
        let inputs = take(bytes, inputs::COUNT * units)?
            .iter()
            .map(|&w| i16::from(w as i8) << (SUM_BITS - FILE_SUM_BITS))
            .collect();
        let bias = get(bytes, units)?;
        let vectors = narrow(bytes, vectors::COUNT * units)?;
        let shared = narrow(bytes, MOVE_UNITS * units)?;
        let rows = get(bytes, rows::COUNT * MOVE_UNITS)?;
        let mut tactics = Box::new([[0; MOVE_UNITS]; TACTIC_ROWS]);
        tactics[..rows::COUNT].copy_from_slice(rows.as_chunks().0);
        let mut row = || -> Result<[i16; MOVE_UNITS]> {
            let mut row = [0; MOVE_UNITS];
            row.copy_from_slice(&get(bytes, MOVE_UNITS)?);
            Ok(row)
        };
        let move_units = MoveUnits {
            bias: row()?,
            floor: row()?,
            ceiling: row()?,
            sign: row()?,
            shift: row()?.map(|shift| shift.clamp(0, 31)),
        };
        Ok(Weights {
            units,
            inputs,
            bias,
            vectors,
            shared,
            tactics,
            move_units,
        })
    }
}

fn put(weights: &[i16], file: &mut Vec<u8>) {
    file.extend(weights.iter().flat_map(|w| w.to_le_bytes()));
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    let (taken, rest) = bytes
        .split_at_checked(count)
        .ok_or_else(|| Error::truncated("the model ends too early"))?;
    *bytes = rest;
    Ok(taken)
}

fn narrow(bytes: &mut &[u8], count: usize) -> Result<Vec<i8>> {
    Ok(take(bytes, count)?.iter().map(|&w| w as i8).collect())
}

fn array<'a, const N: usize>(bytes: &mut &'a [u8]) -> Result<&'a [u8; N]> {
    let (taken, rest) = bytes
        .split_first_chunk()
        .ok_or_else(|| Error::truncated("the model ends too early"))?;
    *bytes = rest;
    Ok(taken)
}

fn get(bytes: &mut &[u8], count: usize) -> Result<Vec<i16>> {
    let (pairs, _) = take(bytes, count * 2)?.as_chunks::<2>();
    Ok(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
}

//! The hashed table of what contexts have seen of decisions, and the coding of decisions and
//! numbers with it.

use crate::coding::{
    mix::hash3,
    range::{Coder, ONE},
    slot::{FLOOR, Slot},
};

/// The lowest bit of the check in a context's hash.
const CHECK_SHIFT: u32 = 40;
/// Consecutive bits of a number that share a row.
const ROW_BITS: u32 = 4;
/// Slots of a row: all that a context knows of so many bits.
const ROW: usize = 1 << ROW_BITS;

/// Combines the contexts' predictions of a bit into one probability.
pub(super) trait Predictor<const CONTEXTS: usize> {
    /// The probability of a one, in 1/65,536, from the contexts' predictions `said` (log-odds, in
    /// 1/256). `node` is the bits of the same number before this one, after a leading one.
    fn predict(&mut self, said: [i16; CONTEXTS], node: u32) -> u32;

    /// Learns that the bit was `bit`.
    fn learn(&mut self, bit: bool);
}

/// The slots of many contexts.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<Slot>);

/// The place of a row, and the check that its slots must have.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    first: usize,
    check: u8,
}

impl Table {
    /// A table of 2^`log2_slots` slots, at least one row.
    pub(super) fn new(log2_slots: u32) -> Table {
        Table(vec![Slot::EMPTY; 1 << log2_slots.max(ROW_BITS)])
    }

    /// Codes a decision that is not part of a number.
    #[inline]
    pub(super) fn code_flag<C: Coder, const CONTEXTS: usize>(
        &mut self,
        coder: &mut C,
        flag: bool,
        contexts: &[u32; CONTEXTS],
        predictor: &mut impl Predictor<CONTEXTS>,
    ) -> bool {
        let mut places = [0; CONTEXTS];
        for (index, (place, &context)) in places.iter_mut().zip(contexts).enumerate() {
            *place = self.place_of_flag(index, context);
        }
        self.code_bit(coder, flag, places, 1, predictor)
    }

    /// Codes the `width` bits of `value`, highest first.
    #[inline]
    pub(super) fn code_number<C: Coder, const CONTEXTS: usize>(
        &mut self,
        coder: &mut C,
        (value, width): (u32, u32),
        contexts: &[u32; CONTEXTS],
        predictor: &mut impl Predictor<CONTEXTS>,
    ) -> u32 {
        let mut node = 1u32;
        let mut rows = [Row::default(); CONTEXTS];
        for depth in 0..width {
            if depth.is_multiple_of(ROW_BITS) {
                for (index, (row, &context)) in rows.iter_mut().zip(contexts).enumerate() {
                    *row = Table::row(index, context, node);
                }
            }
            let places = rows.map(|row| self.place(row, node, depth));
            let bit = value >> (width - 1 - depth) & 1 == 1;
            let bit = self.code_bit(coder, bit, places, node, predictor);
            node = node << 1 | u32::from(bit);
        }
        node - (1 << width)
    }

    #[inline]
    fn code_bit<C: Coder, const CONTEXTS: usize>(
        &mut self,
        coder: &mut C,
        bit: bool,
        places: [usize; CONTEXTS],
        node: u32,
        predictor: &mut impl Predictor<CONTEXTS>,
    ) -> bool {
        let said = places.map(|place| self.0[place].stretched() as i16);
        let p = predictor.predict(said, node);
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        predictor.learn(bit);
        for place in places {
            self.0[place].update(bit);
        }
        bit
    }

    /// The row of context number `index` for the next four bits of a number, after the bits of
    /// `node`.
    #[inline]
    fn row(index: usize, context: u32, node: u32) -> Row {
        let hash = hash3(context, index as u32, node);
        Row {
            first: hash as usize & !(ROW - 1),
            check: (hash >> CHECK_SHIFT) as u8,
        }
    }

    /// The place of the slot for the bit after those of `node`, which has `depth` bits.
    #[inline]
    fn place(&mut self, row: Row, node: u32, depth: u32) -> usize {
        let bits = depth % ROW_BITS;
        let within = 1 << bits | node & ((1 << bits) - 1);
        self.claim(row.first | within as usize, row.check)
    }

    /// The place of the slot of a single decision under context number `index`.
    #[inline]
    fn place_of_flag(&mut self, index: usize, context: u32) -> usize {
        let hash = hash3(context, index as u32, 7);
        self.claim(hash as usize, (hash >> CHECK_SHIFT) as u8)
    }

    /// Wraps `place` into the table, and empties its slot if that belongs to another context.
    #[inline]
    fn claim(&mut self, place: usize, check: u8) -> usize {
        let place = place & (self.0.len() - 1);
        self.0[place].claim(check);
        place
    }
}

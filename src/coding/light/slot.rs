//! What contexts have seen of decisions, and where it lies.

use crate::coding::{
    adaptive::RATES,
    mix::{cautious, hash3},
    range::ONE,
};

/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
pub(super) const FLOOR: u32 = 12;

/// A probability, how much it was learnt from, and what tells it from others at the same place.
#[derive(Clone, Copy, Debug)]
struct Slot {
    p: u16,
    count: u8,
    check: u8,
}

/// Where in the hash of a context its check begins.
const CHECK_SHIFT: u32 = 40;
/// Slots that lie together: what a context knows of four bits of a number that follow one another.
const ROW: usize = 16;
/// Bits of a number that share a row.
pub(super) const ROW_BITS: u32 = 4;
/// Observations older than about this many are forgotten.
const LIMIT: u8 = 120;

impl Slot {
    /// Even chances, never seen.
    const EMPTY: Slot = Slot {
        p: (ONE / 2) as u16,
        count: 0,
        check: 0,
    };

    /// The same with a check.
    fn new(check: u8) -> Slot {
        Slot {
            check,
            ..Slot::EMPTY
        }
    }

    /// Becomes a slot never seen if it was not the one with this check.
    #[inline]
    fn claim(&mut self, check: u8) {
        if self.check != check {
            *self = Slot::new(check);
        }
    }

    /// The logarithm of the odds of a one, nearer to zero the less is known.
    #[inline]
    fn stretched(self) -> i16 {
        cautious(self.p.into(), self.count) as i16
    }

    #[inline]
    fn update(&mut self, bit: bool) {
        let target = if bit { ONE as i32 - 1 } else { 0 };
        let p = i32::from(self.p);
        let rate = i64::from(RATES[usize::from(self.count)]);
        self.p = (p + ((i64::from(target - p) * rate) >> 16) as i32) as u16;
        self.count += u8::from(self.count < LIMIT);
    }
}

/// The slots of many contexts.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<Slot>);

/// Where the slots of one context lie that four bits of a number share, and the check that they have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    first: usize,
    check: u8,
}

impl Table {
    /// 2^`log2_slots` slots, one row at least.
    pub(super) fn new(log2_slots: u32) -> Table {
        Table(vec![Slot::EMPTY; 1 << log2_slots.max(ROW_BITS)])
    }

    /// The row of context number `index` for the bits of a number that follow those of `node`.
    #[inline]
    pub(super) fn row(index: usize, context: u32, node: u32) -> Row {
        let hash = hash3(context, index as u32, node);
        Row {
            first: hash as usize & !(ROW - 1),
            check: (hash >> CHECK_SHIFT) as u8,
        }
    }

    /// The place of the bit after those of `node`, which are `depth` bits.
    #[inline]
    pub(super) fn place(&mut self, row: Row, node: u32, depth: u32) -> usize {
        let bits = depth % ROW_BITS;
        let within = 1 << bits | node & ((1 << bits) - 1);
        self.claim(row.first | within as usize, row.check)
    }

    /// The place of a decision that is no number's under context number `index`.
    #[inline]
    pub(super) fn place_of_decision(&mut self, index: usize, context: u32) -> usize {
        let hash = hash3(context, index as u32, 7);
        self.claim(hash as usize, (hash >> CHECK_SHIFT) as u8)
    }

    /// The place of a slot, which is emptied if it was another's.
    #[inline]
    fn claim(&mut self, place: usize, check: u8) -> usize {
        let place = place & (self.0.len() - 1);
        self.0[place].claim(check);
        place
    }

    /// What the slot at `place` says, as [`Slot::stretched`].
    #[inline]
    pub(super) fn stretched(&self, place: usize) -> i16 {
        self.0[place].stretched()
    }

    /// The slot at `place` learns that the bit was `bit`.
    #[inline]
    pub(super) fn update(&mut self, place: usize, bit: bool) {
        self.0[place].update(bit);
    }
}

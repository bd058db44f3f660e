//! A memory of what was last seen together with something: the value of a column beside some other
//! value.

use super::values::ValueId;
use crate::coding::{
    mix::hash3,
    ways::{WAYS, way_of},
};

/// The trust in a value, the number of times in a row that it was right, goes up to this.
pub(crate) const MAX_TRUST: u8 = 7;

/// What is remembered for one key.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Tells which key it belongs to; 0 for an empty slot.
    check: u32,
    value: ValueId,
    /// `NO_NUMBER` if the value has none, else above that and below `NUMBER_LIMIT`.
    number: i64,
    trust: u8,
}

/// A slot as stored: the value above the check, and the number above three bits of trust. As plain
/// numbers, so that an empty table is zeros straight from the system, of which only the pages that
/// are used take memory.
type Packed = [u64; 2];

/// Numbers are clamped to this magnitude before they are remembered.
const NUMBER_LIMIT: i64 = 1 << 60;
/// Stands for the number of a value that is none.
const NO_NUMBER: i64 = -NUMBER_LIMIT;
const TRUST_BITS: u32 = 3;

impl Slot {
    #[inline]
    fn unpack([who, what]: Packed) -> Slot {
        Slot {
            check: who as u32,
            value: ValueId((who >> 32) as u32),
            number: what as i64 >> TRUST_BITS,
            trust: what as u8 & ((1 << TRUST_BITS) - 1),
        }
    }

    #[inline]
    fn pack(self) -> Packed {
        let who = u64::from(self.value.0) << 32 | u64::from(self.check);
        [
            who,
            (self.number as u64) << TRUST_BITS | u64::from(self.trust),
        ]
    }
}

/// Remembers one value for each key, in a table of fixed size, a hash table with sets of [`WAYS`]
/// slots in which older keys give way.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    sets: Vec<[Packed; WAYS]>,
}

/// A key of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    hash: u64,
}

impl Key {
    /// The key of `what` (a column or a purpose) beside a value with the hash `company`, and beside
    /// `more`.
    pub(crate) fn new(what: u32, company: u32, more: u32) -> Key {
        Key {
            hash: hash3(what, company, more),
        }
    }
}

impl Memory {
    /// A memory of 2^`log2_slots` keys.
    pub(crate) fn new(log2_slots: u32) -> Memory {
        Memory {
            sets: vec![[[0; 2]; WAYS]; (1_usize << log2_slots).div_ceil(WAYS)],
        }
    }

    /// The number of a key's set, and its check.
    fn place(&self, key: Key) -> (usize, u32) {
        let check = (key.hash >> 32) as u32 | 1;
        (key.hash as usize & (self.sets.len() - 1), check)
    }

    /// What is remembered for a key.
    #[inline]
    fn find(&self, key: Key) -> Option<Slot> {
        let (place, check) = self.place(key);
        let set = &self.sets[place];
        let way = way_of(set, |slot| Slot::unpack(*slot).check == check)?;
        Some(Slot::unpack(set[way]))
    }

    /// The value remembered, and the trust in it.
    pub(crate) fn recall(&self, key: Key) -> Option<(ValueId, u8)> {
        self.find(key).map(|slot| (slot.value, slot.trust))
    }

    /// The number of the last value that had one.
    pub(crate) fn recall_number(&self, key: Key) -> Option<i64> {
        let number = self.find(key)?.number;
        (number != NO_NUMBER).then_some(number)
    }

    /// Remembers that it was `value` this time, with its number if it has one.
    pub(crate) fn learn(&mut self, key: Key, value: ValueId, number: Option<i64>) {
        let (place, check) = self.place(key);
        let set = &mut self.sets[place];
        let way = way_of(set, |slot| Slot::unpack(*slot).check == check);
        let known = way.map(|way| Slot::unpack(set[way]));
        let trust = match known {
            Some(slot) if slot.value == value => (slot.trust + 1).min(MAX_TRUST),
            _ => 0,
        };
        let number = match (number, known) {
            (Some(number), _) => number.clamp(NO_NUMBER + 1, NUMBER_LIMIT - 1),
            (None, Some(slot)) => slot.number,
            (None, None) => NO_NUMBER,
        };
        if way.is_none() {
            set.rotate_right(1); // the oldest gives way
        }
        set[way.unwrap_or(0)] = Slot {
            check,
            value,
            number,
            trust,
        }
        .pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_grows_while_a_value_repeats() {
        let mut memory = Memory::new(4);
        let key = Key::new(1, 2, 3);
        assert_eq!(memory.recall(key), None);
        memory.learn(key, ValueId(9), Some(5));
        memory.learn(key, ValueId(9), Some(6));
        assert_eq!(memory.recall(key), Some((ValueId(9), 1)));
        assert_eq!(memory.recall_number(key), Some(6));
        memory.learn(key, ValueId(9), Some(-7));
        assert_eq!(memory.recall_number(key), Some(-7));
        memory.learn(key, ValueId(9), None);
        assert_eq!(memory.recall_number(key), Some(-7));
        for _ in 0..20 {
            memory.learn(key, ValueId(9), Some(i64::MIN));
        }
        assert_eq!(memory.recall(key), Some((ValueId(9), MAX_TRUST)));
        assert_eq!(memory.recall_number(key), Some(NO_NUMBER + 1));
        memory.learn(key, ValueId(8), None);
        assert_eq!(memory.recall(key), Some((ValueId(8), 0)));
        let other = Key::new(3, 2, 1);
        memory.learn(other, ValueId(8), None);
        assert_eq!(memory.recall(other), Some((ValueId(8), 0)));
        assert_eq!(memory.recall_number(other), None);
    }
}

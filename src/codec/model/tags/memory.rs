//! What was last seen in a given company: the value of a column beside some other value.

use super::values::ValueId;
use crate::coding::mix::hash3;

/// How often in a row a remembered value was right, at most.
pub(super) const MAX_TRUST: u8 = 7;

#[derive(Clone, Copy, Debug)]
struct Slot {
    check: u32,
    value: ValueId,
    number: i64,
    trust: u8,
}

const EMPTY: Slot = Slot {
    check: 0,
    value: ValueId::NONE,
    number: 0,
    trust: 0,
};

/// Remembers one value for each key, in a table of fixed size: older keys give way.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    slots: Vec<Slot>,
}

/// What a memory is asked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    hash: u64,
}

impl Key {
    /// The key of `what` (a column or a purpose) in the company of a value with the hash `company`, and of `more`.
    pub(super) fn new(what: u32, company: u32, more: u32) -> Key {
        Key {
            hash: hash3(what, company, more),
        }
    }
}

impl Memory {
    /// A memory of 2^`log2_slots` keys.
    pub(super) fn new(log2_slots: u32) -> Memory {
        Memory {
            slots: vec![EMPTY; 1 << log2_slots],
        }
    }

    fn place(&self, key: Key) -> (usize, u32) {
        let check = (key.hash >> 32) as u32 | 1;
        (key.hash as usize & (self.slots.len() - 1), check)
    }

    /// The value remembered and how far it is to be trusted.
    pub(super) fn recall(&self, key: Key) -> Option<(ValueId, u8)> {
        let (place, check) = self.place(key);
        let slot = &self.slots[place];
        (slot.check == check).then_some((slot.value, slot.trust))
    }

    /// The number that stood beside the value remembered.
    pub(super) fn recall_number(&self, key: Key) -> Option<i64> {
        let (place, check) = self.place(key);
        let slot = &self.slots[place];
        (slot.check == check).then_some(slot.number)
    }

    /// Learns that it was `value` this time, with a number if it has one.
    pub(super) fn learn(&mut self, key: Key, value: ValueId, number: i64) {
        let (place, check) = self.place(key);
        let slot = &mut self.slots[place];
        let trust = if slot.check == check && slot.value == value {
            (slot.trust + 1).min(MAX_TRUST)
        } else {
            0
        };
        *slot = Slot {
            check,
            value,
            number,
            trust,
        };
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
        memory.learn(key, ValueId(9), 5);
        memory.learn(key, ValueId(9), 6);
        assert_eq!(memory.recall(key), Some((ValueId(9), 1)));
        assert_eq!(memory.recall_number(key), Some(6));
        memory.learn(key, ValueId(8), 0);
        assert_eq!(memory.recall(key), Some((ValueId(8), 0)));
    }
}

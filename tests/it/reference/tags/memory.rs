//! What is remembered of values. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use crate::reference::models::coder::hash3;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// A value, or none (1.3).
pub(crate) type Value = Option<Rc<[u8]>>;

/// The value that has these bytes.
pub(crate) fn value(bytes: &[u8]) -> Value {
    Some(bytes.into())
}

/// The bytes of a value, none of none.
pub(crate) fn bytes(value: &Value) -> &[u8] {
    value.as_deref().unwrap_or_default()
}

/// The hash of a value (1.2).
pub(crate) fn hash(value: &Value) -> u32 {
    value.as_deref().map_or(0, |bytes| xxh3_64(bytes) as u32)
}

/// How many binary digits an amount has (1.3).
pub(crate) fn binary_digits(amount: u64) -> u32 {
    64 - amount.leading_zeros()
}

/// A key of the memory (4.1).
pub(crate) fn key(what: u32, company: u32, more: u32) -> u64 {
    hash3(what, company, more)
}

#[derive(Clone)]
struct Slot {
    check: u32,
    value: Value,
    number: Option<i64>,
    trust: u8,
}

/// The memory (4.1).
#[derive(Clone)]
pub(crate) struct Memory {
    /// The slots in use of each set.
    sets: Vec<Vec<Slot>>,
}

impl Memory {
    /// An empty one with so many slots.
    pub(crate) fn new(slots: usize) -> Memory {
        Memory {
            sets: vec![Vec::new(); slots / 4],
        }
    }

    fn place(&self, key: u64) -> (usize, u32) {
        (key as usize % self.sets.len(), (key >> 32) as u32 | 1)
    }

    fn find(&self, key: u64) -> Option<&Slot> {
        let (set, check) = self.place(key);
        self.sets[set].iter().find(|slot| slot.check == check)
    }

    /// The value for a key, and the trust.
    pub(crate) fn recall(&self, key: u64) -> Option<(Value, u8)> {
        self.find(key).map(|slot| (slot.value.clone(), slot.trust))
    }

    /// The number for a key.
    pub(crate) fn recall_number(&self, key: u64) -> Option<i64> {
        self.find(key)?.number
    }

    /// Learns a value and a number.
    pub(crate) fn learn(&mut self, key: u64, value: &Value, number: Option<i64>) {
        const MOST: i64 = (1 << 60) - 1;
        let number = number.map(|number| number.clamp(-MOST, MOST));
        let (set, check) = self.place(key);
        let set = &mut self.sets[set];
        if let Some(slot) = set.iter_mut().find(|slot| slot.check == check) {
            slot.trust = match slot.value == *value {
                true => (slot.trust + 1).min(7),
                false => 0,
            };
            slot.value = value.clone();
            slot.number = number.or(slot.number);
            return;
        }
        set.truncate(3);
        set.insert(
            0,
            Slot {
                check,
                value: value.clone(),
                number,
                trust: 0,
            },
        );
    }
}

/// Different values, the one seen last first (4.2).
#[derive(Clone, Default)]
pub(crate) struct Recency(Vec<Value>);

impl Recency {
    /// Puts a value to the front.
    pub(crate) fn touch(&mut self, value: &Value) {
        self.0.retain(|other| other != value);
        self.0.insert(0, value.clone());
    }

    /// The values in order.
    pub(crate) fn values(&self) -> &[Value] {
        &self.0
    }
}

/// Players (4.3).
#[derive(Clone, Default)]
pub(crate) struct Players {
    /// Those seen last first.
    pub(crate) recency: Recency,
    games: Vec<(Value, u32)>,
    busiest: (Value, u32),
}

impl Players {
    /// Counts a game of a player.
    pub(crate) fn count(&mut self, player: &Value) {
        let place = self.games.iter().position(|(other, _)| other == player);
        let place = place.unwrap_or_else(|| {
            self.games.push((player.clone(), 0));
            self.games.len() - 1
        });
        self.games[place].1 += 1;
        if self.games[place].1 >= self.busiest.1 {
            self.busiest = self.games[place].clone();
        }
    }

    /// The player with most games.
    pub(crate) fn busiest(&self) -> &Value {
        &self.busiest.0
    }
}

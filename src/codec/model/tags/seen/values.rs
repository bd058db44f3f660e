//! Interns values: every different value is kept once and has a number.

use crate::limits::charges;
use rustc_hash::FxHashMap;
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::LazyLock,
};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The seed of the hashes that find values, different in each process: somebody who knew it could
/// write values that all have the same hash, and take quadratic time.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// The number of a value, only good for comparing: no coded bit depends on the order of numbers.
/// Equal bytes have equal numbers, in whatever column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ValueId(pub(crate) u32);

const _: () = assert!(size_of::<ValueId>() <= charges::CELL);

impl ValueId {
    /// No value.
    pub(crate) const NONE: ValueId = ValueId(u32::MAX);

    pub(crate) fn is_some(self) -> bool {
        self != ValueId::NONE
    }
}

/// All values of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    bytes: Vec<u8>,
    /// Where in `bytes` each value ends.
    ends: Vec<usize>,
    hashes: Vec<u32>,
    /// Numbers of values by a hash with the [`SEED`].
    by_hash: FxHashMap<u32, u32>,
}

/// What is kept for a value beside its bytes. Vectors that grow take twice what is in them; so do
/// tables, of which moreover an eighth stays free, and which have a byte for each place.
const _: () = {
    let in_vectors = size_of::<usize>() + size_of::<u32>();
    let in_table = size_of::<(u32, u32)>() + 1;
    assert!(2 * in_vectors + 2 * in_table * 8 / 7 <= charges::NEW_VALUE);
};

/// The hash by which a value is found.
fn secret_hash(value: &[u8]) -> u32 {
    xxh3_64_with_seed(value, *SEED) as u32
}

impl Values {
    /// How many different values there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of `value`, or the hash by which a new one can be found.
    fn look_up(&self, value: &[u8]) -> Result<ValueId, u32> {
        let mut hash = secret_hash(value);
        while let Some(&number) = self.by_hash.get(&hash) {
            if self.get(ValueId(number)) == value {
                return Ok(ValueId(number));
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }

    /// The number of `value`, none if it is no value of the block.
    pub(crate) fn find(&self, value: &[u8]) -> ValueId {
        self.look_up(value).unwrap_or(ValueId::NONE)
    }

    /// The number of `value`, a new one if need be.
    pub(crate) fn intern(&mut self, value: &[u8]) -> ValueId {
        let hash = match self.look_up(value) {
            Ok(known) => return known,
            Err(hash) => hash,
        };
        let number = self.ends.len() as u32;
        self.by_hash.insert(hash, number);
        self.bytes.extend_from_slice(value);
        self.ends.push(self.bytes.len());
        self.hashes.push(xxh3_64(value) as u32);
        ValueId(number)
    }

    /// Forgets all values but the first `count`. The newest goes first: an older one never has its
    /// place in the table behind that of a newer one.
    pub(crate) fn truncate(&mut self, count: usize) {
        while self.ends.len() > count {
            let number = self.ends.len() as u32 - 1;
            let mut hash = secret_hash(self.get(ValueId(number)));
            while self.by_hash.get(&hash) != Some(&number) {
                hash = hash.wrapping_add(1);
            }
            self.by_hash.remove(&hash);
            self.hashes.pop();
            self.ends.pop();
            let end = self.ends.last().copied().unwrap_or(0);
            self.bytes.truncate(end);
        }
    }

    /// A hash of a value's bytes: the same for a writer and a reader, which may number values in
    /// different orders.
    pub(crate) fn hash(&self, id: ValueId) -> u32 {
        self.hashes.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// The bytes of a value; empty for [`ValueId::NONE`].
    pub(crate) fn get(&self, id: ValueId) -> &[u8] {
        let index = id.0 as usize;
        match self.ends.get(index) {
            Some(&end) => &self.bytes[index.checked_sub(1).map_or(0, |last| self.ends[last])..end],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_have_equal_numbers() {
        let mut values = Values::default();
        let (a, b, empty) = (values.intern(b"a"), values.intern(b"b"), values.intern(b""));
        assert_eq!(values.intern(b"a"), a);
        assert_eq!(values.find(b"b"), b);
        assert_eq!(values.find(b"c"), ValueId::NONE);
        assert_ne!(a, b);
        assert_eq!(values.len(), 3);
        assert_eq!(values.get(a), b"a");
        assert_eq!(values.get(b), b"b");
        assert_eq!(values.get(empty), b"");
        assert_eq!(values.get(ValueId::NONE), b"");
    }

    #[test]
    fn what_is_forgotten_leaves_nothing_behind() {
        let mut values = Values::default();
        let first = values.intern(b"first");
        for value in [&b"second"[..], b"", b"third"] {
            values.intern(value);
        }
        values.truncate(1);
        assert_eq!((values.len(), values.bytes.len()), (1, 5));
        assert_eq!((values.hashes.len(), values.by_hash.len()), (1, 1));
        assert_eq!(values.intern(b"first"), first);
        let third = values.intern(b"third");
        assert_eq!((third, values.get(third)), (ValueId(1), &b"third"[..]));
    }
}

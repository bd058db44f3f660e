//! Values in the order in which they were last seen.

use super::values::ValueId;
use rustc_hash::FxHashMap;

/// A move-to-front list: the value seen last is first. It finds the rank of a value and the value
/// of a rank in time logarithmic in the number of sightings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recency {
    /// When each value was last seen, as an index into `seen`.
    last: FxHashMap<ValueId, usize>,
    /// What was seen at each moment.
    seen: Vec<ValueId>,
    /// A Fenwick tree over the moments: 1 for each that is some value's last.
    tree: Vec<u32>,
}

impl Recency {
    /// Number of values.
    pub(crate) fn len(&self) -> usize {
        self.last.len()
    }

    /// How many other values were seen since `value`; `None` if it was never seen.
    pub(crate) fn rank(&self, value: ValueId) -> Option<usize> {
        let &moment = self.last.get(&value)?;
        Some(self.len() - self.sum(moment + 1))
    }

    /// The value of a rank below [`len`](Recency::len).
    pub(crate) fn at(&self, rank: usize) -> ValueId {
        let mut left = self.len().saturating_sub(rank) as u32;
        let mut place = 0;
        let mut step = self.tree.len().next_power_of_two() >> 1;
        while step > 0 {
            let next = place + step;
            if next < self.tree.len() && self.tree[next] < left {
                place = next;
                left -= self.tree[next];
            }
            step >>= 1;
        }
        self.seen.get(place).copied().unwrap_or(ValueId::NONE)
    }

    /// Puts `value` first.
    pub(crate) fn touch(&mut self, value: ValueId) {
        if self.seen.len() + 1 >= self.tree.len() {
            self.tidy();
        }
        let moment = self.seen.len();
        self.seen.push(value);
        if let Some(before) = self.last.insert(value, moment) {
            self.add(before, u32::MAX);
        }
        self.add(moment, 1);
    }

    /// Forgets moments that are no value's last, and makes room.
    fn tidy(&mut self) {
        let kept: Vec<ValueId> = self
            .seen
            .iter()
            .enumerate()
            .filter(|(moment, value)| self.last[value] == *moment)
            .map(|(_, &value)| value)
            .collect();
        self.tree = vec![0; (kept.len() * 2 + 64).next_power_of_two()];
        for (moment, &value) in kept.iter().enumerate() {
            self.last.insert(value, moment);
            self.add(moment, 1);
        }
        self.seen = kept;
    }

    fn add(&mut self, moment: usize, change: u32) {
        let mut place = moment + 1;
        while place < self.tree.len() {
            self.tree[place] = self.tree[place].wrapping_add(change);
            place += place & place.wrapping_neg();
        }
    }

    /// How many of the first `moments` moments are some value's last.
    fn sum(&self, moments: usize) -> usize {
        let mut place = moments;
        let mut sum = 0u32;
        while place > 0 {
            sum = sum.wrapping_add(self.tree[place]);
            place &= place - 1;
        }
        sum as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_are_those_of_a_list_that_moves_to_the_front(touches in prop::collection::vec(0u32..40, 0..400)) {
            let (mut recency, mut list) = (Recency::default(), Vec::new());
            for value in touches.into_iter().map(ValueId) {
                prop_assert_eq!(recency.rank(value), list.iter().position(|&v| v == value));
                list.retain(|&v| v != value);
                list.insert(0, value);
                recency.touch(value);
                prop_assert_eq!(recency.len(), list.len());
                for (rank, &value) in list.iter().enumerate() {
                    prop_assert_eq!(recency.at(rank), value);
                }
            }
        }
    }
}

//! Many short lists in one piece of memory.

use std::ops::{Index, Range};

/// Lists, one behind another.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    items: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        let (items, ends) = (Vec::new(), Vec::new());
        Lists { items, ends }
    }
}

impl<T> Lists<T> {
    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many items they have together.
    pub(crate) fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Leaves no list.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// Adds a list of these items.
    #[inline]
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.push_with(|all| all.extend(items));
    }

    /// Adds a list of the items that `fill` appends.
    #[inline]
    pub(crate) fn push_with(&mut self, fill: impl FnOnce(&mut Vec<T>)) {
        fill(&mut self.items);
        self.ends.push(self.items.len() as u32);
    }

    /// The places of a list's items among those of all lists.
    #[inline]
    pub(crate) fn range(&self, index: usize) -> Range<usize> {
        let begin = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        begin..self.ends[index] as usize
    }

    /// All lists.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.items[begin..end as usize];
            begin = end as usize;
            list
        })
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    #[inline]
    fn index(&self, index: usize) -> &[T] {
        &self.items[self.range(index)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_apart() {
        let mut lists = Lists::default();
        for _ in 0..2 {
            lists.clear();
            lists.push([1, 2]);
            lists.push([]);
            lists.push_with(|all| all.push(3));
        }
        assert_eq!((lists.len(), lists.item_count()), (3, 3));
        assert_eq!(
            lists.iter().collect::<Vec<_>>(),
            [&[1, 2][..], &[], &[3][..]]
        );
        assert_eq!(
            (&lists[0], &lists[1], &lists[2]),
            (&[1, 2][..], &[][..], &[3][..])
        );
        assert_eq!(lists.range(2), 2..3);
    }
}

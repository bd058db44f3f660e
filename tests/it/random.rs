//! Chance that is the same each time.

const FACTOR: u64 = 6_364_136_223_846_793_005;

/// Numbers that look random, and are the same each time: the upper bits of a linear congruential
/// generator. What is made of them has fixed checksums, so that neither they nor their order may
/// change.
pub(crate) struct Random {
    state: u64,
    increment: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random {
            state: seed,
            increment: 1,
        }
    }

    /// Other numbers: those of Knuth's MMIX.
    pub(crate) fn of_mmix(seed: u64) -> Random {
        Random {
            state: seed,
            increment: 1_442_695_040_888_963_407,
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(FACTOR).wrapping_add(self.increment);
        self.state
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// So many bytes, which nothing makes smaller.
    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        let next = || (self.next() >> 56) as u8;
        std::iter::repeat_with(next).take(len).collect()
    }

    /// One of them.
    pub(crate) fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

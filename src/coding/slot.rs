//! What one context has seen of one decision, as hashed tables keep it.

use super::{adaptive::moved, mix::cautious, range::ONE};

/// An adaptive probability, its number of observations, and a check that detects hash collisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Probability of a one, in 1/65,536.
    pub(super) p: u16,
    /// Number of observations, up to [`LIMIT`].
    pub(super) count: u8,
    check: u8,
}

/// Only about the last this many observations count.
const LIMIT: u8 = 120;

/// Probabilities that are blended from slots and handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
pub(super) const FLOOR: u32 = 12;

impl Slot {
    /// Never observed: probability one half.
    pub(super) const EMPTY: Slot = Slot {
        p: (ONE / 2) as u16,
        count: 0,
        check: 0,
    };

    /// An empty slot of the context with this check.
    pub(super) fn new(check: u8) -> Slot {
        Slot {
            check,
            ..Slot::EMPTY
        }
    }

    /// Empties the slot if it belongs to another context.
    #[inline]
    pub(super) fn claim(&mut self, check: u8) {
        if self.check != check {
            *self = Slot::new(check);
        }
    }

    /// The log-odds of a one (stretched), shrunk towards zero when there are few observations.
    #[inline]
    pub(super) fn stretched(self) -> i32 {
        cautious(self.p.into(), self.count)
    }

    #[inline]
    pub(super) fn update(&mut self, bit: bool) {
        self.p = moved(self.p, self.count, bit);
        self.count += u8::from(self.count < LIMIT);
    }
}

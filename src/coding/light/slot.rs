//! What one context has seen of one decision.

use crate::coding::{adaptive::RATES, mix::stretch, range::ONE};

/// A probability, how much it was learnt from, and what tells it from others at the same place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    p: u16,
    count: u8,
    check: u8,
}

/// Where in the hash of a context its check begins.
pub(super) const CHECK_SHIFT: u32 = 40;
/// Observations older than about this many are forgotten.
const LIMIT: u8 = 120;
/// How much a prediction counts after so many observations, in 1/256.
const CONFIDENCE: [i32; 8] = [0, 150, 190, 210, 225, 235, 245, 256];

impl Slot {
    /// Even chances, never seen.
    pub(super) const EMPTY: Slot = Slot {
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
    pub(super) fn claim(&mut self, check: u8) {
        if self.check != check {
            *self = Slot::new(check);
        }
    }

    /// The logarithm of the odds of a one, nearer to zero the less is known.
    #[inline]
    pub(super) fn stretched(self) -> i16 {
        let confidence = CONFIDENCE[usize::from(self.count).min(CONFIDENCE.len() - 1)];
        ((stretch(u32::from(self.p)) * confidence) >> 8) as i16
    }

    #[inline]
    pub(super) fn update(&mut self, bit: bool) {
        let target = if bit { ONE as i32 - 1 } else { 0 };
        let p = i32::from(self.p);
        let rate = i64::from(RATES[usize::from(self.count)]);
        self.p = (p + ((i64::from(target - p) * rate) >> 16) as i32) as u16;
        self.count += u8::from(self.count < LIMIT);
    }
}

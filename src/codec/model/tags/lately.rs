//! The numbers that a column had lately, and from which of them the next one is counted: from the last or, where they jump to and fro behind a front that
//! moves on, from the largest. So do the times at which games began that are listed as they end.
//!
//! NOTES. Times of day in dumps of Lichess, bits a game: from the last one 6.8, from the largest of 4, 8, 16 or 32 6.4, 6.3, 6.3, 6.3. Medians are no better than the largest.

/// So many numbers are kept.
const KEPT: usize = 16;
/// A mean of how far off a base was looks back at about 2^4 numbers,
const RATE: u32 = 4;
/// in 1/2^8 binary digits.
const FINE: u32 = 8;

/// The last numbers of a column.
#[derive(Clone, Debug, Default)]
pub(super) struct Lately {
    numbers: [i64; KEPT],
    count: usize,
    /// How many binary digits numbers were off lately, as counted from the last one and from the largest.
    off: [u32; 2],
}

impl Lately {
    /// What the next number is counted from, and whether that is the largest and not the last; `None` where there was no number.
    pub(super) fn base(&self) -> Option<(i64, bool)> {
        let from_largest = self.off[1] < self.off[0];
        let [last, largest] = self.bases()?;
        Some(if from_largest {
            (largest, true)
        } else {
            (last, false)
        })
    }

    fn bases(&self) -> Option<[i64; 2]> {
        let last = self.numbers[self.count.checked_sub(1)? % KEPT];
        let kept = &self.numbers[..self.count.min(KEPT)];
        Some([last, kept.iter().copied().max()?])
    }

    /// Takes note of a number; `afresh` where it has nothing to do with those before.
    pub(super) fn push(&mut self, number: i64, afresh: bool) {
        if afresh {
            self.forget();
        }
        if let Some(bases) = self.bases() {
            for (off, base) in self.off.iter_mut().zip(bases) {
                let digits = 64 - number.abs_diff(base).leading_zeros();
                *off = *off - (*off >> RATE) + (digits << (FINE - RATE));
            }
        }
        self.numbers[self.count % KEPT] = number;
        self.count += 1;
    }

    /// Forgets the numbers, but not from what to count.
    pub(super) fn forget(&mut self) {
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_that_moves_on_is_noticed() {
        let mut lately = Lately::default();
        assert_eq!(lately.base(), None);
        for step in 0..40 {
            lately.push(10 * step, false);
        }
        assert_eq!(lately.base(), Some((390, false)));
        for step in 40..80 {
            lately.push(10 * step - 100 * (step % 2), false);
        }
        assert_eq!(lately.base(), Some((780, true)));
        lately.push(3, true);
        assert_eq!(lately.base(), Some((3, true)));
        lately.forget();
        assert_eq!(lately.base(), None);
    }
}

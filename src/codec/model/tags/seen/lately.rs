//! The last numbers of a column, and which of them is the best base for the next. That is the last
//! one or, if numbers jump to and fro behind a front that moves on, the largest: the times at which
//! games began do so in a list of games ordered by their ends. If it is known how long games
//! lasted, the base may also be shifted by that.

use crate::{coding::adaptive::binary_digits, listed::listed};

/// How many numbers are kept.
// Times of day in dumps of Lichess, bits a game: from the last one 6.8; from the largest of 4, 8,
// 16 or 32: 6.4, 6.3, 6.3, 6.3. Medians are no better than the largest.
const KEPT: usize = 16;
/// The mean error of a base is taken over about 2^this numbers.
const RATE: u32 = 4;
/// Fractional bits of a mean error, which is in binary digits.
const FINE: u32 = 8;

listed! {
    /// A base for the next number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Mark {
        /// The last number.
        Last,
        /// The largest of the last numbers.
        Largest,
        /// The last number plus the length of the game before: games follow one another.
        After,
        /// The last number less the length of this game: games are listed from the last one back.
        Before,
        /// The length of this game.
        Lasted,
        /// The last number plus the length of this game: it began when the last one ended.
        Until,
    }
}

/// The last numbers of a column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lately {
    numbers: [i64; KEPT],
    count: usize,
    /// The mean error lately of each base, in binary digits.
    off: [u32; Mark::ALL.len()],
}

impl Lately {
    /// The best base for the next number; `None` if there is no number yet. `lasted` are the
    /// lengths of this game and the one before, if the numbers are times and they are known.
    pub(crate) fn base(&self, lasted: [Option<i64>; 2]) -> Option<(i64, Mark)> {
        let bases = self.bases(lasted)?.into_iter().zip(Mark::ALL);
        let known = bases
            .zip(self.off)
            .filter_map(|((base, mark), off)| Some(((base?, mark), off)));
        known.min_by_key(|&(_, off)| off).map(|(base, _)| base)
    }

    fn bases(&self, [own, before]: [Option<i64>; 2]) -> Option<[Option<i64>; Mark::ALL.len()]> {
        let last = self.numbers[self.count.checked_sub(1)? % KEPT];
        let kept = &self.numbers[..self.count.min(KEPT)];
        Some(Mark::ALL.map(|mark| match mark {
            Mark::Last => Some(last),
            Mark::Largest => kept.iter().copied().max(),
            Mark::After => before.map(|before| last.wrapping_add(before)),
            Mark::Before => own.map(|own| last.wrapping_sub(own)),
            Mark::Lasted => own,
            Mark::Until => own.map(|own| last.wrapping_add(own)),
        }))
    }

    /// Learns a number; `afresh` says that it has nothing to do with those before.
    pub(crate) fn push(&mut self, number: i64, afresh: bool, lasted: [Option<i64>; 2]) {
        if afresh {
            self.forget();
        }
        if let Some(bases) = self.bases(lasted) {
            for (index, base) in bases.into_iter().enumerate() {
                match base {
                    Some(base) => follow(&mut self.off[index], number.abs_diff(base)),
                    // A base that is not known counts as no better than the last number.
                    None => self.off[index] = self.off[Mark::Last as usize],
                }
            }
        }
        self.numbers[self.count % KEPT] = number;
        self.count += 1;
    }

    /// Forgets the numbers, but not which base was best.
    pub(crate) fn forget(&mut self) {
        self.count = 0;
    }
}

/// Adds an error to a running mean of binary digits.
pub(crate) fn follow(off: &mut u32, error: u64) {
    let digits = binary_digits(error);
    *off = *off - (*off >> RATE) + (digits << (FINE - RATE));
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: [Option<i64>; 2] = [None; 2];

    #[test]
    fn a_front_that_moves_on_is_noticed() {
        let mut lately = Lately::default();
        assert_eq!(lately.base(UNKNOWN), None);
        for step in 0..40 {
            lately.push(10 * step, false, UNKNOWN);
        }
        assert_eq!(lately.base(UNKNOWN), Some((390, Mark::Last)));
        for step in 40..80 {
            lately.push(10 * step - 100 * (step % 2), false, UNKNOWN);
        }
        assert_eq!(lately.base(UNKNOWN), Some((780, Mark::Largest)));
        lately.push(3, true, UNKNOWN);
        assert_eq!(lately.base(UNKNOWN), Some((3, Mark::Largest)));
        lately.forget();
        assert_eq!(lately.base(UNKNOWN), None);
    }

    #[test]
    fn games_that_follow_one_another_are_noticed() {
        let (mut forth, mut back) = (Lately::default(), Lately::default());
        let (mut from, mut to) = (0, 1_000_000);
        let mut before = None;
        for game in 0..40 {
            let own = 60 + 37 * game % 400;
            to -= own + 5;
            for (lately, start, mark) in [
                (&mut forth, from, Mark::After),
                (&mut back, to, Mark::Before),
            ] {
                let lasted = [Some(own), before];
                if game > 20 {
                    let (base, by) = lately.base(lasted).unwrap();
                    assert_eq!((base.abs_diff(start), by), (5, mark));
                }
                lately.push(start, false, lasted);
            }
            from += own + 5;
            before = Some(own);
        }
    }
}

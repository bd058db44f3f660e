//! The digits of times that are finer than a gauge is told of.

use crate::coding::{adaptive::Symbol, range::Coder};

/// The digits of times behind the tenth of a second, two at most. They are nearly uniform, but for
/// the least time that a server counts.
#[derive(Clone, Debug)]
pub(super) struct FinerDigits {
    /// Of the last digit, and of the one before it; by whether that is 0, and by the tenths.
    digits: [Vec<Symbol<4>>; 2],
}

/// So many tenths of a second are told apart where finer digits are coded; the last stands for all
/// beyond it.
const TENTHS: usize = 4;

impl FinerDigits {
    pub(super) fn new() -> FinerDigits {
        FinerDigits {
            digits: std::array::from_fn(|_| vec![Symbol::default(); 2 * TENTHS]),
        }
    }

    /// Codes the `rest` of a time behind so many `tenths`: a number below `end`, which is 1, 10 or
    /// 100.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        rest: i64,
        end: i64,
        tenths: i64,
    ) -> i64 {
        let tenths = (tenths as usize).min(TENTHS - 1);
        let mut coded = 0;
        for (place, unit) in [(1, 10), (0, 1)] {
            if unit < end {
                let set = usize::from(coded > 0) * TENTHS + tenths;
                let digit = (rest / unit % 10) as u32;
                coded += unit * i64::from(self.digits[place][set].code(coder, digit));
            }
        }
        coded
    }
}

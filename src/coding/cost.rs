//! Adds up what symbols cost while they are coded.

use super::range::{Coder, ONE, PROBABILITY_BITS};

/// A coder that passes everything on to another one and adds up the cost. It uses integers alone,
/// so the writer and the reader of the same symbols arrive at the same sum, and later symbols may
/// depend on it.
#[derive(Debug)]
pub struct Counting<'a, C> {
    coder: &'a mut C,
    cost: u32,
}

impl<'a, C: Coder> Counting<'a, C> {
    /// Counts from zero.
    pub fn new(coder: &'a mut C) -> Counting<'a, C> {
        Counting { coder, cost: 0 }
    }

    /// The approximate cost of everything coded so far, in 1/256 bit.
    pub fn cost(&self) -> u32 {
        self.cost
    }
}

impl<C: Coder> Coder for Counting<'_, C> {
    const READS: bool = C::READS;

    #[inline]
    fn bit(&mut self, bit: bool, p_true: u32) -> bool {
        let bit = self.coder.bit(bit, p_true);
        let share = if bit { p_true } else { ONE - p_true };
        self.cost = self.cost.saturating_add(about(share));
        bit
    }

    #[inline]
    fn symbol(&mut self, symbol: usize, bounds: &[u32]) -> usize {
        let symbol = self.coder.symbol(symbol, bounds);
        let share = bounds[symbol + 1] - bounds[symbol];
        self.cost = self.cost.saturating_add(about(share));
        symbol
    }

    fn raw(&mut self, value: u32, width: u32) -> u32 {
        self.cost = self.cost.saturating_add(width << 8);
        self.coder.raw(value, width)
    }

    fn overrun(&self) -> bool {
        self.coder.overrun()
    }
}

/// -log2(`share` / 65,536) in 1/256 bit, at most an eleventh of a bit too high.
#[inline]
fn about(share: u32) -> u32 {
    (PROBABILITY_BITS << 8).saturating_sub(rough_log2(share.into()))
}

/// log2(`x`) in 1/256, interpolated linearly between powers of two: at most an eleventh too low; 0
/// for 0.
#[inline]
pub(crate) fn rough_log2(x: u64) -> u32 {
    let x = x.max(1);
    let whole = x.ilog2();
    let fraction = match whole {
        8.. => x >> (whole - 8),
        _ => x << (8 - whole),
    };
    whole << 8 | fraction as u32 & 255
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::Meter;

    #[test]
    fn the_sum_is_near_the_information() {
        let (mut meter, mut sum) = (Meter::new(), 0);
        for p in (1..ONE).step_by(97) {
            let mut counting = Counting::new(&mut meter);
            counting.bit(p % 2 == 0, p);
            sum += counting.cost();
        }
        let exact = meter.cost() as f64;
        assert!((f64::from(sum) - exact).abs() < exact * 0.05);
        assert_eq!(about(ONE), 0);
        assert_eq!(about(1), 16 << 8);
    }
}

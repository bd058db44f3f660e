//! Numbers told by their sizes: what clocks and evaluations have in common.
//!
//! A number falls into a [`bucket`](super::bucket), which contexts predict together with the sign, if there may be one,
//! and a network beside them ([`oracle`](super::oracle)). Where in the bucket it lies is nearly chance. What is beyond
//! all buckets somebody else tells.

use super::{
    blend::{Blend, Dense, LONG_MEMORY, Shape},
    bucket::{BEYOND, Digits, WIDTH, bucket_of},
    oracle::Oracle,
    plan::Plan,
};
use crate::{codec::model::learnt::Prior, coding::range::Coder, error::Result};

/// Values of a view that starts trained: numbers below half of it, of either kind that a gauge tells apart.
const VALUES: usize = 1 << 10;
/// Sets of weights of the second mixer; of the first, each node of a symbol has one.
const SETS: usize = 64;
/// How fast weights learn (three times as fast as in most blends), and what is added to that at first: the latter is
/// worth 0.1 % (see [`clock`](super::clock)).
const RATE: i32 = 12;
const HASTE: i32 = 60;

/// How a [`Gauge`] is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Design {
    /// Whether numbers have signs; where they have not, those below zero are beyond all buckets.
    pub(super) signed: bool,
    /// Views that start trained.
    pub(super) trained: usize,
    /// All other views.
    pub(super) views: usize,
    /// Rows of the table of those, as a power of two.
    pub(super) log2_rows: u32,
}

/// Codes numbers by their sizes, of which a network tells from `FACTS` facts what to expect.
#[derive(Debug)]
pub(super) struct Gauge<'m, const FACTS: usize> {
    signed: bool,
    symbols: Blend<'m>,
    digits: Digits,
    oracle: Oracle<FACTS>,
}

impl<'m, const FACTS: usize> Gauge<'m, FACTS> {
    pub(super) fn new(design: Design, plan: &Plan, prior: &'m Prior) -> Gauge<'m, FACTS> {
        let width = WIDTH + u32::from(design.signed);
        let oracle = Oracle::new(&prior.network, width, plan.networks);
        let symbols = Blend::new(Shape {
            dense: Dense {
                contexts: design.trained,
                values: VALUES,
                prior: &prior.table,
            },
            width,
            contexts: design.views,
            extras: oracle.voices(),
            log2_rows: design.log2_rows,
            sets: [1 << width, SETS],
            mixing: plan.mixing,
            memory: LONG_MEMORY,
            rate: RATE,
            haste: HASTE,
            ..Shape::SHARED
        });
        Gauge {
            signed: design.signed,
            symbols,
            digits: Digits::new(),
            oracle,
        }
    }

    /// Keeps from now on what a network may learn from.
    pub(super) fn listen(&mut self) {
        self.oracle.listen();
    }

    /// What is known by now, to be known beforehand.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(super) fn into_prior(self) -> Result<Prior> {
        Ok(Prior {
            table: self.symbols.to_prior(),
            network: self.oracle.into_packed()?,
        })
    }

    /// Sets what a number to come, of the second kind or not, looks like through the views that start `trained`, and
    /// through the `others`.
    pub(super) fn look(
        &mut self,
        second: bool,
        trained: impl IntoIterator<Item = usize>,
        others: impl IntoIterator<Item = u32>,
    ) {
        let first_value = usize::from(second) * (VALUES / 2);
        for (index, value) in trained.into_iter().enumerate() {
            self.symbols.place(index, first_value + value);
        }
        for (index, context) in others.into_iter().enumerate() {
            self.symbols.select(index, context);
        }
    }

    /// Codes `number`, if it is not beyond all buckets, with the second mixer's weights for this `class`, the highest
    /// standing for all beyond it; the network is told the `facts`. Nothing is returned where the number is beyond.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        number: i64,
        class: u32,
        facts: impl FnOnce() -> [u8; FACTS],
    ) -> Option<i64> {
        let sign = u32::from(self.signed);
        let size = match self.signed {
            true => number.saturating_abs(),
            false => number,
        };
        let symbol = match bucket_of(size) {
            Some(bucket) if !C::READS => bucket << sign | (sign & u32::from(number < 0)),
            _ => BEYOND << sign,
        };
        let set = (class as usize).min(SETS - 1);
        let symbol = self
            .oracle
            .code(coder, &mut self.symbols, symbol, set, facts);
        let (bucket, is_negative) = (symbol >> sign, symbol & sign == 1);
        if bucket == BEYOND {
            return None;
        }
        let size = self.digits.code(coder, bucket, size);
        Some(if is_negative { -size } else { size })
    }
}

//! The common coder of clocks and evaluations, which codes a number by its size.
//!
//! A number's [`bucket`](super::bucket) and its sign, if it can have one, are a symbol, which
//! contexts and a network ([`oracle`](super::oracle)) predict together. Which number of the bucket
//! it is, is nearly uniform. Numbers beyond all buckets are left to the caller.

use super::{
    bucket::{BEYOND, Digits, WIDTH, bucket_of},
    oracle::Oracle,
};
use crate::{
    codec::model::{
        comments::{
            blend::{Blend, Dense, LONG_MEMORY, Shape},
            plan::Plan,
        },
        learnt::Prior,
        sections::Packed,
    },
    coding::range::Coder,
    error::Result,
};

/// How many values a context that starts trained has: half of them for each of the two kinds of
/// numbers that a gauge tells apart.
const VALUES: usize = 1 << 10;
/// Sets of weights of the second mixer. (Of the first, each node of a symbol has one.)
const SETS: usize = 64;
/// How fast weights learn: three times as fast as in most blends.
const RATE: i32 = 12;
/// What is added to that at first: worth 0.1 %.
const HASTE: i32 = 60;

/// How a [`Gauge`] is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Design {
    /// Whether numbers have signs; if not, those below zero are beyond all buckets.
    pub(super) signed: bool,
    /// How many contexts start trained.
    pub(super) trained: usize,
    /// How many other contexts there are.
    pub(super) views: usize,
}

/// Codes numbers by their sizes; a network predicts those from `FACTS` facts.
#[derive(Debug)]
pub(crate) struct Gauge<'m, const FACTS: usize> {
    design: Design,
    plan: &'static Plan,
    prior: &'m Prior,
    digits: Digits,
    /// Made for the first number: many blocks have none, and to unpack the prior takes time.
    predictor: Option<Box<Predictor<'m, FACTS>>>,
}

/// Predicts symbols.
#[derive(Debug)]
struct Predictor<'m, const FACTS: usize> {
    symbols: Blend<'m>,
    oracle: Oracle<FACTS>,
}

impl<'m, const FACTS: usize> Predictor<'m, FACTS> {
    fn new(design: Design, plan: &Plan, prior: &'m Prior) -> Predictor<'m, FACTS> {
        let width = WIDTH + u32::from(design.signed);
        let oracle = Oracle::new(&prior.network, width, plan.networks);
        let symbols = Blend::new(Shape {
            dense: Dense {
                contexts: design.trained,
                values: VALUES,
                prior: prior.table(),
            },
            width,
            contexts: design.views,
            expects: oracle.speaks(),
            log2_rows: plan.log2_gauge_rows,
            sets: [1 << width, SETS],
            mixing: plan.mixing,
            memory: LONG_MEMORY,
            rate: RATE,
            haste: HASTE,
            ..Shape::SHARED
        });
        Predictor { symbols, oracle }
    }
}

impl<'m, const FACTS: usize> Gauge<'m, FACTS> {
    pub(crate) fn new(design: Design, plan: &'static Plan, prior: &'m Prior) -> Gauge<'m, FACTS> {
        Gauge {
            design,
            plan,
            prior,
            digits: Digits::new(),
            predictor: None,
        }
    }

    fn predictor(&mut self) -> &mut Predictor<'m, FACTS> {
        let make = || Box::new(Predictor::new(self.design, self.plan, self.prior));
        self.predictor.get_or_insert_with(make)
    }

    /// From now on keeps training samples for a network.
    pub(crate) fn listen(&mut self) {
        self.predictor().oracle.listen();
    }

    /// What has been learnt so far, as a prior for a model file. The samples are gone then.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(crate) fn take_prior(&mut self) -> Result<Prior> {
        let Predictor { symbols, oracle } = self.predictor();
        Ok(Prior {
            table: Packed::new(&symbols.to_prior())?,
            network: oracle.take_packed()?,
        })
    }

    /// Sets the contexts for the next number: those that start trained, the first of `trained`, and
    /// the `others`. `second` says which of the two kinds of numbers it is.
    pub(super) fn look(
        &mut self,
        second: bool,
        trained: impl IntoIterator<Item = usize>,
        others: impl IntoIterator<Item = u32>,
    ) {
        let first_value = usize::from(second) * (VALUES / 2);
        let count = self.design.trained;
        let Predictor { symbols, .. } = self.predictor();
        for (index, value) in trained.into_iter().take(count).enumerate() {
            debug_assert!(value < VALUES / 2);
            symbols.place(index, first_value + value);
        }
        for (index, context) in others.into_iter().enumerate() {
            symbols.select(index, context);
        }
    }

    /// Codes `number`, or that it is beyond all buckets: then it returns `None`. `class` chooses
    /// the second mixer's weights (the highest stands for all beyond it); the network is told the
    /// `facts`.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        number: i64,
        class: u32,
        facts: impl FnOnce() -> [u8; FACTS],
    ) -> Option<i64> {
        let sign = u32::from(self.design.signed);
        let size = match self.design.signed {
            true => number.saturating_abs(),
            false => number,
        };
        let symbol = match bucket_of(size) {
            Some(bucket) if !C::READS => bucket << sign | (sign & u32::from(number < 0)),
            _ => BEYOND << sign,
        };
        let set = (class as usize).min(SETS - 1);
        let Predictor { symbols, oracle } = self.predictor();
        let symbol = oracle.code(coder, symbols, symbol, set, facts);
        let (bucket, is_negative) = (symbol >> sign, symbol & sign == 1);
        if bucket == BEYOND {
            return None;
        }
        let size = self.digits.code(coder, bucket, size);
        Some(if is_negative { -size } else { size })
    }
}

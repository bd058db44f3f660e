//! Codes which pieces of a document come again.

use super::CUT_SHORT;
use crate::{
    coding::{
        adaptive::{Bit, Number},
        range::Coder,
    },
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::layout::Repeat,
};

/// Codes the repeats of a document of so many `pieces`, in order: writes those `given`, or returns
/// those read.
///
/// # Errors
/// Where a decoder's bytes end too early, make no sense or claim too much.
pub(super) fn code<C: Coder>(
    coder: &mut C,
    given: &[Repeat],
    pieces: usize,
    budget: &Budget,
) -> Result<Vec<Repeat>> {
    let mut read = Vec::new();
    let mut given = given.iter();
    // Hardly any document has a first; where there is one, there may be many.
    let mut more = [Bit::primed(1, 100), Bit::primed(60_000, 2)];
    let mut models = Models::default();
    let mut is_another = false;
    loop {
        let repeat = given.next();
        is_another = more[usize::from(is_another)].code(coder, repeat.is_some());
        coder.expect_more(CUT_SHORT)?;
        if !is_another {
            return Ok(read);
        }
        budget.take(charges::REPEAT)?;
        let repeat = models.code(coder, repeat, pieces)?;
        if C::READS {
            read.push(repeat);
        }
    }
}

/// What the numbers of repeats are coded with.
struct Models {
    /// How many pieces stand before the last repeat.
    at: usize,
    between: Number,
    back: Number,
    count: Number,
    times: Number,
}

impl Default for Models {
    fn default() -> Models {
        Models {
            at: 0,
            between: Number::default(),
            back: Number::default(),
            count: Number::expecting(0),
            times: Number::expecting(0),
        }
    }
}

impl Models {
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Repeat>,
        pieces: usize,
    ) -> Result<Repeat> {
        let [between, back, more, again] = given.map_or([0; 4], |given| {
            [
                given.at - self.at,
                given.at - given.from - 1,
                given.count - 1,
                given.times - 1,
            ]
        });
        let mut number = |model: &mut Number, given| model.code(coder, given as u32) as usize;
        let at = self.at.saturating_add(number(&mut self.between, between));
        let back = 1 + number(&mut self.back, back);
        let count = 1 + number(&mut self.count, more);
        let times = 1 + number(&mut self.times, again);
        self.at = at;
        if at > pieces || back > at || count > back {
            return Err(Error::corrupt("what comes again was not there before"));
        }
        Ok(Repeat {
            at,
            from: at - back,
            count,
            times,
        })
    }
}

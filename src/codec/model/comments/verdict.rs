//! Verdicts: the glyphs that a program gives moves because of its evaluations.
//!
//! A site that has games analysed marks a move `?!` once it loses half a pawn or a tenth of the
//! chances to win, and worse moves likewise. The glyph stands before the comment with the
//! evaluation, but follows from it and the one before. So it is coded behind them, for every
//! comment with an evaluation that stands first behind a move of the main line: which glyph comes
//! before it, if any. The rule is not known beforehand: it is learnt what losses of each size were
//! marked with.
//!
//! NOTES. Bytes of notes in three files with glyphs for 27,000 to 34,000 evaluations: 637, 324 and
//! 535. With habits in place of the first decision: 678, 401, 580. Without a context that only says
//! whether mate was announced: 687, 376, 585. With weights that learn as slowly as those of steps:
//! 30 to 60 bytes more.

use super::{
    blend::{Blend, Mixing, Shape},
    plan::Plan,
};
use crate::{
    codec::model::moves::net::softmax::{POWERS, STEP_BITS},
    coding::{adaptive::Bit, mix::hash32, range::Coder},
};

/// Beyond so many centipawns, evaluations count as that many.
const MOST: i64 = 1000;
/// The classes of losses are so many centipawns wide.
const STEP: i64 = 10;
/// The highest class of losses.
const MOST_STEPS: i64 = 40;

/// What an evaluation says, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// In centipawns, between plus and minus [`MOST`].
    centipawns: i64,
    /// Whether it announces mate.
    mate: bool,
}

impl Standing {
    /// What an evaluation in thousandths of a pawn says.
    pub(super) fn of_thousandths(value: i64) -> Standing {
        Standing {
            centipawns: (value / 10).clamp(-MOST, MOST),
            mate: false,
        }
    }

    /// What a mate in so many moves says, negative if Black mates.
    pub(super) fn of_mate(moves: i64) -> Standing {
        Standing {
            centipawns: if moves < 0 { -MOST } else { MOST },
            mate: true,
        }
    }

    /// Centipawns from the point of view of `side`.
    fn of_side(self, side: usize) -> i64 {
        if side == 0 {
            self.centipawns
        } else {
            -self.centipawns
        }
    }
}

/// Codes verdicts.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// Whether the block has had a glyph before an evaluation.
    met: bool,
    /// Whether the first one comes.
    first: Bit,
    glyphs: Blend<'static>,
    /// What was said before the last move of the main line, and after it.
    before: Option<Standing>,
    now: Option<Standing>,
}

impl Verdicts {
    pub(super) fn new(plan: &Plan) -> Verdicts {
        Verdicts {
            met: false,
            first: Bit::default(),
            glyphs: Blend::new(Shape {
                contexts: 4,
                sets: [256, 1],
                rate: 12,
                haste: 120,
                mixing: plan.mixed(Mixing::Twice),
                ..Shape::SHARED
            }),
            before: None,
            now: None,
        }
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self) {
        (self.before, self.now) = (None, None);
    }

    /// Another move of the main line comes.
    pub(super) fn begin_move(&mut self) {
        self.before = self.now.take();
    }

    /// Codes the glyph before a comment that says how `side` stands after its move: 1 to 255, or
    /// 0 if there is none.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        glyph: u8,
        side: usize,
        now: Standing,
    ) -> u8 {
        self.now = Some(now);
        if !self.met && !self.first.code(coder, glyph > 0) {
            return 0;
        }
        self.met = true;
        self.glyphs.select_all(&contexts(self.before, now, side));
        match self.glyphs.bit(coder, glyph > 0, 0, [0, 0]) {
            true => self.glyphs.symbol(coder, glyph.into(), 8, 0) as u8,
            false => 0,
        }
    }
}

/// The contexts for the glyph of a move of `side`: what it lost, what chances it lost, what it lost
/// of how much, and whether mate was announced.
fn contexts(before: Option<Standing>, now: Standing, side: usize) -> [u32; 4] {
    let there = before.is_some();
    let before = before.unwrap_or(Standing::of_thousandths(0));
    let [from, to] = [before, now].map(|standing| standing.of_side(side));
    let kind = match before.mate || now.mate {
        true => [before.mate, now.mate, from < 0, to < 0],
        false => [false; 4],
    };
    let kind = kind
        .into_iter()
        .fold(u32::from(there), |kind, fact| kind << 1 | u32::from(fact));
    let class = |loss: i64, step: i64| loss.div_euclid(step).clamp(-1, MOST_STEPS) as u32;
    let loss = class(from - to, STEP);
    let chances = class(chances(from) - chances(to), CERTAIN / 50);
    [
        hash32(loss, kind, 1),
        hash32(chances, kind, 2),
        hash32(loss, kind << 3 | (from.abs() / 100).min(4) as u32, 3),
        kind,
    ]
}

/// Chances of 1, and of -1 with a minus.
const CERTAIN: i64 = 10_000;

/// The chances that a player has who stands so well: -1 to 1, in parts of [`CERTAIN`], by the
/// formula that Lichess publishes.
fn chances(centipawns: i64) -> i64 {
    /// Fractional bits of steps of the table.
    const BITS: u32 = 8;
    /// A centipawn, 0.00368208 nats, in steps of the table.
    const CENTIPAWN: u64 = (368_208 << (STEP_BITS + BITS)) / 100_000_000;
    let steps = centipawns.unsigned_abs() * CENTIPAWN;
    let (step, part) = ((steps >> BITS) as usize, steps as i64 & ((1 << BITS) - 1));
    let [high, low] = [step, step + 1].map(|step| i64::from(POWERS[step.min(POWERS.len() - 1)]));
    let against = high - (((high - low) * part) >> BITS);
    let whole = i64::from(POWERS[0]);
    (whole - against) * CERTAIN / (whole + against) * centipawns.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder, Meter};
    use proptest::prelude::*;

    fn standing(number: i64, mate: bool) -> Standing {
        match mate {
            true => Standing::of_mate(number),
            false => Standing::of_thousandths(number),
        }
    }

    /// Codes verdicts on moves of both sides in turn.
    fn code_all<C: Coder>(coder: &mut C, given: &[(u8, Standing)]) -> Vec<u8> {
        let mut verdicts = Verdicts::new(&Plan::STANDARD);
        let each = given.iter().enumerate().map(|(ply, &(glyph, now))| {
            verdicts.begin_move();
            verdicts.code(coder, glyph, ply % 2, now)
        });
        each.collect()
    }

    proptest! {
        #[test]
        fn verdicts_come_back(given in prop::collection::vec((any::<u8>(), any::<i64>(), 0u32..64, any::<bool>()), 0..300)) {
            let given: Vec<_> = given.into_iter().map(|(glyph, number, shift, mate)| (glyph, standing(number >> shift, mate))).collect();
            let mut encoder = Encoder::new();
            code_all(&mut encoder, &given);
            let bytes = encoder.finish();
            let blank: Vec<_> = given.iter().map(|&(_, now)| (0, now)).collect();
            let read = code_all(&mut Decoder::new(&bytes), &blank);
            prop_assert!(read.into_iter().eq(given.iter().map(|given| given.0)));
        }
    }

    #[test]
    fn a_rule_is_learnt_whichever_it_is() {
        let pawns = |loss: i64, _: i64| loss >= 100;
        let winning = |_: i64, chances: i64| chances >= 2000;
        for rule in [pawns, winning] {
            let mut seed = 1u64;
            let mut before = 0;
            let given: Vec<_> = (0..6000)
                .map(|ply| {
                    seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    let now = (seed >> 40) as i64 % 800 - 400;
                    let sign = if ply % 2 == 0 { 1 } else { -1 };
                    let lost = sign * (chances(before) - chances(now));
                    let bad = rule(sign * (before - now), lost);
                    before = now;
                    (2 * u8::from(bad), Standing::of_thousandths(10 * now))
                })
                .collect();
            let mut meter = Meter::new();
            code_all(&mut meter, &given);
            assert!(meter.bits() < 900.0, "{}", meter.bits());
        }
    }

    #[test]
    fn chances_are_those_of_the_formula() {
        for centipawns in -MOST..=MOST {
            let exact = 2.0 / (1.0 + (-0.00368208 * centipawns as f64).exp()) - 1.0;
            let error = (chances(centipawns) as f64 / CERTAIN as f64 - exact).abs();
            assert!(error < 0.001, "{centipawns}");
        }
    }
}

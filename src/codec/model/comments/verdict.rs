//! Verdicts: the glyphs that a program gives moves because of its evaluations.
//!
//! Lichess marks a move `?!`, `?` or `??` by what it loses: once half a pawn, one or three, now a
//! tenth, two tenths or three tenths of the chances (which go from -1 to 1). The glyph stands
//! before the comment with the evaluation, but follows from it and the one before. So it is coded
//! behind them (7 of MODEL.md). Once a block has such a glyph, it begins with these two rules; if a
//! program has others, they are learnt.

use super::{
    blend::{Blend, Mixing, Shape},
    moment::toward,
    plan::Plan,
};
use crate::{
    codec::model::moves::net::softmax::{POWERS, STEP_BITS},
    coding::{
        adaptive::Bit,
        mix::hash32,
        range::{Coder, Listener},
    },
};

/// Beyond so many centipawns, evaluations count as that many.
const MOST: i64 = 1000;
/// The glyphs of moves by their grade: none, `?!`, `?` and `??`.
pub(super) const GLYPHS: [u8; 4] = [0, 6, 2, 4];
/// The least loss of each grade but the first: in centipawns, and in chances.
const LOSSES: [[i64; 3]; 2] = [
    [50, 100, 300],
    [CERTAIN / 10, CERTAIN / 5, CERTAIN * 3 / 10],
];
/// The classes of losses have these widths, in centipawns and in chances.
const STEPS: [i64; 2] = [10, CERTAIN / 50];
/// The highest class of losses.
const MOST_STEPS: i64 = 40;
/// How many contexts a glyph has.
const CONTEXTS: usize = 5;
/// A block begins as if it had seen each grade so often.
const TAUGHT: usize = 12;

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
        toward(self.centipawns, side)
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
                contexts: CONTEXTS,
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

    /// Learns the rules where they agree.
    fn learn_rules(&mut self) {
        for _ in 0..TAUGHT {
            for (grade, &glyph) in GLYPHS.iter().enumerate() {
                let mut contexts = [0, 1, 2, 3, 4].map(|index| hash32(index, 0, 0));
                contexts[BY_GRADES] = by_grades([grade as u32; 2], ORDINARY);
                self.glyphs.select_all(&contexts);
                self.code_glyph(&mut Listener, glyph);
            }
        }
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
        if !self.met {
            if !self.first.code(coder, glyph > 0) {
                return 0;
            }
            self.met = true;
            self.learn_rules();
        }
        self.glyphs.select_all(&contexts(self.before, now, side));
        self.code_glyph(coder, glyph)
    }

    /// Codes a glyph, 0 if there is none, in the contexts selected.
    fn code_glyph<C: Coder>(&mut self, coder: &mut C, glyph: u8) -> u8 {
        match self.glyphs.bit(coder, glyph > 0, 0, [0, 0]) {
            true => self.glyphs.symbol(coder, glyph.into(), 8, 0) as u8,
            false => 0,
        }
    }
}

/// The context of the grades.
const BY_GRADES: usize = 0;
/// What [`kind`] is where the evaluation before is known, and neither announces mate.
const ORDINARY: u32 = 1 << 4;

/// The contexts for the glyph of a move of `side`: the grades of what it lost, what it lost in
/// centipawns and in chances, what it lost of how much, and whether mate was announced.
fn contexts(before: Option<Standing>, now: Standing, side: usize) -> [u32; CONTEXTS] {
    let kind = kind(before, now, side);
    let before = before.unwrap_or(Standing::of_thousandths(0));
    let [from, to] = [before, now].map(|standing| standing.of_side(side));
    let lost = [from - to, chances(from) - chances(to)];
    let grades = [0, 1].map(|rule| {
        let grades = LOSSES[rule].map(|least| u32::from(lost[rule] >= least));
        grades.into_iter().sum()
    });
    let classes =
        [0, 1].map(|rule| lost[rule].div_euclid(STEPS[rule]).clamp(-1, MOST_STEPS) as u32);
    let much = (from.abs() / 100).min(4) as u32;
    [
        by_grades(grades, kind),
        hash32(classes[0], kind, 1),
        hash32(classes[1], kind, 2),
        hash32(classes[0], kind << 3 | much, 3),
        kind,
    ]
}

fn by_grades(grades: [u32; 2], kind: u32) -> u32 {
    hash32(grades[0] << 2 | grades[1], kind, 5)
}

/// Whether the evaluation before is known; if mate was announced, before or now, and for whom.
fn kind(before: Option<Standing>, now: Standing, side: usize) -> u32 {
    let known = u32::from(before.is_some());
    let before = before.unwrap_or(Standing::of_thousandths(0));
    let facts = match before.mate || now.mate {
        true => [before, now].map(|standing| [standing.mate, standing.of_side(side) < 0]),
        false => [[false; 2]; 2],
    };
    let facts = facts.as_flattened().iter();
    facts.fold(known, |kind, &fact| kind << 1 | u32::from(fact))
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
    let [high, low] = [step, step + 1].map(|step| i64::from(POWERS[step]));
    let against = high - (((high - low) * part) >> BITS);
    let whole = i64::from(POWERS[0]);
    (whole - against) * CERTAIN / (whole + against) * centipawns.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::{
        random::Random,
        range::{Decoder, Encoder, Meter},
    };
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
            let mut random = Random::new(1);
            let mut before = 0;
            let given: Vec<_> = (0..6000)
                .map(|ply| {
                    let now = random.below(800) as i64 - 400;
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

//! Section 7 of the document: glyphs that follow from evaluations. Numbers in comments are its
//! clauses.

use super::{
    blend::{Blend, Contexts, Mixing, Shape},
    levels::Level,
};
use crate::{
    reference::models::coder::{AdaptiveBit, Known, Source, hash32 as h},
    reference::moves::shares::exponential,
};

/// 7.2
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    hundredths: i64,
    mate: bool,
}

impl Standing {
    /// That of a number without a prefix.
    pub(crate) fn of_thousandths(value: i64) -> Standing {
        Standing {
            hundredths: (value / 10).clamp(-1_000, 1_000),
            mate: false,
        }
    }

    /// That of a number with a prefix.
    pub(crate) fn of_mate(value: i64) -> Standing {
        Standing {
            hundredths: if value < 0 { -1_000 } else { 1_000 },
            mate: true,
        }
    }

    fn of_side(self, side: usize) -> i64 {
        if side == 0 {
            self.hundredths
        } else {
            -self.hundredths
        }
    }
}

/// What codes them.
pub(crate) struct Verdicts {
    met: bool,
    first: AdaptiveBit,
    glyphs: Blend,
    before: Option<Standing>,
    now: Option<Standing>,
}

impl Verdicts {
    /// Those of a block.
    pub(crate) fn new(level: Level) -> Verdicts {
        Verdicts {
            met: false,
            first: AdaptiveBit::new(),
            glyphs: Blend::new(Shape {
                rate: 12,
                haste: 120,
                ..Shape::new(5, [256, 1], level.mixing(Mixing::Twice))
            }),
            before: None,
            now: None,
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        (self.before, self.now) = (None, None);
    }

    /// A step of the main line has come.
    pub(crate) fn begin_step(&mut self) {
        self.before = self.now.take();
    }

    /// 7.3: the glyph, 0 for none.
    pub(crate) fn decode(&mut self, source: &mut dyn Source, side: usize, now: Standing) -> u8 {
        self.now = Some(now);
        if !self.met {
            if !self.first.decode(source) {
                return 0;
            }
            self.met = true;
            self.learn_rules();
        }
        self.decode_glyph(source, &contexts(self.before, now, side))
    }

    fn decode_glyph(&mut self, source: &mut dyn Source, contexts: &[u32; 5]) -> u8 {
        if !self.glyphs.decide(source, contexts, 0, [0, 0]) {
            return 0;
        }
        let contexts = Contexts::hashed(contexts);
        self.glyphs.symbol(source, &contexts, 8, 0) as u8
    }

    /// 7.5
    fn learn_rules(&mut self) {
        for _ in 0..12 {
            for (grade, glyph) in [0, 6, 2, 4].into_iter().enumerate() {
                let mut contexts = [0, 1, 2, 3, 4].map(|i| h(i, 0, 0));
                contexts[0] = h((grade << 2 | grade) as u32, 16, 5);
                let mut known = Known::default();
                known.push(glyph > 0);
                if glyph > 0 {
                    known.push_byte(glyph);
                }
                self.decode_glyph(&mut known, &contexts);
            }
        }
    }
}

/// 7.4
fn contexts(before: Option<Standing>, now: Standing, side: usize) -> [u32; 5] {
    let known = u32::from(before.is_some());
    let before = before.unwrap_or_default();
    let [from, to] = [before, now].map(|standing| standing.of_side(side));
    let lost = [from - to, chances(from) - chances(to)];
    let grade = |lost: i64, least: [i64; 3]| least.iter().filter(|&&least| lost >= least).count();
    let grades = [
        grade(lost[0], [50, 100, 300]) as u32,
        grade(lost[1], [1_000, 2_000, 3_000]) as u32,
    ];
    let class = |lost: i64, step: i64| lost.div_euclid(step).clamp(-1, 40) as u32;
    let (class1, class2) = (class(lost[0], 10), class(lost[1], 200));
    let facts = [before.mate, from < 0, now.mate, to < 0];
    let is_any = before.mate || now.mate;
    let facts = facts.map(|fact| u32::from(fact && is_any));
    let kind = facts.into_iter().fold(known, |kind, fact| kind << 1 | fact);
    let much = (from.abs() / 100).min(4) as u32;
    [
        h(grades[0] << 2 | grades[1], kind, 5),
        h(class1, kind, 1),
        h(class2, kind, 2),
        h(class1, kind << 3 | much, 3),
        kind,
    ]
}

/// 7.4
fn chances(c: i64) -> i64 {
    let s = 241 * c.abs();
    let (i, f) = ((s >> 8) as i32, s % 256);
    let [entry, next] = [i, i + 1].map(|i| exponential(i) as i64);
    let a = entry - (((entry - next) * f) >> 8);
    let whole = 1 << 24;
    (whole - a) * 10_000 / (whole + a) * c.signum()
}

//! Codes the styles that games name, each as its differences from one that is known, its base: a
//! style before it, or that of a known [writer](writers).

use crate::{
    coding::{
        adaptive::{Bit, Number, Symbol},
        range::Coder,
    },
    pgn::style::{LINES, Style, writers::writers},
};

/// An encoder looks for the base among this many styles, the latest.
const LOOK_BACK: usize = 64;

/// The models for styles.
pub(super) struct StyleChanges {
    /// How many styles back the base is.
    base: Number,
    /// Whether any number differs from the base's but those of lines.
    others_differ: Bit,
    /// For each number of a style: whether it differs from that of the base.
    differs: Vec<Bit>,
    /// The value of a number that differs, if it is one of at most 16, and if it is one of more.
    small: Symbol<4>,
    large: Number,
}

impl Default for StyleChanges {
    fn default() -> StyleChanges {
        let count = Style::default().choices().len();
        // Few numbers differ.
        let start = |place: usize| match place < LINES {
            true => Bit::primed(8_000, 3),
            false => Bit::primed(1200, 12),
        };
        StyleChanges {
            base: Number::expecting(0),
            others_differ: Bit::default(),
            differs: (0..count).map(start).collect(),
            // Most often lines end with `\r\n`, or a game ends with two empty ones.
            small: Symbol::expecting(1),
            large: Number::expecting(3),
        }
    }
}

impl StyleChanges {
    /// Codes a style; those coded before it are `known`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Style>,
        known: &[Style],
    ) -> Style {
        let writers = writers();
        let count = writers.len() + known.len();
        // The latest style is the likeliest base: styles are counted back from it.
        let base = |back: usize| match (count - 1 - back).checked_sub(writers.len()) {
            Some(index) => &known[index],
            None => &writers[count - 1 - back],
        };
        let wanted = given.map_or_else(Vec::new, Style::choices);
        let nearest = given.map_or(0, |_| {
            (0..count.min(LOOK_BACK))
                .min_by_key(|&back| distance(&wanted, &base(back).choices()))
                .unwrap_or(0)
        });
        let back = self.base.code(coder, nearest as u32) as usize;
        let mut style = base(back.min(count - 1)).clone();
        let others_differ = !wanted.is_empty() && wanted[LINES..] != style.choices()[LINES..];
        let others_differ = self.others_differ.code(coder, others_differ);
        let mut place = 0;
        style.pass(|value, count| {
            let wanted = wanted.get(place).copied().unwrap_or(value);
            let may_differ = others_differ || place < LINES;
            let differs = may_differ && self.differs[place].code(coder, wanted != value);
            place += 1;
            match (differs, count) {
                (false, _) => value,
                (true, ..=16) => self.small.code(coder, wanted.min(15)),
                (true, _) => self.large.code(coder, wanted),
            }
        });
        style
    }
}

/// How many of the numbers of two styles differ: those that are not about lines, and those that
/// are.
fn distance(a: &[u32], b: &[u32]) -> (usize, usize) {
    let differ = |a: &[u32], b: &[u32]| a.iter().zip(b).filter(|(x, y)| x != y).count();
    (
        differ(&a[LINES..], &b[LINES..]),
        differ(&a[..LINES], &b[..LINES]),
    )
}

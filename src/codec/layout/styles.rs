//! The styles that games name, each told as what it has other than one that is known.

use crate::{
    coding::{
        adaptive::{Bit, Number, Symbol},
        range::Coder,
    },
    pgn::style::{Style, presets},
};

/// Styles, each told as what it has other than another one.
pub(super) struct Departures {
    base: Number,
    /// Whether a number differs, by which number it is.
    differs: Vec<Bit>,
    small: Symbol<4>,
    large: Number,
}

impl Default for Departures {
    fn default() -> Departures {
        let mut numbers = 0;
        Style::default().pass(|value, _| {
            numbers += 1;
            value
        });
        Departures {
            base: Number::default(),
            // Few numbers differ.
            differs: vec![Bit::primed(1200, 12); numbers],
            small: Symbol::default(),
            large: Number::default(),
        }
    }
}

impl Departures {
    /// Codes a style; those coded before it are `known`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Style>,
        known: &[Style],
    ) -> Style {
        let bases: Vec<&Style> = presets().iter().chain(known).collect();
        let nearest = given.map_or(0, |given| {
            (0..bases.len())
                .min_by_key(|&index| distance(given, bases[index]))
                .unwrap_or(0)
        });
        // The latest style is the likeliest base.
        let back = self
            .base
            .code(coder, (bases.len() - 1 - nearest) as u32)
            .min(bases.len() as u32 - 1);
        let mut style = bases[bases.len() - 1 - back as usize].clone();
        let wanted = given.map_or_else(Vec::new, numbers);
        let mut place = 0;
        style.pass(|value, count| {
            let wanted = wanted.get(place).copied().unwrap_or(value);
            let differs = self.differs[place].code(coder, wanted != value);
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

fn numbers(style: &Style) -> Vec<u32> {
    let mut numbers = Vec::new();
    style.clone().pass(|value, _| {
        numbers.push(value);
        value
    });
    numbers
}

fn distance(a: &Style, b: &Style) -> usize {
    numbers(a)
        .iter()
        .zip(&numbers(b))
        .filter(|(x, y)| x != y)
        .count()
}

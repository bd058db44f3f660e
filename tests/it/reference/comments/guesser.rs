//! Section 16 of the document: numbers coded towards guesses. Numbers in comments are its clauses.

use super::{
    blend::{Blend, Mixing, Shape},
    levels::Level,
};
use crate::reference::models::coder::{AdaptiveBit, Source, hash32 as h};

/// A guess at a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub(crate) value: i64,
    /// In sixteenths.
    pub(crate) error: u64,
}

/// Up to three guesses, the best first.
pub(crate) type Guesses = [Option<Guess>; 3];

/// What else is known of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    pub(crate) hint: u32,
    pub(crate) player: u32,
    pub(crate) sizes: [u32; 3],
    pub(crate) two: u32,
    pub(crate) alike: u32,
}

/// 16.1
#[derive(Clone)]
struct Column {
    digits: u32,
    signed: bool,
    last: i64,
    streak: u32,
    beyond: AdaptiveBit,
    right: Vec<AdaptiveBit>,
}

/// What codes numbers towards guesses.
pub(crate) struct Guesser {
    blend: Blend,
    is_wide: bool,
    columns: Vec<Column>,
}

/// 16.1
pub(crate) fn place(column: u32) -> usize {
    (column ^ column >> 10 ^ column >> 20) as usize % 1_024
}

/// The context of the column among all.
const OF_COLUMN: usize = 3;

impl Guesser {
    /// That of a block.
    pub(crate) fn new(level: Level) -> Guesser {
        let is_wide = level.is_wide();
        let contexts = if is_wide { 15 } else { 9 };
        let column = Column {
            digits: 0,
            signed: false,
            last: 0,
            streak: 0,
            beyond: AdaptiveBit::new(),
            right: vec![AdaptiveBit::starting(64_000, 10).limit(250); 8],
        };
        Guesser {
            blend: Blend::new(Shape {
                log2_rows: level.number_rows(),
                log2_nodes: 0,
                memory: 250,
                rate: 50,
                ..Shape::new(contexts, [1_024; 2], level.mixing(Mixing::Twice))
            }),
            is_wide,
            columns: vec![column; 1_024],
        }
    }

    /// A number of a column.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        column: u32,
        guesses: &Guesses,
        setting: &Setting,
    ) -> i64 {
        let place = place(column);
        let best = guesses[0].map(|guess| guess.value);
        let number = match self.first_guess(source, place, best) {
            Some(number) => number,
            None => {
                self.bounds(source, place);
                self.halve(source, place, guesses, setting)
            }
        };
        let column = &mut self.columns[place];
        column.last = number;
        column.streak = match best == Some(number) {
            true => (column.streak + 1).min(15),
            false => column.streak / 4,
        };
        number
    }

    /// 16.1
    pub(crate) fn streak(&self, column: u32) -> u32 {
        self.columns[place(column)].streak
    }

    /// 16.2
    fn first_guess(
        &mut self,
        source: &mut dyn Source,
        place: usize,
        best: Option<i64>,
    ) -> Option<i64> {
        let column = &mut self.columns[place];
        let streak = column.streak.checked_sub(8)?;
        let best = best.filter(|&best| digits(best) <= 50)?;
        if !column.right[streak as usize].decode(source) {
            return None;
        }
        column.digits = column.digits.max(digits(best));
        column.signed |= best < 0;
        Some(best)
    }

    /// 16.3
    fn bounds(&mut self, source: &mut dyn Source, place: usize) {
        let column = &mut self.columns[place];
        if column.beyond.decode(source) {
            column.digits = column.digits.max(source.raw(6).min(50) as u32);
            column.signed |= source.raw(1) == 1;
        }
    }

    /// 16.4
    fn halve(
        &mut self,
        source: &mut dyn Source,
        place: usize,
        guesses: &Guesses,
        setting: &Setting,
    ) -> i64 {
        let column = &self.columns[place];
        let streak = column.streak as usize;
        let (mut low, n) = match column.signed {
            true => (-(1_i64 << column.digits), column.digits + 1),
            false => (0, column.digits),
        };
        for l in (0..n).rev() {
            let middle = low + (1 << l);
            let contexts = self.contexts(place, guesses, setting, low, l);
            let count = self.blend.count(OF_COLUMN, contexts[OF_COLUMN]);
            if is_chance(guesses, low, l, count) {
                return low + source.raw(l + 1) as i64;
            }
            let size = view(guesses[0], middle, l) as usize % 64;
            let sets = [16 * size + streak, place];
            if self.blend.decide(source, &contexts, 0, sets) {
                low = middle;
            }
        }
        low
    }

    /// 16.5
    fn contexts(
        &self,
        place: usize,
        guesses: &Guesses,
        setting: &Setting,
        low: i64,
        l: u32,
    ) -> Vec<u32> {
        let column = &self.columns[place];
        let (place, p) = (place as u32, h(low as u32, l, (low >> 32) as u32));
        let views = guesses.map(|guess| view(guess, low + (1 << l), l));
        let v = views[0];
        let mut contexts: Vec<u32> = (1..).zip(views).map(|(i, view)| view << 8 | i).collect();
        let best = guesses[0].map_or(0, |guess| h(place, guess.value as u32, 2));
        contexts.extend([
            h(place, p, 5),
            h(place, v, l.min(6)),
            h(h(place, setting.hint, 3), v, 4),
            h(place, column.last as u32, 1) ^ p,
            best ^ p,
            h(column.streak, v, 6),
        ]);
        if self.is_wide {
            let of_player = h(place, setting.player, 7);
            let [size1, size2, size3] = setting.sizes;
            contexts.extend([
                of_player ^ p,
                h(place, setting.two, 8) ^ p,
                h(of_player, setting.alike, 13) ^ p,
                h(place, size1 << 8 | size2, 10) ^ p,
                h(place, size1 << 8 | size3, 11) ^ p,
                h(h(place, size1, 9), v, 12),
            ]);
        }
        contexts
    }
}

fn digits(number: i64) -> u32 {
    u64::BITS - number.unsigned_abs().leading_zeros()
}

/// 16.5
fn view(guess: Option<Guess>, middle: i64, l: u32) -> u32 {
    let Some(guess) = guess else { return 0 };
    let e = guess.error + 4;
    let z = (l + 28).saturating_sub(e.ilog2()).min(47);
    let d = guess.value.saturating_sub(middle).saturating_mul(64);
    let r = d.unsigned_abs() / e;
    let class = match r {
        0..8 => r as u32,
        _ => 8 + 2 * (r.ilog2() - 3) + (r >> (r.ilog2() - 1) & 1) as u32,
    };
    let sign = if d < 0 { 64 } else { 0 };
    (class.min(63) + sign) << 6 | z
}

/// 16.6
fn is_chance(guesses: &Guesses, low: i64, l: u32, count: i64) -> bool {
    let there = low..low + (2 << l);
    guesses[0].is_some_and(|guess| guess.error >> (l + 5) > 0)
        && guesses
            .iter()
            .flatten()
            .all(|guess| !there.contains(&guess.value))
        && count <= 10
}

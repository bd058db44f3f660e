//! Codes a number with the help of guesses at it, by bisection.
//!
//! The value is searched for between bounds that are powers of two: is it in the upper half of the
//! interval? For each guess it is known how far it lies from the middle and on which side, in terms
//! of its usual error, and how large the half is in those terms. That much says how likely the
//! upper half is whatever the number means, so all columns share what is learnt about it. Contexts
//! of the number's own *column* are mixed with these. Where an interval is no better than uniform,
//! the last digits are coded as raw bits.

use super::column::{FOLDED, fold};
use crate::{
    codec::model::comments::{
        blend::{Blend, LONG_MEMORY, Mixing, Shape},
        plan::Plan,
        syntax::number,
    },
    coding::{
        adaptive::{Bit, binary_digits},
        mix::hash32 as h,
        range::Coder,
    },
};

/// How many guesses there are for a number.
pub(super) const GUESSES: usize = 3;
/// Contexts of the number's own column.
const OWN_CONTEXTS: usize = 6;
/// Which of them is the interval within the column, and nothing else.
const OF_COLUMN: usize = 0;
/// Contexts of the [`Setting`], at the levels that use them.
const SETTING_CONTEXTS: usize = 6;
/// An interval may be coded as raw bits ([`Guesser::is_chance`]) if its decision was seen at most
/// this often in its column.
const CHANCE_COUNT: u8 = 10;
/// The streak of right first guesses is counted up to this; it takes part in choosing the weights.
const MOST_STREAK: u8 = 15;
/// How many such counts there are.
const STREAKS: usize = MOST_STREAK as usize + 1;
/// After so many right guesses, one decision says first whether the next guess is right, too.
const SURE: u8 = 8;
/// That decision has a probability for each streak of right guesses from [`SURE`] on.
const SURE_STREAKS: usize = (MOST_STREAK - SURE) as usize + 1;
/// It forgets what is more than about so many decisions ago.
const SURE_LIMIT: u8 = 250;
/// The probability's first value in 1/65,536, and how many decisions that counts as.
const FIRST_SURE: (u16, u8) = (64_000, 10);
/// Bits of the class of an interval's size in terms of a guess's error: in [`view_of`] and in the
/// choice of weights.
const SIZE_BITS: u32 = 6;
/// How fast weights learn. Fast, since each column has weights of its own and so every decision
/// must count.
const RATE: i32 = 50;
/// Most binary digits of a magnitude.
const MOST_DIGITS: u32 = 50;
const _: () = assert!(number::LIMIT < 1 << MOST_DIGITS);

/// A guess at a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    /// The value guessed.
    pub(crate) value: i64,
    /// The usual error of such guesses, with [`ERROR_BITS`] fractional bits.
    pub(super) error: u64,
}

impl Guess {
    /// The least of all scales: a quarter of a unit.
    pub(super) const SCALE_MIN: u64 = (1 << ERROR_BITS) / 4;

    /// What distances from it are measured in: its usual error, above 0, with [`ERROR_BITS`]
    /// fractional bits.
    pub(super) fn scale(&self) -> u64 {
        self.error + Guess::SCALE_MIN
    }

    /// The same in whole units.
    pub(super) fn usual(&self) -> u64 {
        self.scale() >> ERROR_BITS
    }

    /// The same guess where numbers are told in units of `unit`, above 0.
    pub(super) fn in_units(&self, unit: i64) -> Guess {
        Guess {
            value: self.value.saturating_add(unit / 2).div_euclid(unit),
            error: self.error / unit.unsigned_abs(),
        }
    }
}

/// Fractional bits of a guess's error.
pub(super) const ERROR_BITS: u32 = 4;

/// What else may help to predict a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    /// The number before it, or whatever the caller chooses.
    pub(super) hint: u32,
    /// A hash of the player's name.
    pub(super) player: u32,
    /// Size classes of the last numbers of the comments on the move, the latest first.
    pub(super) sizes: [u32; 3],
    /// Size classes of its column's last numbers, this side's and the other's.
    pub(super) two: u32,
    /// This side's last number of its column, if it was small, else its class.
    pub(super) alike: u32,
}

/// What is known of a column's numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// Binary digits of the largest magnitude so far.
    digits: u32,
    /// Whether there were negative numbers.
    signed: bool,
    /// The last number.
    last: i64,
    /// How many first guesses were right lately: one more for each right one, a quarter is left
    /// after a wrong one.
    streak: u8,
    /// Whether the next number is outside these bounds.
    beyond: Bit,
}

/// Codes numbers by bisection towards guesses.
#[derive(Debug)]
pub(crate) struct Guesser {
    blend: Blend<'static>,
    /// Whether the setting beyond its hint is used.
    settings: bool,
    /// By folded column.
    bounds: Vec<Bounds>,
    /// By folded column and streak, whether a first guess is right.
    right: Vec<[Bit; SURE_STREAKS]>,
}

impl Guesser {
    pub(crate) fn new(plan: &Plan) -> Guesser {
        let more = if plan.settings { SETTING_CONTEXTS } else { 0 };
        Guesser {
            settings: plan.settings,
            blend: Blend::new(Shape {
                contexts: GUESSES + OWN_CONTEXTS + more,
                log2_rows: plan.log2_number_rows,
                log2_nodes: 0,
                sets: [STREAKS << SIZE_BITS, FOLDED],
                mixing: plan.mixed(Mixing::Twice),
                memory: LONG_MEMORY,
                rate: RATE,
                ..Shape::SHARED
            }),
            bounds: vec![Bounds::default(); FOLDED],
            right: vec![[Bit::primed(FIRST_SURE.0, FIRST_SURE.1); SURE_STREAKS]; FOLDED],
        }
    }

    /// Whether more of a [`Setting`] counts than its hint.
    pub(super) fn asks_for_setting(&self) -> bool {
        self.settings
    }

    /// Codes `value` (below 2^50 in magnitude), which belongs to `column`. The first guess should
    /// be the best.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: i64,
        column: u32,
        guesses: [Option<Guess>; GUESSES],
        setting: &Setting,
    ) -> i64 {
        let folded = fold(column);
        let value = match self.code_sure(coder, value, folded, guesses[0]) {
            Some(value) => value,
            None => self.code_unsure(coder, value, folded, &guesses, setting),
        };
        let bounds = &mut self.bounds[folded];
        bounds.last = value;
        bounds.streak = match guesses[0] {
            Some(guess) if guess.value == value => (bounds.streak + 1).min(MOST_STREAK),
            _ => bounds.streak / 4,
        };
        value
    }

    /// Whether the best `guess` at a number of `column` is sure: guesses there have been right of
    /// late, and it is coded first whether this one is right, too (unless it has too many digits).
    pub(crate) fn is_sure(&self, column: u32, guess: Option<Guess>) -> bool {
        self.sure(fold(column), guess).is_some()
    }

    /// How far the streak of a column is beyond [`SURE`], and the value of its best `guess`; `None`
    /// if that is not sure.
    fn sure(&self, folded: usize, guess: Option<Guess>) -> Option<(usize, i64)> {
        let beyond = self.bounds[folded].streak.checked_sub(SURE)?;
        Some((beyond.into(), guess?.value))
    }

    /// The first guess, where those of its column have been right of late and it is coded to be
    /// right, too.
    fn code_sure<C: Coder>(
        &mut self,
        coder: &mut C,
        value: i64,
        folded: usize,
        guess: Option<Guess>,
    ) -> Option<i64> {
        let (streak, guess) = self.sure(folded, guess)?;
        if binary_digits(guess.unsigned_abs()) > MOST_DIGITS {
            return None;
        }
        let right = &mut self.right[folded][streak];
        let is_right = coder.bit(value == guess, right.p());
        right.update(is_right, SURE_LIMIT);
        if !is_right {
            return None;
        }
        let bounds = &mut self.bounds[folded];
        bounds.digits = bounds.digits.max(binary_digits(guess.unsigned_abs()));
        bounds.signed |= guess < 0;
        Some(guess)
    }

    /// A number that is not known to be the first guess: its bounds, then the number within them.
    fn code_unsure<C: Coder>(
        &mut self,
        coder: &mut C,
        value: i64,
        folded: usize,
        guesses: &[Option<Guess>; GUESSES],
        setting: &Setting,
    ) -> i64 {
        let bounds = &mut self.bounds[folded];
        let inside = (bounds.signed || value >= 0) && value.unsigned_abs() >> bounds.digits == 0;
        if bounds.beyond.code(coder, !inside) {
            let (digits, signed) = (bounds.digits, bounds.signed);
            let own = binary_digits(value.unsigned_abs()).max(digits);
            let digits = digits.max(coder.raw(own, 6).min(MOST_DIGITS));
            let signed = signed | (coder.raw(u32::from(value < 0), 1) == 1);
            (bounds.digits, bounds.signed) = (digits, signed);
        }
        let bounds = self.bounds[folded];
        let company = Company::new(folded as u32, bounds, guesses[0], setting.hint);
        let within = self.settings.then(|| Within::new(folded as u32, setting));
        self.bisect(coder, value, bounds, guesses, &company, within.as_ref())
    }

    fn bisect<C: Coder>(
        &mut self,
        coder: &mut C,
        value: i64,
        bounds: Bounds,
        guesses: &[Option<Guess>; GUESSES],
        company: &Company,
        within: Option<&Within>,
    ) -> i64 {
        let (mut low, halvings) = match bounds.signed {
            true => (-(1i64 << bounds.digits), bounds.digits + 1),
            false => (0, bounds.digits),
        };
        for level in (0..halvings).rev() {
            let middle = low + (1 << level);
            let interval = h(low as u32, level, (low >> 32) as u32);
            self.blend
                .select(GUESSES + OF_COLUMN, h(company.folded, interval, 5));
            if self.is_chance(low, level, guesses) {
                return low + coder.raw_long((value - low) as u64, level + 1) as i64;
            }
            let views = guesses.map(|guess| guess.map_or(0, |guess| view_of(guess, middle, level)));
            for (index, view) in views.into_iter().enumerate() {
                self.blend.select(index, (view << 8) | (index as u32 + 1));
            }
            let nearest = views[0];
            let contexts = company.of_column(interval, nearest, level);
            for (index, &context) in contexts.iter().enumerate() {
                self.blend.select(GUESSES + 1 + index, context);
            }
            if let Some(within) = within {
                let contexts = within.contexts(interval, nearest);
                for (index, &context) in contexts.iter().enumerate() {
                    self.blend.select(GUESSES + OWN_CONTEXTS + index, context);
                }
            }
            let size = nearest as usize & ((1 << SIZE_BITS) - 1);
            let sets = [
                size * STREAKS + usize::from(bounds.streak),
                company.folded as usize,
            ];
            if self.blend.bit(coder, value >= middle, 0, sets) {
                low = middle;
            }
        }
        low
    }

    /// Whether the 2^(level + 1) numbers from `low` on are about equally likely: hardly any of the
    /// column's numbers were there, no guess lies there, and the first guess's usual error is at
    /// least as large as the interval.
    fn is_chance(&self, low: i64, level: u32, guesses: &[Option<Guess>; GUESSES]) -> bool {
        let numbers = low..low + (2 << level);
        let is_there = |guess: &Guess| numbers.contains(&guess.value);
        guesses[0].is_some_and(|guess| guess.error >> (level + 1 + ERROR_BITS) > 0)
            && !guesses.iter().flatten().any(is_there)
            && self.blend.times_seen(GUESSES + OF_COLUMN) <= CHANCE_COUNT
    }
}

/// The parts of the contexts in the column that are the same for all halvings of a number.
struct Company {
    /// The column, folded.
    folded: u32,
    streak: u32,
    of_last: u32,
    best: u32,
    hinted: u32,
}

impl Company {
    fn new(folded: u32, bounds: Bounds, best: Option<Guess>, hint: u32) -> Company {
        Company {
            folded,
            streak: u32::from(bounds.streak),
            of_last: h(folded, bounds.last as u32, 1),
            best: best.map_or(0, |guess| h(folded, guess.value as u32, 2)),
            hinted: h(folded, hint, 3),
        }
    }

    /// The contexts of a halving in the column, beside its interval: `interval` is a hash of that,
    /// `nearest` the view of the first guess.
    fn of_column(&self, interval: u32, nearest: u32, level: u32) -> [u32; OWN_CONTEXTS - 1] {
        [
            h(self.folded, nearest, level.min(6)),
            h(self.hinted, nearest, 4),
            self.of_last ^ interval,
            self.best ^ interval,
            h(self.streak, nearest, 6),
        ]
    }
}

/// The parts of the contexts with the setting that are the same for all halvings of a number.
struct Within {
    of_player: u32,
    of_two: u32,
    of_alike: u32,
    of_sizes: [u32; 3],
}

impl Within {
    fn new(folded: u32, setting: &Setting) -> Within {
        let of_player = h(folded, setting.player, 7);
        Within {
            of_player,
            of_two: h(folded, setting.two, 8),
            of_alike: h(of_player, setting.alike, 13),
            of_sizes: [
                h(folded, setting.sizes[0], 9),
                h(folded, setting.sizes[0] << 8 | setting.sizes[1], 10),
                h(folded, setting.sizes[0] << 8 | setting.sizes[2], 11),
            ],
        }
    }

    /// The contexts of a halving, as [`Company::of_column`] has them.
    fn contexts(&self, interval: u32, nearest: u32) -> [u32; SETTING_CONTEXTS] {
        [
            self.of_player ^ interval,
            self.of_two ^ interval,
            self.of_alike ^ interval,
            self.of_sizes[1] ^ interval,
            self.of_sizes[2] ^ interval,
            h(self.of_sizes[0], nearest, 12),
        ]
    }
}

/// How a guess looks from the `middle` of an interval of 2^(level + 1) numbers: the signed distance
/// in terms of the guess's error, as a class, and below it, in [`SIZE_BITS`] bits, the size of half
/// the interval in those terms.
fn view_of(guess: Guess, middle: i64, level: u32) -> u32 {
    let scale = guess.scale().ilog2();
    // The half is 2^level, in units of the error 2^ERROR_BITS times that, against 2^scale.
    let size = (level + ERROR_BITS + 24).saturating_sub(scale).min(47);
    let distance = guess.value.saturating_sub(middle).saturating_mul(64);
    let ratio = distance.unsigned_abs() / guess.scale();
    let class = match ratio {
        0..8 => ratio as u32,
        _ => 8 + 2 * (ratio.ilog2() - 3) + (ratio >> (ratio.ilog2() - 1) & 1) as u32,
    };
    let signed = u32::from(distance < 0) << 6 | class.min(63);
    signed << SIZE_BITS | size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder, Meter};
    use proptest::prelude::*;

    fn plan() -> &'static Plan {
        &Plan::STANDARD
    }

    fn guesses(value: i64, error: u64) -> [Option<Guess>; GUESSES] {
        [
            Some(Guess { value, error }),
            None,
            Some(Guess {
                value: value / 2,
                error: 5 * error,
            }),
        ]
    }

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec((-(1i64 << 50) + 1..1 << 50, 0u32..50, any::<u32>(), any::<i64>(), 0u64..1 << 60), 0..60)) {
            let (mut encoder, mut guesser) = (Encoder::new(), Guesser::new(plan()));
            for &(value, shift, column, guess, error) in &numbers {
                guesser.code(&mut encoder, value >> shift, column, guesses(guess, error >> shift), &Setting::default());
            }
            let bytes = encoder.finish();
            let (mut decoder, mut guesser) = (Decoder::new(&bytes), Guesser::new(plan()));
            for &(value, shift, column, guess, error) in &numbers {
                prop_assert_eq!(guesser.code(&mut decoder, 0, column, guesses(guess, error >> shift), &Setting::default()), value >> shift);
            }
        }
    }

    #[test]
    fn a_guess_that_is_always_one_short_is_as_good_as_right() {
        let (mut meter, mut guesser) = (Meter::new(), Guesser::new(plan()));
        for index in 0..3000i64 {
            let value = index * 7919 % 10_000;
            guesser.code(
                &mut meter,
                value,
                5,
                guesses(value - 1, 16),
                &Setting::default(),
            );
        }
        assert!(meter.bits() < 4000.0, "{}", meter.bits());
    }

    #[test]
    fn chance_costs_no_more_than_it_must() {
        let (mut meter, mut guesser) = (Meter::new(), Guesser::new(plan()));
        for index in 0..2000 {
            let value = i64::from(h(index, 0, 0) >> 2);
            let guesses = guesses(1 << 29, 1 << (29 + ERROR_BITS));
            guesser.code(&mut meter, value, 5, guesses, &Setting::default());
        }
        assert!(meter.bits() < 2000.0 * 30.03, "{}", meter.bits());
    }

    #[test]
    fn random_bytes_give_numbers() {
        let bytes: Vec<u8> = (0..200u32).map(|i| ((i * 77) >> 2) as u8).collect();
        let (mut decoder, mut guesser) = (Decoder::new(&bytes), Guesser::new(plan()));
        for column in 0..100 {
            let value = guesser.code(
                &mut decoder,
                0,
                column,
                [None; GUESSES],
                &Setting::default(),
            );
            assert!(value.unsigned_abs() <= 1 << MOST_DIGITS);
        }
    }
}

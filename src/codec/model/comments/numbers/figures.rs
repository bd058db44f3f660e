//! Numbers that are neither clocks nor evaluations. They are coded towards the guesses of their
//! column ([`mod@super::column`]), or by the division that they result from ([`super::speed`]).

use super::{
    column::{Columns, Question},
    grain::{ENOUGH, Grain, MOST_ZEROS},
    guess::{GUESSES, Guess, Guesser, Setting},
    known::{Blank, bounded, size_class},
    speed::Speeds,
};
use crate::{
    codec::model::comments::{moment::Moment, syntax::column::Sort},
    coding::{adaptive::Bit, mix::hash32, range::Coder},
    error::Result,
};
use rustc_hash::FxHashMap;

/// It is coded whether a number is a multiple of [`ROUND`] if its column's last one is known and
/// was at least about a million (2^30 thousandths): classes of [`Columns::size`].
const MAY_BE_ROUND: std::ops::Range<u32> = 60..63;
/// The unit of round numbers.
const ROUND: i64 = 1000;
/// Below this, in thousandths, each number has a class of its own ([`likeness`]).
const SMALL: u64 = 128_000;

/// The coders of such numbers, with the guesses that evaluations share.
pub(crate) struct Figures {
    pub(crate) columns: Columns,
    pub(crate) guesser: Guesser,
    speeds: Speeds,
    /// Whether large numbers are multiples of [`ROUND`], by column and player.
    round: FxHashMap<u32, Bit>,
    /// By column, what others are multiples of.
    grains: FxHashMap<u32, Grain>,
}

impl Figures {
    pub(crate) fn new(guesser: Guesser) -> Figures {
        Figures {
            columns: Columns::default(),
            guesser,
            speeds: Speeds::default(),
            round: FxHashMap::default(),
            grains: FxHashMap::default(),
        }
    }

    /// Codes a number, in units of its last decimal.
    ///
    /// # Errors
    /// When what is read cannot be such a number.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: i64,
        blank: Blank,
    ) -> Result<i64> {
        let (name, player) = (blank.name, blank.moment.player);
        let whole = blank.known.whole();
        let question = self.ask(blank);
        let guesses = question.guesses;
        let expected = match blank.decimals {
            // A small number may follow by chance, and is not asked about where a guess is sure.
            0 if !self.guesser.is_sure(blank.column(), guesses[0]) => {
                self.speeds.expect(name, player, whole)
            }
            _ => None,
        };
        let setting = self.setting(blank);
        let ticks = expected.and_then(|expected| expected.ticks(given));
        let value = if let Some(expected) = expected
            && self.speeds.code_holds(coder, &expected, ticks.is_some())
        {
            let ticks = self.code_ticks(coder, ticks.unwrap_or(0), blank, &setting);
            expected.code(coder, given, ticks)?
        } else {
            let unit = self.code_unit(coder, given, blank);
            self.code_multiple(coder, given, unit, blank.column(), guesses, &setting)
        };
        let value = bounded(value)?;
        if blank.decimals == 0 {
            self.speeds.learn(name, player, value, whole);
        }
        self.columns.learn(question, value);
        self.grain(blank).learn(value);
        Ok(value)
    }

    /// Codes a time that is no clock, in ticks.
    pub(crate) fn code_time<C: Coder>(&mut self, coder: &mut C, given: i64, blank: Blank) -> i64 {
        let setting = self.setting(blank);
        let unit = match blank.decimals {
            0 => 1,
            _ => self.grain(blank).code(coder, given),
        };
        let question = self.ask(blank);
        let guesses = question.guesses;
        let ticks = self.code_multiple(coder, given, unit, blank.name, guesses, &setting);
        self.columns.learn(question, ticks);
        self.grain(blank).learn(ticks);
        ticks
    }

    fn ask(&mut self, blank: Blank) -> Question {
        let column = (blank.name, Sort::Other);
        let sources = blank.known.for_figure(blank.decimals);
        self.columns
            .ask(column, blank.moment.side, sources, blank.decimals)
    }

    fn setting(&mut self, blank: Blank) -> Setting {
        let Blank { moment, known, .. } = blank;
        let hint = known.latest(Sort::Other) as u32;
        if !self.guesser.asks_for_setting() {
            return Setting {
                hint,
                ..Setting::default()
            };
        }
        Setting {
            hint,
            sizes: known.sizes(),
            ..own_setting(&mut self.columns, blank.name, moment)
        }
    }

    /// Codes a multiple of `unit`. The same numbers in another unit are another column.
    fn code_multiple<C: Coder>(
        &mut self,
        coder: &mut C,
        given: i64,
        unit: i64,
        column: u32,
        guesses: [Option<Guess>; GUESSES],
        setting: &Setting,
    ) -> i64 {
        if unit == 1 {
            return self.guesser.code(coder, given, column, guesses, setting);
        }
        let guesses = guesses.map(|guess| guess.map(|guess| guess.in_units(unit)));
        let number = given / unit;
        let number = self.guesser.code(coder, number, !column, guesses, setting);
        number.saturating_mul(unit)
    }

    /// Codes what a number is a multiple of: [`ROUND`] or 1 where it may be large, else the unit
    /// that its column has shown.
    fn code_unit<C: Coder>(&mut self, coder: &mut C, given: i64, blank: Blank) -> i64 {
        let Blank { name, moment, .. } = blank;
        let may_be_round =
            blank.decimals == 0 && MAY_BE_ROUND.contains(&self.columns.size(name, moment.side));
        if !may_be_round {
            return self.grain(blank).code(coder, given);
        }
        let key = hash32(name, moment.player, 0x70d);
        let round = self.round.entry(key).or_default();
        match round.code(coder, given % ROUND == 0) {
            true => ROUND,
            false => 1,
        }
    }

    fn grain(&mut self, blank: Blank) -> &mut Grain {
        let grain = self.grains.entry(blank.column());
        grain.or_insert_with(|| Grain::new(MOST_ZEROS, ENOUGH))
    }

    /// Codes by how many ticks a number follows from another one.
    fn code_ticks<C: Coder>(
        &mut self,
        coder: &mut C,
        given: i64,
        blank: Blank,
        setting: &Setting,
    ) -> i64 {
        let column = hash32(blank.name, 0x71c5, 0);
        let (side, sources) = (blank.moment.side, blank.known.thousandfold());
        let question = self.columns.ask((column, Sort::Other), side, sources, 0);
        let ticks = self
            .guesser
            .code(coder, given, column, question.guesses, setting);
        self.columns.learn(question, ticks);
        ticks
    }
}

/// What the player and the last numbers of the column `name` say of its next one.
pub(super) fn own_setting(columns: &mut Columns, name: u32, moment: &Moment) -> Setting {
    let last = columns.last(name, moment.side);
    let [own, other] = last.map(size_class);
    Setting {
        player: moment.player,
        two: own << 8 | other,
        alike: likeness(last[0]),
        ..Setting::default()
    }
}

/// The class of a number in thousandths: small numbers have one each, others share one by size and
/// sign.
fn likeness(number: i64) -> u32 {
    match number.unsigned_abs() {
        ..SMALL => !(number as u32),
        _ => size_class(number),
    }
}

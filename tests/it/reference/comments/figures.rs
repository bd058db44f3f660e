//! Section 18 of the document: other numbers. Numbers in comments are its clauses.

use super::{
    columns::{Columns, Question},
    grain::Grain,
    guesser::{Guess, Guesser, Guesses, Setting},
    sources::{Sources, signed},
    speeds::{Expected, Speeds},
    walk::Moment,
};
use crate::reference::models::coder::{AdaptiveBit, Source, hash32};
use std::collections::HashMap;

/// A number to be decoded.
pub(crate) struct Blank<'a> {
    /// The name of its column.
    pub(crate) name: u32,
    pub(crate) decimals: u32,
    pub(crate) moment: &'a Moment,
    pub(crate) sources: &'a Sources,
}

impl Blank<'_> {
    /// *Column*.
    pub(crate) fn column(&self) -> u32 {
        self.name ^ self.decimals << 20
    }
}

/// What codes them.
#[derive(Default)]
pub(crate) struct Figures {
    speeds: Option<Speeds>,
    round: HashMap<u32, AdaptiveBit>,
    grains: HashMap<u32, Grain>,
}

/// What they share with evaluations.
pub(crate) struct Shared<'a> {
    pub(crate) columns: &'a mut Columns,
    pub(crate) guesser: &'a mut Guesser,
}

impl Figures {
    /// 18.2
    pub(crate) fn decode(&mut self, source: &mut dyn Source, shared: Shared, blank: &Blank) -> i64 {
        let Shared { columns, guesser } = shared;
        let (name, player) = (blank.name, blank.moment.player);
        let latest = blank.sources.whole();
        let question = ask(columns, blank);
        let guesses = &question.guesses;
        let is_sure = guesses[0].is_some() && guesser.streak(blank.column()) >= 8;
        let speeds = self.speeds.get_or_insert_with(Speeds::new);
        let expected = match blank.decimals {
            0 if !is_sure => speeds.decode(source, name, player, &latest),
            _ => None,
        };
        let setting = setting(columns, blank);
        let value = match expected {
            Some(expected) => {
                let shared = Shared { columns, guesser };
                by_ticks(source, shared, blank, &setting, &expected)
            }
            None => {
                let unit = self.unit(source, columns, blank);
                multiple(source, guesser, unit, blank.column(), guesses, &setting)
            }
        };
        assert!(value.unsigned_abs() < 1_000_000_000_000_000);
        if blank.decimals == 0 {
            let speeds = self.speeds.get_or_insert_with(Speeds::new);
            speeds.learn(name, player, value, &latest);
        }
        columns.learn(&question, value);
        self.grain(blank).note(value);
        value
    }

    /// 18.4
    pub(crate) fn decode_time(
        &mut self,
        source: &mut dyn Source,
        shared: Shared,
        blank: &Blank,
    ) -> i64 {
        let Shared { columns, guesser } = shared;
        let setting = setting(columns, blank);
        let unit = match blank.decimals {
            0 => 1,
            _ => self.grain(blank).decode(source),
        };
        let question = ask(columns, blank);
        let ticks = multiple(
            source,
            guesser,
            unit,
            blank.name,
            &question.guesses,
            &setting,
        );
        columns.learn(&question, ticks);
        self.grain(blank).note(ticks);
        ticks
    }

    /// 18.2, 3
    fn unit(&mut self, source: &mut dyn Source, columns: &mut Columns, blank: &Blank) -> i64 {
        let size = columns.size(blank.name, blank.moment.side);
        if blank.decimals > 0 || !(60..=62).contains(&size) {
            return self.grain(blank).decode(source);
        }
        let key = hash32(blank.name, blank.moment.player, 0x70d);
        let round = self.round.entry(key).or_insert_with(AdaptiveBit::new);
        if round.decode(source) { 1_000 } else { 1 }
    }

    fn grain(&mut self, blank: &Blank) -> &mut Grain {
        let grain = self.grains.entry(blank.column());
        grain.or_insert_with(|| Grain::new(3, 16))
    }
}

fn ask(columns: &mut Columns, blank: &Blank) -> Question {
    let sources = blank.sources.for_other(blank.decimals);
    columns.ask(
        blank.name,
        blank.moment.side,
        sources,
        blank.decimals,
        false,
    )
}

/// 18.3: *two* and *alike*, by the last numbers of a column.
pub(super) fn two_and_alike(columns: &mut Columns, name: u32, side: usize) -> (u32, u32) {
    let [own, other] = columns.last(name, side);
    let alike = match own.unsigned_abs() {
        ..128_000 => !(own as u32),
        _ => signed(own),
    };
    (signed(own) << 8 | signed(other), alike)
}

/// 18.3
fn setting(columns: &mut Columns, blank: &Blank) -> Setting {
    let (two, alike) = two_and_alike(columns, blank.name, blank.moment.side);
    Setting {
        hint: blank.sources.latest(true) as u32,
        player: blank.moment.player,
        sizes: blank.sources.sizes(),
        two,
        alike,
    }
}

/// 18.2, 4
fn multiple(
    source: &mut dyn Source,
    guesser: &mut Guesser,
    unit: i64,
    column: u32,
    guesses: &Guesses,
    setting: &Setting,
) -> i64 {
    if unit == 1 {
        return guesser.decode(source, column, guesses, setting);
    }
    guesser
        .decode(source, !column, &in_units(guesses, unit), setting)
        .saturating_mul(unit)
}

/// 18.2, 4: guesses divided by the unit.
pub(super) fn in_units(guesses: &Guesses, unit: i64) -> Guesses {
    let divided = |guess: Guess| Guess {
        value: guess.value.saturating_add(unit / 2).div_euclid(unit),
        error: guess.error / unit as u64,
    };
    guesses.map(|guess| guess.map(divided))
}

/// 18.5, 1 and 2
fn by_ticks(
    source: &mut dyn Source,
    shared: Shared,
    blank: &Blank,
    setting: &Setting,
    expected: &Expected,
) -> i64 {
    let Shared { columns, guesser } = shared;
    let column = hash32(blank.name, 0x71c5, 0);
    let sources = blank.sources.thousandfold();
    let question = columns.ask(column, blank.moment.side, sources, 0, false);
    let ticks = guesser.decode(source, column, &question.guesses, setting);
    columns.learn(&question, ticks);
    expected.decode(source, ticks)
}

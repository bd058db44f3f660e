//! Section 17 of the document: evaluations. Numbers in comments are its clauses.

use super::{
    blend::Contexts,
    clocks::{around, seen, squares, time},
    figures::in_units,
    gauge::{Asked, Design, Gauge, class},
    grain::Grain,
    guesser::{Guesser, Guesses, Setting},
    levels::Level,
    sources::signed,
    walk::Moment,
};
use crate::reference::models::coder::{AdaptiveBit, Source, hash32 as h};
use shakmaty::Move;
use std::collections::HashMap;

/// What is known before an evaluation.
pub(crate) struct Prospect<'a> {
    pub(crate) column: u32,
    pub(crate) guesses: &'a Guesses,
    pub(crate) moment: &'a Moment,
    /// In thousandths of a second.
    pub(crate) thought: i64,
    pub(crate) beside: i64,
    pub(crate) among: bool,
}

/// What codes evaluations.
pub(crate) struct Evals {
    gauge: Gauge,
    level: Level,
    /// By place and side: differences.
    last: Vec<[[i64; 2]; 2]>,
    /// By place.
    grains: Vec<Grain>,
    echoes: Echoes,
}

/// A number for White as it is towards a side, and back.
fn toward(number: i64, side: usize) -> i64 {
    match side {
        0 => number,
        _ => number.saturating_neg(),
    }
}

impl Evals {
    /// Those of a block, with the table and the network of the model file.
    pub(crate) fn new(level: Level, table: &[u8], network: &[u8]) -> Evals {
        let design = Design {
            signed: true,
            dense: level.trained_evals(),
            hashed: level.eval_contexts(false).len(),
            facts: 29,
        };
        Evals {
            gauge: Gauge::new(&design, level, table, network),
            level,
            last: vec![[[0; 2]; 2]; 64],
            grains: std::iter::repeat_with(|| Grain::new(3, 64))
                .take(64)
                .collect(),
            echoes: Echoes::new(),
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.last.fill([[0; 2]; 2]);
    }

    /// 17.1
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        guesser: &mut Guesser,
        prospect: &Prospect,
    ) -> i64 {
        let place = (prospect.column ^ prospect.column >> 16) as usize % 64;
        let value = match self.echoes.decode(source, prospect) {
            Some(value) => {
                self.note(value, prospect, place);
                value
            }
            None => self.decode_anew(source, guesser, prospect, place),
        };
        self.grains[place].note(value);
        self.echoes.remember(value, prospect);
        value
    }

    fn decode_anew(
        &mut self,
        source: &mut dyn Source,
        guesser: &mut Guesser,
        prospect: &Prospect,
        place: usize,
    ) -> i64 {
        let unit = self.grains[place].decode(source);
        if unit == 1 {
            self.decode_at(source, guesser, prospect, place)
        } else {
            let prospect = Prospect {
                column: !prospect.column,
                guesses: &in_units(prospect.guesses, unit),
                ..*prospect
            };
            let units = self.decode_at(source, guesser, &prospect, place);
            units.saturating_mul(unit)
        }
    }

    /// 17.2, from the value on
    fn note(&mut self, value: i64, prospect: &Prospect, place: usize) {
        let side = prospect.moment.side;
        let best = prospect.guesses[0].map_or(0, |guess| guess.value);
        let last = &mut self.last[place][side];
        *last = [toward(value.saturating_sub(best), side), last[0]];
    }

    /// 17.2
    fn decode_at(
        &mut self,
        source: &mut dyn Source,
        guesser: &mut Guesser,
        prospect: &Prospect,
        place: usize,
    ) -> i64 {
        let Prospect {
            column,
            moment,
            guesses,
            ..
        } = *prospect;
        let best = guesses[0].map_or(0, |guess| guess.value);
        let scene = Scene::new(prospect, best, self.last[place]);
        let all = scene.hashed();
        let contexts = self.level.eval_contexts(prospect.among).iter();
        let asked = Asked {
            contexts: Contexts {
                dense: scene.dense(self.level.trained_evals()),
                hashed: contexts.map(|&context| all[context]).collect(),
            },
            set: scene.error,
            facts: scene.facts(),
        };
        let value = match self.gauge.decode(source, &asked) {
            Some(difference) => best.saturating_add(toward(difference, moment.side)),
            None => {
                let setting = Setting {
                    hint: moment.surprise,
                    player: moment.player,
                    ..Setting::default()
                };
                guesser.decode(source, column, guesses, &setting)
            }
        };
        self.note(value, prospect, place);
        value
    }
}

/// 17.6
struct Echoes {
    /// By key and column: what was said, and how often again.
    said: HashMap<(u64, u32), (i64, usize)>,
    bits: Vec<AdaptiveBit>,
    /// How the last two decisions came out.
    outcomes: [bool; 2],
}

impl Echoes {
    fn new() -> Echoes {
        Echoes {
            said: HashMap::new(),
            bits: vec![AdaptiveBit::new(); 4 * 3 * 4],
            outcomes: [false; 2],
        }
    }

    fn decode(&mut self, source: &mut dyn Source, prospect: &Prospect) -> Option<i64> {
        let key = (prospect.moment.key?, prospect.column);
        let &(value, again) = self.said.get(&key)?;
        let near = match prospect.guesses[0] {
            Some(guess) if guess.value == value => 0,
            Some(guess) if guess.value.abs_diff(value) <= (guess.error + 4) / 16 => 1,
            _ => 2,
        };
        let outcomes = self.outcomes.map(usize::from);
        let bit = again * 12 + near * 4 + outcomes[0] * 2 + outcomes[1];
        let is_said = self.bits[bit].decode(source);
        self.outcomes = [self.outcomes[1], is_said];
        is_said.then_some(value)
    }

    fn remember(&mut self, value: i64, prospect: &Prospect) {
        let Some(key) = prospect.moment.key else {
            return;
        };
        if self.said.len() == 65_536 {
            self.said.clear();
        }
        let again = match self.said.get(&(key, prospect.column)) {
            Some(&(said, again)) if said == value => (again + 1).min(3),
            _ => 0,
        };
        self.said.insert((key, prospect.column), (value, again));
    }
}

struct Scene<'a> {
    prospect: &'a Prospect<'a>,
    best: i64,
    /// How far the second and the third guess are from it, towards the side.
    away: [i64; 2],
    own: [i64; 2],
    other: [i64; 2],
    error: i64,
}

impl<'a> Scene<'a> {
    fn new(prospect: &'a Prospect, best: i64, last: [[i64; 2]; 2]) -> Scene<'a> {
        let side = prospect.moment.side;
        let away = |i: usize| match prospect.guesses[i] {
            Some(guess) => toward(guess.value.saturating_sub(best), side),
            None => 0,
        };
        let error = prospect.guesses[0].map_or(0, |guess| guess.error);
        Scene {
            prospect,
            best,
            away: [away(1), away(2)],
            own: last[side],
            other: last[1 - side],
            error: class((error + 4) as i64),
        }
    }

    fn stands(&self) -> u32 {
        signed(toward(self.best, self.prospect.moment.side))
    }

    fn thought(&self) -> u32 {
        class((self.prospect.thought.unsigned_abs() / 1_000) as i64) as u32
    }

    /// 17.3
    fn dense(&self, contexts: usize) -> Vec<usize> {
        let moment = self.prospect.moment;
        let error = (((self.error - 8).max(0) + 1) / 2).min(15) as u32;
        let glyph = match moment.glyph {
            0 => 0,
            6 => 1,
            2 => 2,
            4 => 3,
            1 | 3 | 5 => 4,
            _ => 5,
        };
        let surprise = moment.surprise;
        let [away2, away3] = self.away.map(signed);
        let values = [
            glyph << 6 | (surprise / 2) << 3 | (error / 2),
            (self.stands() / 4).min(15) << 5 | (signed(self.other[0]) / 2).min(31),
            (away2 / 2).min(31) << 4 | (away3 / 4).min(15),
            glyph << 6 | (self.stands() / 4).min(15) << 2 | (surprise / 4),
        ];
        let second = if self.prospect.among { 512 } else { 0 };
        let values = values.iter().take(contexts);
        values.map(|&value| value as usize + second).collect()
    }

    /// 17.4
    fn hashed(&self) -> [u32; 12] {
        let Prospect {
            column,
            moment,
            beside,
            ..
        } = *self.prospect;
        let (surprise, side) = (moment.surprise, moment.side as u32);
        let [own, other] = [self.own[0], self.other[0]].map(signed);
        let [away2, away3] = self.away.map(signed);
        let (error, stands) = (self.error as u32, self.stands());
        let role = moment.role << 3
            | u32::from(moment.capture) << 2
            | u32::from(moment.recapture) << 1
            | u32::from(moment.check);
        let all = [
            (1, column ^ side, self.best as u32, 2),
            (2, column, own << 8 | other, 3),
            (3, column, away2, surprise),
            (4, column ^ surprise, self.thought(), 5),
            (0, column, error, 1),
            (5, column ^ away2, away3, error / 2),
            (6, column ^ role, surprise, stands / 4),
            (7, moment.player, surprise / 2, 8),
            (8, column, moment.ply / 4, error / 2),
            (9, column ^ stands, other / 2, surprise / 4),
            (10, column ^ side, beside as u32, 11),
            (11, column ^ moment.glyph, stands / 2, error / 2),
        ];
        all.map(|(n, a, b, c)| h(a, b, c ^ n << 16))
    }

    fn facts(&self) -> Vec<i64> {
        let prospect = self.prospect;
        let moment = prospect.moment;
        let side = moment.side;
        let [_, second, third] = prospect
            .guesses
            .map(|guess| guess.map_or(0, |guess| guess.value));
        let away = |guess: i64| number(toward(guess.saturating_sub(self.best), side));
        let mut facts = vec![
            number(toward(self.best, side)),
            away(second),
            away(third),
            self.error,
            number(self.own[0]),
            number(self.own[1]),
            number(self.other[0]),
            i64::from(prospect.among) << 1 | side as i64,
            i64::from(moment.glyph),
            i64::from(self.thought()),
            time(moment.ply),
            class(i64::from(moment.rest)),
            (32 + toward(moment.won, side)).max(0),
        ];
        facts.extend(around(moment));
        facts.push(exchanges(&moment.moves));
        facts.extend(squares(moment));
        facts.push(seen(moment.moves[2].map(|m| m.to()), side));
        facts
    }
}

/// *n(x)*
fn number(x: i64) -> i64 {
    let size = class(x.saturating_abs());
    (32 + size * x.signum()).clamp(0, 63)
}

/// 5 of the list of facts.
fn exchanges(moves: &[Option<Move>; 4]) -> i64 {
    let captures = |i: usize| moves[i].is_some_and(|m| m.is_capture());
    let target = |i: usize| moves[i].map(|m| m.to());
    let same = |i: usize| target(i).is_some() && target(i) == target(i - 1);
    let bits = [
        same(3),
        same(2),
        same(1),
        captures(3),
        captures(2),
        captures(1),
    ];
    (0..).zip(bits).map(|(i, bit)| i64::from(bit) << i).sum()
}

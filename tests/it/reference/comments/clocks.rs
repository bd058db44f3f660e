//! Section 13 of the document: clocks, and times taken. Numbers in comments are its clauses.

use super::{
    blend::Contexts,
    figures::{Shared, two_and_alike},
    gauge::{Asked, Design, Gauge, bucket, class},
    grain::Grain,
    guesser::{Guess, Guesser, Setting},
    levels::Level,
    sources::SOURCES,
    walk::Moment,
};
use crate::{
    reference::models::coder::{Source, Symbol, fnv, hash32 as h},
    reference::moves::context::thousandths,
};
use shakmaty::Move;
use std::array::from_fn;

/// 13.2
#[derive(Clone, Copy, Default)]
struct Control {
    id: u32,
    base: i64,
    increment: i64,
    moves: u32,
    second: i64,
}

impl Control {
    fn read(tag: &[u8]) -> Control {
        let text: String = tag.iter().map(|&byte| char::from(byte)).collect();
        let time = |period: &str| {
            let behind = period.split_once('/').map(|(_, rest)| rest);
            thousandths(behind.unwrap_or(period)).map(|time| time as i64)
        };
        let id = fnv(tag);
        let Some(base) = time(&text) else {
            return Control {
                id,
                ..Control::default()
            };
        };
        let parts: Vec<&str> = text.split(':').collect();
        let gain = text
            .split_once('+')
            .map(|(_, rest)| rest.trim_ascii_start());
        let digits = text.bytes().take(7).take_while(u8::is_ascii_digit).count();
        Control {
            id,
            base,
            increment: gain.and_then(thousandths).unwrap_or(0) as i64,
            moves: match text.contains('/') {
                true => text[..digits].parse().unwrap_or(0),
                false => 0,
            },
            second: parts.get(1).and_then(|part| time(part)).unwrap_or(0),
        }
    }
}

/// 13.8: what clocks have shown of increments.
struct Shown {
    places: [(u32, i64); 64],
    /// In the game at hand: whether there was a clock, the name of the control if clocks count, the
    /// increment, and the rises.
    had_clock: bool,
    name: Option<u32>,
    increment: i64,
    rises: Vec<i64>,
}

impl Shown {
    fn begin_game(&mut self, control: &Control) {
        self.had_clock = false;
        self.name = None;
        self.increment = control.increment;
        self.rises.clear();
    }

    /// The first clock of a side.
    fn first(&mut self, control: &Control, clock: i64) {
        if !self.had_clock && control.increment == 0 && clock > 2 * control.base {
            let name = h(control.id, class(clock / 1_000) as u32, 0);
            self.name = Some(name);
            let (whose, increment) = self.places[name as usize % 64];
            if whose == name {
                self.increment = increment;
            }
        }
        self.had_clock = true;
    }

    /// Another clock.
    fn note(&mut self, rise: i64) {
        let Some(name) = self.name else {
            return;
        };
        if (1..=60_000).contains(&rise) {
            self.rises.push(rise);
            self.rises.sort_unstable_by(|a, b| b.cmp(a));
        }
        let third = self.rises.get(2).copied().unwrap_or(0);
        let increment = (third + 4_999) / 5_000 * 5_000;
        if increment > self.increment {
            self.increment = increment;
            self.places[name as usize % 64] = (name, increment);
        }
    }
}

/// 13.1
#[derive(Clone, Default)]
struct Side {
    clock: Option<i64>,
    buckets: [i64; 6],
    mean: i64,
    thought: Option<i64>,
}

/// 13.1: what is kept of clocks, or of times taken.
struct Kept {
    sides: [Side; 2],
    first: [i64; 2],
    decimals: u32,
    grain: Grain,
    per_second: i64,
}

impl Kept {
    fn new() -> Kept {
        Kept {
            sides: [Side::default(), Side::default()],
            first: [0; 2],
            decimals: 0,
            grain: Grain::new(0, 16),
            per_second: 1,
        }
    }

    fn in_ticks(&self, thousandths: i64) -> i64 {
        thousandths * self.per_second / 1_000
    }

    fn in_thousandths(&self, ticks: i64) -> i64 {
        ticks * 1_000 / self.per_second
    }
}

/// What codes clocks and times taken.
pub(crate) struct Clocks {
    gauge: Gauge,
    contexts: &'static [usize],
    control: Control,
    shown: Shown,
    /// 13.5: digits finer than a tenth of a second, by how many follow, whether the one before is
    /// not 0, and what the gauge coded.
    finer: [[[Symbol; 4]; 2]; 2],
    /// Of clocks, and of times taken.
    kept: [Kept; 2],
    /// 13.9
    share: i64,
}

/// What contexts and facts are made of (13.5).
struct Scene<'a> {
    moment: &'a Moment,
    control: Control,
    increment: i64,
    own: &'a Side,
    other: &'a Side,
    per_second: i64,
    most: i64,
    theirs: i64,
    left: i64,
}

impl Clocks {
    /// Those of a block, with the table and the network of the model file.
    pub(crate) fn new(level: Level, table: &[u8], network: &[u8]) -> Clocks {
        let contexts = level.clock_contexts();
        let design = Design {
            signed: false,
            dense: 3,
            hashed: contexts.len(),
            facts: 33,
        };
        Clocks {
            gauge: Gauge::new(&design, level, table, network),
            contexts,
            control: Control::default(),
            shown: Shown {
                places: [(0, 0); 64],
                had_clock: false,
                name: None,
                increment: 0,
                rises: Vec::new(),
            },
            finer: from_fn(|_| from_fn(|_| from_fn(|_| Symbol::new(4)))),
            kept: [Kept::new(), Kept::new()],
            share: 0,
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self, control: &[u8]) {
        for kept in &mut self.kept {
            kept.sides = [Side::default(), Side::default()];
        }
        self.control = Control::read(control);
        self.shown.begin_game(&self.control);
    }

    /// 13.3: a clock or a time taken, and the time thought, in units of the last decimal.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        shared: Shared,
        is_taken: bool,
        decimals: u32,
        moment: &Moment,
    ) -> (i64, i64) {
        let kept = &mut self.kept[usize::from(is_taken)];
        if decimals != kept.decimals {
            kept.decimals = decimals;
            kept.grain = Grain::new(decimals, 16);
        }
        let unit = kept.grain.decode(source);
        let per_second = 10_i64.pow(decimals) / unit;
        if per_second != kept.per_second {
            kept.per_second = per_second;
            kept.sides = [Side::default(), Side::default()];
        }
        let Shared { columns, guesser } = shared;
        let (ticks, thought) = match (kept.sides[moment.side].clock, is_taken) {
            (None, false) => (self.decode_first(source, guesser, moment.side), 0),
            (None, true) => {
                let first = self.decode_first_taken(source, guesser, moment.side);
                (first, first)
            }
            (Some(before), _) => {
                let shared = Shared { columns, guesser };
                self.decode_next(source, shared, is_taken, before, moment)
            }
        };
        let time = ticks.saturating_mul(unit);
        self.kept[usize::from(is_taken)].grain.note(time);
        (time, thought.saturating_mul(unit))
    }

    /// 13.4
    fn decode_first(&mut self, source: &mut dyn Source, guesser: &mut Guesser, side: usize) -> i64 {
        let [kept, _] = &mut self.kept;
        let base = kept.in_ticks(self.control.base);
        let increment = kept.in_ticks(self.control.increment);
        let other = kept.sides[1 - side].clock.unwrap_or(base + increment);
        let guesses = [base, other, kept.first[side]].map(|value| Some(Guess { value, error: 16 }));
        let column = 0xf125 + side as u32;
        let clock = guesser.decode(source, column, &guesses, &Setting::default());
        kept.sides[side].clock = Some(clock);
        kept.first[side] = clock;
        self.shown.first(&self.control, kept.in_thousandths(clock));
        clock
    }

    /// 13.7
    fn decode_first_taken(
        &mut self,
        source: &mut dyn Source,
        guesser: &mut Guesser,
        side: usize,
    ) -> i64 {
        let [_, kept] = &mut self.kept;
        let again = Guess {
            value: kept.first[side],
            error: 16,
        };
        let column = [0xf127, 0xf128][side];
        let guesses = [Some(again), None, None];
        let taken = guesser.decode(source, column, &guesses, &Setting::default());
        let base = kept.in_ticks(self.control.base);
        kept.sides[side].clock = Some((base - taken).max(0));
        kept.first[side] = taken;
        taken
    }

    /// 13.5 and 13.7
    fn decode_next(
        &mut self,
        source: &mut dyn Source,
        shared: Shared,
        is_taken: bool,
        before: i64,
        moment: &Moment,
    ) -> (i64, i64) {
        let kept = &mut self.kept[usize::from(is_taken)];
        let increment = match is_taken {
            true => self.control.increment,
            false => self.shown.increment,
        };
        let most = if is_taken {
            before + kept.in_ticks(increment)
        } else if self.control.moves == 1 {
            kept.in_ticks(self.control.base)
        } else if self.control.moves > 0 && moment.ply.div_ceil(2) == self.control.moves {
            before + kept.in_ticks(increment + self.control.second)
        } else {
            before + kept.in_ticks(increment)
        };
        let thought = match self.share >= 49_152 {
            true => {
                let decimals = kept.per_second.to_string().len() as u32 - 1;
                decode_steady(source, shared, is_taken, decimals, moment)
            }
            false => {
                let guesser = shared.guesser;
                self.decode_unsteady(source, guesser, is_taken, [before, most], moment)
            }
        };
        let kept = &mut self.kept[usize::from(is_taken)];
        let bucket = bucket(thought.div_euclid((kept.per_second / 10).max(1)));
        let side = &mut kept.sides[moment.side];
        if let Some(a) = side.thought {
            let m = a.max(thought);
            let truth = m >= 2 && (thought - a).abs() <= m / 8;
            self.share += (65_536 * i64::from(truth) - self.share).div_euclid(32);
        }
        side.thought = Some(thought);
        side.clock = Some((most - thought).max(0));
        side.buckets.rotate_right(1);
        side.buckets[0] = bucket;
        side.mean = match side.mean {
            0 => 16 * bucket,
            mean => (3 * mean + 16 * bucket) / 4,
        };
        if is_taken {
            return (thought, thought);
        }
        let clock = most - thought;
        self.shown.note(kept.in_thousandths(clock - before));
        (clock, thought)
    }

    /// 13.5, 1 to 3: the time thought.
    fn decode_unsteady(
        &mut self,
        source: &mut dyn Source,
        guesser: &mut Guesser,
        is_taken: bool,
        [before, most]: [i64; 2],
        moment: &Moment,
    ) -> i64 {
        let kept = &mut self.kept[usize::from(is_taken)];
        let increment = match is_taken {
            true => self.control.increment,
            false => self.shown.increment,
        };
        let theirs = kept.sides[1 - moment.side].clock;
        let tenth = (kept.per_second / 10).max(1);
        let scene = Scene {
            moment,
            control: self.control,
            increment,
            own: &kept.sides[moment.side],
            other: &kept.sides[1 - moment.side],
            per_second: kept.per_second / tenth,
            most: most / tenth,
            theirs: theirs.unwrap_or(0) / tenth,
            left: class((most / tenth / (kept.per_second / tenth)).max(0)),
        };
        let all = scene.hashed();
        let asked = Asked {
            contexts: Contexts {
                dense: scene.dense(),
                hashed: self.contexts.iter().map(|&context| all[context]).collect(),
            },
            set: scene.left,
            facts: scene.facts(),
        };
        let coarse = self.gauge.decode(source, &asked);
        let thought = coarse.map(|g| {
            let mut digits = 0;
            for follow in (0..2).rev().filter(|&follow| 10_i64.pow(follow) < tenth) {
                let chosen = &mut self.finer[follow as usize][usize::from(digits != 0)];
                digits = 10 * digits + chosen[g.min(3) as usize].decode(source) as i64;
            }
            g * tenth + digits
        });
        thought.unwrap_or_else(|| {
            let error = 64 * kept.per_second as u64;
            let guess = |value| Guess { value, error };
            let setting = Setting::default();
            match is_taken {
                true => guesser.decode(source, 0xc10d, &[Some(guess(most)), None, None], &setting),
                false => {
                    let guesses = [Some(most), Some(before), theirs].map(|value| value.map(guess));
                    most - guesser.decode(source, 0xc10c, &guesses, &setting)
                }
            }
        })
    }
}

/// 13.9: the time thought.
fn decode_steady(
    source: &mut dyn Source,
    shared: Shared,
    is_taken: bool,
    decimals: u32,
    moment: &Moment,
) -> i64 {
    let Shared { columns, guesser } = shared;
    let column = [0x57ea, 0x57eb][usize::from(is_taken)];
    let question = columns.ask(column, moment.side, [None; SOURCES], decimals, true);
    let (two, alike) = two_and_alike(columns, column, moment.side);
    let setting = Setting {
        player: moment.player,
        two,
        alike,
        ..Setting::default()
    };
    let thought = guesser.decode(source, column ^ decimals << 20, &question.guesses, &setting);
    columns.learn(&question, thought);
    thought
}

/// *what*
pub(crate) fn what(moment: &Moment) -> u32 {
    u32::from(moment.capture)
        | u32::from(moment.recapture) << 1
        | u32::from(moment.check) << 2
        | u32::from(moment.evasion) << 3
}

impl Scene<'_> {
    fn dense(&self) -> Vec<usize> {
        const KINDS: [i64; 16] = [0, 1, 0, 2, 3, 4, 3, 4, 5, 6, 5, 6, 5, 7, 5, 7];
        let surprise = i64::from(self.moment.surprise);
        let kind = KINDS[what(self.moment) as usize];
        let stage = match self.moment.ply {
            0..10 => 0,
            10..24 => 1,
            24..50 => 2,
            _ => 3,
        };
        let mean = self.own.mean;
        let values = [
            surprise << 5 | (mean / 32).min(31),
            kind << 6 | (mean / 64).min(15) << 2 | stage,
            surprise << 5 | (self.left / 2).min(31),
        ];
        let second = if self.per_second > 1 { 512 } else { 0 };
        values.map(|value| value as usize + second).to_vec()
    }

    fn hashed(&self) -> [u32; 12] {
        let Moment {
            surprise,
            player,
            ply,
            ..
        } = *self.moment;
        let id = self.control.id;
        let what = what(self.moment);
        let ahead = 8 * (self.most - self.theirs) / (self.most + self.theirs).max(1);
        let ahead = ahead.clamp(-8, 8) as u32 % 32;
        let left = self.left as u32;
        let [mean, other] = [self.own, self.other].map(|side| side.mean as u32);
        let [t0, t1] = [0, 1].map(|back| self.own.buckets[back] as u32);
        let o0 = self.other.buckets[0] as u32;
        let stage = class(i64::from(ply)).min(20) as u32;
        [
            h(id, 0, 0),
            h(what, o0, 13),
            h(player, left, 0),
            h(id, ply.min(60), 0),
            h(((mean / 16) << 6) | (other / 32), id, 0),
            h(id, left, ahead),
            h(what, t0 / 2, left / 4),
            h(o0, t0, t1 / 2),
            h(id, stage, surprise),
            h(player, surprise, what),
            h(player, mean / 16, surprise / 2),
            h(id << 8 | surprise, stage, mean / 32),
        ]
    }

    fn facts(&self) -> Vec<i64> {
        let (t, o) = (&self.own.buckets, &self.other.buckets);
        let (most, theirs, per_second) = (self.most, self.theirs, self.per_second);
        let quarters = |ticks: i64| class((4 * ticks / per_second).max(0));
        let seconds = |thousandths: i64| class(thousandths / 1_000);
        let ahead = 16 * (most - theirs) / (most + theirs).max(1) + 16;
        let rest = i64::from(self.moment.rest);
        let moves = rest / 2 + 1;
        let mut facts = vec![
            t[0],
            t[1],
            t[2],
            (t[3] + t[4] + t[5]) / 3,
            self.own.mean / 16,
            o[0],
            o[1],
            self.other.mean / 16,
            quarters(most),
            quarters(theirs),
            ahead.clamp(0, 31),
            4 * most.rem_euclid(per_second) / per_second,
            i64::from(per_second > 1),
            seconds(self.control.base),
            seconds(self.increment),
            time(self.moment.ply),
            class(rest),
            quarters(4 * most / moves),
            (32 + bucket(most / moves) - self.own.mean / 16).max(0),
        ];
        facts.extend(around(self.moment));
        facts.extend(squares(self.moment));
        facts
    }
}

/// `time`
pub(crate) fn time(ply: u32) -> i64 {
    match i64::from(ply) {
        ply @ 0..40 => ply,
        ply @ 40..80 => 40 + (ply - 40) / 4,
        ply => 50 + (ply - 80) / 16,
    }
}

/// 8 of the list of facts.
pub(crate) fn around(moment: &Moment) -> Vec<i64> {
    let u = (moment.ply / 12).min(3);
    let mut facts = vec![4 * moment.surprise + u, moment.answered];
    facts.extend(moment.surprises);
    facts.push(4 * what(moment) + u);
    facts.extend(moment.moves.map(|m| {
        m.map_or(0, |m| {
            7 * m.role() as u32 + m.capture().map_or(0, |role| role as u32)
        })
    }));
    facts.into_iter().map(i64::from).collect()
}

/// 9 of the list of facts.
pub(crate) fn squares(moment: &Moment) -> [i64; 3] {
    let [first, second, ..] = moment.moves;
    let to = |m: Option<Move>| m.map(|m| m.to());
    let from = second.and_then(|m| m.from());
    [to(first), to(second), from].map(|square| seen(square, moment.side))
}

/// A square as a side sees it, 0 if there is none.
pub(crate) fn seen(square: Option<shakmaty::Square>, side: usize) -> i64 {
    square.map_or(0, |square| {
        i64::from(u32::from(square)) ^ (56 * side as i64)
    })
}

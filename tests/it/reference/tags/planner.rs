//! How a writer plans columns. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::{
    block::Tags,
    column::{Kind, Phase, Plan, Role, phase, rank},
    memory::binary_digits,
    spelling::{ALPHABETS, DATE, Format, Identifier, Shape, TIME, path_of, start_of},
    table::{Row, Table, without_names},
};
use std::collections::{BTreeSet, HashMap};

/// How many games or values are looked at (13.1).
const LOOKED_AT: usize = 1_500;

/// 13: the tags of games in columns, with plans.
pub(crate) fn table(games: &[Tags]) -> Table {
    let mut names: Vec<Vec<u8>> = [&b"Event"[..], b"White", b"Black"].map(Vec::from).into();
    let rows = games.iter().map(|tags| {
        let mut row = Row::default();
        for (name, value) in tags {
            let is_free =
                |&column: &usize| names[column] == *name && !row.columns.contains(&column);
            let column = (0..names.len()).find(is_free).unwrap_or(names.len());
            if column == names.len() {
                names.push(name.clone());
            }
            row.columns.push(column);
            row.values.push(value.clone());
        }
        row
    });
    let rows: Vec<Row> = rows.collect();
    let planner = Planner {
        names: &names,
        rows: &rows,
    };
    let plans = planner.plans();
    Table { names, plans, rows }
}

impl Row {
    fn value(&self, column: usize) -> Option<&[u8]> {
        let place = self.columns.iter().position(|&other| other == column)?;
        Some(&self.values[place])
    }
}

/// A value, and the players of its game.
type Named<'a> = (&'a [u8], [&'a [u8]; 2]);

/// A value with marks in the place of the players, where nobody is known to have won.
fn marked(&(value, players): &Named) -> Vec<u8> {
    without_names(value, players, [3, 4])
}

struct Planner<'a> {
    names: &'a [Vec<u8>],
    rows: &'a [Row],
}

impl Planner<'_> {
    fn plans(&self) -> Vec<Plan> {
        let columns = 0..self.names.len();
        let mut plans: Vec<Plan> = columns
            .clone()
            .map(|column| {
                let kind = self.kind(column);
                let may_name = matches!(kind, Kind::Few | Kind::Many);
                Plan {
                    named: may_name && self.is_named(column),
                    kind,
                    ..Plan::default()
                }
            })
            .collect();
        let mut order: Vec<usize> = columns.collect();
        order.sort_by_key(|&column| (phase(&self.names[column], 0), rank(&self.names[column])));
        for (place, &column) in order.iter().enumerate() {
            if phase(&self.names[column], 0) != Phase::Head {
                self.relate(column, &order[..place.min(64)], &mut plans);
            }
        }
        plans
    }

    /// The values of a column, one for each game.
    fn values(&self, column: usize) -> Vec<Option<&[u8]>> {
        self.rows.iter().map(|row| row.value(column)).collect()
    }

    /// 13.2
    fn kind(&self, column: usize) -> Kind {
        let name = &self.names[column][..];
        if name == b"White" || name == b"Black" {
            return Kind::Player;
        }
        let all: Vec<&[u8]> = self.values(column).into_iter().flatten().collect();
        let mut different: Vec<&[u8]> = Vec::new();
        for value in &all {
            if !different.contains(value) {
                different.push(value);
            }
        }
        let count = different.len();
        let role = Role::of(name);
        let is_listed = role.names_opening() || role == Role::TimeControl;
        if count <= 40 && count * 4 <= all.len() || is_listed {
            return Kind::Few;
        }
        let sample = &different[..count.min(LOOKED_AT)];
        let other = || match name {
            b"FEN" => None,
            _ => numbers(sample)
                .or_else(|| identifiers(sample, all.len()))
                .or_else(|| patterns(sample)),
        };
        let rest = if count > 600 { Kind::Many } else { Kind::Few };
        starts(sample).or_else(other).unwrap_or(rest)
    }

    /// 13.3
    fn is_named(&self, column: usize) -> bool {
        let rows = self.rows.iter().filter_map(|row| {
            let players = [1, 2].map(|player| row.value(player).unwrap_or_default());
            Some((row.value(column)?, players))
        });
        let rows: Vec<Named> = rows.collect();
        let looked_at = &rows[..rows.len().min(LOOKED_AT / 4)];
        let names = |row: &&Named| marked(row) != row.0;
        let is_free = |(value, _): &Named| value.iter().all(|byte| !(1..=4).contains(byte));
        let fewer = || {
            let different: BTreeSet<&[u8]> = looked_at.iter().map(|&(value, _)| value).collect();
            let marked: BTreeSet<Vec<u8>> = looked_at.iter().map(marked).collect();
            marked.len() < different.len() || looked_at.len() == 1
        };
        looked_at.iter().filter(names).count() * 5 > looked_at.len()
            && rows.iter().all(is_free)
            && (column != 0 || fewer())
    }

    /// 13.4
    fn relate(&self, column: usize, before: &[usize], plans: &mut [Plan]) {
        let looked_at = |column: usize| {
            let mut values = self.values(column);
            values.truncate(LOOKED_AT);
            values
        };
        let own = looked_at(column);
        let there = own.iter().flatten().count();
        if there < 8 {
            return;
        }
        let agree = |other: usize| {
            let is_bare = plans[column].kind.is_bare();
            let said = |value| if is_bare { path_of(value).1 } else { value };
            let pairs = own.iter().zip(looked_at(other));
            pairs
                .filter(|(one, other)| one.is_some() && **one == other.map(said))
                .count()
        };
        let equal = before.iter().copied().max_by_key(|&other| agree(other));
        plans[column].equal = equal.filter(|&other| agree(other) * 2 > there);
        let alone = hits(&own, &vec![None; own.len()]);
        let hits_of = |&other: &usize| (hits(&own, &looked_at(other)), other);
        let mut parents: Vec<(usize, usize)> = before.iter().map(hits_of).collect();
        parents.retain(|&(hits, _)| hits > alone);
        parents.sort_by_key(|&(hits, other)| (std::cmp::Reverse(hits), other));
        plans[column].parents = [0, 1].map(|i| parents.get(i).map(|&(_, other)| other));
        let Kind::Number(format) = plans[column].kind.clone() else {
            return;
        };
        let numbers = |column: usize| -> Option<(u8, Vec<Option<i64>>)> {
            let Kind::Number(format) = &plans[column].kind else {
                return None;
            };
            let values = looked_at(column).into_iter();
            let numbers = values.map(|value| format.read(value?));
            Some((format.notation, numbers.collect()))
        };
        let duration = before
            .iter()
            .find(|&&other| Role::of(&self.names[other]) == Role::Duration);
        let lasted = duration.and_then(|&other| numbers(other));
        let lasted = lasted.map_or(Vec::new(), |(_, numbers)| numbers);
        let own = numbers(column).unwrap().1;
        let apart = |from: &[Option<i64>], lasted: &[Option<i64>]| {
            distance(&own, from, lasted, format.a_second().unwrap_or(0))
        };
        let bases = before.iter().filter_map(|&other| {
            let (notation, from) = numbers(other)?;
            (notation == format.notation).then(|| (apart(&from, &lasted), other))
        });
        let base = bases.min_by_key(|&(apart, _)| apart);
        let moved: Vec<Option<i64>> = [None].into_iter().chain(own.iter().copied()).collect();
        let alone = apart(&moved[..own.len()], &[]);
        let is_date = |&other: &usize| numbers(other).is_some_and(|(notation, _)| notation == DATE);
        let date = before.iter().copied().rfind(is_date);
        plans[column].base = base
            .filter(|&(apart, _)| apart < alone)
            .map(|(_, other)| other);
        plans[column].date = date.filter(|_| format.notation == TIME);
    }
}

/// 13.4: how often a value is the one last seen beside the same other value.
fn hits(own: &[Option<&[u8]>], company: &[Option<&[u8]>]) -> usize {
    let mut last = HashMap::new();
    let pairs = own.iter().zip(company).filter(|(own, _)| own.is_some());
    let hits = pairs.filter(|(own, company)| last.insert(*company, *own) == Some(*own));
    hits.count()
}

/// 13.4: the distance of numbers from others.
fn distance(own: &[Option<i64>], from: &[Option<i64>], lasted: &[Option<i64>], second: i64) -> u64 {
    let row = |row: usize| {
        let Some(number) = own[row] else { return 0 };
        let Some(from) = from[row] else { return 24 };
        let lasted = lasted.get(row).copied().flatten().unwrap_or(0);
        let lasted = lasted.saturating_mul(second).unsigned_abs();
        let apart = number.abs_diff(from);
        u64::from(binary_digits(apart.min(apart.abs_diff(lasted))))
    };
    (1..own.len()).map(row).sum()
}

/// Nine tenths.
fn nearly(all: usize) -> usize {
    all - all / 10
}

fn starts(sample: &[&[u8]]) -> Option<Kind> {
    let is_start = |value: &&&[u8]| start_of(value).is_some();
    let count = sample.iter().filter(is_start).count();
    (count > 0 && 2 * count >= sample.len()).then_some(Kind::Start)
}

/// The longest beginning that all have.
fn common(sample: &[&[u8]]) -> Vec<u8> {
    let first = sample[0];
    let same = |len: usize| sample.iter().all(|value| value.starts_with(&first[..len]));
    let len = (0..=first.len()).rev().find(|&len| same(len));
    first[..len.unwrap()].to_vec()
}

fn numbers(sample: &[&[u8]]) -> Option<Kind> {
    let first = *sample.first()?;
    let mut prefix = common(sample);
    while prefix
        .last()
        .is_some_and(|byte| byte.is_ascii_digit() || b"+-".contains(byte))
    {
        prefix.pop();
    }
    let digits = first.iter().rev().take_while(|byte| byte.is_ascii_digit());
    let own = first[..first.len() - digits.count()].to_vec();
    let most = nearly(sample.len());
    for (prefix, enough) in [
        (Vec::new(), most),
        (prefix, most),
        (own, sample.len() * 2 / 3 + 1),
    ] {
        for notation in 0..7 {
            let suffix = match notation {
                5 => first.get(prefix.len() + 19..),
                6 => first.get(prefix.len() + 23..),
                _ => None,
            };
            let format = Format {
                notation,
                prefix: prefix.clone(),
                suffix: suffix.unwrap_or_default().to_vec(),
            };
            let fits = |value: &&&[u8]| format.read(value).is_some();
            let count = sample.iter().filter(fits).count();
            if count > 0 && count >= enough {
                return Some(Kind::Number(format));
            }
        }
    }
    None
}

fn identifiers(sample: &[&[u8]], all: usize) -> Option<Kind> {
    if sample.len() < 3 || sample.len() < nearly(all.min(LOOKED_AT)) {
        return None;
    }
    behind_prefix(sample)
        .or_else(|| behind_paths(sample))
        .map(Kind::Identifier)
}

fn behind_prefix(sample: &[&[u8]]) -> Option<Identifier> {
    let mut prefix = common(sample);
    let path = path_of(&prefix).0.len();
    if path > 0 {
        prefix.truncate(path);
    }
    let behind: Vec<&[u8]> = sample.iter().map(|value| &value[prefix.len()..]).collect();
    let turned: Vec<Vec<u8>> = behind
        .iter()
        .map(|value| value.iter().rev().copied().collect())
        .collect();
    let turned: Vec<&[u8]> = turned.iter().map(Vec::as_slice).collect();
    let mut suffix = common(&turned);
    suffix.reverse();
    let mark = suffix.iter().position(|byte| b"/?#&".contains(byte));
    suffix.drain(..mark.unwrap_or(suffix.len()));
    let codes = behind
        .iter()
        .map(|value| &value[..value.len() - suffix.len()]);
    let codes = codes.collect::<Vec<_>>();
    identifier(Some(prefix), suffix, &codes)
}

fn behind_paths(sample: &[&[u8]]) -> Option<Identifier> {
    let paths: BTreeSet<&[u8]> = sample.iter().map(|value| path_of(value).0).collect();
    let codes: Vec<&[u8]> = sample.iter().map(|value| path_of(value).1).collect();
    let found = identifier(None, Vec::new(), &codes);
    found.filter(|_| paths.len() * 2 <= sample.len())
}

fn identifier(prefix: Option<Vec<u8>>, suffix: Vec<u8>, codes: &[&[u8]]) -> Option<Identifier> {
    let len = codes[0].len();
    let enough = nearly(codes.len());
    let same: Vec<&[u8]> = codes
        .iter()
        .copied()
        .filter(|code| code.len() == len)
        .collect();
    if !(6..=256).contains(&len) || same.len() < enough {
        return None;
    }
    let alphabet = ALPHABETS.iter().position(|alphabet| {
        let holds = |code: &&&[u8]| code.iter().all(|byte| alphabet.contains(byte));
        same.iter().filter(holds).count() >= enough
    })?;
    Some(Identifier {
        alphabet,
        len,
        prefix,
        suffix,
    })
}

fn patterns(sample: &[&[u8]]) -> Option<Kind> {
    [false, true].into_iter().find_map(|fixed| {
        let shapes = sample.iter().map(|value| Shape::of(value, fixed));
        let shapes: Vec<Shape> = shapes.collect::<Option<_>>()?;
        let different: BTreeSet<&[u8]> = shapes.iter().map(|shape| &shape.pattern[..]).collect();
        let with = shapes.iter().filter(|shape| !shape.fields.is_empty());
        let good = different.len() <= 32
            && different.len() * 4 <= sample.len()
            && with.count() >= nearly(sample.len());
        good.then_some(Kind::Pattern(fixed))
    })
}

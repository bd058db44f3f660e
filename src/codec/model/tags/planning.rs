//! Finds out from the values of a block what kind each column holds, and on which other columns it
//! depends. A writer does this, and [`Plan::code`] tells the reader. But a reader does it, too, for
//! the games of a [primer](super::primers): there all that is decided here is part of the format,
//! which a test holds.

use super::{
    column::{Column, number_in},
    gather::Gathered,
    kind::Kind,
    names::{self, EVENT, Meaning, PLAYERS, Phase},
    naming,
    plan::{MAX_IDENTIFIER, Plan},
    roles::Role,
    seen::values::{ValueId, Values},
    spelling::{
        format::{Format, Notation},
        identifier::{Alphabet, Identifier, Prefix, split_path},
        shape::{Shape, Width},
        start::Start,
    },
};
use crate::coding::adaptive::binary_digits;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most games that are looked at.
const SAMPLE: usize = 1500;
/// Most values that are searched for the names of players.
const SEARCHED: usize = SAMPLE / 4;
/// A column with at most this many different values is a short list, never one of numbers, unless
/// more than a quarter of its values are different.
const FEW: usize = 40;
/// A column with more different values than this keeps them in the order of last use.
const MANY: usize = 600;
/// Most patterns of a column of patterns.
const PATTERNS: usize = 32;
/// A column may depend on this many others at most, the first that are coded. Files have 5 to 30
/// names of tags; with a limit, one of a thousand takes this many times longer, not a thousand
/// times.
const RELATED: usize = 64;

/// Plans for all columns of a table: those of the columns `known` before, which come first, and new
/// ones for the others.
pub(super) fn make(gathered: &Gathered, known: &[Column], values: &Values) -> Vec<Plan> {
    let columns = columns(gathered);
    let meanings = meanings(gathered);
    let mut plans: Vec<Plan> = known.iter().map(|column| column.plan.clone()).collect();
    for column in known.len()..columns.len() {
        let cells = &columns[column];
        let kind = kind(
            &gathered.names[column],
            meanings[column].role,
            cells,
            values,
        );
        let named = matches!(kind, Kind::Few | Kind::Many)
            && are_named(cells, gathered, values)
            && (column != EVENT || are_fewer(cells, gathered, values));
        plans.push(Plan {
            kind,
            named,
            ..Plan::default()
        });
    }
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|&column| (meanings[column].phase, meanings[column].rank));
    let rows = gathered.rows.len().min(SAMPLE);
    let has_bare = plans.iter().any(|plan| plan.kind.is_bare());
    let cells = columns.iter().zip(&plans);
    let table: Vec<Cells> = cells
        .map(|(cells, plan)| Cells::new(sample_of(cells, rows), &plan.kind, has_bare, values))
        .collect();
    for (place, &column) in order.iter().enumerate() {
        if column < known.len() || meanings[column].phase == Phase::Head {
            continue;
        }
        let columns = &order[..place.min(RELATED)];
        let is_duration = |other: &usize| meanings[*other].role == Role::Duration;
        let earlier = Earlier {
            columns,
            duration: columns.iter().copied().find(is_duration),
        };
        let sample = Sample {
            table: &table,
            plans: &plans,
        };
        if let Some(related) = sample.related(column, earlier) {
            plans[column] = related;
        }
    }
    plans
}

/// By column: what its name means.
fn meanings(gathered: &Gathered) -> Vec<Meaning> {
    let mut occurrences: FxHashMap<&[u8], usize> = FxHashMap::default();
    let names = gathered.names.iter();
    let meanings = names.map(|name| {
        let occurrence = occurrences.entry(name).or_default();
        *occurrence += 1;
        Meaning::of(name, *occurrence - 1)
    });
    meanings.collect()
}

/// By column: the values, each with the number of its row.
fn columns(gathered: &Gathered) -> Vec<Vec<(usize, ValueId)>> {
    let mut columns = vec![Vec::new(); gathered.names.len()];
    for (index, row) in gathered.rows.iter().enumerate() {
        let Some(row) = row else { continue };
        for (&column, &value) in row.columns.iter().zip(&row.values) {
            columns[column].push((index, value));
        }
    }
    columns
}

/// A column's values in the first rows.
fn sample_of(column: &[(usize, ValueId)], rows: usize) -> Vec<ValueId> {
    let mut cells = vec![ValueId::NONE; rows];
    for &(row, value) in column.iter().filter(|(row, _)| *row < rows) {
        cells[row] = value;
    }
    cells
}

/// A column's values in the games that are looked at.
struct Cells {
    values: Vec<ValueId>,
    /// For each its number among the different ones, and how many of these there are.
    numbers: Vec<usize>,
    different: usize,
    /// For each what stands behind its path, if that is a value of the block; empty where no column
    /// holds bare identifiers.
    identifiers: Vec<ValueId>,
    /// For each the number that it spells; empty for a column that is not one of numbers.
    spelt: Vec<Option<i64>>,
}

impl Cells {
    fn new(cells: Vec<ValueId>, kind: &Kind, has_bare: bool, values: &Values) -> Cells {
        let mut different: FxHashMap<ValueId, usize> = FxHashMap::default();
        let numbers = cells.iter().map(|&cell| {
            let next = different.len();
            *different.entry(cell).or_insert(next)
        });
        let numbers = numbers.collect();
        let spelt = |cell: &ValueId| number_in(kind, values.get(*cell));
        let identifier = |cell: &ValueId| match cell.is_some() {
            true => values.find(split_path(values.get(*cell)).1),
            false => ValueId::NONE,
        };
        Cells {
            identifiers: match has_bare {
                true => cells.iter().map(identifier).collect(),
                false => Vec::new(),
            },
            spelt: match kind {
                Kind::Number(_) => cells.iter().map(spelt).collect(),
                _ => Vec::new(),
            },
            numbers,
            different: different.len(),
            values: cells,
        }
    }

    /// How often a value is the one last seen beside the same value of `company`; with no company,
    /// the last value.
    fn predicted(&self, company: Option<&Cells>) -> usize {
        let mut last = vec![ValueId::NONE; company.map_or(1, |company| company.different)];
        let mut hits = 0;
        for (row, &cell) in self.values.iter().enumerate() {
            if cell.is_some() {
                let last = &mut last[company.map_or(0, |company| company.numbers[row])];
                hits += usize::from(std::mem::replace(last, cell) == cell);
            }
        }
        hits
    }
}

/// The kind of a column with these values.
fn kind(name: &[u8], role: Role, cells: &[(usize, ValueId)], values: &Values) -> Kind {
    if role.is_player() {
        return Kind::Player;
    }
    let mut different = FxHashSet::default();
    let mut sample = Vec::new();
    for &(_, value) in cells {
        if different.insert(value) && sample.len() < SAMPLE {
            sample.push(value);
        }
    }
    let are_few = different.len() <= FEW && different.len() * 4 <= cells.len();
    if are_few || role.is_listed() {
        return Kind::Few;
    }
    let sample: Vec<&[u8]> = sample.into_iter().map(|value| values.get(value)).collect();
    // A FEN is a position, not a pattern of numbers.
    let other = || match names::is_start(name) {
        true => None,
        false => numbers(&sample)
            .or_else(|| identifiers(&sample, cells.len()))
            .or_else(|| patterns(&sample)),
    };
    starts(&sample)
        .or_else(other)
        .unwrap_or(if different.len() > MANY {
            Kind::Many
        } else {
            Kind::Few
        })
}

/// Nine tenths of `total`.
fn nearly(total: usize) -> usize {
    total - total / 10
}

fn starts(sample: &[&[u8]]) -> Option<Kind> {
    let count = sample.iter().filter(|v| Start::of(v).is_some()).count();
    (count > 0 && count * 2 >= sample.len()).then_some(Kind::Start)
}

/// Whether enough values name a player of their game, more than one in five, for names to be
/// replaced by marks ([`naming`]).
fn are_named(cells: &[(usize, ValueId)], gathered: &Gathered, values: &Values) -> bool {
    let looked_at = &cells[..cells.len().min(SEARCHED)];
    let named = looked_at.iter().filter(|&&(row, value)| {
        PLAYERS.into_iter().any(|player| {
            let name = values.get(gathered.value(row, player));
            naming::speaks_of(values.get(value), name)
        })
    });
    named.count() * 5 > looked_at.len()
        && cells
            .iter()
            .all(|&(_, value)| naming::is_free_of_marks(values.get(value)))
}

/// Whether there are fewer different values once marks have replaced the names, or there is but one
/// value, whose names need not be spelt twice then. (In matches there are more: the players have
/// other colours from game to game.)
fn are_fewer(cells: &[(usize, ValueId)], gathered: &Gathered, values: &Values) -> bool {
    let looked_at = &cells[..cells.len().min(SEARCHED)];
    let different: FxHashSet<ValueId> = looked_at.iter().map(|&(_, value)| value).collect();
    let marked = looked_at.iter().map(|&(row, value)| {
        let names = PLAYERS.map(|player| values.get(gathered.value(row, player)));
        naming::without_names(values.get(value), names, naming::NOBODY_WON)
    });
    let marked: FxHashSet<Vec<u8>> = marked.collect();
    marked.len() < different.len() || looked_at.len() == 1
}

fn numbers(sample: &[&[u8]]) -> Option<Kind> {
    let mut prefix = common(sample);
    while prefix
        .last()
        .is_some_and(|b| b.is_ascii_digit() || b"+-".contains(b))
    {
        prefix.pop();
    }
    let own = sample.first().map_or(Vec::new(), |value| {
        let digits = value.iter().rev().take_while(|b| b.is_ascii_digit());
        value[..value.len() - digits.count()].to_vec()
    });
    let nearly_all = nearly(sample.len());
    let shared = (!prefix.is_empty()).then_some((prefix, nearly_all));
    let plain = [(Vec::new(), nearly_all)].into_iter().chain(shared);
    for (prefix, enough) in plain.chain([(own, sample.len() * 2 / 3 + 1)]) {
        for notation in Notation::ALL {
            let format = Format::like(notation, &prefix, sample.first()?);
            let count = sample.iter().filter(|v| format.parse(v).is_some()).count();
            if count > 0 && count >= enough {
                return Some(Kind::Number(format));
            }
        }
    }
    None
}

/// The longest common prefix of `sample`.
fn common(sample: &[&[u8]]) -> Vec<u8> {
    let Some((first, rest)) = sample.split_first() else {
        return Vec::new();
    };
    let mut prefix = first.to_vec();
    for value in rest {
        let same = prefix.iter().zip(*value).take_while(|(a, b)| a == b);
        prefix.truncate(same.count());
    }
    prefix
}

fn identifiers(sample: &[&[u8]], games: usize) -> Option<Kind> {
    if sample.len() < 3 || sample.len() < nearly(games.min(SAMPLE)) {
        return None;
    }
    let identifier = behind_prefix(sample).or_else(|| behind_paths(sample))?;
    Some(Kind::Identifier(identifier))
}

/// Identifiers between a prefix and a suffix that all values have.
fn behind_prefix(sample: &[&[u8]]) -> Option<Identifier> {
    let mut prefix = common(sample);
    // The identifiers themselves may happen to begin alike: the prefix ends with a separator.
    if let path @ 1.. = split_path(&prefix).0.len() {
        prefix.truncate(path);
    }
    let behind = sample.iter().map(|value| &value[prefix.len()..]);
    let suffix = common_suffix(behind.clone());
    let codes = behind.map(|value| &value[..value.len() - suffix.len()]);
    identifier(Prefix::Fixed(prefix.clone()), suffix.to_vec(), codes)
}

/// The longest suffix that all of `values` have and that begins with a separator, as in
/// `abcd/black` and `1234?tab=review`.
fn common_suffix<'v>(mut values: impl Iterator<Item = &'v [u8]>) -> &'v [u8] {
    let Some(first) = values.next() else {
        return &[];
    };
    let same = |same: usize, value: &[u8]| {
        let pairs = first.iter().rev().zip(value.iter().rev());
        pairs.take(same).take_while(|(a, b)| a == b).count()
    };
    let suffix = &first[first.len() - values.fold(first.len(), same)..];
    let separator = suffix.iter().position(|byte| b"/?#&".contains(byte));
    &suffix[separator.unwrap_or(suffix.len())..]
}

/// Identifiers behind paths that several values have in common.
fn behind_paths(sample: &[&[u8]]) -> Option<Identifier> {
    let split = sample.iter().map(|value| split_path(value));
    let paths: FxHashSet<&[u8]> = split.clone().map(|(path, _)| path).collect();
    match paths.len() * 2 <= sample.len() {
        true => identifier(Prefix::Path, Vec::new(), split.map(|(_, code)| code)),
        false => None,
    }
}

/// Identifiers such as `codes`, of the length and the alphabet that nearly all of them have; `None`
/// if they are no identifiers.
fn identifier<'v>(
    prefix: Prefix,
    suffix: Vec<u8>,
    codes: impl Iterator<Item = &'v [u8]> + Clone,
) -> Option<Identifier> {
    const SHORTEST: usize = 6;
    let len = codes.clone().next()?.len();
    let enough = nearly(codes.clone().count());
    let same = codes.filter(|code| code.len() == len);
    if !(SHORTEST..=MAX_IDENTIFIER).contains(&len) || same.clone().count() < enough {
        return None;
    }
    let alphabet = Alphabet::ALL.into_iter().find(|alphabet| {
        let holds = |code: &&[u8]| code.iter().all(|&byte| alphabet.holds(byte));
        same.clone().filter(holds).count() >= enough
    })?;
    Some(Identifier {
        prefix,
        suffix,
        alphabet,
        len,
    })
}

fn patterns(sample: &[&[u8]]) -> Option<Kind> {
    [Width::Free, Width::Fixed].into_iter().find_map(|width| {
        let mut different = FxHashSet::default();
        let mut with_numbers = 0;
        for value in sample {
            let shape = Shape::of(value, width)?;
            with_numbers += usize::from(!shape.fields.is_empty());
            different.insert(shape.pattern);
        }
        let good = different.len() <= PATTERNS
            && different.len() * 4 <= sample.len()
            && with_numbers >= nearly(sample.len());
        good.then_some(Kind::Pattern(width))
    })
}

/// The columns that are coded before a column.
#[derive(Clone, Copy)]
struct Earlier<'a> {
    columns: &'a [usize],
    /// The one with the durations of games, in seconds.
    duration: Option<usize>,
}

/// The sample of games that shows which columns depend on which.
struct Sample<'a> {
    /// By column: its value in each game.
    table: &'a [Cells],
    /// The plans made so far.
    plans: &'a [Plan],
}

impl Sample<'_> {
    /// The plan of a column with the earlier columns that it depends on. `None` if the column has
    /// too few values to tell.
    fn related(&self, column: usize, earlier: Earlier) -> Option<Plan> {
        let this = &self.table[column];
        let cells = &this.values;
        let there = cells.iter().filter(|cell| cell.is_some()).count();
        if there < 8 {
            return None;
        }
        let mut plan = self.plans[column].clone();
        let others = earlier.columns.iter().copied();
        let equal = |&other: &usize| {
            let other = &self.table[other];
            let said = match plan.kind.is_bare() {
                true => &other.identifiers,
                false => &other.values,
            };
            let pairs = cells.iter().zip(said);
            pairs.filter(|(a, b)| a.is_some() && a == b).count()
        };
        plan.equal = others
            .clone()
            .max_by_key(equal)
            .filter(|other| equal(other) * 2 > there);
        let own = this.predicted(None);
        let mut parents: Vec<(usize, usize)> = others
            .clone()
            .map(|other| (this.predicted(Some(&self.table[other])), other))
            .filter(|&(hits, _)| hits > own)
            .collect();
        parents.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (slot, (_, parent)) in plan.parents.iter_mut().zip(parents) {
            *slot = Some(parent);
        }
        if let Some(notation) = self.notation(column) {
            let from = |other: &usize| self.distance(column, *other, earlier.duration);
            let base = others
                .clone()
                .filter(|&other| self.notation(other) == Some(notation))
                .min_by_key(from);
            plan.base = base.filter(|other| from(other) < self.distance(column, column, None));
            if notation == Notation::Time {
                let is_date = |&other: &usize| self.notation(other) == Some(Notation::Date);
                plan.date = others.clone().rfind(is_date);
            }
        }
        Some(plan)
    }

    /// The notation of a column of numbers.
    fn notation(&self, column: usize) -> Option<Notation> {
        match &self.plans[column].kind {
            Kind::Number(format) => Some(format.notation),
            _ => None,
        }
    }

    fn number(&self, column: usize, row: usize) -> Option<i64> {
        self.table[column].spelt.get(row).copied().flatten()
    }

    /// The sum of the binary digits of the differences between the numbers of a column and those of
    /// `other` in the same game (or, if it is the same column, in the game before). With a column
    /// of durations, a difference may also be taken from the game's `duration`.
    fn distance(&self, column: usize, other: usize, duration: Option<usize>) -> u64 {
        let second = self.notation(column).and_then(Notation::a_second);
        let second = second.unwrap_or(0);
        let mut digits = 0;
        for row in 1..self.table[column].values.len() {
            let Some(this) = self.number(column, row) else {
                continue;
            };
            let from = self.number(other, if other == column { row - 1 } else { row });
            digits += match from {
                Some(from) => {
                    let lasted = duration.and_then(|duration| self.number(duration, row));
                    let lasted = lasted.unwrap_or(0).saturating_mul(second);
                    let apart = (this - from).unsigned_abs();
                    let apart = apart.min(apart.abs_diff(lasted.unsigned_abs()));
                    u64::from(binary_digits(apart))
                }
                None => 24,
            };
        }
        digits
    }
}

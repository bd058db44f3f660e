//! Columns and their plans. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{
    memory::{Recency, Value},
    models::Models,
    source::Coder,
    spelling::{Format, Identifier, MOMENT, Shape, start_of},
    times::{Between, Lately, Pace},
};
use crate::reference::models::coder::{AdaptiveBit, fnv};
use std::sync::LazyLock;

/// How many sources of guesses there are (7.1).
pub(crate) const SOURCES: usize = 14;

/// The names that have numbers, from the table in 5.1.
pub(crate) static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let document = include_str!("../../../../src/codec/model/tags/MODEL.md");
    let rows = document.split("| from | names |").nth(1).unwrap().lines();
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2))
        .collect()
});

/// When a column is coded (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    Head,
    Early,
    Late,
}

const LATE: [&str; 25] = [
    "Result",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "Termination",
    "TerminationDetails",
    "ECO",
    "Opening",
    "Variation",
    "SubVariation",
    "ECOUrl",
    "NIC",
    "PlyCount",
    "TotalPlyCount",
    "CurrentPosition",
    "UTCTime",
    "Time",
    "StartTime",
    "EndTime",
    "EndDate",
    "GameStartTime",
    "GameEndTime",
    "GameDuration",
    "WhiteClock",
    "BlackClock",
    "Link",
];

/// What a column means (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Other,
    White,
    Black,
    TimeControl,
    Rating,
    RatingDifference,
    Study,
    Chapter,
    Result,
    Termination,
    Position,
    Plies,
    Code,
    Opening,
    Link,
    Variation,
    Duration,
    Clock,
}

impl Role {
    /// Of a name with occurrence 0.
    pub(crate) fn of(name: &[u8]) -> Role {
        match name {
            b"White" => Role::White,
            b"Black" => Role::Black,
            b"TimeControl" => Role::TimeControl,
            b"WhiteElo" | b"BlackElo" => Role::Rating,
            b"WhiteRatingDiff" | b"BlackRatingDiff" => Role::RatingDifference,
            b"StudyName" => Role::Study,
            b"ChapterName" => Role::Chapter,
            b"Result" => Role::Result,
            b"Termination" => Role::Termination,
            b"CurrentPosition" => Role::Position,
            b"PlyCount" | b"TotalPlyCount" => Role::Plies,
            b"ECO" => Role::Code,
            b"Opening" => Role::Opening,
            b"ECOUrl" => Role::Link,
            b"Variation" | b"SubVariation" | b"NIC" => Role::Variation,
            b"GameDuration" => Role::Duration,
            b"WhiteClock" | b"BlackClock" => Role::Clock,
            _ => Role::Other,
        }
    }

    /// Whether it names the opening.
    pub(crate) fn names_opening(self) -> bool {
        matches!(
            self,
            Role::Code | Role::Opening | Role::Variation | Role::Link
        )
    }
}

/// The phase of a name with an occurrence.
pub(crate) fn phase(name: &[u8], occurrence: usize) -> Phase {
    let is = |other: &&str| other.as_bytes() == name;
    if ["Event", "White", "Black"].iter().any(is) && occurrence == 0 {
        Phase::Head
    } else if LATE.iter().any(is) {
        Phase::Late
    } else {
        Phase::Early
    }
}

/// The rank of a name.
pub(crate) fn rank(name: &[u8]) -> u8 {
    match name {
        b"TimeControl" | b"Variant" | b"UTCDate" | b"StudyName" | b"Result" => 0,
        _ => 1,
    }
}

/// What values a column holds (5.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Few,
    Many,
    Player,
    Number(Format),
    /// Of fixed width, or not.
    Pattern(bool),
    Identifier(Identifier),
    Start,
}

impl Kind {
    /// The number of a value (1.3).
    pub(crate) fn number_of(&self, value: &[u8]) -> Option<i64> {
        match self {
            Kind::Number(format) => format.read(value),
            _ => None,
        }
    }

    /// Whether a value fits a kind that spells values.
    pub(crate) fn fits(&self, value: &[u8]) -> bool {
        match self {
            Kind::Few | Kind::Many | Kind::Player => false,
            Kind::Number(format) => format.read(value).is_some(),
            Kind::Pattern(fixed) => Shape::of(value, *fixed).is_some(),
            Kind::Identifier(identifier) => identifier.of(value).is_some(),
            Kind::Start => start_of(value).is_some(),
        }
    }

    /// Identifiers that have nothing in front of them or behind (7.1).
    pub(crate) fn is_bare(&self) -> bool {
        let Kind::Identifier(identifier) = self else {
            return false;
        };
        identifier.prefix.as_ref().is_some_and(Vec::is_empty) && identifier.suffix.is_empty()
    }
}

/// A plan (5.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) kind: Kind,
    pub(crate) named: bool,
    pub(crate) equal: Option<usize>,
    pub(crate) parents: [Option<usize>; 2],
    pub(crate) base: Option<usize>,
    pub(crate) date: Option<usize>,
}

impl Plan {
    /// Decodes a plan, or learns from `given`.
    pub(crate) fn code(coder: &mut Coder, models: &mut Models, given: &Plan) -> Plan {
        let kind = code_kind(coder, models, &given.kind);
        let named = coder.raw_bits(given.named.into(), 1) == 1;
        let mut column = |given: Option<usize>| {
            let given = given.map_or(0, |column| column as u64 + 1);
            let number = models.number(coder, given, &[0; 7], 0);
            assert!(number <= 1_024, "damage: a column");
            (number as usize).checked_sub(1)
        };
        Plan {
            kind,
            named,
            equal: column(given.equal),
            parents: [column(given.parents[0]), column(given.parents[1])],
            base: column(given.base),
            date: column(given.date),
        }
    }
}

fn code_kind(coder: &mut Coder, models: &mut Models, given: &Kind) -> Kind {
    let number = match given {
        Kind::Few => 0,
        Kind::Many => 1,
        Kind::Player => 2,
        Kind::Number(_) => 3,
        Kind::Pattern(fixed) => 4 + u64::from(*fixed),
        Kind::Identifier(_) => 6,
        Kind::Start => 7,
    };
    match coder.raw_bits(number, 3) {
        0 => Kind::Few,
        1 => Kind::Many,
        2 => Kind::Player,
        3 => {
            let given = match given {
                Kind::Number(format) => format.clone(),
                _ => Format::default(),
            };
            Kind::Number(code_format(coder, models, &given))
        }
        4 => Kind::Pattern(false),
        5 => Kind::Pattern(true),
        6 => {
            let given = match given {
                Kind::Identifier(identifier) => identifier.clone(),
                _ => Identifier::default(),
            };
            Kind::Identifier(code_identifier(coder, models, &given))
        }
        _ => Kind::Start,
    }
}

fn code_format(coder: &mut Coder, models: &mut Models, given: &Format) -> Format {
    let notation = coder.raw_bits(given.notation.into(), 3) as u8;
    assert!(notation < 7, "damage: a notation");
    let prefix = models.string(coder, &given.prefix, 4);
    let suffix = match notation {
        MOMENT.. => models.string(coder, &given.suffix, 4),
        _ => Vec::new(),
    };
    Format {
        notation,
        prefix,
        suffix,
    }
}

fn code_identifier(coder: &mut Coder, models: &mut Models, given: &Identifier) -> Identifier {
    let alphabet = given.alphabet as u64;
    let first = match given.prefix {
        None => 7,
        Some(_) => alphabet,
    };
    let first = coder.raw_bits(first, 3);
    let number = match first {
        7 => coder.raw_bits(alphabet, 3),
        number => number,
    };
    assert!(number < 7, "damage: an alphabet");
    let len = coder.raw_bits(given.len as u64, 9).min(256) as usize;
    let prefix = (first < 7).then(|| {
        let given = given.prefix.clone().unwrap_or_default();
        models.string(coder, &given, 4)
    });
    let suffix = models.string(coder, &given.suffix, 4);
    Identifier {
        alphabet: number as usize,
        len,
        prefix,
        suffix,
    }
}

/// A column, and what is remembered of its values (4.2, 5.2).
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: Vec<u8>,
    pub(crate) occurrence: usize,
    pub(crate) plan: Plan,
    pub(crate) phase: Phase,
    pub(crate) rank: u8,
    /// 0 for White's, 1 for Black's.
    pub(crate) side: Option<usize>,
    pub(crate) group: u32,
    pub(crate) role: Role,
    pub(crate) sibling: Option<usize>,
    /// The last value, and whether there was one.
    pub(crate) last: Value,
    pub(crate) before: Value,
    pub(crate) history: u32,
    /// By source and trust.
    pub(crate) experts: Vec<[AdaptiveBit; 8]>,
    pub(crate) deltas: [u32; 2],
    pub(crate) list: Vec<Value>,
    pub(crate) recency: Recency,
    pub(crate) patterns: Vec<Value>,
    pub(crate) last_pattern: Value,
    pub(crate) last_fields: Vec<i64>,
    pub(crate) lately: Lately,
    pub(crate) pace: Pace,
    pub(crate) between: Between,
}

impl Column {
    /// A new column with so many of its name before it.
    pub(crate) fn new(name: Vec<u8>, occurrence: usize, plan: Plan) -> Column {
        let (side, rest) = match (name.strip_prefix(b"White"), name.strip_prefix(b"Black")) {
            (Some(rest), _) => (Some(0), rest),
            (_, Some(rest)) => (Some(1), rest),
            _ => (None, &name[..]),
        };
        let expert = AdaptiveBit::new().limit(60);
        Column {
            occurrence,
            plan,
            phase: phase(&name, occurrence),
            rank: rank(&name),
            side,
            group: fnv(rest),
            role: match occurrence {
                0 => Role::of(&name),
                _ => Role::Other,
            },
            sibling: None,
            last: None,
            before: None,
            history: 0,
            experts: (0..SOURCES)
                .map(|_| std::array::from_fn(|_| expert.clone()))
                .collect(),
            deltas: [0; 2],
            list: Vec::new(),
            recency: Recency::default(),
            patterns: Vec::new(),
            last_pattern: None,
            last_fields: Vec::new(),
            lately: Lately::default(),
            pace: Pace::default(),
            between: Between::default(),
            name,
        }
    }

    /// The format of its numbers.
    pub(crate) fn format(&self) -> Option<&Format> {
        match &self.plan.kind {
            Kind::Number(format) => Some(format),
            _ => None,
        }
    }

    /// *A second* of a column of times (8.1).
    pub(crate) fn a_second(&self) -> Option<i64> {
        self.format()?.a_second()
    }

    /// Puts a value to the list, unless it is there.
    pub(crate) fn enlist(&mut self, value: &Value) {
        if !self.list.contains(value) {
            self.list.push(value.clone());
        }
    }

    /// The field of its values (3.4).
    pub(crate) fn field(&self) -> u32 {
        match &self.name[..] {
            b"White" | b"Black" | b"Annotator" => 2,
            b"Event" | b"Tournament" | b"WhiteTeam" | b"BlackTeam" | b"BroadcastName" => 3,
            b"Site" | b"EventCountry" => 4,
            b"Opening" | b"Variation" | b"SubVariation" => 5,
            name => 16 + fnv(name) % 4_096,
        }
    }
}

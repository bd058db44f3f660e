//! Section 14 of the document: what a number may follow from. Numbers in comments are its clauses.

use super::{
    gauge::class,
    template::{Sort, Template},
    walk::Positions,
};
use shakmaty::{Chess, Color, Position, Role};

/// How many sources there are.
pub(crate) const SOURCES: usize = 25;
/// Where the numbers of comments begin among them.
const OWN: usize = 10;
/// 14.1
pub(crate) const MOST: i64 = 1 << 60;

/// A number that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// In thousandths.
    pub(crate) value: i64,
    /// Whether it is an other one.
    pub(crate) is_other: bool,
}

/// All sources.
pub(crate) type All = [Option<Known>; SOURCES];

/// 14.1
pub(crate) fn in_thousandths(value: i64, decimals: u32) -> i64 {
    match decimals {
        0..=3 => value
            .saturating_mul(10_i64.pow(3 - decimals))
            .clamp(-MOST, MOST),
        _ => value / 10_i64.pow(decimals - 3),
    }
}

/// `signed` of 17.3
pub(crate) fn signed(n: i64) -> u32 {
    let size = class(i64::try_from(n.unsigned_abs()).unwrap_or(i64::MAX));
    (size as u32) << 1 | u32::from(n < 0)
}

/// 14.3, and what the last evaluation said.
#[derive(Clone, Default)]
pub(crate) struct Earlier {
    thought: Option<Known>,
    numbers: Vec<Known>,
    /// The name of its field, and what it said.
    pub(crate) evaluation: Option<(u32, i64)>,
    /// The same when the last step or bracket came.
    of_earlier_step: Option<(u32, i64)>,
}

impl Earlier {
    /// Another step or a bracket has come.
    pub(crate) fn begin_step(&mut self) {
        self.thought = None;
        self.numbers.clear();
        self.of_earlier_step = self.evaluation;
    }

    /// The fields of a comment are coded.
    pub(crate) fn keep(&mut self, sources: &Sources) {
        self.thought = sources.all[0];
        self.numbers = sources.all[OWN..]
            .iter()
            .flatten()
            .take(6)
            .copied()
            .collect();
    }
}

/// The sources of a comment.
pub(crate) struct Sources {
    all: All,
    /// The name of the field of the last evaluation on an earlier step, and what it said.
    evaluation: Option<(u32, i64)>,
    /// How many numbers of comments there are.
    own: usize,
    latest: [Option<Known>; 4],
    /// Whether the template has several numbers.
    pub(crate) among: bool,
}

impl Sources {
    /// Those that a comment begins with.
    pub(crate) fn new(template: &Template, positions: &Positions, earlier: &Earlier) -> Sources {
        let mut all = [None; SOURCES];
        let known = |value| Known {
            value,
            is_other: false,
        };
        all[0] = earlier.thought;
        if let Some(after) = &positions.after {
            let before = positions.before.as_ref().unwrap_or(after);
            let values = of_positions(&before.position, &after.position);
            for (source, value) in all[1..8].iter_mut().zip(values) {
                *source = Some(known(value));
            }
        }
        let is_elsewhere = |name| template.fields.iter().all(|field| field.name != name);
        let evaluation = earlier.of_earlier_step;
        let elsewhere = evaluation.filter(|&(name, _)| is_elsewhere(name));
        all[8] = elsewhere.map(|(_, value)| known(value));
        let mut sources = Sources {
            all,
            evaluation,
            own: 0,
            latest: [None; 4],
            among: template.numbers() > 1,
        };
        earlier
            .numbers
            .iter()
            .for_each(|&number| sources.note(number));
        sources
    }

    /// The time thought about the move, in thousandths.
    pub(crate) fn set_thought(&mut self, value: i64) {
        self.all[0] = Some(Known {
            value,
            is_other: false,
        });
    }

    /// Whether that is known.
    pub(crate) fn tell_thought(&self) -> bool {
        self.all[0].is_some()
    }

    /// That; 0 if it is not known.
    pub(crate) fn thought(&self) -> i64 {
        self.all[0].map_or(0, |known| known.value)
    }

    /// The rate of hits.
    pub(crate) fn set_hits(&mut self, rate: Option<i64>) {
        self.all[9] = rate.map(|value| Known {
            value,
            is_other: true,
        });
    }

    /// A number of this comment, in thousandths.
    pub(crate) fn add(&mut self, value: i64, sort: Sort) {
        self.note(Known {
            value,
            is_other: sort == Sort::Other,
        });
    }

    fn note(&mut self, number: Known) {
        self.latest.rotate_right(1);
        self.latest[0] = Some(number);
        if let Some(place) = self.all.get_mut(OWN + self.own) {
            *place = Some(number);
            self.own += 1;
        }
    }

    /// Those of an evaluation in a field of this name.
    pub(crate) fn for_eval(&self, name: u32) -> All {
        let mut all = self
            .all
            .map(|source| source.filter(|known| !known.is_other));
        let elsewhere = self.evaluation.filter(|&(of, _)| of != name);
        all[8] = elsewhere.map(|(_, value)| Known {
            value,
            is_other: false,
        });
        all
    }

    /// Those of any other number.
    pub(crate) fn for_other(&self, decimals: u32) -> All {
        let mut all = self.all;
        if decimals != 1 {
            all[9] = None;
        }
        all
    }

    /// Those of ticks (18.5, 1).
    pub(crate) fn thousandfold(&self) -> All {
        let mut all = self.all;
        for i in 0..self.own {
            if let Some(place) = all.get_mut(OWN + self.own + i) {
                *place = self.all[OWN + i].map(|known| Known {
                    value: known.value.saturating_mul(1_000).clamp(-MOST, MOST),
                    ..known
                });
            }
        }
        all
    }

    /// The latest of the latest four, or the latest that is not an other one; 0 if there is none.
    pub(crate) fn latest(&self, others_too: bool) -> i64 {
        let mut latest = self.latest.iter().flatten();
        let found = latest.find(|known| others_too || !known.is_other);
        found.map_or(0, |known| known.value)
    }

    /// `signed` of the latest three.
    pub(crate) fn sizes(&self) -> [u32; 3] {
        [0, 1, 2].map(|i| self.latest[i].map_or(0, |known| signed(known.value)))
    }

    /// The latest four as far as they are whole and from 1 to 10^15 - 1.
    pub(crate) fn whole(&self) -> [Option<u64>; 4] {
        self.latest.map(|known| {
            let value = known?.value;
            let whole = (value % 1_000 == 0).then_some(value / 1_000)?;
            (1..1_000_000_000_000_000)
                .contains(&whole)
                .then_some(whole as u64)
        })
    }
}

/// Sources 1 to 7.
fn of_positions(before: &Chess, after: &Chess) -> [i64; 7] {
    let more = |role: Role| {
        let of = |color: Color| after.board().by_piece(role.of(color)).count() as i64;
        1_000 * (of(Color::White) - of(Color::Black))
    };
    let [n, m] = [after, before].map(|position| i64::from(position.halfmoves()));
    [
        -1_000 * ((n + 1) / 2),
        -1_000 * (m / 2),
        more(Role::Pawn),
        more(Role::Knight),
        more(Role::Bishop),
        more(Role::Rook),
        more(Role::Queen),
    ]
}

//! The numbers of a comment so far, and what else a number may follow from.

use super::{
    bucket::fine_log,
    column::{LIMIT, SOURCES, Source, in_thousandths},
    fields::Around,
    moment::Moment,
    number,
    speed::REACH,
    template::{Sort, Template},
};
use crate::{
    chess::{Color, Position, Role, Rules},
    error::{Error, Result},
};

/// The first source that is a number of comments on the move: before come the time thought, facts about the position,
/// the last evaluation, and the rate of ponder hits.
const FIRST_OWN: usize = HITS + 1;
/// The source that is the last evaluation.
const EVALUATION: usize = 8;
/// The source that is the rate of ponder hits.
const HITS: usize = 9;
/// So many numbers of earlier comments on a move are kept for the next.
const MOST_EARLIER: usize = 6;

/// `value`, if a comment can hold such a number.
///
/// # Errors
/// When it has too many digits.
pub(super) fn bounded(value: i64) -> Result<i64> {
    if value.unsigned_abs() >= number::LIMIT {
        return Err(Error::corrupt("a number is out of all bounds"));
    }
    Ok(value)
}

/// What the comments before have told. (Lichess, asked for words, says first what a move has made of the evaluation,
/// `(0.41 → 0.14) Inaccuracy.`, and then the evaluation; DGT's boards have clock and time in comments of their own.)
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    /// The time thought about the move, and the numbers, of comments on the same move.
    thought: Option<Source>,
    numbers: Vec<Source>,
    /// The last evaluation, and the name of its column.
    evaluation: Option<(u32, i64)>,
}

impl Earlier {
    /// Another move comes.
    pub(super) fn begin_move(&mut self) {
        self.thought = None;
        self.numbers.clear();
    }

    /// Takes note of an evaluation, in thousandths, of the column `name`.
    pub(super) fn set_evaluation(&mut self, name: u32, value: i64) {
        self.evaluation = Some((name, value));
    }

    /// Takes note of what a comment has told.
    pub(super) fn learn(&mut self, known: &Known) {
        self.thought = known.sources[0];
        let own = known.sources[FIRST_OWN..known.next].iter();
        self.numbers.clear();
        self.numbers.extend(own.flatten().take(MOST_EARLIER));
    }
}

/// A place where a number is to stand, and what is known before it does.
#[derive(Clone, Copy)]
pub(super) struct Blank<'a> {
    /// Tells columns apart.
    pub(super) name: u32,
    /// How many the number is written with; its unit is the last of them.
    pub(super) decimals: u32,
    pub(super) moment: &'a Moment,
    pub(super) known: &'a Known,
}

impl Blank<'_> {
    /// Tells columns apart, those of other decimals as well.
    pub(super) fn column(&self) -> u32 {
        self.name ^ self.decimals << 20
    }
}

/// Numbers of the comment so far.
pub(super) struct Known {
    sources: [Option<Source>; SOURCES],
    next: usize,
    /// Whether there is more than one number.
    pub(super) among: bool,
}

impl Known {
    pub(super) fn new(around: &Around, template: &Template, earlier: &Earlier) -> Known {
        let mut sources = [None; SOURCES];
        sources[0] = earlier.thought;
        if let Some(after) = &around.branch.after {
            let before = around.branch.before.as_ref().unwrap_or(after);
            let facts = of_positions(&before.position, &after.position);
            for (source, value) in sources[1..EVALUATION].iter_mut().zip(facts) {
                let value = in_thousandths(value, 1);
                *source = Some(Source {
                    value,
                    is_other: false,
                });
            }
        }
        // A column of its own knows its last number anyway.
        sources[EVALUATION] = earlier
            .evaluation
            .filter(|(name, _)| template.columns.iter().all(|column| column.name != *name))
            .map(|(_, value)| Source {
                value,
                is_other: false,
            });
        for (source, number) in sources[FIRST_OWN..].iter_mut().zip(&earlier.numbers) {
            *source = Some(*number);
        }
        Known {
            sources,
            next: FIRST_OWN + earlier.numbers.len(),
            among: template.numbers > 1,
        }
    }

    /// Takes note of the rate of ponder hits.
    pub(super) fn set_hits(&mut self, rate: Option<i64>) {
        self.sources[HITS] = rate.map(|value| Source {
            value,
            is_other: true, // lines of play tell it
        });
    }

    /// Takes note of the time thought about the move.
    pub(super) fn set_thought(&mut self, value: i64) {
        self.sources[0] = Some(Source {
            value,
            is_other: false,
        });
    }

    /// The time thought about the move, in thousandths; 0 where clocks do not tell.
    pub(super) fn thought(&self) -> i64 {
        self.sources[0].map_or(0, |source| source.value)
    }

    /// Takes note of a number, in thousandths.
    pub(super) fn add(&mut self, value: i64, sort: Sort) {
        if self.next < SOURCES {
            let is_other = sort == Sort::Other;
            self.sources[self.next] = Some(Source { value, is_other });
            self.next += 1;
        }
    }

    /// What the stream of numbers of this sort may depend on.
    pub(super) fn for_sort(&self, sort: Sort) -> [Option<Source>; SOURCES] {
        match sort {
            Sort::Other => self.sources,
            _ => self
                .sources
                .map(|source| source.filter(|source| !source.is_other)),
        }
    }

    /// The numbers of the comment and of earlier ones on the move, the latest first.
    fn own(&self) -> impl Iterator<Item = i64> {
        let own = &self.sources[FIRST_OWN..self.next];
        own.iter().rev().flatten().map(|source| source.value)
    }

    /// How large the last numbers of the comment were and which sign they had, in classes, the latest first.
    pub(super) fn sizes(&self) -> [u32; 3] {
        let mut sizes = [0; 3];
        for (size, value) in sizes.iter_mut().zip(self.own()) {
            *size = class_of(value);
        }
        sizes
    }

    /// The last numbers of the comment, the latest first, where they are whole and greater than zero.
    pub(super) fn whole(&self) -> [Option<u64>; REACH] {
        let mut whole = [None; REACH];
        for (place, value) in whole.iter_mut().zip(self.own()) {
            *place = u64::try_from(value / 1000)
                .ok()
                .filter(|number| value % 1000 == 0 && (1..number::LIMIT).contains(number));
        }
        whole
    }

    /// The sources, and behind them those of the comment times a thousand, as many as there is room for: seconds and thousandths of
    /// them are not told apart.
    pub(super) fn thousandfold(&self) -> [Option<Source>; SOURCES] {
        let mut sources = self.sources;
        let (own, room) = sources.split_at_mut(self.next);
        for (place, source) in room.iter_mut().zip(&own[FIRST_OWN..]) {
            *place = source.map(|source| Source {
                value: source.value.saturating_mul(1000).clamp(-LIMIT, LIMIT),
                ..source
            });
        }
        sources
    }

    /// The last number that a stream of this sort may depend on; 0 for none.
    pub(super) fn latest(&self, sort: Sort) -> i64 {
        let own = &self.for_sort(sort)[FIRST_OWN..];
        let latest = own.iter().flatten().last();
        latest.map_or(0, |source| source.value)
    }
}

/// The size and the sign of a number in one.
pub(super) fn class_of(number: i64) -> u32 {
    fine_log(number.unsigned_abs()) << 1 | u32::from(number < 0)
}

/// What programs with much to say say about the positions before and after a move: moves since the last capture or pawn
/// move, to be taken from fifty (those after the move, rounded up, and those before it, rounded down), and how many
/// pieces of each kind White has more than Black; in tenths.
fn of_positions(before: &Position, after: &Position) -> [i64; EVALUATION - 1] {
    let board = after.board();
    let more = |role: Role| {
        let of = |color: Color| (board.by_role(role) & board.by_color(color)).count() as i64;
        10 * (of(Color::White) - of(Color::Black))
    };
    [
        -10 * i64::from(after.halfmoves().div_ceil(2)),
        -10 * i64::from(before.halfmoves() / 2),
        more(Role::Pawn),
        more(Role::Knight),
        more(Role::Bishop),
        more(Role::Rook),
        more(Role::Queen),
    ]
}

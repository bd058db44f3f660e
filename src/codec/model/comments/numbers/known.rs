//! The numbers of a comment so far, and the other *sources* that a number may follow from: numbers
//! of earlier comments, the time thought, facts about the position.

use super::{
    bucket::fine_log,
    column::{LIMIT, SOURCES, Source, in_thousandths},
    speed::REACH,
};
use crate::{
    chess::{Position, Role, Rules, material},
    codec::model::comments::{
        branch::Branch,
        moment::Moment,
        syntax::{column::Sort, number, template::Template},
    },
    error::{Error, Result},
};

/// The source that is the time thought about the move. Facts about the position follow it, up to
/// the last evaluation.
const THOUGHT: usize = 0;
/// The first source that is a number of a comment on the same move. Before it come the time
/// thought, facts about the position, the last evaluation, and the rate of ponder hits.
const FIRST_OWN: usize = HITS + 1;
/// Which source is the last evaluation.
const EVALUATION: usize = 8;
/// Which source is the rate of ponder hits.
const HITS: usize = 9;
/// Most numbers of earlier comments on a move that are kept as sources for the next comment.
const MOST_EARLIER: usize = 6;

/// Returns `value` if a comment can hold such a number.
///
/// # Errors
/// If it has too many digits.
pub(crate) fn bounded(value: i64) -> Result<i64> {
    if value.unsigned_abs() >= number::LIMIT {
        return Err(Error::corrupt("a number is out of all bounds"));
    }
    Ok(value)
}

/// What earlier comments of the game have told. (Lichess, asked for words, first writes how a move
/// changed the evaluation, `(0.41 → 0.14) Inaccuracy.`, and then the evaluation; DGT's boards write
/// clock and time in comments of their own.)
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    /// The time thought about the move, as comments on it tell.
    thought: Option<Source>,
    /// The first few numbers of comments on the same move.
    numbers: Vec<Source>,
    /// The last evaluation, and what it was when the move came.
    evaluation: Option<Evaluation>,
    before_move: Option<Evaluation>,
}

/// A number that is an evaluation.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    /// The name of its column.
    name: u32,
    /// In thousandths.
    value: i64,
}

impl Evaluation {
    /// As a source for numbers that do not have this column.
    fn source(self) -> Source {
        Source {
            value: self.value,
            is_other: false,
        }
    }
}

impl Earlier {
    /// Another move comes.
    pub(crate) fn begin_move(&mut self) {
        self.thought = None;
        self.numbers.clear();
        self.before_move = self.evaluation;
    }

    /// Notes an evaluation of the column `name`, in thousandths.
    pub(crate) fn set_evaluation(&mut self, name: u32, value: i64) {
        self.evaluation = Some(Evaluation { name, value });
    }

    /// Notes the numbers of a comment that is complete.
    pub(crate) fn learn(&mut self, known: &Known) {
        self.thought = known.sources[THOUGHT];
        let own = known.sources[FIRST_OWN..known.next].iter();
        self.numbers.clear();
        self.numbers.extend(own.flatten().take(MOST_EARLIER));
    }
}

/// A number to be coded: its place, and what is known before it.
#[derive(Clone, Copy)]
pub(crate) struct Blank<'a> {
    /// The column's name: a hash of the words beside the number.
    pub(crate) name: u32,
    /// Digits after the point; the number is coded in units of the last one.
    pub(crate) decimals: u32,
    pub(crate) moment: &'a Moment,
    pub(crate) known: &'a Known,
}

impl Blank<'_> {
    /// The [column](column_of) that it is coded in.
    pub(crate) fn column(&self) -> u32 {
        column_of(self.name, self.decimals)
    }
}

/// The name of a column combined with its decimals, so that columns of other units stay apart.
pub(super) fn column_of(name: u32, decimals: u32) -> u32 {
    name ^ decimals << 20
}

/// The sources that are known before a number is coded: the time thought ([`THOUGHT`]), facts about
/// the position, the last evaluation ([`EVALUATION`]), the rate of ponder hits ([`HITS`]), then,
/// from [`FIRST_OWN`] on, the numbers of earlier comments on the move and of this comment so far.
pub(crate) struct Known {
    sources: [Option<Source>; SOURCES],
    /// The last evaluation of an earlier move.
    evaluation: Option<Evaluation>,
    next: usize,
    /// The last numbers of the comment and of earlier ones on the move, the latest first.
    latest: [Option<Source>; REACH],
    /// Whether the comment has more than one number that is no time.
    pub(crate) among: bool,
}

impl Known {
    pub(crate) fn new(branch: Option<&Branch>, template: &Template, earlier: &Earlier) -> Known {
        let evaluation = earlier.before_move;
        let mut known = Known {
            sources: [None; SOURCES],
            evaluation,
            next: FIRST_OWN,
            latest: [None; REACH],
            among: template.numbers > 1,
        };
        known.sources[THOUGHT] = earlier.thought;
        if let Some(Branch { after, before, .. }) = branch {
            let before = before.as_ref().unwrap_or(after);
            let facts = of_positions(&before.position, &after.position);
            let places = known.sources[THOUGHT + 1..EVALUATION].iter_mut();
            for (source, value) in places.zip(facts) {
                let value = in_thousandths(value, 0);
                *source = Some(Source {
                    value,
                    is_other: false,
                });
            }
        }
        // Not if this comment has that column, unless another one is an evaluation, too (see
        // [`for_eval`](Known::for_eval)): a column knows its own last number anyway.
        let is_own = |name: u32| template.columns.iter().any(|column| column.name == name);
        let elsewhere = evaluation.filter(|last| !is_own(last.name));
        known.sources[EVALUATION] = elsewhere.map(Evaluation::source);
        for &number in &earlier.numbers {
            known.note(number);
        }
        known
    }

    /// Sets the rate of ponder hits, in thousandths of a percent.
    pub(crate) fn set_hits(&mut self, rate: Option<i64>) {
        self.sources[HITS] = rate.map(|value| Source {
            value,
            is_other: true, // lines of play tell it
        });
    }

    /// Sets the time thought about the move, in thousandths of a second.
    pub(crate) fn set_thought(&mut self, value: i64) {
        self.sources[THOUGHT] = Some(Source {
            value,
            is_other: false,
        });
    }

    /// Whether the time thought about the move is known.
    pub(crate) fn tells_thought(&self) -> bool {
        self.sources[THOUGHT].is_some()
    }

    /// The time thought about the move, in thousandths of a second; 0 if nothing tells.
    pub(crate) fn thought(&self) -> i64 {
        self.sources[THOUGHT].map_or(0, |source| source.value)
    }

    /// Adds a number of this comment, in thousandths.
    pub(crate) fn add(&mut self, value: i64, sort: Sort) {
        let is_other = sort == Sort::Other;
        self.note(Source { value, is_other });
    }

    fn note(&mut self, number: Source) {
        self.latest.rotate_right(1);
        self.latest[0] = Some(number);
        if let Some(place) = self.sources.get_mut(self.next) {
            *place = Some(number);
            self.next += 1;
        }
    }

    /// The sources that an evaluation in the column `name` may depend on: none of the other numbers,
    /// so that evaluations can be read without these.
    pub(crate) fn for_eval(&self, name: u32) -> [Option<Source>; SOURCES] {
        let is_no_other = |source: &Source| !source.is_other;
        let mut sources = self.sources.map(|source| source.filter(is_no_other));
        let elsewhere = self.evaluation.filter(|last| last.name != name);
        sources[EVALUATION] = elsewhere.map(Evaluation::source);
        sources
    }

    /// The sources that a number other than a clock or an evaluation, of so many decimals, may
    /// depend on. Only those in tenths look at the rate of ponder hits, since each source takes
    /// time.
    pub(super) fn for_figure(&self, decimals: u32) -> [Option<Source>; SOURCES] {
        let mut sources = self.sources;
        if decimals != 1 {
            sources[HITS] = None;
        }
        sources
    }

    /// The size and sign classes of the last three numbers, the latest first.
    pub(super) fn sizes(&self) -> [u32; 3] {
        let mut sizes = [0; 3];
        for (size, number) in sizes.iter_mut().zip(self.latest.iter().flatten()) {
            *size = size_class(number.value);
        }
        sizes
    }

    /// The last numbers, the latest first; `None` for those that are not whole and positive.
    pub(super) fn whole(&self) -> [Option<u64>; REACH] {
        let mut whole = [None; REACH];
        for (place, number) in whole.iter_mut().zip(self.latest.iter().flatten()) {
            let value = number.value;
            *place = u64::try_from(value / 1000)
                .ok()
                .filter(|number| value % 1000 == 0 && (1..number::LIMIT).contains(number));
        }
        whole
    }

    /// The sources, and behind them the numbers of the comments times a thousand, as many as fit:
    /// what is a number of seconds may also stand for milliseconds.
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

    /// The last number of the comments that one of this sort may depend on; 0 if it is not among
    /// the last few.
    pub(crate) fn latest(&self, sort: Sort) -> i64 {
        let mut latest = self.latest.iter().flatten();
        let number = latest.find(|number| sort == Sort::Other || !number.is_other);
        number.map_or(0, |number| number.value)
    }
}

/// The size class and the sign of a number as one class.
pub(super) fn size_class(number: i64) -> u32 {
    fine_log(number.unsigned_abs()) << 1 | u32::from(number < 0)
}

/// Facts about the positions before and after a move that talkative programs write down. First two
/// counts of moves since the last capture or pawn move, negative, as they are taken from fifty:
/// after the move (rounded up) and before it (rounded down). Then how many more pieces of each kind
/// White has than Black.
fn of_positions(before: &Position, after: &Position) -> [i64; EVALUATION - 1] {
    let more = |role: Role| i64::from(material::more(after, role));
    [
        -i64::from(after.halfmoves().div_ceil(2)),
        -i64::from(before.halfmoves() / 2),
        more(Role::Pawn),
        more(Role::Knight),
        more(Role::Bishop),
        more(Role::Rook),
        more(Role::Queen),
    ]
}

//! What stands in the fields of a comment: each goes to the coder for its kind and into the stream for its sort.

use super::{
    clock::{Clocks, Control},
    column::{Columns, SOURCES, Source, normal},
    evals::{Evals, Prospect},
    forms::Forms,
    guess::Guesser,
    lines::Branch,
    moment::Moment,
    number::{Number, Prefix},
    plan::Plan,
    play::{Future, LineKind, Play},
    span::SpanForm,
    template::{Column, Field, Kind, Piece, Sort, Template},
};
use crate::{
    chess::{Color, Move, Position, Role, Rules},
    codec::{
        model::{channels::Channels, moves::model::MoveModel},
        streams::Stream,
    },
    coding::{mix::hash3, range::Coder},
    error::{Error, Result},
    limits::Budget,
};

/// Longest time that is coded, in ticks: what a decoder reads beyond it is broken.
const MOST_TICKS: i64 = 1 << 46;
/// Sources that come before the numbers of the comment: the time thought, and facts about the position.
const FIRST_OWN: usize = 7;
/// No number has more digits than these.
const MOST_VALUE: u64 = 1_000_000_000_000_000;

/// What a comment's fields are coded with.
pub(super) struct Fields<'m> {
    clocks: Clocks,
    evals: Evals,
    columns: Columns,
    forms: Forms,
    guesser: Guesser,
    /// Made when the first line comes.
    play: Option<Box<Play<'m>>>,
    plan: &'static Plan,
    moves: &'m MoveModel,
}

/// What is known around a comment.
pub(super) struct Around<'a> {
    pub(super) moment: Moment,
    /// Where its lines of play may start.
    pub(super) branch: &'a Branch,
    /// What the game plays.
    pub(super) future: Future<'a>,
    pub(super) budget: &'a Budget,
}

/// Numbers of the comment so far.
struct Known {
    sources: [Option<Source>; SOURCES],
    next: usize,
    /// Whether there is more than one number.
    among: bool,
}

impl Known {
    fn new(around: &Around, among: bool) -> Known {
        let mut sources = [None; SOURCES];
        if let Some(root) = &around.branch.after {
            for (source, value) in sources[1..FIRST_OWN]
                .iter_mut()
                .zip(of_position(&root.position))
            {
                let value = normal(value, 1);
                *source = Some(Source {
                    value,
                    sort: Sort::Clock,
                });
            }
        }
        Known {
            sources,
            next: FIRST_OWN,
            among,
        }
    }

    fn add(&mut self, value: i64, sort: Sort) {
        if self.next < SOURCES {
            self.sources[self.next] = Some(Source { value, sort });
            self.next += 1;
        }
    }

    /// What the stream of numbers of this sort may depend on.
    fn for_sort(&self, sort: Sort) -> [Option<Source>; SOURCES] {
        match sort {
            Sort::Other => self.sources,
            _ => self
                .sources
                .map(|source| source.filter(|source| source.sort != Sort::Other)),
        }
    }

    fn latest(&self, sort: Sort) -> i64 {
        self.for_sort(sort)
            .into_iter()
            .flatten()
            .last()
            .map_or(0, |source| source.value)
    }
}

/// What programs with much to say say about the position: half-moves since the last capture or pawn move, as whole moves less, and
/// how many pieces of each kind White has more than Black; in tenths.
fn of_position(position: &Position) -> [i64; FIRST_OWN - 1] {
    let board = position.board();
    let more = |role: Role| {
        let of = |color: Color| (board.by_role(role) & board.by_color(color)).count() as i64;
        10 * (of(Color::White) - of(Color::Black))
    };
    [
        -5 * i64::from(position.halfmoves()),
        more(Role::Pawn),
        more(Role::Knight),
        more(Role::Bishop),
        more(Role::Rook),
        more(Role::Queen),
    ]
}

impl<'m> Fields<'m> {
    pub(super) fn new(plan: &'static Plan, moves: &'m MoveModel) -> Fields<'m> {
        Fields {
            clocks: Clocks::new(plan),
            evals: Evals::new(plan),
            columns: Columns::default(),
            forms: Forms::new(),
            guesser: Guesser::new(plan),
            play: None,
            plan,
            moves,
        }
    }

    /// Knowing nothing beforehand of clocks and evaluations.
    #[cfg(test)]
    pub(super) fn untrained(plan: &'static Plan, moves: &'m MoveModel) -> Fields<'m> {
        Fields {
            clocks: Clocks::untrained(plan),
            evals: Evals::untrained(plan),
            ..Fields::new(plan, moves)
        }
    }

    /// What is known by now of clocks and evaluations.
    #[cfg(test)]
    pub(super) fn to_priors(&self) -> [Vec<u8>; 2] {
        [self.clocks.to_prior(), self.evals.to_prior()]
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self, control: Control) {
        self.clocks.begin(control);
        self.evals.begin();
        self.columns.begin_game();
        if let Some(play) = &mut self.play {
            play.begin_game();
        }
    }

    /// What codes moves of lines.
    pub(super) fn play(&mut self) -> &mut Play<'m> {
        self.play
            .get_or_insert_with(|| Box::new(Play::new(self.plan, self.moves)))
    }

    /// Codes the fields of a comment made after `template`.
    ///
    /// # Errors
    /// When what is read cannot stand there.
    pub(super) fn code<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        template: &Template,
        given: Option<&[Field]>,
        around: &Around,
    ) -> Result<Vec<Field>> {
        let moment = &around.moment;
        self.forms.begin();
        let mut known = Known::new(around, template.numbers > 1);
        let kinds = template.pieces.iter().filter_map(|piece| match piece {
            Piece::Field(kind) => Some(*kind),
            Piece::Text(_) => None,
        });
        let mut fields = Vec::new();
        for (index, (kind, &column)) in kinds.zip(&template.columns).enumerate() {
            let given = given.map(|fields| &fields[index]);
            fields.push(match kind {
                Kind::Span(form) => {
                    let ticks = match given {
                        Some(Field::Span(ticks)) => *ticks as i64,
                        _ => 0,
                    };
                    Field::Span(self.code_span(channels, form, column, ticks, moment, &mut known)?)
                }
                Kind::Number => {
                    let number = match given {
                        Some(Field::Number(number)) => Some(number),
                        _ => None,
                    };
                    Field::Number(self.code_number(channels, column, number, moment, &mut known)?)
                }
                Kind::Line(form) => {
                    let moves = match given {
                        Some(Field::Line(moves)) => moves.as_slice(),
                        _ => &[],
                    };
                    let root = around.branch.start(form);
                    let root = root
                        .ok_or_else(|| Error::corrupt("a line of play starts from no position"))?;
                    let line = LineKind {
                        context: hash3(column.name, u32::from(form.before), 0) as u32,
                        side: moment.side,
                        before: form.before,
                    };
                    let coder = &mut channels[Stream::Lines];
                    let future = &around.future;
                    let moves = self.play().code_line(coder, root, moves, line, future)?;
                    if C::READS {
                        around.budget.take(moves.len() * size_of::<Move>())?;
                    }
                    Field::Line(moves)
                }
            });
        }
        Ok(fields)
    }

    fn code_span<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        form: SpanForm,
        column: Column,
        ticks: i64,
        moment: &Moment,
        known: &mut Known,
    ) -> Result<u64> {
        let decimals = u32::from(form.decimals);
        let ticks = if column.sort == Sort::Clock {
            let coder = &mut channels[Stream::Clocks];
            let ticks =
                self.clocks
                    .code(coder, &mut self.guesser, ticks, form.per_second(), moment);
            known.sources[0] = Some(Source {
                value: normal(self.clocks.thought, decimals),
                sort: Sort::Clock,
            });
            ticks
        } else {
            let coder = &mut channels[Stream::Numbers];
            let sources = known.for_sort(Sort::Other);
            let guesses = self
                .columns
                .guess(column.name, moment.side, &sources, decimals);
            let hint = known.latest(Sort::Other) as u32;
            let ticks = self.guesser.code(coder, ticks, column.name, guesses, hint);
            self.columns
                .learn(normal(ticks, decimals), moment.side, &sources);
            ticks
        };
        if !(0..MOST_TICKS).contains(&ticks) {
            return Err(Error::corrupt("a time is out of all bounds"));
        }
        known.add(normal(ticks, decimals), column.sort);
        Ok(ticks as u64)
    }

    fn code_number<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        column: Column,
        given: Option<&Number>,
        moment: &Moment,
        known: &mut Known,
    ) -> Result<Number> {
        let coder = match column.sort {
            Sort::Eval => &mut channels[Stream::Evals],
            _ => &mut channels[Stream::Numbers],
        };
        let sources = known.for_sort(column.sort);
        let size = self.columns.size(column.name, moment.side);
        let form = self
            .forms
            .code(coder, given, column.name, moment.side, size)?;
        // Mates are counted apart from other numbers.
        let name = match form.prefix {
            Prefix::None => column.name,
            Prefix::Letter | Prefix::Hash => !column.name,
        };
        let decimals = u32::from(form.decimals);
        let guesses = self.columns.guess(name, moment.side, &sources, decimals);
        let given = given.map_or(0, |number| number.value);
        let latest = known.latest(column.sort);
        let value = if column.sort == Sort::Eval {
            let prospect = Prospect {
                column: name ^ decimals << 20,
                guesses: &guesses,
                moment,
                thought: sources[0].map_or(0, |source| source.value),
                beside: latest,
                among: known.among,
            };
            self.evals.code(coder, &mut self.guesser, given, &prospect)
        } else {
            let column = name ^ decimals << 20;
            self.guesser
                .code(coder, given, column, guesses, latest as u32)
        };
        if value.unsigned_abs() >= MOST_VALUE {
            return Err(Error::corrupt("a number is out of all bounds"));
        }
        let normal = normal(value, decimals);
        self.columns.learn(normal, moment.side, &sources);
        known.add(normal, column.sort);
        Ok(Number { value, form })
    }
}

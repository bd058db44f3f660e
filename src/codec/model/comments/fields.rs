//! The fields of a comment: hands each to the coder for its kind, in the order of their sorts.

use super::{
    branch::Branch,
    marks::{Marks, OnBoard},
    moment::Moment,
    numbers::{
        clock::{Clocks, Reading},
        column::in_thousandths,
        control::Control,
        evals::{Evals, Prospect},
        figures::Figures,
        forms::Forms,
        guess::Guesser,
        known::{Blank, Earlier, Known, bounded},
        ponder::Ponder,
    },
    play::{Future, LineKind, Play},
    syntax::{
        column::{Column, Kind, Sort},
        lines::LineForm,
        number::{Number, Prefix},
        profile::Profile,
        span::SpanForm,
        template::{Field, Template},
    },
    verdict::Standing,
};
use crate::{
    chess::{Move, ends::king_or_to},
    codec::{
        level::Row,
        model::{
            channels::Channels,
            learnt::{Learnt, Priors},
        },
        streams::Stream,
    },
    coding::{adaptive, mix::hash32, range::Coder},
    error::{Error, Result},
    limits::{Budget, charges},
};
use rustc_hash::FxHashSet;

/// Times are below this many ticks; another one that a decoder reads is an error.
const MOST_TICKS: i64 = 1 << 46;

const _: () = assert!(size_of::<Move>() <= charges::COMMENT_MOVE);
const _: () = assert!(size_of::<i64>() <= charges::RUN_EVALUATION);

/// The coders of fields.
pub(super) struct Fields<'m> {
    clocks: Clocks<'m>,
    evals: Evals<'m>,
    figures: Figures,
    forms: Forms,
    marks: Marks,
    earlier: Earlier,
    /// The columns that may be in centipawns, and have shown that they are not.
    in_pawns: FxHashSet<u32>,
    /// What the first evaluation of the comment says.
    standing: Option<Standing>,
    /// By side, which of the opponent's moves were expected.
    ponders: [Ponder; 2],
    /// For profiles: the first half-move, and how many half-moves before the end of the game the
    /// last one is.
    ends: [adaptive::Number; 2],
    /// Made when the first line of play comes.
    play: Option<Box<Play<'m>>>,
    row: &'static Row,
    learnt: &'m Learnt,
}

/// What is known around a comment.
pub(super) struct Around<'a> {
    pub(super) moment: Moment,
    /// The positions that its lines of play may start from.
    pub(super) branch: Option<&'a Branch>,
    /// What the game plays from here.
    pub(super) future: Future<'a>,
    pub(super) budget: &'a Budget,
}

impl Around<'_> {
    /// The opponent's move that the one commented on answers, where positions are known.
    fn answered(&self) -> Option<Move> {
        self.branch?.before.as_ref()?.last
    }

    /// Where its marks are.
    ///
    /// # Errors
    /// Where positions are not known.
    fn on_board(&self) -> Result<OnBoard<'_>> {
        let branch = self.branch;
        let Branch { after: root, .. } =
            branch.ok_or_else(|| Error::corrupt("squares are marked on no board"))?;
        let ends = |m: Move| Some((m.from()?, king_or_to(m)));
        Ok(OnBoard {
            position: &root.position,
            moves: [root.last, self.future.next()].map(|m| m.and_then(ends)),
        })
    }
}

impl<'m> Fields<'m> {
    pub(super) fn new(row: &'static Row, learnt: &'m Learnt) -> Fields<'m> {
        Fields {
            clocks: Clocks::new(row.annotations, &learnt.priors().clocks),
            evals: Evals::new(row.annotations, &learnt.priors().evals),
            figures: Figures::new(Guesser::new(row.annotations)),
            forms: Forms::new(row.annotations),
            marks: Marks::default(),
            earlier: Earlier::default(),
            in_pawns: FxHashSet::default(),
            standing: None,
            ponders: [Ponder::default(); 2],
            ends: Default::default(),
            play: None,
            row,
            learnt,
        }
    }

    /// From now on keeps training samples for the networks.
    pub(super) fn listen(&mut self) {
        self.clocks.gauge.listen();
        self.evals.gauge.listen();
    }

    /// What has been learnt of clocks and evaluations so far, as priors for a model file.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(super) fn take_priors(&mut self) -> Result<Priors> {
        Ok(Priors {
            clocks: self.clocks.gauge.take_prior()?,
            evals: self.evals.gauge.take_prior()?,
        })
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self, control: Control) {
        self.clocks.begin(control);
        self.evals.begin();
        self.figures.columns.begin_game();
        self.earlier = Earlier::default();
        self.ponders = [Ponder::default(); 2];
        if let Some(play) = &mut self.play {
            play.begin_game();
        }
    }

    /// Begins a new move: comments that follow belong to it.
    pub(super) fn begin_move(&mut self) {
        self.earlier.begin_move();
    }

    /// Begins a comment.
    pub(super) fn begin_comment(&mut self) {
        self.forms.begin();
        self.marks.begin_comment();
        self.standing = None;
    }

    /// What the first evaluation of the last comment says; `None` if it has none
    /// ([`Template::evaluates`]).
    pub(super) fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// The coder of lines of play and variations.
    pub(super) fn play(&mut self) -> &mut Play<'m> {
        self.play
            .get_or_insert_with(|| Box::new(Play::new(self.row, self.learnt.moves())))
    }

    /// Codes the fields of a comment that follows `template`, except words, and puts them into
    /// `fields`; `given` are those of a writer, a reader has none.
    ///
    /// # Errors
    /// When what is read cannot stand there.
    pub(super) fn code<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        template: &Template,
        given: &[Field],
        around: &Around,
        fields: &mut Vec<Field>,
    ) -> Result<()> {
        let mut known = Known::new(around.branch, template, &self.earlier);
        let ponder = &mut self.ponders[around.moment.side];
        if let Some(played) = around.answered() {
            ponder.answer(around.moment.ply, played);
        }
        known.set_hits(ponder.rate());
        fields.clear();
        fields.resize(template.columns.len(), Field::Span(0));
        // Other numbers come last, since the time thought helps to predict them, wherever they
        // stand.
        for are_others in [false, true] {
            for (index, &column) in template.columns.iter().enumerate() {
                if (column.sort == Sort::Other) == are_others {
                    let given = given.get(index);
                    fields[index] = self.code_field(channels, column, given, around, &mut known)?;
                }
            }
        }
        for stream in [Stream::Clocks, Stream::Evals, Stream::Numbers] {
            channels[stream].expect_more("the numbers in comments end too early")?;
        }
        self.earlier.learn(&known);
        Ok(())
    }

    fn code_field<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        column: Column,
        given: Option<&Field>,
        around: &Around,
        known: &mut Known,
    ) -> Result<Field> {
        let moment = &around.moment;
        match column.kind {
            Kind::Span(form) => self.code_span(channels, column, form, given, moment, known),
            Kind::Number => {
                let number = given.and_then(Field::as_number);
                let number = self.code_number(channels, column, number, moment, known)?;
                Ok(Field::Number(number))
            }
            Kind::Line(form) => self.code_line(channels, column, form, given, around, known),
            Kind::Marks(drawn) => {
                let marks = given.and_then(Field::as_marks).unwrap_or_default();
                let coder = &mut channels[Stream::Numbers];
                let marks = self
                    .marks
                    .code_list(coder, marks, drawn, around.on_board()?)?;
                Ok(Field::Marks(marks))
            }
            Kind::Mark(drawn) => {
                let mark = given.and_then(Field::as_mark);
                let coder = &mut channels[Stream::Numbers];
                let mark = self
                    .marks
                    .code_alone(coder, mark, drawn, around.on_board()?)?;
                Ok(Field::Mark(mark))
            }
            // The mark is in the template, and has been coded.
            Kind::MarkEnd(_) => Ok(Field::MarkEnd),
            Kind::Target => match around.branch.and_then(Branch::target) {
                Some(_) => Ok(Field::Target),
                None => Err(Error::corrupt("no move tells a square")),
            },
            Kind::Diagram(_) => match around.branch {
                Some(_) => Ok(Field::Diagram),
                None => Err(Error::corrupt("there is no board to show")),
            },
            Kind::Opening => match around.branch.and_then(Branch::opening) {
                Some(_) => Ok(Field::Opening),
                None => Err(Error::corrupt("no opening has its name from a position")),
            },
            Kind::Profile => {
                let nothing = Profile::default();
                let profile = given.and_then(Field::as_profile).unwrap_or(&nothing);
                let profile = self.code_profile(channels, column, profile, around, known)?;
                Ok(Field::Profile(profile))
            }
            // Coded as prose by the caller.
            Kind::Words => Ok(Field::Words(Vec::new())),
        }
    }

    /// Codes a time: a [`Reading`] of a player's clock, or any other.
    fn code_span<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        column: Column,
        form: SpanForm,
        given: Option<&Field>,
        moment: &Moment,
        known: &mut Known,
    ) -> Result<Field> {
        let ticks = given.and_then(Field::as_ticks).unwrap_or_default() as i64;
        let decimals = u32::from(form.decimals);
        let reading = match column.sort {
            Sort::Clock => Some(Reading::Left),
            Sort::Taken if !known.tells_thought() => Some(Reading::Taken),
            _ => None,
        };
        let ticks = if let Some(reading) = reading {
            let coder = &mut channels[Stream::Clocks];
            let figures = &mut self.figures;
            let clocks = &mut self.clocks;
            let (ticks, thought) =
                clocks.code(coder, figures, reading, ticks, form.decimals, moment);
            known.set_thought(in_thousandths(thought, decimals));
            ticks
        } else {
            let coder = &mut channels[Stream::Numbers];
            let blank = Blank {
                name: column.name,
                decimals,
                moment,
                known,
            };
            self.figures.code_time(coder, ticks, blank)
        };
        if !(0..MOST_TICKS).contains(&ticks) {
            return Err(Error::corrupt("a time is out of all bounds"));
        }
        known.add(in_thousandths(ticks, decimals), column.sort);
        Ok(Field::Span(ticks as u64))
    }

    /// Codes a line of play.
    fn code_line<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        column: Column,
        form: LineForm,
        given: Option<&Field>,
        around: &Around,
        known: &mut Known,
    ) -> Result<Field> {
        let moves = given.and_then(Field::as_line).unwrap_or_default();
        let root = around.branch.and_then(|branch| branch.start(form));
        let root = root.ok_or_else(|| Error::corrupt("a line of play starts from no position"))?;
        let side = around.moment.side;
        let line = LineKind {
            context: hash32(column.name, form.start as u32, 0),
            side,
            start: form.start,
        };
        let coder = &mut channels[Stream::Lines];
        let future = &around.future;
        let moves = self.play().code_line(coder, root, moves, line, future)?;
        let ponder = &mut self.ponders[side];
        ponder.note(form.start, &moves, around.answered());
        known.set_hits(ponder.rate());
        around.budget.take(moves.len() * charges::COMMENT_MOVE)?;
        Ok(Field::Line(moves))
    }

    /// Codes a number: its form, then its value.
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
        let size = self.figures.columns.size(column.name, moment.side);
        let form = self
            .forms
            .code(coder, given, column.name, moment.side, size)?;
        // Mates are a column of their own.
        let name = match form.prefix {
            Prefix::None => column.name,
            Prefix::Letter | Prefix::Hash => !column.name,
        };
        let decimals = match (form.decimals, form.prefix) {
            (0, Prefix::None) if column.may_be_centipawns && !self.in_pawns.contains(&name) => 2,
            (decimals, _) => decimals.into(),
        };
        if column.may_be_centipawns && form.decimals > 0 {
            self.in_pawns.insert(name);
        }
        let given = given.map_or(0, |number| number.value);
        let blank = Blank {
            name,
            decimals,
            moment,
            known,
        };
        let value = if column.sort == Sort::Eval {
            let value = self.code_eval(coder, given, column.name, blank)?;
            let standing = if form.prefix == Prefix::None {
                let value = in_thousandths(value, decimals);
                self.earlier.set_evaluation(column.name, value);
                Standing::of_thousandths(value)
            } else {
                Standing::of_mate(value)
            };
            self.standing.get_or_insert(standing);
            value
        } else {
            self.figures.code(coder, given, blank)?
        };
        known.add(in_thousandths(value, decimals), column.sort);
        Ok(Number { value, form })
    }

    /// Codes the evaluations of a run of half-moves, each as if it stood behind its own half-move,
    /// of which only the side and the number are known.
    fn code_profile<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        column: Column,
        given: &Profile,
        around: &Around,
        known: &Known,
    ) -> Result<Profile> {
        let coder = &mut channels[Stream::Evals];
        let end = i64::from(around.moment.ply + around.moment.course.rest);
        let first = i64::from(self.ends[0].code(coder, given.first as u32));
        let left = end - given.last();
        let far = left.unsigned_abs() << 1 | u64::from(left < 0);
        let far = self.ends[1].code(coder, far as u32);
        let left = i64::from(far >> 1) * if far & 1 == 1 { -1 } else { 1 };
        let last = end - left;
        if !Profile::may_be_of(first, last) {
            return Err(Error::corrupt("evaluations of no half-moves"));
        }
        let mut evals = Vec::new();
        for ply in first..=last {
            coder.expect_more("evaluations end too early")?;
            let here = &around.moment;
            let moment = Moment {
                side: (here.side + (ply as usize ^ here.ply as usize)) % 2,
                ply: ply as u32,
                ..Moment::default()
            };
            let index = (ply - first) as usize;
            let value = given.evals.get(index).copied().unwrap_or(0);
            let blank = Blank {
                name: column.name,
                decimals: 2,
                moment: &moment,
                known,
            };
            let value = self.code_eval(coder, value, column.name, blank)?;
            if C::READS {
                around.budget.take(charges::RUN_EVALUATION)?;
                evals.push(value);
            }
        }
        Ok(Profile { first, evals })
    }

    /// Codes an evaluation. Its `name` is that of the `blank`, or that of the column of mates beside
    /// it.
    fn code_eval<C: Coder>(
        &mut self,
        coder: &mut C,
        given: i64,
        name: u32,
        blank: Blank,
    ) -> Result<i64> {
        let Blank { moment, known, .. } = blank;
        let sources = known.for_eval(name);
        let column = (blank.name, Sort::Eval);
        let Figures {
            columns, guesser, ..
        } = &mut self.figures;
        let question = columns.ask(column, moment.side, sources, blank.decimals);
        let prospect = Prospect {
            column: blank.column(),
            guesses: &question.guesses,
            moment,
            thought: known.thought(),
            beside: known.latest(Sort::Eval),
            among: known.among,
        };
        let value = bounded(self.evals.code(coder, guesser, given, &prospect))?;
        columns.learn(question, value);
        Ok(value)
    }
}

//! The fields of comments: 2.4 and 14 of the document, and 17.1, 17.5 and 18. Numbers in comments
//! are its clauses.

use super::{
    clocks::Clocks,
    columns::Columns,
    evals::{Evals, Prospect},
    figures::{Blank, Figures, Shared},
    forms::Forms,
    guesser::Guesser,
    hits::Hits,
    levels::Level,
    lines::{Kind as LineKind, Lines},
    marks::{Ground, Mark, Marks, text_of},
    positions::{self, Line},
    sources::{Earlier, Sources, in_thousandths},
    streams::{Stream, Streams},
    template::{Field, Kind, Sort, Template},
    verdicts::Standing,
    walk::{Moment, Positions},
    writing,
};
use crate::{
    reference::models::coder::{Number, RangeDecoder, Source, hash32 as h},
    reference::moves::weights::{self, ModelFile},
    reference::tags::openings,
};
use pgnpack::chess::ends::king_or_to;
use shakmaty::Move;
use std::collections::HashSet;

/// The models of fields.
pub(crate) struct Fields {
    clocks: Clocks,
    evals: Evals,
    columns: Columns,
    guesser: Guesser,
    figures: Figures,
    forms: Forms,
    marks: Marks,
    /// The last mark alone.
    last_alone: Option<Mark>,
    pub(crate) lines: Lines,
    ends: [Number; 2],
    hits: [Hits; 2],
    earlier: Earlier,
    /// 17.1
    in_pawns: HashSet<u32>,
    /// What the first evaluation of the comment says.
    pub(crate) standing: Option<Standing>,
}

/// What is known around a comment.
pub(crate) struct Around<'a> {
    pub(crate) moment: &'a Moment,
    pub(crate) positions: &'a Positions,
    /// The steps of the main line, and how many of them have come; none in a variation.
    pub(crate) main: &'a [Option<Move>],
    pub(crate) played: usize,
}

impl Around<'_> {
    /// The move that the one commented on answers, as far as it is known.
    fn answered(&self) -> Option<Move> {
        self.positions.before.as_ref()?.last
    }

    /// 21.1 and 21.2
    fn ground(&self) -> Ground<'_> {
        let after = self.positions.after.as_ref().expect("a position");
        let next = self.main.get(self.played).copied().flatten();
        let ends = |m: Move| Some((m.from()?, king_or_to(m)));
        Ground {
            position: &after.position,
            moves: [after.last, next].map(|m| m.and_then(ends)),
        }
    }
}

impl Fields {
    /// Those of a block.
    pub(crate) fn new(level: Level) -> Fields {
        let file = ModelFile::read(&weights::standard());
        let [clocks, evals, of_clocks, of_evals] = &file.known;
        Fields {
            clocks: Clocks::new(level, clocks, of_clocks),
            evals: Evals::new(level, evals, of_evals),
            columns: Columns::default(),
            guesser: Guesser::new(level),
            figures: Figures::default(),
            forms: Forms::new(level),
            marks: Marks::new(),
            last_alone: None,
            lines: Lines::new(level),
            ends: [Number::new(), Number::new()],
            hits: [Hits::default(), Hits::default()],
            earlier: Earlier::default(),
            in_pawns: HashSet::new(),
            standing: None,
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self, control: &[u8]) {
        self.clocks.begin_game(control);
        self.evals.begin_game();
        self.columns.begin_game();
        self.lines.begin_game();
        self.hits = [Hits::default(), Hits::default()];
        self.earlier = Earlier::default();
    }

    /// A step or a bracket has come.
    pub(crate) fn begin_step(&mut self) {
        self.earlier.begin_step();
    }

    /// 2.4, 3 but for words: the texts of all fields.
    pub(crate) fn decode(
        &mut self,
        streams: &mut Streams,
        template: &Template,
        around: &Around,
    ) -> Vec<Vec<u8>> {
        self.forms.begin_comment();
        self.marks.begin_comment();
        self.standing = None;
        let mut sources = Sources::new(template, around.positions, &self.earlier);
        let hits = &mut self.hits[around.moment.side];
        if let Some(answered) = around.answered() {
            hits.answer(around.moment.ply, answered);
        }
        sources.set_hits(hits.rate());
        let mut texts = vec![Vec::new(); template.fields.len()];
        for others in [false, true] {
            for (text, field) in texts.iter_mut().zip(&template.fields) {
                if (field.sort == Sort::Other) == others {
                    *text = self.field(streams, field, around, &mut sources);
                }
            }
        }
        self.earlier.keep(&sources);
        texts
    }

    fn field(
        &mut self,
        streams: &mut Streams,
        field: &Field,
        around: &Around,
        sources: &mut Sources,
    ) -> Vec<u8> {
        let after = around.positions.after.as_ref();
        let numbers = Stream::Numbers;
        match field.kind {
            Kind::Number => self.number(streams, field, around.moment, sources),
            Kind::Time(form) => self.time(streams, field, form, around.moment, sources),
            Kind::Line(line) => {
                let source = streams.get(Stream::Lines);
                return self.line(source, field, line, around, sources);
            }
            Kind::Squares | Kind::Arrows => {
                let arrows = field.kind == Kind::Arrows;
                let source = streams.get(numbers);
                self.marks.decode(source, arrows, around.ground())
            }
            Kind::Alone { arrow } => {
                let source = streams.get(numbers);
                let mark = self.marks.alone(source, arrow, around.ground());
                self.last_alone = Some(mark);
                text_of(mark)
            }
            Kind::End { last } => {
                let (from, to) = self.last_alone.expect("a mark before it");
                match to {
                    Some(to) if last => to.to_string(),
                    _ => from.to_string(),
                }
            }
            Kind::Words => String::new(),
            Kind::Target => {
                let last = after.expect("a position").last;
                king_or_to(last.expect("a move")).to_string()
            }
            Kind::Run => self.run(streams.get(Stream::Evals), field, around, sources),
            Kind::Opening => {
                let named = openings::named(&after.expect("a position").position);
                named.expect("an opening")
            }
            Kind::Position(form) => positions::write(form, &after.expect("a position").position),
        }
        .into_bytes()
    }

    /// 13.3 and 18.4
    fn time(
        &mut self,
        streams: &mut Streams,
        field: &Field,
        form: u8,
        moment: &Moment,
        sources: &mut Sources,
    ) -> String {
        let decimals = writing::decimals_of_time(form);
        let is_taken = field.sort == Sort::Taken && !sources.tell_thought();
        let ticks = if field.sort == Sort::Clock || is_taken {
            let source = streams.get(Stream::Clocks);
            let shared = Shared {
                columns: &mut self.columns,
                guesser: &mut self.guesser,
            };
            let clocks = &mut self.clocks;
            let (time, thought) = clocks.decode(source, shared, is_taken, decimals, moment);
            sources.set_thought(in_thousandths(thought, decimals));
            time
        } else {
            let blank = Blank {
                name: field.name,
                decimals,
                moment,
                sources,
            };
            let shared = Shared {
                columns: &mut self.columns,
                guesser: &mut self.guesser,
            };
            self.figures
                .decode_time(streams.get(Stream::Numbers), shared, &blank)
        };
        assert!((0..1 << 46).contains(&ticks));
        sources.add(in_thousandths(ticks, decimals), field.sort);
        writing::time(form, ticks)
    }

    /// 17.1 and 18.2
    fn number(
        &mut self,
        streams: &mut Streams,
        field: &Field,
        moment: &Moment,
        sources: &mut Sources,
    ) -> String {
        let is_eval = field.sort == Sort::Eval;
        let source = streams.get(match is_eval {
            true => Stream::Evals,
            false => Stream::Numbers,
        });
        let size = self.columns.size(field.name, moment.side);
        let form = self.forms.decode(source, field.name, moment.side, size);
        let name = match form.has_prefix() {
            true => !field.name,
            false => field.name,
        };
        let decimals = match form.decimals() {
            0 if field.may_be_centipawns
                && !form.has_prefix()
                && !self.in_pawns.contains(&name) =>
            {
                2
            }
            decimals => decimals,
        };
        if field.may_be_centipawns && form.decimals() > 0 {
            self.in_pawns.insert(name);
        }
        let blank = Blank {
            name,
            decimals,
            moment,
            sources,
        };
        let value = if is_eval {
            self.eval(source, field, &blank)
        } else {
            let shared = Shared {
                columns: &mut self.columns,
                guesser: &mut self.guesser,
            };
            self.figures.decode(source, shared, &blank)
        };
        let thousandths = in_thousandths(value, decimals);
        if is_eval {
            let standing = match form.has_prefix() {
                true => Standing::of_mate(value),
                false => {
                    self.earlier.evaluation = Some((field.name, thousandths));
                    Standing::of_thousandths(thousandths)
                }
            };
            self.standing.get_or_insert(standing);
        }
        sources.add(thousandths, field.sort);
        form.write(value)
    }

    /// 17.1
    fn eval(&mut self, source: &mut dyn Source, field: &Field, blank: &Blank) -> i64 {
        let Blank {
            name,
            decimals,
            moment,
            sources,
        } = *blank;
        let all = sources.for_eval(field.name);
        let question = self.columns.ask(name, moment.side, all, decimals, true);
        let prospect = Prospect {
            column: blank.column(),
            guesses: &question.guesses,
            moment,
            thought: sources.thought(),
            beside: sources.latest(false),
            among: sources.among,
        };
        let value = self.evals.decode(source, &mut self.guesser, &prospect);
        assert!(value.unsigned_abs() < 1_000_000_000_000_000);
        self.columns.learn(&question, value);
        value
    }

    /// 17.5
    fn run(
        &mut self,
        source: &mut RangeDecoder,
        field: &Field,
        around: &Around,
        sources: &Sources,
    ) -> String {
        let Moment {
            side, ply, rest, ..
        } = *around.moment;
        let first = self.ends[0].decode(source) as i64;
        let left = self.ends[1].decode(source) as i64;
        let left = (left >> 1) * if left & 1 == 1 { -1 } else { 1 };
        let last = i64::from(ply + rest) - left;
        assert!(0 <= first && first <= last && last < 100_000);
        let mut text = format!("{first},{last}");
        for number in first..=last {
            let number = number as u32;
            let moment = Moment {
                side: (side + (number ^ ply) as usize) % 2,
                ply: number,
                ..Moment::default()
            };
            let blank = Blank {
                name: field.name,
                decimals: 2,
                moment: &moment,
                sources,
            };
            text += &format!(",{}", self.eval(source, field, &blank));
        }
        text
    }

    /// 19.5 and 19.7
    fn line(
        &mut self,
        source: &mut RangeDecoder,
        field: &Field,
        line: Line,
        around: &Around,
        sources: &mut Sources,
    ) -> Vec<u8> {
        let start = usize::from(line.form % 63 / 21);
        let positions = around.positions;
        let roots = [&positions.after, &positions.before, &positions.earlier];
        let root = roots[start].as_ref().expect("a position");
        let side = around.moment.side;
        let first = around.played.checked_sub(start);
        let ahead = first.and_then(|first| around.main.get(first..));
        let kind = LineKind {
            kind: h(field.name, start as u32, 0),
            side,
            ahead: ahead.unwrap_or(&[]),
        };
        let moves = self.lines.decode_line(source, root, &kind);
        let hits = &mut self.hits[side];
        hits.note(start, &moves, around.answered());
        sources.set_hits(hits.rate());
        positions::write_line(line, root, &moves)
    }
}

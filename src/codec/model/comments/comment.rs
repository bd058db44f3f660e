//! One comment: a writer finds its template and fields, a reader puts it together again.

use super::{
    annotator::Annotator,
    branch::Branch,
    catalog::{After, Choice, trace_of},
    fields::Around,
    moment::Moment,
    prose::Prose,
    structure::Step,
    survey::Survey,
    syntax::{
        column::Kind,
        template::{self, Field, Template},
    },
    walk::Walk,
};
use crate::{
    codec::{model::channels::Channels, streams::Stream, text::priming},
    coding::range::Coder,
    error::{Error, Result},
    pgn::{command, game::Comment},
};
use memchr::memchr_iter;
use std::cell::OnceCell;

/// A comment with so many `name=value` is a program's.
const MANY_VALUES: usize = 8;

/// A comment that a writer gives, and what has been found out about it.
struct Given<'a> {
    text: &'a [u8],
    side: usize,
    /// The positions of lines of play, if there are any, looked up once they are needed.
    branch: OnceCell<Option<Branch>>,
    /// The fields of its template; meaningless for prose.
    fields: Vec<Field>,
}

impl<'a> Given<'a> {
    /// A comment behind a move of `side`, not looked at yet; `fields` is a buffer.
    fn new(text: &'a [u8], side: usize, mut fields: Vec<Field>) -> Given<'a> {
        fields.clear();
        Given {
            text,
            side,
            branch: OnceCell::new(),
            fields,
        }
    }
}

/// The positions of lines of play at this place, which are kept in `branch`.
fn locate<'b>(branch: &'b OnceCell<Option<Branch>>, walk: &mut Walk) -> Option<&'b Branch> {
    branch.get_or_init(|| walk.branch()).as_ref()
}

impl<'m> Annotator<'m> {
    /// Whether a comment that is coded as the next item has an evaluation for certain: it follows a
    /// known template, and [`understand`](Annotator::understand) will choose no other. A writer then
    /// codes the glyph before it behind it. One that said no where it is yes would waste bytes; one
    /// that said yes where it is no could not be coded.
    pub(super) fn is_evaluation(&mut self, walk: &mut Walk, text: &[u8]) -> bool {
        let mut given = Given::new(text, walk.place().side, std::mem::take(&mut self.given));
        let fit = self.likely_fit(walk, &mut given, self.structure.since_with(Step::Comment));
        self.given = given.fields;
        let Fit::Exact(index) = fit else {
            return false;
        };
        self.catalog.get(index).is_some_and(Template::evaluates)
    }

    /// Codes a comment: first what it follows, then its text if it is prose, else its words and the
    /// other fields of its template.
    pub(super) fn code_comment<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        text: &[u8],
    ) -> Result<Comment> {
        let moment = walk.moment(self.structure.glyph());
        let mut given = Given::new(text, moment.side, std::mem::take(&mut self.given));
        self.fields.begin_comment();
        let choice = match C::READS {
            true => Choice::Prose,
            false => self.understand(walk, &mut given),
        };
        let coder = &mut channels[Stream::Notes];
        let after = After {
            side: moment.side,
            since: self.structure.since(),
            ended: walk.place().ended,
        };
        let template = self.catalog.code(coder, &choice, after, walk.budget)?;
        self.structure.note(trace_of(template));
        let made = match template {
            Some(index) => {
                let Given { fields, branch, .. } = &given;
                self.code_fields(channels, walk, index, fields, moment, branch)
            }
            None => self.code_prose(channels, text, walk).map(Comment::from),
        };
        self.given = given.fields;
        made
    }

    /// Codes the fields of template `index`, words first. A writer gives the fields in `given`, a
    /// reader none. Returns the comment when reading, an empty one when writing.
    fn code_fields<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        index: usize,
        given: &[Field],
        mut moment: Moment,
        branch: &OnceCell<Option<Branch>>,
    ) -> Result<Comment> {
        let words = match self.catalog.get(index).and_then(|template| template.words) {
            Some(place) => {
                let given = given.get(place).and_then(Field::as_words);
                let given = given.unwrap_or_default();
                Some((place, self.code_prose(channels, given, walk)?))
            }
            None => None,
        };
        let template = self
            .catalog
            .get(index)
            .ok_or_else(|| Error::corrupt("a template is not there"))?;
        // Exactly what a reader has, not what a writer looked up to understand the comment.
        let branch = match template.wants_positions() {
            true => locate(branch, walk),
            false => None,
        };
        if template.evaluates() {
            moment.key = walk.key();
        }
        let around = Around {
            moment,
            branch,
            future: walk.future(),
            budget: walk.budget,
        };
        let fields = &mut self.made;
        self.fields
            .code(channels, template, given, &around, fields)?;
        let paid = words.as_ref().map_or(0, |(_, words)| words.len());
        if let Some((place, words)) = words {
            fields[place] = Field::Words(words);
        }
        // Written to a buffer first, so that the comment takes exactly as much memory as it needs.
        let out = &mut self.written;
        out.clear();
        if C::READS {
            template.write(fields, branch, out);
            // Numbers take as much time as what is spelt; the words were spelt.
            let budget = walk.budget;
            budget.take(paid + budget.of_spelt(out.len() - paid))?;
        }
        Ok(out.as_slice().into())
    }

    /// Codes a person's words.
    fn code_prose<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        given: &[u8],
        walk: &mut Walk,
    ) -> Result<Vec<u8>> {
        let coder = &mut channels[Stream::Prose];
        self.code_text(coder, given, priming::field::PROSE, walk)
    }

    /// What a writer makes of a comment. Fills in what is found out about it.
    fn understand(&mut self, walk: &mut Walk, given: &mut Given<'_>) -> Choice {
        let worded = match self.likely_fit(walk, given, self.structure.since()) {
            Fit::Exact(index) => return Choice::Known(index),
            Fit::Worded(index, found) => Some((index, found)),
            Fit::None => None,
        };
        let Given {
            text,
            branch,
            fields,
            ..
        } = given;
        let branch = locate(branch, walk);
        let template;
        (template, *fields) = template::tokenize(text, branch, self.survey.language);
        let bytes = template.to_bytes();
        let met = self.met_once.met(&bytes);
        if let Some((index, found)) = worded {
            // What a person says tells nothing in fields, and not again and again in the same
            // words.
            let is_program = template.columns.len() >= found.len();
            if is_program
                && met
                && let Some(choice) = self.known_or_new(bytes)
            {
                return choice;
            }
            *fields = found;
            return Choice::Known(index);
        }
        if let Some(index) = self.catalog.find(&bytes) {
            return Choice::Known(index);
        }
        // Words that come again are rather a program's: part of a template, not prose.
        if !met
            && let Some((template, found)) =
                template::tokenize_beside_words(text, branch, self.survey.language)
            && let Some(choice) = self.known_or_new(template.to_bytes())
        {
            *fields = found;
            return choice;
        }
        let is_worth_it = met || is_made_by_program(&template, text, &bytes);
        match is_worth_it && self.has_room_for(&bytes) {
            true => Choice::New(bytes),
            false => Choice::Prose,
        }
    }

    /// The likeliest template that fits a comment after what has come `since` the move, one without
    /// words before one with words. Its fields are in `given`, or beside it if it has words.
    fn likely_fit(&self, walk: &mut Walk, given: &mut Given<'_>, since: u32) -> Fit {
        let mut fit = Fit::None;
        for index in self.catalog.likely(given.side, since) {
            let Some(template) = self.catalog.get(index) else {
                continue;
            };
            let is_worded = template.words.is_some();
            if is_worded && !matches!(fit, Fit::None) {
                continue;
            }
            let branch = match template.needs_board {
                true => locate(&given.branch, walk),
                false => None,
            };
            let fields = &mut given.fields;
            if template.match_text(given.text, branch, fields).is_some() {
                if !is_worded {
                    return Fit::Exact(index);
                }
                fit = Fit::Worded(index, std::mem::take(fields));
            }
        }
        fit
    }

    /// The template with these bytes, known or new; `None` if it is new and there is no room for
    /// it.
    fn known_or_new(&self, bytes: Vec<u8>) -> Option<Choice> {
        if let Some(index) = self.catalog.find(&bytes) {
            return Some(Choice::Known(index));
        }
        self.has_room_for(&bytes).then_some(Choice::New(bytes))
    }

    fn has_room_for(&self, bytes: &[u8]) -> bool {
        self.catalog.has_room() && bytes.len() <= template::LONGEST
    }

    /// Codes a text of the kind `field` under the model of text. For prose, foresight of the moves
    /// that it may speak of corrects the model.
    pub(super) fn code_text<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        field: u32,
        walk: &mut Walk,
    ) -> Result<Vec<u8>> {
        coder.expect_more("the prose ends too early")?;
        let mut prose = match self.prose.take() {
            Some(prose) => prose,
            None => {
                let Survey {
                    prose_bytes,
                    language,
                } = self.survey;
                let mut prose = Prose::begin(coder, prose_bytes, language, self.row, self.learnt)?;
                prose.begin_game(walk.bare.tags);
                Box::new(prose)
            }
        };
        let text = prose.code(coder, given, field, walk.budget, |tree| walk.head(tree));
        self.prose = Some(prose);
        text
    }
}

/// How the known templates fit a comment.
enum Fit {
    /// This one does.
    Exact(usize),
    /// This one does, with words as one of these fields: a new template might fit better.
    Worded(usize, Vec<Field>),
    /// None does.
    None,
}

/// Whether a comment looks so much like a program's that its template is kept the first time. Lines
/// of play are no sign of that: people write comments of nothing else.
fn is_made_by_program(template: &Template, text: &[u8], bytes: &[u8]) -> bool {
    let literal = bytes.len() - template.columns.len().min(bytes.len());
    let mut columns = template.columns.iter();
    let tells_more = columns.any(|column| !matches!(column.kind, Kind::Line(_)));
    tells_more && literal <= text.len() / 2
        || memchr_iter(b'=', text).count() >= MANY_VALUES
        || text
            .strip_prefix(b" ")
            .unwrap_or(text)
            .starts_with(command::BEGIN)
}

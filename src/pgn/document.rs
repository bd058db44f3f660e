//! A text as a document, and back to the same bytes.
//!
//! [`read`] renders whatever it understood and compares that with the text: what it returns is right by construction, and a weakness of the
//! parser costs bytes, never data.

use super::{
    command::cuts_in,
    departure::{Departure, Room},
    infer::infer,
    layout::{Document, Layout, Piece, Reason},
    mend::mend,
    parse::{CommentHabit, Parsed, Parser, parse},
    readings::Readings,
    render::{Rendering, Spellings},
    repair::repair,
    split::{self, with_line_feeds},
    style::Style,
    tag_lines,
};
use crate::error::{Error, Result};
use std::borrow::Cow;

/// Understands any text at all, as far as it can be understood.
pub fn read(text: &[u8]) -> Document {
    let source = with_line_feeds(text);
    let mut reader = Reader::default();
    let mut rest = text;
    for source in split::games(&source) {
        let (game, after) = rest.split_at(source.len());
        reader.read_game(game, source);
        rest = after;
    }
    reader.finish()
}

/// The text that `read` made `document` from.
///
/// # Errors
/// Where the document names a style that it does not have or edits beyond the end of a game: no document made by [`read`] does.
pub fn write(document: &Document) -> Result<Vec<u8>> {
    write_at_most(document, u64::MAX)
}

/// The same, of a document whose text should have no more than `most` bytes: what a style puts around each game may be
/// many times as long as the game.
///
/// # Errors
/// As [`write()`], and corrupt as soon as there is a piece too much.
pub fn write_at_most(document: &Document, most: u64) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut scribe = Scribe::default();
    for piece in &document.pieces {
        scribe.write(&document.styles, piece, &mut out)?;
        if out.len() as u64 > most {
            return Err(Error::corrupt("there is more text than there should be"));
        }
    }
    Ok(out)
}

/// Writes pieces, in the same room one after the other.
#[derive(Default)]
struct Scribe {
    room: Room,
    spellings: Spellings,
}

impl Scribe {
    /// Appends the text of one piece.
    fn write(&mut self, styles: &[Style], piece: &Piece, out: &mut Vec<u8>) -> Result<()> {
        let (game, layout) = match piece {
            Piece::Text(text, _) => {
                out.extend_from_slice(text);
                return Ok(());
            }
            Piece::Game(game, layout) => (game, layout),
        };
        let style = styles
            .get(layout.style)
            .ok_or_else(|| Error::corrupt("a game names a style that is not there"))?;
        self.spellings.respell(game);
        let rendering = Rendering {
            game,
            spellings: &self.spellings,
            style,
            termination: layout.termination,
        };
        self.room
            .write(rendering, &layout.edits, out)
            .ok_or_else(|| Error::corrupt("an edit reaches beyond the end of its game"))
    }
}

/// A style is worth having when it would have saved so many bytes of edits, in all games that it was found for: it takes
/// some itself.
const STYLE_COST: usize = 16;
/// And one that fits a game exactly, when it would have saved so many: no edits have to be found for other
/// games that it fits.
const EXACT_STYLE_COST: usize = 5;
/// So many styles wait until they have saved enough, those found last: each found is compared to all of them.
const MOST_WAITING: usize = 16;
/// So many searches in a row may find nothing worth having: one takes a hundred renderings and more.
const FRUITLESS: usize = 8;
/// After so many more, one game more is let pass before the next, that few searches are made where all are fruitless.
const PATIENCE: usize = 1;
/// The same for games whose edits cost so many bytes that a style of their own is likely to be worth having.
const PATIENCE_IF_DEAR: usize = 16;
const DEAR: usize = 24;
/// But no more games than this are let pass: what comes later in a text may be another writer's.
const LONGEST_WAIT: usize = 15;
/// No document that is [read] from a text has more styles: a game that fits none of them is rendered in each.
const MOST_STYLES: usize = 128;
/// Of the styles that do not fit a game, so many that fit its beginning best are looked at closely: edits are found,
/// which takes longer than to render.
const CLOSE_STYLES: usize = 8;

/// A document being read.
struct Reader<'t> {
    parser: Parser<'t>,
    document: Document,
    /// Styles by how long ago they fitted a game.
    recent: Vec<usize>,
    /// Room to render in.
    rendered: Vec<u8>,
    room: Room,
    /// Searches in a row that found nothing worth having, and games that need edits let pass since the last.
    fruitless: usize,
    passed: usize,
    /// Styles that did not save enough yet, and what they did.
    waiting: Vec<(Style, usize)>,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Reader {
            parser: Parser::default(),
            document: Document {
                styles: vec![Style::default()],
                pieces: Vec::new(),
            },
            recent: vec![0],
            rendered: Vec::new(),
            room: Room::default(),
            fruitless: 0,
            passed: 0,
            waiting: Vec::new(),
        }
    }
}

/// A game as a style reads it, and how its text departs from that style.
struct Reading {
    style: usize,
    parsed: Parsed,
    departure: Departure,
}

/// A known style that does not give a game's text.
#[derive(Clone, Copy)]
struct Candidate {
    /// So many bytes at the beginning are as in the text.
    agreed: usize,
    /// Its place among the document's.
    style: usize,
    /// The reading of the game that it goes with.
    reading: usize,
}

/// What a game is in the styles that are known.
enum Fit {
    /// One of them needs no edits.
    Exact(Reading),
    /// This one needs the fewest.
    Close(Reading),
}

/// How many line ends of a text stand within commands for no blank, and would stand for one in `style`.
fn uncut(style: &Style, text: &[u8]) -> usize {
    match style.width == 0 || style.comments.cuts() {
        true => 0,
        false => cuts_in(text),
    }
}

impl<'t> Reader<'t> {
    /// Reads a game whose text means what `given`, as long as it, does.
    ///
    /// Cheap ways come first. Most games are parsed once and rendered once, in the style of the one before. Where no known
    /// style gives the text, or it has moves that cannot be played, its moves are looked at again (repaired, then mended: a
    /// parse each, where anything changes), and all known styles with them; then a style is searched for ([`infer`](super::infer), a hundred renderings and
    /// more). What still costs half of the text in edits is no game.
    fn read_game(&mut self, text: &[u8], given: &'t [u8]) {
        let habit = CommentHabit::of(&self.document.styles[self.recent[0]]);
        let mut source = Cow::Borrowed(given);
        let parsed = match tag_lines::apart(given) {
            None => self.parser.parse(given, habit),
            Some(apart) => {
                source = Cow::Owned(apart);
                parse(&source, habit)
            }
        };
        let Some(parsed) = parsed else {
            return self.keep(text, Reason::NoGame);
        };
        let mut fit = self.best_known_style(text, &source, habit, parsed);
        let doubtful = match &fit {
            Fit::Exact(reading) if !reading.parsed.has_faults() => None,
            Fit::Exact(reading) | Fit::Close(reading) => Some(&reading.parsed),
        };
        if let Some(known) = doubtful
            && let Some((better, parsed)) = self.better_source(&source, habit, known)
        {
            fit = self.best_known_style(text, &better, habit, parsed);
            source = Cow::Owned(better);
        }
        let reading = match fit {
            Fit::Exact(reading) => return self.push(reading),
            Fit::Close(reading) => self.search(text, &source, reading),
        };
        if reading.departure.cost > text.len() / 2 || !self.leads_to(text, &reading) {
            self.keep(text, Reason::Layout);
        } else {
            self.push(reading);
        }
    }

    /// A game's source with moves as the parser knows them, where it understands more of them then than were `known`;
    /// it can understand none where the game is played by other rules.
    fn better_source(
        &self,
        source: &[u8],
        habit: CommentHabit,
        known: &Parsed,
    ) -> Option<(Vec<u8>, Parsed)> {
        let more_than = |known: &Parsed, better: Option<Vec<u8>>| {
            let better = better?;
            let parsed = parse(&better, habit)?;
            (parsed.moves() > known.moves()).then_some((better, parsed))
        };
        let start = known.game.start()?;
        let usual = self.document.styles[self.recent[0]].language;
        let repaired = more_than(known, repair(source, usual));
        let (source, known) = match &repaired {
            Some((source, parsed)) => (source.as_slice(), parsed),
            None => (source, known),
        };
        let mended = known
            .has_faults()
            .then(|| more_than(known, mend(source, start)))
            .flatten();
        mended.or(repaired)
    }

    /// Looks for a known style that needs no edits, or else few. The game is read from `source`, which is the text or the text with its
    /// moves repaired; once for each habit of comments.
    fn best_known_style(
        &mut self,
        text: &[u8],
        source: &[u8],
        habit: CommentHabit,
        parsed: Parsed,
    ) -> Fit {
        let mut readings = Readings::new(source, habit, parsed);
        let mut candidates: Vec<Candidate> = Vec::new();
        for &index in &self.recent {
            let style = &self.document.styles[index];
            let Some(reading) = readings.number(style) else {
                continue;
            };
            let parsed = readings.at(reading);
            let rendering = parsed.in_style(style);
            let (agreed, exact) = rendering.agrees_with(text, &mut self.rendered);
            // Blanks that all comments have are better the style's than the comments', and so are those in commands that
            // another style cuts.
            if exact && !parsed.has_padded_comments() && uncut(style, text) == 0 {
                return Fit::Exact(Reading {
                    style: index,
                    parsed: readings.into_one(reading),
                    departure: Departure::default(),
                });
            }
            candidates.push(Candidate {
                agreed,
                style: index,
                reading,
            });
        }
        Fit::Close(self.cheapest(text, candidates, readings))
    }

    /// The style among `candidates` that needs the fewest edits; one of those that agree with the text longest.
    fn cheapest(
        &mut self,
        text: &[u8],
        mut candidates: Vec<Candidate>,
        readings: Readings,
    ) -> Reading {
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.agreed));
        candidates.truncate(CLOSE_STYLES);
        let first = Candidate {
            agreed: 0,
            style: self.recent[0],
            reading: 0,
        };
        let mut best = candidates.first().copied().unwrap_or(first);
        let mut departure = self.departure(best.style, readings.at(best.reading), text);
        for &other in candidates.iter().skip(1) {
            let style = &self.document.styles[other.style];
            let rendering = readings.at(other.reading).in_style(style);
            let cheaper = self.room.departure_below(rendering, text, departure.cost);
            if let Some(cheaper) = cheaper {
                (best, departure) = (other, cheaper);
            }
        }
        Reading {
            style: best.style,
            parsed: readings.into_one(best.reading),
            departure,
        }
    }

    /// Looks for a style that is not known yet, where that is worth it.
    fn search(&mut self, text: &[u8], source: &[u8], reading: Reading) -> Reading {
        let cost = reading.departure.cost + uncut(&self.document.styles[reading.style], text);
        if !self.may_search(cost) {
            return reading;
        }
        let base = &self.document.styles[reading.style];
        let found = infer(text, source, &reading.parsed, base);
        let gain = cost.saturating_sub(found.cost);
        let worth = match found.cost {
            0 => EXACT_STYLE_COST,
            _ => STYLE_COST,
        };
        let Some(style) = self.adopt(found.style, gain, worth) else {
            self.fruitless += 1;
            return reading;
        };
        self.fruitless = 0;
        Reading {
            style,
            departure: self.departure(style, &found.parsed, text),
            parsed: found.parsed,
        }
    }

    /// Whether to look for a style for a game whose edits cost so much.
    fn may_search(&mut self, cost: usize) -> bool {
        let patience = match cost < DEAR {
            true => PATIENCE,
            false => PATIENCE_IF_DEAR,
        };
        let too_many = self.fruitless.saturating_sub(FRUITLESS) / patience;
        let waits = self.passed < too_many.min(LONGEST_WAIT);
        self.passed = if waits { self.passed + 1 } else { 0 };
        !waits && self.document.styles.len() < MOST_STYLES
    }

    /// The place of a style that would have saved `gain`, if it is known or what it saved so far is `worth` knowing it.
    fn adopt(&mut self, style: Style, gain: usize, worth: usize) -> Option<usize> {
        if gain == 0 {
            return None;
        }
        if let Some(place) = self
            .document
            .styles
            .iter()
            .position(|known| *known == style)
        {
            return Some(place);
        }
        if self.document.pieces.is_empty() {
            self.document.styles[0] = style;
            return Some(0);
        }
        let waiting = self.waiting.iter().position(|(known, _)| *known == style);
        let saved = gain + waiting.map_or(0, |place| self.waiting[place].1);
        if saved >= worth {
            if let Some(place) = waiting {
                self.waiting.swap_remove(place);
            }
            self.document.styles.push(style);
            return Some(self.document.styles.len() - 1);
        }
        match waiting {
            Some(place) => self.waiting[place].1 = saved,
            None => {
                self.waiting.truncate(MOST_WAITING);
                self.waiting.insert(0, (style, saved));
            }
        }
        None
    }

    fn departure(&mut self, style: usize, parsed: &Parsed, text: &[u8]) -> Departure {
        let style = &self.document.styles[style];
        self.room.departure(parsed.in_style(style), text)
    }

    /// Whether its edits do turn what is read into `text`.
    fn leads_to(&mut self, text: &[u8], reading: &Reading) -> bool {
        let style = &self.document.styles[reading.style];
        let rendering = reading.parsed.in_style(style);
        let edits = &reading.departure.edits;
        self.rendered.clear();
        let written = self.room.write(rendering, edits, &mut self.rendered);
        written.is_some() && self.rendered == text
    }

    fn push(&mut self, reading: Reading) {
        match self.recent.iter().position(|&style| style == reading.style) {
            Some(place) => self.recent[..=place].rotate_right(1),
            None => self.recent.insert(0, reading.style),
        }
        let layout = Layout {
            style: reading.style,
            termination: reading.parsed.termination,
            edits: reading.departure.edits,
        };
        self.parser.recycle(reading.parsed.spellings);
        let game = Box::new(reading.parsed.game);
        self.document.pieces.push(Piece::Game(game, layout));
    }

    /// The document, with the styles that games have.
    fn finish(mut self) -> Document {
        let styles = std::mem::take(&mut self.document.styles);
        let mut places = vec![None; styles.len()];
        for piece in &mut self.document.pieces {
            if let Piece::Game(_, layout) = piece {
                let next = self.document.styles.len();
                let place = *places[layout.style].get_or_insert(next);
                if place == next {
                    self.document.styles.push(styles[layout.style].clone());
                }
                layout.style = place;
            }
        }
        self.document
    }

    /// Keeps a text as it is: a game as a piece of its own, so that it counts as one; what is no game together with the
    /// piece before it, if that is none either.
    fn keep(&mut self, text: &[u8], reason: Reason) {
        match self.document.pieces.last_mut() {
            Some(Piece::Text(kept, Reason::NoGame)) if reason == Reason::NoGame => {
                kept.extend_from_slice(text)
            }
            _ => {
                let piece = Piece::Text(text.to_vec(), reason);
                self.document.pieces.push(piece);
            }
        }
    }
}

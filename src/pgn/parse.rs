//! Text → game. The only code that names `pgn_reader`.
//!
//! The parser does not report everything: white space, move numbers and tokens that it drops are
//! missing. That loses nothing, because whoever stores a game compares its rendering with the text
//! and stores the differences. Unbalanced parentheses are balanced here, and moves that cannot be
//! played become faults.

use super::{
    game::{DEEPEST, Fault, FaultKind, Game, Item, Outcome, START_TAGS},
    layout::Termination,
    quotes,
    render::{Rendering, Spellings, Turn},
    style::{Braces, Style},
    tag_lines, tokens,
    unfold::Unfolding,
};
use crate::chess::{
    Color,
    line::Line,
    san::{self, NoMove, San},
};
use memchr::{memchr, memchr_iter};
use pgn_reader::{KnownOutcome, Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use std::{
    cell::Cell,
    io::{self, Read},
    mem,
    ops::ControlFlow,
    rc::Rc,
};

/// A parsed game, and what else its rendering needs.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) game: Game,
    pub(super) spellings: Spellings,
    pub(super) termination: Termination,
    /// As in [`Layout`](super::layout::Layout).
    pub(super) first_number: Option<u16>,
}

impl Parsed {
    /// The game as it is written in `style`.
    pub(super) fn in_style<'a>(&'a self, style: &'a Style) -> Rendering<'a> {
        Rendering {
            game: &self.game,
            spellings: &self.spellings,
            style,
            termination: self.termination,
            most: usize::MAX,
        }
    }

    /// How many moves were understood.
    pub(super) fn moves(&self) -> usize {
        self.spellings.moves.len()
    }

    /// Whether there are moves that cannot be played.
    pub(super) fn has_faults(&self) -> bool {
        let is_fault = |item: &Item| matches!(item, Item::Fault(_));
        self.game.items.iter().any(is_fault)
    }

    /// Whether `style` leaves to comments what another one could have: there are comments, and all of
    /// them begin and end with a space.
    pub(super) fn is_left_padding(&self, style: &Style) -> bool {
        if style.braces == Braces::Padded {
            return false; // these are second spaces, which no style has
        }
        let mut comments = self.comments().peekable();
        comments.peek().is_some() && comments.all(|text| matches!(text, [b' ', .., b' ']))
    }

    /// The rough cost, in bytes, of line ends in the text of comments.
    pub(super) fn cost_of_lines(&self) -> usize {
        let lines = |text: &[u8]| memchr_iter(b'\n', text).count();
        self.comments().map(lines).sum()
    }

    /// The rough cost, in bytes, of moves that cannot be played.
    pub(super) fn cost_of_faults(&self) -> usize {
        let cost = |item: &Item| match item {
            Item::Fault(fault) => 1 + fault.text.len(),
            _ => 0,
        };
        self.game.items.iter().map(cost).sum()
    }

    fn comments(&self) -> impl Iterator<Item = &[u8]> {
        self.game.items.iter().filter_map(Item::as_comment)
    }
}

/// Parses one game's text. `None` where it is not a game: it has neither tags nor moves of men that
/// can be played, its variations are nested too deep, or a line of tags is too long.
pub(super) fn parse(text: &[u8], unfolding: Unfolding) -> Option<Parsed> {
    Parser::default().parse(text, unfolding)
}

/// Parses one game after another, in the same buffers.
pub(super) struct Parser<'t> {
    /// The text that `reader` reads next.
    feed: Feed<'t>,
    /// A reader that has read all of the last game.
    reader: Reader<Feed<'t>>,
    builder: Builder,
}

/// The text that a reader reads. The parser gives it the next one from outside.
#[derive(Clone, Default)]
struct Feed<'t>(Rc<Cell<&'t [u8]>>);

impl Read for Feed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut text = self.0.get();
        let read = text.read(buffer);
        self.0.set(text);
        read
    }
}

/// The longest line of tags, in bytes, that `pgn_reader` supports unless told otherwise.
const USUAL_TAG_LINE: usize = 255;
/// A text with a longer line of tags, in bytes, is not a game: the time of `pgn_reader` grows with
/// the square of the length that it is told to support.
const MOST_TAG_LINE: usize = 1 << 18;

impl Default for Parser<'_> {
    fn default() -> Self {
        let feed = Feed::default();
        Parser {
            reader: reader(feed.clone(), USUAL_TAG_LINE),
            feed,
            builder: Builder::default(),
        }
    }
}

/// A reader of `text`, whose lines of tags have at most `tag_line` bytes.
fn reader<R: Read>(text: R, tag_line: usize) -> Reader<R> {
    Reader::build(text)
        .set_supported_tag_line_length(tag_line)
        .finish()
}

impl<'t> Parser<'t> {
    /// As [`parse()`].
    pub(super) fn parse(&mut self, text: &'t [u8], unfolding: Unfolding) -> Option<Parsed> {
        let tag_line = longest_tag_line(text);
        if tag_line > MOST_TAG_LINE {
            return None;
        }
        self.builder.reset(unfolding);
        if self.hear(text, tag_line) == Heard::NoGame {
            return None;
        }
        if let Some(replaced) = quotes::replaced(text, &self.builder.game.tags) {
            self.builder.reset(unfolding);
            let mut reader = reader(replaced.as_slice(), tag_line);
            if self.builder.listen(&mut reader) == Heard::NoGame {
                return None;
            }
            quotes::restore(&mut self.builder.game.tags, text);
        }
        self.builder.finish(text)
    }

    /// Gives the builder what can be made out of `text`, with the reader at hand if that supports
    /// such lines of tags.
    fn hear(&mut self, text: &'t [u8], tag_line: usize) -> Heard {
        self.feed.0.set(text);
        if tag_line > USUAL_TAG_LINE {
            let mut reader = reader(self.feed.clone(), tag_line);
            return self.builder.listen(&mut reader);
        }
        let heard = self.builder.listen(&mut self.reader);
        if heard != Heard::All {
            self.reader = reader(self.feed.clone(), USUAL_TAG_LINE);
        }
        heard
    }

    /// Takes back the spellings of a game, to use their memory for the next.
    pub(super) fn recycle(&mut self, spellings: Spellings) {
        self.builder.spellings = spellings;
    }
}

/// How much of a text a reader could read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    All,
    /// All before something that it refuses to read.
    Part,
    /// The text is not a game.
    NoGame,
}

/// How long lines of tags may be in `text`: `pgn_reader` fails on longer ones than it was told to
/// support.
fn longest_tag_line(text: &[u8]) -> usize {
    let longest = match text.first() {
        Some(b'[') => longest_bracket(tag_lines::head(text)),
        // A text that does not begin with a tag may have tags at the beginning of any line.
        _ => longest_bracket(text.split_inclusive(|&byte| byte == b'\n')),
    };
    longest.unwrap_or(0) + 2
}

/// The length of the longest of `lines` that begins with a bracket, but for blanks.
fn longest_bracket<'t>(lines: impl Iterator<Item = &'t [u8]>) -> Option<usize> {
    let lines = lines.map(<[u8]>::trim_ascii_start);
    let tags = lines.filter(|line| line.starts_with(b"["));
    tags.map(<[u8]>::len).max()
}

/// Builds a game from what `pgn_reader` reports.
#[derive(Default)]
struct Builder {
    unfolding: Unfolding,
    game: Game,
    spellings: Spellings,
    /// The position that the moves have reached; `None` until the start is known.
    line: Option<Line>,
    /// For the main line and each open variation: whether it has come to a fault.
    dead: Vec<bool>,
    /// The start of a comment that is longer than the parser's buffer.
    partial: Vec<u8>,
    /// The result, if that was the last token.
    outcome: Option<Outcome>,
    /// Which of the [`START_TAGS`] have come.
    told: [bool; START_TAGS.len()],
    too_deep: bool,
}

impl Builder {
    /// Whether a tag says how the game starts.
    fn tells_start(&self) -> bool {
        self.told.contains(&true)
    }

    /// Forgets the last game, but keeps its memory.
    fn reset(&mut self, unfolding: Unfolding) {
        self.unfolding = unfolding;
        self.game.tags.clear();
        self.game.items.clear();
        self.spellings.moves.clear();
        self.spellings.first = Turn::default();
        self.line = None;
        self.dead.clear();
        self.dead.push(false);
        self.partial.clear();
        self.outcome = None;
        self.told = Default::default();
        self.too_deep = false;
    }

    /// Adds all that `reader` can make out to the game.
    fn listen<R: Read>(&mut self, reader: &mut Reader<R>) -> Heard {
        loop {
            match reader.read_game(self) {
                Ok(Some(())) if self.too_deep => return Heard::NoGame,
                Ok(Some(())) => {}
                Ok(None) => return Heard::All,
                // What the parser refuses to read is not part of the game; its bytes become edits.
                Err(_) => return Heard::Part,
            }
        }
    }

    fn push(&mut self, item: Item) {
        self.outcome = None;
        self.game.items.push(item);
    }

    fn fault(&mut self, kind: FaultKind, text: Vec<u8>) {
        if let Some(dead) = self.dead.last_mut() {
            *dead = true;
        }
        self.push(Item::Fault(Box::new(Fault { kind, text })));
    }

    /// Adds a move, or a fault if it cannot be played.
    fn push_move(&mut self, SanPlus { san: found, suffix }: SanPlus) {
        let Some(line) = self.line.as_mut() else {
            return;
        };
        let text = || san::text_of(SanPlus { san: found, suffix });
        if self.dead.last().copied().unwrap_or(true) {
            return self.fault(FaultKind::Illegal, text());
        }
        if found == San::Null {
            return match line.pass() {
                true => self.push(Item::Null),
                false => self.fault(FaultKind::Illegal, text()),
            };
        }
        let whole = || san::find_by_squares(line.position(), found);
        match san::find(line.position(), found).or_else(|error| whole().ok_or(error)) {
            Ok(m) => {
                let spelling = line.play_with(|position| san::respell_and_play(position, m, found));
                self.spellings.moves.push(spelling);
                self.push(Item::Move(m));
            }
            Err(NoMove::Illegal) => self.fault(FaultKind::Illegal, text()),
            Err(NoMove::Ambiguous) => self.fault(FaultKind::Ambiguous, text()),
        }
    }

    fn finish(&mut self, text: &[u8]) -> Option<Parsed> {
        // Null moves alone are no game: they look like dashes.
        let plays = |item: &Item| matches!(item, Item::Move(_));
        if self.game.tags.is_empty() && !self.game.items.iter().any(plays) {
            return None;
        }
        for _ in 1..self.dead.len() {
            self.game.items.push(Item::Close);
        }
        let first_number = self.first_number(text);
        self.spellings.renumber(first_number);
        let tag = self.game.tag("Result");
        let text = text.trim_ascii_end();
        let termination = match self.outcome {
            _ if tag.is_some_and(|tag| is_last_word(text, tag)) => Termination::AsTagged,
            Some(Outcome::Unknown) if tag.is_none() => Termination::AsTagged,
            Some(outcome) => Termination::Token(outcome),
            None => Termination::Missing,
        };
        Some(Parsed {
            game: Game {
                // Copies of the exact size: the buffers that have grown are for the next game.
                tags: self.game.tags.clone(),
                items: self.game.items.drain(..).collect(),
            },
            spellings: mem::take(&mut self.spellings),
            termination,
            first_number,
        })
    }

    /// The number that `text` gives the first move, if that is not the one of the start. Whoever
    /// writes a game from a position of its own may count its moves from any number; in other games
    /// it is a slip.
    fn first_number(&self, text: &[u8]) -> Option<u16> {
        let number = self.tells_start().then(|| tokens::first_number(text))?;
        number.filter(|&number| self.spellings.first.number != u32::from(number))
    }
}

/// Whether `text` ends with `word`, not as the end of a longer word.
fn is_last_word(text: &[u8], word: &[u8]) -> bool {
    !word.is_empty()
        && text
            .strip_suffix(word)
            .and_then(|before| before.last())
            .is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'}' | b')'))
}

/// Whether `bytes` holds a NUL. Tags and comments cannot, because codecs end strings with it.
fn holds_nul(bytes: &[u8]) -> bool {
    memchr(0, bytes).is_some()
}

impl Visitor for Builder {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let value = value.as_bytes();
        // A game has no place for a tag within the movetext. (Where a line that is not a tag ends
        // the tags for the parser, more tags may come before any movetext.)
        if self.game.items.is_empty() && !holds_nul(name) && !holds_nul(value) {
            self.game.tags.push(name, value);
            // Another tag of that name says nothing more, and there may be very many.
            let place = START_TAGS.iter().position(|&tag| tag == name);
            if place.is_some_and(|place| !mem::replace(&mut self.told[place], true)) {
                self.line = None;
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        // Tags may go on after what the parser took for their end. If one of those says more about
        // the start, there is no line again, and the start is looked up anew.
        if self.line.is_none() {
            let start = self.game.start();
            self.dead.clear();
            self.dead.push(start.is_none());
            self.spellings.first = Turn::first(&self.game, start.as_ref());
            self.line = Some(Line::new(start.unwrap_or_default()));
        }
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san_plus: SanPlus) -> ControlFlow<()> {
        self.push_move(san_plus);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (): &mut (), nag: Nag) -> ControlFlow<()> {
        self.push(Item::Nag(nag.0));
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.partial.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        let text = if self.partial.is_empty() {
            self.unfolding.meaning(comment.as_bytes())
        } else {
            self.partial.extend_from_slice(comment.as_bytes());
            self.unfolding.meaning(&mem::take(&mut self.partial))
        };
        if !holds_nul(&text) {
            self.push(Item::Comment(text));
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        if self.dead.len() > DEEPEST {
            self.too_deep = true;
            return ControlFlow::Break(());
        }
        if let Some(line) = &mut self.line {
            // A variation in a dead line is dead, too: nobody knows the position that it starts
            // from.
            self.dead.push(self.dead.last().copied().unwrap_or(true));
            line.open();
            self.push(Item::Open);
        }
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        if self.dead.len() > 1
            && let Some(line) = &mut self.line
        {
            self.dead.pop();
            line.close();
            self.push(Item::Close);
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: pgn_reader::Outcome) -> ControlFlow<()> {
        use pgn_reader::Outcome::{Known, Unknown};
        self.outcome = Some(match outcome {
            Known(KnownOutcome::Decisive {
                winner: Color::White,
            }) => Outcome::Won(Color::White),
            Known(KnownOutcome::Decisive {
                winner: Color::Black,
            }) => Outcome::Won(Color::Black),
            Known(KnownOutcome::Draw) => Outcome::Drawn,
            Unknown => Outcome::Unknown,
        });
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::testing::least_time;

    fn is_game(text: &str) -> bool {
        parse(text.as_bytes(), Unfolding::default()).is_some()
    }

    #[test]
    fn dashes_are_no_game_without_tags_or_moves() {
        for (text, game) in [
            ("--------\n", false),
            ("The king -- that is, the man -- moves.\n", false),
            ("[White \"a\"]\n\n--\n", true),
            ("1. -- e5\n", true),
        ] {
            assert_eq!(is_game(text), game, "{text}");
        }
    }

    /// The reader counts them as tags of the same game.
    #[test]
    fn long_tags_behind_other_lines_cost_no_moves() {
        let long = "a".repeat(20_000);
        for between in ["\n", "% note\n", "  ", " \r\n\t"] {
            let text = format!("[Event \"a\"]\n{between}[Annotator \"{long}\"]\n\n1. e4 *\n");
            let parsed = parse(text.as_bytes(), Unfolding::default()).unwrap();
            assert_eq!(
                (parsed.game.tags.len(), parsed.moves()),
                (2, 1),
                "{between:?}"
            );
        }
    }

    /// The reader takes the line for the end of the tags each time.
    #[test]
    fn the_start_is_not_looked_up_for_each_of_many_tags() {
        let time_of = |count: usize, name: &str| {
            let many = format!("[{name} \"x\" y]\n").repeat(count);
            let text = format!(
                "[Event \"a\"]\n{}{many}\n1. e4 *\n",
                "[B \"\"]\n".repeat(count)
            );
            least_time(|| assert!(is_game(&text)))
        };
        assert!(time_of(8000, "FEN") < 4 * time_of(8000, "GEN"));
    }

    #[test]
    fn only_lines_of_tags_may_be_too_long() {
        let long = "e4 {[x]} ".repeat(MOST_TAG_LINE / 9 + 1);
        for (text, game) in [
            (format!("1. {long}"), true),
            (format!("\n1. {long}\n[Event \"a\"]"), true),
            (format!("\n  [Event \"{long}\"]\n\n1. e4"), false),
            (format!("[Event \"{long}\"]\n\n1. e4"), false),
        ] {
            assert_eq!(is_game(&text), game, "{}", &text[..12]);
        }
    }
}

//! Text → [`Document`].
//!
//! [`read`] parses each game, finds a style for it, renders it in that style and compares the
//! result with the text; the differences become edits. So what it returns is right by construction,
//! and a weakness of the parser costs bytes, never data. [`write()`](super::write()) renders the
//! games and applies their edits.

use super::{
    command::cuts_in,
    departure::{Departure, Room, most_of_edits},
    edits::cost_of_new,
    infer::{Texts, infer},
    known_styles::{KnownStyles, Saving},
    layout::{Document, Layout, Piece, Reason, Repeat},
    line_comments::in_braces,
    lines::with_line_feeds,
    parse::{Parsed, Parser, parse},
    readings::Readings,
    repeats,
    respelling::{Repair, better_source, game_once_repaired},
    split::{self, mark_len},
    style::Style,
    tag_lines,
    tags::Tags,
    unfold::Unfolding,
};
use std::borrow::Cow;

/// Parses any text: what is understood as a game becomes one, the rest is kept as text. Nothing is
/// said to come again.
pub fn read(text: &[u8]) -> Document {
    let lines = with_line_feeds(text);
    let mut reader = Reader::default();
    for game in texts_of(text, &lines) {
        reader.read_game(game);
    }
    reader.finish()
}

/// The same, but games whose texts come again are parsed once.
pub fn read_once(text: &[u8]) -> Document {
    let lines = with_line_feeds(text);
    let games: Vec<GameText> = texts_of(text, &lines).collect();
    let mut reader = Reader::default();
    let mut read = 0;
    // By number of a text that is read: the piece that it became.
    let mut became = Vec::new();
    for again in repeats::find(&games) {
        let of_its_own = &games[read..again.at];
        became.extend(of_its_own.iter().map(|&game| reader.read_game(game)));
        let pieces = became.get(again.from..again.from + again.count);
        if !pieces.is_some_and(|pieces| reader.repeat(pieces, again.times)) {
            for &game in &games[again.texts()] {
                reader.read_game(game);
            }
        }
        read = again.texts().end;
    }
    for &game in &games[read..] {
        reader.read_game(game);
    }
    reader.finish()
}

/// The text of what may be a game.
#[derive(Clone, Copy)]
struct GameText<'t> {
    text: &'t [u8],
    /// The same as [`with_line_feeds`] has it, of the same length.
    lines: &'t [u8],
}

impl AsRef<[u8]> for GameText<'_> {
    fn as_ref(&self) -> &[u8] {
        self.text
    }
}

/// The texts of what may be games in `text`; `lines` is all of it as [`with_line_feeds`] has it.
fn texts_of<'t>(text: &'t [u8], lines: &'t [u8]) -> impl Iterator<Item = GameText<'t>> {
    let mut rest = text;
    split::games(lines).map(move |lines| {
        let (text, after) = rest.split_at(lines.len());
        rest = after;
        GameText { text, lines }
    })
}

/// The tags of a game that [`read`] keeps as text, as far as its text can be parsed.
pub fn tags_of(text: &[u8]) -> Tags {
    let lines = with_line_feeds(&text[mark_len(text)..]);
    let parsed = parse(&source_of(&lines), Unfolding::of(&Style::default()));
    parsed.map(|parsed| parsed.game.tags).unwrap_or_default()
}

/// What the parser is given for `lines`, a game's text as [`with_line_feeds`] has it.
fn source_of(lines: &[u8]) -> Cow<'_, [u8]> {
    in_braces(tag_lines::standard(lines).map_or(Cow::Borrowed(lines), Cow::Owned))
}

/// Where no style fits a game, edits are looked for in this many styles, those that agree with its
/// beginning longest: that takes longer than rendering.
const CLOSE_STYLES: usize = 8;

/// A document being read.
#[derive(Default)]
struct Reader<'t> {
    parser: Parser<'t>,
    pieces: Vec<Piece>,
    repeats: Vec<Repeat>,
    styles: KnownStyles,
    /// Buffers to render and to find edits in.
    rendered: Vec<u8>,
    room: Room,
    /// Whether the last game that was parsed as it stands had more moves in other spellings, or was
    /// none without.
    had_better: bool,
}

/// A game as it reads in a style, and how its text departs from that style.
struct Reading {
    style: usize,
    parsed: Parsed,
    departure: Departure,
}

impl Reading {
    /// Whether the edits and the moves that cannot be played, most of which are text that was taken
    /// for moves, cost more than half of `text`: it is better kept as it is.
    ///
    /// Edits may cost as much as the text itself if most come again: a table of moves has the same
    /// blanks in line after line.
    // 300 games as a table of Scid's: 11,318 bytes; 28,165 if all edits count in full, which keeps
    // 161 of them as text. Pages that hold a few moves have no such edits, and are smaller as text:
    // a newsletter in HTML 4,013 bytes, 7,387 as a game.
    fn is_dear(&self, text: &[u8]) -> bool {
        let most = text.len() / 2;
        let Departure { edits, cost } = &self.departure;
        let cost_of_new = || cost_of_new(edits.loose.iter().chain(&edits.folded));
        *cost > most && cost_of_new() + self.parsed.cost_of_faults() > most
    }
}

/// The reading of a game, or why it is kept as text.
type Understood = std::result::Result<Reading, Reason>;

/// A known style in which a game was rendered, but not taken at once.
#[derive(Clone, Copy)]
struct Candidate {
    /// How many bytes at the beginning of the rendering agree with the text, at least.
    agreed: usize,
    /// Its place among the document's styles.
    style: usize,
    /// The number of the game's reading in this style.
    reading: usize,
}

/// How well the styles that are known fit a game.
enum Fit<'s> {
    /// This one needs no edits.
    Exact(Reading),
    /// None is taken without a closer look at these.
    Close(Vec<Candidate>, Readings<'s>),
}

impl Fit<'_> {
    /// The game as it reads, where other spellings of its moves may be understood better.
    fn doubtful(&self) -> Option<&Parsed> {
        match self {
            Fit::Exact(reading) => Some(&reading.parsed).filter(|parsed| parsed.has_faults()),
            Fit::Close(_, readings) => Some(readings.at(0)),
        }
    }
}

/// Whether line ends of a text stand within commands for no blank, and would stand for one in
/// `style`.
fn leaves_uncut(style: &Style, text: &[u8]) -> bool {
    style.width > 0 && !style.comments.cuts() && cuts_in(text) > 0
}

impl<'t> Reader<'t> {
    /// Reads one game. Returns the place of the piece that it became; `None` where it is no game.
    ///
    /// A byte order mark before it is an edit, and nothing else sees it.
    fn read_game(&mut self, GameText { text, lines }: GameText<'t>) -> Option<usize> {
        let (mark, rest) = text.split_at(mark_len(text));
        match self.understood(rest, &lines[mark.len()..]) {
            Ok(mut reading) => {
                reading.departure.edits.begin_with(mark);
                self.push(reading);
            }
            Err(reason) => self.keep(text, reason),
        }
        let is_game = self.pieces.last().is_some_and(Piece::is_game);
        is_game.then(|| self.pieces.len() - 1)
    }

    /// Notes that texts which became these `pieces` come again, so many `times` over. Returns
    /// false, and notes nothing, where they are not games that stand one behind the other.
    fn repeat(&mut self, pieces: &[Option<usize>], times: usize) -> bool {
        let Some(&Some(from)) = pieces.first() else {
            return false;
        };
        let in_order = (from..).map(Some).zip(pieces).all(|(due, &is)| due == is);
        if in_order {
            self.repeats.push(Repeat {
                at: self.pieces.len(),
                from,
                count: pieces.len(),
                times,
            });
        }
        in_order
    }

    /// A game's reading, or why it is kept as text.
    ///
    /// Cheap ways come first. Most games are parsed once and rendered once, in the style of the
    /// game before. What is no game as it stands, but has moves that name both squares, is repaired
    /// first. Where no known style gives the text, or some moves cannot be played, the
    /// spelling of its moves is repaired, then mended (one more parse each, if anything changes),
    /// and all known styles are tried again. Where that helped the game before, the moves are
    /// repaired at once. Then a style is searched for ([`infer`](super::infer), a hundred
    /// renderings and more). A game whose edits [cost too much](Reading::is_dear) even so is kept
    /// as text.
    fn understood(&mut self, text: &[u8], lines: &'t [u8]) -> Understood {
        let latest = self.styles.at(self.styles.latest());
        let unfolding = Unfolding::of(latest);
        let original = source_of(lines);
        let mut repair = Repair::new(&original, unfolding, latest.language);
        let texts = |source| Texts {
            text,
            lines,
            source,
        };
        if self.had_better
            && let Some((repaired, parsed)) = repair.take(|parsed| !parsed.has_faults())
        {
            let fit = self.fit(text, &repaired, unfolding, parsed);
            return self.settled(texts(&repaired), fit);
        }
        let parsed = match &original {
            Cow::Borrowed(lines) => self.parser.parse(lines, unfolding),
            Cow::Owned(source) => parse(source, unfolding),
        };
        let was_no_game = parsed.is_none();
        let (source, parsed) = match parsed {
            Some(parsed) => (Cow::Borrowed(&*original), parsed),
            None => {
                let (repaired, parsed) = game_once_repaired(&mut repair).ok_or(Reason::NoGame)?;
                (Cow::Owned(repaired), parsed)
            }
        };
        let fit = self.fit(text, &source, unfolding, parsed);
        let known = fit.doubtful();
        let better = known.and_then(|known| better_source(&source, known, &mut repair));
        self.had_better = was_no_game || better.is_some();
        match better {
            Some((better, parsed)) => {
                let fit = self.fit(text, &better, unfolding, parsed);
                self.settled(texts(&better), fit)
            }
            None => self.settled(texts(&source), fit),
        }
    }

    /// The reading in the style that is taken in the end, or why the game is kept as text.
    fn settled(&mut self, texts: Texts, fit: Fit) -> Understood {
        let reading = match fit {
            Fit::Exact(reading) => return Ok(reading),
            Fit::Close(candidates, readings) => self.cheapest(texts.text, candidates, readings),
        };
        let reading = self.search(texts, reading);
        let is_dear = reading.is_dear(texts.text);
        match is_dear || !self.leads_to(texts.text, &reading) {
            true => Err(Reason::Layout),
            false => Ok(reading),
        }
    }

    /// Looks for a known style that needs no edits. The game is parsed from `source`, which is the
    /// text or the text with its moves repaired, once for each [`Unfolding`].
    fn fit<'s>(
        &mut self,
        text: &[u8],
        source: &'s [u8],
        unfolding: Unfolding,
        parsed: Parsed,
    ) -> Fit<'s> {
        let mut readings = Readings::new(source, unfolding, parsed);
        let mut candidates: Vec<Candidate> = Vec::new();
        for place in self.styles.latest_first() {
            let style = self.styles.at(place);
            let reading = readings.number(style);
            let parsed = readings.at(reading);
            let rendering = parsed.in_style(style);
            let agreement = rendering.agreement(text, &mut self.rendered);
            // Spaces at both ends of every comment should belong to the style: another style may
            // have them. So should those within commands that another style cuts there.
            if agreement.is_exact && !parsed.is_left_padding(style) && !leaves_uncut(style, text) {
                return Fit::Exact(Reading {
                    style: place,
                    parsed: readings.into_one(reading),
                    departure: Departure::default(),
                });
            }
            candidates.push(Candidate {
                agreed: agreement.bytes,
                style: place,
                reading,
            });
        }
        Fit::Close(candidates, readings)
    }

    /// The candidate with the cheapest edits, among those that agree with the text longest; there is
    /// one at least.
    fn cheapest(
        &mut self,
        text: &[u8],
        mut candidates: Vec<Candidate>,
        readings: Readings,
    ) -> Reading {
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.agreed));
        candidates.truncate(CLOSE_STYLES);
        let mut best = candidates[0];
        let mut departure = self.departure(best.style, readings.at(best.reading), text);
        for &other in candidates.iter().skip(1) {
            let style = self.styles.at(other.style);
            let parsed = readings.at(other.reading);
            let cost = departure.cost + readings.at(best.reading).cost_of_lines();
            let Some(limit) = cost.checked_sub(parsed.cost_of_lines()) else {
                continue;
            };
            let cheaper = self
                .room
                .departure_below(parsed.in_style(style), text, limit);
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

    /// Searches for a style better than that of `reading`, where that seems worth the time. Returns
    /// the reading in that style if it was adopted, else `reading`.
    fn search(&mut self, texts: Texts, reading: Reading) -> Reading {
        if !self.styles.allow_search(texts.text.len()) {
            return reading;
        }
        let base = self.styles.at(reading.style);
        let found = infer(texts, &reading.parsed, base, &reading.departure);
        let saving = Saving {
            bytes: found.saved,
            is_exact: found.cost == 0,
        };
        let is_first_piece = self.pieces.is_empty();
        let Some(style) = self.styles.adopt(found.style, saving, is_first_piece) else {
            self.styles.charge(found.spent);
            return reading;
        };
        Reading {
            style,
            parsed: found.parsed,
            departure: found.departure,
        }
    }

    /// The edits from a rendering to `text`. If they cost [too much](most_of_edits), there are none,
    /// and that is what they cost.
    fn departure(&mut self, style: usize, parsed: &Parsed, text: &[u8]) -> Departure {
        let style = self.styles.at(style);
        let limit = most_of_edits(text);
        let found = self
            .room
            .departure_below(parsed.in_style(style), text, limit);
        found.unwrap_or(Departure {
            cost: limit,
            ..Departure::default()
        })
    }

    /// Whether the edits of `reading` turn its rendering into `text`.
    fn leads_to(&mut self, text: &[u8], reading: &Reading) -> bool {
        let style = self.styles.at(reading.style);
        let rendering = reading.parsed.in_style(style);
        let edits = &reading.departure.edits;
        self.rendered.clear();
        let written = self.room.write(rendering, edits, &mut self.rendered);
        written.is_ok() && self.rendered == text
    }

    fn push(&mut self, reading: Reading) {
        self.styles.note(reading.style);
        let layout = Layout {
            style: reading.style,
            termination: reading.parsed.termination,
            first_number: reading.parsed.first_number,
            edits: reading.departure.edits,
        };
        self.parser.recycle(reading.parsed.spellings);
        let game = Box::new(reading.parsed.game);
        self.pieces.push(Piece::Game(game, layout));
    }

    /// The document, with the styles that its games name and no others.
    fn finish(mut self) -> Document {
        Document {
            styles: self.styles.named_by(&mut self.pieces),
            pieces: self.pieces,
            repeats: self.repeats,
        }
    }

    /// Keeps a text as it is. A game becomes a piece of its own, so that it is counted as one; what
    /// is not a game is joined to the piece before it, if that is not a game either and nothing
    /// comes again between them.
    fn keep(&mut self, text: &[u8], reason: Reason) {
        let after_repeat = self
            .repeats
            .last()
            .is_some_and(|r| r.at == self.pieces.len());
        match self.pieces.last_mut() {
            Some(Piece::Text(kept, Reason::NoGame))
                if reason == Reason::NoGame && !after_repeat =>
            {
                kept.extend_from_slice(text)
            }
            _ => {
                let piece = Piece::Text(text.to_vec(), reason);
                self.pieces.push(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        edits::cost,
        game::Item,
        layout::{Edit, Edits},
    };

    /// How many moves the games of a text have, where it is games and nothing else, and all of
    /// their moves can be played.
    fn moves_in(text: &str) -> Option<usize> {
        let mut moves = 0;
        for piece in read(text.as_bytes()).pieces {
            let Piece::Game(game, _) = piece else {
                return None;
            };
            for item in &game.items {
                match item {
                    Item::Fault(_) => return None,
                    Item::Move(_) => moves += 1,
                    _ => {}
                }
            }
        }
        Some(moves)
    }

    #[test]
    fn moves_that_must_be_repaired_make_a_game_without_tags() {
        for (text, moves) in [
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *\n", 4),
            (
                "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 1/2-1/2\n\n1. d2-d4 d7-d5 1-0\n",
                6,
            ),
            // One of them must be mended, too.
            ("1. e2-e4 d7-d5 2. ed5 Dd8-d5 *\n", 4),
        ] {
            assert_eq!(moves_in(text), Some(moves), "{text}");
        }
        for text in [
            "from a-b to c-d\n",
            "vitamin b-3 and a-4 paper\n",
            "1. z2-z4 *\n",
            "e2 - e4\n",
            "his e2-e4\n",
        ] {
            assert_eq!(moves_in(text), None, "{text}");
            let document = read(text.as_bytes());
            assert!(!document.pieces.iter().any(Piece::is_game), "{document:?}");
        }
    }

    /// The edits cost more than half of the text, but most come again.
    #[test]
    fn a_table_of_moves_is_a_game() {
        let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 \
            Nf1 Bf8 Ng3 g6 a4 c5 d5 c4 Bg5 h6 Be3 Nc5 Qd2 h5";
        let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
        let table = |time: &str| {
            let mut text = String::from("[Event \"Club\"]\n[Result \"*\"]\n\n");
            for (n, pair) in (1..).zip(moves.chunks(2)) {
                text += &format!("\t{n:4}.\t{:8}{time}\t{:8}{time}\n", pair[0], pair[1]);
            }
            text + "\t  *\n\n"
        };
        for time in ["", "(0:00)   "] {
            let text = table(time);
            assert_eq!(moves_in(&text), Some(moves.len()), "{text}");
        }
    }

    #[test]
    fn edits_that_come_again_are_dear_where_most_moves_cannot_be_played() {
        let edit = Edit {
            keep: 5,
            drop: 1,
            insert: b"\n\t   ".into(),
        };
        let reading = |moves: &str| {
            let parsed = parse(moves.as_bytes(), Unfolding::of(&Style::default())).unwrap();
            let folded = vec![edit.clone(); 20];
            let departure = Departure {
                cost: cost(&folded),
                edits: Edits {
                    folded,
                    ..Edits::default()
                },
            };
            Reading {
                style: 0,
                parsed,
                departure,
            }
        };
        let text = [b' '; 200];
        assert!(!reading("1. e4 e5 *").is_dear(&text));
        assert!(reading(&format!("1. e4 e5 {} *", "Qh1 ".repeat(20))).is_dear(&text));
    }

    /// Games that no style makes worth keeping as games: a search finds the style that it began
    /// with, and must not count as one that found something.
    #[test]
    fn hopeless_games_are_searched_no_more_after_some() {
        let mut letters = (0_u32..).map(|n| {
            let scattered = n.wrapping_mul(0x9e37_79b9) ^ n.wrapping_mul(n) << 5;
            char::from(b'a' + (scattered >> 24) as u8 % 26)
        });
        let mut text = String::new();
        for _ in 0..40 {
            text += "[Event \"?\"]\n\n1. e4 e5 ";
            for _ in 0..100 {
                text.extend(letters.by_ref().take(200));
                text.push(' ');
            }
            text += "*\n\n";
        }
        let mut reader = Reader::default();
        for game in texts_of(text.as_bytes(), text.as_bytes()) {
            reader.read_game(game);
        }
        assert!(!reader.styles.allow_search(0));
    }
}

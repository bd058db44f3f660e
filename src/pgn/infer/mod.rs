//! Finds the style of a game's text: first the habits that are plain to see, then the others, by
//! trial renderings.
//!
//! * [`mod@observe`]: what a text shows;
//! * [`movetext`]: the part of that which its tokens show;
//! * [`gaps`]: what of that stands between tokens;
//! * [`plain`]: what follows from it at once;
//! * [`folding`]: how lines may have been folded that end where these do.
//!
//! Habits that the text does not show stay as they are in the style that the search starts from.

mod folding;
mod gaps;
mod movetext;
mod observe;
mod plain;

use super::{
    command::cuts_in,
    departure::{Departure, Room, most_of_edits},
    parse::Parsed,
    readings::Readings,
    style::{
        AnnotatedDots, Between, BlackNumber, Braces, Captures, Castling, Columns, Comments,
        EnPassant, FoldedSpace, Gap, Kind, Marks, Notation, NumberLines, Style, writers::writers,
    },
    unfold::Unfolding,
};
use folding::{Way, likely_ways, likely_widths};
use gaps::choose_gaps;
use observe::{Observed, observe};
use plain::{Played, plainly, set_surroundings};

/// How many gaps, the most frequent ones, are tried in every way; each takes a trial or two.
const GAPS_TRIED: usize = 12;

/// A game's text, and what it is read from.
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) text: &'a [u8],
    /// The text as [`with_line_feeds`](super::lines::with_line_feeds) has it.
    pub(super) lines: &'a [u8],
    /// What the game is parsed from: that with all spelt as the parser wants it.
    pub(super) source: &'a [u8],
}

/// The style of a text, as far as it can be told. `parsed` is the game as read in the style `base`,
/// and `departure` the text's from that.
pub(super) fn infer(texts: Texts, parsed: &Parsed, base: &Style, departure: &Departure) -> Found {
    let Texts { text, source, .. } = texts;
    let seen = observe(texts, parsed, base.language);
    let played = Played::of(&parsed.game);
    let cuts = cuts_in(text);
    let cost_of_base = price(base, parsed, departure, cuts);
    let mut trials = Trials {
        text,
        readings: Readings::new(source, Unfolding::of(base), parsed.clone()),
        room: Room::default(),
        left: TRIAL_BYTES,
        tried: vec![base.clone()],
        best: base.clone(),
        departure: departure.clone(),
        cost: cost_of_base.min(most_of_edits(text)),
        cuts,
    };
    if !trials.is_by_a_known_writer(&seen) {
        trials.begin_with(base, &seen, &played);
        if trials.cost > 0 && *base != Style::default() {
            // Habits that the text does not show may be another writer's in `base`.
            trials.begin_with(&Style::default(), &seen, &played);
        }
        trials.refine(&seen, &played);
    }
    trials.found(base, cost_of_base)
}

/// A style that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) style: Style,
    /// Its [`price`].
    pub(super) cost: usize,
    /// How much less that is than the price of the style that the search started from; 0 if it is
    /// that one.
    pub(super) saved: usize,
    /// The game as it reads in that style.
    pub(super) parsed: Parsed,
    /// How the text departs from it.
    pub(super) departure: Departure,
    /// How much of [`TRIAL_BYTES`] the search took.
    pub(super) spent: usize,
}

/// What a style costs, roughly, in which a game reads as `parsed` and from which its text departs
/// so: 0 where the style fits exactly and leaves to comments nothing that should be its own; else
/// bytes for what it leaves to them and, with one more, for edits. `cuts` are the line ends within
/// commands.
fn price(style: &Style, parsed: &Parsed, departure: &Departure, cuts: usize) -> usize {
    let edits = match departure.cost {
        // Spaces at both ends of every comment should belong to the style.
        0 => usize::from(parsed.is_left_padding(style)),
        cost => 1 + cost,
    };
    // So should spaces within commands that another style cuts.
    let cuts = match style.comments.cuts() {
        true => 0,
        false => cuts,
    };
    // Line ends should belong to the style, not to comments. Those of comments in a style that fits
    // exactly, and does not leave out the first of them, are their own.
    let are_own = departure.cost == 0 && style.comments != Comments::WholeBehindBrace;
    let lines = match are_own {
        true => 0,
        false => parsed.cost_of_lines(),
    };
    edits + cuts + lines
}

/// The most bytes that are rendered in one search: enough for all trials worth making of a usual
/// game, and a bound for a game without an end.
pub(super) const TRIAL_BYTES: usize = 4 << 20;
/// For each byte that edits cost, finding them takes about as long as rendering this many.
const EDIT_BYTES: usize = 64;

/// A search for a style by trials.
struct Trials<'a> {
    text: &'a [u8],
    readings: Readings<'a>,
    room: Room,
    /// Bytes that may still be rendered. Time spent on finding edits is taken off, too.
    left: usize,
    /// The styles tried so far.
    tried: Vec<Style>,
    /// The best style so far, how the text departs from it, and what it costs.
    best: Style,
    departure: Departure,
    cost: usize,
    /// What it costs not to cut commands.
    cuts: usize,
}

impl Trials<'_> {
    /// Tries `style`, unless that was done before. Returns whether it costs less than the best so
    /// far; it is the best then.
    fn attempt(&mut self, style: Style) -> bool {
        if self.left < self.text.len() || self.tried.contains(&style) {
            return false;
        }
        self.tried.push(style.clone());
        self.left = self.left.saturating_sub(self.text.len());
        let number = self.readings.number(&style);
        let parsed = self.readings.at(number);
        let departure = self
            .room
            .departure_below(parsed.in_style(&style), self.text, self.cost);
        let edited = departure.as_ref().map_or(self.cost, |found| found.cost);
        let edited = EDIT_BYTES * edited.min(self.text.len());
        self.left = self.left.saturating_sub(edited);
        departure.is_some_and(|departure| self.weigh(style, number, departure))
    }

    /// Takes `style`, from which the reading of that number departs so, for the best if it costs
    /// less than the best so far. Returns whether it does.
    fn weigh(&mut self, style: Style, number: usize, departure: Departure) -> bool {
        let cost = price(&style, self.readings.at(number), &departure, self.cuts);
        let better = cost < self.cost;
        if better {
            self.cost = cost;
            self.best = style;
            self.departure = departure;
        }
        better
    }

    /// Whether the game reads exactly as a known program would write it.
    fn is_by_a_known_writer(&mut self, seen: &Observed) -> bool {
        let mut rendered = Vec::new();
        for style in by_known_writers(seen) {
            let number = self.readings.number(&style);
            let rendering = self.readings.at(number).in_style(&style);
            let agreement = rendering.agreement(self.text, &mut rendered);
            self.left = self.left.saturating_sub(agreement.bytes);
            if agreement.is_exact && self.attempt(style) && self.cost == 0 {
                return true;
            }
        }
        false
    }

    /// Tries the habits that are plain to see with every likely way of folding; all other habits
    /// are those of `base`.
    fn begin_with(&mut self, base: &Style, seen: &Observed, played: &Played) {
        let plain = plainly(base, seen, played);
        for way in likely_ways(base, &plain, seen) {
            let Way {
                columns,
                folding,
                width,
                breaks,
            } = way;
            let mut style = Style {
                columns,
                width,
                folding,
                ..plain.clone()
            };
            if width > 0 {
                // A program that folds lines at a width does not begin one every few moves.
                style.moves_a_line = 0;
            }
            choose_gaps(&mut style, breaks, seen);
            if style.braces.are_none() {
                end_lines_behind_comments(&mut style);
            }
            if width > 0 && seen.folded_comments > 0 {
                for comments in ways_to_fold(seen) {
                    style.comments = comments;
                    self.attempt(style.clone());
                }
            } else {
                if seen.folded_comments > 0 {
                    style.comments = Comments::Whole;
                }
                self.attempt(style.clone());
                if style.folded_space == FoldedSpace::KeptIfItFits && seen.keeps_spaces() {
                    style.folded_space = FoldedSpace::Kept;
                    self.attempt(style);
                }
            }
        }
    }

    /// Tries the best style so far with one change.
    fn vary(&mut self, change: impl FnOnce(&mut Style)) {
        if self.cost > 0 {
            let mut style = self.best.clone();
            change(&mut style);
            self.attempt(style);
        }
    }

    /// Tries the best style so far with single habits changed, one after another.
    fn refine(&mut self, seen: &Observed, played: &Played) {
        self.refine_numbers(seen);
        for braces in Braces::ALL {
            if seen.braces[braces as usize] > 0 {
                self.vary(|style| style.braces = braces);
            }
        }
        if self.best.width > 0 {
            self.refine_folding(seen);
        }
        if seen.black[Kind::White as usize].with > 0 {
            self.vary(|style| {
                style.annotated_dots = AnnotatedDots::Yes;
                style.dotted.set(Kind::White, false);
            });
            self.vary(|style| style.dotted.set(Kind::White, true));
        }
        self.refine_moves(seen, played);
    }

    /// Tries at which numbers of moves lines begin, and whether Black's follow every annotation.
    fn refine_numbers(&mut self, seen: &Observed) {
        // All are the same where no line begins with a number.
        let ways = match seen.moves_a_line {
            0 => 1,
            _ => NumberLines::ALL.len(),
        };
        for lines in NumberLines::ALL.into_iter().take(ways) {
            self.vary(|style| {
                style.moves_a_line = seen.moves_a_line;
                style.number_lines = lines;
                style.width = 0;
                let main_line = &mut style.gaps[0];
                for gaps in main_line.iter_mut() {
                    let gap = &mut gaps[Kind::Number as usize];
                    if matches!(gap, Gap::Fold | Gap::Line) {
                        *gap = Gap::Space;
                    }
                }
            });
        }
        for dots in AnnotatedDots::ALL {
            self.vary(|style| style.annotated_dots = dots);
        }
        if seen.black[Kind::Comment as usize].with > 0 {
            self.vary(|style| {
                style.annotated_dots = AnnotatedDots::BehindGlyphs;
                style.dotted.set(Kind::Comment, false);
            });
        }
        if seen.dots.iter().any(|&count| count > 0) {
            for number in BlackNumber::ALL {
                self.vary(|style| style.black_number = number);
            }
        }
    }

    /// Tries where lines are folded.
    fn refine_folding(&mut self, seen: &Observed) {
        for comments in Comments::ALL {
            if may_be(comments, seen) {
                self.vary(|style| style.comments = comments);
            }
        }
        self.widths_nearby();
        for columns in Columns::ALL {
            self.vary(|style| style.columns = columns);
        }
        for space in FoldedSpace::ALL {
            self.vary(|style| style.folded_space = space);
        }
        self.gaps(seen);
        self.widths_nearby();
    }

    /// Tries how moves are written.
    fn refine_moves(&mut self, seen: &Observed, played: &Played) {
        for marks in Marks::ALL {
            self.vary(|style| style.marks = marks);
        }
        if seen.en_passant {
            for words in EnPassant::ALL {
                self.vary(|style| style.en_passant = words);
            }
        }
        if played.captures && seen.captures.is_none() {
            self.vary(|style| style.captures = Captures::Nothing);
        }
        for notation in Notation::ALL {
            if notation != Notation::San && seen.whole() * 4 <= seen.moves {
                continue;
            }
            self.vary(|style| style.notation = notation);
        }
        if played.castles && !seen.castles() {
            for castling in Castling::ALL {
                self.vary(|style| style.castling = castling);
            }
        }
    }

    /// Tries widths close to the best so far.
    fn widths_nearby(&mut self) {
        for step in [1, 1, 1, -1, -2] {
            let width = self.best.width.saturating_add_signed(step);
            self.vary(|style| style.width = width);
        }
    }

    /// Tries at which gaps lines may be folded: the text does not show it where it happened never
    /// to fold.
    fn gaps(&mut self, seen: &Observed) {
        let times = |place: &Between| -> u32 { place.of(&seen.blanks).iter().sum() };
        let mut places: Vec<_> = Between::all().filter(|place| times(place) > 0).collect();
        places.sort_by_key(|place| std::cmp::Reverse(times(place)));
        let keeps_spaces = self.best.folded_space == FoldedSpace::KeptIfItFits;
        for place in places.into_iter().take(GAPS_TRIED) {
            let alternatives: &[Gap] = match place.of(&self.best.gaps) {
                Gap::Space | Gap::Fold | Gap::Free if keeps_spaces => {
                    &[Gap::Fold, Gap::Apart, Gap::Space, Gap::Free]
                }
                Gap::Space | Gap::Fold | Gap::Free => &[Gap::Fold, Gap::Space, Gap::Free],
                Gap::None | Gap::Split => &[Gap::None, Gap::Split],
                Gap::Line => &[Gap::Fold, Gap::Split],
                Gap::SpaceLine => &[Gap::Fold],
                Gap::Two | Gap::EmptyLine | Gap::Apart | Gap::Tab | Gap::Unbroken => &[],
                Gap::Nested | Gap::SpaceNested | Gap::Indented => &[],
            };
            for &gap in alternatives {
                self.vary(|style| *place.of_mut(&mut style.gaps) = gap);
            }
        }
    }

    fn found(mut self, base: &Style, cost_of_base: usize) -> Found {
        let number = self.readings.number(&self.best);
        // The base may cost more than the most that a trial may.
        let saved = match self.best == *base {
            true => 0,
            false => cost_of_base.saturating_sub(self.cost),
        };
        Found {
            style: self.best,
            cost: self.cost,
            saved,
            parsed: self.readings.into_one(number),
            departure: self.departure,
            spent: TRIAL_BYTES - self.left,
        }
    }
}

/// Sets the gaps behind comments that go to the end of their line, those not seen, too.
fn end_lines_behind_comments(style: &mut Style) {
    for gaps in &mut style.gaps {
        for kind in [Kind::Comment, Kind::Blank] {
            for gap in &mut gaps[kind as usize] {
                if !gap.ends_line() {
                    *gap = Gap::Line;
                }
            }
        }
    }
}

/// The ways to fold comments that are worth trying at every width.
fn ways_to_fold(seen: &Observed) -> Vec<Comments> {
    let ways = [
        Comments::Folded,
        Comments::Chopped,
        Comments::CutBehindNames,
        Comments::Cut,
        Comments::FoldedBehindBrace,
        Comments::WholeBehindBrace,
    ];
    ways.into_iter()
        .filter(|&comments| may_be(comments, seen))
        .collect()
}

/// Whether the text may have such comments: some kinds would show in where lines end.
fn may_be(comments: Comments, seen: &Observed) -> bool {
    match comments {
        _ if comments.cuts() => seen.cut_comments > 0,
        Comments::FoldedBehindBrace | Comments::WholeBehindBrace => seen.kept_spaces() > 0,
        _ => true,
    }
}

/// The styles of known writers with line ends as they were seen, the most usual first; all in
/// their own width, then in others that they may have been told to keep to.
fn by_known_writers(seen: &Observed) -> Vec<Style> {
    let mut writers: Vec<Style> = writers().iter().rev().cloned().collect();
    for style in &mut writers {
        set_surroundings(style, seen);
        style.tag_form = seen.tag_form.unwrap_or_default();
    }
    let likely = seen.breaks.each_ref().map(|breaks| likely_widths(breaks));
    let mut others = Vec::new();
    for style in writers.iter().filter(|style| style.width > 0) {
        let likely = likely[style.columns as usize].iter().copied();
        let new = likely.filter(|&width| width != style.width);
        others.extend(new.map(|width| Style {
            width,
            ..style.clone()
        }));
    }
    writers.append(&mut others);
    writers
}

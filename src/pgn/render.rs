//! Writes games in a style: the only code that puts the text of a game together. How a tag and a
//! move are spelt, `style` knows.

use super::{
    command::Place,
    cursor::follow,
    game::{Game, Item},
    layout::Termination,
    page::{Loose, Page},
    style::{
        AnnotatedDots, Between, BlackNumber, Braces, Comments, Dots, Gap, Kind, Nags, NumberEnd,
        NumberLines, Style, notation,
    },
    tokens::ELLIPSIS,
};
use crate::chess::{
    Color, Position, Rules,
    branching::Branching,
    line::Line,
    san::{Spelling, spell_and_play},
};
use memchr::memchr;
use std::{io::Write, slice};

/// What rendering a game needs in addition to the game itself. It is the same for every style.
#[derive(Clone, Debug, Default)]
pub(super) struct Spellings {
    /// How each [`Item::Move`] is spelt, in order.
    pub(super) moves: Vec<Spelling>,
    /// The number of the first move and whose it is.
    pub(super) first: Turn,
}

/// The number of a move and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) number: u32,
    pub(super) color: Color,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn {
            number: 1,
            color: Color::White,
        }
    }
}

impl Turn {
    /// Whose turn it is in a position, and the number that the position gives the move.
    fn of(position: &impl Rules) -> Turn {
        Turn {
            number: position.fullmoves().get(),
            color: position.turn(),
        }
    }

    /// The first turn of a game: that of its `start`, or of the variant that it is played by.
    pub(super) fn first(game: &Game, start: Option<&Position>) -> Turn {
        let of_variant = || game.variant_start().map(|start| Turn::of(&start));
        start.map(Turn::of).or_else(of_variant).unwrap_or_default()
    }

    fn next(self) -> Turn {
        Turn {
            number: self
                .number
                .wrapping_add(u32::from(self.color == Color::Black)),
            color: !self.color,
        }
    }
}

impl Spellings {
    /// Makes these the spellings of `game`, which is replayed. Moves must be legal where they
    /// stand.
    pub(super) fn respell(&mut self, game: &Game) {
        self.moves.clear();
        let start = game.start();
        self.first = Turn::first(game, start.as_ref());
        let Some(start) = start else {
            return;
        };
        let mut line = Line::new(start);
        for item in &game.items {
            match *item {
                Item::Move(m) => {
                    self.moves
                        .push(line.play_with(|position| spell_and_play(position, m)));
                }
                _ => follow(&mut line, item),
            }
        }
    }

    /// Gives the first move this number, if there is one.
    pub(super) fn renumber(&mut self, first: Option<u16>) {
        if let Some(number) = first {
            self.first.number = number.into();
        }
    }
}

/// A game, and how it is written.
#[derive(Clone, Copy)]
pub(super) struct Rendering<'a> {
    pub(super) game: &'a Game,
    pub(super) spellings: &'a Spellings,
    pub(super) style: &'a Style,
    pub(super) termination: Termination,
    /// How many bytes it may have: it is not finished if it gets longer.
    pub(super) most: usize,
}

impl Rendering<'_> {
    /// Appends the text; `None` if it is too long.
    pub(super) fn write(self, out: &mut Vec<u8>) -> Option<()> {
        let end = out.len().saturating_add(self.most);
        tags(self.game, self.style, end, out)?;
        self.write_movetext(Page::new(out, self.style), end)
    }

    /// Replaces `loose` by the same text before its lines are folded; `None` if it is too long.
    pub(super) fn write_loose(self, loose: &mut Loose) -> Option<()> {
        loose.text.clear();
        loose.joints.clear();
        tags(self.game, self.style, self.most, &mut loose.text)?;
        let page = Page::loose(&mut loose.text, self.style, &mut loose.joints);
        self.write_movetext(page, self.most)
    }

    fn write_movetext(self, page: Page, end: usize) -> Option<()> {
        let mut writer = Writer::new(self.style, page, Until::End(end));
        if !writer.movetext(self.game, self.spellings) {
            return None;
        }
        writer.end(self.game, self.termination);
        writer.goes_on(0).then_some(())
    }

    /// Compares the rendering with `text`, and stops soon where they differ. `room` is a buffer.
    pub(super) fn agreement(self, text: &[u8], room: &mut Vec<u8>) -> Agreement {
        room.clear();
        let fit = tags(self.game, self.style, text.len(), room).is_some();
        if !fit || !text.starts_with(room) {
            return Agreement::default();
        }
        let checked = room.len();
        let page = Page::new(room, self.style);
        let mut writer = Writer::new(self.style, page, Until::Differs { text, checked });
        let agrees = writer.movetext(self.game, self.spellings);
        let bytes = match writer.until {
            Until::Differs { checked, .. } => checked,
            Until::End(_) => 0,
        };
        if !agrees {
            return Agreement {
                bytes,
                is_exact: false,
            };
        }
        writer.end(self.game, self.termination);
        Agreement {
            bytes,
            is_exact: room == text,
        }
    }
}

/// How far a rendering agrees with a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Agreement {
    /// How many bytes at the beginning agree, at least.
    pub(super) bytes: usize,
    /// Whether all of it does.
    pub(super) is_exact: bool,
}

/// How far a rendering goes on.
enum Until<'a> {
    /// Until there are more bytes than this, those before the game included.
    End(usize),
    /// Until it differs from the text expected, of which so many bytes were found to be the same.
    Differs { text: &'a [u8], checked: usize },
}

/// How many bytes are compared at a time.
const COMPARED: usize = 128;

/// Appends the tags and what follows them; `None` if there are more than `end` bytes then.
fn tags(game: &Game, style: &Style, end: usize, out: &mut Vec<u8>) -> Option<()> {
    let line_end = style.line_end.bytes();
    let (blanks, line_ends) = match style.between_tags() {
        // Between tags these are spaces.
        Gap::Tab | Gap::Unbroken => Gap::Space.blank(),
        gap => gap.blank(),
    };
    let separate = |out: &mut Vec<u8>| {
        out.extend_from_slice(blanks);
        for _ in 0..line_ends {
            out.extend_from_slice(line_end);
        }
    };
    for (index, tag) in game.tags.iter().enumerate() {
        if index > 0 {
            separate(out);
        }
        style.tag_form.write(tag.name, tag.value, out);
        if out.len() > end {
            return None;
        }
    }
    if !game.tags.is_empty() {
        if line_ends > 0 {
            separate(out);
        }
        for _ in 0..style.after_tags {
            out.extend_from_slice(line_end);
        }
    }
    (out.len() <= end).then_some(())
}

struct Writer<'a> {
    page: Page<'a>,
    until: Until<'a>,
    style: &'a Style,
    /// The kind of the last token.
    last: Kind,
    /// How many variations are open.
    depth: u32,
    /// Whether the move that comes next has its number because of what follows it.
    annotated: bool,
    /// The number of the last move of the main line.
    number: u32,
}

impl<'a> Writer<'a> {
    fn new(style: &'a Style, page: Page<'a>, until: Until<'a>) -> Writer<'a> {
        Writer {
            page,
            until,
            style,
            last: Kind::Begin,
            depth: 0,
            annotated: false,
            number: 0,
        }
    }

    /// Whether to go on with so many bytes more: compares the bytes that no later fold changes with
    /// the text expected, or counts them all.
    #[inline]
    fn goes_on(&mut self, more: usize) -> bool {
        let (text, checked) = match &mut self.until {
            Until::End(end) => return self.page.has_room(more, *end),
            Until::Differs { text, checked } => (*text, checked),
        };
        let settled = self.page.settled();
        if settled.len() < *checked + COMPARED {
            return true;
        }
        let same = text.get(*checked..settled.len()) == Some(&settled[*checked..]);
        if same {
            *checked = settled.len();
        }
        same
    }

    /// Writes everything but the token that ends the game. Returns false where it did not go on to
    /// the end.
    fn movetext(&mut self, game: &Game, spellings: &Spellings) -> bool {
        let mut moves = spellings.moves.iter();
        let mut turns = Branching::new(spellings.first);
        for (index, item) in game.items.iter().enumerate() {
            // Comments may be long; whatever else is too long ends the next item.
            let more = match item {
                Item::Comment(text) => text.len(),
                _ => 0,
            };
            if !self.goes_on(more) {
                return false;
            }
            match item {
                Item::Move(_) | Item::Null | Item::Fault(_) => {
                    self.annotated = self.is_annotated(&game.items, index);
                    let turn = *turns.here();
                    self.step(item, turn, &mut moves);
                    turns.replace(turn.next());
                }
                Item::Nag(nag) => self.nag(*nag),
                Item::Comment(text) => self.comment(text),
                Item::Open => {
                    self.token(Kind::Open);
                    self.page.word(b"(");
                    self.depth += 1;
                    turns.open();
                }
                Item::Close => {
                    self.token(Kind::Close);
                    self.page.word(b")");
                    self.depth = self.depth.saturating_sub(1);
                    turns.close();
                }
            }
        }
        true
    }

    /// Whether the style gives the move in this place its number for the sake of annotations.
    fn is_annotated(&self, items: &[Item], place: usize) -> bool {
        let next = items.get(place + 1);
        match self.style.annotated_dots {
            AnnotatedDots::No => false,
            AnnotatedDots::Yes => next.is_some_and(Item::is_annotation),
            AnnotatedDots::BeforeGlyphs => matches!(next, Some(Item::Nag(_))),
            AnnotatedDots::BehindGlyphs => {
                let before = items[..place].iter().rev();
                before
                    .take_while(|item| matches!(item, Item::Nag(_) | Item::Comment(_)))
                    .any(|item| matches!(item, Item::Nag(_)))
            }
        }
    }

    /// Writes a step of a line; moves have their spellings in `moves`.
    fn step(&mut self, step: &Item, turn: Turn, moves: &mut slice::Iter<'_, Spelling>) {
        let free = self.before_move(turn);
        match step {
            Item::Move(m) => {
                if let Some(spelling) = moves.next() {
                    notation::write(*m, spelling, turn.color, self.style, self.page.out());
                }
                if !free {
                    self.page.fit();
                }
            }
            Item::Fault(fault) => self.page.word(&fault.text),
            Item::Null => self.page.word(self.style.null_move.bytes()),
            _ => {}
        }
    }

    /// Writes the gap before a token of that kind.
    #[inline]
    fn token(&mut self, kind: Kind) -> Gap {
        let between = Between {
            inside: self.depth > 0,
            before: self.last,
            after: kind,
        };
        let gap = *between.of(&self.style.gaps);
        self.page.gap(gap);
        if gap.indents() {
            let opened = usize::from(kind == Kind::Open);
            self.indent(gap.indents_by(self.depth as usize + opened));
        }
        self.last = kind;
        gap
    }

    /// Begins a line with the spaces of the style, so many times.
    fn indent(&mut self, times: usize) {
        let spaces = times.saturating_mul(self.style.indent.into());
        if spaces > 0 {
            self.page.indent(spaces);
        }
    }

    /// Writes a move's number where the style has one, and the gap before the move. Says whether
    /// the move may stick out of its line.
    #[inline]
    fn before_move(&mut self, turn: Turn) -> bool {
        if self.depth == 0 {
            self.number = turn.number;
        }
        let gap = match turn.color {
            Color::White => {
                if self.style.numbers.has(self.last) {
                    if self.begins_line(turn.number) {
                        self.begin_line();
                        self.last = Kind::Number;
                    } else {
                        self.token(Kind::Number);
                    }
                    write_number(self.page.out(), turn.number);
                    self.page.word(match self.style.number_end {
                        NumberEnd::Point => b".",
                        NumberEnd::Nothing => b"",
                        NumberEnd::Bracket => b")",
                        NumberEnd::PointApart => b" .",
                    });
                }
                self.token(Kind::White)
            }
            Color::Black => {
                if self.style.dotted.has(self.last) || self.annotated {
                    self.token(Kind::Dots);
                    let number = match self.style.black_number {
                        BlackNumber::Own => turn.number,
                        BlackNumber::OneLess => turn.number.wrapping_sub(1),
                    };
                    write_number(self.page.out(), number);
                    self.page.word(match self.style.dots {
                        Dots::Three => b"...",
                        Dots::Two => b"..",
                        Dots::One => b".",
                        Dots::SpacedThree => b". ...",
                        Dots::ApartThree => b" ...",
                        Dots::Ellipsis => ELLIPSIS,
                    });
                }
                self.token(Kind::Black)
            }
        };
        gap == Gap::Free
    }

    /// Whether the number of a White move begins a line whatever stands before it.
    #[inline]
    fn begins_line(&self, number: u32) -> bool {
        let moves = u32::from(self.style.moves_a_line);
        moves > 0
            && self.depth == 0
            && self.last != Kind::Begin
            && number.wrapping_sub(1).is_multiple_of(moves)
    }

    fn begin_line(&mut self) {
        self.page.end_line();
        if self.style.number_lines != NumberLines::Flush {
            self.page.gap(Gap::Space);
        }
    }

    fn nag(&mut self, nag: u8) {
        match (self.style.nags, nag) {
            (Nags::Glyphs, 1..=6) => {
                const GLYPHS: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];
                self.token(Kind::Glyph);
                self.page.word(GLYPHS[usize::from(nag) - 1]);
            }
            _ => {
                self.token(Kind::Nag);
                self.page.out().push(b'$');
                write_number(self.page.out(), u32::from(nag));
                self.page.fit();
            }
        }
    }

    fn comment(&mut self, text: &[u8]) {
        self.token(Kind::of_comment(text));
        if self.style.braces.are_none() {
            return self.line_comment(text);
        }
        let (open, close) = match (self.style.comments, self.style.braces) {
            (Comments::FoldedIfLong | Comments::Chopped, _) => (Gap::Split, None),
            (Comments::FoldedBehindBrace | Comments::WholeBehindBrace, _) => (Gap::Split, None),
            (Comments::Cut | Comments::CutBehindNames, _) => (Gap::Split, Some(Gap::Split)),
            (Comments::Whole, Braces::Padded) => (Gap::Space, Some(Gap::Space)),
            (Comments::Folded, Braces::Padded) => (Gap::Fold, Some(Gap::Fold)),
            (Comments::Whole | Comments::Folded, _) => (Gap::None, Some(Gap::None)),
        };
        self.page.word(b"{");
        self.page.gap(open);
        let is_long = || text.len() >= self.page.width() || !text.is_ascii();
        match self.style.comments {
            Comments::Folded | Comments::FoldedBehindBrace => self.folded(text),
            Comments::FoldedIfLong if is_long() => self.folded(text),
            Comments::Chopped if is_long() => self.chopped(text),
            Comments::Cut | Comments::CutBehindNames => self.cut(text),
            Comments::WholeBehindBrace => self.page.text(text),
            _ => self.page.out().extend_from_slice(text),
        }
        if let Some(close) = close {
            self.page.gap(close);
        }
        match self.style.comments {
            Comments::FoldedBehindBrace | Comments::WholeBehindBrace => self.page.stick(b"}"),
            _ => self.page.word(b"}"),
        }
    }

    /// A comment to the end of the line, which the gap behind it ends.
    fn line_comment(&mut self, text: &[u8]) {
        self.page.word(b";");
        if self.style.braces == Braces::SemicolonPadded {
            self.page.stick(b" ");
        }
        self.page.stick(text);
    }

    fn folded(&mut self, mut text: &[u8]) {
        while let Some(len) = memchr(b' ', text) {
            self.page.word(&text[..len]);
            self.page.gap(Gap::Fold);
            text = &text[len + 1..];
        }
        self.page.word(text);
    }

    fn chopped(&mut self, text: &[u8]) {
        for word in text.split_inclusive(|&byte| matches!(byte, b' ' | b'.')) {
            self.page.chop(word);
        }
    }

    fn cut(&mut self, text: &[u8]) {
        let keeps_names = self.style.comments == Comments::CutBehindNames;
        let (mut place, mut start) = (Place::default(), 0);
        for (at, &byte) in text.iter().enumerate() {
            if place.is_cut_behind(byte) {
                self.page.word(&text[start..=at]);
                self.page.gap(Gap::Split);
                start = at + 1;
            } else if byte == b' ' && !(keeps_names && place == Place::Name) {
                self.page.word(&text[start..at]);
                self.page.gap(Gap::Fold);
                start = at + 1;
            }
            place = place.behind(byte);
        }
        self.page.word(&text[start..]);
    }

    /// Writes the token that ends the game and what follows it.
    fn end(&mut self, game: &Game, termination: Termination) {
        let token: &[u8] = match termination {
            Termination::AsTagged => game.tag("Result").unwrap_or(b"*"),
            Termination::Missing => b"",
            Termination::Token(outcome) => outcome.token().as_bytes(),
        };
        if !token.is_empty() {
            let begins_line = self.style.number_lines == NumberLines::Indented
                && self.begins_line(self.number.wrapping_add(1));
            let gap = if begins_line {
                self.begin_line();
                Gap::Space
            } else {
                self.token(Kind::End)
            };
            self.page.out().extend_from_slice(token);
            if gap != Gap::Free {
                self.page.fit();
            }
        }
        self.page.spaces(self.style.tail);
        for _ in 0..self.style.after_game {
            self.page.end_line();
        }
    }
}

#[inline]
fn write_number(out: &mut Vec<u8>, number: u32) {
    match number {
        0..10 => out.push(b'0' + number as u8),
        10..100 => out.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
        // Writing to a vector cannot fail.
        _ => drop(write!(out, "{number}")),
    }
}

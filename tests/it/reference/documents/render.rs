//! The plain rendering of a game (9.3), before lines are folded.

use super::{
    atoms::{Atom, Part},
    game::{self, Game, Item, Line},
    layout::Form,
    spell::spell,
    style::{self, Style},
};
use shakmaty::{Color, Position};

/// 9.3, *turns*
#[derive(Clone, Copy)]
struct Turn {
    color: Color,
    number: u32,
}

impl Turn {
    fn next(self) -> Turn {
        Turn {
            color: self.color.other(),
            number: self
                .number
                .wrapping_add(u32::from(self.color == Color::Black)),
        }
    }
}

struct Rendering<'a> {
    style: &'a Style,
    atoms: Vec<Atom>,
    /// The kind of the token before.
    before: usize,
    /// How many variations are open.
    depth: usize,
    /// Whether the token that comes is no word, because of the gap before it.
    free: bool,
}

/// All of a game in a style.
pub(super) fn render(game: &Game, style: &Style, form: &Form) -> Result<Vec<Atom>, String> {
    let mut rendering = Rendering {
        style,
        atoms: Vec::new(),
        before: style::BEGIN,
        depth: 0,
        free: false,
    };
    rendering.tags(game);
    rendering.atoms.push(Atom::Line);
    let last = rendering.movetext(game, form)?;
    rendering.end(game, form, last);
    Ok(rendering.atoms)
}

impl Rendering<'_> {
    fn bytes(&mut self, bytes: &[u8], part: Part) {
        self.atoms
            .extend(bytes.iter().map(|byte| Atom::Byte(*byte, part)));
    }

    /// Bytes that are no word.
    fn no_word(&mut self, bytes: &[u8]) {
        if let Some((first, rest)) = bytes.split_first() {
            self.bytes(&[*first], Part::NoWord);
            self.bytes(rest, Part::Text);
        }
    }

    /// A gap that ends a line: bytes before it, the line end, and bytes behind it.
    fn line_end(&mut self, before: &[u8], behind: &[u8]) {
        self.atoms.push(Atom::Edge);
        self.no_word(before);
        self.no_word(self.style.line_end_bytes());
        self.atoms.push(Atom::Line);
        if !behind.is_empty() {
            self.no_word(behind);
            self.atoms.push(Atom::Edge);
        }
    }

    /// A word, which may be empty; no word behind a gap *free*.
    fn word(&mut self, text: &[u8]) {
        match text {
            _ if self.free => {
                if let Some(Atom::Byte(_, part)) = self.atoms.last_mut() {
                    *part = Part::Free;
                }
                self.no_word(text);
            }
            [] => self.atoms.push(Atom::Word),
            _ => self.bytes(text, Part::Text),
        }
    }

    /// 9.3, *tags*
    fn tags(&mut self, game: &Game) {
        let style = self.style;
        let line_end = self.style.line_end_bytes();
        let space = if style.brackets() == 1 { " " } else { "" };
        let quote = if style.quotes() == 1 { "'" } else { "\"" };
        let between: Vec<u8> = match style.gap(0, style::BEGIN, style::BEGIN) {
            style::SPLIT | style::NONE => Vec::new(),
            style::LINE | style::NESTED | style::INDENTED => line_end.to_vec(),
            style::SPACE_LINE | style::SPACE_NESTED => [b" ", line_end].concat(),
            style::TWO => b"  ".to_vec(),
            style::TWO_LINES => line_end.repeat(2),
            _ => b" ".to_vec(),
        };
        let ends_line = between.ends_with(line_end);
        let mut text = Vec::new();
        for (number, (name, value)) in game.tags.iter().enumerate() {
            if number > 0 {
                text.extend(&between);
            }
            let begin = text.len();
            let name = match style.letters() {
                1 => name.to_ascii_lowercase(),
                _ => name.clone(),
            };
            text.extend([b"[", space.as_bytes(), &name].concat());
            text.extend([" ", "", "  ", "\t"][style.tag_gap() as usize].as_bytes());
            let column = begin + style.column() as usize;
            text.resize(text.len().max(column), b' ');
            text.extend([quote.as_bytes(), value, quote.as_bytes()].concat());
            text.extend([space.as_bytes(), b"]"].concat());
        }
        if !game.tags.is_empty() {
            if ends_line {
                text.extend(&between);
            }
            text.extend(line_end.repeat(style.after_tags() as usize));
        }
        self.bytes(&text, Part::Text); // 9.3.2, *lines*
    }

    /// 9.3.1; with so many variations open where the gap depends on it.
    fn gap(&mut self, gap: u32, open: usize) {
        let spaces = |times| vec![b' '; times * self.style.indent() as usize];
        match gap {
            style::SPACE | style::FREE => self.bytes(b" ", Part::Gap),
            style::FOLD => self.atoms.push(Atom::Fold),
            style::NONE => self.atoms.push(Atom::None),
            style::SPLIT => self.atoms.push(Atom::Split),
            style::LINE => self.line_end(b"", b""),
            style::SPACE_LINE => self.line_end(b" ", b""),
            style::TWO => self.bytes(b"  ", Part::Gap),
            style::TWO_LINES => {
                self.line_end(b"", b"");
                self.line_end(b"", b"");
            }
            style::APART => {
                self.atoms.push(Atom::Split);
                self.bytes(b" ", Part::Text);
                self.atoms.push(Atom::Split);
            }
            style::TAB => self.bytes(b"\t", Part::Gap),
            style::UNBROKEN => self.bytes(b"\xc2\xa0", Part::Gap),
            style::NESTED => self.line_end(b"", &spaces(open)),
            style::SPACE_NESTED => self.line_end(b" ", &spaces(open)),
            style::INDENTED => self.line_end(b"", &spaces(1)),
            _ => panic!("a style has fifteen gaps"),
        }
    }

    /// 9.3, *gaps*: what stands before a token of that kind.
    fn gap_before(&mut self, kind: usize) {
        let gap = self
            .style
            .gap(usize::from(self.depth > 0), self.before, kind);
        self.gap(gap, self.depth + usize::from(kind == style::OPEN));
        self.came(kind);
        // 9.3.1, *free*
        let bound = matches!(kind, style::WHITE | style::BLACK | style::END);
        self.free = gap == style::FREE && bound;
    }

    fn came(&mut self, kind: usize) {
        self.before = kind;
        self.free = false;
    }

    fn token(&mut self, kind: usize, text: &[u8]) {
        self.gap_before(kind);
        self.word(text);
    }

    /// Writes the items; returns the number of the last move of the main line.
    fn movetext(&mut self, game: &Game, form: &Form) -> Result<u32, String> {
        let start = game::start(&game.tags);
        let first = form
            .first_number
            .map_or(start.fullmoves().get(), |number| number as u32);
        let mut here = Turn {
            color: start.turn(),
            number: first,
        };
        let mut line = Line::new(start);
        let mut before = here;
        let mut outer = Vec::new();
        let mut last = 0;
        for (place, item) in game.items.iter().enumerate() {
            match item {
                Item::Move(_) | Item::Null | Item::Fault(_) => {
                    let (earlier, rest) = game.items.split_at(place);
                    self.number(here, earlier, rest.get(1));
                    let text = match item {
                        Item::Move(m) => spell(self.style, &line.here.position, *m, here.color),
                        Item::Fault(text) => text.clone(),
                        _ => ["--", "Z0"][self.style.null_move() as usize].into(),
                    };
                    self.gap_before(here.color.fold_wb(style::WHITE, style::BLACK));
                    self.free &= matches!(item, Item::Move(_));
                    self.word(&text);
                    if self.depth == 0 {
                        last = here.number;
                    }
                    (before, here) = (here, here.next());
                }
                Item::Glyph(number) => self.glyph(*number),
                Item::Comment(text) => self.comment(text),
                Item::Open => {
                    self.token(style::OPEN, b"(");
                    self.depth += 1;
                    outer.push((here, before));
                    here = before;
                }
                Item::Close => {
                    self.token(style::CLOSE, b")");
                    self.depth -= 1;
                    (here, before) = outer.pop().ok_or("a bracket too many")?;
                }
            }
            line.go(item)?;
        }
        Ok(last)
    }

    /// 9.3, *numbers of moves*
    fn number(&mut self, turn: Turn, earlier: &[Item], next: Option<&Item>) {
        let style = self.style;
        let among = |set: u32| set >> self.before & 1 == 1;
        match turn.color {
            Color::White => {
                if !among(style.numbers()) {
                    return;
                }
                if self.begins_line(turn.number) {
                    let behind = if style.number_lines() > 0 { " " } else { "" };
                    self.line_end(b"", behind.as_bytes());
                    self.came(style::NUMBER);
                } else {
                    self.gap_before(style::NUMBER);
                }
                let end = [".", "", ")", " ."][style.number_end() as usize];
                self.word(format!("{}{end}", turn.number).as_bytes());
            }
            Color::Black => {
                let annotated = match style.annotated_dots() {
                    0 => false,
                    1 => matches!(next, Some(Item::Glyph(_) | Item::Comment(_) | Item::Open)),
                    2 => matches!(next, Some(Item::Glyph(_))),
                    _ => {
                        let is_note =
                            |item: &Item| matches!(item, Item::Glyph(_) | Item::Comment(_));
                        let notes = earlier.split(|item| !is_note(item)).next_back();
                        let is_glyph = |item: &Item| matches!(item, Item::Glyph(_));
                        notes.is_some_and(|notes| notes.iter().any(is_glyph))
                    }
                };
                if !among(style.dotted()) && !annotated {
                    return;
                }
                let dots = ["...", "..", ".", ". ...", " ...", "…"][style.dots() as usize];
                let number = turn.number.wrapping_sub(style.black_number());
                self.token(style::DOTS, format!("{number}{dots}").as_bytes());
            }
        }
    }

    /// 9.3, *moves a line*
    fn begins_line(&self, number: u32) -> bool {
        let moves = self.style.moves_a_line();
        moves > 0
            && self.depth == 0
            && self.before != style::BEGIN
            && number.wrapping_sub(1).is_multiple_of(moves)
    }

    fn glyph(&mut self, number: u8) {
        match number {
            1..=6 if self.style.nags() == 1 => {
                let sign = ["!", "?", "!!", "??", "!?", "?!"][usize::from(number) - 1];
                self.token(style::GLYPH, sign.as_bytes());
            }
            _ => self.token(style::NAG, format!("${number}").as_bytes()),
        }
    }

    /// 9.3.3, *comments*
    fn comment(&mut self, text: &[u8]) {
        let blank = text
            .iter()
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c'));
        self.gap_before(if blank { style::BLANK } else { style::COMMENT });
        let style = self.style;
        if style.braces() >= 2 {
            self.word(b";");
            if style.braces() == 3 {
                self.no_word(b" ");
            }
            self.no_word(text);
            return;
        }
        self.word(b"{");
        let width = style.width() as usize;
        let is_long = width > 0 && (text.len() >= width || text.iter().any(|byte| *byte > 0x7f));
        let within = match (style.comments(), style.braces()) {
            (0, 0) | (1, 0) => style::NONE,
            (0, _) => style::SPACE,
            (1, _) => style::FOLD,
            _ => style::SPLIT,
        };
        self.gap(within, 0);
        match style.comments() {
            1 | 6 => self.folded(text),
            2 if is_long => self.folded(text),
            3 if is_long => self.chopped(text),
            4 | 5 => self.cut(text, style.comments() == 5),
            7 => self.led(text),
            // The text is no word, but what follows at once is one: it is the same.
            _ => self.bytes(text, Part::Text),
        }
        match style.comments() {
            0 | 1 | 4 | 5 => self.gap(within, 0),
            _ => {}
        }
        match style.comments() {
            0..=5 => self.word(b"}"),
            _ => self.no_word(b"}"),
        }
    }

    fn folded(&mut self, text: &[u8]) {
        for (number, part) in text.split(|byte| *byte == b' ').enumerate() {
            if number > 0 {
                self.atoms.push(Atom::Fold);
            }
            self.word(part);
        }
    }

    fn chopped(&mut self, text: &[u8]) {
        for part in text.split_inclusive(|byte| matches!(byte, b' ' | b'.')) {
            match part.strip_suffix(b" ") {
                Some(word) => {
                    self.word(word);
                    self.atoms.push(Atom::Chop);
                }
                None => {
                    self.word(part);
                    self.atoms.push(Atom::ChopSplit);
                }
            }
        }
    }

    fn cut(&mut self, text: &[u8], behind_names: bool) {
        let (mut part, mut in_command, mut name) = (Vec::new(), false, false);
        for (place, &byte) in text.iter().enumerate() {
            if text[..place].ends_with(b"[%") && !in_command {
                (in_command, name) = (true, behind_names);
            }
            if byte == b']' {
                in_command = false;
            }
            if byte == b' ' && !(in_command && name) {
                self.word(&part);
                part.clear();
                self.atoms.push(Atom::Fold);
                continue;
            }
            if byte == b' ' {
                name = false;
            }
            part.push(byte);
            if in_command && matches!(byte, b',' | b':') {
                self.word(&part);
                part.clear();
                self.atoms.push(Atom::Split);
            }
        }
        self.word(&part);
    }

    fn led(&mut self, text: &[u8]) {
        let first = text
            .iter()
            .position(|byte| matches!(byte, b' ' | b'\t' | b'\x0c' | b'\r' | b'\n'))
            .unwrap_or(text.len());
        self.word(&text[..first]);
        let begin = self.atoms.len();
        self.no_word(&text[first..]);
        for atom in self.atoms.split_off(begin) {
            self.atoms.push(atom);
            if matches!(atom, Atom::Byte(b'\n', _)) {
                self.atoms.push(Atom::Line);
            }
        }
    }

    /// 9.3, *end*
    fn end(&mut self, game: &Game, form: &Form, last: u32) {
        let style = self.style;
        let result = game::tag(&game.tags, b"Result").unwrap_or(b"*");
        let token: &[u8] = match form.end {
            0 => result,
            1 => b"",
            2 => b"*",
            3 => b"1-0",
            4 => b"0-1",
            _ => b"1/2-1/2",
        };
        if !token.is_empty() {
            if style.number_lines() == 1 && self.begins_line(last.wrapping_add(1)) {
                self.line_end(b"", b" ");
                self.came(style::END);
            } else {
                self.gap_before(style::END);
            }
            self.word(token);
        }
        self.atoms.push(Atom::Edge);
        self.no_word(&vec![b' '; style.tail() as usize]);
        for _ in 0..style.after_game() {
            self.no_word(self.style.line_end_bytes());
            self.atoms.push(Atom::Line);
        }
    }
}

//! Counts what a game's text looks like: its tokens, what stands between them, how they are spelt.
//! What the counts mean for the style is for [`infer`](super) to say.

use crate::{
    chess::{Color, language::Language},
    pgn::{
        command::{self, cuts_in},
        game::Outcome,
        line_comments,
        render::Turn,
        style::{
            Braces, Captures, Columns, Dots, Gap, KINDS, Kind, NumberEnd, TagForm,
            notation::{PAWN, Whole},
        },
        tag_lines,
        tokens::{ELLIPSIS, UNBROKEN, blank_len, is_number, token_len},
    },
};
use memchr::{memchr, memchr_iter, memmem};

/// What stands between two tokens, as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blank {
    None,
    Space,
    Line,
    SpaceLine,
    Two,
    /// An empty line.
    Empty,
    Tab,
    Unbroken,
    Other,
}

/// How often each [`Blank`] was seen.
pub(super) type Blanks = [u32; 9];

/// How often something was seen with and without a number before it, by the kind of the token
/// before.
pub(super) type Numbered = [[u32; 2]; KINDS];

/// A place where the movetext goes on in a new line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Break {
    /// How long the line is that ends.
    pub(super) line: usize,
    /// How long the next line is up to its first blank.
    pub(super) word: usize,
}

/// What was seen in one game's text.
#[derive(Clone, Debug, Default)]
pub(super) struct Observed {
    /// The language that its moves were translated from.
    pub(super) language: Language,
    /// The sign of its captures; `None` where there are none with a sign.
    pub(super) captures: Option<Captures>,
    /// Line ends, in the order of [`LineEnd`](crate::pgn::style::habit::LineEnd).
    pub(super) line_ends: [u32; 3],
    /// How tags that have lines of their own are written.
    pub(super) tag_form: Option<TagForm>,
    /// What stands between tags.
    pub(super) between_tags: Option<Gap>,
    /// Empty lines after the tags, or line ends where tags do not end lines.
    pub(super) after_tags: Option<u16>,
    /// Spaces after the last token.
    pub(super) tail: u16,
    /// Line ends behind those.
    pub(super) after_game: u16,
    /// Outside and inside variations, by the kinds of the tokens before and after.
    pub(super) blanks: [[[Blanks; KINDS]; KINDS]; 2],
    /// White moves with and without a number.
    pub(super) white: Numbered,
    /// Black moves with and without a number, but for those that [`annotated`](Self::annotated)
    /// counts.
    pub(super) black: Numbered,
    /// Black moves that come right after White's, and that a glyph follows, or a comment: without
    /// and with a number.
    pub(super) annotated: [[u32; 2]; 2],
    /// `1...`, `1..`, `1.`, `1. ...`, `1 ...`, `1…` before Black moves.
    pub(super) dots: [u32; 6],
    /// `1.`, `1`, `1)`, `1 .` before White moves.
    pub(super) number_ends: [u32; 4],
    /// The greatest common divisor of how many moves come before each White number that begins a
    /// line; 0 if there are no such moves.
    pub(super) moves_a_line: u16,
    /// Every line end within movetext and comments, by what lengths are counted in; empty for
    /// characters where they are bytes.
    pub(super) breaks: [Vec<Break>; Columns::ALL.len()],
    /// Comments in braces with and without a blank at both ends, and comments to the end of the
    /// line with and without a space before their text, in the order of [`Braces`].
    pub(super) braces: [u32; 4],
    /// Comments with a line end inside.
    pub(super) folded_comments: u32,
    /// Of those, the ones with a line end where only a program that
    /// [cuts](crate::pgn::style::habit::Comments::Cut) them puts one.
    pub(super) cut_comments: u32,
    /// Annotation glyphs from `$1` to `$6`, which have a sign, too.
    pub(super) dollars: u32,
    /// Annotation glyphs as signs (`!`).
    pub(super) glyphs: u32,
    /// Castling with letters, with zeros, as a move of the king.
    pub(super) castling: [u32; 3],
    /// Null moves that are not `--`.
    pub(super) z0: u32,
    /// Moves with `+`.
    pub(super) checks: u32,
    /// Moves with `#`.
    pub(super) mates: u32,
    /// Moves with `++`.
    pub(super) double_plus: u32,
    /// Moves that name both their squares: without a letter (`g1f3`), with a piece's, with a
    /// pawn's.
    pub(super) lettered: [u32; 3],
    /// What such moves have between their squares: nothing, `-`, `x`.
    pub(super) joined: [u32; 3],
    /// All moves.
    pub(super) moves: u32,
    /// Promotion with `=`, bare, in parentheses, in lower case.
    pub(super) promotions: [u32; 4],
    /// Whether `e.p.` stands anywhere, or `ep` after a move.
    pub(super) en_passant: bool,
}

/// Looks at a game's text, whose lines do not end with bare carriage returns. `first` is its first
/// turn, `result` the value of its `Result` tag. [Line ends](Observed::count_line_ends) are not
/// counted: a text that was changed for this has others.
pub(super) fn observe(text: &[u8], first: Turn, result: Option<&[u8]>) -> Observed {
    let mut seen = Observed::default();
    let movetext = seen.look_at_tags(text);
    let body = text[movetext..].trim_ascii_end();
    let after = &text[movetext + body.len()..];
    seen.tail = at_most(after.iter().take_while(|&&byte| byte == b' ').count());
    seen.after_game = at_most(memchr_iter(b'\n', after).count());
    for columns in Columns::ALL {
        if columns == Columns::Bytes || !body.is_ascii() {
            seen.breaks[columns as usize] = breaks(body, columns);
        }
    }
    seen.en_passant = memmem::find(body, b"e.p.").is_some();
    // The parenthesis begins a token of its own.
    seen.promotions[2] = memchr_iter(b'(', body)
        .filter(|&at| is_promotion(&body[at.saturating_sub(1)..]))
        .count() as u32;
    Watcher {
        seen: &mut seen,
        last: Some(Kind::Begin),
        color: first.color,
        before: first.color,
        outer: Vec::new(),
        number: None,
        answer: None,
        result,
    }
    .watch(body);
    seen
}

impl Observed {
    /// How many gaps were line ends, and how many gaps there were.
    pub(super) fn breaks_and_gaps(&self) -> (u64, u64) {
        let (mut breaks, mut gaps) = (0, 0);
        for blanks in self.blanks.iter().flatten().flatten() {
            let count = |blank: Blank| u64::from(blanks[blank as usize]);
            breaks += count(Blank::Line) + count(Blank::SpaceLine);
            gaps += blanks.iter().map(|&count| u64::from(count)).sum::<u64>();
        }
        (breaks, gaps)
    }

    /// How many lines end in a space.
    pub(super) fn kept_spaces(&self) -> u32 {
        let blanks = self.blanks.iter().flatten().flatten();
        blanks.map(|blanks| blanks[Blank::SpaceLine as usize]).sum()
    }

    /// Counts what ends the lines of `text`.
    pub(super) fn count_line_ends(&mut self, text: &[u8]) {
        self.line_ends = [0; 3];
        let mut last = 0;
        for &byte in text {
            match byte {
                b'\n' if last == b'\r' => self.line_ends[1] += 1,
                b'\n' => self.line_ends[0] += 1,
                _ if last == b'\r' => self.line_ends[2] += 1,
                _ => {}
            }
            last = byte;
        }
    }

    /// Looks at what stands between tags and after them. Returns where the movetext begins.
    fn look_at_tags(&mut self, text: &[u8]) -> usize {
        let movetext = tag_lines::movetext_start(text);
        match tag_lines::ends(text) {
            Some(ends) => self.look_at_joined_tags(&text[..movetext], &ends),
            None => self.look_at_lines_of_tags(&text[..movetext]),
        }
        movetext
    }

    /// Looks at tags that share lines and end at `ends`, and at what follows them.
    fn look_at_joined_tags(&mut self, text: &[u8], ends: &[usize]) {
        let glued = ends.iter().filter(|&&end| text[end..].starts_with(b"["));
        self.between_tags = Some(match glued.count() * 2 >= ends.len() {
            true => Gap::None,
            false => Gap::Space,
        });
        let after = &text[ends.last().copied().unwrap_or(0)..];
        self.after_tags = Some(at_most(memchr_iter(b'\n', after).count()));
    }

    /// Looks at tags that have lines of their own, and at the lines that follow them.
    fn look_at_lines_of_tags(&mut self, text: &[u8]) {
        self.tag_form = TagForm::of(text);
        let (mut tags, mut spaced, mut others) = (0, 0, 0);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            others += usize::from(line.ends_with(b"\n"));
            if line.trim_ascii_start().starts_with(b"[") {
                tags += 1;
                spaced += usize::from(without_line_end(line).ends_with(b"] "));
                others = 0;
            }
        }
        if tags > 0 {
            self.after_tags = Some(at_most(others));
            self.between_tags = Some(match spaced * 2 > tags {
                true => Gap::SpaceLine,
                false => Gap::Line,
            });
        }
    }
}

/// Whether `text` begins with the end of a promotion in parentheses, as `8(Q)`.
fn is_promotion(text: &[u8]) -> bool {
    matches!(
        text,
        [b'1' | b'8', b'(', b'N' | b'B' | b'R' | b'Q', b')', ..]
    )
}

/// Every line end in `body`.
fn breaks(body: &[u8], columns: Columns) -> Vec<Break> {
    let mut breaks = Vec::new();
    let mut start = 0;
    while let Some(len) = memchr(b'\n', &body[start..]) {
        let line = &body[start..start + len];
        let rest = &body[start + len + 1..];
        let word = rest
            .iter()
            .position(|byte| matches!(byte, b' ' | b'\n' | b'\r'))
            .unwrap_or(rest.len());
        breaks.push(Break {
            line: columns.count(line.strip_suffix(b"\r").unwrap_or(line)),
            word: columns.count(&rest[..word]),
        });
        start += len + 1;
    }
    breaks
}

/// `line` without what ends it.
fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A move number whose move has not come yet.
#[derive(Clone, Copy)]
struct Pending {
    /// What stood before it.
    before: Option<Kind>,
    /// How many points follow it at once.
    points: usize,
    /// How many points follow behind a blank.
    apart: usize,
    /// Whether a closing bracket follows it.
    bracket: bool,
    /// Whether an ellipsis follows it.
    ellipsis: bool,
}

impl Pending {
    /// What this makes of the number of a White move.
    fn end(self) -> Option<NumberEnd> {
        match (self.bracket, self.points, self.apart) {
            (true, ..) => Some(NumberEnd::Bracket),
            (false, 1, 0) => Some(NumberEnd::Point),
            (false, 0, 0) => Some(NumberEnd::Nothing),
            (false, 0, 1) => Some(NumberEnd::PointApart),
            _ => None,
        }
    }

    /// What this makes of the number of a Black move.
    fn dots(self) -> Option<Dots> {
        match (self.points, self.apart) {
            (3, 0) => Some(Dots::Three),
            (2, 0) => Some(Dots::Two),
            (1, 0) => Some(Dots::One),
            (1, 3) => Some(Dots::SpacedThree),
            (0, 3) => Some(Dots::ApartThree),
            (0, 0) if self.ellipsis => Some(Dots::Ellipsis),
            _ => None,
        }
    }
}

/// Goes through the tokens of a movetext.
struct Watcher<'a> {
    seen: &'a mut Observed,
    /// The kind of the last token, if it was one that a game can hold.
    last: Option<Kind>,
    /// Who moves next.
    color: Color,
    /// Who made the last move of this line.
    before: Color,
    /// `before` and `color` of the lines around this variation.
    outer: Vec<(Color, Color)>,
    number: Option<Pending>,
    /// Whether the last token was a Black move right after White's; if so, whether it has a number.
    answer: Option<bool>,
    /// What the `Result` tag says: a token like this ends the game, too.
    result: Option<&'a [u8]>,
}

impl Watcher<'_> {
    fn watch(mut self, body: &[u8]) {
        let mut place = 0;
        while place < body.len() {
            let blank_len = blank_len(&body[place..]);
            let (blank, rest) = body[place..].split_at(blank_len);
            let len = token_len(rest, self.result);
            self.token(blank, &rest[..len]);
            place += blank_len + len;
        }
        self.follow_answer(None);
    }

    fn token(&mut self, blank: &[u8], token: &[u8]) {
        let kind = self.kind(token);
        self.follow_answer(kind);
        if let Some(Kind::Number | Kind::Dots) = kind {
            self.number_token(blank, token);
            return;
        }
        if let Some(Kind::White | Kind::Black) = kind {
            self.move_token(blank, token);
            return;
        }
        if let Some(kind) = kind {
            self.gap(self.last, kind, blank);
        }
        match kind {
            Some(Kind::Open) => {
                self.outer.push((self.before, self.color));
                self.color = self.before;
            }
            Some(Kind::Close) => {
                if let Some(place) = self.outer.pop() {
                    (self.before, self.color) = place;
                }
            }
            Some(Kind::Comment | Kind::Blank) => self.comment_token(token),
            // Only these could be glyphs instead.
            Some(Kind::Nag) if matches!(token, [b'$', b'1'..=b'6']) => self.seen.dollars += 1,
            Some(Kind::Glyph) => self.seen.glyphs += 1,
            _ => {}
        }
        self.last = kind;
        self.number = None;
    }

    /// Counts the last token, if it was a Black move right after White's, by the kind of the next.
    fn follow_answer(&mut self, next: Option<Kind>) {
        let Some(numbered) = self.answer.take() else {
            return;
        };
        let counts = match next {
            Some(Kind::Nag | Kind::Glyph) => &mut self.seen.annotated[0],
            Some(Kind::Comment | Kind::Blank) => &mut self.seen.annotated[1],
            Some(Kind::Open) => return,
            _ => &mut self.seen.black[Kind::White as usize],
        };
        counts[usize::from(numbered)] += 1;
    }

    /// What kind of token it is; `None` if a game can hold none like it.
    fn kind(&self, token: &[u8]) -> Option<Kind> {
        Some(match token {
            [b'{', text @ .., b'}'] => Kind::of_comment(text),
            [b';', ..] => Kind::of_comment(line_comments::said(token)?),
            [b'('] => Kind::Open,
            [b')'] => Kind::Close,
            [b'$', ..] => Kind::Nag,
            [b'!' | b'?', ..] => Kind::Glyph,
            _ if Outcome::from_token(token).is_some() => Kind::End,
            _ if self.result == Some(token) => Kind::End,
            [b'.', ..] => Kind::Number,
            _ if is_number(token) => Kind::Number,
            [b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', _, ..]
            | [b'O' | b'0', b'-', ..]
            | b"--"
            | b"Z0" => match self.color {
                Color::White => Kind::White,
                Color::Black => Kind::Black,
            },
            _ => return None,
        })
    }

    /// Counts what stands between two tokens.
    fn gap(&mut self, before: Option<Kind>, after: Kind, blank: &[u8]) {
        let Some(before) = before else {
            return;
        };
        let inside = usize::from(!self.outer.is_empty());
        let blank = match blank {
            b"" => Blank::None,
            b" " => Blank::Space,
            b"\n" | b"\r\n" | b"\r" => Blank::Line,
            b" \n" | b" \r\n" => Blank::SpaceLine,
            b"  " => Blank::Two,
            b"\n\n" | b"\r\n\r\n" => Blank::Empty,
            b"\t" => Blank::Tab,
            UNBROKEN => Blank::Unbroken,
            _ => Blank::Other,
        };
        self.seen.blanks[inside][before as usize][after as usize][blank as usize] += 1;
    }

    fn number_token(&mut self, blank: &[u8], token: &[u8]) {
        let points = token.iter().filter(|&&byte| byte == b'.').count();
        if let ([b'.', ..], Some(number @ Pending { points: 0 | 1, .. })) =
            (token, &mut self.number)
        {
            number.apart = points;
            return;
        }
        let kind = match self.color {
            Color::White => Kind::Number,
            Color::Black => Kind::Dots,
        };
        self.gap(self.last, kind, blank);
        if let (Kind::Number, [b'\r' | b'\n', ..]) = (kind, blank) {
            let number = token.iter().take_while(|byte| byte.is_ascii_digit()).fold(
                0u16,
                |number, digit| {
                    number
                        .saturating_mul(10)
                        .saturating_add(u16::from(digit - b'0'))
                },
            );
            self.seen.moves_a_line = common_divisor(self.seen.moves_a_line, number.max(1) - 1);
        }
        self.number = Some(Pending {
            before: self.last,
            points,
            apart: 0,
            bracket: token.ends_with(b")"),
            ellipsis: token.ends_with(ELLIPSIS),
        });
        self.last = Some(kind);
    }

    fn move_token(&mut self, blank: &[u8], token: &[u8]) {
        let kind = match self.color {
            Color::White => Kind::White,
            Color::Black => Kind::Black,
        };
        let (before, numbered) = match self.number {
            Some(number) => (number.before, 1),
            None => (self.last, 0),
        };
        self.gap(self.last, kind, blank);
        match (self.color, before) {
            (_, None) => {}
            (Color::White, Some(before)) => self.seen.white[before as usize][numbered] += 1,
            (Color::Black, Some(Kind::White)) => self.answer = Some(numbered > 0),
            (Color::Black, Some(before)) => self.seen.black[before as usize][numbered] += 1,
        }
        if let Some(number) = self.number {
            match (self.color, number.end(), number.dots()) {
                (Color::White, Some(end), _) => self.seen.number_ends[end as usize] += 1,
                (Color::Black, _, Some(dots)) => self.seen.dots[dots as usize] += 1,
                _ => {}
            }
        }
        self.seen.spelling(token);
        self.number = None;
        self.last = Some(kind);
        self.before = self.color;
        self.color = !self.color;
    }

    fn comment_token(&mut self, token: &[u8]) {
        let mut count = |braces: Braces| self.seen.braces[braces as usize] += 1;
        let inner = match token {
            [b';', b' ', ..] => return count(Braces::SemicolonPadded),
            [b';', ..] => return count(Braces::Semicolon),
            _ => &token[1..token.len() - 1],
        };
        count(match inner {
            [first, .., last] if first.is_ascii_whitespace() && last.is_ascii_whitespace() => {
                Braces::Padded
            }
            _ => Braces::Tight,
        });
        if memchr(b'\n', inner).is_some() {
            self.seen.folded_comments += 1;
            self.seen.cut_comments += u32::from(is_cut(inner));
        }
    }
}

impl Observed {
    /// Counts how a move is spelt.
    fn spelling(&mut self, token: &[u8]) {
        self.moves += 1;
        let end = token
            .iter()
            .position(|byte| matches!(byte, b'+' | b'#'))
            .unwrap_or(token.len());
        let (plain, mark) = token.split_at(end);
        match mark {
            b"+" => self.checks += 1,
            b"#" => self.mates += 1,
            b"++" => self.double_plus += 1,
            _ => {}
        }
        match plain {
            [b'O', ..] => self.castling[0] += 1,
            [b'0', ..] => self.castling[1] += 1,
            b"Z0" => self.z0 += 1,
            [.., b'=', _] => self.promotions[0] += 1,
            [.., b'1' | b'8', b'N' | b'B' | b'R' | b'Q'] => self.promotions[1] += 1,
            [.., b'1' | b'8', b'n' | b'b' | b'r' | b'q'] => self.promotions[3] += 1,
            [.., b'3' | b'6', b'e', b'p'] => self.en_passant = true,
            _ => {}
        }
        let Some(whole) = Whole::of(plain) else {
            return;
        };
        self.castling[2] += u32::from(whole.names_castling_king());
        self.lettered[match whole.letter {
            None => 0,
            Some(PAWN) => 2,
            Some(_) => 1,
        }] += 1;
        self.joined[match whole.join {
            None => 0,
            Some(b'-') => 1,
            Some(_) => 2,
        }] += 1;
    }

    /// How many moves name both their squares.
    pub(super) fn whole(&self) -> u32 {
        self.lettered.iter().sum()
    }
}

/// Whether a comment has a line end where there was never a space: before its closing brace,
/// between its opening brace and a command, or among the values of a command.
fn is_cut(comment: &[u8]) -> bool {
    let begins = comment.trim_ascii_start().starts_with(command::BEGIN)
        && matches!(comment, [b'\r' | b'\n', ..]);
    let ends = comment.ends_with(b"\n") && !comment[0].is_ascii_whitespace();
    begins || ends || cuts_in(comment) > 0
}

/// `number`, or the largest that a style can hold.
fn at_most(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn common_divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

//! Goes through the tokens of a game's movetext, and counts how they are spelt and what stands
//! between them.

use super::observe::{Blank, Observed};
use crate::{
    chess::{Color, branching::Branching},
    pgn::{
        command::{self, cuts_in},
        game::Outcome,
        line_comments,
        render::Turn,
        style::{
            Between, Braces, Castling, Dots, INDENTS, Kind, NullMove, NumberEnd, Promotion,
            notation::{PAWN, Whole},
        },
        tokens::{
            ELLIPSIS, UNBROKEN, begins_like_move, is_number, names_promotion, split, value_of,
        },
    },
};
use memchr::memchr;

/// Counts in `seen` what the tokens of `movetext` show. `first` is the game's first turn, `result`
/// the value of its `Result` tag.
pub(super) fn watch(seen: &mut Observed, movetext: &[u8], first: Turn, result: Option<&[u8]>) {
    let watcher = Watcher {
        seen,
        last: Some(Kind::Begin),
        color: Branching::new(first.color),
        number: None,
        answer: None,
        result,
    };
    watcher.watch(movetext);
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
    color: Branching<Color>,
    number: Option<Pending>,
    /// Whether the last token was a Black move right after White's; if so, whether it has a number.
    answer: Option<bool>,
    /// What the `Result` tag says: a token like this ends the game, too.
    result: Option<&'a [u8]>,
}

impl Watcher<'_> {
    fn watch(mut self, body: &[u8]) {
        for (blank, token) in split(body, self.result) {
            self.token(blank, token);
        }
        self.follow_answer(None);
    }

    fn token(&mut self, blank: &[u8], token: &[u8]) {
        let kind = self.kind(token);
        self.follow_answer(kind);
        if let Some(Kind::Number) = kind {
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
                self.color.open();
            }
            Some(Kind::Close) => {
                self.color.close();
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
            Some(Kind::Nag | Kind::Glyph) => &mut self.seen.by_glyphs,
            Some(Kind::Comment | Kind::Blank) => &mut self.seen.by_comments,
            Some(Kind::Open) => return,
            _ => &mut self.seen.black[Kind::White as usize],
        };
        counts.count(numbered);
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
            [b'O' | b'0', b'-', ..] => self.move_kind(),
            _ if begins_like_move(token) => self.move_kind(),
            _ if NullMove::of(token).is_some() => self.move_kind(),
            _ => return None,
        })
    }

    /// The kind of the move that comes next.
    fn move_kind(&self) -> Kind {
        match self.color.here() {
            Color::White => Kind::White,
            Color::Black => Kind::Black,
        }
    }

    /// Counts what stands between two tokens.
    fn gap(&mut self, before: Option<Kind>, after: Kind, blank: &[u8]) {
        let Some(before) = before else {
            return;
        };
        let depth = self.color.depth();
        let levels = depth + usize::from(after == Kind::Open);
        let between = Between {
            inside: depth > 0,
            before,
            after,
        };
        let blank = match blank {
            b"" => Blank::None,
            b" " => Blank::Space,
            b"\n" => Blank::Line,
            b" \n" => Blank::SpaceLine,
            b"  " => Blank::Two,
            b"\n\n" => Blank::Empty,
            b"\t" => Blank::Tab,
            UNBROKEN => Blank::Unbroken,
            [b'\n', spaces @ ..] => self.indentation(spaces, Blank::Nested, levels),
            [b' ', b'\n', spaces @ ..] => self.indentation(spaces, Blank::SpaceNested, levels),
            _ => Blank::Other,
        };
        between.of_mut(&mut self.seen.blanks)[blank as usize] += 1;
    }

    /// What a line end is that `spaces` follow, if they are spaces, with so many variations open:
    /// `nested` if there are as many for each. The first ones tell how many these are.
    fn indentation(&mut self, spaces: &[u8], nested: Blank, levels: usize) -> Blank {
        let count = spaces.len();
        if spaces.iter().any(|&byte| byte != b' ') {
            return Blank::Other;
        }
        let indent = &mut self.seen.indent;
        if *indent == 0 {
            let one = match levels {
                1.. if count.is_multiple_of(levels) => count / levels,
                _ => count,
            };
            let told = u16::try_from(one).ok().filter(|&one| one < INDENTS);
            *indent = told.unwrap_or(0);
        }
        let indent = usize::from(*indent);
        match nested {
            _ if count == levels * indent => nested,
            Blank::Nested if count == indent => Blank::Indented,
            _ => Blank::Other,
        }
    }

    fn number_token(&mut self, blank: &[u8], token: &[u8]) {
        let points = token.iter().filter(|&&byte| byte == b'.').count();
        if let ([b'.', ..], Some(number @ Pending { points: 0 | 1, .. })) =
            (token, &mut self.number)
        {
            number.apart = points;
            return;
        }
        let kind = match self.color.here() {
            Color::White => Kind::Number,
            Color::Black => Kind::Dots,
        };
        self.gap(self.last, kind, blank);
        if let (Kind::Number, [b'\n', ..]) = (kind, blank) {
            let number = value_of(token).unwrap_or(u16::MAX);
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
        let kind = self.move_kind();
        let (before, numbered) = match self.number {
            Some(number) => (number.before, true),
            None => (self.last, false),
        };
        self.gap(self.last, kind, blank);
        match (*self.color.here(), before) {
            (_, None) => {}
            (Color::White, Some(before)) => self.seen.white[before as usize].count(numbered),
            (Color::Black, Some(Kind::White)) => self.answer = Some(numbered),
            (Color::Black, Some(before)) => self.seen.black[before as usize].count(numbered),
        }
        if let Some(number) = self.number {
            match (*self.color.here(), number.end(), number.dots()) {
                (Color::White, Some(end), _) => self.seen.number_ends[end as usize] += 1,
                (Color::Black, _, Some(dots)) => self.seen.dots[dots as usize] += 1,
                _ => {}
            }
        }
        self.seen.spelling(token);
        self.number = None;
        self.last = Some(kind);
        self.color.replace(!*self.color.here());
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
            [b'O', ..] => self.castling[Castling::Letters as usize] += 1,
            [b'0', ..] => self.castling[Castling::Zeros as usize] += 1,
            _ if plain == NullMove::Z0.bytes() => self.z0 += 1,
            [.., b'=', _] => self.promotions[Promotion::Equals as usize] += 1,
            [.., b'1' | b'8', role] if names_promotion(*role) => {
                self.promotions[Promotion::Bare as usize] += 1
            }
            [.., b'1' | b'8', role] if names_promotion(role.to_ascii_uppercase()) => {
                self.promotions[Promotion::Lower as usize] += 1
            }
            [.., b'3' | b'6', b'e', b'p'] => self.en_passant = true,
            _ => {}
        }
        let Some(whole) = Whole::of(plain) else {
            return;
        };
        self.castling[Castling::King as usize] += u32::from(whole.names_castling_king());
        *match whole.letter {
            None => &mut self.lettered.bare,
            Some(PAWN) => &mut self.lettered.pawns,
            Some(_) => &mut self.lettered.pieces,
        } += 1;
        *match whole.join {
            None => &mut self.joined.tight,
            Some(b'-') => &mut self.joined.dashes,
            Some(_) => &mut self.joined.crosses,
        } += 1;
    }
}

/// Whether a comment has a line end where there was never a space: before its closing brace,
/// between its opening brace and a command, or among the values of a command.
fn is_cut(comment: &[u8]) -> bool {
    let begins =
        comment.trim_ascii_start().starts_with(command::BEGIN) && comment.starts_with(b"\n");
    let ends = comment.ends_with(b"\n") && !comment[0].is_ascii_whitespace();
    begins || ends || cuts_in(comment) > 0
}

fn common_divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

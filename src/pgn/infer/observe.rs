//! Counts what a game's text looks like: its tags and line ends here, its tokens in
//! [`movetext`](super::movetext). What the counts mean for the style is for [`infer`](super) to
//! say.

use super::{Texts, movetext::watch};
use crate::{
    chess::language::Language,
    listed::listed,
    pgn::{
        lines::with_plain_ends,
        parse::Parsed,
        render::Turn,
        repair::{count_captures, in_english, language_of},
        style::{
            Between, Braces, ByTokens, Captures, Castling, Columns, Dots, Gap, KINDS, Kind,
            LineEnd, NumberEnd, Promotion, TagForm,
        },
        tag_lines,
        tokens::names_promotion,
    },
};
use memchr::{memchr, memchr_iter, memchr2, memmem};

listed! {
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
        /// A line end and spaces, as [`Gap::Nested`], and others that indent lines.
        Nested,
        SpaceNested,
        Indented,
        Other,
    }
}

/// The blanks that end no line.
const WITHIN_LINES: [Blank; 5] = [
    Blank::None,
    Blank::Space,
    Blank::Two,
    Blank::Tab,
    Blank::Unbroken,
];

/// How many lines must end beside variations before that is taken for a habit: where lines are
/// folded, a few may by chance.
const LINES_SHOWN: u32 = 4;

/// How often each [`Blank`] was seen.
pub(super) type Blanks = [u32; Blank::ALL.len()];

/// How many moves that name both their squares were seen with which letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lettered {
    /// Without one: `g1f3`.
    pub(super) bare: u32,
    /// With a piece's: `Ng1f3`.
    pub(super) pieces: u32,
    /// With a pawn's: `Pe2e4`.
    pub(super) pawns: u32,
}

/// How many such moves were seen with what between their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joined {
    /// Nothing.
    pub(super) tight: u32,
    /// `-`
    pub(super) dashes: u32,
    /// `x`
    pub(super) crosses: u32,
}

/// How many moves were seen without their number, and with it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbered {
    without: u32,
    pub(super) with: u32,
}

impl Numbered {
    pub(super) fn count(&mut self, has_number: bool) {
        match has_number {
            true => self.with += 1,
            false => self.without += 1,
        }
    }

    /// Whether most of the moves have their number; `None` where there are none.
    pub(super) fn mostly(self) -> Option<bool> {
        (self.without + self.with > 0).then_some(self.with > self.without)
    }
}

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
    /// What ends its lines.
    pub(super) line_ends: [u32; LineEnd::ALL.len()],
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
    /// How often each of the blanks stood between tokens.
    pub(super) blanks: ByTokens<Blanks>,
    /// White moves, by the kind of the token before.
    pub(super) white: [Numbered; KINDS],
    /// Black moves, by the kind of the token before, but for those that
    /// [`by_glyphs`](Self::by_glyphs) and [`by_comments`](Self::by_comments) count.
    pub(super) black: [Numbered; KINDS],
    /// Black moves that come right after White's, and that a glyph follows.
    pub(super) by_glyphs: Numbered,
    /// The same for those that a comment follows.
    pub(super) by_comments: Numbered,
    /// What follows the numbers before Black moves.
    pub(super) dots: [u32; Dots::ALL.len()],
    /// What follows the numbers before White moves.
    pub(super) number_ends: [u32; NumberEnd::ALL.len()],
    /// The greatest common divisor of how many moves come before each White number that begins a
    /// line; 0 if there are no such moves.
    pub(super) moves_a_line: u16,
    /// Every line end within movetext and comments, by what lengths are counted in; empty for
    /// characters where they are bytes.
    pub(super) breaks: [Vec<Break>; Columns::ALL.len()],
    /// How many spaces a variation is indented by more than what it stands in; 0 if none is.
    pub(super) indent: u16,
    /// Comments, by what stands around their text: [`Braces::Padded`] are those with any blank at
    /// both ends.
    pub(super) braces: [u32; Braces::ALL.len()],
    /// Comments with a line end inside.
    pub(super) folded_comments: u32,
    /// Of those, the ones with a line end where only a program that
    /// [cuts](crate::pgn::style::habit::Comments::Cut) them puts one.
    pub(super) cut_comments: u32,
    /// Annotation glyphs from `$1` to `$6`, which have a sign, too.
    pub(super) dollars: u32,
    /// Annotation glyphs as signs (`!`).
    pub(super) glyphs: u32,
    /// How castling is spelt. None counts as [`Castling::Squares`]: that looks like any other move.
    pub(super) castling: [u32; Castling::ALL.len()],
    /// Null moves that are not `--`.
    pub(super) z0: u32,
    /// Moves with `+`.
    pub(super) checks: u32,
    /// Moves with `#`.
    pub(super) mates: u32,
    /// Moves with `++`.
    pub(super) double_plus: u32,
    /// The letters of moves that name both their squares.
    pub(super) lettered: Lettered,
    /// What such moves have between their squares.
    pub(super) joined: Joined,
    /// All moves.
    pub(super) moves: u32,
    /// How promotion is spelt.
    pub(super) promotions: [u32; Promotion::ALL.len()],
    /// Whether `e.p.` stands anywhere, or `ep` after a move.
    pub(super) en_passant: bool,
}

/// Looks at a game's texts. The game was read as `parsed`; `usual` is the language that it is in
/// unless another explains more of its moves.
pub(super) fn observe(texts: Texts, parsed: &Parsed, usual: Language) -> Observed {
    let text = &with_plain_ends(texts.lines);
    let language = language_of(text, usual);
    let english = in_english(text, language);
    let captures = most_seen(&Captures::ALL, &count_captures(text));
    Observed {
        language,
        captures,
        line_ends: line_ends(texts.text),
        ..look_at(&english, parsed.spellings.first, parsed.game.tag("Result"))
    }
}

/// The variant of `all` with the largest count, the first of several, if any is above zero.
pub(super) fn most_seen<T: Copy, const N: usize>(all: &[T; N], counts: &[u32; N]) -> Option<T> {
    let largest = *counts.iter().max()?;
    let place = counts.iter().position(|&count| count == largest);
    place.filter(|_| largest > 0).map(|place| all[place])
}

/// Counts what ends the lines of `text`.
fn line_ends(text: &[u8]) -> [u32; LineEnd::ALL.len()] {
    let mut counts = [0; LineEnd::ALL.len()];
    let mut rest = text;
    while let Some(at) = memchr2(b'\r', b'\n', rest) {
        rest = &rest[at..];
        let end = LineEnd::at_start_of(rest).unwrap_or_default();
        counts[end as usize] += 1;
        rest = &rest[end.bytes().len()..];
    }
    counts
}

/// What there is in `text`, a game's in English, whose lines end with line feeds alone: all but
/// what only the text as it stands shows. `first` is the game's first turn, `result` the
/// value of its `Result` tag.
fn look_at(text: &[u8], first: Turn, result: Option<&[u8]>) -> Observed {
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
    seen.promotions[Promotion::Parentheses as usize] = memchr_iter(b'(', body)
        .filter(|&at| is_promotion(&body[at.saturating_sub(1)..]))
        .count() as u32;
    watch(&mut seen, body, first, result);
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

    /// Whether these tokens were seen to meet.
    pub(super) fn has(&self, place: Between) -> bool {
        place.of(&self.blanks).iter().any(|&count| count > 0)
    }

    /// Whether lines end beside variations and nowhere else, but perhaps before the end of the
    /// game, and always where the same kinds of tokens meet; as far as several lines show.
    pub(super) fn ends_lines_beside_variations(&self) -> bool {
        let mut ended = 0;
        let fits = Between::all().all(|place| {
            let blanks = place.of(&self.blanks);
            let all: u32 = blanks.iter().sum();
            let within: u32 = WITHIN_LINES
                .map(|blank| blanks[blank as usize])
                .iter()
                .sum();
            if all == within {
                return true;
            }
            let beside = place.after == Kind::Open || place.before == Kind::Close;
            ended += if beside { all } else { 0 };
            within == 0 && (beside || place.after == Kind::End)
        });
        fits && ended >= LINES_SHOWN
    }

    /// Whether most lines end in a space.
    pub(super) fn keeps_spaces(&self) -> bool {
        u64::from(self.kept_spaces()) * 2 > self.breaks_and_gaps().0
    }

    /// Whether the token that ends the game begins a line.
    pub(super) fn end_begins_line(&self) -> bool {
        let mut ends = self.blanks[0].iter().map(|row| row[Kind::End as usize]);
        ends.any(|blanks| blanks[Blank::Line as usize] + blanks[Blank::SpaceLine as usize] > 0)
    }

    /// Whether any castling is seen.
    pub(super) fn castles(&self) -> bool {
        self.castling.iter().any(|&count| count > 0)
    }

    /// How many moves name both their squares.
    pub(super) fn whole(&self) -> u32 {
        let Lettered {
            bare,
            pieces,
            pawns,
        } = self.lettered;
        bare + pieces + pawns
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
        self.tag_form = tag_lines::apart(text).and_then(|lines| TagForm::of(&lines));
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
                spaced += usize::from(line.ends_with(b"] \n"));
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
    matches!(text, [b'1' | b'8', b'(', role, b')', ..] if names_promotion(*role))
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
            .position(|byte| matches!(byte, b' ' | b'\n'))
            .unwrap_or(rest.len());
        breaks.push(Break {
            line: columns.count(line),
            word: columns.count(&rest[..word]),
        });
        start += len + 1;
    }
    breaks
}

/// `number`, or the largest that a style can hold.
fn at_most(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

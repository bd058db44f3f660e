//! The style of a text: how the program that wrote it formats games.
//!
//! Owns what a [`Style`] is made of: single habits ([`habit`]), and a table that says what stands
//! between two tokens ([`Gap`]) by their kinds. Writers of PGN are made like that: they write
//! tokens one after another, and some gaps may become line ends, others not.
//!
//! * [`tag_form`]: what stands in a tag beside its name and its value;
//! * [`notation`]: how a move is spelt in a style;
//! * [`writers`]: the styles of programs that are widely used.
//!
//! [`render`](super::render) follows a style, [`infer`](super::infer) finds one.

pub mod habit;
pub(super) mod notation;
pub mod tag_form;
pub mod writers;

pub use habit::{
    AnnotatedDots, BlackNumber, Braces, Brackets, Captures, Castling, Columns, Comments, Dots,
    EnPassant, FoldedSpace, Folding, Gap, LineEnd, Marks, Nags, NameLetters, Notation, NullMove,
    NumberEnd, NumberLines, Promotion, Quotes, TagGap,
};
pub use tag_form::TagForm;

use crate::{chess::language::Language, limits::charges, listed::listed};
use tag_form::COLUMNS;

listed! {
    /// The kind of a token of the movetext, as far as the gaps beside it depend on it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Kind {
        /// The beginning of the movetext, and a tag before it.
        Begin,
        /// A move number before a White move: `12.`
        Number,
        /// A move number before a Black move: `12...`
        Dots,
        /// A White move.
        White,
        /// A Black move.
        Black,
        /// An annotation glyph as its number: `$1`
        Nag,
        /// An annotation glyph as it is: `!`
        Glyph,
        /// A comment that says something.
        Comment,
        /// `(`
        Open,
        /// `)`
        Close,
        /// The token that ends the game.
        End,
        /// A comment of nothing but blanks.
        Blank,
    }
}

/// How many kinds of tokens there are.
pub const KINDS: usize = Kind::ALL.len();

impl Kind {
    /// The kind of a comment that says `text`.
    #[inline]
    pub fn of_comment(text: &[u8]) -> Kind {
        match text.iter().all(u8::is_ascii_whitespace) {
            true => Kind::Blank,
            false => Kind::Comment,
        }
    }
}

/// How many of the numbers of a style are about lines and empty lines. They differ from text to
/// text, whichever program wrote it.
pub const LINES: usize = 6;
/// How many of the numbers come before those of the gaps, which are nine in ten of them. For tests.
pub const BEFORE_GAPS: usize = 25;
/// How many values the [`indent`](Style::indent) of a style can have.
pub(crate) const INDENTS: u16 = 16;

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(pub u16);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << KINDS) - 1);

    /// These kinds.
    pub const fn of(kinds: &[Kind]) -> Kinds {
        let mut set = 0;
        let mut index = 0;
        while index < kinds.len() {
            set |= 1 << kinds[index] as u16;
            index += 1;
        }
        Kinds(set)
    }

    /// Whether `kind` is in the set.
    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Puts `kind` into the set, or takes it out.
    pub fn set(&mut self, kind: Kind, member: bool) {
        self.0 = self.0 & !(1 << kind as u16) | u16::from(member) << kind as u16;
    }
}

/// How a program formats games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What ends a line.
    pub line_end: LineEnd,
    /// The width at which lines of movetext are folded; 0 where they are not.
    pub width: u16,
    /// What the width is counted in.
    pub columns: Columns,
    /// When a line is folded.
    pub folding: Folding,
    /// After every so many moves, the number of a White move begins a line; 0 for never.
    pub moves_a_line: u16,
    /// What stands at the start of such a line.
    pub number_lines: NumberLines,
    /// What becomes of the space at a fold.
    pub folded_space: FoldedSpace,
    /// How moves are spelt.
    pub notation: Notation,
    /// Which checks are marked.
    pub marks: Marks,
    /// How captures are marked.
    pub captures: Captures,
    /// How castling is spelt.
    pub castling: Castling,
    /// How promotion is spelt.
    pub promotion: Promotion,
    /// What follows a capture en passant.
    pub en_passant: EnPassant,
    /// How a null move is spelt.
    pub null_move: NullMove,
    /// How annotation glyphs are spelt.
    pub nags: Nags,
    /// The tokens after which a White move has its number.
    pub numbers: Kinds,
    /// The tokens after which a Black move has its number.
    pub dotted: Kinds,
    /// Whether a Black move that an annotation follows always has its number.
    pub annotated_dots: AnnotatedDots,
    /// What follows the number of a Black move.
    pub dots: Dots,
    /// What follows the number of a White move.
    pub number_end: NumberEnd,
    /// What stands around comments.
    pub braces: Braces,
    /// How comments are folded.
    pub comments: Comments,
    /// What stands between two tokens.
    pub gaps: ByTokens<Gap>,
    /// Line ends after the tags, behind that of the last tag where tags have lines of their own.
    pub after_tags: u16,
    /// Spaces after the last token.
    pub tail: u16,
    /// Line ends after the last token.
    pub after_game: u16,
    /// The language that the letters of pieces are from.
    pub language: Language,
    /// Which number a Black move has.
    pub black_number: BlackNumber,
    /// How tags are written.
    pub tag_form: TagForm,
    /// How many spaces a gap that indents lines puts behind their ends: 15 at most.
    pub indent: u16,
}

const _: () = assert!(size_of::<Style>() <= charges::STYLE);

/// Two tables by the kinds of two tokens, the one before and the one after: for the main line, and
/// for where the later token is in a variation. (`(` stands outside the variation that it opens, `)`
/// inside the one that it closes.)
pub type ByTokens<T> = [[[T; KINDS]; KINDS]; 2];

/// Where two tokens meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Between {
    /// Whether the later token is in a variation.
    pub(super) inside: bool,
    pub(super) before: Kind,
    pub(super) after: Kind,
}

impl Between {
    /// All that there are.
    pub(super) fn all() -> impl Iterator<Item = Between> {
        [false, true].into_iter().flat_map(|inside| {
            let before = Kind::ALL.iter();
            before.flat_map(move |&before| {
                let after = Kind::ALL.iter();
                after.map(move |&after| Between {
                    inside,
                    before,
                    after,
                })
            })
        })
    }

    /// What `tables` have there.
    #[inline]
    pub(super) fn of<T>(self, tables: &ByTokens<T>) -> &T {
        &tables[usize::from(self.inside)][self.before as usize][self.after as usize]
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn of_mut<T>(self, tables: &mut ByTokens<T>) -> &mut T {
        &mut tables[usize::from(self.inside)][self.before as usize][self.after as usize]
    }
}

impl Default for Style {
    /// The export format of the PGN standard, as most programs of today have it: `1. e4 e5`, lines
    /// of any length.
    fn default() -> Style {
        let mut gaps = [[Gap::Space; KINDS]; KINDS];
        gaps[Kind::Begin as usize] = [Gap::None; KINDS];
        gaps[Kind::Begin as usize][Kind::Begin as usize] = Gap::Line;
        gaps[Kind::Open as usize] = [Gap::None; KINDS];
        for row in &mut gaps {
            row[Kind::Close as usize] = Gap::None;
        }
        Style {
            line_end: LineEnd::Lf,
            width: 0,
            columns: Columns::Bytes,
            folding: Folding::BeforeTooLong,
            moves_a_line: 0,
            number_lines: NumberLines::Flush,
            folded_space: FoldedSpace::Dropped,
            notation: Notation::San,
            marks: Marks::Full,
            captures: Captures::Cross,
            castling: Castling::Letters,
            promotion: Promotion::Equals,
            en_passant: EnPassant::Nothing,
            null_move: NullMove::Dashes,
            nags: Nags::Dollar,
            numbers: Kinds::ALL,
            dotted: Kinds::of(&[
                Kind::Begin,
                Kind::Open,
                Kind::Close,
                Kind::Comment,
                Kind::Blank,
            ]),
            annotated_dots: AnnotatedDots::No,
            dots: Dots::Three,
            number_end: NumberEnd::Point,
            braces: Braces::Tight,
            comments: Comments::Whole,
            gaps: [gaps; 2],
            after_tags: 1,
            tail: 0,
            after_game: 2,
            language: Language::English,
            black_number: BlackNumber::Own,
            tag_form: TagForm::default(),
            indent: 0,
        }
    }
}

/// Passes habits of a style to `code`, one after another ([`Style::pass`]).
macro_rules! pass_habits {
    ($style:ident, $code:ident, $($($field:ident).+: $habit:ty),* $(,)?) => {
        $(
            let value = $code($style.$($field).+ as u32, <$habit>::ALL.len() as u32);
            $style.$($field).+ = <$habit>::ALL.get(value as usize).copied().unwrap_or_default();
        )*
    };
}

impl Style {
    /// What stands between two tags and, where it ends a line, after the last.
    #[inline]
    pub fn between_tags(&self) -> Gap {
        self.gaps[0][Kind::Begin as usize][Kind::Begin as usize]
    }

    /// The numbers that it is made of, in the order of [`pass`](Style::pass).
    pub fn choices(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        self.clone().pass(|value, _| {
            numbers.push(value);
            value
        });
        numbers
    }

    /// Makes the number in this place, counted from 0, one of those that can stand there.
    pub fn set(&mut self, place: usize, number: u32) {
        let mut places = 0..;
        self.pass(|value, count| match places.next() == Some(place) {
            true => number % count,
            false => value,
        });
    }

    /// Calls `code` with every number that the style is made of and how many values it can have,
    /// and replaces the number by what that returns. Coders of both directions use this, and so
    /// does whoever changes one habit by its place. The order is part of the format; the first
    /// [`LINES`] numbers are about lines.
    pub fn pass(&mut self, mut code: impl FnMut(u32, u32) -> u32) {
        self.pass_lines(&mut code);
        self.pass_habits(&mut code);
        self.pass_gaps(&mut code);
        self.pass_others(&mut code);
    }

    fn pass_lines(&mut self, code: &mut impl FnMut(u32, u32) -> u32) {
        pass_habits!(self, code, line_end: LineEnd);
        for number in [
            &mut self.width,
            &mut self.moves_a_line,
            &mut self.after_tags,
            &mut self.tail,
            &mut self.after_game,
        ] {
            let value = code(u32::from(*number), 1 << u16::BITS);
            *number = u16::try_from(value).unwrap_or(u16::MAX);
        }
    }

    fn pass_habits(&mut self, code: &mut impl FnMut(u32, u32) -> u32) {
        pass_habits!(
            self, code,
            columns: Columns,
            folding: Folding,
            number_lines: NumberLines,
            folded_space: FoldedSpace,
            notation: Notation,
            marks: Marks,
            captures: Captures,
            castling: Castling,
            promotion: Promotion,
            en_passant: EnPassant,
            null_move: NullMove,
            nags: Nags,
            annotated_dots: AnnotatedDots,
            dots: Dots,
            number_end: NumberEnd,
            braces: Braces,
            comments: Comments,
        );
        for kinds in [&mut self.numbers, &mut self.dotted] {
            kinds.0 = code(u32::from(kinds.0), 1 << KINDS) as u16 & Kinds::ALL.0;
        }
    }

    fn pass_gaps(&mut self, code: &mut impl FnMut(u32, u32) -> u32) {
        for gap in self.gaps.iter_mut().flatten().flatten() {
            let value = code(*gap as u32, Gap::ALL.len() as u32);
            *gap = Gap::ALL.get(value as usize).copied().unwrap_or_default();
        }
    }

    /// Passes what stands behind the gaps.
    fn pass_others(&mut self, code: &mut impl FnMut(u32, u32) -> u32) {
        pass_habits!(
            self, code,
            language: Language,
            black_number: BlackNumber,
            tag_form.gap: TagGap,
            tag_form.quotes: Quotes,
            tag_form.brackets: Brackets,
        );
        let column = code(self.tag_form.column.into(), COLUMNS);
        self.tag_form.column = column.min(COLUMNS - 1) as u8;
        pass_habits!(self, code, tag_form.letters: NameLetters);
        let indent = code(self.indent.into(), INDENTS.into());
        self.indent = indent.min(u32::from(INDENTS) - 1) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_about_lines() {
        let mut lines = 0;
        Style::default().pass_lines(&mut |number, _| {
            lines += 1;
            number
        });
        assert_eq!(lines, LINES);
    }

    #[test]
    fn the_first_numbers_are_not_about_gaps() {
        let usual = Style::default();
        for (chosen, is_gap) in [(BEFORE_GAPS - 1, false), (BEFORE_GAPS, true)] {
            let mut style = usual.clone();
            style.set(chosen, usual.choices()[chosen] + 1);
            assert_ne!(style, usual);
            assert_eq!(style.gaps != usual.gaps, is_gap);
        }
    }
}

//! The habits that writers of PGN have, one enumeration each: the numbers of their variants are
//! part of the format.

use crate::{chess::language::TIMES, listed::listed, pgn::tokens::UNBROKEN};

listed! {
    /// What ends a line.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum LineEnd {
        /// `\n`
        #[default]
        Lf,
        /// `\r\n`
        CrLf,
        /// `\r`
        Cr,
        /// `\r\r\n`: `\r\n` where a system puts a `\r` before each `\n` of a text file.
        CrCrLf,
    }
}

impl LineEnd {
    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            LineEnd::Lf => b"\n",
            LineEnd::CrLf => b"\r\n",
            LineEnd::Cr => b"\r",
            LineEnd::CrCrLf => b"\r\r\n",
        }
    }

    /// The longest one that `text` begins with.
    pub(crate) fn at_start_of(text: &[u8]) -> Option<LineEnd> {
        let begin = LineEnd::ALL
            .into_iter()
            .filter(|end| text.starts_with(end.bytes()));
        begin.max_by_key(|end| end.bytes().len())
    }
}

listed! {
    /// What stands between two tokens.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Gap {
        /// A space that never becomes a line end.
        #[default]
        Space,
        /// A space that becomes a line end where the line would be too long.
        Fold,
        /// A space that never becomes a line end, before a token that may stick out of the line.
        Free,
        /// Nothing.
        None,
        /// Nothing, or a line end where the line would be too long.
        Split,
        /// A line end.
        Line,
        /// A space and a line end.
        SpaceLine,
        /// Two spaces.
        Two,
        /// A line end and an empty line.
        EmptyLine,
        /// A space that is a word of its own: a line may end before it, and after it.
        Apart,
        /// A tab.
        Tab,
        /// A space that no line is broken at, as UTF-8 has it (U+00A0).
        Unbroken,
        /// A line end, and the spaces of [`indent`](super::Style::indent) for each variation that
        /// is open, the one that the next token opens included.
        Nested,
        /// A space, and the same.
        SpaceNested,
        /// A line end, and those spaces once.
        Indented,
    }
}

listed! {
    /// What stands between the name of a tag and its value.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum TagGap {
        /// `[Event "a"]`
        #[default]
        Space,
        /// `[Event"a"]`
        Nothing,
        /// `[Event  "a"]`
        Two,
        /// `[Event "a"]`, with a tab
        Tab,
    }
}

impl Gap {
    /// The blank that it is where no line is folded, and how many line ends follow that; not the
    /// spaces behind them.
    pub(crate) const fn blank(self) -> (&'static [u8], usize) {
        match self {
            Gap::None | Gap::Split => (b"", 0),
            Gap::Space | Gap::Fold | Gap::Free | Gap::Apart => (b" ", 0),
            Gap::Two => (b"  ", 0),
            Gap::Tab => (b"\t", 0),
            Gap::Unbroken => (UNBROKEN, 0),
            Gap::Line | Gap::Nested | Gap::Indented => (b"", 1),
            Gap::SpaceLine | Gap::SpaceNested => (b" ", 1),
            Gap::EmptyLine => (b"", 2),
        }
    }

    /// Whether it ends a line.
    pub(crate) const fn ends_line(self) -> bool {
        self.blank().1 > 0
    }

    /// Whether spaces begin the line behind it.
    pub(crate) const fn indents(self) -> bool {
        matches!(self, Gap::Nested | Gap::SpaceNested | Gap::Indented)
    }

    /// How many times the spaces of the style begin the line behind it, with so many variations
    /// open.
    pub(crate) const fn indents_by(self, levels: usize) -> usize {
        match self {
            Gap::Nested | Gap::SpaceNested => levels,
            Gap::Indented => 1,
            _ => 0,
        }
    }
}

impl TagGap {
    /// Its bytes.
    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            TagGap::Space => b" ",
            TagGap::Nothing => b"",
            TagGap::Two => b"  ",
            TagGap::Tab => b"\t",
        }
    }
}

listed! {
    /// What stands at both ends of the value of a tag.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Quotes {
        /// `"a"`
        #[default]
        Double,
        /// `'a'`
        Single,
    }
}

impl Quotes {
    /// Its byte.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Quotes::Double => b'"',
            Quotes::Single => b'\'',
        }
    }
}

listed! {
    /// What stands inside the brackets of a tag.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Brackets {
        /// Nothing: `[Event "a"]`
        #[default]
        Tight,
        /// A space: `[ Event "a" ]`
        Padded,
    }
}

impl Brackets {
    /// Its bytes.
    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            Brackets::Tight => b"",
            Brackets::Padded => b" ",
        }
    }
}

listed! {
    /// The letters that names of tags are written in.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum NameLetters {
        /// Those of the name: `[WhiteElo "2000"]`
        #[default]
        Own,
        /// Small ones: `[whiteelo "2000"]`
        Small,
    }
}

listed! {
    /// What a line's length is counted in.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Columns {
        /// Bytes.
        #[default]
        Bytes,
        /// Characters of UTF-8: a text that was folded in another encoding has such lines.
        Characters,
    }
}

impl Columns {
    /// How many columns `text` takes; a byte that cannot be part of a character counts as one.
    pub(crate) fn count(self, text: &[u8]) -> usize {
        match self {
            Columns::Bytes => text.len(),
            Columns::Characters => text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count(),
        }
    }
}

listed! {
    /// When a line is folded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Folding {
        /// Before the word that would make it longer than the width.
        #[default]
        BeforeTooLong,
        /// At the first place where it can be, once it is as long as the width.
        OnceLong,
    }
}

listed! {
    /// What stands at the start of a line that begins with a move number because of
    /// [`moves_a_line`](super::Style::moves_a_line).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum NumberLines {
        /// The number.
        #[default]
        Flush,
        /// A space and the number. Where such a number would come next as the game ends, the token
        /// that ends the game begins a line in the same way.
        Indented,
        /// A space and the number; the token that ends the game never begins a line.
        IndentedNumbers,
    }
}

listed! {
    /// What becomes of the space where a line is folded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum FoldedSpace {
        /// It goes.
        #[default]
        Dropped,
        /// It stays before the line end if the line has room for it, counted in bytes whatever the
        /// [`Columns`].
        KeptIfItFits,
        /// It stays.
        Kept,
    }
}

listed! {
    /// How moves are spelt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Notation {
        /// `Nf3`
        #[default]
        San,
        /// `g1f3`, castling as the king's steps (`e1g1`), whatever the habit of castling.
        Uci,
        /// `g1f3`, castling as the king onto the rook (`e1h1`), whatever the habit of castling.
        UciRook,
        /// `Ng1-f3`, `e2-e4`, `e4xd5`
        Long,
        /// `Ng1f3`, `e2e4`, `e4xd5`
        LongTight,
        /// `Ng1-f3`, `e2-e4`, `e4-d5`
        LongDashes,
        /// `Ng1f3`, `e2e4`, `e4d5`
        LongBare,
        /// `g1-f3`, `e2-e4`, `e4xd5`
        Squares,
        /// `g1f3`, `e2e4`, `e4xd5`
        SquaresTight,
        /// `g1-f3`, `e2-e4`, `e4-d5`
        SquaresDashes,
        /// `g1f3`, `e2e4`, `e4d5`
        SquaresBare,
        /// `Ng1-f3`, `Pe2-e4`, `Pe4xd5`
        Men,
        /// `Ng1f3`, `Pe2e4`, `Pe4xd5`
        MenTight,
        /// `Ng1-f3`, `Pe2-e4`, `Pe4-d5`
        MenDashes,
        /// `Ng1f3`, `Pe2e4`, `Pe4d5`
        MenBare,
    }
}

listed! {
    /// Which checks are marked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Marks {
        /// `+` for check, `#` for mate.
        #[default]
        Full,
        /// None.
        None,
        /// `+` for both.
        Plus,
        /// `+` for check, `++` for mate.
        PlusPlus,
    }
}

listed! {
    /// The sign of a capture, in notations that have one.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Captures {
        /// `exd5`
        #[default]
        Cross,
        /// `e:d5`
        Colon,
        /// `e×d5`, in UTF-8
        Times,
        /// `ed5`
        Nothing,
    }
}

impl Captures {
    /// The sign's bytes.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Captures::Cross => b"x",
            Captures::Colon => b":",
            Captures::Times => TIMES,
            Captures::Nothing => b"",
        }
    }
}

listed! {
    /// How castling is spelt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Castling {
        /// `O-O`
        #[default]
        Letters,
        /// `0-0`
        Zeros,
        /// As the king's move to where he lands: `Kg1`, `Ke1-g1`, `e1g1`, as the notation has it.
        King,
        /// The same with his squares and without his letter: `e1g1`, `e1-g1`.
        Squares,
    }
}

listed! {
    /// How promotion is spelt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Promotion {
        /// `e8=Q`
        #[default]
        Equals,
        /// `e8Q`
        Bare,
        /// `e8(Q)`
        Parentheses,
        /// `e8q`
        Lower,
    }
}

listed! {
    /// What follows a capture en passant.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum EnPassant {
        /// Nothing.
        #[default]
        Nothing,
        /// `e.p.`
        Tight,
        /// ` e.p.`
        Spaced,
        /// `ep`, before the mark of a check.
        Bare,
    }
}

listed! {
    /// How a null move is spelt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum NullMove {
        /// `--`
        #[default]
        Dashes,
        /// `Z0`
        Z0,
    }
}

impl NullMove {
    /// The bytes that stand for it.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            NullMove::Dashes => b"--",
            NullMove::Z0 => b"Z0",
        }
    }

    /// The null move that `token` is.
    pub fn of(token: &[u8]) -> Option<NullMove> {
        NullMove::ALL.into_iter().find(|null| null.bytes() == token)
    }
}

listed! {
    /// How annotation glyphs are spelt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Nags {
        /// `$1`
        #[default]
        Dollar,
        /// `!` for the first six, `$7` for the others.
        Glyphs,
    }
}

listed! {
    /// What follows the number before a Black move.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Dots {
        /// `1...`
        #[default]
        Three,
        /// `1..`
        Two,
        /// `1.`
        One,
        /// `1. ...`
        SpacedThree,
        /// `1 ...`
        ApartThree,
        /// `1…`, in UTF-8
        Ellipsis,
    }
}

listed! {
    /// What follows the number before a White move.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum NumberEnd {
        /// `1.`
        #[default]
        Point,
        /// `1`
        Nothing,
        /// `1)`
        Bracket,
        /// `1 .`
        PointApart,
    }
}

listed! {
    /// Whether a Black move has its number for the sake of annotations, whatever stands right before
    /// it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum AnnotatedDots {
        /// No.
        #[default]
        No,
        /// Where an annotation follows the move.
        Yes,
        /// Where a glyph is what follows first.
        BeforeGlyphs,
        /// Where a glyph stands behind White's move, though a comment may stand between.
        BehindGlyphs,
    }
}

listed! {
    /// Which number a Black move has, where it has one.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum BlackNumber {
        /// That of the move.
        #[default]
        Own,
        /// One less: `( 4...g6` instead of Black's fifth move.
        OneLess,
    }
}

listed! {
    /// What stands around the text of a comment.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Braces {
        /// `{text}`
        #[default]
        Tight,
        /// `{ text }`
        Padded,
        /// `;text`, to the end of the line
        Semicolon,
        /// `; text`, to the end of the line
        SemicolonPadded,
    }
}

impl Braces {
    /// Whether a comment goes to the end of its line.
    pub(crate) const fn are_none(self) -> bool {
        matches!(self, Braces::Semicolon | Braces::SemicolonPadded)
    }
}

listed! {
    /// How comments are folded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Comments {
        /// Their text stands as it is.
        #[default]
        Whole,
        /// Any space may become a line end.
        Folded,
        /// A comment that fits on a line and is ASCII is not folded, but may begin a line after its
        /// opening brace; others are folded, after that brace, too.
        FoldedIfLong,
        /// The same, but those others are folded after dots, too, and a space counts into the line
        /// that it ends (ChessBase).
        Chopped,
        /// Any space may become a line end, and a line may end after the brace that opens, before
        /// the one that closes, and after commas and colons of commands (`[%emt 0:00:06]`).
        Cut,
        /// The same, but the space after the name of a command never becomes a line end (Fritz).
        CutBehindNames,
        /// Any space may become a line end, and a line may end after the brace that opens; the one
        /// that closes may stick out of its line (Scid).
        FoldedBehindBrace,
        /// The text stands as it is, its own line ends included; only its first word may begin a
        /// line after the opening brace. The closing brace may stick out of its line (Scid, where
        /// the comments that it was given were folded).
        WholeBehindBrace,
    }
}

impl Comments {
    /// Whether lines end within commands where these have no blank.
    pub(crate) fn cuts(self) -> bool {
        matches!(self, Comments::Cut | Comments::CutBehindNames)
    }
}

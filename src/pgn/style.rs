//! The habits of the program that wrote a text.
//!
//! Owns the vocabulary of habits. What stands between two tokens is a table over the kinds of the two ([`Gap`]), because that is how
//! writers of PGN are made: a text is a sequence of tokens, some gaps may become line ends, others not. [`render`](super::render) follows a style,
//! [`infer`](super::infer) finds one.

/// What a token of the movetext is, as far as the gaps beside it depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The beginning of the movetext.
    Begin,
    /// A move number before a move of white's: `12.`
    Number,
    /// A move number before a move of black's: `12...`
    Dots,
    /// A move of white's.
    White,
    /// A move of black's.
    Black,
    /// An annotation glyph.
    Nag,
    /// A comment.
    Comment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// The token that ends the game.
    End,
}

/// How many kinds of tokens there are.
pub const KINDS: usize = 10;

impl Kind {
    /// All kinds in the order of their numbers.
    pub const ALL: [Kind; KINDS] = [
        Kind::Begin,
        Kind::Number,
        Kind::Dots,
        Kind::White,
        Kind::Black,
        Kind::Nag,
        Kind::Comment,
        Kind::Open,
        Kind::Close,
        Kind::End,
    ];
}

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

/// Defines an enumeration whose variants have numbers, and the list of them.
macro_rules! habit {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $name {
            #[default]
            $($(#[$variant_meta])* $variant,)*
        }

        impl $name {
            /// All variants in the order of their numbers in the format.
            pub const ALL: &[$name] = &[$($name::$variant),*];
        }
    };
}

habit! {
    /// What ends a line.
    LineEnd {
        /// `\n`
        Lf,
        /// `\r\n`
        CrLf,
        /// `\r`
        Cr,
    }
}

impl LineEnd {
    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            LineEnd::Lf => b"\n",
            LineEnd::CrLf => b"\r\n",
            LineEnd::Cr => b"\r",
        }
    }
}

habit! {
    /// What stands between two tokens.
    Gap {
        /// A space that never becomes a line end.
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
        Blank,
    }
}

habit! {
    /// What a line's length is counted in.
    Columns {
        /// Bytes.
        Bytes,
        /// Characters of UTF-8: a text that was folded in another encoding has such lines.
        Characters,
    }
}

habit! {
    /// When a line is folded.
    Folding {
        /// Before the word that would make it longer than the width.
        BeforeTooLong,
        /// At the first place where it can be, once it is as long as the width.
        OnceLong,
    }
}

habit! {
    /// What stands at the start of a line that a certain move number begins.
    NumberLines {
        /// The number.
        Flush,
        /// A space and the number.
        Indented,
    }
}

habit! {
    /// What becomes of the space where a line is folded.
    FoldedSpace {
        /// It goes.
        Dropped,
        /// It stays before the line end if the line has room for it.
        KeptIfItFits,
        /// It stays.
        Kept,
    }
}

habit! {
    /// How moves are spelt.
    Notation {
        /// `Nf3`
        San,
        /// `g1f3`, castling as the king's steps (`e1g1`).
        Uci,
        /// `g1f3`, castling as the king onto the rook (`e1h1`).
        UciRook,
        /// `Ng1-f3`, `e2-e4`
        Long,
        /// `Ng1f3`, `e2e4`
        LongTight,
    }
}

habit! {
    /// Which checks are marked.
    Marks {
        /// `+` for check, `#` for mate.
        Full,
        /// None.
        None,
        /// `+` for both.
        Plus,
        /// `+` for check, `++` for mate.
        PlusPlus,
    }
}

habit! {
    /// How castling is spelt.
    Castling {
        /// `O-O`
        Letters,
        /// `0-0`
        Zeros,
    }
}

habit! {
    /// How promotion is spelt.
    Promotion {
        /// `e8=Q`
        Equals,
        /// `e8Q`
        Bare,
        /// `e8(Q)`
        Parentheses,
        /// `e8q`
        Lower,
    }
}

habit! {
    /// What follows a capture en passant.
    EnPassant {
        /// Nothing.
        Nothing,
        /// `e.p.`
        Tight,
        /// ` e.p.`
        Spaced,
    }
}

habit! {
    /// How a null move is spelt.
    NullMove {
        /// `--`
        Dashes,
        /// `Z0`
        Z0,
    }
}

habit! {
    /// How annotation glyphs are spelt.
    Nags {
        /// `$1`
        Dollar,
        /// `!` for the first six, `$7` for the others.
        Glyphs,
    }
}

habit! {
    /// What follows the number before a move of black's.
    Dots {
        /// `1...`
        Three,
        /// `1..`
        Two,
        /// `1.`
        One,
        /// `1. ...`
        SpacedThree,
    }
}

habit! {
    /// Whether a move of black's has its number where an annotation follows the move.
    AnnotatedDots {
        /// Only where it has one anyway.
        No,
        /// Always.
        Yes,
    }
}

habit! {
    /// What stands inside the braces of a comment.
    Braces {
        /// Nothing but the text: `{text}`
        Tight,
        /// `{ text }`
        Padded,
    }
}

habit! {
    /// What long comments do.
    Comments {
        /// Their text stands as it is.
        Whole,
        /// Any space may become a line end.
        Folded,
        /// One that fits on a line, and is ASCII, stands whole, if need be on a line of its own behind the brace; others are folded, behind the brace too.
        FoldedIfLong,
    }
}

/// How a program writes games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What ends a line.
    pub line_end: LineEnd,
    /// The length of a line of movetext that makes it be folded; 0 where nothing is.
    pub width: u32,
    /// What that is counted in.
    pub columns: Columns,
    /// When a line is folded.
    pub folding: Folding,
    /// A number of white's begins a line after every so many moves; never where this is 0.
    pub moves_a_line: u32,
    /// What stands at the start of such a line.
    pub number_lines: NumberLines,
    /// What becomes of the space at a fold.
    pub folded_space: FoldedSpace,
    /// How moves are spelt.
    pub notation: Notation,
    /// Which checks are marked.
    pub marks: Marks,
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
    /// Behind which tokens a move of white's has its number.
    pub numbers: Kinds,
    /// Behind which tokens a move of black's has its number.
    pub dotted: Kinds,
    /// Whether it has one before an annotation, too.
    pub annotated_dots: AnnotatedDots,
    /// What follows the number of a move of black's.
    pub dots: Dots,
    /// What stands inside braces.
    pub braces: Braces,
    /// What long comments do.
    pub comments: Comments,
    /// What stands between two tokens: in the main line, and where one of them is in a variation.
    pub gaps: [GapTable; 2],
    /// Empty lines behind the tags.
    pub after_tags: u32,
    /// Spaces behind the last token.
    pub tail: u32,
    /// Line ends behind the last token.
    pub after_game: u32,
}

/// What stands between two tokens, by their kinds.
pub type GapTable = [[Gap; KINDS]; KINDS];

/// No style names a number above this.
pub const LARGEST: u32 = u16::MAX as u32;

impl Default for Style {
    /// The export format of the PGN standard, as most programs of today have it: `1. e4 e5`, lines of any length.
    fn default() -> Style {
        let mut gaps = [[Gap::Space; KINDS]; KINDS];
        gaps[Kind::Begin as usize] = [Gap::None; KINDS];
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
            castling: Castling::Letters,
            promotion: Promotion::Equals,
            en_passant: EnPassant::Nothing,
            null_move: NullMove::Dashes,
            nags: Nags::Dollar,
            numbers: Kinds::ALL,
            dotted: Kinds::of(&[Kind::Begin, Kind::Open, Kind::Close, Kind::Comment]),
            annotated_dots: AnnotatedDots::No,
            dots: Dots::Three,
            braces: Braces::Tight,
            comments: Comments::Whole,
            gaps: [gaps; 2],
            after_tags: 1,
            tail: 0,
            after_game: 2,
        }
    }
}

impl Style {
    /// What stands between two tokens, `inside` a variation or not.
    #[inline]
    pub fn gap(&self, before: Kind, after: Kind, inside: bool) -> Gap {
        self.gaps[usize::from(inside)][before as usize][after as usize]
    }

    /// Hands every number that the style is made of to `code`, with how many values it can have, and takes what that returns in its place: a
    /// coder of either direction goes through here, and whoever wants to change one habit by its place.
    pub fn pass(&mut self, mut code: impl FnMut(u32, u32) -> u32) {
        macro_rules! habits {
            ($($field:ident: $habit:ty,)*) => {
                $(
                    let value = code(self.$field as u32, <$habit>::ALL.len() as u32);
                    self.$field = <$habit>::ALL.get(value as usize).copied().unwrap_or_default();
                )*
            };
        }
        habits! {
            line_end: LineEnd,
            columns: Columns,
            folding: Folding,
            number_lines: NumberLines,
            folded_space: FoldedSpace,
            notation: Notation,
            marks: Marks,
            castling: Castling,
            promotion: Promotion,
            en_passant: EnPassant,
            null_move: NullMove,
            nags: Nags,
            annotated_dots: AnnotatedDots,
            dots: Dots,
            braces: Braces,
            comments: Comments,
        }
        for number in [
            &mut self.width,
            &mut self.moves_a_line,
            &mut self.after_tags,
            &mut self.tail,
            &mut self.after_game,
        ] {
            *number = code(*number, LARGEST + 1).min(LARGEST);
        }
        for kinds in [&mut self.numbers, &mut self.dotted] {
            kinds.0 = code(u32::from(kinds.0), 1 << KINDS) as u16 & Kinds::ALL.0;
        }
        for gap in self.gaps.iter_mut().flatten().flatten() {
            let value = code(*gap as u32, Gap::ALL.len() as u32);
            *gap = Gap::ALL.get(value as usize).copied().unwrap_or_default();
        }
    }
}

/// Styles that are common: where a text has nothing before it, its style is told as what it has other than one of these.
pub fn presets() -> &'static [Style] {
    static PRESETS: std::sync::LazyLock<[Style; 4]> = std::sync::LazyLock::new(|| {
        let plain = Style::default();
        let padded = Style {
            braces: Braces::Padded,
            ..plain.clone()
        };
        let folded = Style {
            width: 80,
            ..plain.clone()
        }
        .with_folds();
        let tight = {
            let mut style = folded.clone();
            for gaps in &mut style.gaps {
                gaps[Kind::Number as usize][Kind::White as usize] = Gap::None;
                gaps[Kind::Dots as usize][Kind::Black as usize] = Gap::None;
            }
            style
        };
        [tight, padded, folded, plain]
    });
    &*PRESETS
}

impl Style {
    /// The same, with folds wherever a space stands.
    fn with_folds(mut self) -> Style {
        for gap in self.gaps.iter_mut().flatten().flatten() {
            if *gap == Gap::Space {
                *gap = Gap::Fold;
            }
        }
        self
    }
}

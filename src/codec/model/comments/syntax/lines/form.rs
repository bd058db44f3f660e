//! How a line is written, and where it starts.

use crate::{chess::language::Language, listed::listed};

listed! {
    /// How moves are spelt.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(super) enum Notation {
        /// `Nf3 dxe4+`
        San,
        /// `Nf3 dxe4`: checks are not marked.
        Unmarked,
        /// `24... Nf3 25. dxe4`
        Numbered,
        /// `24...Nf3 25.dxe4`
        Tight,
        /// `g1f3 d5e4`, castling as the king's steps.
        Uci,
        /// `g1f3 d5e4`, castling as the king onto its rook, as UCI has it in Chess960.
        UciRook,
        /// `Ng1-f3 d5xe4+`, as Arena writes it.
        Long,
        /// `24... Nf3 25. dxe4`: checks are not marked.
        UnmarkedNumbered,
        /// `24...Nf3 25.dxe4`: likewise.
        UnmarkedTight,
        /// `Ng1-f3 d5xe4`: likewise.
        LongUnmarked,
        /// `24... Ng1-f3 25. d5xe4`
        LongNumbered,
        /// `24...Ng1-f3 25.d5xe4`
        LongTight,
        /// `24... g1f3 25. d5e4`, castling as the king's steps.
        UciNumbered,
        /// `Ng1f3 d5e4+`
        Bare,
        /// `24...Nf3 25. dxe4`, as python-chess writes it.
        Mixed,
        /// `24...Nf3 25. dxe4`: checks are not marked.
        UnmarkedMixed,
        /// `24. ... Nf3 25. dxe4`
        Parted,
        /// `Nf3 25. dxe4`
        Late,
        /// `Nf3 25.dxe4`
        LateTight,
        /// `24. ...Nf3 25. dxe4`
        PartedTight,
        /// `24..Nf3 25.dxe4`
        TwoPoints,
    }
}

/// How a move is spelt, but for the mark of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// As in the standard.
    San,
    /// By both squares.
    Uci,
    /// The same; if squares tell castling, those of king and rook.
    UciRook,
    /// By piece and both squares, with a sign between them that tells captures.
    Long,
    /// The same without that sign.
    Bare,
}

listed! {
    /// How castling is spelt.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(super) enum CastlingSpelling {
        /// `O-O`
        Letters,
        /// `0-0`
        Zeros,
        /// As any other move of the king's: `Ke1-g1` or `e1g1`, as the notation has it.
        Squares,
    }
}

/// What stands behind the numbers of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Behind those of White's moves.
    pub(super) white: &'static str,
    /// Behind the number of a line's first move where that is Black's; `None` where it has none.
    pub(super) black: Option<&'static str>,
}

listed! {
    /// What stands between the moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(super) enum Separator {
        /// `Nf3 dxe4`
        Blank,
        /// `Nf3,dxe4`
        Comma,
        /// `Nf3, dxe4`
        CommaBlank,
    }
}

impl Notation {
    pub(super) fn spelling(self) -> Spelling {
        use Notation::*;
        match self {
            San | Unmarked | Numbered | Tight | UnmarkedNumbered | UnmarkedTight | Mixed
            | UnmarkedMixed | Parted | Late | LateTight | PartedTight | TwoPoints => Spelling::San,
            Uci | UciNumbered => Spelling::Uci,
            UciRook => Spelling::UciRook,
            Long | LongUnmarked | LongNumbered | LongTight => Spelling::Long,
            Bare => Spelling::Bare,
        }
    }

    /// How numbers of moves are written; `None` where there are none.
    pub(super) fn numbers(self) -> Option<Numbers> {
        use Notation::*;
        let (white, black) = match self {
            Numbered | UnmarkedNumbered | LongNumbered | UciNumbered => (". ", Some("... ")),
            Tight | UnmarkedTight | LongTight => (".", Some("...")),
            Mixed | UnmarkedMixed => (". ", Some("...")),
            Parted => (". ", Some(". ... ")),
            PartedTight => (". ", Some(". ...")),
            TwoPoints => (".", Some("..")),
            Late => (". ", None),
            LateTight => (".", None),
            San | Unmarked | Uci | UciRook | Long | LongUnmarked | Bare => return None,
        };
        Some(Numbers { white, black })
    }

    /// How castling is spelt where nothing else is known.
    pub(super) fn usual_castling(self) -> CastlingSpelling {
        match self.has_letters() {
            true => CastlingSpelling::Letters,
            false => CastlingSpelling::Squares,
        }
    }

    /// Whether letters tell pieces.
    pub(super) fn has_letters(self) -> bool {
        !matches!(self.spelling(), Spelling::Uci | Spelling::UciRook)
    }

    /// Whether checks are marked.
    pub(super) fn marks_checks(self) -> bool {
        use Notation::*;
        let is_unmarked = matches!(
            self,
            Unmarked | UnmarkedNumbered | UnmarkedTight | LongUnmarked | UnmarkedMixed
        );
        self.has_letters() && !is_unmarked
    }
}

impl Separator {
    pub(super) fn bytes(self) -> &'static [u8] {
        match self {
            Separator::Blank => b" ",
            Separator::Comma => b",",
            Separator::CommaBlank => b", ",
        }
    }
}

listed! {
    /// Where a line starts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(crate) enum Start {
        /// After the move commented on: how the game may go on.
        After,
        /// Before it: what was thought of when it was chosen.
        Before,
        /// Before the opponent's move that it answers: what was expected of the opponent (`pd=` of
        /// TCEC).
        Earlier,
    }
}

impl Start {
    /// How many half-moves of the game lie between it and the comment.
    pub(crate) fn half_moves_back(self) -> usize {
        self as usize
    }
}

/// How a line is written and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineForm {
    pub(super) notation: Notation,
    pub(super) separator: Separator,
    pub(crate) start: Start,
    /// How castling is spelt, and whose letters the pieces have.
    pub(super) castling: CastlingSpelling,
    pub(super) language: Language,
}

/// Notations whose forms are numbered together.
const TOGETHER: usize = 7;

impl LineForm {
    /// The forms of notations that are numbered together are so many.
    pub(crate) const TOGETHER: u8 = (TOGETHER * Separator::ALL.len() * Start::ALL.len()) as u8;

    /// The form as a number, in mixed radix. It does not tell what [`manner`](LineForm::manner)
    /// does.
    pub(crate) fn pack(self) -> u8 {
        let high = self.separator as usize + Separator::ALL.len() * self.start as usize;
        let (set, notation) = (
            self.notation as usize / TOGETHER,
            self.notation as usize % TOGETHER,
        );
        set as u8 * LineForm::TOGETHER + (notation + TOGETHER * high) as u8
    }

    /// The inverse of [`pack`](LineForm::pack), in English, and with the notation's usual castling.
    pub(crate) fn unpack(number: u8) -> Option<LineForm> {
        let (set, number) = (
            usize::from(number / LineForm::TOGETHER),
            usize::from(number % LineForm::TOGETHER),
        );
        let (high, notation) = (number / TOGETHER, number % TOGETHER);
        let notation = *Notation::ALL.get(set * TOGETHER + notation)?;
        Some(LineForm {
            notation,
            separator: Separator::ALL[high % Separator::ALL.len()],
            start: Start::ALL[high / Separator::ALL.len()],
            castling: notation.usual_castling(),
            language: Language::English,
        })
    }

    /// Numbers of languages are below this.
    const LANGUAGES: u8 = 32;

    /// The language, and how castling is spelt, as a number below 96: 0 for English and the usual
    /// castling.
    pub(crate) fn manner(self) -> u8 {
        const { assert!(Language::English as u8 == 0) };
        const { assert!(Language::ALL.len() <= LineForm::LANGUAGES as usize) };
        let spellings = CastlingSpelling::ALL.len() as u8;
        let usual = self.notation.usual_castling() as u8;
        let castling = (self.castling as u8 + spellings - usual) % spellings;
        self.language as u8 + LineForm::LANGUAGES * castling
    }

    /// The same form in the [`manner`](LineForm::manner) of that number; `None` if there is none.
    pub(crate) fn in_manner(self, number: u8) -> Option<LineForm> {
        let language = usize::from(number % LineForm::LANGUAGES);
        let castling = usize::from(number / LineForm::LANGUAGES);
        let usual = self.notation.usual_castling() as usize;
        let spellings = CastlingSpelling::ALL.len();
        Some(LineForm {
            castling: (castling < spellings)
                .then(|| CastlingSpelling::ALL[(usual + castling) % spellings])?,
            language: *Language::ALL.get(language)?,
            ..self
        })
    }
}

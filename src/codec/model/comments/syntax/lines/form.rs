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
    }
}

/// How a move is spelt, but for the mark of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// As in the standard.
    San,
    /// By both squares; castling by the king's.
    Uci,
    /// By both squares; castling by those of king and rook.
    UciRook,
    /// By piece and both squares, with a sign between them that tells captures.
    Long,
    /// The same without that sign.
    Bare,
}

/// How numbers of moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// There are none.
    None,
    /// With a blank behind them.
    Apart,
    /// Without.
    Tight,
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
            San | Unmarked | Numbered | Tight | UnmarkedNumbered | UnmarkedTight => Spelling::San,
            Uci | UciNumbered => Spelling::Uci,
            UciRook => Spelling::UciRook,
            Long | LongUnmarked | LongNumbered | LongTight => Spelling::Long,
            Bare => Spelling::Bare,
        }
    }

    pub(super) fn numbers(self) -> Numbers {
        use Notation::*;
        match self {
            Numbered | UnmarkedNumbered | LongNumbered | UciNumbered => Numbers::Apart,
            Tight | UnmarkedTight | LongTight => Numbers::Tight,
            San | Unmarked | Uci | UciRook | Long | LongUnmarked | Bare => Numbers::None,
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
            Unmarked | UnmarkedNumbered | UnmarkedTight | LongUnmarked
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
    /// Whose letters the pieces have.
    pub(crate) language: Language,
}

/// Notations whose forms are numbered together.
const TOGETHER: usize = 7;

impl LineForm {
    /// The forms of the first notations are below this as numbers, and those of the others below
    /// twice that.
    pub(crate) const USUAL: u8 = (TOGETHER * Separator::ALL.len() * Start::ALL.len()) as u8;

    /// The form as a number, in mixed radix. It does not tell the language.
    pub(crate) fn pack(self) -> u8 {
        let high = self.separator as usize + Separator::ALL.len() * self.start as usize;
        let (set, notation) = (
            self.notation as usize / TOGETHER,
            self.notation as usize % TOGETHER,
        );
        set as u8 * LineForm::USUAL + (notation + TOGETHER * high) as u8
    }

    /// The inverse of [`pack`](LineForm::pack), in English.
    pub(crate) fn unpack(number: u8) -> Option<LineForm> {
        let (set, number) = (
            usize::from(number / LineForm::USUAL),
            usize::from(number % LineForm::USUAL),
        );
        let (high, notation) = (number / TOGETHER, number % TOGETHER);
        Some(LineForm {
            notation: *Notation::ALL.get(set * TOGETHER + notation)?,
            separator: Separator::ALL[high % Separator::ALL.len()],
            start: Start::ALL[high / Separator::ALL.len()],
            language: Language::English,
        })
    }

    /// The same form in another language.
    pub(crate) fn within(self, language: Language) -> LineForm {
        LineForm { language, ..self }
    }
}

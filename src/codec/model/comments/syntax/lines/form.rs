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
    }
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
    /// Whether letters tell pieces.
    pub(super) fn has_letters(self) -> bool {
        !matches!(self, Notation::Uci | Notation::UciRook)
    }

    /// Whether checks are marked.
    pub(super) fn marks_checks(self) -> bool {
        !matches!(self, Notation::Uci | Notation::UciRook | Notation::Unmarked)
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

impl LineForm {
    /// Every form is below this as a number.
    pub(crate) const END: u8 = 64;

    /// The form as a number, in mixed radix. It does not tell the language.
    pub(crate) fn pack(self) -> u8 {
        let high = self.separator as u8 + Separator::ALL.len() as u8 * self.start as u8;
        self.notation as u8 + Notation::ALL.len() as u8 * high
    }

    /// The inverse of [`pack`](LineForm::pack), in English.
    pub(crate) fn unpack(number: u8) -> Option<LineForm> {
        let number = usize::from(number);
        let (high, notation) = (number / Notation::ALL.len(), number % Notation::ALL.len());
        Some(LineForm {
            notation: Notation::ALL[notation],
            separator: Separator::ALL[high % Separator::ALL.len()],
            start: *Start::ALL.get(high / Separator::ALL.len())?,
            language: Language::English,
        })
    }

    /// The same form in another language.
    pub(crate) fn within(self, language: Language) -> LineForm {
        LineForm { language, ..self }
    }
}

//! The position in a comment, as a FEN or the beginning of one: `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`
//! behind 1. e4. The game tells all of it.

use crate::chess::{EnPassantMode, Position, setup};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FenForm {
    /// How many of the six fields there are.
    fields: u8,
    /// Which of [`MODES`] says when a pawn that moved two squares is told of.
    mode: u8,
}

const FIELDS: u8 = 6;
/// Where a pawn may be captured in passing; where one stands that could but for a check; always.
const MODES: [EnPassantMode; 3] = [
    EnPassantMode::Legal,
    EnPassantMode::PseudoLegal,
    EnPassantMode::Always,
];

impl FenForm {
    /// Every form is below this as a number.
    pub(super) const END: u8 = 32;

    /// The form as a number.
    pub(super) fn pack(self) -> u8 {
        (self.fields - 1) | self.mode << 3
    }

    /// The inverse of [`pack`](FenForm::pack); `None` for numbers that are no form.
    pub(super) fn unpack(bits: u8) -> Option<FenForm> {
        let form = FenForm {
            fields: (bits & 7) + 1,
            mode: bits >> 3,
        };
        let is_one = form.fields <= FIELDS && usize::from(form.mode) < MODES.len();
        is_one.then_some(form)
    }

    /// The position in this form.
    pub(super) fn write(self, position: &Position) -> String {
        let mut fen = setup::fen(position, MODES[usize::from(self.mode)]);
        let mut blanks = fen.match_indices(' ');
        if let Some((end, _)) = blanks.nth(usize::from(self.fields) - 1) {
            fen.truncate(end);
        }
        fen
    }

    /// As much of the position as stands at the front of `text`, and how many bytes that takes.
    pub(super) fn find(text: &[u8], position: &Position) -> Option<(FenForm, usize)> {
        let board = FenForm { fields: 1, mode: 0 };
        if !may_be(text) || !text.starts_with(board.write(position).as_bytes()) {
            return None;
        }
        let forms = (1..=FIELDS).rev().flat_map(|fields| {
            let form = move |mode| FenForm { fields, mode };
            (0..MODES.len() as u8).map(form)
        });
        forms
            .map(|form| (form, form.write(position)))
            .find(|(_, fen)| text.starts_with(fen.as_bytes()))
            .map(|(form, fen)| (form, fen.len()))
    }
}

/// Whether a text begins as the first rank of a board.
fn may_be(text: &[u8]) -> bool {
    const FILES: usize = 8;
    let is_men = |byte: &u8| b"pnbrqkPNBRQK12345678".contains(byte);
    let len = text
        .iter()
        .take(FILES + 1)
        .take_while(|b| is_men(b))
        .count();
    (1..=FILES).contains(&len) && text.get(len) == Some(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;

    #[test]
    fn every_form_comes_back() {
        let fen = b"rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3";
        let position = position_of_fen(fen).unwrap();
        for form in (0..FenForm::END).filter_map(FenForm::unpack) {
            assert_eq!(FenForm::unpack(form.pack()), Some(form));
            let text = form.write(&position) + "]";
            let (found, len) = FenForm::find(text.as_bytes(), &position).unwrap();
            assert_eq!(found.write(&position) + "]", text);
            assert_eq!(len + 1, text.len());
        }
        assert!(text_of(&position).ends_with(" e3"));
        assert_eq!(
            FenForm::find(b"rnbqkbnr/ppp1pppp/8/8/3pP3/8", &position),
            None
        );
        assert_eq!(FenForm::find(b"1/2-1/2", &position), None);
    }

    fn text_of(position: &Position) -> String {
        let epd = FenForm { fields: 4, mode: 0 };
        epd.write(position)
    }
}

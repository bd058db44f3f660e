//! The current position written in a comment, as a FEN or its first fields:
//! `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` behind 1. e4. Only its form is
//! coded, as the game tells the rest.

use crate::chess::{EnPassantMode, Position, setup};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FenForm {
    /// How many of the six fields are written.
    fields: u8,
    /// Which of [`MODES`] says when the en passant square is written.
    mode: u8,
}

/// Fields of a FEN.
const FIELDS: u8 = 6;
/// When the en passant square is written: if the capture is legal; if a pawn stands there that
/// could capture but for a check; always.
const MODES: [EnPassantMode; 3] = [
    EnPassantMode::Legal,
    EnPassantMode::PseudoLegal,
    EnPassantMode::Always,
];

impl FenForm {
    /// Every form is below this as a number.
    pub(super) const END: u8 = 32;

    /// The form as a number.
    pub(crate) fn pack(self) -> u8 {
        (self.fields - 1) | self.mode << 3
    }

    /// The inverse of [`pack`](FenForm::pack); `None` for numbers that are no form.
    pub(crate) fn unpack(bits: u8) -> Option<FenForm> {
        let form = FenForm {
            fields: (bits & 7) + 1,
            mode: bits >> 3,
        };
        let is_one = form.fields <= FIELDS && usize::from(form.mode) < MODES.len();
        is_one.then_some(form)
    }

    /// The position in this form.
    pub(crate) fn write(self, position: &Position) -> String {
        let mut fen = setup::fen(position, MODES[usize::from(self.mode)]);
        let mut blanks = fen.match_indices(' ');
        if let Some((end, _)) = blanks.nth(usize::from(self.fields) - 1) {
            fen.truncate(end);
        }
        fen
    }

    /// The form in which most fields of the position stand at the front of `text`, and how many
    /// bytes they take.
    pub(super) fn find(text: &[u8], position: &Position) -> Option<(FenForm, usize)> {
        if !may_be(text) {
            return None;
        }
        let mut best = None;
        for (mode, &en_passant) in (0..).zip(&MODES) {
            let fen = setup::fen(position, en_passant);
            // The modes differ only behind the board: if it is missing in one, it is in all.
            let (fields, len) = common_fields(text, &fen)?;
            if best.is_none_or(|(FenForm { fields: most, .. }, _)| fields > most) {
                best = Some((FenForm { fields, mode }, len));
            }
        }
        best
    }
}

/// How many of the first fields of `fen` (at least one) stand at the front of `text`, and how many
/// bytes they take.
fn common_fields(text: &[u8], fen: &str) -> Option<(u8, usize)> {
    let ends = fen.match_indices(' ').map(|(end, _)| end);
    let ends = ends.chain([fen.len()]).zip(1..);
    let common = ends.take_while(|&(end, _)| text.starts_with(&fen.as_bytes()[..end]));
    common.last().map(|(len, fields)| (fields, len))
}

/// Whether a text begins like the first rank of a board.
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

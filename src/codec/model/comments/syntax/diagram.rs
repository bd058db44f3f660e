//! The current position written in a comment, as a FEN or its first fields:
//! `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` behind 1. e4; or as a board of
//! eight lines. Only its form is coded, as the game tells the rest.

use crate::chess::{EnPassantMode, File, Position, Rank, Rules, Square, setup};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DiagramForm {
    /// As a FEN.
    Fen {
        /// How many of the six fields are written.
        fields: u8,
        /// Which of [`MODES`] says when the en passant square is written.
        mode: u8,
    },
    /// As XBoard writes the position that a game starts from: the eighth rank first, a line for
    /// each, the letters of FEN or a point for each square, and blanks between them.
    Board {
        /// Whether lines end as Windows has it.
        crlf: bool,
    },
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

/// The numbers of the forms of a board.
const BOARD: u8 = FIELDS;
const BOARD_CRLF: u8 = BOARD + 1;

impl DiagramForm {
    /// Every form is below this as a number.
    pub(super) const END: u8 = 32;

    /// The form as a number.
    pub(crate) fn pack(self) -> u8 {
        match self {
            DiagramForm::Fen { fields, mode } => (fields - 1) | mode << 3,
            DiagramForm::Board { crlf } => BOARD + u8::from(crlf),
        }
    }

    /// The inverse of [`pack`](DiagramForm::pack); `None` for numbers that are no form.
    pub(crate) fn unpack(bits: u8) -> Option<DiagramForm> {
        let (fields, mode) = ((bits & 7) + 1, bits >> 3);
        match bits {
            BOARD | BOARD_CRLF => Some(DiagramForm::Board {
                crlf: bits == BOARD_CRLF,
            }),
            _ if fields > FIELDS || usize::from(mode) >= MODES.len() => None,
            _ => Some(DiagramForm::Fen { fields, mode }),
        }
    }

    /// The position in this form.
    pub(crate) fn write(self, position: &Position) -> String {
        let (fields, mode) = match self {
            DiagramForm::Fen { fields, mode } => (fields, mode),
            DiagramForm::Board { crlf } => return board(position, crlf),
        };
        let mut fen = setup::fen(position, MODES[usize::from(mode)]);
        let mut blanks = fen.match_indices(' ');
        if let Some((end, _)) = blanks.nth(usize::from(fields) - 1) {
            fen.truncate(end);
        }
        fen
    }

    /// The form in which the position, or most fields of it, stands at the front of `text`, and how
    /// many bytes it takes.
    pub(super) fn find(text: &[u8], position: &Position) -> Option<(DiagramForm, usize)> {
        if may_be_board(text) {
            let crlf = text[FIRST_RANK] == b'\r';
            let board = board(position, crlf);
            let is_there = text.starts_with(board.as_bytes());
            return is_there.then_some((DiagramForm::Board { crlf }, board.len()));
        }
        if !may_be(text) {
            return None;
        }
        let mut best = None;
        for (mode, &en_passant) in (0..).zip(&MODES) {
            let fen = setup::fen(position, en_passant);
            // The modes differ only behind the board: if it is missing in one, it is in all.
            let (fields, len) = common_fields(text, &fen)?;
            if best.is_none_or(|(_, most, _)| fields > most) {
                best = Some((mode, fields, len));
            }
        }
        best.map(|(mode, fields, len)| (DiagramForm::Fen { fields, mode }, len))
    }
}

/// The board in eight lines.
fn board(position: &Position, crlf: bool) -> String {
    let men = position.board();
    let rank = |rank: Rank| {
        let man_on = |file| men.piece_at(Square::from_coords(file, rank));
        let square = |file| man_on(file).map_or('.', |man| man.char()).to_string();
        File::ALL.map(square).join(" ")
    };
    let mut ranks = Rank::ALL.map(rank);
    ranks.reverse();
    ranks.join(if crlf { "\r\n" } else { "\n" })
}

/// How many bytes the eighth rank of such a board takes.
const FIRST_RANK: usize = 2 * 8 - 1;

/// Whether a text begins like the eighth rank of such a board, and a line behind it.
fn may_be_board(text: &[u8]) -> bool {
    let is_square = |byte: &u8| b"pnbrqkPNBRQK.".contains(byte);
    text.split_at_checked(FIRST_RANK)
        .is_some_and(|(rank, behind)| {
            rank.iter().step_by(2).all(is_square)
                && rank.iter().skip(1).step_by(2).all(|byte| *byte == b' ')
                && matches!(behind, [b'\r' | b'\n', ..])
        })
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
        for form in (0..DiagramForm::END).filter_map(DiagramForm::unpack) {
            assert_eq!(DiagramForm::unpack(form.pack()), Some(form));
            let text = form.write(&position) + "]";
            let (found, len) = DiagramForm::find(text.as_bytes(), &position).unwrap();
            assert_eq!(found.write(&position) + "]", text);
            assert_eq!(len + 1, text.len());
        }
        let board = DiagramForm::Board { crlf: false }.write(&position);
        assert!(board.starts_with("r n b q k b n r\np p p . p p p p\n. . ."));
        assert!(board.ends_with("\nR N B Q K B . R"));
        let other = board.replacen('N', ".", 1);
        assert_eq!(DiagramForm::find(other.as_bytes(), &position), None);
        assert!(text_of(&position).ends_with(" e3"));
        assert_eq!(
            DiagramForm::find(b"rnbqkbnr/ppp1pppp/8/8/3pP3/8", &position),
            None
        );
        assert_eq!(DiagramForm::find(b"1/2-1/2", &position), None);
    }

    fn text_of(position: &Position) -> String {
        let epd = DiagramForm::Fen { fields: 4, mode: 0 };
        epd.write(position)
    }
}

//! Spelling moves in standard algebraic notation, fast, and finding the move that a spelling means.

use super::{Move, Position, Role, Rules, Square};
pub use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingSide, san::SanError};

/// The longest spelling without its check mark: `Qa1xb2`-like moves that name both coordinates and promote.
const LONGEST: usize = 8;

/// A move as the standard spells it, and what it does to the king that faces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    text: [u8; LONGEST],
    len: u8,
    /// Whether the move gives check or mate.
    pub check: Check,
}

/// What a move does to the king that faces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing.
    No,
    /// It attacks it (`+`).
    Check,
    /// It mates it (`#`).
    Mate,
}

impl Spelling {
    fn new(san: San, check: Check) -> Spelling {
        let mut spelling = Spelling {
            text: [0; LONGEST],
            len: 0,
            check,
        };
        match san {
            San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            } => {
                if role != Role::Pawn {
                    spelling.push(role.upper_char() as u8);
                }
                if let Some(file) = file {
                    spelling.push(file.char() as u8);
                }
                if let Some(rank) = rank {
                    spelling.push(rank.char() as u8);
                }
                if capture {
                    spelling.push(b'x');
                }
                spelling.push(to.file().char() as u8);
                spelling.push(to.rank().char() as u8);
                if let Some(role) = promotion {
                    spelling.push(b'=');
                    spelling.push(role.upper_char() as u8);
                }
            }
            San::Castle(CastlingSide::KingSide) => spelling.extend(b"O-O"),
            San::Castle(CastlingSide::QueenSide) => spelling.extend(b"O-O-O"),
            // Neither is ever made from a move of chess.
            San::Put { .. } | San::Null => spelling.extend(b"--"),
        }
        spelling
    }

    fn push(&mut self, byte: u8) {
        self.text[usize::from(self.len)] = byte;
        self.len += 1;
    }

    fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    /// The move without its check mark.
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }
}

/// Plays the legal move `m` and says how the standard spells it.
pub fn spell_and_play(position: &mut Position, m: Move) -> Spelling {
    let san = San::from_move(&*position, m);
    position.play_unchecked(m);
    Spelling::new(san, check(position))
}

/// The same for a move that was found by the spelling `found`, which saves looking for other pieces that could go there where
/// `found` names no square of origin.
pub fn respell_and_play(position: &mut Position, m: Move, found: San) -> Spelling {
    let plain = match found {
        San::Normal {
            role: Role::Pawn,
            file,
            rank,
            capture,
            ..
        } => rank.is_none() && file.is_some() == capture,
        San::Normal { file, rank, .. } => file.is_none() && rank.is_none(),
        _ => true,
    };
    if !plain {
        return spell_and_play(position, m);
    }
    position.play_unchecked(m);
    Spelling::new(found, check(position))
}

/// Appends the standard spelling of the legal move `m` (without check mark) and plays it.
pub fn write_and_play(position: &mut Position, m: Move, out: &mut Vec<u8>) {
    let san = San::from_move(&*position, m);
    position.play_unchecked(m);
    out.extend_from_slice(Spelling::new(san, Check::No).text());
}

/// What the move which led to `position` did to the king of the side to move. Legal moves are only listed when there is a check.
pub fn check(position: &Position) -> Check {
    if !position.is_check() {
        Check::No
    } else if position.legal_moves().is_empty() {
        Check::Mate
    } else {
        Check::Check
    }
}

/// The spelling of the legal move `m`, check mark included, for people to read.
pub fn spell(position: &Position, m: Move) -> String {
    let mut after = position.clone();
    let mut san = Vec::new();
    write_and_play(&mut after, m, &mut san);
    String::from_utf8_lossy(&san).into_owned() + check_mark(&after)
}

/// The mark that follows the move which led to `position`: `+`, `#` or nothing.
pub fn check_mark(position: &Position) -> &'static str {
    match check(position) {
        Check::No => "",
        Check::Check => "+",
        Check::Mate => "#",
    }
}

/// Why a spelling names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// No legal move answers to it.
    Illegal,
    /// More than one does.
    Ambiguous,
}

/// The legal move that `san` names; a move given by both its squares (`g1f3`, `e1g1`) is understood, too, although it reads
/// like a pawn's.
///
/// # Errors
/// Where not exactly one legal move answers to it.
pub fn find(position: &Position, san: San) -> Result<Move, NoMove> {
    match san.to_move(position) {
        Ok(m) => Ok(m),
        Err(SanError::AmbiguousSan) => Err(NoMove::Ambiguous),
        Err(SanError::IllegalSan) => match san {
            San::Normal {
                role: Role::Pawn,
                file: Some(file),
                rank: Some(rank),
                to,
                promotion,
                ..
            } => from_squares(position, Square::from_coords(file, rank), to, promotion)
                .ok_or(NoMove::Illegal),
            _ => Err(NoMove::Illegal),
        },
    }
}

/// The legal move between two squares. Castling is the king's own two steps or, as in Chess960, his step onto the rook.
pub fn from_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| {
        let king_goes_to = match m {
            Move::Castle { king, .. } => m
                .castling_side()
                .map(|side| Square::from_coords(side.king_to_file(), king.rank())),
            _ => None,
        };
        m.from() == Some(from)
            && (m.to() == to || king_goes_to == Some(to))
            && m.promotion() == promotion
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;

    #[test]
    fn a_move_by_its_squares_may_castle() {
        let position = position_of_fen(b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let san = San::from_ascii(b"e1g1").unwrap();
        let mut after = position.clone();
        let m = find(&position, san).unwrap();
        assert_eq!(spell_and_play(&mut after, m).text(), b"O-O");
    }

    #[test]
    fn superfluous_squares_of_origin_are_left_out() {
        let mut position = Position::default();
        let san = San::from_ascii(b"Ng1f3").unwrap();
        let m = find(&position, san).unwrap();
        assert_eq!(respell_and_play(&mut position, m, san).text(), b"Nf3");
    }

    #[test]
    fn mate_is_told_from_check() {
        let position = position_of_fen(b"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
        for (san, mark) in [
            (b"Ra8", Check::Check),
            (b"Rb8", Check::Check),
            (b"Rb7", Check::No),
        ] {
            let mut position = position.clone();
            let m = find(&position, San::from_ascii(san).unwrap()).unwrap();
            assert_eq!(spell_and_play(&mut position, m).check, mark);
        }
        let mut boxed_in = position_of_fen(b"7k/1R6/8/8/8/8/R7/6K1 w - - 0 1").unwrap();
        let m = find(&boxed_in, San::from_ascii(b"Ra8").unwrap()).unwrap();
        assert_eq!(spell_and_play(&mut boxed_in, m).check, Check::Mate);
    }
}

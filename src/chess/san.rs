//! Spelling moves in standard algebraic notation, fast, and finding the move that a spelling means.

use super::{
    Bitboard, CastlingSide, Move, Position, Role, Rules, Square,
    ends::{candidates, king_or_to},
    legal,
};
pub use shakmaty::san::{San, SanPlus, Suffix};

/// A spelling as text. Putting a pawn on the board is spelt with its letter, like any other man, as
/// programs do.
pub fn text_of(spelling: SanPlus) -> Vec<u8> {
    let text = spelling.to_string().into_bytes();
    match spelling.san {
        San::Put {
            role: Role::Pawn, ..
        } => [b"P", &text[..]].concat(),
        _ => text,
    }
}

/// A move in standard algebraic notation, and whether it gives check or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The move without its check mark. The longest has six bytes: `Qa1xb2`.
    text: [u8; Spelling::ROOM],
    len: u8,
    /// Whether the move gives check or mate.
    pub check: Check,
}

/// What a move does to the opponent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing.
    No,
    /// It attacks it (`+`).
    Check,
    /// It mates it (`#`).
    Mate,
}

/// Which coordinates of its origin a move's spelling names.
#[derive(Clone, Copy)]
struct Origin {
    file: bool,
    rank: bool,
}

impl Origin {
    /// The coordinates that tell the legal move `m` from those of other such pieces to the same
    /// square: the file if no other of them stands on it, else the rank if none stands on that,
    /// else both.
    fn of(position: &Position, m: Move) -> Origin {
        let mut origin = Origin {
            file: m.role() == Role::Pawn && m.is_capture(),
            rank: false,
        };
        let (Move::Normal { role, from, to, .. }, false) = (m, m.role() == Role::Pawn) else {
            return origin;
        };
        let others = legal::origins(position, role, to, !Bitboard::from_square(from).0);
        if others != 0 {
            origin.rank = others & Bitboard::from_file(from.file()).0 != 0;
            origin.file = !origin.rank || others & Bitboard::from_rank(from.rank()).0 != 0;
        }
        origin
    }
}

impl Spelling {
    fn new(m: Move, origin: Origin, check: Check) -> Spelling {
        let (text, len) = match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => spell_normal(role, from, capture.is_some(), to, promotion, origin),
            Move::EnPassant { from, to } => spell_normal(Role::Pawn, from, true, to, None, origin),
            Move::Castle { .. } => match m.castling_side() {
                Some(CastlingSide::QueenSide) => (*b"O-O-O\0\0\0", 5),
                _ => (*b"O-O\0\0\0\0\0", 3),
            },
            // Never made in chess.
            Move::Put { .. } => (*b"--\0\0\0\0\0\0", 2),
        };
        Spelling { text, len, check }
    }

    /// The move without its check mark.
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len & 7)]
    }

    /// Bytes that there must be room for where a move is [appended](Spelling::append_to).
    pub const ROOM: usize = 8;

    /// Appends the move without its check mark. As many bytes as there may be are copied, whatever
    /// the move has: its length is hard for a processor to predict.
    #[inline]
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.text().len();
        out.extend_from_slice(&self.text);
        out.truncate(end);
    }
}

/// The bytes of a move, and how many they are. They are put together in one word, almost without
/// branches: which parts a move has is hard for a processor to predict.
#[inline]
fn spell_normal(
    role: Role,
    from: Square,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
    origin: Origin,
) -> ([u8; 8], u8) {
    let (mut text, mut bits) = (0, 0);
    let mut push = |byte: u8, there: bool| {
        text |= u64::from(byte) << bits;
        bits += if there { 8 } else { 0 };
        text &= (1 << bits) - 1;
    };
    push(role.upper_char() as u8, role != Role::Pawn);
    push(from.file().char() as u8, origin.file);
    push(from.rank().char() as u8, origin.rank);
    push(b'x', captures);
    push(to.file().char() as u8, true);
    push(to.rank().char() as u8, true);
    if let Some(role) = promotion {
        push(b'=', true);
        push(role.upper_char() as u8, true);
    }
    (text.to_le_bytes(), bits as u8 / 8)
}

/// Plays the legal move `m` and says how the standard spells it.
pub fn spell_and_play(position: &mut Position, m: Move) -> Spelling {
    let origin = Origin::of(position, m);
    position.play_unchecked(m);
    Spelling::new(m, origin, check(position))
}

/// The same for a move that was found by the spelling `found`. Where `found` names no square of
/// origin, there is no need to look for other pieces that could go there.
pub fn respell_and_play(position: &mut Position, m: Move, found: San) -> Spelling {
    let origin = match found {
        San::Normal {
            role,
            file: None,
            rank: None,
            ..
        } if role != Role::Pawn => Origin {
            file: false,
            rank: false,
        },
        _ => Origin::of(position, m),
    };
    position.play_unchecked(m);
    Spelling::new(m, origin, check(position))
}

/// Appends the standard spelling of the legal move `m` (without check mark) and plays it.
pub fn write_and_play(position: &mut Position, m: Move, out: &mut Vec<u8>) {
    let origin = Origin::of(position, m);
    position.play_unchecked(m);
    out.extend_from_slice(Spelling::new(m, origin, Check::No).text());
}

/// What the move which led to `position` did to the king of the side to move.
pub fn check(position: &Position) -> Check {
    if !legal::is_check(position) {
        Check::No
    } else if legal::can_move(position) {
        Check::Check
    } else {
        Check::Mate
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

/// The legal move that `san` names; a move given by both its squares (`g1f3`, `e1g1`) is
/// understood, too, although it reads like a pawn's.
///
/// # Errors
/// Where not exactly one legal move answers to it.
pub fn find(position: &Position, san: San) -> Result<Move, NoMove> {
    let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    } = san
    else {
        return match san {
            San::Castle(side) => position.castling_moves(side).first().copied(),
            _ => None,
        }
        .ok_or(NoMove::Illegal);
    };
    let among = file.map_or(!0, |file| Bitboard::from_file(file).0)
        & rank.map_or(!0, |rank| Bitboard::from_rank(rank).0);
    let origins = match role {
        Role::Pawn if !may_promote(to, promotion) => 0,
        Role::Pawn => legal::pawn_origins(position, to, capture, among),
        _ if promotion.is_some() || capture != position.them().contains(to) => 0,
        _ => legal::origins(position, role, to, among),
    };
    if origins & origins.wrapping_sub(1) != 0 {
        return Err(NoMove::Ambiguous);
    }
    if let Some(from) = Bitboard(origins).first() {
        let captured = position.board().role_at(to);
        return Ok(match (capture, captured) {
            (true, None) => Move::EnPassant { from, to },
            _ => Move::Normal {
                role,
                from,
                capture: captured,
                to,
                promotion,
            },
        });
    }
    match (role, file, rank) {
        (Role::Pawn, Some(file), Some(rank)) => {
            from_squares(position, Square::from_coords(file, rank), to, promotion)
                .ok_or(NoMove::Illegal)
        }
        _ => Err(NoMove::Illegal),
    }
}

/// The legal move between the two squares that `san` names, if its piece is that of `san`. Whether
/// `san` says that it captures does not matter. Castling may be the move of the king (`Ke1g1`), and
/// captures may be unmarked (`Nf3d4`).
pub fn find_by_squares(position: &Position, san: San) -> Option<Move> {
    let San::Normal {
        role,
        file: Some(file),
        rank: Some(rank),
        to,
        promotion,
        ..
    } = san
    else {
        return None;
    };
    let from = Square::from_coords(file, rank);
    let m = from_squares(position, from, to, promotion)?;
    (m.role() == role).then_some(m)
}

/// Whether a pawn that gets to `square` may become `promotion`; `None` if it stays a pawn.
fn may_promote(square: Square, promotion: Option<Role>) -> bool {
    let is_last = matches!(u32::from(square), 0..8 | 56..64);
    match promotion {
        None => !is_last,
        Some(role) => is_last && !matches!(role, Role::Pawn | Role::King),
    }
}

/// The legal move between two squares. Castling is the king's own two steps or, as in Chess960, his
/// step onto the rook.
fn from_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    candidates(position, from, to).into_iter().find(|&m| {
        m.from() == Some(from)
            && (m.to() == to || king_or_to(m) == to)
            && m.promotion() == promotion
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{legal::tests::positions, setup::position_of_fen};
    use proptest::prelude::*;
    use shakmaty::{CastlingSide, san::SanError};

    #[test]
    fn a_move_by_its_squares_may_castle() {
        let position = position_of_fen(b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let san = San::from_ascii(b"e1g1").unwrap();
        let mut after = position.clone();
        let m = find(&position, san).unwrap();
        assert_eq!(spell_and_play(&mut after, m).text(), b"O-O");
    }

    #[test]
    fn a_move_by_both_squares_needs_no_cross_and_may_castle() {
        let position = position_of_fen(b"r3k2r/8/8/8/8/3b4/8/R3KB1R w KQkq - 0 1").unwrap();
        let found = |san: &[u8]| find_by_squares(&position, San::from_ascii(san).unwrap());
        let capture = Move::Normal {
            role: Role::Bishop,
            from: Square::F1,
            capture: Some(Role::Bishop),
            to: Square::D3,
            promotion: None,
        };
        assert_eq!(found(b"Bf1d3"), Some(capture));
        assert!(found(b"Ke1c1").is_some_and(|m| m.is_castle()));
        for san in [&b"Ke1g1"[..], b"Nf1d3", b"Bd3", b"Bfd3", b"O-O"] {
            assert_eq!(found(san), None);
        }
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

    /// The spellings that name the move and more or less of its origin, and some that name no move.
    fn spellings_like(m: Move) -> Vec<San> {
        let (Some(from), false) = (m.from(), m.is_castle()) else {
            return vec![
                San::Castle(CastlingSide::KingSide),
                San::Castle(CastlingSide::QueenSide),
            ];
        };
        let mut spellings = Vec::new();
        for file in [None, Some(from.file())] {
            for rank in [None, Some(from.rank())] {
                for capture in [m.is_capture(), !m.is_capture()] {
                    for promotion in [m.promotion(), Some(Role::King), Some(Role::Queen), None] {
                        let role = m.role();
                        let to = m.to();
                        spellings.push(San::Normal {
                            role,
                            file,
                            rank,
                            capture,
                            to,
                            promotion,
                        });
                    }
                }
            }
        }
        spellings
    }

    proptest! {
        #[test]
        fn a_move_is_found_by_its_squares(positions in positions()) {
            for position in positions {
                let moves = position.legal_moves();
                for &m in &moves {
                    let (from, promotion) = (m.from().unwrap(), m.promotion());
                    for to in [m.to(), king_or_to(m)] {
                        let is_it = |m: &Move| {
                            m.from() == Some(from)
                                && (m.to() == to || king_or_to(*m) == to)
                                && m.promotion() == promotion
                        };
                        let first = moves.iter().copied().find(is_it);
                        prop_assert_eq!(from_squares(&position, from, to, promotion), first);
                    }
                }
            }
        }

        #[test]
        fn spelling_and_finding_agree_with_shakmaty(positions in positions()) {
            for position in positions {
                for m in position.legal_moves() {
                    let san = San::from_move(&position, m);
                    let mut after = position.clone();
                    let spelling = spell_and_play(&mut after, m);
                    prop_assert_eq!(std::str::from_utf8(spelling.text()).unwrap(), san.to_string());
                    prop_assert_eq!(spelling.check == Check::Mate, after.is_checkmate());
                    prop_assert_eq!(respell_and_play(&mut position.clone(), m, san), spelling);
                    for san in spellings_like(m) {
                        let found = find(&position, san);
                        match san.to_move(&position) {
                            Ok(m) => prop_assert_eq!(found, Ok(m)),
                            Err(SanError::AmbiguousSan) => prop_assert_eq!(found, Err(NoMove::Ambiguous)),
                            Err(SanError::IllegalSan) => {
                                // Two squares are a spelling of their own here.
                                let San::Normal { role, file, rank, .. } = san else { continue };
                                if role != Role::Pawn || file.is_none() || rank.is_none() {
                                    prop_assert_eq!(found, Err(NoMove::Illegal));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

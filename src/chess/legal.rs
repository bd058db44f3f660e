//! The legality of single moves, found without a list of all moves.
//!
//! Reading and writing games asks this of every move that was played. The answers are those of the
//! list of legal moves; tests compare the two.

use super::{Color, Position, Role, Rules, Square, attacks, sliders};

/// The sets of a position's pieces, seen by the player to move.
#[derive(Clone, Copy)]
struct Sides {
    own: u64,
    opp: u64,
    /// The mover's king.
    king: Square,
    opp_pawns: u64,
    opp_knights: u64,
    opp_bishops_and_queens: u64,
    opp_rooks_and_queens: u64,
    opp_king: u64,
}

impl Sides {
    #[inline]
    fn of(position: &Position) -> Sides {
        let board = position.board();
        let (own, opp) = (position.us().0, position.them().0);
        let king = (board.kings().0 & own).trailing_zeros() & 63;
        Sides {
            own,
            opp,
            king: Square::new(king),
            opp_pawns: board.pawns().0 & opp,
            opp_knights: board.knights().0 & opp,
            opp_bishops_and_queens: (board.bishops().0 | board.queens().0) & opp,
            opp_rooks_and_queens: (board.rooks().0 | board.queens().0) & opp,
            opp_king: board.kings().0 & opp,
        }
    }

    /// Whether the opponent attacks `square` with other pieces than those on `gone`, when
    /// `occupied` are in the way.
    #[inline]
    fn attacks(&self, mover: Color, square: Square, occupied: u64, gone: u64) -> bool {
        let number = usize::from(square);
        let diagonal = sliders::bishop(number, occupied) & self.opp_bishops_and_queens;
        let straight = sliders::rook(number, occupied) & self.opp_rooks_and_queens;
        let near = attacks::knight_attacks(square).0 & self.opp_knights
            | attacks::pawn_attacks(mover, square).0 & self.opp_pawns
            | attacks::king_attacks(square).0 & self.opp_king;
        (diagonal | straight | near) & !gone != 0
    }

    /// Whether the mover's king is safe after a move other than castling, which captures on
    /// `captured`.
    #[inline]
    fn safe_after(&self, mover: Color, from: Square, to: Square, captured: Square) -> bool {
        let (from_bit, to_bit, captured_bit) = (bit(from), bit(to), bit(captured));
        let occupied = (self.own | self.opp) & !(from_bit | captured_bit) | to_bit;
        let king = if from == self.king { to } else { self.king };
        !self.attacks(mover, king, occupied, captured_bit)
    }
}

#[inline]
fn bit(square: Square) -> u64 {
    1 << u32::from(square)
}

fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square::new(set.trailing_zeros() & 63));
        set &= set.wrapping_sub(1);
        square
    })
}

/// Whether the player to move is in check.
#[inline]
pub fn is_check(position: &Position) -> bool {
    let sides = Sides::of(position);
    sides.attacks(position.turn(), sides.king, sides.own | sides.opp, 0)
}

/// Whether the player to move has a legal move.
pub fn can_move(position: &Position) -> bool {
    let sides = Sides::of(position);
    let steps = attacks::king_attacks(sides.king).0 & !sides.own;
    let mut steps = squares(steps);
    // Nearly always the king has a step, even in check.
    steps.any(|to| sides.safe_after(position.turn(), sides.king, to, to))
        || !position.legal_moves().is_empty()
}

/// The squares in `among` from which pieces of the mover with this `role`, which is not the pawn,
/// can legally go to `to`. Castling is left out.
pub fn origins(position: &Position, role: Role, to: Square, among: u64) -> u64 {
    let pieces = position.board().by_role(role).0 & position.us().0 & among;
    let occupied = position.board().occupied().0;
    let number = usize::from(to);
    let reaching = pieces
        & match role {
            Role::Knight => attacks::knight_attacks(to).0,
            Role::Bishop => sliders::bishop(number, occupied),
            Role::Rook => sliders::rook(number, occupied),
            Role::Queen => sliders::bishop(number, occupied) | sliders::rook(number, occupied),
            Role::King => attacks::king_attacks(to).0,
            Role::Pawn => 0,
        };
    if reaching == 0 || position.us().contains(to) {
        return 0;
    }
    safe(position, reaching, to, to)
}

/// Those of `origins` from where a move to `to` that captures on `captured` leaves the king safe.
#[inline]
fn safe(position: &Position, origins: u64, to: Square, captured: Square) -> u64 {
    let sides = Sides::of(position);
    squares(origins)
        .filter(|&from| sides.safe_after(position.turn(), from, to, captured))
        .fold(0, |set, from| set | bit(from))
}

/// The squares in `among` from which pawns of the mover can legally step to `to` or, with
/// `captures`, capture there.
pub fn pawn_origins(position: &Position, to: Square, captures: bool, among: u64) -> u64 {
    let board = position.board();
    let pawns = board.pawns().0 & position.us().0;
    let occupied = board.occupied().0;
    let at = bit(to);
    if captures {
        let passing = position.maybe_ep_square() == Some(to);
        if !passing && !position.them().contains(to) {
            return 0;
        }
        let captured = if passing {
            // The pawn that has just passed stands one step further on.
            Square::new(u32::from(to) ^ 8)
        } else {
            to
        };
        let reaching = attacks::pawn_attacks(!position.turn(), to).0 & pawns & among;
        return if reaching == 0 {
            0
        } else {
            safe(position, reaching, to, captured)
        };
    }
    if occupied & at != 0 {
        return 0;
    }
    let (one, two) = match position.turn() {
        Color::White => (at >> 8, at >> 16 & 0xff00),
        Color::Black => (at << 8, at << 16 & 0xff << 48),
    };
    let reaching = if pawns & one != 0 {
        one
    } else if occupied & one == 0 {
        two & pawns
    } else {
        0
    };
    if reaching & among == 0 {
        return 0;
    }
    safe(position, reaching & among, to, to)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::chess::{Move, MoveList, setup::position_of_fen};
    use proptest::{prelude::*, sample::Index};

    /// Positions from which pins, checks, captures in passing, promotions and castling of both
    /// kinds are never far.
    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/5k2/8/1Q6/8/2Q3N1/8/KN1Q1N2 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];

    /// The positions of a game in which the legal moves with these places in the list were played.
    pub(in crate::chess) fn positions() -> impl Strategy<Value = Vec<Position>> {
        (
            0..STARTS.len(),
            prop::collection::vec(any::<Index>(), 1..120),
        )
            .prop_map(|(start, picks)| {
                let mut positions = vec![position_of_fen(STARTS[start].as_bytes()).unwrap()];
                for pick in picks {
                    let mut position = positions[positions.len() - 1].clone();
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position.play_unchecked(moves[pick.index(moves.len())]);
                    positions.push(position);
                }
                positions
            })
    }

    fn origins_in(moves: &MoveList, fits: impl Fn(&Move) -> bool) -> u64 {
        let fitting = moves.iter().filter(|m| !m.is_castle() && fits(m));
        fitting
            .filter_map(|m| m.from())
            .fold(0, |set, from| set | bit(from))
    }

    proptest! {
        #[test]
        fn single_moves_are_as_legal_as_in_the_list(positions in positions()) {
            for position in positions {
                let moves = position.legal_moves();
                prop_assert_eq!(is_check(&position), position.is_check());
                prop_assert_eq!(can_move(&position), !moves.is_empty());
                for to in Square::ALL {
                    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                        let listed = origins_in(&moves, |m| m.role() == role && m.to() == to);
                        prop_assert_eq!(origins(&position, role, to, !0), listed);
                    }
                    for captures in [false, true] {
                        let listed = origins_in(&moves, |m| {
                            m.role() == Role::Pawn && m.to() == to && m.is_capture() == captures
                        });
                        prop_assert_eq!(pawn_origins(&position, to, captures, !0), listed);
                    }
                }
            }
        }
    }
}

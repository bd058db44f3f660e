//! The mover's pieces that are in danger of being lost, and what would save them.

use crate::codec::model::moves::{
    board::{
        candidate::MOST_PIECES,
        squares::{Squares, between, bit, role},
        view::{Attacks, View},
    },
    net::eight::Eight,
};

/// A piece in danger: attacked by pieces worth less than it, or attacked and undefended.
#[derive(Clone, Copy, Default)]
struct Hanging {
    /// 1 + its role.
    rank: usize,
    square: u64,
    /// Moves to these squares save it: they capture its only attacker or shut the attacker's line.
    saved_at: u64,
    /// Its square, if it is enough to defend it; else empty.
    defended_at: u64,
}

/// The pieces in danger, the most valuable first.
pub(super) struct HangingPieces {
    pieces: [Hanging; MOST_PIECES],
    count: usize,
}

impl HangingPieces {
    #[inline(always)]
    pub(super) fn new(view: &View, attacks: &Attacks) -> HangingPieces {
        let mut all = HangingPieces {
            pieces: [Hanging::default(); MOST_PIECES],
            count: 0,
        };
        for role in (0..role::KING).rev() {
            let loose = attacks.endangering(role);
            for square in Squares(view.roles[role] & view.own & loose) {
                all.push(Hanging::new(view, attacks, role, square));
            }
        }
        all
    }

    #[inline(always)]
    fn push(&mut self, piece: Hanging) {
        if let Some(place) = self.pieces.get_mut(self.count) {
            *place = piece;
            self.count += 1;
        }
    }

    /// 1 + the role of the most valuable one; 0 where there is none.
    #[inline(always)]
    pub(super) fn best(&self) -> usize {
        self.pieces[0].rank
    }

    /// The same after each of eight moves: of the pieces that the move does not save. Origin and
    /// target are given as sets, with what the piece attacks after the move as `reach`.
    #[inline(always)]
    pub(super) fn best_left<E: Eight>(&self, from: E, to: E, reach: E) -> E {
        let mut best = E::all(0);
        for piece in self.pieces[..self.count.min(MOST_PIECES)].iter().rev() {
            let saved = from & E::all(piece.square)
                | to & E::all(piece.saved_at)
                | reach & E::all(piece.defended_at);
            best = saved.choose(best, E::all(piece.rank as u64));
        }
        best
    }
}

impl Hanging {
    #[inline(always)]
    fn new(view: &View, attacks: &Attacks, role: usize, square: usize) -> Hanging {
        let attackers = view.attackers(square, view.occupied()) & view.opp;
        let below = attacks.opp_below[role] & bit(square) != 0;
        let threats = if below {
            attackers & cheaper(view, role)
        } else {
            attackers
        };
        let saved_at = if threats.count_ones() == 1 {
            threats | between(threats.trailing_zeros() as usize, square)
        } else {
            0
        };
        Hanging {
            rank: 1 + role,
            square: bit(square),
            saved_at,
            defended_at: if below { 0 } else { bit(square) },
        }
    }
}

/// All pieces, of both players, worth less than one of `role`.
#[inline(always)]
fn cheaper(view: &View, role: usize) -> u64 {
    let below = match role {
        role::PAWN => 0,
        role::KNIGHT | role::BISHOP => 1,
        _ => role,
    };
    view.roles[..below].iter().fold(0, |all, set| all | set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use crate::codec::model::moves::{board::squares::knight, net::eight::InTurn};

    fn left(pieces: &HangingPieces, from: usize, to: usize, reach: u64) -> usize {
        let [from, to, reach] = [bit(from), bit(to), reach].map(InTurn::all);
        pieces.best_left(from, to, reach).store()[0] as usize
    }

    #[test]
    fn what_is_attacked_is_saved_by_moving_taking_shutting_out_or_defending() {
        // The queen is attacked by a rook down the file, the knight on a4 by a bishop, and nobody
        // defends it.
        let fen = b"3r2k1/8/2b5/8/N7/3Q4/8/2R3K1 w - - 0 1";
        let view = View::new(&position_of_fen(fen).unwrap());
        let pieces = HangingPieces::new(&view, &Attacks::new(&view));
        let [knights, queens] = [role::KNIGHT, role::QUEEN].map(|role| 1 + role);
        let [a4, c1, c3, c4, c6, d3, d6, d8, e1] = [24, 2, 18, 26, 42, 19, 43, 59, 4];
        assert_eq!(pieces.best(), queens);
        assert_eq!(left(&pieces, c1, e1, 0), queens);
        assert_eq!(left(&pieces, d3, c3, 0), knights);
        assert_eq!(left(&pieces, d3, c4, bit(a4)), 0);
        assert_eq!(left(&pieces, c1, c6, 0), queens);
        assert_eq!(left(&pieces, d3, c6, 0), 0);
        assert_eq!(left(&pieces, c1, d6, 0), knights);
        assert_eq!(left(&pieces, a4, c3, knight(c3)), queens);
        assert_eq!(left(&pieces, a4, d8, 0), 0);
    }

    #[test]
    fn nothing_hangs_at_the_start() {
        let view = View::new(&crate::chess::Position::default());
        let pieces = HangingPieces::new(&view, &Attacks::new(&view));
        assert_eq!((pieces.best(), left(&pieces, 1, 18, 0)), (0, 0));
    }
}

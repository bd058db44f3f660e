//! Static exchange evaluation: what a move wins or loses in material when both sides go on capturing on its square with
//! their least valuable piece as long as that pays.

use crate::codec::model::moves::board::{
    generate::{Candidate, Kind},
    squares::{bishop, bit, role, rook},
    view::{Attacks, View},
};

/// Pawns that a role is worth; the last entry is "nothing".
pub(crate) const VALUE: [i32; 7] = [1, 3, 3, 5, 9, 100, 0];

/// Exchanges of one position: what attacks a square is looked up once for all moves to it.
pub(crate) struct Exchanges {
    attackers: [u64; 64],
    known: u64,
}

impl Exchanges {
    #[inline(always)]
    pub(crate) fn new() -> Exchanges {
        Exchanges {
            attackers: [0; 64],
            known: 0,
        }
    }

    /// The balance of `c` for the mover, in pawns.
    #[inline(always)]
    pub(crate) fn balance(&mut self, view: &View, attacks: &Attacks, c: &Candidate) -> i32 {
        let to = usize::from(c.to);
        if c.kind == Kind::Castle {
            return 0;
        }
        let mover = if c.promotion != 0 {
            c.promotion
        } else {
            c.role
        };
        let mut gain = VALUE[usize::from(c.captured)];
        if c.promotion != 0 {
            gain += VALUE[usize::from(c.promotion)] - 1;
        }
        if attacks.opp & bit(to) == 0 || usize::from(c.role) == role::KING {
            return gain;
        }
        let slides = (role::BISHOP..=role::QUEEN).contains(&usize::from(c.role));
        let pushes = usize::from(c.role) == role::PAWN && c.from & 7 == c.to & 7;
        let supporters = if pushes {
            attacks.own
        } else {
            attacks.own_twice
        };
        if supporters & bit(to) == 0 && !slides {
            return gain - VALUE[usize::from(mover)];
        }
        gain - self.swap_off(view, c, VALUE[usize::from(mover)])
    }

    #[inline(always)]
    fn attackers(&mut self, view: &View, square: usize) -> u64 {
        if self.known & bit(square) == 0 {
            self.known |= bit(square);
            self.attackers[square] = view.attackers(square, view.occupied());
        }
        self.attackers[square]
    }

    /// What the opponent wins at most by capturing the piece worth `on_square` that `c` has put on its square.
    #[inline(always)]
    fn swap_off(&mut self, view: &View, c: &Candidate, on_square: i32) -> i32 {
        let (from, to) = (usize::from(c.from), usize::from(c.to));
        let mut occupied = view.occupied() & !bit(from) | bit(to);
        let mut attackers = if c.kind == Kind::EnPassant {
            occupied &= !(bit(to) >> 8);
            view.attackers(to, occupied)
        } else {
            self.attackers(view, to) | uncovered(view, from, to, occupied)
        };
        attackers &= occupied;
        let mut stakes = [0; 32];
        let mut depth = 0;
        let mut value = on_square;
        let mut own_turn = false;
        while depth < stakes.len() {
            let (side, other) = if own_turn {
                (view.own, view.opp)
            } else {
                (view.opp, view.own)
            };
            let side = attackers & side;
            if side == 0 {
                break;
            }
            let role = cheapest(view, side);
            if role == role::KING && attackers & other != 0 {
                break;
            }
            stakes[depth] = value;
            depth += 1;
            value = VALUE[role];
            let square = (side & view.roles[role]).trailing_zeros() as usize;
            occupied &= !bit(square);
            attackers = (attackers | uncovered(view, square, to, occupied)) & occupied;
            own_turn = !own_turn;
        }
        // From the last capture back: nobody has to capture.
        stakes[..depth]
            .iter()
            .rev()
            .fold(0, |rest, &stake| (stake - rest).max(0))
    }
}

/// The lowest role that has a piece in `set`, which is not empty.
#[inline(always)]
fn cheapest(view: &View, set: u64) -> usize {
    let mut found = 0u32;
    for (role, pieces) in view.roles.iter().enumerate() {
        found |= u32::from(set & pieces != 0) << role;
    }
    found.trailing_zeros() as usize % role::COUNT
}

/// Line pieces that attack `to` once `gone` has left a line to it.
#[inline(always)]
fn uncovered(view: &View, gone: usize, to: usize, occupied: u64) -> u64 {
    let queens = view.roles[role::QUEEN];
    let (files, ranks) = ((gone & 7).abs_diff(to & 7), (gone >> 3).abs_diff(to >> 3));
    if files == ranks {
        bishop(to, occupied) & (view.roles[role::BISHOP] | queens)
    } else if files == 0 || ranks == 0 {
        rook(to, occupied) & (view.roles[role::ROOK] | queens)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use crate::codec::model::moves::board::generate::legal_moves;

    fn balance_of(fen: &str, from: &str, to: &str) -> i32 {
        let view = View::new(&position_of_fen(fen.as_bytes()).unwrap());
        let attacks = Attacks::new(&view);
        let mut moves = Vec::new();
        legal_moves(&view, &attacks, &mut moves);
        let square = |name: &str| {
            let name = name.as_bytes();
            view.absolute(usize::from(name[0] - b'a') + 8 * usize::from(name[1] - b'1'))
        };
        let c = moves
            .iter()
            .find(|c| usize::from(c.from) == square(from) && usize::from(c.to) == square(to))
            .unwrap();
        Exchanges::new().balance(&view, &attacks, c)
    }

    #[test]
    fn exchanges_are_counted_to_the_end() {
        let undefended = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert_eq!(balance_of(undefended, "e1", "e5"), 1);
        let defended = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(balance_of(defended, "d3", "e5"), -2);
        let pawn_takes_queen = "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(balance_of(pawn_takes_queen, "e4", "d5"), 8);
        let black_to_move = "4k3/8/8/3p4/4P3/5P2/8/4K3 b - - 0 1";
        assert_eq!(balance_of(black_to_move, "d5", "e4"), 0);
        let quiet_onto_attacked = "4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1";
        assert_eq!(balance_of(quiet_onto_attacked, "e3", "d5"), -3);
    }
}

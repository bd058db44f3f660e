//! Own pieces in danger. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::board::{Board, KING, OPP, OWN, Set, Turned, has, squares};
use shakmaty::{Bitboard, Square, attacks};

/// A piece in danger (10.3), and what saves it (15.7).
pub(crate) struct Danger {
    /// Its role.
    pub(crate) role: usize,
    /// Its square.
    pub(crate) square: usize,
    /// Going there saves it.
    saving: Set,
    /// Whether it is enough to reach it.
    defence_is_enough: bool,
}

impl Danger {
    /// All that are in danger.
    pub(crate) fn all(board: &Board) -> Vec<Danger> {
        let mut all = Vec::new();
        for role in 0..KING {
            for square in squares(board.men[OWN][role]) {
                let below = board.attacked_below(OPP, role, square);
                let loose = board.attackers(OPP, square) > 0 && board.attackers(OWN, square) == 0;
                if below || loose {
                    all.push(Danger {
                        role,
                        square,
                        saving: saving(board, role, square, below),
                        defence_is_enough: !below,
                    });
                }
            }
        }
        all
    }

    /// Whether a move saves it, whose piece reaches these squares.
    pub(crate) fn is_saved(&self, m: &Turned, reached: Set) -> bool {
        let is_defended = self.defence_is_enough && has(reached, self.square);
        m.from == self.square || has(self.saving, m.to) || is_defended
    }
}

/// The square of the only piece that threatens a piece, and those between.
fn saving(board: &Board, role: usize, square: usize, below: bool) -> Set {
    let threatens = |&from: &usize| {
        let (side, other) = board.at(from).unwrap();
        let attacked = board.attacks_as(side, other, from, board.occupied());
        has(attacked, square) && (!below || is_worth_less(other, role))
    };
    let threats: Vec<usize> = squares(board.all(OPP)).filter(threatens).collect();
    match threats[..] {
        [threat] => 1 << threat | between(threat, square),
        _ => 0,
    }
}

/// Whether a piece of the role `other` is worth less than one of `role`, who is no king (7.1).
fn is_worth_less(other: usize, role: usize) -> bool {
    use super::board::{BISHOP, KNIGHT};
    other < role && (other, role) != (KNIGHT, BISHOP)
}

fn between(one: usize, other: usize) -> Set {
    let [one, other] = [one, other].map(|square| Square::new(square as u32));
    let Bitboard(set) = attacks::between(one, other);
    set
}

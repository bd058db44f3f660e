//! How often squares are attacked and defended. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::board::{
    BISHOP, Board, KING, KNIGHT, OPP, OWN, PAWN, QUEEN, ROOK, Set, Turned, squares,
};

/// The numbers of 15.3 by square.
pub(crate) struct Tension {
    cheapest: [usize; 64],
    /// By side: with those behind.
    attackers: [[usize; 64]; 2],
}

impl Tension {
    /// Those of a position.
    pub(crate) fn new(board: &Board) -> Tension {
        let mut tension = Tension {
            cheapest: [0; 64],
            attackers: [[0; 64]; 2],
        };
        for at in 0..64 {
            tension.cheapest[at] = cheapest(board, at);
        }
        for side in [OWN, OPP] {
            for from in squares(board.all(side)) {
                for at in squares(attacks_with_those_behind(board, side, from)) {
                    tension.attackers[side][at] += 1;
                }
            }
        }
        tension
    }

    /// The number of the origin of a move (54).
    pub(crate) fn of_origin(&self, m: &Turned) -> usize {
        self.state(m.from, self.attackers[OWN][m.from].min(3))
    }

    /// The number of the target of a move (108).
    pub(crate) fn of_target(&self, board: &Board, m: &Turned) -> usize {
        let mover = usize::from(!m.pushes());
        let support = self.attackers[OWN][m.to].min(3).saturating_sub(mover);
        let by_pawn = usize::from(board.attacked_by(OWN, &[PAWN], m.to));
        2 * self.state(m.to, support) + by_pawn
    }

    fn state(&self, at: usize, support: usize) -> usize {
        let more = self.attackers[OPP][at].saturating_sub(1).min(2);
        (self.cheapest[at] * 3 + more) * 3 + support.min(2)
    }
}

fn cheapest(board: &Board, at: usize) -> usize {
    let dearer: [&[usize]; 5] = [&[PAWN], &[KNIGHT, BISHOP], &[ROOK], &[QUEEN], &[KING]];
    let place = dearer
        .iter()
        .position(|roles| board.attacked_by(OPP, roles, at));
    place.map_or(0, |place| 5 - place)
}

/// What the piece on `from` attacks, through those of its side that move likewise.
fn attacks_with_those_behind(board: &Board, side: usize, from: usize) -> Set {
    let (_, role) = board.at(from).unwrap();
    let men = board.men[side];
    let unseen = if side == OPP { board.men[OWN][KING] } else { 0 };
    let occupied = board.occupied() & !unseen;
    let through = |role: usize, like: Set| board.attacks_as(side, role, from, occupied & !like);
    let straight = through(ROOK, men[ROOK] | men[QUEEN]);
    let diagonal = through(BISHOP, men[BISHOP] | men[QUEEN]);
    match role {
        ROOK => straight,
        BISHOP => diagonal,
        QUEEN => straight | diagonal,
        _ => board.attacks_of[from],
    }
}

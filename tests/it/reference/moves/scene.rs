//! What both kinds of networks are told of a move. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    board::{
        BISHOP, Board, NOTHING, OPP, OWN, PAWN, QUEEN, ROOK, Set, Turned, distance, has, squares,
    },
    context::{Context, Past},
};
use shakmaty::{Square, attacks};

/// What all moves of a position have in common (9).
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    /// The opponent's last move.
    pub(crate) last: Option<Past>,
    /// The own last move.
    pub(crate) own: Option<Past>,
}

impl<'a> Scene<'a> {
    /// That of a position.
    pub(crate) fn new(board: &'a Board, context: &Context) -> Scene<'a> {
        Scene {
            board,
            last: context.past(board, 0),
            own: context.past(board, 1),
        }
    }

    /// Whether the opponent's last move captured.
    pub(crate) fn took(&self) -> bool {
        self.last.as_ref().is_some_and(|m| m.captured != NOTHING)
    }

    /// 9.2
    pub(crate) fn manner(&self, m: &Turned) -> usize {
        let board = self.board;
        let check = if self.discovers(m) {
            3
        } else if gives_check(board, m.standing(), m.to) {
            1 + usize::from(board.attackers(OPP, m.to) > 0)
        } else {
            0
        };
        let own = match &self.own {
            Some(own) if m.from == own.to => 1 + usize::from(m.to == own.from),
            _ => 0,
        };
        let recaptures = match &self.last {
            Some(last) if m.to == last.to => 1 + usize::from(self.took()),
            _ => 0,
        };
        36 * m.role + 9 * check + 3 * own + recaptures
    }

    /// Whether the move discovers check (9.1).
    fn discovers(&self, m: &Turned) -> bool {
        let king = self.board.king(OPP);
        has(shields(self.board, king, OWN), m.from) && !has(line(m.from, king), m.to)
    }

    /// 9.3
    pub(crate) fn nearness(&self, m: &Turned) -> usize {
        let Some(last) = &self.last else {
            return 36 * m.role + 32;
        };
        let hit = usize::from(has(self.board.attacks_of[last.to], m.from));
        let took = usize::from(self.took());
        36 * m.role + 4 * distance(m.to, last.to) + 2 * took + hit
    }
}

/// Whether a piece of the mover's gives check from `square` by itself (9.1).
pub(crate) fn gives_check(board: &Board, role: usize, square: usize) -> bool {
    let king = board.king(OPP);
    // As seen from the king; he himself never gives check.
    role != super::board::KING && has(board.attacks_as(OPP, role, king, board.occupied()), square)
}

/// The own pieces that stand alone between the square `king` and a line piece of `side` that would
/// attack it.
pub(crate) fn shields(board: &Board, king: usize, side: usize) -> Set {
    let mut found = 0;
    for role in [BISHOP, ROOK, QUEEN] {
        for from in squares(board.men[side][role]) {
            let between = attacks::between(named(king), named(from)).0 & board.occupied();
            let in_line = has(board.attacks_as(side, role, from, 0), king);
            if in_line && between.count_ones() == 1 {
                found |= between & board.all(OWN);
            }
        }
    }
    found
}

/// The line through two squares, from edge to edge.
pub(crate) fn line(one: usize, other: usize) -> Set {
    attacks::ray(named(one), named(other)).0
}

fn named(square: usize) -> Square {
    Square::new(square as u32)
}

/// Whether a knight on `square` attacks at least `least` pieces that are rooks, queens or
/// undefended (10.4).
pub(crate) fn forks(board: &Board, least: usize, square: usize) -> bool {
    let is_prey = |&at: &usize| {
        let better = has(board.men[OPP][ROOK] | board.men[OPP][QUEEN], at);
        let is_king = at == board.king(OPP);
        !is_king && has(board.all(OPP), at) && (better || board.attackers(OPP, at) == 0)
    };
    let reached = board.attacks_as(OWN, super::board::KNIGHT, square, 0);
    squares(reached).filter(is_prey).count() >= least
}

/// Whether a pawn of the opponent's stands above `square` on its file.
pub(crate) fn opposed(board: &Board, square: usize) -> bool {
    squares(board.men[OPP][PAWN]).any(|pawn| pawn % 8 == square % 8 && pawn > square)
}

/// Whether a pawn of the mover's on `square` is passed.
pub(crate) fn passed(board: &Board, square: usize) -> bool {
    let file = square % 8;
    let mut ahead = squares(board.men[OPP][PAWN]).filter(|pawn| pawn / 8 > square / 8);
    !ahead.any(|pawn| (pawn % 8).abs_diff(file) <= 1)
}

/// Whether an own pawn protects the pawn that has made `m`.
pub(crate) fn protected(board: &Board, m: &Turned) -> bool {
    let defenders = squares(board.men[OWN][PAWN])
        .filter(|&pawn| pawn != m.from && has(board.attacks_of[pawn], m.to));
    defenders.count() > 0
}

/// Whose pawns stand on the file of `square` (10.4).
pub(crate) fn on_file(board: &Board, square: usize) -> usize {
    let any = |side: usize| squares(board.men[side][PAWN]).any(|pawn| pawn % 8 == square % 8);
    2 * usize::from(any(OWN)) + usize::from(any(OPP))
}

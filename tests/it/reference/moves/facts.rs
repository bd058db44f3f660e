//! The rows of a move for a judge. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    board::{
        BISHOP, Board, KING, KNIGHT, NOTHING, OPP, OWN, PAWN, QUEEN, ROOK, Set, Turned, distance,
        has, squares,
    },
    context::Context,
    danger::Danger,
    scene::{Scene, on_file, opposed, passed, protected},
    tension::Tension,
    weights::JUDGE_ROWS,
};
use shakmaty::Chess;

/// Sizes of the groups of 15.1, behind row 0.
const GROUPS: [usize; 14] = [
    4_536, 324, 216, 432, 192, 84, 336, 1_728, 256, 294, 84, 5, 4, 2,
];

/// The first row of a group.
fn first(group: usize) -> usize {
    1 + GROUPS[..group].iter().sum::<usize>()
}

/// The rows of each move.
pub(crate) fn rows(
    position: &Chess,
    board: &Board,
    context: &Context,
    moves: &[Turned],
) -> Vec<Vec<usize>> {
    assert_eq!(first(GROUPS.len()), JUDGE_ROWS);
    let facts = Facts {
        board,
        scene: Scene::new(board, context),
        tension: Tension::new(board),
        dangers: Danger::all(board),
    };
    let rows = |m: &Turned| {
        let mut rows = facts.rows(m);
        rows.push(rarity(position, context, m));
        rows
    };
    moves.iter().map(rows).collect()
}

/// What all moves of a position have in common.
struct Facts<'a> {
    board: &'a Board,
    scene: Scene<'a>,
    tension: Tension,
    dangers: Vec<Danger>,
}

impl Facts<'_> {
    fn rows(&self, m: &Turned) -> Vec<usize> {
        let reached = reached(self.board, m);
        let attacked = self.board.attacks_of[m.from];
        let fresh = reached & !attacked;
        let shape = match m.role {
            PAWN => first(8) + self.pawn(m),
            _ => first(7) + self.piece(m, attacked, reached),
        };
        vec![
            first(0) + (7 * m.role + m.captured) * 108 + self.tension.of_target(self.board, m),
            first(1) + 54 * m.role + self.tension.of_origin(m),
            first(2) + self.scene.manner(m),
            first(3) + self.nearness(m, reached),
            first(4) + self.king(m, attacked, reached),
            first(5) + self.attack(m, fresh),
            first(6) + self.loss(m, attacked, reached),
            shape,
            self.danger(m, reached),
            self.defence(m, fresh),
        ]
    }

    fn nearness(&self, m: &Turned, reached: Set) -> usize {
        let hits = self
            .scene
            .last
            .as_ref()
            .is_some_and(|last| has(reached, last.to));
        2 * self.scene.nearness(m) + usize::from(hits)
    }

    fn king(&self, m: &Turned, attacked: Set, reached: Set) -> usize {
        let king = self.board.king(OPP);
        let in_ring = |set: Set| squares(set).filter(|&at| distance(at, king) <= 1).count();
        let more = in_ring(reached).saturating_sub(in_ring(attacked)).min(3);
        32 * m.role + 4 * distance(m.to, king) + more
    }

    /// 15.4
    fn attack(&self, m: &Turned, fresh: Set) -> usize {
        let board = self.board;
        let is_victim = |&at: &usize| match board.at(at) {
            Some((OPP, KING)) => false,
            Some((OPP, role)) => worth(role) > worth(m.standing()) || board.attackers(OPP, at) == 0,
            _ => false,
        };
        let victims: Vec<usize> = squares(fresh).filter(is_victim).collect();
        14 * m.role + 2 * self.greatest_rank(&victims) + usize::from(victims.len() >= 2)
    }

    /// 15.5
    fn loss(&self, m: &Turned, attacked: Set, reached: Set) -> usize {
        let board = self.board;
        let is_alone = |&at: &usize| {
            self.is_attacked_piece(at) && board.attackers(OWN, at) == 1 && !has(reached, at)
        };
        let alone: Vec<usize> = squares(attacked).filter(is_alone).collect();
        let backed = board.attacked_by(OWN, &[BISHOP, ROOK, QUEEN], m.from);
        let check = match (board.in_check(), m.role, m.captured) {
            (false, ..) => 0,
            (_, KING, _) => 1,
            (_, _, NOTHING) => 2,
            _ => 3,
        };
        56 * m.role + 8 * self.greatest_rank(&alone) + 4 * usize::from(backed) + check
    }

    /// Whether an own piece but the king stands on a square and is attacked.
    fn is_attacked_piece(&self, at: usize) -> bool {
        let is_own = matches!(self.board.at(at), Some((OWN, role)) if role != KING);
        is_own && self.board.attackers(OPP, at) > 0
    }

    /// 15.6
    fn piece(&self, m: &Turned, attacked: Set, reached: Set) -> usize {
        let board = self.board;
        let is_safe =
            |&at: &usize| !has(board.all(OWN), at) && !board.attacked_by(OPP, &[PAWN], at);
        let safe = |set: Set| squares(set).filter(is_safe).count();
        let room = (8 + safe(reached)).saturating_sub(safe(attacked)).min(16) / 2;
        let pawns = match m.role {
            ROOK => on_file(board, m.to),
            KING => (reached & board.men[OWN][PAWN]).count_ones().min(3) as usize,
            _ => 0,
        };
        ((9 * m.role + room) * 8 + distance(m.from, m.to)) * 4 + pawns
    }

    fn pawn(&self, m: &Turned) -> usize {
        let board = self.board;
        let beside = squares(board.men[OWN][PAWN])
            .any(|pawn| pawn / 8 == m.to / 8 && distance(pawn, m.to) == 1);
        let facts = [
            passed(board, m.to),
            board.attacked_by(OPP, &[PAWN], m.to),
            protected(board, m),
            beside,
            opposed(board, m.to),
        ];
        let facts = facts
            .into_iter()
            .fold(0, |sum, fact| 2 * sum + usize::from(fact));
        8 * facts + m.to / 8
    }

    /// 15.7
    fn danger(&self, m: &Turned, reached: Set) -> usize {
        let rank = |dangers: &mut dyn Iterator<Item = &Danger>| {
            dangers.map(|danger| 1 + danger.role).max().unwrap_or(0)
        };
        let before = rank(&mut self.dangers.iter());
        if before == 0 {
            return 0;
        }
        let is_left = |danger: &&Danger| !danger.is_saved(m, reached);
        let after = rank(&mut self.dangers.iter().filter(is_left));
        first(9) + (7 * before + after) * 6 + m.role
    }

    /// 15.8
    fn defence(&self, m: &Turned, fresh: Set) -> usize {
        let is_defended = |&at: &usize| self.is_attacked_piece(at);
        let defended: Vec<usize> = squares(fresh).filter(is_defended).collect();
        if defended.is_empty() {
            return 0;
        }
        let is_loose = |&at: &usize| self.board.attackers(OWN, at) == 0;
        let loose = defended.iter().any(is_loose);
        first(10) + 14 * m.role + 2 * self.greatest_rank(&defended) + usize::from(loose)
    }

    /// The greatest rank of the pieces on these squares (15.2).
    fn greatest_rank(&self, squares: &[usize]) -> usize {
        let rank = |&at: &usize| 1 + self.board.at(at).unwrap().1;
        squares.iter().map(rank).max().unwrap_or(0)
    }
}

/// What the piece reaches (15.2).
fn reached(board: &Board, m: &Turned) -> Set {
    let occupied = board.occupied() & !(1 << m.from);
    board.attacks_as(OWN, m.standing(), m.lands(), occupied)
}

/// What pieces are worth, as far as 7.1 says.
fn worth(role: usize) -> usize {
    match role {
        KNIGHT | BISHOP => 1,
        role => role,
    }
}

/// The last three groups.
fn rarity(position: &Chess, context: &Context, m: &Turned) -> usize {
    if let Some(role) = m.promotion {
        return first(11) + role;
    }
    if m.castles {
        return first(13) + usize::from(m.to > m.from);
    }
    match context.repeats(position, m) {
        0 => 0,
        times => first(12) + times.min(3),
    }
}

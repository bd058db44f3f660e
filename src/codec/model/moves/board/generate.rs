//! The legal moves of a [`View`], in the order that the model counts them in: by square of origin, then destination, then
//! promotion (knight, bishop, rook, queen), squares as the mover sees them. The destination of castling is the own rook's square.

use super::squares::{Squares, between, bishop, bit, king, knight, line, pawns_up, role, rook};
use super::view::{Attacks, EMPTY, View};
use crate::chess::{Move, Role, Square};

/// One legal move, seen by the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) role: u8,
    /// The role promoted to, or 0.
    pub(crate) promotion: u8,
    /// The role captured, or 6.
    pub(crate) captured: u8,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Plain,
    EnPassant,
    Castle,
}

/// The legal moves of one position.
pub(crate) type Candidates = Vec<Candidate>;

/// What limits the mover's pieces: checks and pins.
struct Limits {
    /// Where a piece other than the king may go: everywhere, or onto a checking piece or between it and the king.
    targets: u64,
    pinned: u64,
}

impl Limits {
    fn new(view: &View) -> Limits {
        let occupied = view.occupied();
        let checkers = checkers(view);
        let targets = match checkers.count_ones() {
            0 => !view.own,
            1 => checkers | between(view.king, checkers.trailing_zeros() as usize),
            _ => 0,
        };
        let queens = view.roles[role::QUEEN];
        let snipers = view.opp
            & (bishop(view.king, 0) & (view.roles[role::BISHOP] | queens)
                | rook(view.king, 0) & (view.roles[role::ROOK] | queens));
        let mut pinned = 0;
        for sniper in Squares(snipers) {
            let blockers = between(view.king, sniper) & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 {
                pinned |= blockers & view.own;
            }
        }
        Limits { targets, pinned }
    }

    #[inline]
    fn apply(&self, view: &View, from: usize, targets: u64) -> u64 {
        let targets = targets & self.targets;
        if self.pinned & bit(from) != 0 {
            targets & line(view.king, from)
        } else {
            targets
        }
    }
}

/// The opponent's pieces that give check.
#[inline]
pub(crate) fn checkers(view: &View) -> u64 {
    view.attackers(view.king, view.occupied()) & view.opp
}

/// Fills `moves` with the legal moves of `view`.
pub(crate) fn legal_moves(view: &View, attacks: &Attacks, moves: &mut Candidates) {
    moves.clear();
    let limits = Limits::new(view);
    for from in Squares(view.own) {
        let role = usize::from(view.board[from]);
        match role {
            role::PAWN => pawn_moves(view, &limits, from, moves),
            role::KING => {
                let targets = king(from) & !view.own & !attacks.opp | castling_rooks(view, attacks);
                push_all(view, role, from, targets, moves);
            }
            _ => {
                let targets = limits.apply(view, from, attacks.of[from] & !view.own);
                push_all(view, role, from, targets, moves);
            }
        }
    }
}

#[inline]
fn push_all(view: &View, role: usize, from: usize, targets: u64, moves: &mut Candidates) {
    for to in Squares(targets) {
        let kind = if view.own & bit(to) != 0 {
            Kind::Castle
        } else {
            Kind::Plain
        };
        moves.push(Candidate {
            from: from as u8,
            to: to as u8,
            role: role as u8,
            promotion: 0,
            captured: captured_on(view, to),
            kind,
        });
    }
}

#[inline]
fn captured_on(view: &View, to: usize) -> u8 {
    let piece = view.board[to];
    if (6..EMPTY).contains(&piece) {
        piece - 6
    } else {
        role::COUNT as u8
    }
}

fn pawn_moves(view: &View, limits: &Limits, from: usize, moves: &mut Candidates) {
    const RANK_3: u64 = 0xff_0000;
    let occupied = view.occupied();
    let at = bit(from);
    let one = at << 8 & !occupied;
    let two = (one & RANK_3) << 8 & !occupied;
    let attacked = pawns_up(at);
    let mut targets = limits.apply(view, from, one | two | attacked & view.opp);
    if attacked & view.passing != 0 && passing_is_legal(view, from) {
        targets |= view.passing;
    }
    for to in Squares(targets) {
        let passing = bit(to) & view.passing & attacked != 0;
        let mut candidate = Candidate {
            from: from as u8,
            to: to as u8,
            role: role::PAWN as u8,
            promotion: 0,
            captured: if passing {
                role::PAWN as u8
            } else {
                captured_on(view, to)
            },
            kind: if passing {
                Kind::EnPassant
            } else {
                Kind::Plain
            },
        };
        if to < 56 {
            moves.push(candidate);
            continue;
        }
        for promotion in role::KNIGHT..=role::QUEEN {
            candidate.promotion = promotion as u8;
            moves.push(candidate);
        }
    }
}

/// Whether capturing in passing from `from` leaves the mover's king safe.
fn passing_is_legal(view: &View, from: usize) -> bool {
    let captured = view.passing >> 8;
    let occupied = view.occupied() & !bit(from) & !captured | view.passing;
    let queens = view.roles[role::QUEEN];
    let opp = view.opp & !captured;
    let diagonal = bishop(view.king, occupied) & (view.roles[role::BISHOP] | queens);
    let straight = rook(view.king, occupied) & (view.roles[role::ROOK] | queens);
    let near = knight(view.king) & view.roles[role::KNIGHT]
        | pawns_up(bit(view.king)) & view.roles[role::PAWN];
    opp & (diagonal | straight | near) == 0
}

/// The own rooks that the king may castle with now.
fn castling_rooks(view: &View, attacks: &Attacks) -> u64 {
    let rooks = view.castling & view.own;
    if rooks == 0 || attacks.opp & bit(view.king) != 0 {
        return 0;
    }
    let mut legal = 0;
    for rook_from in Squares(rooks) {
        let (king_to, rook_to) = castling_targets(view.king, rook_from);
        let (king_at, rook_at) = (bit(view.king), bit(rook_from));
        let king_path = between(view.king, king_to) | bit(king_to);
        let path =
            king_path | between(view.king, rook_from) | between(rook_from, rook_to) | bit(rook_to);
        if path & view.occupied() & !king_at & !rook_at != 0 || king_path & attacks.opp != 0 {
            continue;
        }
        let after = view.occupied() & !king_at & !rook_at | bit(rook_to);
        if view.attackers(king_to, after) & view.opp == 0 {
            legal |= rook_at;
        }
    }
    legal
}

/// Where king and rook stand after castling.
#[inline]
pub(crate) fn castling_targets(king: usize, rook: usize) -> (usize, usize) {
    if rook > king { (6, 5) } else { (2, 3) }
}

impl Candidate {
    /// The move as the rest of the crate names it.
    pub(crate) fn to_move(self, view: &View) -> Move {
        let square = |s: u8| Square::new(view.absolute(usize::from(s)) as u32);
        let (from, to) = (square(self.from), square(self.to));
        match self.kind {
            Kind::EnPassant => Move::EnPassant { from, to },
            Kind::Castle => Move::Castle {
                king: from,
                rook: to,
            },
            Kind::Plain => Move::Normal {
                role: Role::ALL[usize::from(self.role)],
                from,
                capture: Role::ALL.get(usize::from(self.captured)).copied(),
                to,
                promotion: (self.promotion != 0).then(|| Role::ALL[usize::from(self.promotion)]),
            },
        }
    }

    /// The square where the moved piece stands afterwards.
    #[inline]
    pub(crate) fn lands(self) -> usize {
        match self.kind {
            Kind::Castle => castling_targets(usize::from(self.from), usize::from(self.to)).0,
            _ => usize::from(self.to),
        }
    }
}

/// The place of `played` among `candidates`.
pub(crate) fn index_of(played: Move, view: &View, candidates: &[Candidate]) -> Option<usize> {
    let from = view.absolute(usize::from(played.from()?)) as u8;
    let to = view.absolute(usize::from(played.to())) as u8;
    let promotion = played.promotion().map_or(0, |r| r as u8 - 1);
    candidates
        .iter()
        .position(|c| c.from == from && c.to == to && c.promotion == promotion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Rules, order, setup::position_of_fen};
    use proptest::prelude::*;

    fn assert_same_moves(position: &Position) {
        let view = View::new(position);
        let mut candidates = Vec::new();
        legal_moves(&view, &Attacks::new(&view), &mut candidates);
        let keys: Vec<_> = candidates
            .iter()
            .map(|c| (c.from, c.to, c.promotion))
            .collect();
        assert!(keys.is_sorted());
        let mut mine: Vec<Move> = candidates.iter().map(|c| c.to_move(&view)).collect();
        mine.sort_unstable_by_key(|&m| order::key(m));
        assert_eq!(mine, order::legal_moves(position).to_vec());
        for (index, c) in candidates.iter().enumerate() {
            assert_eq!(index_of(c.to_move(&view), &view, &candidates), Some(index));
        }
    }

    fn walk(mut position: Position, picks: &[prop::sample::Index]) {
        for pick in picks {
            assert_same_moves(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[pick.index(moves.len())]);
        }
    }

    proptest! {
        #[test]
        fn the_moves_are_the_legal_ones(picks in prop::collection::vec(any::<prop::sample::Index>(), 1..150), start in 0usize..5) {
            let fens = [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            ];
            walk(position_of_fen(fens[start].as_bytes()).unwrap(), &picks);
        }
    }
}

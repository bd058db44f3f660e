//! The legal moves of a [`View`], in the order that the model counts them in: by square of origin, then destination, then
//! promotion (knight, bishop, rook, queen), squares as the mover sees them. The destination of castling is the own rook's square.
//!
//! NOTES. Writing the moves down takes most of the time (90 of 130 ns a position of a Lichess game); by twos, fours or eights with what is too
//! much cut off, or without asking whether a piece has a move at all, it takes as long.

use super::squares::{
    Squares, between, bishop, bit, king, knight, line, pawns_down, pawns_up, role, rook,
};
use super::view::{Attacks, EMPTY, View};
use crate::chess::{Move, Role, Square};

/// One legal move, seen by the mover. Lies in memory as it stands here, so that it is written in few strokes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(8))]
pub(crate) struct Candidate {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The role promoted to, or 0.
    pub(crate) promotion: u8,
    pub(crate) role: u8,
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

/// Where the mover's pieces may go.
struct Limits {
    /// For all but the king: everywhere but onto own pieces; in check, onto the checking piece or between it and the king.
    targets: u64,
    pinned: u64,
    /// Where single and double steps of pawns end.
    steps: u64,
    leaps: u64,
    /// The rooks that the king may castle with, and all that he may go onto.
    castling: u64,
    kings: u64,
}

impl Limits {
    #[inline(always)]
    fn new(view: &View, attacks: &Attacks) -> Limits {
        const RANK_3: u64 = 0xff_0000;
        let free = !view.occupied();
        let steps = (view.own & view.roles[role::PAWN]) << 8 & free;
        let castling = castling_rooks(view, attacks);
        Limits {
            targets: if attacks.in_check(view) {
                answers_to_check(view)
            } else {
                !view.own
            },
            pinned: pinned(view),
            steps,
            leaps: (steps & RANK_3) << 8 & free,
            castling,
            kings: king(view.king) & !view.own & !attacks.opp | castling,
        }
    }

    /// Where the piece on `from` may go but for captures in passing.
    #[inline(always)]
    fn targets(&self, view: &View, attacks: &Attacks, from: usize) -> u64 {
        let at = bit(from);
        let reached = attacks.of[from];
        let pawn = if view.roles[role::PAWN] & at != 0 {
            !0
        } else {
            0
        };
        let stepped = at << 8 & self.steps | at << 16 & self.leaps;
        let targets = (reached & (!pawn | view.opp) | stepped & pawn) & self.targets;
        if from == view.king {
            self.kings
        } else if self.pinned & at != 0 {
            targets & line(view.king, from)
        } else {
            targets
        }
    }
}

/// Where a piece other than the king ends a check: on the one that gives it or between it and the king. Nowhere where two do.
#[cold]
fn answers_to_check(view: &View) -> u64 {
    let checkers = checkers(view);
    if checkers & checkers.wrapping_sub(1) == 0 {
        checkers | between(view.king, checkers.trailing_zeros() as usize)
    } else {
        0
    }
}

/// The mover's pieces that stand between their king and a piece that would attack it.
#[inline(always)]
fn pinned(view: &View) -> u64 {
    let queens = view.roles[role::QUEEN];
    let snipers = view.opp
        & (bishop(view.king, 0) & (view.roles[role::BISHOP] | queens)
            | rook(view.king, 0) & (view.roles[role::ROOK] | queens));
    let mut pinned = 0;
    for sniper in Squares(snipers) {
        let blockers = between(view.king, sniper) & view.occupied();
        if blockers & blockers.wrapping_sub(1) == 0 {
            pinned |= blockers & view.own;
        }
    }
    pinned
}

/// The opponent's pieces that give check.
#[inline(always)]
fn checkers(view: &View) -> u64 {
    view.attackers(view.king, view.occupied()) & view.opp
}

/// No player has more pieces.
const MOST_PIECES: usize = 16;

/// Fills `moves` with the legal moves of `view`.
#[inline(always)]
pub(crate) fn legal_moves(view: &View, attacks: &Attacks, moves: &mut Candidates) {
    const RANK_7: u64 = 0xff << 48;
    moves.clear();
    let limits = Limits::new(view, attacks);
    let mut targets = [0; MOST_PIECES];
    for (set, from) in targets.iter_mut().zip(Squares(view.own)) {
        *set = limits.targets(view, attacks, from);
    }
    let pawns = view.own & view.roles[role::PAWN];
    let rare = pawns & (RANK_7 | pawns_down(view.passing));
    push_all(view, &targets, rare, moves);
    if limits.castling != 0 {
        for c in moves {
            if view.own & bit(usize::from(c.to)) != 0 {
                c.kind = Kind::Castle;
                c.captured = NOTHING;
            }
        }
    }
}

/// The role of what is captured where nothing is.
const NOTHING: u8 = role::COUNT as u8;

/// What is captured by a move onto `to`, where no own piece stands.
#[inline(always)]
fn captured_on(view: &View, to: usize) -> u8 {
    const { assert!(EMPTY - 6 == NOTHING) };
    view.board[to & 63].wrapping_sub(6)
}

/// A move that is neither a promotion nor castling nor a capture in passing. The first four bytes are taken out of one word, because the
/// compiler then writes them at once.
#[inline(always)]
fn plain(view: &View, from: usize, to: usize) -> Candidate {
    let word = u32::from(view.board[from & 63]) << 24 | (to as u32 & 63) << 8 | from as u32 & 63;
    let [from, to_byte, promotion, role] = word.to_le_bytes();
    Candidate {
        from,
        to: to_byte,
        promotion,
        role,
        captured: captured_on(view, to),
        kind: Kind::Plain,
    }
}

/// Appends the moves of the mover's pieces to their `targets`, lowest square of origin first; those of `rare` are pawns with moves of their own
/// kind.
#[inline(always)]
fn push_all(view: &View, targets: &[u64; MOST_PIECES], rare: u64, moves: &mut Candidates) {
    for (&set, from) in targets.iter().zip(Squares(view.own)) {
        if rare & bit(from) != 0 {
            push_rare_pawn(view, from, set, moves);
            continue;
        }
        for to in Squares(set) {
            moves.push(plain(view, from, to));
        }
    }
}

/// Appends the moves of a pawn that may be promoted or may capture in passing.
#[cold]
fn push_rare_pawn(view: &View, from: usize, targets: u64, moves: &mut Candidates) {
    let passing = pawns_up(bit(from)) & view.passing;
    let legal = passing != 0 && passing_is_legal(view, from);
    for to in Squares(targets | if legal { passing } else { 0 }) {
        let mut candidate = plain(view, from, to);
        if bit(to) & passing != 0 {
            candidate.captured = role::PAWN as u8;
            candidate.kind = Kind::EnPassant;
        }
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
    if rooks == 0 || attacks.in_check(view) {
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
#[inline(always)]
pub(crate) fn castling_targets(king: usize, rook: usize) -> (usize, usize) {
    if rook > king { (6, 5) } else { (2, 3) }
}

impl Candidate {
    /// All there is, by the byte: from the lowest origin, destination, promotion, role, capture, kind.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        u64::from_le_bytes([
            self.from,
            self.to,
            self.promotion,
            self.role,
            self.captured,
            self.kind as u8,
            0,
            0,
        ])
    }

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

    /// The role of the moved piece afterwards.
    #[inline(always)]
    pub(crate) fn standing(self) -> usize {
        usize::from(if self.promotion != 0 {
            self.promotion
        } else {
            self.role
        })
    }

    /// The square where the moved piece stands afterwards.
    #[inline(always)]
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

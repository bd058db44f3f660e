//! The legal moves of a [`View`] in the model's order: by origin, then destination, then promotion
//! (knight, bishop, rook, queen), on squares as the mover sees them. The destination of castling is
//! the own rook's square.

use super::candidate::{Candidate, Candidates, MOST_PIECES};
use super::squares::{
    Squares, between, bishop, bit, king, knight, line, pawns_down, pawns_up, role, rook,
};
use super::view::{Attacks, View};
use crate::codec::model::moves::net::arithmetic::Arithmetic;

/// Where the mover's pieces may go.
struct Limits {
    /// For all pieces but the king: all squares without own pieces; in check, the checking piece
    /// and the squares between it and the king.
    targets: u64,
    pinned: u64,
    /// The squares where single and double steps of pawns end.
    steps: u64,
    leaps: u64,
    /// For the king: the squares it may go to, and the rooks it may castle with.
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
            pinned: view.shields(view.king, view.opp),
            steps,
            leaps: (steps & RANK_3) << 8 & free,
            kings: king(view.king) & !view.own & !attacks.opp.once | castling,
        }
    }

    /// Where the piece on `from` may go; en passant captures are left out.
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

/// The squares where a piece other than the king ends a check: the checking piece and those between
/// it and the king; none where two pieces give check.
#[cold]
fn answers_to_check(view: &View) -> u64 {
    let checkers = checkers(view);
    if checkers & checkers.wrapping_sub(1) == 0 {
        checkers | between(view.king, checkers.trailing_zeros() as usize)
    } else {
        0
    }
}

/// The opponent's pieces that give check.
#[inline(always)]
fn checkers(view: &View) -> u64 {
    view.attackers(view.king, view.occupied()) & view.opp
}

/// Fills `moves` with the legal moves of `view`.
#[inline(always)]
pub(crate) fn legal_moves<A: Arithmetic>(view: &View, attacks: &Attacks, moves: &mut Candidates) {
    const RANK_7: u64 = 0xff << 48;
    // All at once: writing down each move by itself took 90 of 130 ns a position of a Lichess game.
    moves.fill::<A>(view, &legal_targets(view, attacks));
    let pawns = view.own & view.roles[role::PAWN];
    if pawns & (pawns_down(view.passing) | RANK_7) != 0 {
        moves.replace_each(|plain, push| push_rare(view, plain, push));
    }
}

/// The legal destinations of each of the mover's pieces, in the order of their squares. For the
/// king, the square of an own rook stands for castling.
#[inline(always)]
pub(crate) fn legal_targets(view: &View, attacks: &Attacks) -> [u64; MOST_PIECES] {
    let limits = Limits::new(view, attacks);
    let mut targets = [0; MOST_PIECES];
    for (set, from) in targets.iter_mut().zip(Squares(view.own)) {
        *set = limits.targets(view, attacks, from);
    }
    let passers = view.own & view.roles[role::PAWN] & pawns_down(view.passing);
    if passers != 0 {
        add_captures_in_passing(view, passers, &mut targets);
    }
    targets
}

/// Adds the en passant square to the targets of those `passers` that may capture there legally.
#[cold]
fn add_captures_in_passing(view: &View, passers: u64, targets: &mut [u64; MOST_PIECES]) {
    for (set, from) in targets.iter_mut().zip(Squares(view.own)) {
        if passers & bit(from) != 0 && passing_is_legal(view, from) {
            *set |= view.passing;
        }
    }
}

/// Passes to `push` what a generated move stands for: itself, four promotions, or an en passant
/// capture.
fn push_rare(view: &View, plain: Candidate, push: &mut dyn FnMut(Candidate)) {
    let (from, to) = (bit(plain.from()), bit(plain.to()));
    if plain.role() != role::PAWN {
        push(plain);
    } else if plain.to() >= 56 {
        (role::KNIGHT..=role::QUEEN).for_each(|role| push(plain.promoting_to(role)));
    } else if pawns_up(from) & to & view.passing != 0 {
        push(plain.in_passing());
    } else {
        push(plain);
    }
}

/// Whether an en passant capture from `from` leaves the mover's king safe.
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

/// The own rooks with which castling is legal.
#[inline(always)]
fn castling_rooks(view: &View, attacks: &Attacks) -> u64 {
    let rooks = view.castling & view.own;
    if rooks == 0 || attacks.in_check(view) {
        return 0;
    }
    those_free_to_castle(view, attacks.opp.once, rooks)
}

/// Those of `rooks` with which nothing stands in the way of castling, where the opponent attacks
/// `attacked`. This takes one set rather than all of [`Attacks`]: the function is not inlined, so
/// that all of them would have to be written to memory for it.
fn those_free_to_castle(view: &View, attacked: u64, rooks: u64) -> u64 {
    let mut legal = 0;
    for rook_from in Squares(rooks) {
        let (king_to, rook_to) = castling_targets(view.king, rook_from);
        let (king_at, rook_at) = (bit(view.king), bit(rook_from));
        let king_path = between(view.king, king_to) | bit(king_to);
        let path =
            king_path | between(view.king, rook_from) | between(rook_from, rook_to) | bit(rook_to);
        if path & view.occupied() & !king_at & !rook_at != 0 || king_path & attacked != 0 {
            continue;
        }
        let after = view.occupied() & !king_at & !rook_at | bit(rook_to);
        if view.attackers(king_to, after) & view.opp == 0 {
            legal |= rook_at;
        }
    }
    legal
}

/// Where king and rook stand after castling towards the h-file.
pub(crate) const CASTLED_SHORT: (usize, usize) = (6, 5);
/// Where they stand after castling towards the a-file.
pub(crate) const CASTLED_LONG: (usize, usize) = (2, 3);

/// Where king and rook stand after castling with the rook on `rook`.
#[inline(always)]
pub(crate) fn castling_targets(king: usize, rook: usize) -> (usize, usize) {
    if rook > king {
        CASTLED_SHORT
    } else {
        CASTLED_LONG
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, Position, order, setup::position_of_fen};
    use crate::codec::model::moves::{net::arithmetic::Plain, testing::each_position};
    use proptest::{prelude::*, sample::Index};

    fn assert_same_moves(position: &Position) {
        let view = View::new(position);
        let mut candidates = Candidates::default();
        legal_moves::<Plain>(&view, &Attacks::new(&view), &mut candidates);
        let keys: Vec<_> = candidates
            .iter()
            .map(|c| (c.from(), c.to(), c.promotion()))
            .collect();
        assert!(keys.is_sorted());
        let mut mine: Vec<Move> = candidates.iter().map(|c| c.to_move(&view)).collect();
        mine.sort_unstable_by_key(|&m| order::key(m));
        assert_eq!(mine, order::legal_moves(position).to_vec());
        for (index, c) in candidates.iter().enumerate() {
            assert_eq!(candidates.index_of(c.to_move(&view), &view), Some(index));
        }
    }

    proptest! {
        #[test]
        fn the_moves_are_the_legal_ones(picks in prop::collection::vec(any::<Index>(), 1..150), start in 0usize..5) {
            let fens = [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            ];
            each_position(fens[start].as_bytes(), &picks, assert_same_moves);
        }

        #[test]
        fn from_any_set_up_the_moves_are_the_legal_ones(set_up in set_up(), picks in prop::collection::vec(any::<Index>(), 1..30)) {
            if position_of_fen(set_up.as_bytes()).is_some() {
                each_position(set_up.as_bytes(), &picks, assert_same_moves);
            }
        }
    }

    /// Random FENs: Chess960 kings and rooks that may castle, or kings anywhere; other pieces
    /// anywhere, often many of a kind; perhaps a pawn that has just moved two squares. A third of
    /// them are legal.
    fn set_up() -> impl Strategy<Value = String> {
        let castlers = (1usize..7).prop_flat_map(|king| (Just(king), 0..king, king + 1..8));
        let homes = prop::option::of([castlers.clone(), castlers]);
        let kings = [0usize..64, 0usize..64];
        let bags = prop::sample::select(vec![
            "PpNnBbRrQq",
            "QQQQQQQp",
            "ppppPPPPNnBbRrQq",
            "qrbnPPP",
        ]);
        let men = bags.prop_flat_map(|bag| {
            let man = prop::sample::select(bag.as_bytes().to_vec());
            prop::collection::vec((0usize..64, man), 0..30)
        });
        let pushed = prop::option::of(0usize..8);
        (homes, kings, men, pushed, any::<bool>()).prop_map(|(homes, kings, men, pushed, black)| {
            let mut board = [b'.'; 64];
            let mut rights = String::new();
            match homes {
                Some(homes) => {
                    for ((rank, [king, rook]), (at, left, right)) in
                        [(0, *b"KR"), (56, *b"kr")].into_iter().zip(homes)
                    {
                        board[rank + at] = king;
                        for file in [right, left] {
                            board[rank + file] = rook;
                            let name = (b'a' + file as u8) as char;
                            rights.push(if rank == 0 {
                                name.to_ascii_uppercase()
                            } else {
                                name
                            });
                        }
                    }
                }
                None => {
                    [board[kings[0]], board[kings[1]]] = *b"Kk";
                    rights.push('-');
                }
            }
            let mut passed = "-".to_owned();
            let mut kept = [false; 64];
            // Ranks of the double step, counted from the side that made it: its end, the square
            // passed, its start.
            let rank = |own: usize| if black { own } else { 7 - own };
            if let Some(file) = pushed {
                let [to, over, from] = [3, 2, 1].map(|own| 8 * rank(own) + file);
                if [to, over, from].iter().all(|&square| board[square] == b'.') {
                    board[to] = if black { b'P' } else { b'p' };
                    [kept[over], kept[from]] = [true; 2];
                    passed = format!("{}{}", (b'a' + file as u8) as char, rank(2) + 1);
                }
            }
            for (square, man) in men {
                let is_pawn_at_home = man.eq_ignore_ascii_case(&b'p') && !(8..56).contains(&square);
                if board[square] == b'.' && !kept[square] && !is_pawn_at_home {
                    board[square] = man;
                }
            }
            let ranks = board.chunks(8).rev().map(|rank| {
                let squares = rank
                    .iter()
                    .map(|&man| if man == b'.' { '1' } else { man as char });
                squares.collect::<String>()
            });
            let ranks: Vec<String> = ranks.collect();
            let turn = if black { 'b' } else { 'w' };
            format!("{} {turn} {rights} {passed} 0 1", ranks.join("/"))
        })
    }
}

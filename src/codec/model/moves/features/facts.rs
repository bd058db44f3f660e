//! What judges are told of each legal move: up to eleven rows of the move layer, each for a
//! combination of small facts.
//!
//! Beyond what [quick facts](super::quick_facts) tell: how often origin and target are attacked and
//! defended, what the piece attacks and defends from its new square, what it stops defending, and
//! what stays in danger. No exchange is played out, and no replies are looked at.

use super::{
    Situation,
    groups::{Group, group},
    hanging::HangingPieces,
    moves::{Moves, pack, unpack},
    pawns::Pawns,
    reach::reach,
    scene::{MANNERS, NEARNESSES, Scene},
    tension::{AT_ORIGIN, AT_TARGET, Tension},
};
use crate::codec::model::moves::{
    board::{
        candidate::Candidates,
        squares::{bit, distances, king, role},
        view::{Attacks, View},
    },
    net::{
        arithmetic::Arithmetic,
        eight::{Eight, excess, has},
    },
    repetitions::mark,
    zobrist::piece_key,
};

/// Most rows of a move.
pub(crate) const ROWS: usize = 11;
/// The rows of one move; unused places hold row 0, which stands for no row.
pub(crate) type Rows = [u16; ROWS];

/// Where each group of rows begins.
mod row {
    use super::{AT_ORIGIN, AT_TARGET, MANNERS, NEARNESSES};

    /// Role, role captured, attackers and defenders of the target ([`AT_TARGET`]).
    pub(super) const STAKES: usize = 1;
    /// Role, attackers and defenders of the origin ([`AT_ORIGIN`]).
    pub(super) const ORIGIN: usize = STAKES + 6 * 7 * AT_TARGET;
    /// The [manner](super::Scene::manner) of the move.
    pub(super) const MANNER: usize = ORIGIN + 6 * AT_ORIGIN;
    /// The [nearness](super::Scene::nearness) to the opponent's last move, and whether the piece
    /// attacks that move's target from its new square.
    pub(super) const NEAR: usize = MANNER + MANNERS;
    /// Role, distance from the target to the opponent's king (8), how many more squares on and
    /// around that king the piece attacks than before (4).
    pub(super) const KING: usize = NEAR + NEARNESSES * 2;
    /// Role, the best piece newly attacked (7), whether another one is, too.
    pub(super) const ATTACK: usize = KING + 6 * 8 * 4;
    /// Role, the best attacked piece that loses its only defender (7), whether an own line piece
    /// attacks the origin, what the move does about a check (4: there is none, the king moves, the
    /// line is shut, the checking piece is captured).
    pub(super) const LOSS: usize = ATTACK + 6 * 7 * 2;
    /// All roles but pawns: role, change in the number of squares it can safely go to (9), distance
    /// moved (8), [pawns around](super::Facts::around) (4).
    pub(super) const PIECE: usize = LOSS + 6 * 7 * 2 * 4;
    /// Pawns: passed, attacking a pawn, protected by one, beside one, opposed on its file, rank.
    pub(super) const PAWN: usize = PIECE + 6 * 9 * 8 * 4;
    /// The best own piece in danger before the move and after it, role.
    pub(super) const DANGER: usize = PAWN + 2 * 2 * 2 * 2 * 2 * 8;
    /// Role, the best attacked piece newly defended (7), whether one of these was undefended
    /// before.
    pub(super) const DEFENCE: usize = DANGER + 7 * 7 * 6;
    /// The role promoted to.
    pub(super) const PROMOTION: usize = DEFENCE + 6 * 7 * 2;
    /// How often the position after the move has occurred before, 1 to 3.
    pub(super) const REPEATS: usize = PROMOTION + 5;
    /// Castling, by its side.
    pub(super) const CASTLE: usize = REPEATS + 4;
    pub(super) const END: usize = CASTLE + 2;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// The groups whose rows stand for several facts each.
pub(crate) const GROUPS: [Group; 11] = [
    Group::new(row::STAKES, row::ORIGIN, &[6, 7, 6, 3, 3, 2]),
    Group::new(row::ORIGIN, row::MANNER, &[6, 6, 3, 3]),
    Group::new(row::MANNER, row::NEAR, &[6, 4, 3, 3]),
    Group::new(row::NEAR, row::KING, &[6, 9, 2, 2, 2]),
    Group::new(row::KING, row::ATTACK, &[6, 8, 4]),
    Group::new(row::ATTACK, row::LOSS, &[6, 7, 2]),
    Group::new(row::LOSS, row::PIECE, &[6, 7, 2, 4]),
    Group::new(row::PIECE, row::PAWN, &[6, 9, 8, 4]),
    Group::new(row::PAWN, row::DANGER, &[2, 2, 2, 2, 2, 8]),
    Group::new(row::DANGER, row::DEFENCE, &[7, 7, 6]),
    Group::new(row::DEFENCE, row::PROMOTION, &[6, 7, 2]),
];

/// Fills `out` with the rows of every candidate. `meanwhile` is called at least once for each
/// candidate, while the board is looked at: the processor has time for other work then.
#[inline(always)]
pub(crate) fn describe<A: Arithmetic>(
    situation: &Situation<'_>,
    candidates: &Candidates,
    out: &mut Vec<Rows>,
    mut meanwhile: impl FnMut(),
) {
    out.resize(candidates.len(), [0; ROWS]);
    let facts = Facts::new::<A>(situation);
    for (words, out) in candidates.eights().iter().zip(out.chunks_mut(8)) {
        let moves = Moves::<A::Eight>::new(words);
        let mut before = moves.from.store();
        for square in &mut before {
            meanwhile();
            *square = situation.attacks.of[*square as usize & 63];
        }
        let rows = facts.rows(moves, A::Eight::load(&before));
        unpack(&rows, out);
    }
    mark_repetitions(situation, candidates, out);
}

/// What all moves of a position have in common.
struct Facts<'a> {
    view: &'a View,
    attacks: &'a Attacks,
    scene: Scene<'a>,
    pawns: Pawns,
    tension: Tension,
    hanging: HangingPieces,
    /// The square of the opponent's king with those around it, and the distance of each square to
    /// it.
    ring: u64,
    distances: &'static [u8; 64],
    /// By role: opponent's pieces that are worth more than it or undefended.
    prey: [u64; 8],
    /// The squares that count as safe to go to: no own piece stands there, and no opponent's pawn
    /// attacks them.
    safe: u64,
    /// Own pieces that are attacked, and those of them that are defended exactly once.
    attacked: u64,
    guarded_once: u64,
    /// The squares that own line pieces attack.
    lines: u64,
    /// The [ranks] of all pieces, as sets for their three bits.
    ranks: [u64; 3],
}

/// Eight moves; what their pieces attack after the move, what of that is new, and what they attack
/// before it.
struct Steps<E> {
    moves: Moves<E>,
    reach: E,
    fresh: E,
    before: E,
}

impl<'a> Facts<'a> {
    #[inline(always)]
    fn new<A: Arithmetic>(situation: &Situation<'a>) -> Facts<'a> {
        let &Situation { view, attacks, .. } = situation;
        let own_by = &attacks.own_by;
        let attacked = view.own & attacks.opp.once & !bit(view.king);
        Facts {
            view,
            attacks,
            scene: Scene::new(situation),
            pawns: Pawns::new(view, attacks),
            tension: Tension::new::<A>(view, attacks),
            hanging: HangingPieces::new(view, attacks),
            ring: king(view.opp_king) | bit(view.opp_king),
            distances: distances(view.opp_king),
            prey: prey(view, attacks),
            safe: !view.own & !attacks.opp_by[role::PAWN],
            attacked,
            guarded_once: attacked & attacks.own.once & !attacks.own.twice,
            lines: own_by[role::BISHOP] | own_by[role::ROOK] | own_by[role::QUEEN],
            ranks: ranks(view),
        }
    }

    /// The rows of eight moves, packed four to a word; `before` is what their pieces attack before
    /// the move.
    #[inline(always)]
    fn rows<E: Eight>(&self, moves: Moves<E>, before: E) -> [[u64; 8]; 3] {
        let reach = reach(&moves, self.view.occupied());
        let steps = Steps {
            moves,
            reach,
            fresh: reach.without(before),
            before,
        };
        let moves = &steps.moves;
        let target = self.tension.of(moves.to);
        let stakes = (moves.role.times(7) + moves.captured).times(AT_TARGET as u32);
        let origin = moves.role.times(AT_ORIGIN as u32) + self.tension.of(moves.from).at_origin();
        let manner = self.scene.manner(moves, target.is_attacked());
        [
            pack([
                group(row::STAKES, stakes + target.at_target(moves.pushes)),
                group(row::ORIGIN, origin),
                group(row::MANNER, manner),
                group(row::NEAR, self.near(&steps)),
            ]),
            pack([
                group(row::KING, self.king(&steps)),
                group(row::ATTACK, self.attack(&steps)),
                group(row::LOSS, self.loss(&steps)),
                moves.role.choose(
                    group(row::PIECE, self.piece(&steps)),
                    group(row::PAWN, self.pawn(moves)),
                ),
            ]),
            pack([
                self.danger(&steps),
                self.defence(&steps),
                rarity(moves),
                E::all(0),
            ]),
        ]
    }

    #[inline(always)]
    fn near<E: Eight>(&self, steps: &Steps<E>) -> E {
        let hits = (steps.reach & E::all(self.scene.at_last)).some();
        self.scene.nearness(&steps.moves).times(2) + hits
    }

    #[inline(always)]
    fn king<E: Eight>(&self, steps: &Steps<E>) -> E {
        let ring = E::all(self.ring);
        let more = excess((steps.reach & ring).count(), (steps.before & ring).count());
        let away = steps.moves.to.byte(self.distances);
        steps.moves.role.times(32) + away.times(4) + more.least(E::all(3))
    }

    #[inline(always)]
    fn attack<E: Eight>(&self, steps: &Steps<E>) -> E {
        let victims = steps.fresh & steps.moves.standing.item(&self.prey);
        let fork = (victims & (victims - E::all(1))).some();
        steps.moves.role.times(14) + best(&self.ranks, victims).times(2) + fork
    }

    #[inline(always)]
    fn loss<E: Eight>(&self, steps: &Steps<E>) -> E {
        let moves = &steps.moves;
        let guards = steps.before & E::all(self.guarded_once);
        let unguarded = best(&self.ranks, guards.without(steps.reach));
        let backed = has(E::all(self.lines), moves.from);
        let row = moves.role.times(56) + unguarded.times(8) + backed.times(4);
        if !self.scene.in_check {
            return row;
        }
        let nothing = moves.captured.equals(E::all(role::COUNT as u64));
        let by_others = E::all(3) - nothing;
        row + moves.is(role::KING).choose(E::all(1), by_others)
    }

    #[inline(always)]
    fn piece<E: Eight>(&self, steps: &Steps<E>) -> E {
        let safe = E::all(self.safe);
        let (now, then) = (steps.before & safe, steps.reach & safe);
        let change = excess(then.count() + E::all(8), now.count()).least(E::all(16));
        let role = steps.moves.role.times(9);
        let distance = distance(steps.moves.from, steps.moves.to);
        let row = (role + change.right(E::all(1))).times(8) + distance;
        row.times(4) + self.around(steps)
    }

    /// For a rook, whose pawns stand on its new file (4 cases); for a king, the number of own pawns
    /// beside it, 3 at most; else 0.
    #[inline(always)]
    fn around<E: Eight>(&self, steps: &Steps<E>) -> E {
        let moves = &steps.moves;
        let own = self.view.roles[role::PAWN] & self.view.own;
        let beside = (steps.reach & E::all(own)).count().least(E::all(3));
        let of_king = moves.is(role::KING).choose(beside, E::all(0));
        moves
            .is(role::ROOK)
            .choose(self.pawns.on_file(moves), of_king)
    }

    #[inline(always)]
    fn pawn<E: Eight>(&self, moves: &Moves<E>) -> E {
        let after = self.pawns.after(moves);
        let upper = after.passed.times(128) + after.lever.times(64) + after.protected.times(32);
        let lower = after.beside.times(16) + after.opposed.times(8);
        upper + lower + moves.to.right(E::all(3))
    }

    #[inline(always)]
    fn danger<E: Eight>(&self, steps: &Steps<E>) -> E {
        let moves = &steps.moves;
        match self.hanging.best() {
            0 => E::all(0),
            best => {
                let left = self
                    .hanging
                    .best_left(moves.at_from, moves.at_to, steps.reach);
                let first = row::DANGER + best * 7 * 6;
                E::all(first as u64) + left.times(6) + moves.role
            }
        }
    }

    #[inline(always)]
    fn defence<E: Eight>(&self, steps: &Steps<E>) -> E {
        let defended = steps.fresh & E::all(self.attacked);
        let loose = defended.without(E::all(self.attacks.own.once)).some();
        let row = steps.moves.role.times(14) + best(&self.ranks, defended).times(2) + loose;
        defended.choose(row + E::all(row::DEFENCE as u64), E::all(0))
    }
}

/// The row for what few moves do: promotions and castling. [`mark_repetitions`] adds repetitions.
#[inline(always)]
fn rarity<E: Eight>(moves: &Moves<E>) -> E {
    let promotion = moves.promotion + E::all(row::PROMOTION as u64);
    let castle = moves.castles_short() + E::all(row::CASTLE as u64);
    let castle = moves.castles.choose(castle, E::all(0));
    moves.promotion.choose(promotion, castle)
}

/// The distance from one square to another, in king's steps.
#[inline(always)]
fn distance<E: Eight>(a: E, b: E) -> E {
    let apart = |a: E, b: E| a.most(b) - a.least(b);
    let files = apart(a & E::all(7), b & E::all(7));
    files.most(apart(a.right(E::all(3)), b.right(E::all(3))))
}

/// The place among a move's rows of the row for what few moves do.
const RARITY: usize = ROWS - 1;

/// Sets the row of moves that repeat a position.
#[inline(always)]
fn mark_repetitions(situation: &Situation<'_>, candidates: &Candidates, out: &mut [Rows]) {
    let context = situation.context;
    let marks = context.marks();
    if marks == 0 {
        return;
    }
    let here = context.placement(situation.position);
    let view = situation.view;
    for (c, rows) in candidates.iter().zip(out) {
        let role = c.role();
        if c.castles() || c.captures() || role == role::PAWN {
            continue;
        }
        let piece = role + if view.black { 6 } else { 0 };
        let [left, reached] =
            [c.from(), c.to()].map(|square| piece_key(piece, view.absolute(square)));
        let key = here ^ left ^ reached;
        if marks & mark(key) == 0 {
            continue;
        }
        if let times @ 1.. = context.occurrences(key) {
            rows[RARITY] = (row::REPEATS + times.min(3)) as u16;
        }
    }
}

/// By role: opponent's pieces that are worth more than it or undefended.
#[inline(always)]
fn prey(view: &View, attacks: &Attacks) -> [u64; 8] {
    let [_, knights, bishops, rooks, queens, _] = view.roles;
    let loose = !attacks.opp.once;
    let heavy = rooks | queens;
    [knights | bishops | heavy, heavy, heavy, queens, 0, 0, 0, 0]
        .map(|worth_more| (worth_more | loose) & view.opp & !bit(view.opp_king))
}

/// The rank of each piece but the kings, which is 1 + its role, as sets for its three bits.
#[inline(always)]
fn ranks(view: &View) -> [u64; 3] {
    let [pawns, knights, bishops, rooks, queens, _] = view.roles;
    [pawns | bishops | queens, knights | bishops, rooks | queens]
}

/// The highest rank among the pieces of `set`; an empty set has 0.
#[inline(always)]
fn best<E: Eight>(ranks: &[u64; 3], set: E) -> E {
    let mut left = set;
    let mut found = E::all(0);
    for &bits in ranks.iter().rev() {
        let higher = left & E::all(bits);
        found = found + found + higher.some();
        left = higher.choose(higher, left);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Rules, setup::position_of_fen};
    use crate::codec::model::moves::board::{candidate::Candidate, generate::legal_moves};
    use crate::codec::model::moves::context::{GameContext, Speed};
    use crate::codec::model::moves::net::arithmetic::Plain;
    use proptest::{prelude::*, sample::Index};

    fn rows_of(position: &Position, context: &GameContext) -> Vec<(Candidate, Rows)> {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        let (mut candidates, mut rows) = (Candidates::default(), Vec::new());
        legal_moves::<Plain>(&view, &attacks, &mut candidates);
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context,
            position,
        };
        describe::<Plain>(&situation, &candidates, &mut rows, || ());
        candidates.iter().zip(rows).collect()
    }

    /// Asserts that the row in each place belongs to the group of that place; the last three places
    /// may be empty.
    fn assert_in_their_groups(rows: &Rows) {
        let shapes = row::PIECE..row::DANGER;
        let groups = [
            row::STAKES..row::ORIGIN,
            row::ORIGIN..row::MANNER,
            row::MANNER..row::NEAR,
            row::NEAR..row::KING,
            row::KING..row::ATTACK,
            row::ATTACK..row::LOSS,
            row::LOSS..row::PIECE,
            shapes,
            row::DANGER..row::DEFENCE,
            row::DEFENCE..row::PROMOTION,
            row::PROMOTION..row::END,
        ];
        for (place, (&row, group)) in rows.iter().zip(groups).enumerate() {
            let nothing = row == 0 && place >= 8;
            assert!(
                nothing || group.contains(&usize::from(row)),
                "{place}: {row}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_row_is_of_its_group(picks in prop::collection::vec(any::<Index>(), 1..150), start in 0usize..3) {
            let starts: [&[u8]; 3] = [
                b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
                b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                b"8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
            ];
            let mut position = position_of_fen(starts[start]).unwrap();
            let mut context = GameContext::new([0; 2], Speed::Unknown);
            for pick in picks {
                let moves = rows_of(&position, &context);
                if moves.is_empty() {
                    break;
                }
                moves.iter().for_each(|(_, rows)| assert_in_their_groups(rows));
                let m = moves[pick.index(moves.len())].0.to_move(&View::new(&position));
                context.advance(&position, m);
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn a_fork_is_seen() {
        let position = position_of_fen(b"4k3/8/8/2q5/5r2/8/8/1N2K3 w - - 0 1").unwrap();
        let context = GameContext::new([0; 2], Speed::Unknown);
        let moves = rows_of(&position, &context);
        let to_d2 = moves
            .iter()
            .find(|(c, _)| c.to() == 11)
            .map(|(_, rows)| rows[5]);
        let nothing = row::ATTACK + role::KNIGHT * 14;
        assert_eq!(to_d2.map(usize::from), Some(nothing));
        let position = position_of_fen(b"4k3/8/8/2q5/5r2/8/1N6/4K3 w - - 0 1").unwrap();
        let moves = rows_of(&position, &context);
        let to_d3 = moves
            .iter()
            .find(|(c, _)| c.to() == 19)
            .map(|(_, rows)| rows[5]);
        assert_eq!(
            to_d3.map(usize::from),
            Some(nothing + (1 + role::QUEEN) * 2 + 1)
        );
    }
}

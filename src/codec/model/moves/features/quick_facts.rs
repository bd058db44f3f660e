//! What the quick network is told of each legal move: up to six rows of the move layer, each for a
//! combination of small facts that take a few instructions. [`facts`](super::facts) are what takes
//! more.

use super::{
    Situation,
    groups::{Group, group},
    moves::{Moves, pack, unpack},
    pawns::Pawns,
    scene::{MANNERS, NEARNESSES, Scene},
    steps::around,
};
use crate::codec::model::moves::{
    board::{
        candidate::Candidates,
        squares::{Squares, bit, distances, knight, role},
        view::{Attacks, View},
    },
    net::{
        arithmetic::Arithmetic,
        eight::{Eight, has},
    },
};

/// Most rows of a move; unused places hold row 0, which stands for no row.
pub(crate) const ROWS: usize = 6;

/// Where each group of rows begins.
mod row {
    use super::{MANNERS, NEARNESSES};

    /// Role, role captured, how the origin is attacked and defended (6), how the target is (32).
    pub(super) const STAKES: usize = 1;
    /// The [manner](super::Scene::manner) of the move.
    pub(super) const MANNER: usize = STAKES + 6 * 7 * 6 * 32;
    /// The [nearness](super::Scene::nearness) to the opponent's last move.
    pub(super) const NEAR: usize = MANNER + MANNERS;
    /// Role, distance from the target to the opponent's king, whether the mover is in check.
    pub(super) const KING: usize = NEAR + NEARNESSES;
    /// Role, the best own piece in danger, what the move does about it (3).
    pub(super) const DANGER: usize = KING + 6 * 8 * 2;
    /// Pawns: rank, passed, attacking a pawn, protected by one.
    pub(super) const PAWN: usize = DANGER + 6 * 7 * 3;
    /// Knights: more valuable or undefended pieces attacked from the target (3).
    pub(super) const KNIGHT: usize = PAWN + 8 * 2 * 2 * 2;
    /// Rooks: whose pawns stand on the file moved to.
    pub(super) const ROOK: usize = KNIGHT + 3;
    /// Kings: own pawns beside the target (4).
    pub(super) const SHIELD: usize = ROOK + 4;
    pub(super) const END: usize = SHIELD + 4;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// The groups whose rows stand for several facts each.
pub(crate) const GROUPS: [Group; 6] = [
    Group::new(row::STAKES, row::MANNER, &[6, 7, 6, 32]),
    Group::new(row::MANNER, row::NEAR, &[6, 4, 3, 3]),
    Group::new(row::NEAR, row::KING, &[6, 9, 2, 2]),
    Group::new(row::KING, row::DANGER, &[6, 8, 2]),
    Group::new(row::DANGER, row::PAWN, &[6, 7, 3]),
    Group::new(row::PAWN, row::KNIGHT, &[8, 2, 2, 2]),
];

/// The rows of one move.
pub(crate) type Rows = [u16; ROWS];

/// Fills `out` with the rows of every candidate.
#[inline(always)]
pub(crate) fn describe<A: Arithmetic>(
    situation: &Situation<'_>,
    candidates: &Candidates,
    out: &mut Vec<Rows>,
) {
    out.resize(candidates.len(), [0; ROWS]);
    let facts = QuickFacts::new(situation);
    for (words, out) in candidates.eights().iter().zip(out.chunks_mut(8)) {
        let rows = facts.rows::<A::Eight>(&Moves::new(words));
        unpack(&rows, out);
    }
}

/// What all moves of a position have in common.
struct QuickFacts<'a> {
    view: &'a View,
    attacks: &'a Attacks,
    scene: Scene<'a>,
    pawns: Pawns,
    /// The distance of each square to the opponent's king.
    distances: &'static [u8; 64],
    /// By role: what opponent's pieces worth less than it attack, and those worth as much.
    below: [u64; 8],
    equal: [u64; 8],
    /// 1 + the role of the best own pieces in danger (0 where none are), the squares of these
    /// pieces, and the opponent's pieces that attack them and are attacked.
    best_rank: usize,
    endangered: u64,
    hunters: u64,
    /// Squares from which a knight attacks at least one, and at least two, pieces that are more
    /// valuable or undefended.
    fork: [u64; 2],
}

impl<'a> QuickFacts<'a> {
    #[inline(always)]
    fn new(situation: &Situation<'a>) -> QuickFacts<'a> {
        let &Situation { view, attacks, .. } = situation;
        let minors = attacks.opp_minors();
        let [pawns, _, _, rooks, queens, kings] = attacks.opp_by;
        let (best_rank, endangered) = endangered(view, attacks);
        let hunted = Squares(view.opp & attacks.own.once);
        QuickFacts {
            view,
            attacks,
            scene: Scene::new(situation),
            pawns: Pawns::new(view, attacks),
            distances: distances(view.opp_king),
            below: attacks.opp_below,
            equal: [pawns, minors, minors, rooks, queens, kings, 0, 0],
            best_rank,
            endangered,
            hunters: attacking(attacks, hunted, endangered),
            fork: forks(view, attacks),
        }
    }

    /// The rows of eight moves, packed four to a word.
    #[inline(always)]
    fn rows<E: Eight>(&self, moves: &Moves<E>) -> [[u64; 8]; 2] {
        let met = has(E::all(self.attacks.opp.once), moves.to);
        [
            pack([
                group(row::STAKES, self.stakes(moves, met)),
                group(row::MANNER, self.scene.manner(moves, met)),
                group(row::NEAR, self.scene.nearness(moves)),
                group(row::KING, self.king(moves)),
            ]),
            pack([self.danger(moves), self.shape(moves), E::all(0), E::all(0)]),
        ]
    }

    #[inline(always)]
    fn stakes<E: Eight>(&self, moves: &Moves<E>, met: E) -> E {
        let attacks = self.attacks;
        let (from, to) = (moves.from, moves.to);
        let below = moves.role.item(&self.below);
        let attacked = has(E::all(attacks.opp.once), from);
        let origin = (attacked + (attacked & has(below, from))).times(2);
        let origin = origin + has(E::all(attacks.own.once), from);
        let support = moves
            .pushes
            .choose(E::all(attacks.own.once), E::all(attacks.own.twice));
        let target = met
            | has(E::all(attacks.opp_by[role::PAWN]), to).times(2)
            | has(below, to).times(4)
            | has(moves.role.item(&self.equal), to).times(8)
            | has(support, to).times(16);
        ((moves.role.times(7) + moves.captured).times(6) + origin).times(32) + target
    }

    #[inline(always)]
    fn king<E: Eight>(&self, moves: &Moves<E>) -> E {
        let steps = moves.to.byte(self.distances);
        let in_check = E::all(u64::from(self.scene.in_check));
        moves.role.times(16) + steps.times(2) + in_check
    }

    /// Role, best piece in danger, and what the move does about it: nothing (0), it moves such a
    /// piece (1), it captures an attacker (2).
    #[inline(always)]
    fn danger<E: Eight>(&self, moves: &Moves<E>) -> E {
        if self.best_rank == 0 {
            return E::all(0);
        }
        let captures = has(E::all(self.hunters), moves.to).times(2);
        let help = has(E::all(self.endangered), moves.from).choose(E::all(1), captures);
        let first = row::DANGER + self.best_rank * 3;
        E::all(first as u64) + moves.role.times(21) + help
    }

    #[inline(always)]
    fn shape<E: Eight>(&self, moves: &Moves<E>) -> E {
        let own = self.view.roles[role::PAWN] & self.view.own;
        let after = self.pawns.after(moves);
        let pawn = moves.to & E::all(56);
        let pawn = pawn + after.passed.times(4) + after.lever.times(2) + after.protected;
        let [once, twice] = self.fork.map(|set| has(E::all(set), moves.to));
        let rook = self.pawns.on_file(moves);
        let shield = (around(moves.at_to) & E::all(own)).count();
        let king = group(row::SHIELD, shield.least(E::all(3)));
        let king = moves.castles.choose(E::all(0), king);
        let others = moves.is(role::KING).choose(king, E::all(0));
        let others = moves.is(role::ROOK).choose(group(row::ROOK, rook), others);
        let others = moves
            .is(role::KNIGHT)
            .choose(group(row::KNIGHT, once + twice), others);
        moves.role.choose(others, group(row::PAWN, pawn))
    }
}

/// Those of `squares` whose pieces attack something in `set`.
#[inline(always)]
fn attacking(attacks: &Attacks, squares: Squares, set: u64) -> u64 {
    let mut found = 0;
    if set != 0 {
        for square in squares {
            if attacks.of[square & 63] & set != 0 {
                found |= bit(square);
            }
        }
    }
    found
}

/// The squares from which a knight attacks at least one, and at least two, opponent's pieces that
/// are more valuable or undefended; the king does not count.
#[inline(always)]
pub(crate) fn forks(view: &View, attacks: &Attacks) -> [u64; 2] {
    let better = view.roles[role::ROOK] | view.roles[role::QUEEN];
    let prey = view.opp & (better | !attacks.opp.once) & !bit(view.opp_king);
    let (mut once, mut twice) = (0, 0);
    for square in Squares(prey) {
        twice |= once & knight(square);
        once |= knight(square);
    }
    [once, twice]
}

/// 1 + the role of the best own pieces that are attacked by pieces worth less, or attacked and
/// undefended; and the squares of these pieces.
#[inline(always)]
fn endangered(view: &View, attacks: &Attacks) -> (usize, u64) {
    for r in (0..role::KING).rev() {
        let set = view.roles[r] & view.own & attacks.endangering(r);
        if set != 0 {
            return (r + 1, set);
        }
    }
    (0, 0)
}

//! What can be told about a legal move at a glance: a handful of rows of one table, each a combination of small facts that take a
//! few instructions. What takes more is told in [`facts`](super::facts).

use super::{
    Situation,
    pawns::Pawn,
    scene::{MANNERS, NEARNESSES, Scene},
};
use crate::codec::model::moves::board::{
    generate::{Candidate, Kind},
    squares::{FILE_A, at, bit, distance, king, knight, role},
    view::{Attacks, View},
};

/// Rows that a move has at most; unused places, of the last three, hold row 0, which stands for none.
pub(crate) const ROWS: usize = 6;

/// Where each group of rows begins.
mod row {
    use super::{MANNERS, NEARNESSES};

    /// Role, piece captured, how the origin is attacked and defended (6), how the target is (32).
    pub(super) const STAKES: usize = 1;
    /// The [manner](super::Scene::manner) of the move.
    pub(super) const MANNER: usize = STAKES + 6 * 7 * 6 * 32;
    /// [Where](super::Scene::nearness) the opponent moved.
    pub(super) const NEAR: usize = MANNER + MANNERS;
    /// Role, steps from the target to the opponent's king, whether the mover is in check.
    pub(super) const KING: usize = NEAR + NEARNESSES;
    /// Role, the best own piece in danger, what the move does about it (3).
    pub(super) const DANGER: usize = KING + 6 * 8 * 2;
    /// Pawns: rank, passed, attacking a pawn, protected by one.
    pub(super) const PAWN: usize = DANGER + 6 * 7 * 3;
    /// Knights: better or undefended pieces attacked from the target (3).
    pub(super) const KNIGHT: usize = PAWN + 8 * 2 * 2 * 2;
    /// Rooks: own and opponent's pawns on the file.
    pub(super) const ROOK: usize = KNIGHT + 3;
    /// Kings: own pawns beside the target (4).
    pub(super) const SHIELD: usize = ROOK + 4;
    pub(super) const END: usize = SHIELD + 4;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// What all moves of a position have in common.
pub(crate) struct Glance<'a> {
    view: &'a View,
    attacks: &'a Attacks,
    scene: Scene<'a>,
    /// By role: what opponent's pieces worth as much attack.
    equal: [u64; 6],
    /// 1 + the role of the best own pieces that can be taken at a profit, and those pieces; 0 where none is.
    worst: usize,
    endangered: u64,
    /// Opponent's pieces that a knight would like to attack.
    prey: u64,
}

impl<'a> Glance<'a> {
    #[inline(always)]
    pub(crate) fn new(situation: &Situation<'a>) -> Glance<'a> {
        let &Situation { view, attacks, .. } = situation;
        let minors = attacks.opp_by[role::KNIGHT] | attacks.opp_by[role::BISHOP];
        let mut equal = attacks.opp_by;
        equal[role::KNIGHT] = minors;
        equal[role::BISHOP] = minors;
        let (worst, endangered) = endangered(view, attacks);
        let better = view.roles[role::ROOK] | view.roles[role::QUEEN];
        Glance {
            view,
            attacks,
            scene: Scene::new(situation),
            equal,
            worst,
            endangered,
            prey: view.opp & (better | !attacks.opp) & !bit(view.opp_king),
        }
    }

    /// The rows of one move.
    #[inline(always)]
    pub(crate) fn rows(&self, c: &Candidate) -> [u16; ROWS] {
        let (from, to) = (usize::from(c.from & 63), usize::from(c.to & 63));
        let role = usize::from(c.role);
        let attacks = self.attacks;
        let attacked = at(attacks.opp, from);
        let origin =
            2 * (attacked + (attacked & at(attacks.opp_below[role], from))) + at(attacks.own, from);
        let pushes = role == role::PAWN && from & 7 == to & 7;
        let support = if pushes {
            attacks.own
        } else {
            attacks.own_twice
        };
        let met = at(attacks.opp, to);
        let target = met
            | at(attacks.opp_by[role::PAWN], to) << 1
            | at(attacks.opp_below[role], to) << 2
            | at(self.equal[role], to) << 3
            | at(support, to) << 4;
        let stakes = ((role * 7 + usize::from(c.captured)) * 6 + origin) * 32 + target;

        let manner = self.scene.manner((role, c.standing()), (from, to), met);
        let king =
            (role * 8 + distance(to, self.view.opp_king)) * 2 + usize::from(self.scene.in_check);
        let danger = if self.worst == 0 {
            0
        } else {
            row::DANGER + (role * 7 + self.worst) * 3 + self.help(from, to)
        };
        [
            (row::STAKES + stakes) as u16,
            (row::MANNER + manner) as u16,
            (row::NEAR + self.scene.nearness(role, (from, to))) as u16,
            (row::KING + king) as u16,
            danger as u16,
            self.shape(c, from, to, role) as u16,
        ]
    }

    /// What a move does about the pieces in danger: nothing (0), it moves one (1), it captures an attacker (2).
    #[inline(always)]
    fn help(&self, from: usize, to: usize) -> usize {
        if self.endangered >> from & 1 != 0 {
            1
        } else if self.view.opp >> to & 1 != 0 && self.attacks.of[to] & self.endangered != 0 {
            2
        } else {
            0
        }
    }

    #[inline(always)]
    fn shape(&self, c: &Candidate, from: usize, to: usize, role: usize) -> usize {
        let view = self.view;
        let pawns = view.roles[role::PAWN];
        match role {
            role::PAWN => {
                let pawn = Pawn::new(view, from, to);
                let [passed, lever, protected] =
                    [pawn.passed, pawn.lever, pawn.protected].map(usize::from);
                row::PAWN + (((to >> 3) * 2 + passed) * 2 + lever) * 2 + protected
            }
            role::KNIGHT => row::KNIGHT + (knight(to) & self.prey).count_ones().min(2) as usize,
            role::ROOK => {
                let file = FILE_A << (to & 7) & pawns;
                let state =
                    2 * usize::from(file & view.own != 0) + usize::from(file & view.opp != 0);
                row::ROOK + state
            }
            role::KING if c.kind == Kind::Plain => {
                row::SHIELD + (king(to) & pawns & view.own).count_ones().min(3) as usize
            }
            _ => 0,
        }
    }
}

/// 1 + the role of the best own pieces that are attacked by cheaper ones or not defended, and those pieces.
#[inline(always)]
fn endangered(view: &View, attacks: &Attacks) -> (usize, u64) {
    let loose = attacks.opp & !attacks.own;
    for r in (0..role::KING).rev() {
        let set = view.roles[r] & view.own & (attacks.opp_below[r] | loose);
        if set != 0 {
            return (r + 1, set);
        }
    }
    (0, 0)
}

//! What can be told about a legal move at a glance: a handful of rows of one table, each a combination of small facts that take a
//! few instructions. What takes more is told in [`facts`](super::facts).

use super::{
    Situation,
    pawns::Pawn,
    scene::{checking_squares, discoverers, turned},
};
use crate::codec::model::moves::{
    board::{
        generate::{Candidate, Kind, checkers},
        squares::{FILE_A, bit, distance, king, knight, line, role},
        view::{Attacks, View},
    },
    context::Past,
};

/// Rows that a move has at most; unused places, of the last three, hold row 0, which stands for none.
pub(crate) const ROWS: usize = 6;

/// Where each group of rows begins.
mod row {
    /// Role, piece captured, how the origin is attacked and defended (6), how the target is (32).
    pub(super) const STAKES: usize = 1;
    /// Role, check (4), relation to the own last move (3), to the target of the opponent's (3).
    pub(super) const MANNER: usize = STAKES + 6 * 7 * 6 * 32;
    /// Role, steps to where the opponent moved (8, or 9th: nowhere), whether that captured, whether the piece that moved attacks the origin.
    pub(super) const NEAR: usize = MANNER + 6 * 4 * 3 * 3;
    /// Role, steps from the target to the opponent's king, whether the mover is in check.
    pub(super) const KING: usize = NEAR + 6 * 9 * 2 * 2;
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
    /// By role: what opponent's pieces worth as much attack.
    equal: [u64; 6],
    /// Squares from which each role would give check.
    checks: [u64; 6],
    discoverers: u64,
    in_check: usize,
    /// The opponent's last move, and what its piece attacks.
    last: Option<Past>,
    hits: u64,
    own_last: Option<Past>,
    /// 1 + the role of the best own pieces that can be taken at a profit, and those pieces; 0 where none is.
    worst: usize,
    endangered: u64,
    /// Opponent's pieces that a knight would like to attack.
    prey: u64,
}

impl<'a> Glance<'a> {
    #[inline(always)]
    pub(crate) fn new(situation: &Situation<'a>) -> Glance<'a> {
        let &Situation {
            view,
            attacks,
            context,
            ..
        } = situation;
        let last = turned(context.past[0], view);
        let minors = attacks.opp_by[role::KNIGHT] | attacks.opp_by[role::BISHOP];
        let mut equal = attacks.opp_by;
        equal[role::KNIGHT] = minors;
        equal[role::BISHOP] = minors;
        let (worst, endangered) = endangered(view, attacks);
        let better = view.roles[role::ROOK] | view.roles[role::QUEEN];
        Glance {
            view,
            attacks,
            equal,
            checks: checking_squares(view),
            discoverers: discoverers(view),
            in_check: usize::from(checkers(view) != 0),
            hits: last.map_or(0, |past| attacks.of[usize::from(past.to)]),
            last,
            own_last: turned(context.past[1], view),
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

        let standing = if c.promotion != 0 {
            usize::from(c.promotion)
        } else {
            role
        };
        let check = self.check(from, to, standing, met);
        let own = match self.own_last {
            Some(own) if usize::from(own.to) == from => {
                1 + usize::from(usize::from(own.from) == to)
            }
            _ => 0,
        };
        let took = usize::from(
            self.last
                .is_some_and(|last| usize::from(last.captured) != role::COUNT),
        );
        let (steps, recaptures) = match self.last {
            Some(last) if usize::from(last.to) == to => (0, 1 + took),
            Some(last) => (distance(to, usize::from(last.to)), 0),
            None => (8, 0),
        };
        let manner = ((role * 4 + check) * 3 + own) * 3 + recaptures;
        let near = ((role * 9 + steps) * 2 + took) * 2 + at(self.hits, from);
        let king = (role * 8 + distance(to, self.view.opp_king)) * 2 + self.in_check;
        let danger = if self.worst == 0 {
            0
        } else {
            row::DANGER + (role * 7 + self.worst) * 3 + self.help(from, to)
        };
        [
            (row::STAKES + stakes) as u16,
            (row::MANNER + manner) as u16,
            (row::NEAR + near) as u16,
            (row::KING + king) as u16,
            danger as u16,
            self.shape(c, from, to, role) as u16,
        ]
    }

    #[inline(always)]
    fn check(&self, from: usize, to: usize, standing: usize, met: usize) -> usize {
        if self.discoverers >> from & 1 != 0 && line(from, self.view.opp_king) & bit(to) == 0 {
            return 3;
        }
        let direct = (self.checks[standing] >> to & 1) as usize;
        direct * (1 + met)
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

/// Whether a square is in a set, as a number.
#[inline(always)]
fn at(set: u64, square: usize) -> usize {
    (set >> (square & 63) & 1) as usize
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

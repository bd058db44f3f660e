//! What all moves of a position have in common, whoever looks at them.

use super::Situation;
use crate::codec::model::moves::{
    board::{
        squares::{
            Squares, at, between, bishop, bit, distance, knight, line, pawns_down, role, rook,
        },
        view::View,
    },
    context::Past,
};

/// How many numbers [`Scene::manner`] may give.
pub(super) const MANNERS: usize = 6 * 4 * 3 * 3;
/// How many numbers [`Scene::nearness`] may give.
pub(super) const NEARNESSES: usize = 6 * 9 * 2 * 2;

/// What checks there may be, and the last moves.
pub(super) struct Scene<'a> {
    view: &'a View,
    /// Squares from which each role would give check.
    checks: [u64; 6],
    /// Own pieces that shut a line from an own piece to the opponent's king.
    discoverers: u64,
    pub(super) in_check: bool,
    /// The opponent's last move, whether it captured, and what its piece attacks.
    pub(super) last: Option<Past>,
    took: usize,
    hits: u64,
    own_last: Option<Past>,
}

impl<'a> Scene<'a> {
    #[inline(always)]
    pub(super) fn new(situation: &Situation<'a>) -> Scene<'a> {
        let &Situation {
            view,
            attacks,
            context,
            ..
        } = situation;
        let last = turned(context.past[0], view);
        Scene {
            view,
            checks: checking_squares(view),
            discoverers: discoverers(view),
            in_check: attacks.in_check(view),
            took: usize::from(last.is_some_and(|m| usize::from(m.captured) != role::COUNT)),
            hits: last.map_or(0, |m| attacks.of[usize::from(m.to)]),
            last,
            own_last: turned(context.past[1], view),
        }
    }

    /// Role, check (4: none, direct, onto an attacked square, discovered), relation to the own last move (3), to the target of the opponent's (3). The piece is of the role
    /// `standing` afterwards; `met` is 1 where the opponent attacks the target.
    #[inline(always)]
    pub(super) fn manner(
        &self,
        (role, standing): (usize, usize),
        (from, to): (usize, usize),
        met: usize,
    ) -> usize {
        let discovers =
            at(self.discoverers, from) != 0 && line(from, self.view.opp_king) & bit(to) == 0;
        let check = if discovers {
            3
        } else {
            at(self.checks[standing], to) * (1 + met)
        };
        let own = match self.own_last {
            Some(own) if usize::from(own.to) == from => {
                1 + usize::from(usize::from(own.from) == to)
            }
            _ => 0,
        };
        let recaptures = match self.last {
            Some(last) if usize::from(last.to) == to => 1 + self.took,
            _ => 0,
        };
        ((role * 4 + check) * 3 + own) * 3 + recaptures
    }

    /// Role, steps to where the opponent moved (8, or 9th: nowhere), whether that captured, whether the piece that moved attacks the origin.
    #[inline(always)]
    pub(super) fn nearness(&self, role: usize, (from, to): (usize, usize)) -> usize {
        let steps = self
            .last
            .map_or(8, |last| distance(to, usize::from(last.to)));
        ((role * 9 + steps) * 2 + self.took) * 2 + at(self.hits, from)
    }
}

/// A move made before, its squares as the mover sees them.
#[inline(always)]
fn turned(past: Option<Past>, view: &View) -> Option<Past> {
    past.map(|m| Past {
        from: view.absolute(usize::from(m.from & 63)) as u8,
        to: view.absolute(usize::from(m.to & 63)) as u8,
        ..m
    })
}

/// By role: from where it would give check.
#[inline(always)]
fn checking_squares(view: &View) -> [u64; 6] {
    let diagonal = bishop(view.opp_king, view.occupied());
    let straight = rook(view.opp_king, view.occupied());
    [
        pawns_down(bit(view.opp_king)),
        knight(view.opp_king),
        diagonal,
        straight,
        diagonal | straight,
        0,
    ]
}

/// Own pieces that shut a line from an own piece to the opponent's king.
#[inline(always)]
fn discoverers(view: &View) -> u64 {
    let queens = view.roles[role::QUEEN];
    let snipers = view.own
        & (bishop(view.opp_king, 0) & (view.roles[role::BISHOP] | queens)
            | rook(view.opp_king, 0) & (view.roles[role::ROOK] | queens));
    let mut found = 0;
    for sniper in Squares(snipers) {
        let blockers = between(view.opp_king, sniper) & view.occupied();
        if blockers & blockers.wrapping_sub(1) == 0 {
            found |= blockers & view.own;
        }
    }
    found
}

//! What all moves of a position have in common, for both kinds of networks: where checks are
//! possible, and the last moves.

use super::{Situation, moves::Moves};
use crate::codec::model::moves::{
    board::{
        squares::{Squares, bishop, bit, distances, knight, line, pawns_down, role, rook},
        view::View,
    },
    net::eight::{Eight, has},
};

/// How many numbers [`Scene::manner`] may give.
pub(super) const MANNERS: usize = 6 * 4 * 3 * 3;
/// How many numbers [`Scene::nearness`] may give.
pub(super) const NEARNESSES: usize = 6 * 9 * 2 * 2;

/// Where checks are possible, and the last moves.
pub(super) struct Scene<'a> {
    view: &'a View,
    /// By role: squares from which it would give check directly.
    checks: [u64; 8],
    /// Own pieces that shut the line of another own piece to the opponent's king: they can give
    /// discovered check.
    discoverers: u64,
    pub(super) in_check: bool,
    /// The target of the opponent's last move, as a square and as a set; whether it captured; and
    /// what its piece attacks.
    last: u64,
    pub(super) at_last: u64,
    took: u64,
    hits: u64,
    /// The distance of each square to that target, in king's steps; 8 where there is none.
    steps: &'static [u8; 64],
    /// Origin and target of the own last move.
    own_from: u64,
    own_to: u64,
}

/// Stands for a square where there is none.
const NOWHERE: u64 = 64;

impl<'a> Scene<'a> {
    #[inline(always)]
    pub(super) fn new(situation: &Situation<'a>) -> Scene<'a> {
        let &Situation {
            view,
            attacks,
            context,
            ..
        } = situation;
        let last = context.past[0].map(|m| m.turned(view));
        let own = context.past[1].map(|m| m.turned(view));
        let took = last.is_some_and(|m| usize::from(m.captured) != role::COUNT);
        Scene {
            view,
            checks: checking_squares(view),
            discoverers: view.shields(view.opp_king, view.own),
            in_check: attacks.in_check(view),
            last: last.map_or(NOWHERE, |m| u64::from(m.to)),
            at_last: last.map_or(0, |m| bit(usize::from(m.to))),
            took: u64::from(took),
            hits: last.map_or(0, |m| attacks.of[usize::from(m.to & 63)]),
            steps: last.map_or(&[8; 64], |m| distances(usize::from(m.to))),
            own_from: own.map_or(NOWHERE, |m| u64::from(m.from)),
            own_to: own.map_or(NOWHERE, |m| u64::from(m.to)),
        }
    }

    /// The number of a move by role, check (4: none, direct, direct onto an attacked square,
    /// discovered), own last move (3: of another piece, of this one, taken back) and the opponent's
    /// last move (3: other target, same target, recapture). `met` is 1 where the opponent attacks
    /// the target.
    #[inline(always)]
    pub(super) fn manner<E: Eight>(&self, moves: &Moves<E>, met: E) -> E {
        let direct = has(moves.standing.item(&self.checks), moves.to).left(met);
        let discovers = self.opens(moves.from) & moves.at_to;
        let check = discovers.choose(E::all(3), direct);
        let again = moves.from.equals(E::all(self.own_to));
        let own = again + (again & moves.to.equals(E::all(self.own_from)));
        let recaptures = moves.to.equals(E::all(self.last)).left(E::all(self.took));
        moves.role.times(36) + check.times(9) + own.times(3) + recaptures
    }

    /// The squares to which the pieces on `from` must go to open a line from an own piece to the
    /// opponent's king; empty for pieces that shut none.
    #[inline(always)]
    fn opens<E: Eight>(&self, from: E) -> E {
        let mut opens = E::all(0);
        for square in Squares(self.discoverers) {
            let off_the_line = !line(square, self.view.opp_king);
            let here = from.equals(E::all(square as u64));
            opens = here.choose(E::all(off_the_line), opens);
        }
        opens
    }

    /// The number of a move by role, distance from its target to that of the opponent's last move
    /// (9, the last for none), whether that captured, and whether the piece that made it attacks
    /// the origin.
    #[inline(always)]
    pub(super) fn nearness<E: Eight>(&self, moves: &Moves<E>) -> E {
        let steps = moves.to.byte(self.steps);
        let hit = has(E::all(self.hits), moves.from);
        moves.role.times(36) + steps.times(4) + (hit + E::all(2 * self.took))
    }
}

/// By role: squares from which it would give check directly.
#[inline(always)]
pub(crate) fn checking_squares(view: &View) -> [u64; 8] {
    let diagonal = bishop(view.opp_king, view.occupied());
    let straight = rook(view.opp_king, view.occupied());
    [
        pawns_down(bit(view.opp_king)),
        knight(view.opp_king),
        diagonal,
        straight,
        diagonal | straight,
        0,
        0,
        0,
    ]
}

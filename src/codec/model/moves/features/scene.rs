//! What all moves of a position have in common, and all moves of one piece.

use super::{
    Situation,
    exchange::{self, Exchanges},
};
use crate::codec::model::moves::{
    board::{
        generate::checkers,
        squares::{Squares, between, bishop, bit, king, knight, pawns_down, role, rook},
        view::{Attacks, View},
    },
    context::{GameContext, Past},
};

/// A piece of the mover that stands to be lost, and what would save it.
#[derive(Clone, Copy, Default)]
pub(super) struct Hanging {
    pub(super) square: usize,
    pub(super) role: usize,
    /// Going there captures the attacker or shuts its way.
    pub(super) saved_at: u64,
    /// Whether defending it is enough.
    pub(super) wants_defence: bool,
}

/// More pieces than a player has, the king apart, but for positions that nobody reaches by play.
const MOST_HANGING: usize = 16;

/// The pieces that stand to be lost; what is beyond the list's end is left out.
#[derive(Default)]
pub(super) struct Hangings {
    pieces: [Hanging; MOST_HANGING],
    count: usize,
}

impl Hangings {
    #[inline(always)]
    fn push(&mut self, piece: Hanging) {
        if let Some(place) = self.pieces.get_mut(self.count) {
            *place = piece;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Hanging> {
        self.pieces[..self.count.min(MOST_HANGING)].iter()
    }
}

/// What all moves of a position have in common.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) attacks: &'a Attacks,
    pub(super) context: &'a GameContext,
    pub(super) occupied: u64,
    pub(super) last: Option<Past>,
    pub(super) own_last: Option<Past>,
    pub(super) in_check: bool,
    pub(super) hanging: Hangings,
    pub(super) worst_hanging: usize,
    /// Squares from which each role would give check.
    pub(super) checks: [u64; 6],
    /// Own pieces that shut a line from an own piece to the opponent's king.
    pub(super) discoverers: u64,
    /// Own pieces that are attacked and defended once.
    pub(super) guarded_once: u64,
    pub(super) ring: u64,
    pub(super) key: u64,
    pub(super) exchanges: Exchanges,
    /// By role: pieces worth more.
    pub(super) worthier: [u64; 6],
    /// Squares that count as mobility.
    pub(super) safe: u64,
    pub(super) origin: Origin,
}

/// What all moves of one piece have in common.
#[derive(Clone, Copy, Default)]
pub(super) struct Origin {
    pub(super) square: usize,
    /// What the piece attacks now.
    pub(super) reach: u64,
    pub(super) mobility: i32,
    pub(super) ring: i32,
}

impl<'a> Scene<'a> {
    #[inline(always)]
    pub(super) fn new(situation: &Situation<'a>) -> Scene<'a> {
        let &Situation {
            view,
            attacks,
            context,
            position,
        } = situation;
        let occupied = view.occupied();
        let hanging = hanging(view, attacks);
        Scene {
            view,
            attacks,
            context,
            occupied,
            last: turned(context.past[0], view),
            own_last: turned(context.past[1], view),
            in_check: checkers(view) != 0,
            worst_hanging: hanging.iter().map(|h| h.role + 1).max().unwrap_or(0),
            hanging,
            checks: checking_squares(view),
            discoverers: discoverers(view),
            guarded_once: view.own
                & attacks.opp
                & attacks.own
                & !attacks.own_twice
                & !bit(view.king),
            ring: king(view.opp_king) | bit(view.opp_king),
            exchanges: Exchanges::new(),
            worthier: std::array::from_fn(|role| {
                (0..role::KING)
                    .filter(|&r| exchange::VALUE[r] > exchange::VALUE[role])
                    .fold(0, |set, r| set | view.roles[r])
            }),
            safe: !view.own & !attacks.opp_by[role::PAWN],
            origin: Origin {
                square: usize::MAX,
                ..Origin::default()
            },
            key: if context.reversible() >= 3 {
                context.placement(position)
            } else {
                0
            },
        }
    }

    #[inline(always)]
    pub(super) fn origin_of(&self, square: usize) -> Origin {
        let reach = self.attacks.of[square];
        Origin {
            square,
            reach,
            mobility: (reach & self.safe).count_ones() as i32,
            ring: (reach & self.ring).count_ones() as i32,
        }
    }
}

/// A move made before, its squares as the mover sees them.
#[inline(always)]
pub(super) fn turned(past: Option<Past>, view: &View) -> Option<Past> {
    past.map(|m| Past {
        from: view.absolute(usize::from(m.from & 63)) as u8,
        to: view.absolute(usize::from(m.to & 63)) as u8,
        ..m
    })
}

/// By role: from where it would give check.
#[inline(always)]
pub(super) fn checking_squares(view: &View) -> [u64; 6] {
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

/// The mover's pieces that can be taken at a profit.
#[inline(always)]
fn hanging(view: &View, attacks: &Attacks) -> Hangings {
    let mut all = Hangings::default();
    for role in 0..role::KING {
        let threatened = attacks.opp_below[role] | attacks.opp & !attacks.own;
        for square in Squares(view.roles[role] & view.own & threatened) {
            let attackers = view.attackers(square, view.occupied()) & view.opp;
            let below = attacks.opp_below[role] & bit(square) != 0;
            let cheaper = (0..role::COUNT)
                .filter(|&r| exchange::VALUE[r] < exchange::VALUE[role])
                .fold(0, |set, r| set | view.roles[r]);
            let threats = if below {
                attackers & cheaper
            } else {
                attackers
            };
            let saved_at = if threats.count_ones() == 1 {
                threats | between(threats.trailing_zeros() as usize, square)
            } else {
                0
            };
            all.push(Hanging {
                square,
                role,
                saved_at,
                wants_defence: !below,
            });
        }
    }
    all
}

/// Own pieces that shut a line from an own piece to the opponent's king.
#[inline(always)]
pub(super) fn discoverers(view: &View) -> u64 {
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

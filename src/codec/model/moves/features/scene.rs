//! What all moves of a position have in common, whoever looks at them.

use crate::codec::model::moves::{
    board::{
        squares::{Squares, between, bishop, bit, knight, pawns_down, role, rook},
        view::View,
    },
    context::Past,
};

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

//! Whether a move that gives check mates.

use crate::codec::model::moves::board::{
    generate::{Candidate, Kind, castling_targets, legal_moves},
    squares::{Squares, bit, king, role},
    view::{Attacks, EMPTY, View},
};

/// Whether `c`, which gives check, leaves the opponent without a move. `scratch` is overwritten.
pub(crate) fn mates(
    view: &View,
    attacks: &Attacks,
    c: &Candidate,
    scratch: &mut Vec<Candidate>,
) -> bool {
    if king_escapes(view, attacks, c) {
        return false;
    }
    let after = after(view, c);
    legal_moves(&after, &Attacks::new(&after), scratch);
    scratch.is_empty()
}

/// Whether the opponent's king certainly has a square to go to.
fn king_escapes(view: &View, attacks: &Attacks, c: &Candidate) -> bool {
    if c.kind != Kind::Plain {
        return false;
    }
    let (from, to) = (bit(usize::from(c.from)), bit(usize::from(c.to)));
    let occupied = (view.occupied() & !from | to) & !bit(view.opp_king);
    let others = view.own & !from;
    let mover = if c.promotion != 0 {
        c.promotion
    } else {
        c.role
    };
    let mover_attacks = match usize::from(mover) {
        role::PAWN => crate::codec::model::moves::board::squares::pawns_up(to),
        role => crate::codec::model::moves::board::squares::attacks_of(
            role,
            usize::from(c.to),
            occupied,
        ),
    };
    // A square that the mover's other pieces attack now may be free after the move, but seldom.
    let free = king(view.opp_king) & !(view.opp & !to) & !mover_attacks & !attacks.own;
    Squares(free).any(|square| view.attackers(square, occupied) & others == 0)
}

/// The position after `c` as the opponent sees it. Castling rights and passing are left out: neither answers a check, but
/// for a capture in passing of the pawn that gives it, so the square passed is kept.
fn after(view: &View, c: &Candidate) -> View {
    let (from, to) = (usize::from(c.from), usize::from(c.to));
    let mut roles = view.roles;
    let mut own = view.own & !bit(from);
    let mut opp = view.opp;
    let moving = usize::from(c.role);
    roles[moving] &= !bit(from);
    if c.kind == Kind::Castle {
        let (king_to, rook_to) = castling_targets(from, to);
        roles[role::ROOK] = roles[role::ROOK] & !bit(to) | bit(rook_to);
        roles[role::KING] |= bit(king_to);
        own = own & !bit(to) | bit(king_to) | bit(rook_to);
    } else {
        let captured_on = if c.kind == Kind::EnPassant {
            to - 8
        } else {
            to
        };
        for set in &mut roles {
            *set &= !bit(captured_on);
        }
        opp &= !bit(captured_on);
        own |= bit(to);
        let standing = if c.promotion != 0 {
            usize::from(c.promotion)
        } else {
            moving
        };
        roles[standing] |= bit(to);
    }
    let double = moving == role::PAWN && to == from + 16;
    let passing = if double { bit(from + 8) } else { 0 };
    turned(View {
        black: !view.black,
        own: opp,
        opp: own,
        roles,
        board: [EMPTY; 64],
        castling: 0,
        passing,
        king: 0,
        opp_king: 0,
    })
}

/// Mirrors the ranks and fills in what follows from the sets.
fn turned(mut view: View) -> View {
    view.own = view.own.swap_bytes();
    view.opp = view.opp.swap_bytes();
    view.passing = view.passing.swap_bytes();
    for (number, set) in view.roles.iter_mut().enumerate() {
        *set = set.swap_bytes();
        for square in Squares(*set & view.own) {
            view.board[square] = number as u8;
        }
        for square in Squares(*set & view.opp) {
            view.board[square] = number as u8 + 6;
        }
    }
    view.king = (view.roles[role::KING] & view.own).trailing_zeros() as usize & 63;
    view.opp_king = (view.roles[role::KING] & view.opp).trailing_zeros() as usize & 63;
    view
}

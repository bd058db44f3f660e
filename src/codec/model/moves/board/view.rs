//! A position seen by the player to move.

use super::squares::{Squares, attacks_of, bit, pawns_down, pawns_up, role};
use crate::chess::{Color, Position, Role, Rules};

/// On the mailbox: 0 to 5 the mover's pawn to king, 6 to 11 the opponent's, and this where nothing stands.
pub(crate) const EMPTY: u8 = 12;

/// The position turned round (ranks mirrored) where Black is to move: the mover always plays up the board. "Own" is the mover's.
#[derive(Clone)]
pub(crate) struct View {
    /// Whether the ranks were mirrored.
    pub(crate) black: bool,
    pub(crate) own: u64,
    pub(crate) opp: u64,
    /// Both players' pieces of each role.
    pub(crate) roles: [u64; 6],
    pub(crate) board: [u8; 64],
    /// Rooks that may still castle, both players'.
    pub(crate) castling: u64,
    /// The square behind a pawn that has just moved two squares.
    pub(crate) passing: u64,
    pub(crate) king: usize,
    pub(crate) opp_king: usize,
}

/// Who attacks what.
#[derive(Clone)]
pub(crate) struct Attacks {
    /// By the square of the piece.
    pub(crate) of: [u64; 64],
    /// By the mover's pieces of each role.
    pub(crate) own_by: [u64; 6],
    /// By the opponent's pieces of each role. They see through the mover's king.
    pub(crate) opp_by: [u64; 6],
    pub(crate) own: u64,
    pub(crate) opp: u64,
    /// Attacked at least twice by the mover.
    pub(crate) own_twice: u64,
    /// By role: what is attacked by opponent's pieces worth less than it.
    pub(crate) opp_below: [u64; 6],
    /// By role: what is attacked by own pieces worth less than it.
    pub(crate) own_below: [u64; 6],
}

impl View {
    pub(crate) fn new(position: &Position) -> View {
        let black = position.turn() == Color::Black;
        let turned = |set: u64| if black { set.swap_bytes() } else { set };
        let board = position.board();
        let own = turned(board.by_color(position.turn()).0);
        let opp = turned(board.by_color(!position.turn()).0);
        let mut view = View {
            black,
            own,
            opp,
            roles: Role::ALL.map(|r| turned(board.by_role(r).0)),
            board: [EMPTY; 64],
            castling: turned(position.castles().castling_rights().0),
            passing: position
                .maybe_ep_square()
                .map_or(0, |square| turned(bit(usize::from(square)))),
            king: 0,
            opp_king: 0,
        };
        for role in 0..role::COUNT {
            for square in Squares(view.roles[role] & own) {
                view.board[square] = role as u8;
            }
            for square in Squares(view.roles[role] & opp) {
                view.board[square] = role as u8 + 6;
            }
        }
        view.king = (view.roles[role::KING] & own).trailing_zeros() as usize & 63;
        view.opp_king = (view.roles[role::KING] & opp).trailing_zeros() as usize & 63;
        view
    }

    #[inline]
    pub(crate) fn occupied(&self) -> u64 {
        self.own | self.opp
    }

    /// The square as both players name it.
    #[inline]
    pub(crate) fn absolute(&self, square: usize) -> usize {
        if self.black { square ^ 56 } else { square }
    }

    /// All pieces of both players that attack `square` when `occupied` are in the way.
    #[inline]
    pub(crate) fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let pawns = self.roles[role::PAWN];
        let at = bit(square);
        pawns_down(at) & pawns & self.own
            | pawns_up(at) & pawns & self.opp
            | super::squares::knight(square) & self.roles[role::KNIGHT]
            | super::squares::king(square) & self.roles[role::KING]
            | super::squares::bishop(square, occupied)
                & (self.roles[role::BISHOP] | self.roles[role::QUEEN])
            | super::squares::rook(square, occupied)
                & (self.roles[role::ROOK] | self.roles[role::QUEEN])
    }
}

/// One side's attack sets as they are gathered.
#[derive(Default)]
struct Side {
    by: [u64; 6],
    once: u64,
    twice: u64,
}

impl Side {
    #[inline]
    fn add(&mut self, role: usize, set: u64) {
        self.by[role] |= set;
        self.twice |= self.once & set;
        self.once |= set;
    }

    /// What pieces worth less than each role attack; knights and bishops are worth the same.
    fn below(&self) -> [u64; 6] {
        let mut below = [0; 6];
        below[role::KNIGHT] = self.by[role::PAWN];
        below[role::BISHOP] = self.by[role::PAWN];
        below[role::ROOK] = self.by[role::PAWN] | self.by[role::KNIGHT] | self.by[role::BISHOP];
        below[role::QUEEN] = below[role::ROOK] | self.by[role::ROOK];
        below[role::KING] = self.once;
        below
    }
}

impl Attacks {
    pub(crate) fn new(view: &View) -> Attacks {
        let mut of = [0; 64];
        let (mut own, mut opp) = (Side::default(), Side::default());
        let pawns = view.roles[role::PAWN];
        for (side, set, up) in [
            (&mut own, pawns & view.own, true),
            (&mut opp, pawns & view.opp, false),
        ] {
            for square in Squares(set) {
                let attacked = if up {
                    pawns_up(bit(square))
                } else {
                    pawns_down(bit(square))
                };
                of[square] = attacked;
                side.add(role::PAWN, attacked);
            }
        }
        let occupied = view.occupied();
        let without_king = occupied & !bit(view.king);
        for role in role::KNIGHT..role::COUNT {
            for square in Squares(view.roles[role] & view.own) {
                of[square] = attacks_of(role, square, occupied);
                own.add(role, of[square]);
            }
            for square in Squares(view.roles[role] & view.opp) {
                of[square] = attacks_of(role, square, without_king);
                opp.add(role, of[square]);
            }
        }
        Attacks {
            of,
            own_below: own.below(),
            opp_below: opp.below(),
            own_by: own.by,
            opp_by: opp.by,
            own: own.once,
            opp: opp.once,
            own_twice: own.twice,
        }
    }
}

//! A position as the player to move sees it, and who attacks what in it.

use super::squares::{
    Squares, between, bishop, bit, king, knight, pawns_down, pawns_down_apart, pawns_up,
    pawns_up_apart, role, rook,
};
use crate::{
    chess::{Color, Position, Role, Rules},
    codec::model::moves::net::arithmetic::{Arithmetic, Plain},
};

/// The number of an empty square on the mailbox. Pieces are numbered 0 to 5 (the mover's pawn to
/// king) and 6 to 11 (the opponent's).
pub(crate) const EMPTY: u8 = 12;

/// The position, with ranks mirrored where Black is to move, so that the mover always plays up the
/// board. "Own" is the mover's, "opp" the opponent's.
#[derive(Clone)]
pub(crate) struct View {
    /// Whether the ranks were mirrored.
    pub(crate) black: bool,
    pub(crate) own: u64,
    pub(crate) opp: u64,
    /// Both players' pieces of each role.
    pub(crate) roles: [u64; 6],
    /// The mailbox: the piece on each square, or [`EMPTY`].
    pub(crate) board: [u8; 64],
    /// Both players' rooks that may still castle.
    pub(crate) castling: u64,
    /// The en passant square (behind a pawn that has just moved two squares); empty where there is
    /// none.
    pub(crate) passing: u64,
    pub(crate) king: usize,
    pub(crate) opp_king: usize,
}

/// The squares that one player attacks at least once, twice and three times.
#[derive(Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) once: u64,
    pub(crate) twice: u64,
    pub(crate) thrice: u64,
}

impl Counts {
    const NONE: Counts = Counts {
        once: 0,
        twice: 0,
        thrice: 0,
    };

    /// Counts the squares that one more piece attacks.
    #[inline(always)]
    pub(crate) fn add(&mut self, set: u64) {
        self.thrice |= self.twice & set;
        self.twice |= self.once & set;
        self.once |= set;
    }

    /// How often squares are attacked, as the lower and the upper bit of a number up to three.
    #[inline(always)]
    pub(crate) fn bits(&self) -> [u64; 2] {
        [self.once & !self.twice | self.thrice, self.twice]
    }
}

/// Who attacks what.
#[derive(Clone)]
pub(crate) struct Attacks {
    /// By square: what the piece there attacks.
    pub(crate) of: [u64; 64],
    /// By role: what the mover's pieces attack.
    pub(crate) own_by: [u64; 6],
    /// By role: what the opponent's pieces attack, through the mover's king as if it were not
    /// there.
    pub(crate) opp_by: [u64; 6],
    pub(crate) own: Counts,
    /// As `opp_by`, through the mover's king.
    pub(crate) opp: Counts,
    /// By role: what the opponent's pieces worth less than it attack. Tables have eight items, so
    /// that three bits index them; the last two are empty.
    pub(crate) opp_below: [u64; 8],
    /// By role: what own pieces worth less than it attack.
    pub(crate) own_below: [u64; 8],
}

impl View {
    /// The position as its player to move sees it.
    pub(crate) fn new(position: &Position) -> View {
        View::with::<Plain>(position)
    }

    /// The same, for work that is compiled for each kind of processor.
    #[inline(always)]
    pub(crate) fn with<A: Arithmetic>(position: &Position) -> View {
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
        view.board = mailbox::<A>(&view);
        view.king = (view.roles[role::KING] & own).trailing_zeros() as usize & 63;
        view.opp_king = (view.roles[role::KING] & opp).trailing_zeros() as usize & 63;
        view
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.own | self.opp
    }

    /// The square as both players name it.
    #[inline(always)]
    pub(crate) fn absolute(&self, square: usize) -> usize {
        if self.black { square ^ 56 } else { square }
    }

    /// The mover's pieces that stand alone between the square `king` and a line piece of `others`
    /// that would attack it: pinned pieces where `others` are the opponent's, pieces that can give
    /// discovered check where they are the mover's.
    #[inline(always)]
    pub(crate) fn shields(&self, king: usize, others: u64) -> u64 {
        let queens = self.roles[role::QUEEN];
        let snipers = others
            & (bishop(king, 0) & (self.roles[role::BISHOP] | queens)
                | rook(king, 0) & (self.roles[role::ROOK] | queens));
        let mut found = 0;
        for sniper in Squares(snipers) {
            let blockers = between(king, sniper) & self.occupied();
            if blockers & blockers.wrapping_sub(1) == 0 {
                found |= blockers & self.own;
            }
        }
        found
    }

    /// The squares that the mover's pieces attack: all that is needed of [`Attacks`] where nothing
    /// else is asked.
    #[inline(always)]
    pub(crate) fn own_attacks(&self) -> u64 {
        let own = |role: usize| Squares(self.roles[role] & self.own);
        let occupied = self.occupied();
        let mut attacked = pawns_up(self.roles[role::PAWN] & self.own);
        for square in own(role::KNIGHT) {
            attacked |= knight(square);
        }
        for square in own(role::BISHOP).chain(own(role::QUEEN)) {
            attacked |= bishop(square, occupied);
        }
        for square in own(role::ROOK).chain(own(role::QUEEN)) {
            attacked |= rook(square, occupied);
        }
        attacked | king(self.king)
    }

    /// Both players' pieces that attack `square`, where `occupied` squares block lines.
    #[inline(always)]
    pub(crate) fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let pawns = self.roles[role::PAWN];
        let at = bit(square);
        pawns_down(at) & pawns & self.own
            | pawns_up(at) & pawns & self.opp
            | knight(square) & self.roles[role::KNIGHT]
            | king(square) & self.roles[role::KING]
            | bishop(square, occupied) & (self.roles[role::BISHOP] | self.roles[role::QUEEN])
            | rook(square, occupied) & (self.roles[role::ROOK] | self.roles[role::QUEEN])
    }
}

/// The piece on each square, put together from the four bits of its number as four sets of squares.
#[inline(always)]
fn mailbox<A: Arithmetic>(view: &View) -> [u8; 64] {
    let [pawns, knights, bishops, rooks, queens, kings] = view.roles;
    let (own, opp) = (view.own, view.opp);
    let empty = !(own | opp);
    let ones = knights | rooks | kings;
    let twos = own & (bishops | rooks) | opp & !(bishops | rooks);
    let fours = own & (queens | kings) | opp & (pawns | knights) | empty;
    let eights = opp & !(pawns | knights) | empty;
    A::by_square([ones, twos, fours, eights])
}

/// The attacks of one side as they are gathered.
struct Side<'a> {
    view: &'a View,
    /// The side's pieces.
    set: u64,
    /// The squares that block lines.
    occupied: u64,
    /// By square: what the piece there attacks; written for the side's pieces alone.
    of: &'a mut [u64; 64],
    by: [u64; 6],
    counts: Counts,
}

impl Side<'_> {
    /// Gathers the attacks of all pieces but the pawns.
    #[inline(always)]
    fn gather_pieces(&mut self) {
        let occupied = self.occupied;
        self.gather(role::KNIGHT, knight);
        self.gather(role::BISHOP, |square| bishop(square, occupied));
        self.gather(role::ROOK, |square| rook(square, occupied));
        self.gather(role::QUEEN, |square| {
            bishop(square, occupied) | rook(square, occupied)
        });
        self.gather(role::KING, king);
    }

    #[inline(always)]
    fn gather(&mut self, role: usize, attacks_of: impl Fn(usize) -> u64) {
        for square in Squares(self.view.roles[role] & self.set) {
            let attacked = attacks_of(square);
            self.of[square] = attacked;
            self.add(role, attacked);
        }
    }

    /// Gathers the attacks of the pawns. `of_pawns` gives those towards the a-file and towards the
    /// h-file.
    #[inline(always)]
    fn gather_pawns(&mut self, of_pawns: impl Fn(u64) -> (u64, u64)) {
        let pawns = self.view.roles[role::PAWN] & self.set;
        for square in Squares(pawns) {
            let (left, right) = of_pawns(bit(square));
            self.of[square] = left | right;
        }
        let (left, right) = of_pawns(pawns);
        self.add(role::PAWN, left);
        self.add(role::PAWN, right);
    }

    #[inline(always)]
    fn add(&mut self, role: usize, set: u64) {
        self.by[role] |= set;
        self.counts.add(set);
    }

    /// By role: what pieces worth less attack; knights and bishops are worth the same.
    #[inline(always)]
    fn below(&self) -> [u64; 8] {
        let mut below = [0; 8];
        below[role::KNIGHT] = self.by[role::PAWN];
        below[role::BISHOP] = self.by[role::PAWN];
        below[role::ROOK] = self.by[role::PAWN] | self.by[role::KNIGHT] | self.by[role::BISHOP];
        below[role::QUEEN] = below[role::ROOK] | self.by[role::ROOK];
        below[role::KING] = self.counts.once;
        below
    }
}

impl Attacks {
    /// Whether the mover stands in check.
    #[inline(always)]
    pub(crate) fn in_check(&self, view: &View) -> bool {
        self.opp.once & bit(view.king) != 0
    }

    /// The squares where an own piece of this role is in danger: attacked by pieces worth less, or
    /// attacked and undefended (10.3 of MODEL.md).
    #[inline(always)]
    pub(crate) fn endangering(&self, role: usize) -> u64 {
        self.opp_below[role] | self.opp.once & !self.own.once
    }

    /// What the opponent's knights and bishops attack.
    #[inline(always)]
    pub(crate) fn opp_minors(&self) -> u64 {
        self.opp_by[role::KNIGHT] | self.opp_by[role::BISHOP]
    }

    /// Nothing attacks anything.
    pub(crate) const NONE: Attacks = Attacks {
        of: [0; 64],
        own_by: [0; 6],
        opp_by: [0; 6],
        own: Counts::NONE,
        opp: Counts::NONE,
        opp_below: [0; 8],
        own_below: [0; 8],
    };

    /// All attacks in a position.
    #[inline(always)]
    pub(crate) fn new(view: &View) -> Attacks {
        let mut attacks = Attacks::NONE;
        attacks.gather(view);
        attacks
    }

    /// Gathers all attacks in place, starting from [`NONE`](Attacks::NONE): [`new`](Attacks::new)
    /// returns a copy of 784 bytes.
    #[inline(always)]
    pub(crate) fn gather(&mut self, view: &View) {
        let mut own = Side {
            view,
            set: view.own,
            occupied: view.occupied(),
            of: &mut self.of,
            by: [0; 6],
            counts: Counts::NONE,
        };
        own.gather_pawns(pawns_up_apart);
        own.gather_pieces();
        self.own_below = own.below();
        self.own_by = own.by;
        self.own = own.counts;
        let mut opp = Side {
            set: view.opp,
            occupied: view.occupied() & !bit(view.king),
            of: &mut self.of,
            by: [0; 6],
            counts: Counts::NONE,
            view,
        };
        opp.gather_pawns(pawns_down_apart);
        opp.gather_pieces();
        self.opp_below = opp.below();
        self.opp_by = opp.by;
        self.opp = opp.counts;
    }
}

//! Eight moves side by side: the facts of both kinds of networks are worked out for eight at a
//! time.

use crate::codec::model::moves::{
    board::{
        candidate::{Kind, shift},
        generate::{CASTLED_LONG, CASTLED_SHORT},
        squares::role,
    },
    net::eight::Eight,
};

/// Eight moves, taken apart.
pub(super) struct Moves<E> {
    pub(super) role: E,
    /// The role after the move.
    pub(super) standing: E,
    /// The role promoted to, or 0.
    pub(super) promotion: E,
    /// The role captured, or [`role::COUNT`].
    pub(super) captured: E,
    pub(super) from: E,
    pub(super) to: E,
    /// Origin and target as sets.
    pub(super) at_from: E,
    pub(super) at_to: E,
    /// 1 where a pawn moves straight ahead.
    pub(super) pushes: E,
    /// 1 where the move is castling.
    pub(super) castles: E,
}

impl<E: Eight> Moves<E> {
    /// From the words of [candidates](crate::codec::model::moves::board::candidate::Candidate).
    #[inline(always)]
    pub(super) fn new(words: &[u64; 8]) -> Moves<E> {
        let words = E::load(words);
        let byte = |shift: u64| words.right(E::all(shift)) & E::all(0xff);
        let (from, to) = (byte(0), byte(shift::TO));
        let (promotion, role) = (byte(shift::PROMOTION), byte(shift::ROLE));
        let same_file = ((from ^ to) & E::all(7)).equals(E::all(0));
        Moves {
            role,
            standing: promotion.choose(promotion, role),
            promotion,
            captured: byte(shift::CAPTURED),
            from,
            to,
            at_from: E::all(1).left(from),
            at_to: E::all(1).left(to),
            pushes: same_file & role.equals(E::all(role::PAWN as u64)),
            castles: byte(shift::KIND).equals(E::all(Kind::Castle as u64)),
        }
    }

    /// The squares where the pieces stand after the moves.
    #[inline(always)]
    pub(super) fn lands(&self) -> E {
        let (short, long) = (
            E::all(CASTLED_SHORT.0 as u64),
            E::all(CASTLED_LONG.0 as u64),
        );
        let castled = self.castles_short().choose(short, long);
        self.castles.choose(castled, self.to)
    }

    /// 1 where castling is towards the h-file; meaningless for other moves.
    #[inline(always)]
    pub(super) fn castles_short(&self) -> E {
        self.to.most(self.from).equals(self.to)
    }

    /// 1 where a piece of `role` moves.
    #[inline(always)]
    pub(super) fn is(&self, role: usize) -> E {
        self.role.equals(E::all(role as u64))
    }
}

/// Unpacks the words of eight moves: the `N` 16-bit numbers of each move, four to a word.
#[inline(always)]
pub(super) fn unpack<const WORDS: usize, const N: usize>(
    words: &[[u64; 8]; WORDS],
    out: &mut [[u16; N]],
) {
    for (lane, rows) in out.iter_mut().enumerate().take(8) {
        for (place, row) in rows.iter_mut().enumerate() {
            *row = (words[place / 4][lane] >> (16 * (place % 4))) as u16;
        }
    }
}

/// Packs four numbers below 65,536 of each of eight moves into a word.
#[inline(always)]
pub(super) fn pack<E: Eight>(numbers: [E; 4]) -> [u64; 8] {
    let [a, b, c, d] = numbers;
    (a | b.left(E::all(16)) | c.left(E::all(32)) | d.left(E::all(48))).store()
}

//! Legal moves as the model stores them: one 64-bit word each, in lists that can be worked on eight
//! at a time.

use super::{
    generate::castling_targets,
    squares::role,
    view::{EMPTY, View},
};
use crate::{
    chess::{Move, Role, Square},
    codec::model::moves::net::{
        arithmetic::{Arithmetic, Plain},
        eight::{Eight, has},
    },
};

/// One legal move as the mover sees it. Its bytes, from the lowest: origin, destination, role
/// promoted to (or 0), role, role captured (or [`role::COUNT`]), [`Kind`]; the other two are 0. The
/// destination of castling is the own rook's square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidate(u64);

/// Whether a move is castling or an en passant capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Plain,
    EnPassant,
    Castle,
}

/// The lowest bit of each byte of a [`Candidate`].
pub(crate) mod shift {
    pub(crate) const TO: u64 = 8;
    pub(crate) const PROMOTION: u64 = 16;
    pub(crate) const ROLE: u64 = 24;
    pub(crate) const CAPTURED: u64 = 32;
    pub(crate) const KIND: u64 = 40;
}

/// The captured role of a move that captures nothing.
const NOTHING: u64 = role::COUNT as u64;

impl Candidate {
    /// The legal move of an own piece from square to square; onto an own piece means castling.
    /// `promotion` is the role promoted to, or 0.
    pub(crate) fn of(view: &View, from: usize, to: usize, promotion: usize) -> Candidate {
        let eight = |square: usize| <Plain as Arithmetic>::Eight::all(square as u64);
        let [word, ..] = put_together(view, eight(from), eight(to)).store();
        let candidate = Candidate(word).promoting_to(promotion);
        let is_pawn = candidate.role() == role::PAWN;
        if is_pawn && from % 8 != to % 8 && !candidate.captures() {
            candidate.in_passing()
        } else {
            candidate
        }
    }

    /// The same move of a pawn as a promotion.
    pub(super) fn promoting_to(self, role: usize) -> Candidate {
        Candidate(self.0 | (role as u64) << shift::PROMOTION)
    }

    /// The same move of a pawn as an en passant capture.
    pub(super) fn in_passing(self) -> Candidate {
        let captured = (role::PAWN as u64) << shift::CAPTURED;
        let kind = (Kind::EnPassant as u64) << shift::KIND;
        Candidate(self.0 & ((1 << shift::CAPTURED) - 1) | captured | kind)
    }

    #[inline(always)]
    fn byte(self, shift: u64) -> usize {
        (self.0 >> shift) as usize & 0xff
    }

    #[inline(always)]
    pub(crate) fn from(self) -> usize {
        self.byte(0) & 63
    }

    #[inline(always)]
    pub(crate) fn to(self) -> usize {
        self.byte(shift::TO) & 63
    }

    /// The role promoted to, or 0.
    #[inline(always)]
    pub(crate) fn promotion(self) -> usize {
        self.byte(shift::PROMOTION)
    }

    #[inline(always)]
    pub(crate) fn role(self) -> usize {
        self.byte(shift::ROLE)
    }

    /// The role captured, also en passant, or [`role::COUNT`].
    #[inline(always)]
    pub(crate) fn captured(self) -> usize {
        self.byte(shift::CAPTURED)
    }

    #[inline(always)]
    pub(crate) fn captures(self) -> bool {
        self.captured() != role::COUNT
    }

    /// The number of its [`Kind`].
    #[inline(always)]
    pub(crate) fn kind(self) -> usize {
        self.byte(shift::KIND)
    }

    #[inline(always)]
    pub(crate) fn castles(self) -> bool {
        self.kind() == Kind::Castle as usize
    }

    /// The role of the moved piece after the move.
    #[inline(always)]
    pub(crate) fn standing(self) -> usize {
        match self.promotion() {
            0 => self.role(),
            promotion => promotion,
        }
    }

    /// The square of the moved piece after the move: the king's where it castles.
    #[inline(always)]
    pub(crate) fn lands(self) -> usize {
        if self.castles() {
            castling_targets(self.from(), self.to()).0
        } else {
            self.to()
        }
    }

    /// The move as the rest of the crate represents it.
    pub(crate) fn to_move(self, view: &View) -> Move {
        let square = |s: usize| Square::new(view.absolute(s) as u32);
        let (from, to) = (square(self.from()), square(self.to()));
        if self.castles() {
            return Move::Castle {
                king: from,
                rook: to,
            };
        }
        if self.kind() == Kind::EnPassant as usize {
            return Move::EnPassant { from, to };
        }
        Move::Normal {
            role: Role::ALL[self.role()],
            from,
            capture: Role::ALL.get(self.captured()).copied(),
            to,
            promotion: match self.promotion() {
                0 => None,
                role => Some(Role::ALL[role]),
            },
        }
    }
}

/// Most pieces of a player.
pub(crate) const MOST_PIECES: usize = 16;
/// Most destinations of a piece: those of a queen in the middle of an empty board.
const MOST_MOVES: usize = 27;
/// A piece's destinations are written as a whole block of this many bytes, however few there are.
pub(crate) const STROKE: usize = 64;
/// Its origin is written so often beside them: as often as it may have moves, and as many bytes as
/// processors write at once.
const FROMS: usize = 32;
const _: () = assert!(MOST_MOVES <= FROMS && FROMS <= STROKE);
/// Room for one byte for each move, written in such blocks.
pub(crate) const ROOM: usize = MOST_PIECES * MOST_MOVES + STROKE;

/// The legal moves of one position, in the model's order.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The words of the moves, in groups of eight, filled up with zeros.
    eights: Vec<[u64; 8]>,
    count: usize,
    /// Origins and destinations, one byte a move: what the words are made from.
    from: [u8; ROOM],
    to: [u8; ROOM],
}

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates {
            eights: Vec::new(),
            count: 0,
            from: [0; ROOM],
            to: [0; ROOM],
        }
    }
}

impl Candidates {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The words of the moves, in groups of eight, filled up with zeros.
    #[inline(always)]
    pub(crate) fn eights(&self) -> &[[u64; 8]] {
        &self.eights
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Candidate> {
        let words = self.eights.as_flattened().iter();
        words.take(self.count).map(|&word| Candidate(word))
    }

    pub(crate) fn get(&self, index: usize) -> Option<Candidate> {
        let word = self.eights.as_flattened()[..self.count].get(index)?;
        Some(Candidate(*word))
    }

    /// The number of `played` among the moves.
    pub(crate) fn index_of(&self, played: Move, view: &View) -> Option<usize> {
        let from = view.absolute(usize::from(played.from()?));
        let to = view.absolute(usize::from(played.to()));
        let promotion = played.promotion().map_or(0, |r| r as u64 - 1);
        let wanted = from as u64 | (to as u64) << shift::TO | promotion << shift::PROMOTION;
        self.iter().position(|c| c.0 & 0xff_ffff == wanted)
    }

    /// Makes the list anew: `what` is called with each move and a function that appends a move.
    #[cold]
    pub(super) fn replace_each(
        &mut self,
        mut what: impl FnMut(Candidate, &mut dyn FnMut(Candidate)),
    ) {
        let before = std::mem::take(&mut self.eights);
        let words = before.as_flattened()[..self.count].iter();
        self.count = 0;
        for &word in words {
            what(Candidate(word), &mut |candidate| self.push(candidate));
        }
    }

    fn push(&mut self, candidate: Candidate) {
        let (eight, lane) = (self.count / 8, self.count % 8);
        if lane == 0 {
            self.eights.push([0; 8]);
        }
        self.eights[eight][lane] = candidate.0;
        self.count += 1;
    }

    /// Fills the list with the moves of the mover's pieces, in the order of their squares, to their
    /// `targets`; onto an own piece means castling. No move becomes a promotion or an en passant
    /// capture.
    ///
    /// All origins and destinations are written first; the words are then put together eight at a
    /// time.
    #[inline(always)]
    pub(super) fn fill<A: Arithmetic>(&mut self, view: &View, targets: &[u64; MOST_PIECES]) {
        let mut count = 0;
        let mut own = view.own;
        for &set in targets {
            if own == 0 {
                break;
            }
            let from = own.trailing_zeros() as u8;
            own &= own - 1;
            if let (Some(froms), Some(tos)) = (
                self.from[count..].first_chunk_mut::<STROKE>(),
                self.to[count..].first_chunk_mut(),
            ) {
                A::members(set, tos);
                froms[..FROMS].fill(from);
            }
            count += set.count_ones() as usize;
        }
        self.count = count;
        self.eights.resize(count.div_ceil(8), [0; 8]);
        let froms = self.from.as_chunks::<8>().0.iter();
        let pairs = froms.zip(self.to.as_chunks::<8>().0);
        for (words, (from, to)) in self.eights.iter_mut().zip(pairs) {
            *words = put_together(view, A::Eight::widened(from), A::Eight::widened(to)).store();
        }
        if let (Some(last), rest @ 1..) = (self.eights.last_mut(), count % 8) {
            last[rest..].fill(0);
        }
    }
}

/// The words of eight moves, from their origins and destinations.
#[inline(always)]
fn put_together<E: Eight>(view: &View, from: E, to: E) -> E {
    const { assert!(EMPTY as u64 - role::COUNT as u64 == NOTHING) };
    let castles = has(E::all(view.own), to);
    let captured = castles.choose(E::all(NOTHING), to.byte(&view.board) - E::all(6));
    let at = |byte: E, shift: u64| byte.left(E::all(shift));
    let kind = castles.times(Kind::Castle as u32);
    from | at(to, shift::TO)
        | at(from.byte(&view.board), shift::ROLE)
        | at(captured, shift::CAPTURED)
        | at(kind, shift::KIND)
}

//! The pawn structure around a pawn after its move.

use super::moves::Moves;
use crate::codec::model::moves::{
    board::{
        squares::{beside, pawns_up_apart, role},
        view::{Attacks, View},
    },
    net::eight::{Eight, has},
};

/// Sets of squares that matter for a pawn that moves there.
pub(super) struct Pawns {
    /// No opponent's pawn stands ahead on this file or the files beside it: a pawn there is passed.
    passed: u64,
    /// An opponent's pawn stands ahead on this file.
    opposed: u64,
    /// An opponent's pawn attacks this square, so that a pawn there attacks that pawn.
    lever: u64,
    /// An own pawn stands beside this square.
    beside: u64,
    /// An own pawn defends this square from the right; from the left.
    from_right: u64,
    from_left: u64,
    /// The files with own pawns and with the opponent's, one bit each.
    own_files: u64,
    opp_files: u64,
}

/// How pawns stand after eight moves: 1 for yes, 0 for no.
pub(super) struct PawnStructure<E> {
    pub(super) passed: E,
    pub(super) opposed: E,
    pub(super) lever: E,
    pub(super) beside: E,
    pub(super) protected: E,
}

impl Pawns {
    #[inline(always)]
    pub(super) fn new(view: &View, attacks: &Attacks) -> Pawns {
        let pawns = view.roles[role::PAWN];
        let own = pawns & view.own;
        let opp = pawns & view.opp;
        let opposed = behind(opp);
        let (from_right, from_left) = pawns_up_apart(own);
        Pawns {
            passed: !(opposed | beside(opposed)),
            opposed,
            lever: attacks.opp_by[role::PAWN],
            beside: beside(own),
            from_right,
            from_left,
            own_files: files(own),
            opp_files: files(opp),
        }
    }

    /// Whose pawns stand on the file moved to: 2 for own ones, plus 1 for the opponent's.
    #[inline(always)]
    pub(super) fn on_file<E: Eight>(&self, moves: &Moves<E>) -> E {
        let file = moves.to & E::all(7);
        has(E::all(self.own_files), file).times(2) + has(E::all(self.opp_files), file)
    }

    /// How pawns stand after `moves`; meaningless for other pieces.
    #[inline(always)]
    pub(super) fn after<E: Eight>(&self, moves: &Moves<E>) -> PawnStructure<E> {
        let has = |set: u64| has(E::all(set), moves.to);
        // A pawn that captures defended the square itself.
        let defenders = has(self.from_right) + has(self.from_left) + moves.pushes;
        PawnStructure {
            passed: has(self.passed),
            opposed: has(self.opposed),
            lever: has(self.lever),
            beside: has(self.beside),
            protected: (defenders - E::all(1)).some(),
        }
    }
}

/// All squares with a square of the set ahead of them on their file.
#[inline(always)]
fn behind(set: u64) -> u64 {
    let mut span = set >> 8;
    span |= span >> 8;
    span |= span >> 16;
    span | span >> 32
}

/// The files of the squares of a set, one bit each.
#[inline(always)]
fn files(set: u64) -> u64 {
    let mut files = set | set >> 32;
    files |= files >> 16;
    (files | files >> 8) & 0xff
}

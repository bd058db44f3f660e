//! How much more often than expected a move was played in like circumstances: by the same player, with the same pieces,
//! with the same pawns.
//!
//! Each circumstance keeps, for each way to move, how often it was played and how often it should have been. What comes
//! of that is a word in the [`thorough`](super::thorough), not more.
//!
//! # NOTES
//!
//! Bytes of moves, replayed from the probabilities of a Lichess dump, of one user's games, and of an engine's, -0.94 %,
//! -0.51 % and -0.92 % with [`thorough`](super::thorough): contexts below but for the player with the same pieces,
//! which is worth 0.00 % to 0.05 % more. Not as words, but multiplied into the shares: the player alone -0.4 %, 0.0 %,
//! +0.4 %. Besides: the position, the pawns of both, the last move, or the pawns and it: 0.0 %, 0.0 %, -0.1 %; the
//! player and the last move -0.01 %, -0.02 %, 0.0 %; the rating and the time control, 0.0 %. Numbers that follow the
//! gradient in place of counts: a third of it.

use super::{
    board::{
        candidate::{Candidate, Candidates},
        squares::role,
        view::View,
    },
    context::GameContext,
    logarithm::logarithm,
    net::softmax::Portions,
};
use crate::coding::fetch::fetch;

/// Circumstances that moves are seen in.
pub(crate) const CONTEXTS: usize = 6;
/// The first of them need a player's name.
const BY_PLAYER: usize = 4;
/// How many plays as expected each begins with, in 1/[`ONE_PLAY`].
const PRIORS: [u64; CONTEXTS] = [128, 83, 77, 96, 128, 160];
/// One play.
const ONE_PLAY: u64 = 64;
/// Moves that are less likely than this part are not looked up: those between it and a 500th are worth 0.0 % and take as long.
const LEAST: u64 = 64;
/// Log2 of the number of cells.
const LOG2_CELLS: u32 = 21;
/// Counts are halved at this many plays.
const MOST: u32 = 200;

/// What is known for one move in each circumstance: the logarithm of how much oftener than expected it was played, in 1/256.
pub(crate) type Words = [i32; CONTEXTS];

/// How often a move was played, and how often it was expected, in 1/[`ONE_PLAY`]; whose it is.
#[derive(Clone, Copy)]
struct Cell {
    check: u32,
    played: u32,
    expected: u32,
}

impl Cell {
    const EXPECTED_BITS: u32 = 14;
    const PLAYED_BITS: u32 = 8;

    #[inline]
    fn of(bits: u32, check: u32) -> Cell {
        let is_own = bits >> (Cell::EXPECTED_BITS + Cell::PLAYED_BITS) == check;
        let bits = if is_own { bits } else { 0 };
        Cell {
            check,
            played: bits >> Cell::EXPECTED_BITS & ((1 << Cell::PLAYED_BITS) - 1),
            expected: bits & ((1 << Cell::EXPECTED_BITS) - 1),
        }
    }

    #[inline]
    fn pack(self) -> u32 {
        (self.check << Cell::PLAYED_BITS | self.played) << Cell::EXPECTED_BITS | self.expected
    }

    #[inline]
    fn word(self, prior: u64) -> i32 {
        logarithm(u64::from(self.played) * ONE_PLAY + prior)
            - logarithm(u64::from(self.expected) + prior)
    }

    /// Takes note of a position where the move was expected with `share` (in 1/65,536).
    #[inline]
    fn note(&mut self, share: u32, is_played: bool) {
        self.played += u32::from(is_played);
        self.expected += (share + 512) >> 10;
        if self.played >= MOST || self.expected >= MOST * ONE_PLAY as u32 {
            self.played /= 2;
            self.expected /= 2;
        }
    }
}

/// A move that was looked up, and its places.
#[derive(Clone, Copy, Debug)]
struct Looked {
    index: usize,
    cells: [(usize, u32); CONTEXTS],
}

/// What one block has shown.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    cells: Vec<u32>,
    /// The moves of the position that were looked up; how many contexts have no name to go by.
    looked: Vec<Looked>,
    nameless: usize,
    /// By candidate.
    words: Vec<Words>,
}

impl Habits {
    pub(crate) fn new() -> Habits {
        Habits {
            cells: vec![0; 1 << LOG2_CELLS],
            looked: Vec::new(),
            nameless: 0,
            words: Vec::new(),
        }
    }

    /// Looks up the likely moves of a position.
    pub(crate) fn look(
        &mut self,
        view: &View,
        context: &GameContext,
        candidates: &Candidates,
        weights: &[u32],
    ) {
        let player = context.players[usize::from(view.black)];
        let contexts = contexts(view, context, player.unwrap_or(0));
        self.nameless = if player.is_some() { 0 } else { BY_PLAYER };
        self.looked.clear();
        self.words.clear();
        self.words.resize(candidates.len(), [0; CONTEXTS]);
        let total: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        for (index, (c, &weight)) in candidates.iter().zip(weights).enumerate() {
            if u64::from(weight) * LEAST > total {
                let cells = contexts.map(|context| place(context, c));
                // The table is too large for the processor's caches: all are on their way before the first is read.
                for &(cell, _) in &cells[self.nameless..] {
                    fetch(&self.cells[cell]);
                }
                self.looked.push(Looked { index, cells });
            }
        }
        for looked in &self.looked {
            let words = &mut self.words[looked.index];
            for k in self.nameless..CONTEXTS {
                let (cell, check) = looked.cells[k];
                words[k] = Cell::of(self.cells[cell], check).word(PRIORS[k]);
            }
        }
    }

    /// What is known of each candidate.
    pub(crate) fn words(&self) -> &[Words] {
        &self.words
    }

    /// Learns that move number `played` was played where the moves have these weights.
    pub(crate) fn learn(&mut self, weights: &[u32], played: usize) {
        let portions = Portions::among(weights);
        for looked in &self.looked {
            let share = portions.of(weights[looked.index]);
            for &(place, check) in &looked.cells[self.nameless..] {
                let mut cell = Cell::of(self.cells[place], check);
                cell.note(share, looked.index == played);
                self.cells[place] = cell.pack();
            }
        }
    }
}

/// Hashes of the circumstances.
fn contexts(view: &View, context: &GameContext, player: u32) -> [u64; CONTEXTS] {
    let pawns = mix(view.roles[role::PAWN] & view.own, 1);
    let pieces = view
        .roles
        .iter()
        .fold(2, |hash, &set| mix(hash, set & view.own));
    let by_player = mix(u64::from(player), 3);
    [
        by_player,
        mix(by_player, u64::from(context.ply / 8)),
        mix(by_player, pawns),
        mix(by_player, pieces),
        pieces,
        pawns,
    ]
}

/// The cell of a move, and the mark that says whose it is.
#[inline]
fn place(context: u64, c: Candidate) -> (usize, u32) {
    let way = c.from() | c.to() << 6 | c.role() << 12;
    let hash = mix(context, way as u64);
    let check = (hash >> 54) as u32;
    (hash as usize & ((1 << LOG2_CELLS) - 1), check)
}

#[inline]
fn mix(hash: u64, more: u64) -> u64 {
    let hash = (hash ^ more).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ hash >> 29
}

//! How much more often than expected a move was played in like *circumstances*: by the same player,
//! with the same pieces, with the same pawns.
//!
//! For each circumstance and each way to move (role, origin and destination), a table keeps how
//! often the move was played and how often it was expected. The logarithm of the ratio of the two
//! is the circumstance's *word*: an input to the decisions of [`thorough`](super::thorough), and
//! used nowhere else.

use super::{
    board::{
        candidate::{Candidate, Candidates},
        squares::role,
        view::View,
    },
    context::GameContext,
    logarithm::logarithm,
    net::softmax::{self, Portions},
};
use crate::coding::{fetch::fetch, mix::spread};

/// Number of circumstances.
pub(crate) const CIRCUMSTANCES: usize = 6;
/// The first so many circumstances need the player's name.
const BY_PLAYER: usize = 4;
/// By circumstance, the prior: how many plays, in 1/[`ONE_PLAY`], are added to both counts.
const PRIORS: [u64; CIRCUMSTANCES] = [128, 83, 77, 96, 128, 160];
/// One play in the units of the expected counts.
const ONE_PLAY: u64 = 64;
/// Moves less likely than 1 in this many are not looked up: those between 1/64 and 1/500 are worth
/// 0.0 % and take as much time again.
const LEAST: u64 = 64;
/// Log2 of the cells of the table.
const LOG2_CELLS: u32 = 21;
/// Counts are halved at this many plays.
const MOST: u32 = 200;

/// The words of one move: by circumstance, the logarithm of played over expected, in 1/256 nat.
pub(crate) type Words = [i32; CIRCUMSTANCES];

/// How often a move was played and, in 1/[`ONE_PLAY`], expected in a circumstance; and the mark
/// that tells moves and circumstances in the same cell apart.
#[derive(Clone, Copy)]
struct Cell {
    check: u32,
    played: u32,
    expected: u32,
}

impl Cell {
    const EXPECTED_BITS: u32 = 14;
    const PLAYED_BITS: u32 = 8;

    /// Unpacks a cell; both counts are 0 where it belongs to another mark.
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

    /// Takes note of a position where the move had the probability `share`, in 1/65,536.
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

/// A move that was looked up, and the cell and mark for each circumstance.
#[derive(Clone, Copy, Debug)]
struct Looked {
    index: usize,
    cells: [(usize, u32); CIRCUMSTANCES],
}

/// The habits that one block has shown.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    cells: Vec<u32>,
    /// The moves of the last position that were looked up.
    looked: Vec<Looked>,
    /// How many of the first circumstances have no player's name to go by: none or [`BY_PLAYER`].
    nameless: usize,
    /// By number of the legal move.
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

    /// Looks up the likely moves of a position, whose weights are proportional to their
    /// probabilities.
    pub(crate) fn look(
        &mut self,
        view: &View,
        context: &GameContext,
        candidates: &Candidates,
        weights: &[u32],
    ) {
        let player = context.players[usize::from(view.black)];
        let circumstances = circumstances(view, context, player.unwrap_or(0));
        self.nameless = if player.is_some() { 0 } else { BY_PLAYER };
        self.looked.clear();
        self.words.clear();
        self.words.resize(candidates.len(), [0; CIRCUMSTANCES]);
        let total = softmax::total(weights);
        for (index, (c, &weight)) in candidates.iter().zip(weights).enumerate() {
            if u64::from(weight) * LEAST > total {
                let cells = circumstances.map(|circumstance| place(circumstance, c));
                // Prefetches all cells before the first is read: the table is too large for the
                // processor's caches.
                for &(cell, _) in &cells[self.nameless..] {
                    fetch(&self.cells[cell]);
                }
                self.looked.push(Looked { index, cells });
            }
        }
        for looked in &self.looked {
            let words = &mut self.words[looked.index];
            for k in self.nameless..CIRCUMSTANCES {
                let (cell, check) = looked.cells[k];
                words[k] = Cell::of(self.cells[cell], check).word(PRIORS[k]);
            }
        }
    }

    /// The words of each legal move; zeros for those not looked up.
    pub(crate) fn words(&self) -> &[Words] {
        &self.words
    }

    /// Learns that move number `played` was played in the position looked up last.
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

/// Hashes of the circumstances: the player alone, with the ply in steps of 8, with the own pawns,
/// with the own pieces; then anybody with the own pieces, with the own pawns.
fn circumstances(view: &View, context: &GameContext, player: u32) -> [u64; CIRCUMSTANCES] {
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

/// The cell of a move in a circumstance, and its mark.
#[inline]
fn place(circumstance: u64, c: Candidate) -> (usize, u32) {
    let way = c.from() | c.to() << 6 | c.role() << 12;
    let hash = mix(circumstance, way as u64);
    let check = (hash >> 54) as u32;
    (hash as usize & ((1 << LOG2_CELLS) - 1), check)
}

#[inline]
fn mix(hash: u64, more: u64) -> u64 {
    spread(hash ^ more)
}

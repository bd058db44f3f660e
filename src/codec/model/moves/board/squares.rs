//! Squares as numbers (a1 = 0 … h8 = 63) and sets of them as 64 bits.

pub(crate) use crate::chess::sliders::{bishop, rook};
use crate::chess::{Square, attacks};

/// The squares of the a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// The roles as numbers, to index tables.
pub(crate) mod role {
    pub(crate) const PAWN: usize = 0;
    pub(crate) const KNIGHT: usize = 1;
    pub(crate) const BISHOP: usize = 2;
    pub(crate) const ROOK: usize = 3;
    pub(crate) const QUEEN: usize = 4;
    pub(crate) const KING: usize = 5;
    /// The number of roles; also stands for "no piece".
    pub(crate) const COUNT: usize = 6;
}

/// Iterates over the squares of a set, the lowest first.
#[derive(Clone, Copy)]
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The squares to the left and right of those of a set.
#[inline(always)]
pub(crate) fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The set of one square.
#[inline(always)]
pub(crate) fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

#[inline(always)]
fn named(square: usize) -> Square {
    Square::new(square as u32 & 63)
}

#[inline(always)]
pub(crate) fn knight(square: usize) -> u64 {
    attacks::knight_attacks(named(square)).0
}

#[inline(always)]
pub(crate) fn king(square: usize) -> u64 {
    attacks::king_attacks(named(square)).0
}

/// The squares strictly between two squares of one line.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    attacks::between(named(a), named(b)).0
}

/// The rank, file or diagonal through two squares, edge to edge; empty where they share none.
#[inline(always)]
pub(crate) fn line(a: usize, b: usize) -> u64 {
    attacks::ray(named(a), named(b)).0
}

/// The squares that pawns moving up the board attack.
#[inline(always)]
pub(crate) fn pawns_up(pawns: u64) -> u64 {
    let (left, right) = pawns_up_apart(pawns);
    left | right
}

/// The same towards the a-file and towards the h-file.
#[inline(always)]
pub(crate) fn pawns_up_apart(pawns: u64) -> (u64, u64) {
    ((pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9)
}

/// The squares that pawns moving down the board attack.
#[inline(always)]
pub(crate) fn pawns_down(pawns: u64) -> u64 {
    let (left, right) = pawns_down_apart(pawns);
    left | right
}

/// The same towards the a-file and towards the h-file.
#[inline(always)]
pub(crate) fn pawns_down_apart(pawns: u64) -> (u64, u64) {
    ((pawns & !FILE_A) >> 9, (pawns & !FILE_H) >> 7)
}

/// The distance from a square to each other one, in king's steps.
#[inline(always)]
pub(crate) fn distances(from: usize) -> &'static [u8; 64] {
    &DISTANCES[from & 63]
}

static DISTANCES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i: usize = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        i += 1;
    }
    table
};

/// The squares at a distance of two king's steps.
#[inline(always)]
pub(crate) fn two_steps_from(square: usize) -> u64 {
    TWO_STEPS[square & 63]
}

static TWO_STEPS: [u64; 64] = {
    let mut table = [0; 64];
    let mut i: usize = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        if DISTANCES[a][b] == 2 {
            table[a] |= 1 << b;
        }
        i += 1;
    }
    table
};

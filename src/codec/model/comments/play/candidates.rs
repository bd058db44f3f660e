//! The legal moves of a position in a line, and the order in which they are asked about.

use crate::{
    chess::{Move, Role, order},
    coding::mix::stretch,
};

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) m: Move,
    /// Who has this move in the position, as bits: 1 the game, 2 this side's last line, 4 the other
    /// side's.
    pub(super) sources: u32,
    /// How lately this side's lines had it, and the other's: from 0 (not in the last eight lines)
    /// to 3 (in one of the last two).
    pub(super) recency: [u32; 2],
    pub(super) odds: u32,
}

/// A priority queue of candidates: the order in which they are asked about.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(Vec<u64>);

impl Queue {
    /// The highest number of a candidate; no position has more legal moves.
    const MOST: u64 = 0xff;

    /// Takes all candidates out.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the next candidate. Those of higher `rank` (below 2^56) come first, and of equal ones
    /// those added first.
    #[inline]
    pub(super) fn push(&mut self, rank: u64) {
        let number = self.0.len() as u64;
        self.0.push(rank << 8 | (Queue::MOST - number));
    }

    /// The number of the first candidate left.
    #[inline]
    pub(super) fn likeliest(&self) -> usize {
        let best = self.0.iter().copied().max().unwrap_or(0);
        (Queue::MOST - (best & Queue::MOST)) as usize
    }

    /// Rules a candidate out.
    #[inline]
    pub(super) fn strike(&mut self, number: usize) {
        self.0[number] = 0;
    }
}

/// The kind of move that a candidate is, in a few bits.
pub(super) fn kind_of(candidate: &Candidate, last: Option<Move>) -> u32 {
    let m = candidate.m;
    let captured = m.capture().map_or(0, |role| role as u32);
    let back = last.is_some_and(|last| last.to() == m.to() && m.is_capture());
    let likely = (stretch((candidate.odds * 16).min(65_000)) / 512 + 6) as u32;
    m.role() as u32
        | captured << 3
        | u32::from(back) << 6
        | candidate.recency[0] << 7
        | candidate.recency[1] << 9
        | u32::from(m.promotion() == Some(Role::Queen)) << 11
        | likely << 12
}

/// A move as a small number, the same in all positions.
pub(super) fn move_id(m: Move) -> u32 {
    u32::from(order::key(m)) | (m.role() as u32) << 16
}

//! The legal moves of a position in a line, and the order in which they are asked about.

use super::earlier::Lately;
use crate::{
    chess::{MOST_LEGAL_MOVES, Move, Role, order},
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

/// How many sources there are: the game, this side's last line, and the other side's.
const SOURCES: usize = 3;

/// By sources: moves of a higher rank are asked about first.
const PREFERENCE: [u64; 1 << SOURCES] = [0, 6, 5, 7, 4, 6, 6, 7];

/// The numbers of moves that are still to be asked about, with their ranks: a word for each, in
/// which a number has eight bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(Vec<u64>);

const _: () = assert!(MOST_LEGAL_MOVES <= 1 << 8);

impl Queue {
    /// Adds a move. Those of higher `rank` (below 2^56) come first, and of equal ones those with
    /// lower numbers.
    #[inline]
    fn push(&mut self, rank: u64, number: usize) {
        self.0.push(rank << 8 | (0xff - number as u64));
    }

    /// Takes the first move out.
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let (mut best, mut place) = (*self.0.first()?, 0);
        for (at, &entry) in self.0.iter().enumerate() {
            if entry > best {
                (best, place) = (entry, at);
            }
        }
        self.0.swap_remove(place);
        Some((0xff - (best & 0xff)) as usize)
    }
}

/// The legal moves of a position, in the order in which they are asked about. Those that somebody
/// remembers come first; the others are put in order only once these are ruled out.
pub(super) struct Lineup<'a> {
    moves: &'a [(Move, u16)],
    lately: Lately<'a>,
    /// By source: the number of its move.
    remembered: [Option<usize>; SOURCES],
    queue: &'a mut Queue,
    /// Whether the moves that nobody remembers are in the queue, or have been.
    is_full: bool,
}

impl<'a> Lineup<'a> {
    /// The line-up of `moves`, each with its odds, of which each source may have `remembered` one.
    pub(super) fn new(
        moves: &'a [(Move, u16)],
        remembered: [Option<Move>; SOURCES],
        lately: Lately<'a>,
        queue: &'a mut Queue,
    ) -> Lineup<'a> {
        let number_of = |wanted: Move| moves.iter().position(|&(m, _)| m == wanted);
        queue.0.clear();
        let mut lineup = Lineup {
            moves,
            lately,
            remembered: remembered.map(|m| number_of(m?)),
            queue,
            is_full: false,
        };
        for (source, number) in (0..).zip(lineup.remembered) {
            let Some(number) = number else { continue };
            let sources = lineup.sources(number);
            // A move of several sources is put in for the last of them.
            if sources >> source == 1 {
                lineup.enqueue(number, PREFERENCE[sources as usize]);
            }
        }
        lineup
    }

    /// The number of moves, those taken out included.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The odds of all moves together.
    pub(super) fn total(&self) -> u64 {
        self.moves.iter().map(|&(_, odds)| u64::from(odds)).sum()
    }

    /// The sources that have any of the moves, as bits.
    pub(super) fn union(&self) -> u32 {
        bits(self.remembered.map(|number| number.is_some()))
    }

    /// Takes the next move out.
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let number = match self.queue.pop() {
            None if !self.is_full => {
                self.is_full = true;
                for number in 0..self.moves.len() {
                    if !self.remembered.contains(&Some(number)) {
                        self.enqueue(number, PREFERENCE[0]);
                    }
                }
                self.queue.pop()
            }
            first => first,
        };
        Some(self.candidate(number?))
    }

    #[inline]
    fn sources(&self, number: usize) -> u32 {
        bits(self.remembered.map(|place| place == Some(number)))
    }

    #[inline]
    fn enqueue(&mut self, number: usize, preference: u64) {
        let (m, odds) = self.moves[number];
        let [own, other] = self.lately.recency(m);
        let weight = u64::from(odds) << (2 * own + other);
        self.queue.push(preference << 40 | weight, number);
    }

    #[inline]
    fn candidate(&self, number: usize) -> Candidate {
        let (m, odds) = self.moves[number];
        Candidate {
            m,
            sources: self.sources(number),
            recency: self.lately.recency(m),
            odds: odds.into(),
        }
    }
}

/// Flags as the bits of a number, the first lowest.
#[inline]
fn bits(flags: [bool; SOURCES]) -> u32 {
    let flags = (0..).zip(flags);
    flags.map(|(place, flag)| u32::from(flag) << place).sum()
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

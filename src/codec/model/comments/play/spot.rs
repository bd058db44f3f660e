//! Where in a line a move stands, and what that says of which move it is.

use super::candidates::{Candidate, move_id};
use crate::{chess::Move, coding::mix::hash32};

/// Contexts for the choice of a move.
pub(super) const CONTEXTS: usize = 11;

/// Where in a line a move stands, and how well the moves before it were predicted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The kind of line.
    pub(super) context: u32,
    pub(super) side: usize,
    /// Moves before it in the line.
    pub(super) index: u32,
    /// How many of the last moves in a row were the first candidate, as somebody remembered it.
    pub(super) streak: u32,
    /// How the first candidate [`Fared`] at the last four moves, two bits each.
    history: u32,
    pub(super) last: Option<Move>,
    /// The move before the last.
    before: Option<Move>,
}

/// How the first candidate for a move fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fared {
    /// Nobody remembered it.
    Unremembered = 0,
    /// It was remembered, and right.
    Right = 1,
    /// It was remembered, and wrong.
    Wrong = 2,
}

impl Spot {
    /// The first place in a line of that kind, behind the move `last`.
    pub(super) fn begin(context: u32, side: usize, last: Option<Move>) -> Spot {
        Spot {
            context,
            side,
            index: 0,
            streak: 0,
            history: 0,
            last,
            before: None,
        }
    }

    /// Goes past the move `m`, at which the first candidate fared like this.
    pub(super) fn advance(&mut self, m: Move, first: Fared) {
        self.streak = if first == Fared::Right {
            self.streak + 1
        } else {
            0
        };
        self.history = ((self.history << 2) | first as u32) & 0xff;
        self.before = self.last;
        self.index += 1;
        self.last = Some(m);
    }

    /// The contexts for whether `candidate` is the move, after `rank` others were not. `class` is
    /// its kind of move, `union` the sources of all candidates together.
    pub(super) fn contexts_of(
        &self,
        candidate: &Candidate,
        union: u32,
        class: u32,
        rank: u32,
    ) -> [u32; CONTEXTS] {
        let h = hash32;
        let Candidate {
            sources, recency, ..
        } = *candidate;
        let id = move_id(candidate.m);
        let [last, before] = [self.last, self.before].map(|m| m.map_or(0, move_id));
        let early = self.index.min(3);
        [
            h(sources, self.streak.min(12), early),
            h(sources, class, rank.min(4)),
            h(id, sources, self.side as u32),
            h(last, id, 0),
            h(class, rank, 1),
            h(sources, self.index.min(40), self.context),
            h(recency[0] << 2 | recency[1], rank, sources),
            h(self.context, sources, early),
            h((sources << 3) | union, self.history, 8),
            h(before, id, 9),
            h((sources << 3) | union, rank, class),
        ]
    }
}

//! Which positions have been before: the keys of those since a game's last irreversible move.

use super::zobrist::{placement_changes, placement_key};
use crate::chess::{Move, Position, Role, Rules};

/// Positions remembered to find repetitions.
const REMEMBERED: usize = 32;

/// The positions since the last irreversible move (capture, pawn move, castling or null move).
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    /// Their keys, as a ring: that of `n` half-moves ago is at `cursor - n`.
    keys: [u64; REMEMBERED],
    cursor: usize,
    /// How many of `keys` hold such a position.
    reversible: usize,
    /// The key of the pieces in the current position; `None` before the first move.
    here: Option<u64>,
}

impl Repetitions {
    /// Before the first move.
    pub(super) fn new() -> Repetitions {
        Repetitions {
            keys: [0; REMEMBERED],
            cursor: 0,
            reversible: 0,
            here: None,
        }
    }

    /// Takes note that `m` is played in `position`, the current one.
    #[inline]
    pub(super) fn advance(&mut self, position: &Position, m: Move) {
        let here = self.placement(position);
        self.here = Some(here ^ placement_changes(position.turn(), m));
        if m.role() == Role::Pawn || m.is_capture() || m.is_castle() {
            self.reversible = 0;
            return;
        }
        self.keys[self.cursor] = here;
        self.cursor = (self.cursor + 1) % REMEMBERED;
        self.reversible = (self.reversible + 1).min(REMEMBERED);
    }

    /// Takes note of a null move.
    pub(super) fn pass(&mut self) {
        self.reversible = 0;
    }

    /// The [Zobrist key](super::zobrist) of the pieces in `position`, the current one.
    #[inline]
    pub(super) fn placement(&self, position: &Position) -> u64 {
        let here = self.here.unwrap_or_else(|| placement_key(position));
        debug_assert_eq!(here, placement_key(position));
        here
    }

    /// Half-moves since the last irreversible move, at most the number of positions remembered.
    #[inline]
    pub(super) fn reversible(&self) -> usize {
        self.reversible
    }

    /// Keys of the remembered positions in which it is the same player's turn as after the next
    /// move, the latest first: those an odd number of half-moves back.
    #[inline]
    pub(super) fn earlier(&self) -> impl Iterator<Item = u64> {
        (3..=self.reversible)
            .step_by(2)
            .map(|back| self.keys[(self.cursor + REMEMBERED - back) % REMEMBERED])
    }
}

/// The mark of a key: one bit of 64.
#[inline]
pub(crate) fn mark(key: u64) -> u64 {
    1 << (key >> 58)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use proptest::{prelude::*, sample::Index};

    proptest! {
        #[test]
        fn the_key_kept_is_that_of_the_position(picks in prop::collection::vec(any::<Index>(), 1..150)) {
            let start = b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1";
            let mut position = position_of_fen(start).unwrap();
            let mut repetitions = Repetitions::new();
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[pick.index(moves.len())];
                repetitions.advance(&position, m);
                position.play_unchecked(m);
                prop_assert_eq!(repetitions.here, Some(placement_key(&position)));
            }
        }
    }
}

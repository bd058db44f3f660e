//! Which positions have been before: the keys of those since a game's last irreversible move, and of
//! pieces on squares.

use super::board::squares::Squares;
use crate::chess::{Color, Move, Position, Role, Rules, Square};
use crate::coding::random::Random;

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
    /// The key of the pieces in the current position, where it is known.
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
        let changes = placement_changes(position, m);
        if m.role() == Role::Pawn || m.is_capture() || m.is_castle() {
            self.reversible = 0;
            self.here = self.here.zip(changes).map(|(here, changes)| here ^ changes);
            return;
        }
        let here = self.placement(position);
        self.keys[self.cursor] = here;
        self.cursor = (self.cursor + 1) % REMEMBERED;
        self.reversible = (self.reversible + 1).min(REMEMBERED);
        self.here = changes.map(|changes| here ^ changes);
    }

    /// Takes note of a null move.
    pub(super) fn pass(&mut self) {
        self.reversible = 0;
    }

    /// The Zobrist key of the pieces in `position`, the current one.
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

/// Zobrist keys of pieces on squares: rows 0 to 5 for White's pawn to king, 6 to 11 for Black's.
static PLACEMENT: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = random.next();
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The Zobrist key of one piece (0 to 5, 6 more for Black's) on a square.
#[inline]
pub(crate) fn piece_key(piece: usize, square: usize) -> u64 {
    PLACEMENT[piece][square & 63]
}

/// The Zobrist key of the pieces on their squares, and of nothing else.
#[inline]
pub(crate) fn placement_key(position: &impl Rules) -> u64 {
    let board = position.board();
    let mut key = 0;
    for (offset, color) in [(0, Color::White), (6, Color::Black)] {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let set = board.by_color(color).0 & board.by_role(role).0;
            for square in Squares(set) {
                key ^= piece_key(index + offset, square);
            }
        }
    }
    key
}

/// The change of the Zobrist key of the pieces by an ordinary move in `position`; `None` for
/// castling and en passant captures.
#[inline]
fn placement_changes(position: &Position, m: Move) -> Option<u64> {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = m
    else {
        return None;
    };
    let (own, opp) = match position.turn() {
        Color::White => (0, 6),
        Color::Black => (6, 0),
    };
    let key = |offset: usize, role: Role, square: Square| {
        piece_key(offset + role as usize - 1, usize::from(square))
    };
    let taken = capture.map_or(0, |captured| key(opp, captured, to));
    Some(key(own, role, from) ^ key(own, promotion.unwrap_or(role), to) ^ taken)
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
                prop_assert!(repetitions.here.is_none_or(|key| key == placement_key(&position)));
            }
        }
    }
}

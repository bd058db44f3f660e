//! Keys of positions: equal for positions with the same pieces on the same squares and the same
//! side to move (19.1 of MODEL.md). They say nothing of castling, and nothing of pawns that may be
//! taken in passing.

use crate::{
    chess::{Color, Move, Position, Rules},
    codec::model::moves::zobrist::{placement_changes, placement_key},
    pgn::game::Item,
};

/// The Zobrist key of Black's turn: an arbitrary number, but part of the format.
const BLACK_TO_MOVE: u64 = 0x9d3c_11a7_5e0b_46f3;

/// The Zobrist key of where the pieces stand and whose turn it is.
pub(super) fn key_of(position: &Position) -> u64 {
    placement_key(position) ^ position.turn().fold_wb(0, BLACK_TO_MOVE)
}

/// The key after `m`, played by `turn`.
pub(super) fn key_after(key: u64, turn: Color, m: Move) -> u64 {
    key ^ BLACK_TO_MOVE ^ placement_changes(turn, m)
}

/// The key of the position behind the last step of a line. It follows from the steps, so that no
/// position need be worked out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    /// `None` behind a step that cannot be played.
    key: Option<u64>,
    turn: Color,
}

impl Trail {
    /// The beginning of a line.
    pub(super) fn new(start: &Position) -> Trail {
        Trail {
            key: Some(key_of(start)),
            turn: start.turn(),
        }
    }

    /// The key here; `None` where the position is not known.
    pub(super) fn key(&self) -> Option<u64> {
        self.key
    }

    /// Takes a step: a move, a null move, or one that cannot be played.
    pub(super) fn step(&mut self, step: &Item) {
        self.key = match step {
            Item::Move(m) => self.key.map(|key| key_after(key, self.turn, *m)),
            Item::Null => self.key.map(|key| key ^ BLACK_TO_MOVE),
            _ => None,
        };
        self.turn = self.turn.other();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{line::Line, san, setup::position_of_fen},
        pgn::game::{Fault, FaultKind},
    };

    /// Follows moves, and null moves (`--`), from a position, and compares each key with that of the
    /// board.
    fn follow(fen: &[u8], words: &str) -> Trail {
        let start = position_of_fen(fen).unwrap();
        let (mut line, mut trail) = (Line::new(start.clone()), Trail::new(&start));
        for word in words.split_whitespace() {
            if word == "--" {
                assert!(line.pass());
                trail.step(&Item::Null);
            } else {
                let san = san::San::from_ascii(word.as_bytes()).unwrap();
                let m = san::find(line.position(), san).unwrap();
                line.play(m);
                trail.step(&Item::Move(m));
            }
            assert_eq!(trail.key(), Some(key_of(line.position())), "{word}");
        }
        trail
    }

    const START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_trail_has_the_key_of_the_board_after_moves_of_all_kinds() {
        follow(
            START,
            "e4 c5 e5 d5 exd6 Nc6 dxe7 Nf6 exd8=Q+ Nxd8 Nf3 -- Be2 -- O-O a6",
        );
        follow(b"r3k2r/P7/8/8/8/8/8/4KR2 b Fkq - 0 1", "O-O-O a8=N Rd2 O-O");
    }

    #[test]
    fn positions_that_come_again_have_their_key_again() {
        let one = follow(START, "e4 e5 Nf3 Nc6");
        let other = follow(START, "Nf3 Nc6 e4 e5 Ng1 Nb8 Nf3 Nc6");
        assert_eq!(one.key(), other.key());
        assert_ne!(one.key(), follow(START, "e4 e5 Nf3 Nc6 --").key());
    }

    #[test]
    fn behind_a_step_that_cannot_be_played_there_is_no_key() {
        let mut trail = follow(START, "e4");
        let (kind, text) = (FaultKind::ALL[0], b"Ke4".to_vec());
        trail.step(&Item::Fault(Box::new(Fault { kind, text })));
        assert_eq!(trail.key(), None);
        trail.step(&Item::Null);
        assert_eq!(trail.key(), None);
    }
}

//! Ponder hits: how many of the opponent's moves an engine has expected, as its comments tell.
//!
//! TCEC's comments name a move that the engine expects of the opponent (`pd=`): the next one in
//! older files, the one that it has just answered in newer ones. From these follows the rate of
//! hits in percent (`ph=`).

use crate::{chess::Move, codec::model::comments::syntax::lines::Start};

/// What one side has expected of the other in the game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ponder {
    /// The opponent's next move.
    next: Option<Move>,
    /// How many half-moves had been played when the last answer was counted.
    counted: u32,
    /// How many moves were expected, and how many of them were played.
    turns: i64,
    hits: i64,
}

impl Ponder {
    /// The side has moved again, in answer to `played`, after so many half-moves. Counts once,
    /// however many comments that move has.
    pub(crate) fn answer(&mut self, ply: u32, played: Move) {
        if ply != self.counted
            && let Some(expected) = self.next.take()
        {
            self.counted = ply;
            self.count(played == expected);
        }
    }

    /// Takes note of a line of play in its comment on the move that answers `played`.
    pub(crate) fn note(&mut self, start: Start, line: &[Move], played: Option<Move>) {
        match (start, line) {
            (Start::Earlier, [first, ..]) => self.count(played == Some(*first)),
            (Start::After, [only]) => self.next = Some(*only),
            _ => {}
        }
    }

    fn count(&mut self, hit: bool) {
        self.turns += 1;
        self.hits += i64::from(hit);
    }

    /// The rate of hits so far, in thousandths of a percent; none before the first turn.
    pub(crate) fn rate(&self) -> Option<i64> {
        (100_000 * self.hits).checked_div(self.turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Rules};

    #[test]
    fn hits_are_counted_whichever_move_is_named() {
        let moves = Position::default().legal_moves();
        let (expected, other) = (moves[0], moves[1]);
        let mut ponder = Ponder::default();
        assert_eq!(ponder.rate(), None);
        for (played, rate) in [(expected, 100_000), (other, 50_000), (other, 33_333)] {
            ponder.note(Start::Earlier, &[expected], Some(played));
            assert_eq!(ponder.rate(), Some(rate));
        }
        let mut ponder = Ponder::default();
        ponder.note(Start::After, &[expected], None);
        ponder.answer(3, expected);
        ponder.answer(5, other); // nothing was expected
        assert_eq!(ponder.rate(), Some(100_000));
        ponder.note(Start::After, &[other], None);
        ponder.answer(3, expected); // another comment on that move
        assert_eq!(ponder.rate(), Some(100_000));
        ponder.answer(7, expected);
        assert_eq!(ponder.rate(), Some(50_000));
    }
}

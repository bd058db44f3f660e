//! 19.7 of the document: how many of the opponent's moves a side has expected.

use shakmaty::Move;

/// Those of a side in a game.
#[derive(Default)]
pub(crate) struct Hits {
    next: Option<Move>,
    counted: u32,
    turns: i64,
    hits: i64,
}

impl Hits {
    /// A comment comes, on a move that answers another one.
    pub(crate) fn answer(&mut self, ply: u32, answered: Move) {
        if ply != self.counted
            && let Some(expected) = self.next.take()
        {
            self.counted = ply;
            self.count(expected == answered);
        }
    }

    /// A line of play has come in it, which starts so many half-moves back.
    pub(crate) fn note(&mut self, start: usize, line: &[Move], answered: Option<Move>) {
        match (start, line) {
            (2, [first, ..]) => self.count(answered == Some(*first)),
            (0, [only]) => self.next = Some(*only),
            _ => {}
        }
    }

    fn count(&mut self, hit: bool) {
        self.turns += 1;
        self.hits += i64::from(hit);
    }

    /// The rate, in thousandths of a percent.
    pub(crate) fn rate(&self) -> Option<i64> {
        (100_000 * self.hits).checked_div(self.turns)
    }
}

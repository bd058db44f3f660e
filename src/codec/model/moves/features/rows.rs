//! The rows of the move layer: their numbers, and the short list of those that a move switches on.

/// Where each group of rows begins.
pub(super) mod row {
    pub(crate) const FROM: usize = 0;
    pub(crate) const TO: usize = FROM + 6 * 64;
    pub(crate) const CAPTURE: usize = TO + 6 * 64;
    pub(crate) const PROMOTION: usize = CAPTURE + 6 * 7;
    pub(crate) const EXCHANGE: usize = PROMOTION + 5;
    pub(crate) const ORIGIN: usize = EXCHANGE + 6 * 13;
    pub(crate) const TARGET: usize = ORIGIN + 6 * 6;
    pub(crate) const RECAPTURE: usize = TARGET + 6 * 10;
    pub(crate) const CHECK: usize = RECAPTURE + 42;
    pub(crate) const MATE: usize = CHECK + 6 * 4;
    pub(crate) const UNDO: usize = MATE + 1;
    pub(crate) const SAME_PIECE: usize = UNDO + 6;
    pub(crate) const NEW_ATTACK: usize = SAME_PIECE + 6;
    pub(crate) const FORK: usize = NEW_ATTACK + 6 * 6;
    pub(crate) const MOBILITY: usize = FORK + 6;
    pub(crate) const KING_DISTANCE: usize = MOBILITY + 6 * 9;
    pub(crate) const LAST_DISTANCE: usize = KING_DISTANCE + 6 * 8;
    pub(crate) const PAWN_RANK: usize = LAST_DISTANCE + 2 * 8;
    pub(crate) const PAWN_SHAPE: usize = PAWN_RANK + 16;
    pub(crate) const STILL_HANGS: usize = PAWN_SHAPE + 16;
    pub(crate) const UNGUARDS: usize = STILL_HANGS + 7 * 7;
    pub(crate) const REPEATS: usize = UNGUARDS + 6;
    pub(crate) const HITS_LAST: usize = REPEATS + 3;
    pub(crate) const FLEES_LAST: usize = HITS_LAST + 6;
    pub(crate) const EVASION: usize = FLEES_LAST + 12;
    pub(crate) const KING_RING: usize = EVASION + 3;
    pub(crate) const STEPS: usize = KING_RING + 6 * 4;
    pub(crate) const CASTLE: usize = STEPS + 6 * 8;
    pub(crate) const OPENS: usize = CASTLE + 2;
    pub(crate) const END: usize = OPENS + 6;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// More rows than any move has.
const MOST_ROWS: usize = 32;

/// The rows of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    rows: [u16; MOST_ROWS],
    count: usize,
}

impl Rows {
    pub(super) const NONE: Rows = Rows {
        rows: [0; MOST_ROWS],
        count: 0,
    };

    #[inline(always)]
    pub(super) fn push(&mut self, row: usize) {
        debug_assert!(row < COUNT && self.count < MOST_ROWS);
        self.rows[self.count % MOST_ROWS] = row as u16;
        self.count += 1;
    }

    /// The row if it is on. No branch: which facts hold changes from move to move, and a wrong guess costs more than a row.
    #[inline(always)]
    pub(super) fn push_if(&mut self, on: bool, row: usize) {
        debug_assert!(!on || row < COUNT && self.count < MOST_ROWS);
        self.rows[self.count % MOST_ROWS] = row as u16;
        self.count += usize::from(on);
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.rows[..self.count.min(MOST_ROWS)]
    }
}

#[cfg(test)]
impl FromIterator<u16> for Rows {
    fn from_iter<I: IntoIterator<Item = u16>>(rows: I) -> Rows {
        rows.into_iter().fold(Rows::NONE, |mut all, row| {
            all.push(usize::from(row));
            all
        })
    }
}

//! The game whose tags are being coded, and those of its tags that are known already.

use super::{openings::Opened, roles::RatedAs, seen::values::ValueId, times::duration::Lasted};

/// What is known of the game being coded.
#[derive(Clone, Default)]
pub(super) struct Current {
    /// Its number, counted from the first game of the block that this one began with; only known
    /// while late tags are coded, as are `lasted`, `neighbour` and `opened`.
    pub(super) number: usize,
    /// Whether its late tags are being coded.
    pub(super) is_late: bool,
    /// How long it lasted.
    pub(super) lasted: Option<Lasted>,
    /// How long it took in all, in thousandths of a second, as two of its tags say.
    pub(super) took: Option<i64>,
    /// How long the game before took, in thousandths of a second.
    pub(super) took_before: Option<i64>,
    /// The game that had the same positions for longest, and how many half-moves lie before the
    /// last of these.
    pub(super) neighbour: Option<(usize, usize)>,
    /// What the opening books say of it.
    pub(super) opened: Option<Opened>,
    /// What it is rated as.
    pub(super) rated_as: RatedAs,
    values: Vec<ValueId>,
    /// The numbers in the values, if they are spelt as numbers.
    numbers: Vec<Option<i64>>,
    /// Whether each of the last values was a *hit*: a guess, asked about or not, and no wrong guess
    /// was asked about. A bit each, the latest lowest (7.6 of MODEL.md).
    hits: u32,
}

impl Current {
    /// Makes room for one more column.
    pub(super) fn add_column(&mut self) {
        self.values.push(ValueId::NONE);
        self.numbers.push(None);
    }

    /// Begins the early tags of a game.
    pub(super) fn begin_early(&mut self) {
        self.clear();
        self.is_late = false;
        self.lasted = None;
        (self.took, self.took_before) = (None, None);
    }

    /// Begins the late tags of game `number`; the caller puts the early ones back.
    pub(super) fn begin_late(&mut self, number: usize) {
        self.clear();
        self.is_late = true;
        self.number = number;
    }

    /// Notes how long the game whose late tags begin has lasted. What the one before took, or else
    /// the time thought in it, becomes [`took_before`](Current::took_before).
    pub(super) fn note_length(&mut self, lasted: Option<Lasted>) {
        let thought = self.lasted.map(|lasted| lasted.thought);
        self.took_before = self.took.take().or(thought);
        self.lasted = lasted;
    }

    fn clear(&mut self) {
        self.values.fill(ValueId::NONE);
        self.numbers.fill(None);
        self.hits = 0;
        self.rated_as = RatedAs::Unknown;
        self.neighbour = None;
        self.opened = None;
    }

    /// The value in `column`; none if there is no such column.
    pub(super) fn value(&self, column: usize) -> ValueId {
        self.values.get(column).copied().unwrap_or(ValueId::NONE)
    }

    /// The number in `column`, if its value is one.
    pub(super) fn number(&self, column: usize) -> Option<i64> {
        self.numbers.get(column).copied().flatten()
    }

    /// Sets the value in `column`, and its number if it is one.
    pub(super) fn set(&mut self, column: usize, value: ValueId, number: Option<i64>) {
        self.values[column] = value;
        self.numbers[column] = number;
    }

    /// Changes the value in `column` and keeps the number.
    pub(super) fn respell(&mut self, column: usize, value: ValueId) {
        self.values[column] = value;
    }

    /// The values in `columns`, in their order.
    pub(super) fn values_in(&self, columns: &[usize]) -> Vec<ValueId> {
        columns.iter().map(|&column| self.values[column]).collect()
    }

    /// Notes whether a value was a hit.
    pub(super) fn note_hit(&mut self, hit: bool) {
        self.hits = self.hits << 1 | u32::from(hit);
    }

    /// Whether the last `values` values of this game were hits, a bit for each.
    pub(super) fn hits(&self, values: u32) -> u32 {
        self.hits & ((1 << values) - 1)
    }
}

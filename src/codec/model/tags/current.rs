//! The game whose tags are being coded, as far as they are.

use super::{openings::Opened, values::ValueId};

/// What is known of the game being coded, by column and beside the columns.
#[derive(Clone, Default)]
pub(super) struct Current {
    /// Its number, counted from the first game that is remembered.
    pub(super) index: usize,
    /// Whether its late tags are being coded.
    pub(super) is_late: bool,
    /// How long it lasted, and the one before it, in seconds: known of games whose late tags are being coded.
    pub(super) lasted: [Option<i64>; 2],
    /// The game that went along with it for longest, and for how many half-moves.
    pub(super) neighbour: Option<(usize, usize)>,
    /// What the books say of its opening.
    pub(super) opened: Option<Opened>,
    values: Vec<ValueId>,
    /// The numbers that the values are, where they are numbers.
    numbers: Vec<Option<i64>>,
    /// Whether the last guesses were right, the latest lowest.
    outcomes: u32,
}

impl Current {
    /// Makes room for one more column.
    pub(super) fn add_column(&mut self) {
        self.values.push(ValueId::NONE);
        self.numbers.push(None);
    }

    /// Begins with the early tags of a game.
    pub(super) fn begin_early(&mut self) {
        self.clear();
        self.is_late = false;
        self.lasted = [None; 2];
    }

    /// Begins with the late tags of game `index`, whose early ones are to be put back.
    pub(super) fn begin_late(&mut self, index: usize) {
        self.clear();
        self.is_late = true;
        self.index = index;
        self.neighbour = None;
        self.opened = None;
    }

    fn clear(&mut self) {
        self.values.fill(ValueId::NONE);
        self.numbers.fill(None);
        self.outcomes = 0;
    }

    /// The value in `column`; none where there is no such column, either.
    pub(super) fn value(&self, column: usize) -> ValueId {
        self.values.get(column).copied().unwrap_or(ValueId::NONE)
    }

    /// The number that the value in `column` is, if it is one.
    pub(super) fn number(&self, column: usize) -> Option<i64> {
        self.numbers.get(column).copied().flatten()
    }

    /// Puts a value, and the number that it is, into `column`.
    pub(super) fn set(&mut self, column: usize, value: ValueId, number: Option<i64>) {
        self.values[column] = value;
        self.numbers[column] = number;
    }

    /// Puts a value with the same number into `column`.
    pub(super) fn respell(&mut self, column: usize, value: ValueId) {
        self.values[column] = value;
    }

    /// The values in `columns`, in their order.
    pub(super) fn values_in(&self, columns: &[usize]) -> Vec<ValueId> {
        columns.iter().map(|&column| self.values[column]).collect()
    }

    /// Takes note of whether the best guess of a value was right.
    pub(super) fn note_guess(&mut self, was_right: bool) {
        self.outcomes = self.outcomes << 1 | u32::from(was_right);
    }

    /// Whether the last `guesses` guesses in this game were right, a bit for each.
    pub(super) fn outcomes(&self, guesses: u32) -> u32 {
        self.outcomes & ((1 << guesses) - 1)
    }
}

//! Section 3 of the document: what a level spends.

use super::blend::Mixing;
use crate::reference::models::text::Strength;

/// What levels have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Quick,
    Standard,
    Strong,
}

/// A level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level(pub(crate) u8);

impl Level {
    fn plan(self) -> Plan {
        match self.0 {
            1 | 2 => Plan::Quick,
            3..=7 => Plan::Standard,
            _ => Plan::Strong,
        }
    }

    fn choose<T>(self, quick: T, standard: T, strong: T) -> T {
        match self.plan() {
            Plan::Quick => quick,
            Plan::Standard => standard,
            Plan::Strong => strong,
        }
    }

    /// How a blend mixes that is said to mix so, by votes at the lowest levels.
    pub(crate) fn mixing(self, said: Mixing) -> Mixing {
        self.choose(Mixing::Votes, said, said)
    }

    /// How gauges mix.
    pub(crate) fn gauge_mixing(self) -> Mixing {
        self.choose(Mixing::Votes, Mixing::Once, Mixing::Twice)
    }

    /// Which of the contexts of 6.3 there are, by their places in the table there.
    pub(crate) fn step_contexts(self) -> &'static [usize] {
        const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6];
        self.choose(&[2, 3, 6], ALL, ALL)
    }

    /// Which of the hashed contexts of 13.5 there are, by their places in the table there.
    pub(crate) fn clock_contexts(self) -> &'static [usize] {
        const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        self.choose(&[], &[0, 2], ALL)
    }

    /// How many dense contexts evaluations have.
    pub(crate) fn trained_evals(self) -> usize {
        self.choose(3, 4, 4)
    }

    /// Which of the hashed contexts of 17.4 there are, by their places in the table there.
    pub(crate) fn eval_contexts(self, among: bool) -> &'static [usize] {
        const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        self.choose(&[], if among { &[0, 1] } else { &[0, 11] }, ALL)
    }

    /// The binary logarithm of the number of rows of gauges.
    pub(crate) fn gauge_rows(self) -> u32 {
        self.choose(0, 15, 17)
    }

    /// The same of 16.5.
    pub(crate) fn number_rows(self) -> u32 {
        self.choose(16, 19, 20)
    }

    /// The same of 19.4.
    pub(crate) fn line_rows(self) -> u32 {
        self.choose(16, 18, 18)
    }

    /// Whether there are networks, and contexts of the setting.
    pub(crate) fn is_wide(self) -> bool {
        self.choose(false, true, true)
    }

    /// The strength of the model of prose (20.1).
    pub(crate) fn text(self) -> Strength {
        match self.0 {
            1..=3 => Strength::Fast,
            4..=7 => Strength::Full,
            _ => Strength::Most,
        }
    }

    /// The strength of the model of templates (8.4).
    pub(crate) fn templates(self) -> Strength {
        match self.0 {
            1 | 2 => Strength::Quick,
            3 => Strength::Fast,
            4..=7 => Strength::Full,
            _ => Strength::Most,
        }
    }
}
